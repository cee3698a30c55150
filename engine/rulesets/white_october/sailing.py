"""15.1 and 7.3: fleets sail wherever there is a blue side, whatever enemy zones there are; mines stop White ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.paths import LinkCosts, Trace, trace
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.ground import MINES, SEA, SHORE
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import MOVED, WHITE, Role
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.standing import roster


@dataclass(frozen=True, slots=True)
class Sail(Action):
    """Send a fleet to another hex of the sea or the coast."""

    kind: ClassVar[str] = "sail"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class FleetSailed(Event):
    kind: ClassVar[str] = "fleet-sailed"
    unit: UnitId
    way: tuple[Location, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.way),)


@rule("7.3", "15.1")
def sea_ways(game: Game, unit: Unit) -> Trace:
    """Where a fleet can get to: over water from one maritime hex to the next, as far as it likes."""
    materials: Materials = game.materials
    known = materials.sea_ways
    key = (unit.at, unit.side == WHITE)
    if key not in known:
        known[key] = trace(game.board, (unit.at,), None, cost=_sea_steps(game, mined=key[1]))
    return known[key]


def _sea_steps(game: Game, *, mined: bool) -> LinkCosts:
    """Steps over water, those over mines left out for Whites; the same at any time."""
    board, maritime = game.board, game.materials.ground.maritime

    def step(origin: int, to: int, edge: int) -> int | None:
        if to not in maritime or (mined and board.has_side(edge, MINES)):
            return None
        return 1 if SEA in (board.terrains[origin], board.terrains[to]) or board.has_side(edge, SHORE) else None

    materials: Materials = game.materials
    return materials.prepared(("sea", mined), step)


@rule("15.1")
def sail_refusal(game: Game, state: State, action: Sail) -> Refusal | None:
    """What keeps a fleet from a hex."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("7", message("refusal.wo.not-yours", unit=action.unit))
    if materials.kind(unit).role is not Role.FLEET:
        return Refusal("15.1", message("refusal.wo.no-fleet", unit=unit.id))
    if MOVED in unit.marks:
        return Refusal("7", message("refusal.wo.has-moved", unit=unit.id))
    if action.to == unit.at or action.to not in sea_ways(game, unit):
        return Refusal("15.1", message("refusal.wo.no-water", unit=unit.id, hex=game.board.label(action.to)))
    return None


def _sailings(game: Game, state: State) -> Listing[Sail]:
    materials: Materials = game.materials
    fleets = map(state.unit, roster(game, state, state.side, Role.FLEET))
    ready = (unit for unit in fleets if MOVED not in unit.marks and materials.is_on_map(unit))
    return Listing(Sail, ((unit.id, [to for to in sorted(sea_ways(game, unit)) if to != unit.at]) for unit in ready))


@rule("15.1")
def sail(game: Game, draft: Draft, action: Sail) -> None:
    unit = draft.state.unit(action.unit)
    way = tuple(reversed(sea_ways(game, unit).path(action.to)))
    draft.move_unit(unit.id, action.to)
    draft.mark(unit.id, MOVED)
    draft.emit(FleetSailed(unit.id, way))


SAILING = SpecialMove(
    Sail,
    lambda game, state: Offer(
        Sail, lambda: _sailings(game, state), lambda action: sail_refusal(game, state, action), exact=True
    ),
    sail,
)

CHAPTER = Chapter(actions=(Sail,), events=(FleetSailed,))
