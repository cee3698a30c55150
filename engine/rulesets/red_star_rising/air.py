"""Chapter 12: air bases and their fleets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitPlaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import put_away
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, AXIS_COMING, AXIS_GONE, BASE, FLEETS, Role
from engine.rulesets.red_star_rising.records import FleetReturned


@dataclass(frozen=True, slots=True)
class PlaceFleet(Action):
    """Send an air fleet over a hex for this turn."""

    kind: ClassVar[str] = "place-fleet"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class WithdrawBase(Action):
    """Choose the air base that leaves the game for good."""

    kind: ClassVar[str] = "withdraw-base"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class FleetFrame(Frame):
    """The Axis places its air fleets."""

    kind: ClassVar[str] = "fleets"


@dataclass(frozen=True, slots=True)
class FleetsHomeFrame(Frame):
    """The fleets fly home; in two turns of the game a base is withdrawn with its fleet."""

    kind: ClassVar[str] = "fleets-home"
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class FleetPlaced(UnitPlaced):
    kind: ClassVar[str] = "fleet-placed"


@dataclass(frozen=True, slots=True)
class BaseWithdrawn(Event):
    kind: ClassVar[str] = "base-withdrawn"
    unit: UnitId
    fleets: tuple[UnitId, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(UnitMove.left(unit) for unit in (self.unit, *self.fleets))


@rule("12.1.1")
@derived("units", "stacks")
def fleets(game: Game, state: State) -> tuple[Unit, ...]:
    """Every air fleet, wherever it is; each belongs to a base."""
    materials: Materials = game.materials
    return tuple(unit for unit in state.every_unit() if materials.kind(unit).role is Role.AIR_FLEET)


def base_of(game: Game, state: State, fleet: Unit) -> Unit | None:
    """The base of a fleet if it is on the map."""
    base = state.units.get(UnitId(str(fleet.values.get(BASE, ""))))
    return base if base is not None and game.materials.is_on_map(base) else None


def waiting_fleets(game: Game, state: State) -> tuple[Unit, ...]:
    """The fleets that could be placed: at home, with a base on the map."""
    home = game.board.at(FLEETS)
    return tuple(fleet for fleet in fleets(game, state) if fleet.at == home and base_of(game, state, fleet) is not None)


@rule("12.1.2", "13.0.2")
def placing_refusal(game: Game, state: State, action: PlaceFleet) -> Refusal | None:
    """A fleet at home flies to any hex in the range of its own base, whatever the ground and whoever is there."""
    materials: Materials = game.materials
    if materials.is_mud(state.turn):
        return Refusal("13.0.2", message("refusal.rsr.fleets-in-mud"))
    fleet = next((unit for unit in waiting_fleets(game, state) if unit.id == action.unit), None)
    base = base_of(game, state, fleet) if fleet is not None else None
    if base is None:
        return Refusal("12.1.2", message("refusal.rsr.no-fleet", unit=action.unit))
    if not materials.on_map[action.at]:
        return Refusal("12.1.2", message("refusal.rsr.fleet-off-map"))
    reach = materials.number("base_range")
    distance = game.board.distance(base.at, action.at)
    if distance is None or distance > reach:
        return Refusal("12.1.2", message("refusal.rsr.fleet-too-far", base=base.id, hexes=reach))
    return None


def _in_range(materials: Materials, base: Unit) -> list[Location]:
    """The hexes that the fleets of a base reach."""
    return [at for at in materials.around(base.at, materials.number("base_range")) if materials.on_map[at]]


class FleetPhase(Phase[FleetFrame]):
    """The Axis sends out its fleets, all, some or none of them; in mud there are none."""

    @rule("2.0.A", "12.1.2", "13.0.2")
    def menu(self, game: Game, state: State, frame: FleetFrame) -> Menu | None:
        """Each fleet at home may be placed once; it stays until the motorised movement is over."""
        materials: Materials = game.materials
        waiting = waiting_fleets(game, state)

        def of(units: Iterable[Unit]) -> Listing[PlaceFleet]:
            bases = ((fleet.id, base_of(game, state, fleet)) for fleet in units)
            return Listing(
                PlaceFleet, ((fleet, _in_range(materials, base)) for fleet, base in bases if base is not None)
            )

        offer = Offer(
            PlaceFleet,
            lambda: of(waiting),
            lambda action: placing_refusal(game, state, action),
            of_unit=lambda wanted: of(fleet for fleet in waiting if fleet.id == wanted),
            exact=True,
        )
        prompt = message("prompt.rsr.fleets", count=len(waiting))
        menu = Menu(AXIS, prompt, "12.1.2", (offer, Offer.one(Done())), default=Done())
        return menu.asked_if(bool(waiting) and not materials.is_mud(state.turn))

    @rule("12.1.2")
    def apply(self, game: Game, draft: Draft, frame: FleetFrame, action: Action) -> None:
        """Where it is placed a fleet remains."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, PlaceFleet)
        draft.move_unit(action.unit, action.at)
        draft.emit(FleetPlaced(action.unit, action.at))


@rule("12.1.5")
def bases_in_play(game: Game, state: State) -> tuple[Unit, ...]:
    """The air bases that are on the map or on their way back to it."""
    materials: Materials = game.materials
    coming = game.board.at(AXIS_COMING)
    return tuple(
        unit
        for unit in state.every_unit()
        if materials.kind(unit).role is Role.AIR_BASE and (materials.is_on_map(unit) or unit.at == coming)
    )


class FleetsHomePhase(Phase[FleetsHomeFrame]):
    """The fleets leave the map; after turns 11 and 31 a base goes with its fleet for good."""

    @rule("2.0.H", "12.1.3")
    def start(self, game: Game, draft: Draft, frame: FleetsHomeFrame) -> None:
        """Every fleet on the map goes home."""
        materials: Materials = game.materials
        for fleet in fleets(game, draft.state):
            if materials.is_on_map(fleet):
                put_away(game, draft, fleet.id, FLEETS)
                draft.emit(FleetReturned(fleet.id))

    @rule("12.1.5")
    def menu(self, game: Game, state: State, frame: FleetsHomeFrame) -> Menu | None:
        """Which base leaves is for the Axis to say; that one leaves is not."""
        bases = bases_in_play(game, state)
        if frame.withdrawn or not bases or state.turn not in game.materials.numbers("bases_leave_after"):
            return None
        case = Refusal("12.1.5", message("refusal.rsr.no-base"))
        offer = Offer.among((WithdrawBase(base.id) for base in bases), WithdrawBase, case)
        return Menu(AXIS, message("prompt.rsr.withdraw-base"), "12.1.5", (offer,))

    @rule("12.1.5", "15.7.1")
    def apply(self, game: Game, draft: Draft, frame: FleetsHomeFrame, action: Action) -> None:
        """The base and its fleet are gone for good."""
        assert isinstance(action, WithdrawBase)
        own = tuple(fleet.id for fleet in fleets(game, draft.state) if fleet.values.get(BASE) == action.unit)
        for unit in (action.unit, *own):
            put_away(game, draft, unit, AXIS_GONE)
        draft.emit(BaseWithdrawn(action.unit, own))
        draft.replace_frame(FleetsHomeFrame(withdrawn=True))


CHAPTER = Chapter(
    actions=(PlaceFleet, WithdrawBase),
    events=(FleetPlaced, BaseWithdrawn),
    phases={FleetFrame: FleetPhase(), FleetsHomeFrame: FleetsHomePhase()},
)
