"""The words of a position against the lexicon of its game, before anything is set up with them.

Marks, values, markers, phases and the like are free text to the schema; here each is a word of the game, at its line,
or an error with what may have been meant. So are given dice and results, those of a question among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.game import Game
from engine.core.messages import message
from engine.core.state import State
from engine.core.words.lexicon import GIVEN, Lexicon, WordKind
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, Issue, error, warning
from engine.definitions.issues import Path as DataPath
from engine.definitions.position import GivenChance, Position
from engine.definitions.suggest import did_you_mean
from engine.definitions.word_checks import Named, word_faults
from engine.definitions.word_uses import WordUse, each_of, in_card, in_charts, in_type, named
from engine.rulesets.assembly import game_entry, lexicon_of
from engine.rulesets.brief import Brief
from engine.rulesets.lexicons import with_turns
from engine.session.question_arguments import Misput


def check_words(source: Loaded[Position], brief: Brief) -> None:
    """Raises DefinitionError with every word of a position that its game does not know."""
    lexicon = with_turns(lexicon_of(game_entry(source.document.game)), brief.charts)
    found = [
        *word_faults(lexicon, _uses(source.document, lexicon), source.where, _things(source.document, brief)),
        *_claimed_twice(source, brief.board),
    ]
    if found:
        raise DefinitionError(found)


def check_chance(source: Loaded[Position], given: GivenChance, path: DataPath) -> None:
    """Raises DefinitionError for dice and results that are laid down and that the game does not have."""
    lexicon = lexicon_of(game_entry(source.document.game))
    found = list(word_faults(lexicon, _chance(given, path, lexicon), source.where))
    if found:
        raise DefinitionError(found)


def check_arguments(game: Game, given: Mapping[str, Any]) -> None:
    """Raises Misput for a die or a result in the arguments of a question that the game does not have."""
    lexicon = lexicon_of(game_entry(game.ruleset.id))
    for name, kind, of in (("die", WordKind.DIE, None), ("result", WordKind.RESULT, _laid_down(lexicon))):
        if name in given:
            text = str(given[name])
            unknown = lexicon.unknown(kind, text, of)
            if unknown is not None:
                raise Misput(unknown.said, name, hint=did_you_mean(text, unknown.known))


def enemies_together(source: Loaded[Position], game: Game, state: State) -> Iterator[Issue]:
    """A warning for each place where enemies stand together as the rules would not let them; a what-if may want it."""
    shared = {
        at
        for at, units in state.stacks.items()
        if game.board.kinds[at] != PlaceKind.BOX and len({state.units[unit].side for unit in units}) > 1
    }
    if not shared:
        return
    for fault in game.ruleset.setup_faults(game, state):
        if fault.at in shared:
            here = [name for name in source.document.units if name in fault.units]
            where = source.where(("units", here[-1])) if here else source.where()
            said = message("issue.misplaced", place=game.board.label(fault.at), why=fault.refusal.message)
            yield warning(said, where, message("issue.misplaced-case", rule=fault.refusal.rule))


def _uses(position: Position, lexicon: Lexicon) -> Iterator[WordUse]:
    for number, counter in enumerate(position.types):
        yield from in_type(counter, ("types", number))
    for number, card in enumerate(position.cards):
        yield from in_card(card, ("cards", number))
    for number, entry in enumerate(position.schedule):
        yield WordUse(WordKind.TURN, str(entry.turn), ("schedule", number, "turn"))
        yield from named(WordKind.UNIT_VALUE, entry.values, ("schedule", number, "values"))
    yield from in_charts(position.charts, ("charts",))
    if position.turn is not None:
        yield WordUse(WordKind.TURN, str(position.turn), ("turn",))
    yield from _in_phase(position)
    yield from named(WordKind.VALUE, position.values, ("values",))
    for name, placed in position.units.items():
        if not isinstance(placed, str):
            yield from each_of(WordKind.MARK, placed.marks, ("units", name, "marks"))
            yield from named(WordKind.UNIT_VALUE, placed.values, ("units", name, "values"))
            if placed.side is not None:
                yield WordUse(WordKind.SIDE, placed.side, ("units", name, "side"))
    for side in position.control:
        yield WordUse(WordKind.SIDE, side, ("control", side))
    for field, laid in (("markers", position.markers), ("side_markers", position.side_markers)):
        for label, levels in laid.items():
            for marker in levels:
                yield WordUse(WordKind.MARKER, marker, (field, label, marker))
    for pool in position.pools:
        yield WordUse(WordKind.POOL, pool, ("pools", pool))
    yield from _chance(position.given, ("given",), lexicon)


def _in_phase(position: Position) -> Iterator[WordUse]:
    """The side, and the phase, which has to be one of that side."""
    if position.side is not None:
        yield WordUse(WordKind.SIDE, position.side, ("side",))
    if position.phase is not None:
        yield WordUse(WordKind.PHASE, position.phase, ("phase",), of=position.side)


def _chance(given: GivenChance, path: DataPath, lexicon: Lexicon) -> Iterator[WordUse]:
    yield from each_of(WordKind.DIE, map(str, given.dice), (*path, "dice"))
    for number, result in enumerate(given.results):
        yield WordUse(WordKind.RESULT, result, (*path, "results", number), of=_laid_down(lexicon))


def _laid_down(lexicon: Lexicon) -> str | None:
    """Where a game writes the result of a whole combat otherwise than its tables do, as two numbers, that is meant."""
    return GIVEN if any(GIVEN in word.of for word in lexicon.words(WordKind.RESULT)) else None


def _things(position: Position, brief: Brief) -> Mapping[str, Named]:
    units, cards, board = {*brief.units, *position.units}, brief.cards, brief.board
    return {
        "unit": units.__contains__,
        "card": cards.__contains__,
        "place": lambda label: board.find(label) is not None,
    }


def _claimed_twice(source: Loaded[Position], board: Board) -> Iterator[Issue]:
    """A place or a region that is named under two sides."""
    owners: dict[object, str] = {}
    for side, labels in source.document.control.items():
        for number, label in enumerate(labels):
            at = board.find(label)
            first = owners.setdefault(label if at is None else at, side)
            if first != side:
                said = message("issue.claimed-twice", name=label, first=first, second=side)
                yield error(said, source.where(("control", side, number)))
