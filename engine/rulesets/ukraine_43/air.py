"""Chapter 15 and 25.3: aircraft, their bases, and the missions that are not flown for an attack.

An air unit stands on its base, or, with the mark `das`, over the hexes it covers. How it helps an attack is in
`combat/supports.py`, what it covers in `standing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.supports import is_air_closed
from engine.rulesets.ukraine_43.elimination import disrupt, put_away
from engine.rulesets.ukraine_43.leaders import LeaderFrame, caught_leader
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    AXIS,
    DAS,
    DISRUPTED,
    FLOWN,
    GROUNDED,
    SOVIET,
    UNSUPPLIED,
    Weather,
    coming_box,
    enemy_of,
    weather_of,
)
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import company, is_held, standing
from engine.rulesets.ukraine_43.supply import supplied_places
from engine.rulesets.ukraine_43.weather import weather_over_aircraft


@dataclass(frozen=True, slots=True)
class Rebase(Action):
    """Send an air unit to another base."""

    kind: ClassVar[str] = "rebase"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class FlyCover(Action):
    """Send an air unit over a hex, to cover it and those around it in the enemy's turn."""

    kind: ClassVar[str] = "fly-cover"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class ReturnToBase(Action):
    """Say to which base an air unit comes back."""

    kind: ClassVar[str] = "return-to-base"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class AirMoved(UnitDisplaced):
    """An air unit went to another base, over the front, or back; `mission` says which."""

    kind: ClassVar[str] = "air-moved"
    mission: str


@dataclass(frozen=True, slots=True)
class AirReadied(Event):
    """The air units of a side can fly again."""

    kind: ClassVar[str] = "air-readied"
    side: Side


@dataclass(frozen=True, slots=True)
class AirFrame(Frame):
    """The aircraft of a side are made ready at the beginning of its turn; `owner` has missions that end now."""

    kind: ClassVar[str] = "air"
    owner: Side = SOVIET
    weather_done: bool = False


@dataclass(frozen=True, slots=True)
class CoverFrame(Frame):
    """The side whose turn ends sends aircraft over the front."""

    kind: ClassVar[str] = "cover"


@dataclass(frozen=True, slots=True)
class BaseFrame(Frame):
    """A base was lost; the owner of the aircraft says where they go."""

    kind: ClassVar[str] = "base"
    unit: UnitId


def aircraft(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The air units of a side on the map."""
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == side and materials.kind(unit).is_air and materials.is_on_map(unit)
    )


# Bases


@rule("15.3")
def base_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """A village, town or city of one's own that is in supply, and where no other air unit is based."""
    label = game.board.label(at)
    if at not in game.materials.ground.settlements:
        return Refusal("15.3", message("refusal.u43.no-base", hex=label))
    if not is_held(game, state, at, unit.side) or at in standing(game, state, enemy_of(unit.side)).occupied:
        return Refusal("15.3", message("refusal.u43.base-not-yours", hex=label))
    if at not in supplied_places(game, state, unit.side):
        return Refusal("15.3", message("refusal.u43.base-unsupplied", hex=label))
    kinds = game.materials.kinds
    there = (other for other in company(state, at, unit.side) if kinds[other.type].is_air and DAS not in other.marks)
    if any(other.id != unit.id for other in there):
        return Refusal("15.3", message("refusal.u43.base-taken", hex=label))
    return None


@rule("15.3")
def bases(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """Where an air unit could be based now."""
    places = sorted(supplied_places(game, state, unit.side) & game.materials.ground.settlements.keys())
    return tuple(at for at in places if base_refusal(game, state, unit, at) is None)


def _within(game: Game, unit: Unit, at: Location) -> bool:
    """Whether a hex is in range of where an air unit is."""
    distance = game.board.distance(unit.at, at)
    return distance is not None and distance <= game.materials.face(unit).range


# Changing base


@rule("14.5", "15.2", "15.3", "15.7", "25.3")
def rebase_refusal(game: Game, state: State, action: Rebase) -> Refusal | None:
    """A mission of its own, to any base however far, for a unit out of supply too; never in rain."""
    unit = state.units.get(action.unit)
    refusal = _ready_refusal(game, state, unit, action.unit, "15.3")
    if refusal is not None:
        return refusal
    assert unit is not None
    if weather_of(state) is Weather.RAIN:
        return Refusal("25.3", message("refusal.u43.no-flying"))
    if action.to == unit.at:
        return Refusal("15.3", message("refusal.u43.base-taken", hex=game.board.label(action.to)))
    return base_refusal(game, state, unit, action.to)


@rule("15.1", "15.2", "15.7")
def _ready_refusal(game: Game, state: State, unit: Unit | None, id: UnitId, case: str) -> Refusal | None:
    """What keeps an air unit from any mission: it is not there, has flown, or is disrupted."""
    materials: Materials = game.materials
    if unit is None or unit.side != state.side or not materials.kind(unit).is_air or not materials.is_on_map(unit):
        return Refusal(case, message("refusal.u43.no-air-unit", unit=id))
    if {FLOWN, DAS} & unit.marks:
        return Refusal("15.2", message("refusal.u43.has-flown", unit=id))
    if DISRUPTED in unit.marks:
        return Refusal("15.7", message("refusal.u43.disrupted", unit=id))
    return None


@rule("15.3")
def rebase(game: Game, draft: Draft, hand: Hand, action: Rebase) -> None:
    """The unit is on its new base and has flown."""
    origin = draft.state.unit(action.unit).at
    draft.move_unit(action.unit, action.to)
    draft.mark(action.unit, FLOWN)
    draft.emit(AirMoved(action.unit, origin, action.to, "rebase"))


def _rebasings(game: Game, state: State) -> Iterator[Rebase]:
    if weather_of(state) is Weather.RAIN:
        return
    for unit in aircraft(game, state, state.side):
        if not {FLOWN, DAS, DISRUPTED} & unit.marks:
            yield from (Rebase(unit.id, to) for to in bases(game, state, unit) if to != unit.at)


REBASING = SpecialMove(
    Rebase,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        Rebase, lambda: _rebasings(game, state), lambda action: rebase_refusal(game, state, action)
    ),
    rebase,
)


# Over the front


@rule("14.5", "15.6", "25.2", "25.3")
def cover_refusal(game: Game, state: State, action: FlyCover) -> Refusal | None:
    """A ready unit in supply goes over any hex in its range, occupied or not; in rain those of the Axis alone."""
    unit = state.units.get(action.unit)
    refusal = _ready_refusal(game, state, unit, action.unit, "15.6")
    if refusal is not None:
        return refusal
    assert unit is not None
    if weather_of(state) is Weather.RAIN and unit.side != AXIS:
        return Refusal("25.3", message("refusal.u43.no-flying"))
    if UNSUPPLIED in unit.marks:
        return Refusal("14.5", message("refusal.u43.unsupplied", unit=unit.id))
    if not game.materials.ground.on_map[action.to] or not _within(game, unit, action.to):
        return Refusal("15.6", message("refusal.u43.out-of-range", unit=unit.id))
    if is_air_closed(game, state, action.to):
        return Refusal("25.2", message("refusal.u43.air-closed"))
    return None


class CoverPhase(Phase[CoverFrame]):
    """Aircraft that have not flown go on defensive missions, one by one."""

    @rule("3.C.6", "15.6")
    def menu(self, game: Game, state: State, frame: CoverFrame) -> Menu | None:
        def missions() -> Iterator[FlyCover]:
            for unit in aircraft(game, state, state.side):
                if not {FLOWN, DAS, DISRUPTED, UNSUPPLIED} & unit.marks:
                    reach = game.board.within(unit.at, game.materials.face(unit).range)
                    yield from (FlyCover(unit.id, Location(to)) for to in sorted(reach))

        offer = Offer(FlyCover, missions, lambda action: cover_refusal(game, state, action))
        said = message("prompt.u43.cover", side=state.side)
        return Menu(state.side, said, "15.6", (offer, Offer.one(Done())), Done()).asked_if(offer.any())

    @rule("15.6")
    def apply(self, game: Game, draft: Draft, frame: CoverFrame, action: Action) -> None:
        if isinstance(action, FlyCover):
            origin = draft.state.unit(action.unit).at
            draft.move_unit(action.unit, action.to)
            draft.mark(action.unit, DAS)
            draft.emit(AirMoved(action.unit, origin, action.to, "cover"))
        else:
            draft.end()


# The beginning of a turn


class AirPhase(Phase[AirFrame]):
    """Ready again, back to base, and then the weather: 3.C.1 and 25.3 in their order."""

    @rule("3.C.1", "15.2", "25.3")
    def start(self, game: Game, draft: Draft, frame: AirFrame) -> None:
        side = draft.state.side
        tired = [unit for unit in aircraft(game, draft.state, side) if {FLOWN, GROUNDED} & unit.marks]
        for unit in tired:
            draft.unmark(unit.id, FLOWN, GROUNDED)
        if tired:
            draft.emit(AirReadied(side))
        self._go_on(game, draft, AirFrame(side))

    def _go_on(self, game: Game, draft: Draft, frame: AirFrame) -> None:
        """Those without any base to go to wait outside; when all are back the weather has its turn."""
        for unit in returning(game, draft.state, frame.owner):
            if not bases(game, draft.state, unit):
                send_away(game, draft, unit)
        if not returning(game, draft.state, frame.owner):
            if frame.weather_done:
                draft.end()
                return
            side = draft.state.side
            weather_over_aircraft(game, draft, side)
            ends = side == SOVIET and weather_of(draft.state) is Weather.RAIN
            frame = AirFrame(AXIS if ends else side, weather_done=True)
            if not returning(game, draft.state, frame.owner):
                draft.end()
                return
        draft.replace_frame(frame)

    @rule("15.3", "15.6", "25.2")
    def menu(self, game: Game, state: State, frame: AirFrame) -> Menu:
        """Whose missions end says to which bases the aircraft go: one in range, or any where none is."""

        def ways() -> Iterator[ReturnToBase]:
            for unit in returning(game, state, frame.owner):
                yield from (ReturnToBase(unit.id, to) for to in havens(game, state, unit))

        refused = Refusal("15.3", message("refusal.u43.no-way-to-base"))
        offer = Offer.among(tuple(ways()), ReturnToBase, refused)
        return Menu(frame.owner, message("prompt.u43.return", side=frame.owner), "15.6", (offer,))

    def apply(self, game: Game, draft: Draft, frame: AirFrame, action: Action) -> None:
        assert isinstance(action, ReturnToBase)
        land(game, draft, draft.state.unit(action.unit), action.to)
        self._go_on(game, draft, frame)


def returning(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The air units of a side that are over the front."""
    return tuple(unit for unit in aircraft(game, state, side) if DAS in unit.marks)


@rule("15.3")
def havens(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """The bases in range of a unit that comes back, or all of them where none is."""
    found = bases(game, state, unit)
    return tuple(at for at in found if _within(game, unit, at)) or found


@rule("15.3", "15.6")
def land(game: Game, draft: Draft, unit: Unit, to: Location) -> None:
    """A unit comes back from its mission; one that had no base in range is disrupted."""
    strayed = not _within(game, unit, to)
    draft.move_unit(unit.id, to)
    draft.unmark(unit.id, DAS)
    draft.emit(AirMoved(unit.id, unit.at, to, "return"))
    if strayed:
        disrupt(draft, unit.id)


@rule("15.7")
def send_away(game: Game, draft: Draft, unit: Unit) -> None:
    """Aircraft are never eliminated: where they have no base at all they wait for one outside the map."""
    to = put_away(game, draft, unit.id, coming_box(unit.side), draft.state.turn + 1)
    draft.emit(AirMoved(unit.id, unit.at, to, "away"))


# Bases that are lost


@rule("15.7", "27.1")
def call_if_taken(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """Ask the owner of aircraft on a base, or of a lone leader, where units of a side have come.

    It is called as the last act of a step.
    """
    taken = _taken(game, draft.state, at, side)
    if taken is not None and not draft.to_start:
        draft.call(taken)


def _taken(game: Game, state: State, at: Location, side: Side) -> BaseFrame | LeaderFrame | None:
    """What has to be decided about a hex that a side has come into: aircraft first, then a leader."""
    kinds = game.materials.kinds
    for unit in company(state, at, enemy_of(side)):
        if kinds[unit.type].is_air and DAS not in unit.marks:
            return BaseFrame(unit.id)
    caught = caught_leader(game, state, at, side)
    return LeaderFrame(caught.id) if caught is not None else None


class BasePhase(Phase[BaseFrame]):
    """The aircraft go to any other base; they have flown and are disrupted."""

    @rule("15.7")
    def start(self, game: Game, draft: Draft, frame: BaseFrame) -> None:
        unit = draft.state.unit(frame.unit)
        if not bases(game, draft.state, unit):
            send_away(game, draft, unit)
            self._go_on(game, draft, unit)

    def _go_on(self, game: Game, draft: Draft, unit: Unit) -> None:
        """A leader may have been with the aircraft."""
        left = _taken(game, draft.state, unit.at, enemy_of(unit.side))
        if left is not None:
            draft.goto(left)
        else:
            draft.end()

    @rule("15.7")
    def menu(self, game: Game, state: State, frame: BaseFrame) -> Menu:
        unit = state.unit(frame.unit)
        choices = tuple(ReturnToBase(unit.id, at) for at in bases(game, state, unit))
        offer = Offer.among(choices, ReturnToBase, Refusal("15.7", message("refusal.u43.no-way-to-base")))
        return Menu(unit.side, message("prompt.u43.base-lost", side=unit.side, unit=unit.id), "15.7", (offer,))

    @rule("15.7")
    def apply(self, game: Game, draft: Draft, frame: BaseFrame, action: Action) -> None:
        assert isinstance(action, ReturnToBase)
        unit = draft.state.unit(action.unit)
        draft.move_unit(unit.id, action.to)
        draft.mark(unit.id, FLOWN)
        draft.emit(AirMoved(unit.id, unit.at, action.to, "driven-off"))
        disrupt(draft, unit.id)
        self._go_on(game, draft, unit)


CHAPTER = Chapter(
    actions=(Rebase, FlyCover, ReturnToBase),
    events=(AirMoved, AirReadied),
    phases={AirFrame: AirPhase(), CoverFrame: CoverPhase(), BaseFrame: BasePhase()},
)
