"""8.2.6 B to D: somebody of a stack pays, by disorder or with a strength point, and its owner chooses who."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.core.actions import TakeLoss
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import lose_followers, lose_point, lose_prisoner
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DISORGANISED, ROUTED
from engine.rulesets.white_october.ratings import strength
from engine.rulesets.white_october.standing import still_there


class Price(StrEnum):
    """What is to be paid."""

    DISORDER = "disorder"
    """One unit is disorganised; one that was so already, or is routed, loses a point instead (ruling 8)."""
    LOSS = "loss"
    PRISONER = "prisoner"
    """A point that counts as a prisoner of the enemy."""


@dataclass(frozen=True, slots=True)
class Disorder(Action):
    """Let this unit be disorganised."""

    kind: ClassVar[str] = "disorder"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UnitDisorganised(Event):
    kind: ClassVar[str] = "unit-disorganised"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PenaltyFrame(Frame):
    """One of some units pays a price."""

    kind: ClassVar[str] = "penalty"
    side: Side
    units: tuple[UnitId, ...]
    price: Price
    rule: str


@rule("8.2.6.B")
def disorganise(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is disorganised; a routed one stays routed."""
    marks = draft.state.unit(unit).marks
    if DISORGANISED not in marks and ROUTED not in marks:
        draft.mark(unit, DISORGANISED)
        draft.emit(UnitDisorganised(unit))


def payers(game: Game, state: State, frame: PenaltyFrame) -> tuple[UnitId, ...]:
    """Who can pay: for a strength point only those that have one."""
    there = still_there(game, state, frame.units)
    strong = tuple(unit.id for unit in there if strength(game.materials, unit))
    if frame.price is Price.DISORDER:
        return strong or tuple(unit.id for unit in there)
    return strong


class PenaltyPhase(Phase[PenaltyFrame]):
    """With one to pay nobody is asked."""

    def start(self, game: Game, draft: Draft, frame: PenaltyFrame) -> None:
        able = payers(game, draft.state, frame)
        if len(able) < 2:
            for unit in able:
                self._pay(game, draft, frame, unit)
            draft.end()

    def menu(self, game: Game, state: State, frame: PenaltyFrame) -> Menu:
        kind: type[TakeLoss] | type[Disorder] = Disorder if frame.price is Price.DISORDER else TakeLoss
        choices = [kind(unit) for unit in payers(game, state, frame)]
        refusal = Refusal(frame.rule, message("refusal.wo.not-to-pay"))
        said = message(f"prompt.wo.pay-{frame.price}", side=frame.side)
        return Menu(frame.side, said, frame.rule, (Offer.among(choices, kind, refusal),))

    def apply(self, game: Game, draft: Draft, frame: PenaltyFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss | Disorder)
        self._pay(game, draft, frame, action.unit)
        draft.end()

    @rule("8.2.6.B", "8.2.6.C", "8.2.6.D")
    def _pay(self, game: Game, draft: Draft, frame: PenaltyFrame, unit: UnitId) -> None:
        record = draft.state.unit(unit)
        shaken = DISORGANISED in record.marks or ROUTED in record.marks
        materials: Materials = game.materials
        if frame.price is Price.PRISONER:
            gone = lose_prisoner(game, draft, unit)
        elif frame.price is Price.LOSS or (shaken and strength(materials, record)):
            gone = lose_point(game, draft, unit)
        else:
            disorganise(game, draft, unit)
            gone = False
        if gone:
            lose_followers(game, draft, record.at, record.side)


CHAPTER = Chapter(
    actions=(Disorder, TakeLoss),
    events=(UnitDisorganised,),
    phases={PenaltyFrame: PenaltyPhase()},
)
