"""8.2.6 D: the flight of routed units at the beginning of their side's movement."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.retreat import RetreatFrame
from engine.rulesets.white_october.combat.retreat_ways import Manner, Party
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import FLED_CITY, ROUTED, Role
from engine.rulesets.white_october.ratings import allowance

ENDLESS = 60
"""The points of a train in flight, which has no limit: more than any railway of a map is long."""


@rule("8.2.6.D")
def flight_points(game: Game, state: State, unit: Unit) -> int:
    """A routed unit runs for all its movement points and two more; a train without limit."""
    if game.materials.kind(unit).role is Role.ARMOURED_TRAIN:
        return ENDLESS
    more: int = game.materials.number("rout_points")
    return allowance(game, state, unit) + more


@rule("8.2.6.D")
def fleeing(game: Game, state: State) -> tuple[Party, ...]:
    """The parties that run: routed units of a hex that are as fast as each other.

    Those that fled out of Petrograd stay where they stopped until they are rallied.
    """
    materials: Materials = game.materials
    found: dict[tuple[Location, int], list[UnitId]] = {}
    for unit in state.every_unit():
        if unit.side != state.side or ROUTED not in unit.marks or FLED_CITY in unit.marks:
            continue
        if materials.is_on_map(unit) and materials.kind(unit).role is not Role.FORT:
            found.setdefault((unit.at, flight_points(game, state, unit)), []).append(unit.id)
    return tuple(Party(tuple(units), (at,), 1, points) for (at, points), units in sorted(found.items()))


@rule("8.2.6.D")
def begin_flight(game: Game, draft: Draft) -> None:
    """Let the routed run, if there are any."""
    parties = fleeing(game, draft.state)
    if parties:
        draft.call(RetreatFrame(draft.state.side, Manner.FLIGHT, parties))
