"""11.3: losses are taken step by step, as close to the number as the units and the reserve allow, never beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, TypeAlias

from engine.core.actions import TakeLoss
from engine.core.answers import Losses
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, derived
from engine.mechanics.loss_choice import replaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.eliminations import lose_step, stand_ins, takes_place_of
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import reserve_box
from engine.rulesets.chapter import Chapter

Body: TypeAlias = tuple[str, int]
"""A unit as far as losses go: its type and the steps it has lost."""
Bodies: TypeAlias = tuple[Body, ...]

SOUTHWEST = "southwest-front"


@dataclass(frozen=True, slots=True)
class SendCorps(Action):
    """Let an army lose its last step, and this corps of the reserve take its place."""

    kind: ClassVar[str] = "send-corps"
    unit: UnitId
    corps: UnitId


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """A number of losses that a side still has to take; it ends with the units that are left, under their ids now."""

    kind: ClassVar[str] = "combat-losses"
    side: Side
    units: tuple[UnitId, ...]
    left: int
    attacking: bool
    begun: bool = False


class Ledger:
    """How much of a number can be taken at best, played through on types and steps alone."""

    def __init__(self, materials: Materials) -> None:
        self._kinds = materials.kinds
        self.most = cache(self._most)
        self.steps = cache(self._steps)

    def factor(self, body: Body) -> int:
        """The loss factor of the face that a unit shows."""
        return self._kinds[body[0]].faces[body[1]].loss

    @rule("11.3", "11.3.1")
    def after(self, bodies: Bodies, reserve: Bodies, index: int, by: Body | None = None) -> tuple[Bodies, Bodies]:
        """The units and the reserve after one unit has lost a step; a corps, or `by`, takes the place of an army."""
        name, step = bodies[index]
        kind = self._kinds[name]
        rest = (*bodies[:index], *bodies[index + 1 :])
        if step + 1 < len(kind.faces):
            return tuple(sorted((*rest, (name, step + 1)))), reserve
        if kind.large:
            for place, corps in enumerate(reserve):
                if by in (None, corps) and takes_place_of(self._kinds[corps[0]], kind):
                    return tuple(sorted((*rest, corps))), (*reserve[:place], *reserve[place + 1 :])
        return rest, reserve

    @rule("11.3")
    def _most(self, bodies: Bodies, reserve: Bodies, left: int) -> int:
        best = 0
        for index, body in enumerate(bodies):
            if (index and bodies[index - 1] == body) or not 0 < (factor := self.factor(body)) <= left:
                continue
            best = max(best, factor + self.most(*self.after(bodies, reserve, index), left - factor))
            if best == left:
                break
        return best

    def _steps(self, bodies: Bodies, reserve: Bodies, left: int) -> tuple[int, int]:
        """The fewest and the most steps with which the largest total can be reached."""
        best = self.most(bodies, reserve, left)
        found: list[tuple[int, int]] = []
        for index, body in enumerate(bodies):
            if (index and bodies[index - 1] == body) or not 0 < (factor := self.factor(body)) <= left:
                continue
            rest = self.after(bodies, reserve, index)
            if factor + self.most(*rest, left - factor) == best:
                found.append(self.steps(*rest, left - factor))
        return (1 + min(few for few, _ in found), 1 + max(many for _, many in found)) if found else (0, 0)


def reserve_for(game: Game, state: State, side: Side, units: Sequence[UnitId]) -> Bodies:
    """The corps of the reserve in the order in which they are taken, no more of them than armies could need."""
    materials: Materials = game.materials
    armies = [kind for unit in units if (kind := materials.kind(state.unit(unit))).large]
    waiting = sorted(state.at(game.board.at(reserve_box(side))), key=lambda unit: (unit.step, unit.id))
    found: list[Body] = []
    counts: dict[str, int] = {}
    for unit in waiting:
        kind = materials.kind(unit)
        if counts.get(kind.id, 0) < len(armies) and any(takes_place_of(kind, army) for army in armies):
            counts[kind.id] = counts.get(kind.id, 0) + 1
            found.append((unit.type, unit.step))
    return tuple(found)


@rule("11.3")
def steps_lost(game: Game, state: State, side: Side, units: Sequence[UnitId], number: int) -> Losses:
    """The steps that a number of losses costs the units of a side, as their owner chooses whose they are."""
    bodies = _bodies(state, units)
    return Losses(*Ledger(game.materials).steps(bodies, reserve_for(game, state, side, units), number))


def _bodies(state: State, units: Sequence[UnitId]) -> Bodies:
    return tuple(sorted((record.type, record.step) for record in map(state.unit, units)))


@rule("11.3", "11.3.2")
@derived("units", "stacks")
def loss_choices(game: Game, state: State, frame: LossFrame) -> tuple[UnitId, ...]:
    """The units that may lose the next step: those with which the largest total can still be reached (ruling 38).

    The Southwest Front, when it attacks, loses the first step that the number suffices for (ruling 39).
    """
    materials: Materials = game.materials
    records = [state.unit(unit) for unit in frame.units]
    if frame.attacking and not frame.begun:
        for unit in records:
            if materials.kind(unit).has(SOUTHWEST) and materials.face(unit).loss <= frame.left:
                return (unit.id,)
    ledger = Ledger(materials)
    reserve = reserve_for(game, state, frame.side, frame.units)
    bodies = _bodies(state, frame.units)
    best = ledger.most(bodies, reserve, frame.left)
    if not best:
        return ()
    good: set[Body] = set()
    for index, body in enumerate(bodies):
        factor = ledger.factor(body)
        if factor <= frame.left and body not in good:
            reached = factor + ledger.most(*ledger.after(bodies, reserve, index), frame.left - factor)
            if reached == best:
                good.add(body)
    return tuple(unit.id for unit in records if (unit.type, unit.step) in good)


def other_corps(game: Game, state: State, unit: UnitId) -> tuple[SendCorps, ...]:
    """The corps that could come in the place of an army instead of the one that comes by itself."""
    record = state.unit(unit)
    kind = game.materials.kind(record)
    if not kind.large or record.step + 1 < len(kind.faces):
        return ()
    return tuple(SendCorps(unit, corps) for corps in stand_ins(game, state, record)[1:])


@rule("11.3", "11.3.1")
def corps_choices(game: Game, state: State, frame: LossFrame) -> tuple[SendCorps, ...]:
    """The corps that may be sent in the place of an army, with which the largest total can still be reached."""
    units = loss_choices(game, state, frame)
    found = [send for unit in units for send in other_corps(game, state, unit)]
    if not found:
        return ()
    ledger = Ledger(game.materials)
    reserve = reserve_for(game, state, frame.side, frame.units)
    bodies = _bodies(state, frame.units)
    best = ledger.most(bodies, reserve, frame.left)

    def reached(send: SendCorps) -> int:
        army, corps = state.unit(send.unit), state.unit(send.corps)
        body = (army.type, army.step)
        after = ledger.after(bodies, reserve, bodies.index(body), (corps.type, corps.step))
        return ledger.factor(body) + ledger.most(*after, frame.left - ledger.factor(body))

    return tuple(send for send in found if reached(send) == best)


@rule("11.3", "11.3.1")
def loss_refusal(frame: LossFrame, action: TakeLoss | SendCorps) -> Refusal:
    """Why a step that is not offered cannot be lost: not in the battle, not that corps, or not enough."""
    if action.unit not in frame.units:
        return Refusal("11.3", message("refusal.btb.loss-not-in-battle", unit=action.unit))
    if isinstance(action, SendCorps):
        return Refusal("11.3.1", message("refusal.btb.no-such-corps"))
    return Refusal("11.3", message("refusal.btb.loss-other", unit=action.unit, losses=frame.left))


class LossPhase(Phase[LossFrame]):
    """The owner chooses whose steps are lost."""

    def start(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        self._end_if_met(game, draft, frame)

    @rule("11.3")
    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu | None:
        """Only what keeps the largest total within reach is offered."""
        choices = [TakeLoss(unit) for unit in loss_choices(game, state, frame)]
        sends = corps_choices(game, state, frame)
        allowed = frozenset((*choices, *sends))

        def refuse(action: TakeLoss | SendCorps) -> Refusal | None:
            return None if action in allowed else loss_refusal(frame, action)

        losses = Offer(TakeLoss, lambda: choices, refuse)
        offers = (losses, Offer(SendCorps, lambda: sends, refuse))
        prompt = message("prompt.btb.losses", side=frame.side, losses=frame.left)
        only = len(choices) == 1 and not sends
        return Menu(frame.side, prompt, "11.3", offers, default=choices[0] if only else None)

    @rule("11.3", "11.3.1", "11.3.2")
    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        """A step takes the loss factor of its unit off the number; the corps that comes for an army stands for it."""
        assert isinstance(action, TakeLoss | SendCorps)
        factor = game.materials.face(draft.state.unit(action.unit)).loss
        now = lose_step(game, draft, action.unit, action.corps if isinstance(action, SendCorps) else None)
        left = replace(frame, units=replaced(frame.units, action.unit, now), left=frame.left - factor, begun=True)
        draft.replace_frame(left)
        self._end_if_met(game, draft, left)

    def _end_if_met(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        """What nobody can bear without going beyond the number is ignored."""
        if not loss_choices(game, draft.state, frame):
            draft.end(frame.units)


CHAPTER = Chapter(actions=(SendCorps,), phases={LossFrame: LossPhase()})
