"""8.2.6 A: losses, one at a time, shared out by their owner in the order the rules lay down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import TakeLoss
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.loss_choice import bearers, is_second_too_early
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import lose_followers, lose_point
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import ROUTED, Role
from engine.rulesets.white_october.ratings import morale_of, most_common, strength
from engine.rulesets.white_october.standing import still_there


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """Losses being taken by the units of a side in a fight; it ends with the number that nobody could bear."""

    kind: ClassVar[str] = "losses"
    side: Side
    units: tuple[UnitId, ...]
    losses: int
    hit: tuple[UnitId, ...] = ()
    first: bool = True
    """Whether the first loss is still to be taken."""


@rule("8.2.6.A")
def bearing(game: Game, state: State, frame: LossFrame) -> tuple[Unit, ...]:
    """Who bears the next loss: combat units, and guns only when no combat unit is left."""
    materials: Materials = game.materials
    there = tuple(unit for unit in still_there(game, state, frame.units) if strength(materials, unit))
    fighting = [unit.id for unit in there if materials.kind(unit).is_combat]
    chosen = set(bearers(fighting, [unit.id for unit in there]))
    return tuple(unit for unit in there if unit.id in chosen)


@rule("8.2.6.A")
def goes_first(game: Game, units: Sequence[Unit]) -> frozenset[UnitId]:
    """Who may take the first loss: a unit of the most common morale, cavalry or a routed unit (ruling 4)."""
    materials: Materials = game.materials
    common = most_common(game, units, morale_of)
    return frozenset(
        unit.id
        for unit in units
        if morale_of(game, unit) == common or materials.kind(unit).role is Role.CAVALRY or ROUTED in unit.marks
    )


@rule("8.2.6.A")
def loss_refusal(game: Game, state: State, frame: LossFrame, unit: UnitId) -> Refusal | None:
    """What keeps a unit from bearing the next loss."""
    able = bearing(game, state, frame)
    ids = tuple(each.id for each in able)
    if unit not in ids:
        return Refusal("8.2.6.A", message("refusal.wo.loss-not-bearing", unit=unit))
    if frame.first and unit not in goes_first(game, able):
        return Refusal("8.2.6.A", message("refusal.wo.loss-first", unit=unit))
    if is_second_too_early(unit, frame.hit, ids):
        return Refusal("8.2.6.A", message("refusal.wo.loss-second", unit=unit))
    return None


class LossPhase(Phase[LossFrame]):
    """The owner takes loss after loss."""

    def start(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        self._end_if_met(game, draft, frame)

    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu:
        offer = Offer(
            TakeLoss,
            lambda: (TakeLoss(unit.id) for unit in bearing(game, state, frame)),
            lambda action: loss_refusal(game, state, frame, action.unit),
        )
        said = message("prompt.wo.losses", side=frame.side, losses=frame.losses)
        return Menu(frame.side, said, "8.2.6.A", (offer,))

    @rule("8.2.6.A")
    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        at = draft.state.unit(action.unit).at
        if lose_point(game, draft, action.unit):
            lose_followers(game, draft, at, frame.side)
        left = replace(frame, losses=frame.losses - 1, hit=(*frame.hit, action.unit), first=False)
        draft.replace_frame(left)
        self._end_if_met(game, draft, left)

    def _end_if_met(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        if frame.losses <= 0 or not bearing(game, draft.state, frame):
            draft.end(frame.losses)


CHAPTER = Chapter(actions=(TakeLoss,), phases={LossFrame: LossPhase()})
