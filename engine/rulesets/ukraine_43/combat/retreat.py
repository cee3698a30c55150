"""Chapter 10: the beaten go back, unit by unit and hex by hex, as their owner likes within the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done, Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitRetreated
from engine.mechanics.retreats import Way, fall_back, retreat_offer, trapped
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import call_if_taken
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.retreat_ways import Withdrawal, best_ways, open_ways, step_refusal
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.elimination import disrupt, eliminate, send_to_stavka
from engine.rulesets.ukraine_43.names import FELL_BACK


@dataclass(frozen=True, slots=True)
class StandFast(Action):
    """Keep the garrison of a city where it is."""

    kind: ClassVar[str] = "stand-fast"
    at: Location


@dataclass(frozen=True, slots=True)
class CityHeld(Event):
    kind: ClassVar[str] = "city-held"
    at: Location


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """Units that are to go back; `way` is how far the one on its way has come, `ways` are those it set out on."""

    kind: ClassVar[str] = "retreat"
    side: Side
    waiting: tuple[UnitId, ...]
    late: tuple[UnitId, ...] = ()
    """Those who had fallen back there before, and are lost when the hex is given up (10.4)."""
    may_hold: tuple[Location, ...] = ()
    """Cities whose garrison may ignore the result (9.7)."""
    optional: bool = False
    """An attacker who was repelled need not go (10.5)."""
    moving: UnitId | None = None
    start: Location | None = None
    way: Way = ()
    ways: tuple[Way, ...] = ()


def _withdrawal(game: Game, state: State, frame: RetreatFrame, unit: UnitId) -> Withdrawal:
    record = state.unit(unit)
    begun = frame.moving == unit and frame.start is not None
    start = frame.start if begun and frame.start is not None else record.at
    return Withdrawal(game, state, record, start, frame.waiting)


def _next_ways(game: Game, state: State, frame: RetreatFrame, unit: UnitId) -> tuple[Way, ...]:
    """The best ways of a unit, on the map as it was when it set out, that go on as it has begun.

    What its own steps change is of no help to it: a city of the enemy that it comes through is no rally point.
    """
    back = _withdrawal(game, state, frame, unit)
    if frame.moving != unit:
        return best_ways(game, state, unit, back.start, back.beaten)
    found = frame.ways or best_ways(game, state, unit, back.start, back.beaten)
    return tuple(way for way in found if way[: len(frame.way)] == frame.way)


class RetreatPhase(Phase[RetreatFrame]):
    """Each unit takes its way; who has none is lost."""

    @rule("10.4", "22.5.C", "27.1")
    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """Breakthrough artillery goes to the Stavka instead; who had fallen back before is lost."""
        if frame.optional:
            state = draft.state
            able = tuple(unit for unit in frame.waiting if best_ways(game, state, unit, state.unit(unit).at))
            draft.replace_frame(replace(frame, waiting=able))
            self._end_if_over(draft)
            return
        frame = self._leave(game, draft, frame, tuple(at for at in self._places(draft.state, frame)))
        draft.replace_frame(frame)
        self._go_on(game, draft)

    def _places(self, state: State, frame: RetreatFrame) -> list[Location]:
        """The hexes that are given up for certain."""
        there = {state.unit(unit).at for unit in (*frame.waiting, *frame.late)}
        return sorted(there.difference(frame.may_hold))

    @rule("10.4", "22.5.C")
    def _leave(self, game: Game, draft: Draft, frame: RetreatFrame, places: tuple[Location, ...]) -> RetreatFrame:
        """Some hexes are given up: the guns of the Guards are off, and who had fallen back there is lost."""
        waiting, late = list(frame.waiting), list(frame.late)
        for unit in frame.waiting:
            record = draft.state.unit(unit)
            if record.at in places and game.materials.kind(record).is_breakthrough:
                send_to_stavka(game, draft, unit)
                waiting.remove(unit)
        for unit in frame.late:
            if draft.state.unit(unit).at in places:
                eliminate(game, draft, unit)
                late.remove(unit)
        held = tuple(at for at in frame.may_hold if at not in places)
        return replace(frame, waiting=tuple(waiting), late=tuple(late), may_hold=held)

    # The menu

    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        if not frame.waiting and frame.moving is None:
            return None
        going = (frame.moving,) if frame.moving is not None else frame.waiting

        def places(unit: UnitId) -> list[Location]:
            walked = len(frame.way) if frame.moving == unit else 0
            ways = _next_ways(game, state, frame, unit)
            return sorted({way[walked] for way in ways if len(way) > walked})

        offers: tuple[Offer[Any], ...] = (
            retreat_offer(going, places, lambda action: self.retreat_refusal(game, state, frame, action)),
            Offer(
                StandFast,
                lambda: map(StandFast, frame.may_hold if frame.moving is None else ()),
                lambda action: self._hold_refusal(game, frame, action),
            ),
            Offer.one(Done(), self._done_refusal(game, state, frame)),
        )
        if frame.optional and frame.moving is None:
            return Menu(frame.side, message("prompt.u43.repelled", side=frame.side), "10.5", offers, Done())
        said = message("prompt.u43.retreat", side=frame.side)
        return Menu(frame.side, said, "10.5" if frame.optional else "10.1", offers)

    @rule("10.1.A", "10.1.B", "10.3")
    def retreat_refusal(self, game: Game, state: State, frame: RetreatFrame, action: Retreat) -> Refusal | None:
        """A step must lead along one of the best ways that are open."""
        unit = action.unit
        if unit not in frame.waiting and unit != frame.moving:
            return Refusal("10.1.A", message("refusal.u43.not-retreating", unit=unit))
        if frame.moving is not None and unit != frame.moving:
            return Refusal("10.1.A", message("refusal.u43.other-retreats", unit=frame.moving))
        walked = frame.way if frame.moving == unit else ()
        if any(
            len(way) > len(walked) and way[len(walked)] == action.to for way in _next_ways(game, state, frame, unit)
        ):
            return None
        back = _withdrawal(game, state, frame, unit)
        refusal = step_refusal(back, walked, action.to)
        if refusal is not None:
            return refusal
        label = game.board.label(action.to)
        if any(way[: len(walked) + 1] == (*walked, action.to) for way in open_ways(back)):
            return Refusal("10.1.B", message("refusal.u43.better-way", unit=unit, hex=label))
        return Refusal("10.3", message("refusal.u43.no-way-on", unit=unit, hex=label))

    @rule("9.7", "10.1.A")
    def _hold_refusal(self, game: Game, frame: RetreatFrame, action: StandFast) -> Refusal | None:
        if action.at in frame.may_hold and frame.moving is None:
            return None
        return Refusal("9.7", message("refusal.u43.no-stand", hex=game.board.label(action.at)))

    @rule("10.2", "10.5")
    def _done_refusal(self, game: Game, state: State, frame: RetreatFrame) -> Refusal | None:
        """A retreat ends early at a rally point; a repelled attacker need not begin one."""
        if frame.moving is not None:
            if frame.way in _next_ways(game, state, frame, frame.moving):
                return None
            return Refusal("10.1.A", message("refusal.u43.retreat-on", unit=frame.moving))
        return None if frame.optional else Refusal("10.1.A", message("refusal.u43.must-retreat"))

    # What happens

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        if isinstance(action, StandFast):
            self._stand(draft, frame, action.at)
        elif isinstance(action, Retreat):
            frame = self._set_out(game, draft, frame, action.unit)
            if frame.moving is not None:
                self._step(game, draft, frame, action)
                call_if_taken(game, draft, action.to, frame.side)
            if draft.to_start:
                return
        elif frame.moving is not None:
            self._arrive(draft, frame)
        else:
            draft.end()
            return
        self._go_on(game, draft)

    def resume(self, game: Game, draft: Draft, frame: RetreatFrame, result: object) -> None:
        """Aircraft or a leader of the enemy have made room for those who came their way."""
        self._go_on(game, draft)

    @rule("9.7")
    def _stand(self, draft: Draft, frame: RetreatFrame, at: Location) -> None:
        """The garrison ignores the result, and is not disrupted (ruling 24)."""
        state = draft.state
        draft.emit(CityHeld(at))
        draft.replace_frame(
            replace(
                frame,
                waiting=tuple(unit for unit in frame.waiting if state.unit(unit).at != at),
                late=tuple(unit for unit in frame.late if state.unit(unit).at != at),
                may_hold=tuple(each for each in frame.may_hold if each != at),
            )
        )

    @rule("22.5.C")
    def _set_out(self, game: Game, draft: Draft, frame: RetreatFrame, unit: UnitId) -> RetreatFrame:
        """A unit goes, and its hex is given up with that; the guns of the Guards are off to the reserve."""
        if frame.moving is not None:
            return frame
        start, ways = draft.state.unit(unit).at, _next_ways(game, draft.state, frame, unit)
        if not frame.optional:
            frame = self._leave(game, draft, frame, (start,))
        frame = replace(frame, waiting=tuple(each for each in frame.waiting if each != unit))
        if game.materials.is_on_map(draft.state.unit(unit)):
            frame = replace(frame, moving=unit, start=start, ways=ways)
        draft.replace_frame(frame)
        return frame

    def _step(self, game: Game, draft: Draft, frame: RetreatFrame, action: Retreat) -> None:
        fall_back(draft, action.unit, action.to)
        frame = replace(frame, way=(*frame.way, action.to))
        draft.replace_frame(frame)
        entered(game, draft, action.to, frame.side)
        if all(len(way) == len(frame.way) for way in _next_ways(game, draft.state, frame, action.unit)):
            self._arrive(draft, frame)

    @rule("10.4", "11.2.A")
    def _arrive(self, draft: Draft, frame: RetreatFrame) -> None:
        """Who has gone back is disrupted, and of no use to those it has joined if they are attacked in this phase."""
        assert frame.moving is not None
        disrupt(draft, frame.moving)
        if not frame.optional:
            draft.mark(frame.moving, FELL_BACK)
        draft.replace_frame(replace(frame, moving=None, start=None, way=(), ways=()))

    def _go_on(self, game: Game, draft: Draft) -> None:
        """Who can go nowhere, when none of those who wait can, is lost; without anybody left it is over."""
        frame = draft.frame
        assert isinstance(frame, RetreatFrame)
        if frame.moving is None and frame.waiting and not frame.optional:
            state = draft.state
            bound = tuple(unit for unit in frame.waiting if state.unit(unit).at not in frame.may_hold)

            def can_go(unit: UnitId) -> bool:
                return bool(best_ways(game, state, unit, state.unit(unit).at, frame.waiting))

            for unit in tuple(trapped(bound, can_go, together=True)):
                self._lose(game, draft, unit)
            left = tuple(unit for unit in frame.waiting if game.materials.is_on_map(draft.state.unit(unit)))
            draft.replace_frame(replace(frame, waiting=left))
        self._end_if_over(draft)

    @rule("10.3")
    def _lose(self, game: Game, draft: Draft, unit: UnitId) -> None:
        """No way is open: the unit is eliminated."""
        eliminate(game, draft, unit)

    def _end_if_over(self, draft: Draft) -> None:
        frame = draft.frame
        assert isinstance(frame, RetreatFrame)
        if frame.moving is None and not frame.waiting:
            draft.end()


CHAPTER = Chapter(
    actions=(Retreat, StandFast, Done),
    events=(UnitRetreated, CityHeld),
    phases={RetreatFrame: RetreatPhase()},
)
