"""Where supply runs: for both sides, how much hangs on the line through each place.

Lines are the game's own answers to the question about supply, so that nothing is known here of how a game traces them.
A place beside a line counts half of it: in most games an enemy there is as bad as one upon it. On a depot of a chain,
and on the source that the chain begins at, all hangs that is fed by others further on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.answers import SupplyAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Location, Side
from engine.core.state import State
from engine.players.position.terrain import Land, land_of

Field = npt.NDArray[np.float64]

SHARE = 0.1
"""What each step whose supply runs through a place adds to it."""
BESIDE = 0.5


@dataclass(frozen=True, slots=True)
class Lifelines:
    """What hangs on each place, for the side that thinks and for its enemies."""

    own: Field
    enemy: Field


def lifelines(game: Game, state: State, side: Side, *, to_the_source: bool = False) -> Lifelines | None:
    """Both sides' lines; None in a game that is not asked about supply.

    A line ends where the rules let it end. `to_the_source` lets what hangs on a headquarters hang on its line as well.
    """
    question = game.ruleset.questions.get("supply")
    if question is None:
        return None
    land = land_of(game)
    own, enemy = np.zeros(land.size), np.zeros(land.size)
    known: dict[tuple[Side, Location, str], tuple[Location, ...]] = {}
    relays: dict[tuple[Side, Location], tuple[Location, ...]] = {}
    hangs: list[tuple[Side, tuple[Location, ...], float]] = []
    for unit in state.every_unit():
        if unit.side == NO_SIDE or not land.is_ground[unit.at]:
            continue
        might = game.ruleset.might(game, state, unit)
        if might.defence <= 0:
            continue
        key = (unit.side, unit.at, unit.type)
        path = known.get(key)
        if path is None:
            answer = question(game, state, {"unit": unit.id})
            path = known[key] = tuple(answer.path) if isinstance(answer, SupplyAnswer) else ()
        hangs.append((unit.side, path, SHARE * might.steps * might.worth))
        if might.attack <= 0:
            relays[unit.side, unit.at] = path
    for owner, path, worth in hangs:
        field = own if owner == side else enemy
        for at in path:
            field[at] += worth
        if to_the_source and path and path != relays.get((owner, path[-1])):
            for at in relays.get((owner, path[-1]), ())[1:]:
                field[at] += worth
    own, enemy = _widened(land, own), _widened(land, enemy)
    for each in game.ruleset.sides:
        _hang_on_chains(game, state, each, own if each == side else enemy)
    return Lifelines(own, enemy)


def _hang_on_chains(game: Game, state: State, side: Side, field: Field) -> None:
    """Enter what would no longer be fed without each depot of a chain, at its place and at the source it begins at."""
    chain = game.ruleset.chain(game, state, side)
    fed = sum(_fed(game, state, side)) if chain else 0.0
    at_sources = dict[Location, float]()
    for at, source in chain.items():
        worth = SHARE * (fed - sum(_fed(game, _without(game, state, side, at), side)))
        field[at] = max(field[at], worth)
        if source not in chain:
            at_sources[source] = at_sources.get(source, 0.0) + worth
    for at, worth in at_sources.items():
        field[at] = max(field[at], worth)


def _without(game: Game, state: State, side: Side, at: Location) -> State:
    """The state without those of a side at a place who do not fight."""
    draft = Draft(state)
    for unit in state.at(at):
        if unit.side == side and game.ruleset.might(game, state, unit).attack <= 0:
            draft.remove_unit(unit.id)
    return draft.state


def _fed(game: Game, state: State, side: Side) -> Iterator[float]:
    """What each of a side counts whom supply reaches, in a game that tells that for all at once."""
    land, known = land_of(game), dict[tuple[Location, str], bool | None]()
    for unit in state.every_unit():
        if unit.side != side or not land.is_ground[unit.at]:
            continue
        key = (unit.at, unit.type)
        if key not in known:
            known[key] = game.ruleset.feeds(game, state, unit, unit.at)
        if known[key]:
            might = game.ruleset.might(game, state, unit)
            yield might.steps * might.worth


def _widened(land: Land, field: Field) -> Field:
    """A field with what lies beside each place added by half, as far as it is more than what is there."""
    found = field.copy()
    for at in np.flatnonzero(field):
        for near in land.beside[at]:
            found[near] = max(found[near], BESIDE * field[at])
    return found
