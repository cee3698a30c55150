"""7.10 to 7.14: a force goes back, round by round, each unit one hex a round.

Those that go from one hex to the same hex in a round are a stack and pay together for what they went through. When
all have arrived the owner may relieve a hex that is too full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from engine.core.actions import Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitRetreated
from engine.mechanics.retreats import retreat_offer, trapped
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.crowding import CrowdedFrame, CrowdedPhase
from engine.rulesets.red_star_rising.combat.forces import Force, lose_bystanders
from engine.rulesets.red_star_rising.combat.paces import (
    Pace,
    StackLossFrame,
    StackLossPhase,
    after_losses,
    comrades,
    owed_losses,
    take_pace,
)
from engine.rulesets.red_star_rising.combat.retreat_paths import (
    IMMOBILE,
    Withdrawal,
    is_lost_for_good,
    step_refusal,
    ways,
)
from engine.rulesets.red_star_rising.control import hold
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.stacking import hex_overstacked


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """A force goes back a number of hexes; it ends with the force as it is then."""

    kind: ClassVar[str] = "retreat"
    force: Force
    hexes: int
    round: int = 0
    waiting: tuple[UnitId, ...] = ()
    """Those that have not moved in this round."""
    paces: tuple[Pace, ...] = ()
    """The steps of this round."""


class RetreatPhase(Phase[RetreatFrame]):
    """The owner moves each unit a hex, round by round; a unit that can go nowhere is lost."""

    @rule("7.10.2")
    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """All go back, and by the same number of hexes; those who only stood by are left behind and lost."""
        force = lose_bystanders(game, draft, frame.force, leaving=True)
        draft.replace_frame(replace(frame, force=force))
        self._go_on(game, draft)

    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        def refuse(action: Retreat) -> Refusal | None:
            if action.unit not in frame.waiting:
                return Refusal("7.10.2", message("refusal.rsr.retreat-not-waiting", unit=action.unit))
            return step_refusal(game, state, self._step(state, frame, action.unit), action.to)

        side = frame.force.side
        asked = message("prompt.rsr.retreat", side=side, round=frame.round, hexes=frame.hexes)
        offer = retreat_offer(frame.waiting, lambda unit: ways(game, state, self._step(state, frame, unit)), refuse)
        return Menu(side, asked, "7.10.6", (offer,))

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        assert isinstance(action, Retreat)
        step = self._step(draft.state, frame, action.unit)
        pace = take_pace(game, draft, frame.force, step, action.to)
        waiting = tuple(unit for unit in frame.waiting if unit != action.unit)
        force = frame.force.gone_back(action.unit)
        draft.replace_frame(replace(frame, force=force, waiting=waiting, paces=(*frame.paces, pace)))
        self._go_on(game, draft)

    def resume(self, game: Game, draft: Draft, frame: RetreatFrame, result: object) -> None:
        draft.replace_frame(replace(frame, force=after_losses(frame.force, result)))
        self._go_on(game, draft)

    def _step(self, state: State, frame: RetreatFrame, unit: UnitId) -> Withdrawal:
        record = state.unit(unit)
        return Withdrawal(record, frame.force.home(unit), frame.round, comrades(frame.paces, record.at))

    def _can_go(self, game: Game, state: State, frame: RetreatFrame, unit: UnitId) -> bool:
        return bool(ways(game, state, self._step(state, frame, unit)))

    def _go_on(self, game: Game, draft: Draft) -> None:
        """Let the rounds run until the owner has to choose, another frame is needed, or all have arrived."""
        if shift_partisans(game, draft):
            return
        frame = draft.frame
        assert isinstance(frame, RetreatFrame)
        while True:
            if frame.waiting:
                lost = tuple(trapped(frame.waiting, partial(self._can_go, game, draft.state, frame), together=True))
                if not lost:
                    return
                frame = self._lose_the_trapped(game, draft, frame)
            owed = owed_losses(frame.paces)
            frame = replace(frame, paces=())
            if owed:
                draft.replace_frame(frame)
                draft.call(StackLossFrame(frame.force.side, owed))
                return
            if frame.round == frame.hexes or not frame.force.units:
                self._arrive(game, draft, frame)
                return
            frame = replace(frame, round=frame.round + 1, waiting=frame.force.units)
            draft.replace_frame(frame)

    @rule("7.10.7", "7.11.2")
    def _lose_the_trapped(self, game: Game, draft: Draft, frame: RetreatFrame) -> RetreatFrame:
        """When none of those left in a round can go anywhere they are eliminated, some of them for good."""
        state = draft.state
        for unit in frame.waiting:
            forever = is_lost_for_good(game, state, self._step(state, frame, unit))
            eliminate(game, draft, unit, forever=forever)
        frame = replace(frame, force=frame.force.without(frame.waiting), waiting=())
        draft.replace_frame(frame)
        return frame

    @rule("7.12.1", "9.0.3")
    def _arrive(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """All have gone their way and hold where they stand; a hex that is too full now may be relieved first."""
        state, force = draft.state, frame.force
        places = sorted({state.unit(unit).at for unit in force.units})
        crowded = tuple(at for at in places if hex_overstacked(game, state, at, force.side))
        if not crowded:
            for at in places:
                hold(game, draft, at)
            draft.end(force)
            return
        materials: Materials = game.materials
        piled = tuple(
            unit.id
            for at in crowded
            for unit in state.at(at)
            if unit.side == force.side and materials.kind(unit).role not in IMMOBILE
        )
        draft.goto(CrowdedFrame(force, crowded, frame.hexes + 1, piled))


CHAPTER = Chapter(
    events=(UnitRetreated,),
    phases={RetreatFrame: RetreatPhase(), CrowdedFrame: CrowdedPhase(), StackLossFrame: StackLossPhase()},
)
