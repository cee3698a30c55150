"""Chapter 8: orders from above, offensives that are demanded, and units that must stand fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import add_vp
from engine.rulesets.barbarossa_to_berlin.effects import in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    STAND_FAST,
    Nation,
    Supply,
    enemy_of,
    orders,
)
from engine.rulesets.barbarossa_to_berlin.offensives import WESTERN_ATTACKERS
from engine.rulesets.barbarossa_to_berlin.stacking import combat_places
from engine.rulesets.barbarossa_to_berlin.supply import supply_of
from engine.rulesets.chapter import Chapter

NONE, OFFENSIVE, HITLER, STALIN, SOVIET_OFFENSIVE = "none", "offensive", "hitler", "stalin", "soviet-offensive"


@dataclass(frozen=True, slots=True)
class PlaceStandFast(Action):
    """Order the enemy units in a space to stand fast."""

    kind: ClassVar[str] = "place-stand-fast"
    at: Location


@dataclass(frozen=True, slots=True)
class OrdersFrame(Frame):
    """A side throws for its orders."""

    kind: ClassVar[str] = "orders"


@dataclass(frozen=True, slots=True)
class StandFastFrame(Frame):
    """The other side of those who got the orders places the markers."""

    kind: ClassVar[str] = "stand-fast"
    ordered: Side
    left: int


@dataclass(frozen=True, slots=True)
class OrdersRolled(Event):
    kind: ClassVar[str] = "orders-rolled"
    side: Side
    die: int
    modified: int
    orders: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=self.side),)


@dataclass(frozen=True, slots=True)
class StandFastPlaced(Event):
    kind: ClassVar[str] = "stand-fast-placed"
    at: Location


@dataclass(frozen=True, slots=True)
class StandFastLeft(Event):
    """Units left a space against their orders, and it cost victory points."""

    kind: ClassVar[str] = "stand-fast-left"
    at: Location
    points: int


class OrdersPhase(Phase[OrdersFrame]):
    """Nothing is decided by the side that throws."""

    @rule("6.1", "8.1", "4.4")
    def start(self, game: Game, draft: Draft, frame: OrdersFrame) -> None:
        """One die a side, the Axis first; on turn 1 nobody throws, and the Allies have Stalin's orders."""
        side = draft.state.side
        if draft.state.turn == 1:
            found = NONE if side == AXIS else STALIN
        else:
            die = draft.roll()
            modified = die + _modifier(draft.state, side)
            found = game.materials.charts.table("orders").result(side, min(modified, 6))
            draft.emit(OrdersRolled(side, die, modified, found))
        draft.set_value(orders(side), found)
        if found in (HITLER, STALIN):
            draft.call(StandFastFrame(side, game.materials.number("stand_fast")))


@rule("card.axis.9")
def _modifier(state: State, side: Side) -> int:
    """After Hitler Takes Command the Axis adds 2 to its die."""
    return 2 if side == AXIS and is_active(state, "hitler-takes-command") else 0


@rule("8.4", "8.5", "5.5")
def stand_fast_refusal(game: Game, state: State, frame: StandFastFrame, at: Location) -> Refusal | None:
    """A marker goes on ordered units next to a supplied enemy unit, one to a space; of the Allies only on Soviets.

    Stalin's marker is no unit.
    """
    materials: Materials = game.materials
    case = "8.4" if frame.ordered == AXIS else "8.5"
    if not frame.left:
        most = materials.number("stand_fast")
        return Refusal(case, message("refusal.btb.no-stand-fast-left", most=most))
    label = game.board.label(at)
    if not any(is_ordered(materials, unit, frame.ordered) for unit in state.at(at)) or not materials.on_map[at]:
        return Refusal(case, message("refusal.btb.nobody-ordered", space=label))
    if state.marker(at, STAND_FAST):
        return Refusal(case, message("refusal.btb.ordered-already", space=label))
    held = materials.neighbours[at] & combat_places(game, state, enemy_of(frame.ordered))
    beside = (unit for next_to in held for unit in state.at(next_to))
    enemies = (unit for unit in beside if unit.side != frame.ordered and not materials.kind(unit).is_marker)
    if all(supply_of(game, state, unit) is Supply.NONE for unit in enemies):
        return Refusal(case, message("refusal.btb.no-enemy-near", space=label))
    return None


def is_ordered(materials: Materials, unit: Unit, side: Side) -> bool:
    """Whether the orders of a side bind a unit: Hitler's all Axis units, Stalin's the Soviet ones."""
    kind = materials.kind(unit)
    if kind.is_marker or unit.side != side:
        return False
    return side == AXIS or kind.nation is Nation.SOVIET


class StandFastPhase(Phase[StandFastFrame]):
    """The enemy of the ordered side chooses up to three spaces."""

    @rule("8.4", "8.5")
    def menu(self, game: Game, state: State, frame: StandFastFrame) -> Menu:
        """Nobody is asked without a marker left or a space to put it in."""
        neighbours = game.materials.neighbours
        enemies = combat_places(game, state, enemy_of(frame.ordered))
        held = [at for at in combat_places(game, state, frame.ordered) if not neighbours[at].isdisjoint(enemies)]
        offer = Offer(
            PlaceStandFast,
            lambda: (PlaceStandFast(at) for at in sorted(held)),
            lambda action: stand_fast_refusal(game, state, frame, action.at),
            quota=Quota.of(frame.left),
        )
        prompt = message("prompt.btb.stand-fast", side=enemy_of(frame.ordered), count=frame.left)
        case = "8.4" if frame.ordered == AXIS else "8.5"
        return Menu(enemy_of(frame.ordered), prompt, case, (offer, Offer.one(Done()))).asked_if(offer.any())

    @rule("8.4", "8.5", "4.4")
    def apply(self, game: Game, draft: Draft, frame: StandFastFrame, action: Action) -> None:
        """Three markers at most; fewer may be placed."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, PlaceStandFast)
        draft.set_marker(action.at, STAND_FAST, 1)
        draft.emit(StandFastPlaced(action.at))
        draft.replace_frame(StandFastFrame(frame.ordered, frame.left - 1))


@rule("8.4", "8.5", "card.allied.48")
def leave_stand_fast(game: Game, draft: Draft, unit: UnitId, origin: Location, *, free: bool = False) -> None:
    """A unit leaves by movement or redeployment, which costs 1 VP for the space.

    It is `free` if the first space it enters was the enemy's when the operation began, whoever has entered it since.
    After Bomb Plot each German unit that leaves pays. Paying takes the marker away, and so does the last one to leave.
    Called before the unit is moved.
    """
    state, materials = draft.state, game.materials
    record = state.unit(unit)
    if not state.marker(origin, STAND_FAST) or not is_ordered(materials, record, record.side):
        return
    if not any(is_ordered(materials, each, record.side) for each in state.at(origin) if each.id != unit):
        draft.set_marker(origin, STAND_FAST, 0)
    if free:
        return
    each = record.side == AXIS and is_active(state, "bomb-plot")
    if each:
        leaving = materials.kind(record).nation is Nation.GERMAN
        cost = 1 if leaving else 0
    else:
        cost = 1
        draft.set_marker(origin, STAND_FAST, 0)
    if cost:
        add_vp(game, draft, -cost if record.side == AXIS else cost, "8.4" if record.side == AXIS else "8.5")
        draft.emit(StandFastLeft(origin, cost))


@rule("8.4", "8.5")
def lift_orders(game: Game, draft: Draft) -> None:
    """Where nobody is left who had to stand fast, as after an advance or a retreat of all, the marker goes."""
    state, materials = draft.state, game.materials
    for at in sorted(at for at, here in state.markers.items() if STAND_FAST in here):
        if not any(is_ordered(materials, unit, unit.side) for unit in state.at(at)):
            draft.set_marker(at, STAND_FAST, 0)


@rule("8.2", "8.3")
def take_penalties(game: Game, draft: Draft) -> None:
    """A side that did not make the offensive it was ordered to make pays 1 VP; none is asked of those who cannot."""
    state = draft.state
    if (
        state.values.get(orders(AXIS)) == OFFENSIVE
        and not in_turn(state, "offensive-axis")
        and can_be_made(game, state, AXIS)
    ):
        add_vp(game, draft, -1, "8.2")
    asked = state.values.get(orders(ALLIED))
    if asked == OFFENSIVE and not in_turn(state, "offensive-allied") and can_be_made(game, state, ALLIED):
        add_vp(game, draft, 1, "8.2")
    if asked == SOVIET_OFFENSIVE and not in_turn(state, "offensive-soviet"):
        add_vp(game, draft, 1, "8.2")


@rule("8.3")
def can_be_made(game: Game, state: State, side: Side) -> bool:
    """The Axis and the western offensives are asked for only where there is somebody to make them.

    They are ignored when the Axis has no unit in North Africa and the western Allies none in Europe.
    """
    materials: Materials = game.materials
    on_map = [unit for unit in state.every_unit() if materials.is_on_map(unit) and not materials.kind(unit).is_marker]
    axis_in_africa = any(unit.side == AXIS and materials.in_area(unit.at, "north-africa") for unit in on_map)
    western = [unit for unit in on_map if materials.kind(unit).nation in WESTERN_ATTACKERS]
    in_europe = any(is_in_europe(materials, unit.at) for unit in western)
    if not axis_in_africa and not in_europe:
        return False
    return bool(western)


AFRICA_AND_ASIA = frozenset(
    {"algeria", "tunisia", "libya", "egypt", "palestine", "syria", "lebanon", "transjordan", "iraq", "iran", "turkey"}
)


def is_in_europe(materials: Materials, at: Location) -> bool:
    """Whether a space lies in Europe; a beach counts with the land behind it."""
    country = materials.countries[at]
    if country:
        return country not in AFRICA_AND_ASIA
    return any(materials.countries[inland] not in AFRICA_AND_ASIA for inland, _ in materials.land_links[at])


CHAPTER = Chapter(
    actions=(PlaceStandFast,),
    events=(OrdersRolled, StandFastPlaced, StandFastLeft),
    phases={OrdersFrame: OrdersPhase(), StandFastFrame: StandFastPhase()},
)
