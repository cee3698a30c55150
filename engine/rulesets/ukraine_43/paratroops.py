"""Chapter 20: the Soviet airborne brigades."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow, UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.paths import trace
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, derived
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.elimination import disrupt, eliminate
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, DROPPED, PARAS, SOVIET, Role, Weather, weather_of
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_AND_EXPLOITATION, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import company, zone_hexes


class Landing(StrEnum):
    """What comes of a drop: the results of its table."""

    INTACT = "intact"
    DISRUPTED = "disrupted"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Let an airborne brigade jump over a hex."""

    kind: ClassVar[str] = "drop"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class BrigadeDropped(Event):
    """A brigade jumped; the die is modified in an enemy zone."""

    kind: ClassVar[str] = "brigade-dropped"
    unit: UnitId
    to: Location
    die: int
    modified: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=SOVIET, result=self.result),)

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@rule("20.1", "20.2")
def drop_refusal(game: Game, state: State, action: Drop) -> Refusal | None:
    """In clear weather, into an empty hex within five of another Soviet combat unit; not into marsh, town or city."""
    materials: Materials = game.materials
    ground: Ground = materials.ground
    unit = state.units.get(action.unit)
    label = game.board.label(action.to)
    if unit is None or materials.kind(unit).role is not Role.AIRBORNE or unit.side != state.side:
        return Refusal("20.1", message("refusal.u43.no-para", unit=action.unit))
    if unit.at != game.board.at(PARAS):
        return Refusal("20.2", message("refusal.u43.dropped-already", unit=unit.id))
    if weather_of(state) is not Weather.CLEAR:
        return Refusal("20.2", message("refusal.u43.drop-weather"))
    if not ground.land[action.to] or company(state, action.to, SOVIET) or company(state, action.to, AXIS):
        return Refusal("20.2", message("refusal.u43.drop-empty", hex=label))
    if game.board.terrains[action.to] in MARSHES or ground.settlements.get(action.to) in ("town", "city"):
        return Refusal("20.2", message("refusal.u43.drop-ground", hex=label))
    if action.to not in _in_range(game, state):
        return Refusal("20.2", message("refusal.u43.drop-far", hex=label))
    return None


@rule("20.2")
@derived("bodies", "stacks")
def _in_range(game: Game, state: State) -> frozenset[Location]:
    """The hexes within five of a Soviet combat unit; the brigades themselves are none."""
    materials: Materials = game.materials
    places = {
        unit.at
        for unit in state.every_unit()
        if unit.side == SOVIET and materials.kind(unit).is_combat and materials.is_on_map(unit)
    }
    on_map = materials.ground.on_map
    near = trace(game.board, places, lambda _, target, edge: on_map[target], limit=materials.number("drop_range"))
    return frozenset(near.lengths)


@rule("20.3", "20.4")
def drop(game: Game, draft: Draft, hand: Hand, action: Drop) -> None:
    """The brigade comes down intact, disrupted or not at all; it does not move in this turn and is in supply."""
    materials: Materials = game.materials
    die = draft.roll()
    in_zone = action.to in zone_hexes(game, draft.state, AXIS)
    modified = die + (materials.number("drop_zone") if in_zone else 0)
    table = materials.table("drop")
    result = Landing(table.result("result", table.row_for(modified)))
    draft.move_unit(action.unit, action.to)
    draft.mark(action.unit, DROPPED)
    draft.emit(BrigadeDropped(action.unit, action.to, die, modified, result))
    if result is Landing.LOST:
        eliminate(game, draft, action.unit)
        return
    entered(game, draft, action.to, SOVIET)
    if result is Landing.DISRUPTED:
        disrupt(draft, action.unit)


def _candidates(game: Game, state: State) -> Iterator[Drop]:
    if state.side != SOVIET or weather_of(state) is not Weather.CLEAR:
        return
    waiting = [unit.id for unit in state.at(game.board.at(PARAS))]
    if waiting:
        places = sorted(_in_range(game, state))
        yield from (Drop(unit, to) for unit in waiting for to in places)


DROPPING = SpecialMove(
    Drop,
    MOVEMENT_AND_EXPLOITATION,
    lambda game, state, hand: Offer(
        Drop, lambda: _candidates(game, state), lambda action: drop_refusal(game, state, action)
    ),
    drop,
)

CHAPTER = Chapter(actions=(Drop,), events=(BrigadeDropped,))
