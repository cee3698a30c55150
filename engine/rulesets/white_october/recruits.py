"""Chapter 3: recruit points, prisoners and replacements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done
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
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    RECRUITS,
    ROUTED,
    Role,
    prisoners_of,
    recruits_of,
)
from engine.rulesets.white_october.ratings import full_strength, is_reduced, strength
from engine.rulesets.white_october.returns import Return, come_back, return_offer
from engine.rulesets.white_october.stacking import joining_refusal
from engine.rulesets.white_october.supply import is_supplied

NO_REPLACEMENTS = frozenset({Role.ARTILLERY, Role.ARMOURED_TRAIN, Role.FLEET, Role.FORT})
"""What gets no points back (3.3.1, 13)."""


@dataclass(frozen=True, slots=True)
class EnrolPrisoners(Action):
    """Make a recruit point of three prisoners."""

    kind: ClassVar[str] = "enrol-prisoners"


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Spend a recruit point to give a unit a strength point back."""

    kind: ClassVar[str] = "replace"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class RecruitsGained(Event):
    kind: ClassVar[str] = "recruits-gained"
    side: Side
    gained: int
    points: int


@dataclass(frozen=True, slots=True)
class PrisonersEnrolled(Event):
    kind: ClassVar[str] = "prisoners-enrolled"
    side: Side
    prisoners: int
    points: int


@dataclass(frozen=True, slots=True)
class PointReplaced(Event):
    kind: ClassVar[str] = "point-replaced"
    unit: UnitId
    points: int
    recruits: bool
    """Whether it is among recruits now."""


@dataclass(frozen=True, slots=True)
class RecruitFrame(Frame):
    """A side receives its recruits."""

    kind: ClassVar[str] = "recruits"


@dataclass(frozen=True, slots=True)
class ReplacementFrame(Frame):
    """A side spends its recruits."""

    kind: ClassVar[str] = "replacements"


def points_of(state: State, side: Side) -> int:
    """The recruit points of a side."""
    return int(state.values.get(recruits_of(side), 0))


@rule("3.1.2")
def gain(game: Game, draft: Draft, side: Side, points: int) -> int:
    """Give a side recruit points, as many as there is room for on its track; returns how many it got."""
    before = points_of(draft.state, side)
    most: int = game.materials.number("recruits_most")
    after = min(most, before + points)
    draft.set_value(recruits_of(side), after)
    return after - before


class RecruitPhase(Phase[RecruitFrame]):
    """What the calendar gives comes by itself; prisoners are enrolled by their captor."""

    @rule("3.1", "3.1.1")
    def start(self, game: Game, draft: Draft, frame: RecruitFrame) -> None:
        side = draft.state.side
        printed = game.materials.turn_number(draft.state.turn, f"{side}-recruits")
        got = gain(game, draft, side, printed)
        if got:
            draft.emit(RecruitsGained(side, got, points_of(draft.state, side)))

    @rule("3.2")
    def menu(self, game: Game, state: State, frame: RecruitFrame) -> Menu | None:
        """Three prisoners make a recruit, as often as the side likes."""
        back = return_offer(game, state)
        held = int(state.values.get(prisoners_of(state.side), 0))
        enrol = Offer.one(EnrolPrisoners(), self._refusal(game, state))
        offers: tuple[Offer[Any], ...] = (back, enrol, Offer.one(Done()))
        menu = Menu(state.side, message("prompt.wo.prisoners", side=state.side, prisoners=held), "3.2", offers)
        return menu.asked_if(enrol.any() or back.any())

    def _refusal(self, game: Game, state: State) -> Refusal | None:
        materials: Materials = game.materials
        if int(state.values.get(prisoners_of(state.side), 0)) < materials.number("prisoners_a_recruit"):
            return Refusal("3.2", message("refusal.wo.few-prisoners"))
        if points_of(state, state.side) >= materials.number("recruits_most"):
            return Refusal("3.1.2", message("refusal.wo.recruits-full"))
        return None

    @rule("3.2", "3.1.2")
    def apply(self, game: Game, draft: Draft, frame: RecruitFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        if isinstance(action, Return):
            come_back(game, draft, action)
            return
        side, price = draft.state.side, game.materials.number("prisoners_a_recruit")
        name = prisoners_of(side)
        left = int(draft.state.values.get(name, 0)) - price
        draft.set_value(name, left)
        gain(game, draft, side, 1)
        draft.emit(PrisonersEnrolled(side, left, points_of(draft.state, side)))


@rule("3.3.1")
def replacement_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """What keeps a unit from getting a point back."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("3.3.1", message("refusal.wo.not-yours", unit=id))
    kind = materials.kind(unit)
    if kind.role in NO_REPLACEMENTS or not kind.has_strength:
        return Refusal("13" if kind.role is Role.FORT else "3.3.1", message("refusal.wo.never-replaced", unit=id))
    if strength(materials, unit) >= full_strength(materials, unit):
        return Refusal("3.3.1", message("refusal.wo.full", unit=id))
    if points_of(state, unit.side) < 1:
        return Refusal("3.3.1", message("refusal.wo.no-recruits"))
    if ROUTED in unit.marks:
        return Refusal("3.3.1", message("refusal.wo.replace-routed", unit=id))
    if not is_supplied(game, state, unit):
        return Refusal("3.3.1", message("refusal.wo.replace-supply", unit=id))
    return joining_refusal(game, state, replace(unit, step=unit.step - 1), unit.at)


@rule("3.3.2")
def becomes_recruits(game: Game, state: State, id: UnitId) -> bool:
    """A unit that turns to its front again is among recruits, once, and not one at the floor of its side."""
    materials: Materials = game.materials
    unit = state.unit(id)
    if not is_reduced(materials, unit) or RECRUITS in unit.marks:
        return False
    floor = materials.by_name("recruits_floor", unit.side)
    front = materials.kind(unit).faces[0]
    return front.quality > floor and front.morale > floor


class ReplacementPhase(Phase[ReplacementFrame]):
    """A point at a time, several to one unit if one likes."""

    @rule("2", "3.3")
    def menu(self, game: Game, state: State, frame: ReplacementFrame) -> Menu | None:
        offer = Offer(
            Replace,
            lambda: (Replace(unit.id) for unit in state.every_unit() if unit.step and unit.side == state.side),
            lambda action: replacement_refusal(game, state, action.unit),
        )
        said = message("prompt.wo.replacements", side=state.side, points=points_of(state, state.side))
        return Menu(state.side, said, "3.3", (offer, Offer.one(Done()))).asked_if(offer.any())

    @rule("3.3.1", "3.3.2")
    def apply(self, game: Game, draft: Draft, frame: ReplacementFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Replace)
        raw = becomes_recruits(game, draft.state, action.unit)
        record = draft.state.unit(action.unit)
        draft.change_unit(action.unit, step=record.step - 1)
        if raw:
            draft.mark(action.unit, RECRUITS)
        left = points_of(draft.state, record.side) - 1
        draft.set_value(recruits_of(record.side), left)
        draft.emit(PointReplaced(action.unit, left, raw))


CHAPTER = Chapter(
    actions=(EnrolPrisoners, Replace),
    events=(RecruitsGained, PrisonersEnrolled, PointReplaced),
    phases={RecruitFrame: RecruitPhase(), ReplacementFrame: ReplacementPhase()},
)
