"""Chapter 7: the naval movement phase: transport between ports, emergencies, landings, the way round the Cape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change, largest, lose_point, points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import lose
from engine.rulesets.war_in_europe.landings import (
    lander_refusal,
    landing_refusal,
    landing_route,
    shores_for,
)
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ALLIED,
    ARMS,
    AT_SEA,
    BEACH_TURN,
    DROPPED,
    DUE,
    FLOWN,
    FLOWN_IN,
    FORTIFIED,
    FUSED,
    LANDED,
    MARCHED,
    RAILED,
    REBUILT,
    SAILED,
    Role,
    amphibious,
    beach_of,
    coming_box,
    enemy_of,
    returning,
    sailed,
    strikes,
)
from engine.rulesets.war_in_europe.replacements import front_at, point_sort, stock_name
from engine.rulesets.war_in_europe.sea_routes import (
    capacity_refusal,
    port_refusal,
    ports_of,
    short_voyages,
    sort_refusal,
    voyages,
    way_in,
    zones_on,
)
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import company
from engine.rulesets.war_in_europe.voyages import EMERGENCY, LANDING, LEAVING, ORDINARY, VoyageFrame, recycle, struck_on
from engine.rulesets.war_in_europe.weather import is_snowed_in


@dataclass(frozen=True, slots=True)
class SailTo(Action):
    """Take a unit from port to port."""

    kind: ClassVar[str] = "sail-to"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Take a unit from port to port by emergency transport."""

    kind: ClassVar[str] = "evacuate"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land a unit on a coast, or with amphibious points in a port; its point may stay as a base."""

    kind: ClassVar[str] = "land"
    unit: UnitId
    to: Location
    keep: bool


@dataclass(frozen=True, slots=True)
class LiftBeach(Action):
    """Take an amphibious point off a beach."""

    kind: ClassVar[str] = "lift-beach"
    at: Location


@dataclass(frozen=True, slots=True)
class LeaveMap(Action):
    """Send a unit off the map by sea, to come back four turns later."""

    kind: ClassVar[str] = "leave-map"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ComeBack(Action):
    """Bring a unit that has sailed round the map into a port."""

    kind: ClassVar[str] = "come-back"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class BeachLifted(Event):
    kind: ClassVar[str] = "beach-lifted"
    at: Location
    side: Side


@dataclass(frozen=True, slots=True)
class AirLostAtSea(Event):
    """Air points that struck at convoys are lost, at the end of the phase."""

    kind: ClassVar[str] = "air-lost-at-sea"
    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class NavalFrame(Frame):
    """The naval movement of a side; `downed` has the front of each enemy air point that is to be lost."""

    kind: ClassVar[str] = "naval"
    downed: tuple[str, ...] = ()


# Who sails


@rule("5.25", "6.64", "7.0", "7.12", "7.13", "7.15", "7.21", "7.32", "7.33", "14.22", "15.1")
def sailor_refusal(
    game: Game, state: State, id: UnitId, *, marched: bool = False, landing: bool = False
) -> Refusal | None:
    """Who does not sail now: whoever has moved otherwise, but for emergencies, or is not in a friendly port.

    Both are told by the cases of landings to one who is to be landed, the second by that of emergencies in one.
    """
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("7.0", message("refusal.wie.not-yours", unit=id))
    once = "7.32" if landing else "6.64" if materials.kind(unit).role is Role.REPAIR else "7.0"
    combined = {} if marched else {MARCHED: once, RAILED: once}
    barred = {
        DROPPED: "8.24",
        **dict.fromkeys((SAILED, LANDED, FLOWN, FLOWN_IN), once),
        ABOARD: "6.41",
        FUSED: "16.12",
        REBUILT: "17.13",
        FORTIFIED: "18.21",
        **combined,
    }
    for mark, case in barred.items():
        if mark in unit.marks:
            return Refusal(case, message("refusal.wie.busy", unit=id))
    if is_snowed_in(game, state, unit):
        return Refusal("15.1", message("refusal.wie.immobile", unit=id))
    refusal = port_refusal(game, state, unit, unit.at, leaving=True)
    if refusal is None or unit.at in ports_of(game, state, unit.side):
        return refusal
    return replace(refusal, rule="7.33" if landing else "7.21" if marched else refusal.rule)


@rule("7.1", "7.13")
def sail_refusal(game: Game, state: State, action: SailTo) -> Refusal | None:
    """From a friendly port to another, with ships in every sea zone on the way, and room at its end."""
    refusal = sailor_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    reached = voyages(game, state, unit.side, unit.at)
    if action.to == unit.at or action.to not in reached.costs:
        return Refusal("7.0", message("refusal.wie.no-route", hex=game.board.label(action.to)))
    route = tuple(reached.path_to(action.to))
    return (
        port_refusal(game, state, unit, action.to, leaving=False)
        or sort_refusal(game, unit, route)
        or capacity_refusal(game, state, unit, route)
        or joining_refusal(game, state, unit, action.to)
    )


@rule("7.2", "7.21", "7.22", "6.64")
def evacuate_refusal(game: Game, state: State, action: Evacuate) -> Refusal | None:
    """Four hexes at the most; the unit may have marched or ridden to its port in this turn (ruling 17).

    Not so a repair unit, which moves once a turn in whatever way (ruling 19).
    """
    refusal = sailor_refusal(game, state, action.unit, marched=True)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    if game.materials.kind(unit).role is Role.REPAIR and unit.marks & {MARCHED, RAILED}:
        return Refusal("6.64", message("refusal.wie.busy", unit=action.unit))
    reached = short_voyages(game, state, unit.side, unit.at)
    if action.to == unit.at or action.to not in reached.costs:
        return Refusal("7.22", message("refusal.wie.no-route", hex=game.board.label(action.to)))
    route = tuple(reached.path_to(action.to))
    return (
        port_refusal(game, state, unit, action.to, leaving=False)
        or sort_refusal(game, unit, route)
        or capacity_refusal(game, state, unit, route)
        or joining_refusal(game, state, unit, action.to)
    )


@rule("7.16", "5.27")
def leave_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """The Allies alone sail off the map, from a port whose sea leads to one of its open edges."""
    refusal = sailor_refusal(game, state, id)
    if refusal is not None:
        return refusal
    unit = state.unit(id)
    route = _way_out(game, state, unit)
    if unit.side != ALLIED or route is None:
        return Refusal("7.16", message("refusal.wie.no-way-out", unit=id))
    return sort_refusal(game, unit, route) or capacity_refusal(game, state, unit, route)


def _way_out(game: Game, state: State, unit: Unit) -> tuple[Location, ...] | None:
    reached = voyages(game, state, unit.side, unit.at)
    exits = sorted((reached.costs[at], at) for at in game.materials.ground.sea_exits if at in reached.costs)
    return tuple(reached.path_to(exits[0][1])) if exits else None


@rule("7.16")
def come_back_refusal(game: Game, state: State, action: ComeBack) -> Refusal | None:
    """Four turns later, into any friendly port that can be reached from an open edge of the map."""
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or AT_SEA not in unit.values:
        return Refusal("7.16", message("refusal.wie.not-at-sea", unit=action.unit))
    if int(unit.values.get(DUE, 0)) > state.turn:
        return Refusal("7.16", message("refusal.wie.not-due", unit=action.unit))
    route = way_in(game, state, unit.side, action.to)
    if route is None:
        return Refusal("7.16", message("refusal.wie.no-route", hex=game.board.label(action.to)))
    return (
        port_refusal(game, state, unit, action.to, leaving=False)
        or sort_refusal(game, unit, route)
        or joining_refusal(game, state, unit, action.to)
    )


class _NavalChoices:
    """What may sail where, looked for when somebody asks."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self._ashore: dict[tuple[Location, str, int], list[tuple[Location, bool]]] = {}

    def sailors(self, only: UnitId | None = None) -> Iterator[Unit]:
        ports, state = ports_of(self.game, self.state, self.state.side), self.state
        units = state.every_unit() if only is None else filter(None, (state.units.get(only),))
        return (unit for unit in units if unit.side == state.side and unit.at in ports)

    def to_ports(
        self, make: Callable[[UnitId, Location], Action], *, marched: bool, only: UnitId | None = None
    ) -> Iterator[Any]:
        """Voyages of those who may sail at all to every port of the side."""
        ports = sorted(ports_of(self.game, self.state, self.state.side))
        for unit in self.sailors(only):
            if sailor_refusal(self.game, self.state, unit.id, marched=marched) is None:
                yield from (make(unit.id, to) for to in ports)

    def landings(self, only: UnitId | None = None) -> Listing[Land]:
        return Listing(lambda unit, ashore: Land(unit, *ashore), self._landing_rows(only))

    def _landing_rows(self, only: UnitId | None) -> Iterator[tuple[UnitId, Sequence[tuple[Location, bool]]]]:
        """Units of a sort that wait in one port can be landed in the same places: these are looked for once."""
        game, state = self.game, self.state
        if not points_in(state, amphibious(state.side)):
            return
        for unit in self.sailors(only):
            if sailor_refusal(game, state, unit.id) is None and lander_refusal(game, state, unit) is None:
                sort = (unit.at, unit.type, unit.step)
                if sort not in self._ashore:
                    self._ashore[sort] = self._shores(unit)
                yield unit.id, self._ashore[sort]

    def _shores(self, unit: Unit) -> list[tuple[Location, bool]]:
        """Where a unit can be landed, and whether its point stays there; in a port none does."""
        game, state = self.game, self.state
        ports = ports_of(game, state, unit.side)
        found = shores_for(game, state, unit.id)
        return [(to, keep) for to in found for keep in ((False,) if to in ports else (False, True))]

    def returning(self) -> Iterator[ComeBack]:
        ports = sorted(ports_of(self.game, self.state, self.state.side))
        box = self.game.board.at(coming_box(self.state.side))
        away = (unit for unit in self.state.at(box) if AT_SEA in unit.values)
        return (ComeBack(unit.id, to) for unit in away for to in ports)


class NavalPhase(Phase[NavalFrame]):
    """Units sail one after another; the enemy's aircraft that were lost are taken off at the end."""

    @rule("7.0", "7.3")
    def menu(self, game: Game, state: State, frame: NavalFrame) -> Menu:
        choices = _NavalChoices(game, state)

        def land_refused(action: Land) -> Refusal | None:
            refusal = sailor_refusal(game, state, action.unit, landing=True)
            return refusal or landing_refusal(game, state, action.unit, action.to, keep=action.keep)

        offers: tuple[Offer[Any], ...] = (
            Offer(
                SailTo,
                lambda: choices.to_ports(SailTo, marched=False),
                lambda action: sail_refusal(game, state, action),
                of_unit=lambda unit: choices.to_ports(SailTo, marched=False, only=unit),
            ),
            Offer(
                Evacuate,
                lambda: choices.to_ports(Evacuate, marched=True),
                lambda action: evacuate_refusal(game, state, action),
                of_unit=lambda unit: choices.to_ports(Evacuate, marched=True, only=unit),
            ),
            Offer(
                Land,
                choices.landings,
                land_refused,
                of_unit=choices.landings,
                exact=True,
                quota=Quota.of(points_in(state, amphibious(state.side))),
            ),
            Offer(
                LiftBeach,
                lambda: (LiftBeach(at) for at in sorted(state.markers)),
                lambda action: beach_refusal(game, state, action),
            ),
            Offer(
                LeaveMap,
                lambda: (LeaveMap(unit.id) for unit in choices.sailors()),
                lambda action: leave_refusal(game, state, action.unit),
            ),
            Offer(ComeBack, choices.returning, lambda action: come_back_refusal(game, state, action)),
        )
        said = message("prompt.wie.naval", side=state.side)
        menu = Menu(state.side, said, "7.0", (*offers, Offer.one(Done())), default=Done())
        return menu.asked_if(bool(frame.downed) or any(offer.any() for offer in offers))

    def apply(self, game: Game, draft: Draft, frame: NavalFrame, action: Action) -> None:
        side = draft.state.side
        if isinstance(action, SailTo):
            route = tuple(voyages(game, draft.state, side, draft.state.unit(action.unit).at).path_to(action.to))
            self._use_ships(game, draft, draft.state.unit(action.unit), route)
            self._call(game, draft, action.unit, route, ORDINARY)
        elif isinstance(action, Evacuate):
            self._evacuate(game, draft, action)
        elif isinstance(action, Land):
            ashore = landing_route(game, draft.state, draft.state.unit(action.unit), action.to)
            assert ashore is not None
            change(draft, amphibious(side), -1)
            self._call(game, draft, action.unit, ashore, LANDING, keep=action.keep)
        elif isinstance(action, LiftBeach):
            lift_beach(game, draft, action.at, side)
        elif isinstance(action, LeaveMap):
            self._leave(game, draft, action.unit)
        elif isinstance(action, ComeBack):
            draft.change_unit(action.unit, values={})
            back = way_in(game, draft.state, side, action.to)
            assert back is not None
            self._call(game, draft, action.unit, (draft.state.unit(action.unit).at, *back), ORDINARY)
        else:
            end_naval(draft, frame, side)
            draft.end()

    def resume(self, game: Game, draft: Draft, frame: NavalFrame, result: object) -> None:
        if isinstance(result, tuple):
            draft.replace_frame(replace(frame, downed=(*frame.downed, *result)))

    def _use_ships(self, game: Game, draft: Draft, unit: Unit, route: tuple[Location, ...]) -> None:
        """Naval transport is used in every zone on the way; strikes do not destroy it (13.37)."""
        points = game.materials.kind(unit).divisions(unit.step)
        for zone in zones_on(game, route) or ("sea",):
            change(draft, sailed(unit.side, zone), points)

    def _call(
        self, game: Game, draft: Draft, unit: UnitId, route: tuple[Location, ...], manner: str, *, keep: bool = False
    ) -> None:
        fronts = struck_on(game, draft.state, draft.state.side, route, manner)
        draft.call(VoyageFrame(unit, route, manner, keep, fronts))

    @rule("7.23", "7.24")
    def _evacuate(self, game: Game, draft: Draft, action: Evacuate) -> None:
        """The unit is reduced or lost; a replacement point of its sort comes to its front in the next turn."""
        unit = draft.state.unit(action.unit)
        kind = game.materials.kind(unit)
        route = tuple(short_voyages(game, draft.state, unit.side, unit.at).path_to(action.to))
        sort = point_sort(kind)
        if sort is not None:
            name = stock_name(kind.nation, sort, front_at(game, action.to))
            change(draft, returning(name, draft.state.turn + 1), 1)
        self._use_ships(game, draft, unit, route)
        if not lose(game, draft, action.unit):
            self._call(game, draft, action.unit, route, EMERGENCY)

    @rule("7.16", "7.12")
    def _leave(self, game: Game, draft: Draft, id: UnitId) -> None:
        """Off the map by sea; on the way to its edge aircraft strike as at any other unit."""
        unit = draft.state.unit(id)
        route = _way_out(game, draft.state, unit)
        assert route is not None
        self._use_ships(game, draft, unit, route)
        self._call(game, draft, id, route, LEAVING)


@rule("7.35")
def beach_refusal(game: Game, state: State, action: LiftBeach) -> Refusal | None:
    """Points that lie on a beach of the side are taken off one by one, not in the turn of the landing."""
    if not state.marker(action.at, beach_of(state.side)) or state.marker(action.at, BEACH_TURN) == state.turn:
        return Refusal("7.35", message("refusal.wie.no-beach", hex=game.board.label(action.at)))
    return None


@rule("7.35")
def lift_beach(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """The point is on its way back from now on (ruling 22)."""
    draft.set_marker(at, beach_of(side), draft.state.marker(at, beach_of(side)) - 1)
    recycle(game, draft, side, 1)
    draft.emit(BeachLifted(at, side))


@rule("7.3", "7.33")
def leave_beach(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A landing has failed: the points that were to stay on its beach are on their way back like any others."""
    if not company(draft.state, at, side) and company(draft.state, at, enemy_of(side)):
        while draft.state.marker(at, beach_of(side)):
            lift_beach(game, draft, at, side)


@rule("13.35", "13.37")
def end_naval(draft: Draft, frame: NavalFrame, side: Side) -> None:
    """What the enemy's aircraft lost at sea is taken off now."""
    enemy, lost = enemy_of(side), 0
    for front in frame.downed:
        found = largest(draft.state, ((arm, strikes(arm, front)) for arm in ARMS[enemy]))
        if found is not None:
            lose_point(draft, *found)
            lost += 1
    if lost:
        draft.emit(AirLostAtSea(enemy, lost))


CHAPTER = Chapter(
    actions=(SailTo, Evacuate, Land, LiftBeach, LeaveMap, ComeBack),
    events=(BeachLifted, AirLostAtSea),
    phases={NavalFrame: NavalPhase()},
)
