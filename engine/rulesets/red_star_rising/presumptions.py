"""What a position leaves unsaid and its units tell: cities held, fortress, sources and capitals lost, whose a fleet is.

In play all of it is noted when a unit comes into a hex; units that a position puts there have come there before.
"""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.ruleset import PositionLayout
from engine.rulesets.red_star_rising.control import controller, foots
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, BASE, FORTRESS_DESTROYED, SIDES, SOURCE_LOST, Role
from engine.rulesets.red_star_rising.supply.axis import note_lost_capitals
from engine.rulesets.red_star_rising.surrender import CAPITALS, was_entered
from engine.rulesets.red_star_rising.zones import exerting

BEFORE_MOVEMENT: Final = frozenset({"air-bases-supply", "fleets", "supply", "attrition", "markers"})
"""Steps of the turn in which whoever stands in a capital stood there as the last movement phase began."""


def infer(game: Game, draft: Draft, layout: PositionLayout) -> None:
    """Control first, as the rest follows from it too."""
    materials: Materials = game.materials
    for at in sorted(materials.controlled - layout.said):
        _hold(game, draft, at)
    for fortress in game.board.with_feature("fortress"):
        if _axis_was_there(game, draft, fortress):
            draft.set_marker(fortress, FORTRESS_DESTROYED, 1)
    for source in sorted(materials.supply_cities):
        if controller(game, draft.state, source) == AXIS:
            draft.set_marker(source, SOURCE_LOST, 1)
    for name in CAPITALS:
        capital = materials.places.get(name)
        if (
            capital is not None
            and was_entered(name) not in draft.state.values
            and _axis_was_there(game, draft, capital)
        ):
            draft.set_value(was_entered(name), draft.state.turn)
    if layout.phase is None or layout.phase in BEFORE_MOVEMENT:
        note_lost_capitals(game, draft)
    _give_bases(game, draft)


def _hold(game: Game, draft: Draft, at: Location) -> None:
    """A city or port is held by those whose zone lies on it from within."""
    holders = [side for side in SIDES if exerting(game, draft.state, at, side)]
    if len(holders) == 1 and controller(game, draft.state, at) != holders[0]:
        draft.set_control(at, holders[0])


def _axis_was_there(game: Game, draft: Draft, at: Location) -> bool:
    """Whether the Axis holds a hex or has a unit in it."""
    return controller(game, draft.state, at) == AXIS or any(foots(game, unit) for unit in draft.state.at(at))


def _give_bases(game: Game, draft: Draft) -> None:
    """Fleets of which no base is said belong to the bases without one, in the order of their names (12.1.1)."""
    kinds, units = game.materials.kinds, tuple(draft.state.every_unit())
    fleets = [unit for unit in units if kinds[unit.type].role is Role.AIR_FLEET]
    known = {unit.values.get(BASE) for unit in fleets}
    free = [unit.id for unit in units if kinds[unit.type].role is Role.AIR_BASE and unit.id not in known]
    for fleet, base in zip((unit.id for unit in fleets if BASE not in unit.values), free, strict=False):
        draft.set_unit_value(fleet, BASE, base)
