"""12.2 and 12.43: attackers pay for an exchange, and for attacking without supply, with units of their choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
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
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import lose, points_of


@dataclass(frozen=True, slots=True)
class PaymentFrame(Frame):
    """Some units of a side pay points; what is owed is counted in halves, so that half an exchange is exact.

    It ends with the units that became battle groups on the way and are still there.
    """

    kind: ClassVar[str] = "payment"
    side: Side
    units: tuple[UnitId, ...]
    owed: int
    case: str
    groups: tuple[UnitId, ...] = ()


class PaymentPhase(Phase[PaymentFrame]):
    """One unit after another is reduced or removed until what is owed is paid, or nobody is left."""

    def start(self, game: Game, draft: Draft, frame: PaymentFrame) -> None:
        self._go_on(draft, frame)

    @rule("12.2", "12.43")
    def menu(self, game: Game, state: State, frame: PaymentFrame) -> Menu:
        """The payer chooses; a flip counts the difference of the faces, a removal what was left (ruling 33)."""
        refusal = Refusal(frame.case, message("refusal.wie.not-paying"))
        offer = Offer.among([TakeLoss(unit) for unit in frame.units], TakeLoss, refusal)
        said = message("prompt.wie.payment", side=frame.side, points=Fraction(frame.owed, 2))
        return Menu(frame.side, said, frame.case, (offer,))

    @rule("12.2", "12.43")
    def apply(self, game: Game, draft: Draft, frame: PaymentFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        before = points_of(game, draft, action.unit, attacking=True)
        gone = lose(game, draft, action.unit)
        after = 0 if gone else points_of(game, draft, action.unit, attacking=True)
        groups = tuple(unit for unit in frame.groups if unit != action.unit)
        self._go_on(
            draft,
            replace(
                frame,
                units=tuple(unit for unit in frame.units if unit != action.unit or not gone),
                owed=frame.owed - 2 * (before - after),
                groups=groups if gone else (*groups, action.unit),
            ),
        )

    def _go_on(self, draft: Draft, frame: PaymentFrame) -> None:
        if frame.owed <= 0 or not frame.units:
            draft.end(() if frame.case == "12.7" else frame.groups)
        else:
            draft.replace_frame(frame)


CHAPTER = Chapter(actions=(TakeLoss,), phases={PaymentFrame: PaymentPhase()})
