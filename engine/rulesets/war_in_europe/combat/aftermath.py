"""12.2, 12.5 and 12.7: what comes of an attack, step by step: the defender, the attacker, his debt, the advance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitAdvanced
from engine.mechanics.advances import advance_menu, advance_offer, follow
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.fights import AE, AEX, BR, DE, DR, EX, HALF_EX, LEAVES
from engine.rulesets.war_in_europe.combat.losses import PaymentFrame
from engine.rulesets.war_in_europe.combat.retreats import RetreatFrame, ways
from engine.rulesets.war_in_europe.elimination import lose, points_of, remove
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import DROPPED, FLOWN_IN, LANDED, enemy_of
from engine.rulesets.war_in_europe.naval import leave_beach
from engine.rulesets.war_in_europe.neutrality import closed_hexes
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import company
from engine.rulesets.war_in_europe.weather import is_frozen


class Stage(StrEnum):
    """Where in what follows from a result one is."""

    DEFENDER = "defender"
    ATTACKER = "attacker"
    DEBT = "debt"
    STEP_BACK = "step-back"
    ADVANCE = "advance"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class GiveGround(Action):
    """Let all units of the side fall back."""

    kind: ClassVar[str] = "give-ground"


@dataclass(frozen=True, slots=True)
class StandFast(Action):
    """Reduce all units of the side to battle groups, and stay."""

    kind: ClassVar[str] = "stand-fast"


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    """An attack was thrown for."""

    kind: ClassVar[str] = "attack-resolved"
    side: Side
    attackers: tuple[UnitId, ...]
    target: Location
    table: str
    odds: str
    die: int
    modified: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, self.side, at=self.target, odds=self.odds, column=self.odds, result=self.result),)


@dataclass(frozen=True, slots=True)
class AftermathFrame(Frame):
    """An attack that has been thrown for, and how far it has been dealt with."""

    kind: ClassVar[str] = "aftermath"
    side: Side
    targets: tuple[Location, ...]
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    result: str
    debt: int = 0
    stage: Stage = Stage.DEFENDER
    lost: int = 0
    """The printed points that the defender has lost, or all that he had, where those are what the attacker pays."""
    groups: tuple[UnitId, ...] = ()
    """Attackers that have become battle groups and may step back."""
    fell_back: bool = False
    """Whether the attackers fell back, so that nobody advances."""


def _alive(game: Game, state: State, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    materials: Materials = game.materials
    return tuple(unit for unit in units if unit in state.units and materials.is_on_map(state.unit(unit)))


@rule("7.33", "8.24", "8.35")
def intruders(state: State, frame: AftermathFrame) -> tuple[UnitId, ...]:
    """Those of the attackers who landed or were dropped in the hex, or were flown in to a drop and share its fate."""
    marks = {LANDED, DROPPED, FLOWN_IN}
    return tuple(unit for unit in frame.attackers if unit in state.units and state.unit(unit).marks & marks)


class AftermathPhase(Phase[AftermathFrame]):
    """The defender first, then the attacker; each stage goes on to the next when what it called for is done."""

    def start(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        self._go(game, draft, frame)

    def resume(self, game: Game, draft: Draft, frame: AftermathFrame, result: object) -> None:
        if isinstance(result, tuple):
            frame = replace(frame, groups=(*frame.groups, *result))
        self._go(game, draft, frame)

    def _go(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        """Deal with one stage after another until something is called for or somebody has to choose."""
        steps = {
            Stage.DEFENDER: self._defender,
            Stage.ATTACKER: self._attacker,
            Stage.DEBT: self._debt,
            Stage.STEP_BACK: self._step_back,
        }
        while frame.stage in steps:
            followed = steps[frame.stage](game, draft, frame)
            if followed is None:
                return
            frame = followed
        draft.replace_frame(frame)

    # The defender

    @rule("12.2", "7.33", "8.24")
    def _defender(self, game: Game, draft: Draft, frame: AftermathFrame) -> AftermathFrame | None:
        """What a result does to the defender; one who is landed or dropped upon has to leave."""
        onward = replace(frame, stage=Stage.ATTACKER)
        forced = bool(intruders(draft.state, frame)) and frame.result in LEAVES
        if frame.result in (DE, EX, HALF_EX):
            lost, groups = self._reduce(game, draft, frame.defenders, attacking=False)
            draft.replace_frame(replace(onward, lost=lost))
            if groups:
                draft.call(RetreatFrame(enemy_of(frame.side), groups, must=forced))
                return None
            return replace(onward, lost=lost)
        if frame.result in (DR, BR):
            if not forced:
                draft.replace_frame(frame)
                return None
            draft.replace_frame(onward)
            draft.call(RetreatFrame(enemy_of(frame.side), frame.defenders))
            return None
        if frame.result == AEX:
            printed = sum(points_of(game, draft, unit, attacking=False) for unit in frame.defenders)
            return replace(onward, lost=printed)
        return onward

    def _reduce(
        self, game: Game, draft: Draft, units: Iterable[UnitId], *, attacking: bool
    ) -> tuple[int, tuple[UnitId, ...]]:
        """Every unit is eliminated; returns the printed points lost and the battle groups that are left."""
        lost, groups = 0, []
        for unit in units:
            before = points_of(game, draft, unit, attacking=attacking)
            if lose(game, draft, unit):
                lost += before
            else:
                lost += before - points_of(game, draft, unit, attacking=attacking)
                groups.append(unit)
        return lost, tuple(groups)

    # The attacker

    @rule("12.2", "8.25", "7.33", "11.31")
    def _attacker(self, game: Game, draft: Draft, frame: AftermathFrame) -> AftermathFrame | None:
        """What a result does to the attacker; landings and drops that fail are removed, helpers pay the rest."""
        onward = replace(frame, stage=Stage.DEBT)
        landed = intruders(draft.state, frame)
        owed = 2 * frame.lost
        if frame.result in (AE, AEX) and landed:
            for unit in landed:
                owed -= 2 * points_of(game, draft, unit, attacking=True)
                remove(game, draft, unit)
            for at in frame.targets:
                leave_beach(game, draft, at, frame.side)
        alive = _alive(game, draft.state, frame.attackers)
        if frame.result == AE or (frame.result == BR and landed):
            _, groups = self._reduce(game, draft, alive, attacking=True)
            return replace(onward, groups=() if landed and frame.result == BR else groups)
        if frame.result == BR:
            draft.replace_frame(frame)
            return None
        if frame.result == HALF_EX:
            owed //= 2
        if frame.result in (EX, HALF_EX, AEX) and owed > 0 and alive:
            draft.replace_frame(onward)
            draft.call(PaymentFrame(frame.side, alive, owed, "12.2"))
            return None
        return onward

    @rule("12.43")
    def _debt(self, game: Game, draft: Draft, frame: AftermathFrame) -> AftermathFrame | None:
        """Who attacked without supply pays the defence of those attacked on top, before any advance (ruling 34)."""
        onward = replace(frame, stage=Stage.STEP_BACK)
        alive = _alive(game, draft.state, frame.attackers)
        if not frame.debt or not alive:
            return onward
        draft.replace_frame(onward)
        draft.call(PaymentFrame(frame.side, alive, 2 * frame.debt, "12.43"))
        return None

    @rule("12.63", "11.32")
    def _step_back(self, game: Game, draft: Draft, frame: AftermathFrame) -> AftermathFrame | None:
        """New battle groups of the attacker may fall back a hex, but not those who landed."""
        onward = replace(frame, stage=Stage.ADVANCE)
        landed = intruders(draft.state, frame)
        hold_beach(game, draft, landed)
        groups = tuple(unit for unit in _alive(game, draft.state, dict.fromkeys(frame.groups)) if unit not in landed)
        if not groups or frame.fell_back:
            return onward
        draft.replace_frame(onward)
        draft.call(RetreatFrame(frame.side, groups, must=False))
        return None

    # Choices

    @rule("12.7", "12.51", "12.2")
    def menu(self, game: Game, state: State, frame: AftermathFrame) -> Menu | None:
        """The defender chooses before the attacker whether to fall back or to be reduced; then the victors advance."""
        if frame.stage is Stage.ADVANCE:
            return self._advance_menu(game, state, frame)
        if frame.stage is Stage.OVER:
            return None
        side = enemy_of(frame.side) if frame.stage is Stage.DEFENDER else frame.side
        units = frame.defenders if frame.stage is Stage.DEFENDER else frame.attackers
        doomed = sum(not ways(game, state, state.unit(unit)) for unit in _alive(game, state, units))
        ruin = message("prompt.wie.ground-or-ruin", side=side, doomed=doomed)
        said = ruin if doomed else message("prompt.wie.ground-or-loss", side=side)
        return Menu(side, said, "12.7", (Offer.one(GiveGround()), Offer.one(StandFast())))

    @rule("12.7", "12.51")
    def apply(self, game: Game, draft: Draft, frame: AftermathFrame, action: Action) -> None:
        if isinstance(action, Advance):
            follow(draft, action)
            came_into(game, draft, action.to, frame.side)
            return
        if isinstance(action, Done):
            draft.replace_frame(replace(frame, stage=Stage.OVER))
            return
        if frame.stage is Stage.DEFENDER:
            self._defender_chose(game, draft, frame, action)
        else:
            self._attacker_chose(game, draft, frame, action)

    @rule("12.7")
    def _defender_chose(self, game: Game, draft: Draft, frame: AftermathFrame, action: Action) -> None:
        """All fall back, or all are reduced and stay; a group made by this choice does not step back (ruling 32)."""
        onward = replace(frame, stage=Stage.ATTACKER)
        if isinstance(action, GiveGround):
            draft.replace_frame(onward)
            draft.call(RetreatFrame(enemy_of(frame.side), frame.defenders))
            return
        lost, _ = self._reduce(game, draft, frame.defenders, attacking=False)
        self._go(game, draft, replace(onward, lost=lost))

    @rule("12.7")
    def _attacker_chose(self, game: Game, draft: Draft, frame: AftermathFrame, action: Action) -> None:
        """Staying costs a reduction of all; if the defender stayed too, as many points as he lost at least."""
        onward = replace(frame, stage=Stage.DEBT)
        alive = _alive(game, draft.state, frame.attackers)
        if isinstance(action, GiveGround):
            draft.replace_frame(replace(onward, fell_back=True))
            draft.call(RetreatFrame(frame.side, alive))
            return
        paid, groups = self._reduce(game, draft, alive, attacking=True)
        if groups and paid < frame.lost:
            draft.replace_frame(onward)
            draft.call(PaymentFrame(frame.side, groups, 2 * (frame.lost - paid), "12.7"))
        else:
            self._go(game, draft, onward)

    # Advance

    @rule("12.51", "12.52")
    def _advance_menu(self, game: Game, state: State, frame: AftermathFrame) -> Menu | None:
        """Into hexes that the defender has left, zones or not; nobody who fell back, no more than may stand there."""
        if frame.fell_back:
            return None
        frozen = is_frozen(game, state)

        def onward(at: Location) -> tuple[Location, ...]:
            beside = game.materials.ground.beside(frozen=frozen)[at]
            return tuple(target for target in frame.targets if target in beside)

        offer = advance_offer(
            state,
            _alive(game, state, frame.attackers),
            onward,
            lambda action: advance_refusal(game, state, frame, action),
        )
        return advance_menu(offer, frame.side, message("prompt.wie.advance", side=frame.side), "12.51")


@rule("7.33")
def hold_beach(game: Game, draft: Draft, landed: tuple[UnitId, ...]) -> None:
    """Who has landed and thrown the enemy out holds the hex from now on; who was dropped does not yet (8.26)."""
    for unit in _alive(game, draft.state, landed):
        record = draft.state.unit(unit)
        if LANDED in record.marks and not company(draft.state, record.at, enemy_of(record.side)):
            came_into(game, draft, record.at, record.side)


@rule("12.51", "12.52", "5.8", "6.68")
def advance_refusal(game: Game, state: State, frame: AftermathFrame, action: Advance) -> Refusal | None:
    """What keeps a victor from a hex that was attacked; a closed neutral country and the Arctic do as in movement."""
    label = game.board.label(action.to)
    if action.unit not in frame.attackers or action.to not in frame.targets:
        return Refusal("12.51", message("refusal.wie.no-advance", unit=action.unit))
    unit = state.unit(action.unit)
    if company(state, action.to, enemy_of(frame.side)):
        return Refusal("12.51", message("refusal.wie.enemy-there", hex=label))
    column = game.materials.kind(unit).movement_column
    if action.to in closed_hexes(game, state):
        return Refusal("6.68", message("refusal.wie.neutral", hex=label))
    if game.materials.ground.is_barred(column, action.to):
        return Refusal("5.8", message("refusal.wie.impassable", unit=action.unit, hex=label))
    steps = game.materials.ground.prices(column, frozen=is_frozen(game, state)).steps[unit.at]
    if action.to not in {to for to, _ in steps} or unit.at in frame.targets:
        return Refusal("12.51", message("refusal.wie.no-advance", unit=action.unit))
    return joining_refusal(game, state, unit, action.to)


CHAPTER = Chapter(
    actions=(GiveGround, StandFast, Advance),
    events=(AttackResolved, UnitAdvanced),
    phases={AftermathFrame: AftermathPhase()},
)
