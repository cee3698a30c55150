"""7.12 and 8.0.6: hexes that a retreat has overfilled, relieved by their owner if he likes, and else by the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Done, Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.forces import Force, still_there
from engine.rulesets.red_star_rising.combat.paces import (
    Pace,
    StackLossFrame,
    after_losses,
    comrades,
    owed_losses,
    take_pace,
)
from engine.rulesets.red_star_rising.combat.removal import RemovalFrame
from engine.rulesets.red_star_rising.combat.retreat_paths import Withdrawal, step_refusal, ways
from engine.rulesets.red_star_rising.control import hold
from engine.rulesets.red_star_rising.names import HALTED
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.stacking import hex_overstacked


@dataclass(frozen=True, slots=True)
class CrowdedFrame(Frame):
    """The hexes that a retreat has overfilled, where units may go one hex further; it ends with the force."""

    kind: ClassVar[str] = "crowded"
    force: Force
    hexes: tuple[Location, ...]
    distance: int
    """How far those of the force must be from where they started if they go on."""
    waiting: tuple[UnitId, ...]
    """Those that may still be moved."""
    paces: tuple[Pace, ...] = ()
    checked: bool = False
    """The owner is done and the enemy has removed what was too much."""


class CrowdedPhase(Phase[CrowdedFrame]):
    """The owner may move units of an overfull hex one hex further, those that stood there before as well."""

    def start(self, game: Game, draft: Draft, frame: CrowdedFrame) -> None:
        self._go_on(game, draft)

    @rule("7.12.1")
    def menu(self, game: Game, state: State, frame: CrowdedFrame) -> Menu | None:
        """Any units of the pile, in the order of preference that holds for every retreat; or none."""

        def refuse(action: Retreat) -> Refusal | None:
            if action.unit not in frame.waiting:
                return Refusal("7.12.1", message("refusal.rsr.crowded-not-there", unit=action.unit))
            return step_refusal(game, state, self._step(state, frame, action.unit), action.to)

        def candidates() -> Iterator[Retreat]:
            steps = {unit: self._step(state, frame, unit) for unit in frame.waiting}
            return (Retreat(unit, to) for unit, step in steps.items() for to in ways(game, state, step))

        side = frame.force.side
        full = tuple(at for at in frame.hexes if hex_overstacked(game, state, at, side))
        asked = (
            message("prompt.rsr.crowded", side=side, hexes=tuple(game.board.label(at) for at in full))
            if full
            else message("prompt.rsr.crowded-relieved", side=side)
        )
        offers = (Offer(Retreat, candidates, refuse), Offer.one(Done()))
        return Menu(side, asked, "7.12.1", offers, default=None if full else Done())

    def apply(self, game: Game, draft: Draft, frame: CrowdedFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.replace_frame(replace(frame, waiting=()))
        else:
            assert isinstance(action, Retreat)
            self._push(game, draft, frame, action)
        self._go_on(game, draft)

    @rule("8.0.6")
    def _push(self, game: Game, draft: Draft, frame: CrowdedFrame, action: Retreat) -> None:
        """A unit makes room. If it was for attackers thrown back from an overrun it may not move in this turn."""
        force = frame.force
        pace = take_pace(game, draft, force, self._step(draft.state, frame, action.unit), action.to)
        if force.overrun and force.attacking and action.unit not in force.units:
            draft.mark(action.unit, HALTED)
        waiting = tuple(unit for unit in frame.waiting if unit != action.unit)
        draft.replace_frame(replace(frame, waiting=waiting, paces=(*frame.paces, pace)))

    def resume(self, game: Game, draft: Draft, frame: CrowdedFrame, result: object) -> None:
        draft.replace_frame(replace(frame, force=after_losses(frame.force, result)))
        self._go_on(game, draft)

    def _step(self, state: State, frame: CrowdedFrame, unit: UnitId) -> Withdrawal:
        """Those of the force go on from where their retreat began, the others begin one here."""
        record = state.unit(unit)
        ours = unit in frame.force.units
        start, distance = (frame.force.home(unit), frame.distance) if ours else (record.at, 1)
        return Withdrawal(record, start, distance, comrades(frame.paces, record.at))

    @rule("7.12.1", "7.12.2", "9.0.3")
    def _go_on(self, game: Game, draft: Draft) -> None:
        """Ask; then take what the stacks owe; then let the enemy remove the excess, which shortens no advance."""
        if shift_partisans(game, draft):
            return
        frame, state = draft.frame, draft.state
        assert isinstance(frame, CrowdedFrame)
        if frame.checked:
            force = still_there(game, state, frame.force)
            for at in sorted({*frame.hexes, *(state.unit(unit).at for unit in force.units)}):
                hold(game, draft, at)
            draft.end(force)
            return
        if any(ways(game, state, self._step(state, frame, unit)) for unit in frame.waiting):
            return
        owed = owed_losses(frame.paces)
        hexes = tuple(dict.fromkeys((*frame.hexes, *(pace.to for pace in frame.paces))))
        draft.replace_frame(replace(frame, hexes=hexes, waiting=(), paces=(), checked=not owed))
        draft.call(StackLossFrame(frame.force.side, owed) if owed else RemovalFrame(frame.force.side, hexes))
