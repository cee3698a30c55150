"""A game as a document of the open file: written after every action, found again when the file is opened.

The log is the game, and each action is a row of its own in the file, so that keeping one more costs the same late in a
game as at its beginning. Who plays, how far undo goes and where a game branched off are in the record too, so that a
game written out is whole. No Qt is imported here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from app.play.games.map_notes import NOTES
from app.play.scene.stack_order import StackOrder
from app.play.table import GameTable
from engine.core.messages import message
from engine.core.state import State
from engine.core.writing.codec import SCHEMA
from engine.core.writing.coders import Json
from engine.definitions.documents import dump_document, load_file
from engine.definitions.folders import write_safely
from engine.definitions.game_record import BranchPoint, GameRecord
from engine.definitions.issues import DefinitionError, error
from engine.definitions.played import PlayedDocument
from engine.definitions.project import Project
from engine.session.checkpoints import Checkpoint, place_of_checkpoint, written_checkpoint
from engine.session.replay import digest
from engine.storage.contents import Contents
from engine.storage.store import Store

JSON = ".json"
_STACKS = "stacks:"
_CHECKPOINT = "checkpoint:"
_BESIDE = (_STACKS, NOTES, _CHECKPOINT)
"""What is noted beside a game and belongs to it."""


@dataclass(frozen=True, slots=True)
class GameMaterial:
    """What a game carries: the documents it is played with, and the position it begins from if it is not theirs."""

    documents: tuple[PlayedDocument, ...] = ()
    begins: PlayedDocument | None = None

    @property
    def all(self) -> tuple[PlayedDocument, ...]:
        return (*self.documents, *((self.begins,) if self.begins is not None else ()))

    @classmethod
    def of(cls, record: GameRecord, project: Project, documents: tuple[PlayedDocument, ...]) -> GameMaterial:
        """What a saved game carries; one that carries no scenario gets these documents from now on."""
        known = project.played
        own = tuple(known[name] for name in record.played_with if name in known)
        return cls(own or documents, known.get(record.begins or ""))


NO_MATERIAL: Final = GameMaterial()


class Keeper:
    """Keeps one game in one file."""

    def __init__(
        self,
        table: GameTable,
        id: str,
        title: str = "",
        branch: BranchPoint | None = None,
        *,
        with_: GameMaterial = NO_MATERIAL,
    ) -> None:
        self.table = table
        self.material = with_
        self.id = id
        self.title = title or table.authored.scenario.title or table.brief.scenario.id
        self._branch = branch
        self._written: list[tuple[object, Json]] = []
        self._checkpoint: State | None = None
        """The state that the checkpoint beside the game is of, where this keeper wrote it."""

    @classmethod
    def of(cls, table: GameTable, record: GameRecord, with_: GameMaterial = NO_MATERIAL) -> Keeper:
        """Go on keeping a game that was taken up."""
        return cls(table, record.id, record.title or "", record.branch, with_=with_)

    def moved_to(self, table: GameTable) -> Keeper:
        """Keep the same game from another table."""
        return Keeper(table, self.id, self.title, self._branch, with_=self.material)

    def record(self) -> GameRecord:
        """The game as it stands. Its log is not looked through again: the codec wrote it."""
        table, game = self.table, self.table.game
        actions, written = table.session.actions, self._written
        while written and (len(written) > len(actions) or written[-1][0] is not actions[len(written) - 1]):
            written.pop()
        written += [(action, game.codec.action_to_json(action)) for action in actions[len(written) :]]
        state = table.session.state
        head = GameRecord(
            id=self.id,
            title=self.title,
            scenario=table.brief.scenario.id,
            ruleset=game.ruleset.id,
            seed=state.seed,
            options=dict(game.options),
            schema_version=SCHEMA,
            digest=digest(game, state),
            players=table.players,
            undo=table.session.policy.value,
            turn=state.turn,
            changed=now(),
            branch=self._branch,
            played_with=tuple(each.id for each in self.material.documents),
            begins=self.material.begins.id if self.material.begins is not None else None,
        )
        return head.model_copy(update={"actions": tuple(each for _, each in written)})

    def note_checkpoint(self, store: Store, record: GameRecord) -> None:
        """Write beside the game a state to take it up from, when the one that is there is far back."""
        session = self.table.session
        place = place_of_checkpoint(session.length)
        if not place or place < session.recalled_from:
            return
        state = session.state_after(place)
        if state is not self._checkpoint:
            made = written_checkpoint(record, Checkpoint(place, state), session.game)
            self._checkpoint = state
            if made is not None:
                store.note(_CHECKPOINT + self.id, made)


def now() -> str:
    """This second, in world time."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def saved_games(contents: Contents, scenario: str | None = None) -> dict[str, GameRecord]:
    """The games of a file, or those of one scenario, the one played last at the end."""
    games = {
        name: document
        for (kind, name), document in contents.documents.items()
        if kind == GameRecord.KIND and isinstance(document, GameRecord) and scenario in (None, document.scenario)
    }
    return dict(sorted(games.items(), key=lambda item: (item[1].changed, len(item[0]), item[0])))


def note_stacks(store: Store, id: str, order: StackOrder) -> None:
    """Remember how the stacks of a game lie on the screen."""
    store.note(_STACKS + id, dict(order.written()))


def stacks_of_game(store: Store, id: str) -> object:
    """How the stacks of a saved game lay."""
    return store.notes().get(_STACKS + id)


def checkpoint_of_game(store: Store, id: str) -> object:
    """A state to take a saved game up from."""
    return store.notes().get(_CHECKPOINT + id)


def copy_beside(store: Store, id: str, other: str) -> None:
    """Let another game begin with what is noted beside one."""
    notes = store.notes()
    for kind in _BESIDE:
        if kind + id in notes:
            store.note(kind + other, notes[kind + id])


def forget_beside(store: Store, id: str) -> None:
    """A game is gone: the next of its name begins without its notes."""
    for kind in _BESIDE:
        store.note(kind + id, None)


def free_id(contents: Contents) -> str:
    """A name that no game has, nor one that was set aside."""
    number = 1
    while (GameRecord.KIND, f"game-{number}") in contents.documents or f"game-{number}" in contents.set_aside:
        number += 1
    return f"game-{number}"


def write_game(record: GameRecord, path: Path) -> None:
    """Write a game out as text: JSON where the name ends so, otherwise YAML; raises OSError."""
    if path.suffix.lower() == JSON:
        text = json.dumps(record.to_document(), ensure_ascii=False, indent=1) + "\n"
    else:
        text = dump_document(record)
    write_safely(path, text.encode("utf-8"))


def read_game(path: Path) -> GameRecord:
    """Read a game that was written out; raises DefinitionError."""
    loaded = load_file(path)
    if not isinstance(loaded.document, GameRecord):
        raise DefinitionError([error(message("issue.not-a-game", file=path.name), loaded.where())])
    return loaded.document
