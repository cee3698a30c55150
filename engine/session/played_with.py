"""What a game is played with: the documents that its scenario names, laid aside when it begins and found again later.

A game that carries them is played with them whatever becomes of the scenario; one that does not, or whose copies are
damaged, is played with the scenario of its name as it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.game import Game, Transition
from engine.core.messages import message
from engine.core.refusals import MalformedData
from engine.core.state import State
from engine.definitions.documents import read_document
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.model import Document
from engine.definitions.played import PlayedDocument, packed_data, packed_documents, unpacked_data
from engine.definitions.project import Project
from engine.definitions.strict_yaml import unlocated
from engine.rulesets.library import find_bundled
from engine.session.replay import ReplayError

_STATE = "redoubt/state/1"
"""The first line of a state that a game begins from."""


def played_with(project: Project, scenario: str) -> tuple[PlayedDocument, ...]:
    """The documents of a project that a scenario is played with, packed; none where one is too large to carry."""
    return packed_documents(_named_by(project, scenario))


def _named_by(project: Project, scenario: str) -> Iterator[Document]:
    """The scenario and what it names. What comes with the rules belongs to them, and scans lie under a map."""
    document = project.scenarios.get(scenario)
    if document is None:
        return
    yield document
    drawn = project.maps.get(document.map)
    if drawn is not None:
        yield drawn.model_copy(update={"scans": ()})
        own = project.palettes.get(drawn.palette or "")
        if own is not None:
            yield own
    shelves: tuple[tuple[tuple[str, ...], Mapping[str, Document]], ...] = (
        (document.counters, project.counters),
        (document.oob, project.oobs),
        (document.cards, project.cards),
    )
    for names, found in shelves:
        yield from (found[name] for name in names if name in found)


def project_of(record: GameRecord, project: Project) -> Project:
    """The documents a saved game is played with: its own, else those of the project, else a bundled scenario's."""
    own = carried_by(record, project)
    if own is not None:
        return own
    return project if record.scenario in project.scenarios else find_bundled(record.scenario).load()


def carried_by(record: GameRecord, project: Project) -> Project | None:
    """The documents that a saved game carries; None where it carries none, or not all can be read any more."""
    known = {**project.played, **{each.id: each for each in record.carries}}
    if not record.played_with or any(name not in known for name in record.played_with):
        return None
    try:
        found = Project(_read(known[name]) for name in record.played_with)
    except DefinitionError:
        return None
    return found if record.scenario in found.scenarios else None


def _read(played: PlayedDocument) -> Document:
    return read_document(unlocated(unpacked_data(played)))


def is_played_with(record: GameRecord, documents: tuple[PlayedDocument, ...]) -> bool:
    """Whether a saved game is played with just these; one that carries nothing is, for all anybody knows."""
    return not record.played_with or sorted(record.played_with) == sorted(each.id for each in documents)


def needed_by(records: Mapping[str, GameRecord]) -> set[str]:
    """The ids of what some saved games are played with and begin from."""
    return {name for each in records.values() for name in (*each.played_with, *((each.begins,) if each.begins else ()))}


def packed_state(game: Game, state: State) -> PlayedDocument | None:
    """A state that a game is to begin from."""
    return packed_data({"format": _STATE, "state": game.codec.state_to_json(state)})


def beginning_of(record: GameRecord, project: Project, game: Game) -> Transition:
    """Where the log of a saved game begins; raises ReplayError where its first position is not to be had."""
    if record.begins is None:
        return game.new(record.seed)
    known = {**project.played, **{each.id: each for each in record.carries}}
    try:
        return Transition(game.codec.state_from_json(unpacked_data(known[record.begins])["state"]), ())
    except (KeyError, DefinitionError, MalformedData):
        raise ReplayError(0, message("replay.no-position")) from None


def with_carried(record: GameRecord, project: Project) -> GameRecord:
    """A saved game that is whole by itself, to be written to a file of its own."""
    known = project.played
    carries = tuple(known[name] for name in sorted(needed_by({record.id: record})) if name in known)
    return record.model_copy(update={"carries": carries})


def unloaded(record: GameRecord) -> tuple[GameRecord, tuple[PlayedDocument, ...]]:
    """A saved game and what it carried, which lies beside it in a file that holds many."""
    return record.model_copy(update={"carries": ()}), record.carries
