"""Chapter 10: the morale of the Red army at the front, demoralised divisions and restricted movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.paths import UNREACHED
from engine.core.paths import field as distance_field
from engine.core.records import Event
from engine.core.state import State, Unit, derived
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    ADVANCED,
    DEMORALISED,
    DISORGANISED,
    FELL_BACK,
    FLED_CITY,
    RED,
    RESTRICTED,
    ROUTED,
    WHITE,
    WHITE_FIRST,
)
from engine.rulesets.white_october.standing import standing

NOWHERE: frozenset[Location] = frozenset()


@dataclass(frozen=True, slots=True)
class DivisionsShaken(Event):
    """The weak divisions of the front give way."""

    kind: ClassVar[str] = "divisions-shaken"
    demoralised: tuple[UnitId, ...]
    restricted: tuple[UnitId, ...]


@rule("10.1")
def shunned(game: Game, state: State, unit: Unit) -> frozenset[Location]:
    """Where a unit of restricted movement may not go: nearer to the nearest White unit than it stands."""
    return _nearer(game, state, unit.at) if RESTRICTED in unit.marks else NOWHERE


@derived("units", "stacks", of=WHITE)
def _nearer(game: Game, state: State, at: Location) -> frozenset[Location]:
    distances = _from_whites(game, state)
    now = distances[at]
    return frozenset(Location(each) for each, far in enumerate(distances) if far != UNREACHED and far < now)


@derived("units", "stacks", of=WHITE)
def _from_whites(game: Game, state: State) -> list[int]:
    """How far each place is from the nearest White unit on land."""
    return distance_field(game.board, standing(game, state, WHITE).present)


@rule("10.1")
def weak_divisions(game: Game, state: State) -> tuple[Unit, ...]:
    """The units on the map of the two divisions that break."""
    materials: Materials = game.materials
    named = materials.words("shaky_divisions")
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == RED and materials.is_on_map(unit) and materials.division(unit.id) in named
    )


@rule("10.1")
def shake_divisions(game: Game, draft: Draft) -> None:
    """After the first White combat sequence of the game those beside a White advance, and those that fell back, rout.

    They are demoralised: only politics rallies them. Units that were routed already are not routed twice, and to have
    retired is to have retreated (ruling 37). All others of the two divisions may not come nearer to the Whites.
    """
    state = draft.state
    if not is_first_white_combat(game, state):
        return
    taken = frozenset(unit.at for unit in state.every_unit() if unit.side == WHITE and ADVANCED in unit.marks)
    around = game.materials.ground.around
    broken: list[UnitId] = []
    uneasy: list[UnitId] = []
    for unit in weak_divisions(game, state):
        is_near = any(at in taken for at in around[unit.at])
        (broken if is_near or FELL_BACK in unit.marks else uneasy).append(unit.id)
    for each in broken:
        draft.unmark(each, DISORGANISED)
        draft.mark(each, ROUTED, DEMORALISED)
    for each in uneasy:
        draft.mark(each, RESTRICTED)
    if broken or uneasy:
        draft.emit(DivisionsShaken(tuple(broken), tuple(uneasy)))


@rule("10.1")
def is_first_white_combat(game: Game, state: State) -> bool:
    """Only once: at the end of the White combat sequence of the first turn, which a later beginning leaves out."""
    first: int = game.materials.number("demoralised_on")
    return state.side == WHITE and state.turn == first and WHITE_FIRST in state.values


@rule("10.1", "11.2.1")
def rally_units(draft: Draft, units: tuple[UnitId, ...]) -> None:
    """Units of a division are themselves again: neither routed nor demoralised nor restricted."""
    for unit in units:
        draft.unmark(unit, ROUTED, DEMORALISED, RESTRICTED, FLED_CITY)


CHAPTER = Chapter(events=(DivisionsShaken,))
