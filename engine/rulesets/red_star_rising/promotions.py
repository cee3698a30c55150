"""15.5: infantry armies that become Shock or Guards armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import put_away
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import AWAITING_PROMOTION, AXIS, MARKER, PROMOTED, SOVIET, Arm, Status
from engine.rulesets.red_star_rising.strengths import draw_markers
from engine.rulesets.red_star_rising.zones import in_zone


@dataclass(frozen=True, slots=True)
class Promote(Action):
    """Let a veteran army take the place of an infantry army."""

    kind: ClassVar[str] = "promote"
    unit: UnitId
    by: UnitId


@dataclass(frozen=True, slots=True)
class PromotionFrame(Frame):
    """The Soviet side promotes armies."""

    kind: ClassVar[str] = "promotion"


@dataclass(frozen=True, slots=True)
class ArmyPromoted(Event):
    kind: ClassVar[str] = "army-promoted"
    unit: UnitId
    by: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at), UnitMove.came(self.by, self.at))


def is_regular_infantry(kind: Kind) -> bool:
    """An infantry army of the third class."""
    return kind.is_soviet_army and kind.arm is Arm.INFANTRY and not kind.traits & {"shock", "guards"}


@rule("15.5.1", "10.6.1", "10.8.1", "13.0.2")
def promotion_refusal(game: Game, state: State, action: Promote) -> Refusal | None:
    """Only supplied infantry armies are promoted, outside enemy zones unless the roads are mud."""
    materials: Materials = game.materials
    unit, by = state.units.get(action.unit), state.units.get(action.by)
    if by is None or by.at != game.board.at(AWAITING_PROMOTION):
        return Refusal("15.5.1", message("refusal.rsr.not-awaiting", unit=action.by))
    if unit is None or not materials.is_on_map(unit) or not is_regular_infantry(materials.kind(unit)):
        return Refusal("15.5.1", message("refusal.rsr.not-promotable", unit=action.unit))
    status = status_of(unit)
    if status is not Status.SUPPLIED:
        case = "10.6.1" if status is Status.UNSUPPLIED else "10.8.1"
        return Refusal(case, message("refusal.rsr.promotion-supply", unit=action.unit))
    if in_zone(game, state, unit.at, AXIS) and not materials.is_mud(state.turn):
        return Refusal("15.5.1", message("refusal.rsr.promotion-zone", unit=action.unit))
    return None


class PromotionPhase(Phase[PromotionFrame]):
    """One army after the other, as long as there are veterans to take a place."""

    def menu(self, game: Game, state: State, frame: PromotionFrame) -> Menu | None:
        materials: Materials = game.materials
        waiting = sorted(unit.id for unit in state.at(game.board.at(AWAITING_PROMOTION)))
        armies = (
            [unit.id for unit in state.every_unit() if is_regular_infantry(materials.kind(unit))] if waiting else []
        )
        offer = Offer(
            Promote,
            lambda: (Promote(unit, by) for unit in armies for by in waiting),
            lambda action: promotion_refusal(game, state, action),
            quota=Quota.of(len(waiting)),
        )
        prompt = message("prompt.rsr.promotion", count=len(waiting))
        return Menu(SOVIET, prompt, "15.5.2", (offer, Offer.one(Done())), default=Done()).asked_if(offer.any())

    @rule("15.5.2")
    def apply(self, game: Game, draft: Draft, frame: PromotionFrame, action: Action) -> None:
        """The infantry army goes to the promoted box; its marker is exchanged for a whole one of the second class."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Promote)
        old = draft.state.unit(action.unit)
        had_marker = MARKER in old.values
        put_away(game, draft, action.unit, PROMOTED)
        draft.move_unit(action.by, old.at)
        draft.emit(ArmyPromoted(action.unit, action.by, old.at))
        if had_marker:
            draw_markers(game, draft, (action.by,))


CHAPTER = Chapter(actions=(Promote,), events=(ArmyPromoted,), phases={PromotionFrame: PromotionPhase()})
