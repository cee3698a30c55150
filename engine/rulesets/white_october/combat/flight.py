"""8.2.6 D: the flight of routed units at the beginning of their side's movement."""

from __future__ import annotations

from dataclasses import replace

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
    """The parties that run: routed units of a hex that are as fast as each other, vehicles with company.

    Those that fled out of Petrograd stay where they stopped until they are rallied.
    """
    materials: Materials = game.materials
    found: dict[tuple[Location, int], list[UnitId]] = {}
    for unit in state.every_unit():
        if unit.side != state.side or ROUTED not in unit.marks or FLED_CITY in unit.marks:
            continue
        if materials.is_on_map(unit) and materials.kind(unit).role is not Role.FORT:
            found.setdefault((unit.at, flight_points(game, state, unit)), []).append(unit.id)
    parties = tuple(Party(tuple(units), (at,), 1, points) for (at, points), units in sorted(found.items()))
    return with_company(game, state, parties)


@rule("8.2.6.C", "8.2.6.D", "14.1")
def with_company(game: Game, state: State, parties: tuple[Party, ...]) -> tuple[Party, ...]:
    """Vehicles run with the fastest of their hex whom they can follow; where none is slow enough, it waits for them."""
    materials: Materials = game.materials
    found = list(parties)

    def is_company(party: Party) -> bool:
        return any(materials.kind(state.unit(unit)).is_company for unit in party.units)

    for party in parties:
        vehicles = tuple(unit for unit in party.units if materials.kind(state.unit(unit)).is_vehicle)
        others = [each for each in found if each.at == party.at and is_company(each)]
        if not vehicles or not others or is_company(party):
            continue
        pace = _points(party)
        slower = [each for each in others if _points(each) <= pace]
        joined = max(slower, key=_points) if slower else min(others, key=_points)
        rest = tuple(unit for unit in party.units if unit not in vehicles)
        found[found.index(party)] = replace(party, units=rest)
        found[found.index(joined)] = replace(
            joined, units=(*joined.units, *vehicles), points=min(pace, _points(joined))
        )
    return tuple(party for party in found if party.units)


def _points(party: Party) -> int:
    return party.points or 0


@rule("8.2.6.D")
def begin_flight(game: Game, draft: Draft) -> None:
    """Let the routed run, if there are any."""
    parties = fleeing(game, draft.state)
    if parties:
        draft.call(RetreatFrame(draft.state.side, Manner.FLIGHT, parties))
