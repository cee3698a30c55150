"""8.6, 8.7, 9.8, 9.9.B and 23.1: who loses the steps of a combat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
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
from engine.core.state import State
from engine.mechanics.loss_choice import is_second_too_early
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import lose_step
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import Role


class Owed(StrEnum):
    """Whom a loss falls on."""

    STRONGEST = "strongest"
    TIGER = "tiger"
    SAPPER = "sapper"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """Losses that a side takes, the tied ones first; it ends when none is left, or nobody."""

    kind: ClassVar[str] = "losses"
    side: Side
    units: tuple[UnitId, ...]
    owed: tuple[Owed, ...]
    hit: tuple[UnitId, ...] = ()


def fighting(game: Game, state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of some units that bear losses before any headquarters does; the headquarters where they are alone."""
    materials: Materials = game.materials
    found = tuple(unit for unit in units if not materials.kind(state.unit(unit)).is_headquarters)
    return found or units


@rule("8.6", "9.8", "9.9.B")
def bearers(game: Game, state: State, frame: LossFrame) -> tuple[UnitId, ...]:
    """Who may bear the next loss when it is tied: the strongest, the Tigers, the sappers; anybody when it is not."""
    materials: Materials = game.materials
    units = fighting(game, state, frame.units)
    role = {Owed.TIGER: Role.TIGER, Owed.SAPPER: Role.SAPPER}.get(frame.owed[0])
    if role is not None:
        tied = tuple(unit for unit in units if materials.kind(state.unit(unit)).role is role)
        if tied:
            return tied
    if frame.owed[0] in (Owed.STRONGEST, Owed.TIGER):
        factors = {unit: materials.face(state.unit(unit)).attack for unit in units}
        return tuple(unit for unit in units if factors[unit] == max(factors.values()))
    return units


@rule("8.6", "8.9", "23.1")
def loss_refusal(game: Game, state: State, frame: LossFrame, unit: UnitId) -> Refusal | None:
    """What keeps a unit from bearing the next loss (ruling 20)."""
    if unit not in frame.units:
        return Refusal("8.6", message("refusal.u43.loss-not-there", unit=unit))
    if unit not in fighting(game, state, frame.units):
        return Refusal("23.1", message("refusal.u43.loss-headquarters", unit=unit))
    tied = bearers(game, state, frame)
    owed = frame.owed[0]
    if unit not in tied:
        case = {Owed.TIGER: "9.8", Owed.SAPPER: "9.9.B"}.get(owed, "8.6")
        return Refusal(case, message("refusal.u43.loss-tied", unit=unit))
    free = owed is Owed.ANY or (owed is Owed.SAPPER and len(tied) == len(fighting(game, state, frame.units)))
    if free and is_second_too_early(unit, frame.hit, fighting(game, state, frame.units)):
        return Refusal("8.6", message("refusal.u43.loss-second", unit=unit))
    return None


class LossPhase(Phase[LossFrame]):
    """The owner takes step after step."""

    def start(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        self._end_if_met(draft, frame)

    @rule("8.6")
    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu:
        offer = Offer(
            TakeLoss,
            lambda: (TakeLoss(unit) for unit in frame.units),
            lambda action: loss_refusal(game, state, frame, action.unit),
        )
        said = message("prompt.u43.losses", side=frame.side, steps=len(frame.owed))
        return Menu(frame.side, said, "8.6", (offer,), default=self._obvious(game, state, frame))

    def _obvious(self, game: Game, state: State, frame: LossFrame) -> Action | None:
        """A step of a unit that has another, or the only one there is."""
        materials: Materials = game.materials
        allowed = [unit for unit in frame.units if loss_refusal(game, state, frame, unit) is None]
        spared = [unit for unit in allowed if materials.steps(state.unit(unit)) > 1]
        return TakeLoss((spared or allowed)[0]) if len(allowed) == 1 or spared else None

    @rule("8.7")
    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        gone = lose_step(game, draft, action.unit)
        units = tuple(unit for unit in frame.units if not (gone and unit == action.unit))
        left = replace(frame, units=units, owed=frame.owed[1:], hit=(*frame.hit, action.unit))
        draft.replace_frame(left)
        self._end_if_met(draft, left)

    def _end_if_met(self, draft: Draft, frame: LossFrame) -> None:
        """What is left to lose when nobody is left to lose it is ignored."""
        if not frame.owed or not frame.units:
            draft.end()


CHAPTER = Chapter(actions=(TakeLoss,), phases={LossFrame: LossPhase()})
