"""7.8.2 and 7.9.7 to 7.9.9: numbered results, which the owner meets with steps, with hexes of retreat, or with both.

The steps are taken one at a time, in the order that zones of control lay down. Whoever wants to go back does so with
what is then left of the number. Mandatory losses leave no such choice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import TakeLoss
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.loss_choice import bearers, is_second_too_early
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.forces import Force, lose_one
from engine.rulesets.red_star_rising.combat.retreat import RetreatFrame
from engine.rulesets.red_star_rising.combat.retreat_paths import Withdrawal, has_harmless_way
from engine.rulesets.red_star_rising.factors import steps_left
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import Role
from engine.rulesets.red_star_rising.zones import exerting


@dataclass(frozen=True, slots=True)
class FallBack(Action):
    """Go back as many hexes as are left of the result."""

    kind: ClassVar[str] = "fall-back"


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """A numbered result being met by a force; it ends with the force as it is then."""

    kind: ClassVar[str] = "losses"
    force: Force
    steps: int
    mandatory: bool = False


def with_zone(game: Game, state: State, force: Force) -> frozenset[UnitId]:
    """Those of a force that exert a zone where they stand, weak Kampfgruppen in pairs included."""
    places = {state.unit(unit).at for unit in force.units}
    found = {unit.id for at in sorted(places) for unit in exerting(game, state, at, force.side)}
    return frozenset(found.intersection(force.units))


@rule("7.9.7", "7.9.8", "7.9.9", "7.13.2")
def loss_refusal(game: Game, state: State, force: Force, unit: UnitId) -> Refusal | None:
    """A loss for each unit with a zone before any has a second, and none for others while one with a zone is left.

    The number is for the force as a whole, wherever its units stand.
    """
    if unit not in force.units:
        return Refusal("7.9.7", message("refusal.rsr.loss-not-in-battle", unit=unit))
    zone = with_zone(game, state, force)
    if unit not in bearers(zone, force.units):
        record = state.unit(unit)
        beside = any(state.unit(other).at == record.at for other in zone)
        case = "7.13.2" if beside and game.materials.kind(record).role is Role.ASSET else "7.9.9"
        return Refusal(case, message("refusal.rsr.loss-zone-first", unit=unit))
    if is_second_too_early(unit, force.hit, zone):
        return Refusal("7.9.8", message("refusal.rsr.loss-second", unit=unit))
    return None


@rule("7.10.1", "7.13.1", "7.13.3")
def fall_back_refusal(game: Game, state: State, frame: LossFrame) -> Refusal | None:
    """A retreat is the owner's choice, but assets stay, and units with a zone stay with them, attackers as well."""
    materials: Materials = game.materials
    force = frame.force
    if frame.mandatory:
        return Refusal("7.8.2", message("refusal.rsr.loss-mandatory"))

    def has_asset(at: Location) -> bool:
        return any(unit.side == force.side and materials.kind(unit).role is Role.ASSET for unit in state.at(at))

    if any(has_asset(state.unit(unit).at) for unit in sorted(with_zone(game, state, force))):
        return Refusal("7.13.3", message("refusal.rsr.retreat-from-asset"))
    if any(materials.kind(state.unit(unit)).role is Role.ASSET for unit in force.units):
        return Refusal("7.13.1", message("refusal.rsr.retreat-asset"))
    return None


class LossPhase(Phase[LossFrame]):
    """The owner takes step after step, or what is left of the number as a retreat."""

    def start(self, game: Game, draft: Draft, frame: LossFrame) -> None:
        self._end_if_met(draft, frame)

    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu | None:
        force = frame.force
        losses = Offer(
            TakeLoss,
            lambda: (TakeLoss(unit) for unit in force.units),
            lambda action: loss_refusal(game, state, force, action.unit),
        )
        stays = fall_back_refusal(game, state, frame)
        back = Offer.one(FallBack(), stays)
        asked = (
            message("prompt.rsr.losses-mandatory", side=force.side, steps=frame.steps)
            if stays is not None
            else message("prompt.rsr.losses", side=force.side, steps=frame.steps)
        )
        return Menu(force.side, asked, "7.8.2", (losses, back), default=self._obvious(game, state, frame))

    @rule("7.8.2", "7.10.2", "7.10.3")
    def _obvious(self, game: Game, state: State, frame: LossFrame) -> Action | None:
        """To go back, if that costs nothing more; else a step of a unit that has another. Nothing that destroys one."""
        force = frame.force
        steps = (Withdrawal(state.unit(unit), force.home(unit), 1) for unit in force.units)
        if (
            not force.bystanders
            and fall_back_refusal(game, state, frame) is None
            and all(has_harmless_way(game, state, step, frame.steps) for step in steps)
        ):
            return FallBack()
        spared = (unit for unit in force.units if steps_left(game.materials, state.unit(unit)) > 1)
        return next((TakeLoss(unit) for unit in spared if loss_refusal(game, state, force, unit) is None), None)

    @rule("7.8.2", "7.9.7")
    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        """Each step takes one off the number; the retreat takes all that is left of it."""
        if isinstance(action, FallBack):
            draft.goto(RetreatFrame(frame.force, frame.steps))
            return
        assert isinstance(action, TakeLoss)
        force = self._take(game, draft, frame.force, action.unit)
        left = replace(frame, force=force, steps=frame.steps - 1)
        draft.replace_frame(left)
        self._end_if_met(draft, left)

    @rule("7.15.9")
    def _take(self, game: Game, draft: Draft, force: Force, unit: UnitId) -> Force:
        """Only what is lost here, to meet a number, is counted against the enemy's advance."""
        return lose_one(game, draft, replace(force, lost=force.lost + 1), unit)

    def _end_if_met(self, draft: Draft, frame: LossFrame) -> None:
        """What is left of a number when nobody is left to bear it is ignored."""
        if frame.steps == 0 or not frame.force.units:
            draft.end(frame.force)


CHAPTER = Chapter(actions=(FallBack,), phases={LossFrame: LossPhase()})
