"""10.21, 12.62 and 6.11: too many in a hex, or on trains; somebody says who goes (rulings 16 and 28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

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
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import ABOARD, CROWDED, enemy_of
from engine.rulesets.war_in_europe.stacking import counted, overstacked_hexes
from engine.rulesets.war_in_europe.standing import company


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Remove a unit that is one too many."""

    kind: ClassVar[str] = "give-up"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ExcessFrame(Frame):
    """Units of a side that are too many in a hex, at the end of its movement; somebody says who goes."""

    kind: ClassVar[str] = "excess"
    owner: Side


@dataclass(frozen=True, slots=True)
class TrainsFrame(Frame):
    """More units are on trains than the railways carry; the opponent says who goes."""

    kind: ClassVar[str] = "trains"
    owner: Side


@rule("12.62", "10.21")
def excess_pending(game: Game, state: State, side: Side) -> tuple[UnitId, ...]:
    """Those of a side who might have to go because too many stand together."""
    crowded = overstacked_hexes(game, state, side)
    return tuple(unit.id for at in crowded for unit in counted(game.materials, company(state, at, side)))


@rule("6.12", "6.13", "6.62")
def weight_aboard(game: Game, state: State, side: Side, *also: str) -> int:
    """What the railways of a side carry in units: those aboard, and those marked otherwise as having used them."""
    materials: Materials = game.materials
    wanted = {ABOARD, *also}
    return sum(
        materials.kind(unit).divisions(unit.step)
        for unit in state.every_unit()
        if unit.side == side and unit.marks & wanted and materials.is_on_map(unit)
    )


@rule("6.11")
def aboard_too_many(game: Game, state: State, side: Side) -> tuple[UnitId, ...]:
    """Those on trains where there are more than the capacity lets ride."""
    if weight_aboard(game, state, side) <= game.materials.capacity(side, "rail", state.turn):
        return ()
    return tuple(unit.id for unit in state.every_unit() if unit.side == side and ABOARD in unit.marks)


def forget_crowds(draft: Draft, side: Side) -> None:
    """Nobody of a side stands any longer where a retreat has brought too many together."""
    for unit in draft.state.every_unit():
        if unit.side == side and CROWDED in unit.marks:
            draft.unmark(unit.id, CROWDED)


class ExcessPhase(Phase[ExcessFrame]):
    """One unit after another goes until the hexes hold what they may."""

    @rule("12.62", "10.21")
    def menu(self, game: Game, state: State, frame: ExcessFrame) -> Menu | None:
        """The owner picks where a retreat has brought them together, the opponent anywhere else (ruling 28)."""
        units = excess_pending(game, state, frame.owner)
        fled = tuple(unit for unit in units if CROWDED in state.unit(unit).marks)
        if fled:
            return _menu(frame.owner, fled, "12.62", frame.owner)
        return _menu(enemy_of(frame.owner), units, "10.21", frame.owner) if units else None

    def apply(self, game: Game, draft: Draft, frame: ExcessFrame, action: Action) -> None:
        assert isinstance(action, GiveUp)
        remove(game, draft, action.unit)
        if not excess_pending(game, draft.state, frame.owner):
            forget_crowds(draft, frame.owner)


class TrainsPhase(Phase[TrainsFrame]):
    """The opponent picks until what is left fits on the trains."""

    @rule("6.11")
    def menu(self, game: Game, state: State, frame: TrainsFrame) -> Menu | None:
        units = aboard_too_many(game, state, frame.owner)
        return _menu(enemy_of(frame.owner), units, "6.11", frame.owner) if units else None

    def apply(self, game: Game, draft: Draft, frame: TrainsFrame, action: Action) -> None:
        assert isinstance(action, GiveUp)
        remove(game, draft, action.unit)


def _menu(chooser: Side, units: tuple[UnitId, ...], case: str, owner: Side) -> Menu:
    refusal = Refusal(case, message("refusal.wie.not-in-excess"))
    said = message("prompt.wie.excess", side=chooser, owner=owner)
    return Menu(chooser, said, case, (Offer.among([GiveUp(unit) for unit in units], GiveUp, refusal),))


CHAPTER = Chapter(
    actions=(GiveUp,),
    phases={ExcessFrame: ExcessPhase(), TrainsFrame: TrainsPhase()},
)
