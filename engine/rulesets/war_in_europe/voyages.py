"""13.32 to 13.37 and 7.24: a unit at sea: aircraft strike at it front by front, and it comes ashore, or does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow, UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitTakenOff
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import lose
from engine.rulesets.war_in_europe.landings import landing_route, places, shore_refusal
from engine.rulesets.war_in_europe.names import (
    AT_SEA,
    AXIS,
    BEACH_TURN,
    DUE,
    LANDED,
    SAILED,
    Front,
    beach_of,
    coming_box,
    enemy_of,
    returning,
)
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.ports import strike_points, strike_range
from engine.rulesets.war_in_europe.sea_routes import port_refusal, ports_of, sort_refusal, voyages, zones_on
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import company

ORDINARY, EMERGENCY, LANDING, LEAVING = "ordinary", "emergency", "landing", "leaving"
DISRUPTED, LOST = "D", "A1"


@dataclass(frozen=True, slots=True)
class StrikeConvoy(Action):
    """Strike at a unit at sea with some air-sea points."""

    kind: ClassVar[str] = "strike-convoy"
    points: int


@dataclass(frozen=True, slots=True)
class SailOn(Action):
    """After a strike, go on to the same place or to another."""

    kind: ClassVar[str] = "sail-on"
    to: Location


@dataclass(frozen=True, slots=True)
class ConvoyStruck(Event):
    kind: ClassVar[str] = "convoy-struck"
    unit: UnitId
    side: Side
    front: str
    points: int
    die: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, self.side, column=str(self.points), result=self.result),)


@dataclass(frozen=True, slots=True)
class ConvoyIntercepted(Event):
    """Allied ships on the high seas have met an Axis unit."""

    kind: ClassVar[str] = "convoy-intercepted"
    unit: UnitId
    die: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, enemy_of(AXIS), result=self.result),)


@dataclass(frozen=True, slots=True)
class UnitSailed(Event):
    kind: ClassVar[str] = "unit-sailed"
    unit: UnitId
    way: tuple[Location, ...]
    manner: str

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.way),)


@dataclass(frozen=True, slots=True)
class LeftMap(UnitTakenOff):
    kind: ClassVar[str] = "left-map"
    turn: int


@dataclass(frozen=True, slots=True)
class VoyageFrame(Frame):
    """A unit at sea: its route, the fronts on which it is still to be struck at, and whether it has been hit.

    It ends with the fronts on which the enemy lost an air point.
    """

    kind: ClassVar[str] = "voyage"
    unit: UnitId
    route: tuple[Location, ...]
    manner: str
    keep: bool = False
    """Whether the amphibious point stays on the beach as a base."""
    fronts: tuple[str, ...] = ()
    hit: bool = False
    downed: tuple[str, ...] = ()


@rule("13.32", "13.33", "13.34", "7.24", "7.12", "7.31")
def struck_on(game: Game, state: State, side: Side, route: tuple[Location, ...], manner: str) -> tuple[str, ...]:
    """The fronts on which a voyage is struck at, once each: where enemy points reach it from its first hex to its last.

    Not in emergencies.
    """
    if manner == EMERGENCY:
        return ()
    enemy = enemy_of(side)
    return tuple(str(front) for front in Front if any(at in strike_range(game, state, enemy, front) for at in route))


class VoyagePhase(Phase[VoyageFrame]):
    """Strikes first, then the landfall."""

    def start(self, game: Game, draft: Draft, frame: VoyageFrame) -> None:
        side = draft.state.unit(frame.unit).side
        if side == AXIS and not self._intercepted(game, draft, frame):
            self._sunk(game, draft, frame)
            return
        if not frame.fronts:
            self._arrive(game, draft, frame)

    @rule("7.24", "7.12", "7.31")
    def _intercepted(self, game: Game, draft: Draft, frame: VoyageFrame) -> bool:
        """On the high seas Allied ships may meet an Axis unit, if its table says so; False when it is sunk."""
        table = game.materials.charts.table("naval-interdiction")
        high = set(game.materials.words("high_seas"))
        armed = any(DISRUPTED in row for row in table.cells)
        if not armed or not high.intersection(zones_on(game, frame.route)):
            return True
        die = draft.roll()
        result = table.result(table.columns[0], die)
        draft.emit(ConvoyIntercepted(frame.unit, die, result))
        return result != DISRUPTED or not lose(game, draft, frame.unit)

    @rule("13.32", "13.35")
    def menu(self, game: Game, state: State, frame: VoyageFrame) -> Menu | None:
        """The enemy says with how many points he strikes; the owner of a unit that was hit, where it goes now."""
        unit = state.unit(frame.unit)
        enemy = enemy_of(unit.side)
        if frame.hit:
            said = message("prompt.wie.sail-on", side=unit.side, unit=frame.unit)
            offer = Offer(SailOn, lambda: self._havens(game, state, frame),
                          lambda action: self._haven_refusal(game, state, frame, action))  # fmt: skip
            return Menu(unit.side, said, "13.35", (offer,))
        if not frame.fronts:
            return None
        front = frame.fronts[0]
        most = min(strike_points(state, enemy, front), game.materials.number("strike_most"))
        refusal = Refusal("13.32", message("refusal.wie.strike-points", most=most))
        options = [StrikeConvoy(points) for points in range(1, most + 1)]
        said = message("prompt.wie.strike-convoy", side=enemy, unit=frame.unit, front=front)
        return Menu(enemy, said, "13.32", (Offer.among(options, StrikeConvoy, refusal),))

    @rule("13.35")
    def _havens(self, game: Game, state: State, frame: VoyageFrame) -> Iterator[SailOn]:
        unit = state.unit(frame.unit)
        reached = voyages(game, state, unit.side, unit.at)
        others = {at for at in game.materials.ground.ports if at in reached.costs}
        if frame.manner == LANDING:
            others.update(places(game, state, unit))
        return (SailOn(at) for at in (frame.route[-1], *sorted(others - {frame.route[-1]})))

    @rule("13.35", "13.37")
    def _haven_refusal(self, game: Game, state: State, frame: VoyageFrame, action: SailOn) -> Refusal | None:
        """The place it was bound for, the port it came from, or any other friendly port that it can reach.

        One that was to land may do so on any other coast besides.
        """
        unit = state.unit(frame.unit)
        if action.to == frame.route[-1] or (action.to == unit.at and game.materials.is_on_map(unit)):
            return None
        if frame.manner == LANDING and action.to not in ports_of(game, state, unit.side):
            return shore_refusal(game, state, unit, action.to)
        if action.to not in voyages(game, state, unit.side, unit.at).costs:
            return Refusal("13.35", message("refusal.wie.no-route", hex=game.board.label(action.to)))
        route = landing_route(game, state, unit, action.to) or frame.route
        refusal = port_refusal(game, state, unit, action.to, leaving=False) or sort_refusal(game, unit, route)
        return refusal or joining_refusal(game, state, unit, action.to)

    @rule("13.32", "13.36", "13.37")
    def apply(self, game: Game, draft: Draft, frame: VoyageFrame, action: Action) -> None:
        """A hit reduces the unit, which may go on; a six costs the enemy a point at the end of the phase."""
        if isinstance(action, SailOn):
            self._go_on(game, draft, frame, action)
            return
        assert isinstance(action, StrikeConvoy)
        side = enemy_of(draft.state.unit(frame.unit).side)
        front, rest = frame.fronts[0], frame.fronts[1:]
        table = game.materials.charts.table("air-sea")
        die = draft.roll()
        result = table.result(table.column_for(action.points), die)
        draft.emit(ConvoyStruck(frame.unit, side, front, action.points, die, result))
        frame = replace(frame, fronts=rest, downed=(*frame.downed, front) if result == LOST else frame.downed)
        if result == DISRUPTED:
            if lose(game, draft, frame.unit):
                self._sunk(game, draft, frame)
                return
            frame = replace(frame, hit=True)
        self._next(game, draft, frame)

    def _next(self, game: Game, draft: Draft, frame: VoyageFrame) -> None:
        draft.replace_frame(frame)
        if not frame.hit and not frame.fronts:
            self._arrive(game, draft, frame)

    @rule("13.33", "13.35")
    def _go_on(self, game: Game, draft: Draft, frame: VoyageFrame, action: SailOn) -> None:
        """On another route other fronts may strike, but none that has done so already."""
        unit = draft.state.unit(frame.unit)
        before = struck_on(game, draft.state, unit.side, frame.route, frame.manner)
        route = frame.route
        if action.to == unit.at:
            route = (unit.at,)
        elif action.to != route[-1]:
            route = landing_route(game, draft.state, unit, action.to) or route
        done = set(before) - set(frame.fronts)
        still = struck_on(game, draft.state, unit.side, route, frame.manner)
        struck = replace(frame, route=route, hit=False, fronts=tuple(front for front in still if front not in done))
        if frame.manner == LANDING and action.to != unit.at:
            struck = replace(struck, keep=False)
            draft.set_value(POINT_LOST, True)
        self._next(game, draft, struck)

    @rule("7.3", "13.37")
    def _sunk(self, game: Game, draft: Draft, frame: VoyageFrame) -> None:
        """The unit is gone; its amphibious point has been used all the same."""
        draft.set_value(POINT_LOST, None)
        if frame.manner == LANDING:
            recycle(game, draft, draft.state.side, 1)
        draft.end(frame.downed)

    @rule("7.12", "7.23", "7.33", "7.35", "13.37")
    def _arrive(self, game: Game, draft: Draft, frame: VoyageFrame) -> None:
        """The unit is put ashore: in a port, or on a beach with its amphibious point as a base or sent back."""
        record = draft.state.unit(frame.unit)
        to, side = frame.route[-1], record.side
        if to in game.materials.ground.sea_exits and frame.manner == LEAVING:
            self._leave(game, draft, frame)
            return
        draft.move_unit(frame.unit, to)
        draft.mark(frame.unit, SAILED)
        way = frame.route if len(frame.route) > 1 else (record.at, to)
        draft.emit(UnitSailed(frame.unit, way, frame.manner))
        friendly = port_refusal(game, draft.state, record, to, leaving=True) is None
        if frame.manner == LANDING:
            self._come_ashore(game, draft, frame, friendly=friendly)
        if not company(draft.state, to, enemy_of(side)):
            came_into(game, draft, to, side)
        draft.end(frame.downed)

    @rule("7.16")
    def _leave(self, game: Game, draft: Draft, frame: VoyageFrame) -> None:
        """The unit is at the edge of the map, and off it for four turns."""
        unit = draft.state.unit(frame.unit)
        to, turn = game.board.at(coming_box(unit.side)), draft.state.turn + game.materials.number("cape_turns")
        draft.move_unit(unit.id, to)
        draft.change_unit(unit.id, marks=(), values={DUE: turn, AT_SEA: True})
        draft.emit(LeftMap(unit.id, unit.at, to, turn))
        draft.end(frame.downed)

    @rule("7.33", "7.35", "13.37", "7.34")
    def _come_ashore(self, game: Game, draft: Draft, frame: VoyageFrame, *, friendly: bool) -> None:
        to, side = frame.route[-1], draft.state.unit(frame.unit).side
        gone = bool(draft.state.values.get(POINT_LOST, False))
        draft.set_value(POINT_LOST, None)
        if not friendly:
            draft.mark(frame.unit, LANDED)
            draft.set_marker(to, BEACH_TURN, max(1, draft.state.turn))
        if gone and not friendly:
            return
        if frame.keep and not friendly:
            draft.set_marker(to, beach_of(side), draft.state.marker(to, beach_of(side)) + 1)
        else:
            recycle(game, draft, side, 1)


POINT_LOST = "amphibious-point-lost"
"""Noted while a unit that was hit at sea lands all the same: its amphibious point is gone for good."""


@rule("7.3")
def recycle(game: Game, draft: Draft, side: Side, points: int) -> None:
    """Amphibious points that have been used come back nine turns later."""
    turn = draft.state.turn + game.materials.number("amphibious_turns")
    change(draft, returning(f"amphibious-{side}", turn), points)


CHAPTER = Chapter(
    actions=(StrikeConvoy, SailOn),
    events=(ConvoyStruck, ConvoyIntercepted, UnitSailed, LeftMap),
    phases={VoyageFrame: VoyagePhase()},
)
