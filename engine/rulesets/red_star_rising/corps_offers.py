"""15.7.5 and 15.7.6: the corps that may come for an army lost for good; its owner decides.

An army may be lost in the middle of a battle, of a retreat or of a supply phase. The corps that is due for it is noted
on the lost army and offered when the phase is over, before anything else can be taken out of the force pool.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import corps_for, put_away
from engine.rulesets.red_star_rising.names import CORPS_DUE, SOVIET_GONE, Arm, coming_box
from engine.rulesets.red_star_rising.records import UnitComing


@dataclass(frozen=True, slots=True)
class TakeCorps(Action):
    """Let a corps of the force pool come for an army that is lost for good."""

    kind: ClassVar[str] = "take-corps"
    corps: UnitId


@dataclass(frozen=True, slots=True)
class CorpsOfferFrame(Frame):
    """The owner of an army lost for good takes a corps for it, or leaves the corps in the pool."""

    kind: ClassVar[str] = "corps-offer"
    army: UnitId


def owed_corps(game: Game, state: State) -> tuple[Unit, ...]:
    """The armies lost for good for which a corps has not been taken or refused."""
    return tuple(unit for unit in state.at(game.board.at(SOVIET_GONE)) if CORPS_DUE in unit.values)


class CorpsOfferPhase(Phase[CorpsOfferFrame]):
    """One army at a time; where the pool has no corps left nobody is asked."""

    def start(self, game: Game, draft: Draft, frame: CorpsOfferFrame) -> None:
        """A corps that was there when the army was lost may have been taken for another since."""
        if not corps_for(game, draft.state, game.materials.kind(draft.state.unit(frame.army)).arm):
            draft.set_unit_value(frame.army, CORPS_DUE, None)

    @rule("15.7.5", "15.7.6")
    def menu(self, game: Game, state: State, frame: CorpsOfferFrame) -> Menu | None:
        """One corps of each sort that will do, as like counters make no difference; or none."""
        army = state.unit(frame.army)
        if CORPS_DUE not in army.values:
            return None
        first: dict[str, UnitId] = {}
        for unit in corps_for(game, state, game.materials.kind(army).arm):
            first.setdefault(unit.type, unit.id)
        takes = tuple(TakeCorps(unit) for unit in first.values())
        case = "15.7.6" if game.materials.kind(army).arm is Arm.ARMOUR else "15.7.5"
        other = Refusal(case, message("refusal.rsr.corps-other"))
        asked = message("prompt.rsr.corps-offer", side=army.side, army=army.id, turn=int(army.values[CORPS_DUE]))
        return Menu(army.side, asked, case, (Offer.among(takes, TakeCorps, other), Offer.one(Done())), default=takes[0])

    @rule("15.7.5", "15.7.6")
    def apply(self, game: Game, draft: Draft, frame: CorpsOfferFrame, action: Action) -> None:
        """The corps comes two turns after the loss, or stays where it is."""
        turn = int(draft.state.unit(frame.army).values[CORPS_DUE])
        draft.set_unit_value(frame.army, CORPS_DUE, None)
        if isinstance(action, TakeCorps):
            corps = draft.state.unit(action.corps)
            put_away(game, draft, corps.id, coming_box(corps.side), turn)
            draft.emit(UnitComing(corps.id, turn))


CHAPTER = Chapter(actions=(TakeCorps,), phases={CorpsOfferFrame: CorpsOfferPhase()})
