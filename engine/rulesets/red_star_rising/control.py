"""Chapter 9: who controls the major cities and the ports; and what else happens when a unit comes into a hex."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.core.unit_events import ControlChanged
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, FORTRESS_DESTROYED, SOURCE_LOST, SOVIET, Role
from engine.rulesets.red_star_rising.records import FortressDestroyed, SourceLost
from engine.rulesets.red_star_rising.surrender import capital_entered
from engine.rulesets.red_star_rising.zones import can_exert, exerting, is_weak_kampfgruppe

AXIS_COUNTRIES = frozenset({"germany", "finland", "poland", "hungary", "romania"})


@rule("9.0.2")
def controller(game: Game, state: State, at: Location) -> Side:
    """The side that controls a city or port: whoever took it last, or whose country it lies in."""
    held = state.control.get(at)
    if held is not None:
        return held
    return AXIS if game.materials.country(at) in AXIS_COUNTRIES else SOVIET


@rule("9.0.3", "9.0.4", "11.1.7", "11.2.5", "12.2.6")
def take_control(game: Game, draft: Draft, at: Location) -> None:
    """A city or port passes to a side whose units there exert a zone, be it two weak Kampfgruppen together."""
    if at not in game.materials.controlled:
        return
    for side in (AXIS, SOVIET):
        if controller(game, draft.state, at) != side and exerting(game, draft.state, at, side):
            draft.set_control(at, side)
            draft.emit(ControlChanged(at, side))


@rule("9.0.3")
def would_take(game: Game, state: State, unit: Unit, at: Location) -> bool:
    """Whether a unit that came into a hex would take a city or port there from the enemy."""
    materials: Materials = game.materials
    if at not in game.materials.controlled or controller(game, state, at) == unit.side:
        return False
    if not is_weak_kampfgruppe(materials, unit):
        return can_exert(materials, unit)
    return any(is_weak_kampfgruppe(materials, other) for other in state.at(at) if other.id != unit.id)


def entered(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit has come into a hex to stay or on its march: control, a source of supply, the fortress, a capital."""
    record = draft.state.unit(unit)
    if game.materials.is_on_map(record):
        hold(game, draft, record.at)
        set_foot(game, draft, unit)


@rule("9.0.3", "10.4")
def hold(game: Game, draft: Draft, at: Location) -> None:
    """Whoever exerts a zone in a hex controls it, and ends what was a source of the enemy there."""
    take_control(game, draft, at)
    _lose_source(game, draft, at)


@rule("7.4.3", "18.1")
def set_foot(game: Game, draft: Draft, unit: UnitId) -> None:
    """What an Axis unit does to a hex by coming into it, though it be in flight: to the fortress, to a capital."""
    record = draft.state.unit(unit)
    if foots(game, record):
        _destroy_fortress(game, draft, record.at)
        capital_entered(game, draft, record.at)


def foots(game: Game, unit: Unit) -> bool:
    """Whether a unit sets foot for the Axis where it stands; an air fleet is only above it."""
    materials: Materials = game.materials
    return materials.is_on_map(unit) and unit.side == AXIS and materials.kind(unit).role is not Role.AIR_FLEET


@rule("7.4.3")
def _destroy_fortress(game: Game, draft: Draft, at: Location) -> None:
    """The fortress is gone for good once an Axis unit has been in it."""
    if game.board.feature(at, "fortress") and not draft.state.marker(at, FORTRESS_DESTROYED):
        draft.set_marker(at, FORTRESS_DESTROYED, 1)
        draft.emit(FortressDestroyed(at))


@rule("10.4")
def _lose_source(game: Game, draft: Draft, at: Location) -> None:
    """Moscow and Baku are no sources any more once an Axis unit that exerts a zone has held them."""
    materials: Materials = game.materials
    if (
        at in materials.supply_cities
        and not draft.state.marker(at, SOURCE_LOST)
        and exerting(game, draft.state, at, AXIS)
    ):
        draft.set_marker(at, SOURCE_LOST, 1)
        draft.emit(SourceLost(at))


@rule("7.4.3")
def is_fortress(game: Game, state: State, at: Location) -> bool:
    """Whether a fortress stands in a hex and no Axis unit has ever entered it."""
    return game.board.feature(at, "fortress") is not None and not state.marker(at, FORTRESS_DESTROYED)


def is_major_city(game: Game, state: State, at: Location, defender: Side) -> bool:
    """Whether those who defend a hex have a major city around them; the intact fortress is one for Soviet units."""
    if game.board.feature(at, "major-city") is not None:
        return True
    return defender == SOVIET and is_fortress(game, state, at)
