"""Chapter 18: infantry digs itself in at the end of its side's combat phase, and gets up again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.strengths import printed
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    DROPPED,
    DUG,
    FLOWN,
    FLOWN_IN,
    FORTIFIED,
    LANDED,
    MARCHED,
    RAILED,
    SAILED,
    SIDES,
    TOOK_PART,
    Weather,
)
from engine.rulesets.war_in_europe.standing import company, intact_lines
from engine.rulesets.war_in_europe.supply import is_supplied

CERTAIN = 6


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """Try to turn an infantry division into a fortified unit."""

    kind: ClassVar[str] = "fortify"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Unfortify(Action):
    """Turn a fortified unit into an infantry division again."""

    kind: ClassVar[str] = "unfortify"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class FortificationTried(Event):
    kind: ClassVar[str] = "fortification-tried"
    unit: UnitId
    at: Location
    points: int
    die: int | None
    done: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return () if self.die is None else (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class FortificationLeft(Event):
    kind: ClassVar[str] = "fortification-left"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class FortifyFrame(Frame):
    """The end of a side's combat phase, when units are fortified."""

    kind: ClassVar[str] = "fortify"


@rule("18.0")
def points_there(game: Game, state: State, unit: Unit) -> int:
    """The printed combat points of all infantry in the hex, the unit itself included (ruling 45)."""
    materials: Materials = game.materials
    here = company(state, unit.at, unit.side)
    infantry = (each for each in here if materials.kind(each).is_foot_division and FORTIFIED not in each.marks)
    return sum(printed(materials, each, attacking=False) for each in infantry)


@rule("18.0", "18.11", "18.12", "18.13", "18.24", "18.26")
def fortify_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """A supplied division that can, that has done nothing else, once a hex; not in mud nor on turn one."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("18.0", message("refusal.wie.not-yours", unit=id))
    kind = materials.kind(unit)
    first = int(materials.named("fortify_from").get(kind.nation, 0))
    if kind.fortified is None or FORTIFIED in unit.marks or not first or state.turn < first:
        return Refusal("18.0", message("refusal.wie.cannot-fortify", unit=id))
    if materials.weather(state.turn) is Weather.MUD or state.turn == materials.brief.scenario.first_turn:
        return Refusal("18.12", message("refusal.wie.no-fortifying-now"))
    if unit.marks & {MARCHED, RAILED, SAILED, LANDED, FLOWN, FLOWN_IN, DROPPED, TOOK_PART, ABOARD, DUG}:
        return Refusal("18.0", message("refusal.wie.busy", unit=id))
    if not is_supplied(game, state, unit):
        return Refusal("18.11", message("refusal.wie.unsupplied", unit=id))
    if any(FORTIFIED in each.marks for each in company(state, unit.at, unit.side)):
        return Refusal("18.24", message("refusal.wie.fortified-there", hex=game.board.label(unit.at)))
    if any(unit.at in intact_lines(game, state, side) for side in SIDES):
        return Refusal("18.26", message("refusal.wie.line-there", hex=game.board.label(unit.at)))
    return None


@rule("18.14")
def unfortify_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """Any fortified unit may, whatever its supply."""
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or FORTIFIED not in unit.marks or DUG in unit.marks:
        return Refusal("18.14", message("refusal.wie.not-fortified", unit=id))
    return None


class FortifyPhase(Phase[FortifyFrame]):
    """Each division tries once."""

    @rule("18.0", "18.14", "18.25")
    def menu(self, game: Game, state: State, frame: FortifyFrame) -> Menu:
        kinds, side = game.materials.kinds, state.side
        able = tuple(
            unit.id for unit in state.every_unit() if unit.side == side and kinds[unit.type].fortified is not None
        )
        dig = Offer(Fortify, lambda: map(Fortify, able), lambda action: fortify_refusal(game, state, action.unit))
        rise = Offer(
            Unfortify, lambda: map(Unfortify, able), lambda action: unfortify_refusal(game, state, action.unit)
        )
        said = message("prompt.wie.fortify", side=side)
        menu = Menu(side, said, "18.0", (dig, rise, Offer.one(Done())), default=Done())
        return menu.asked_if(dig.any() or rise.any())

    @rule("18.0")
    def apply(self, game: Game, draft: Draft, frame: FortifyFrame, action: Action) -> None:
        """The die must not exceed the points in the hex; with six it need not be thrown."""
        if isinstance(action, Fortify):
            unit = draft.state.unit(action.unit)
            points = points_there(game, draft.state, unit)
            die = draft.roll() if points < CERTAIN else None
            done = die is None or die <= points
            draft.mark(action.unit, DUG, *((FORTIFIED,) if done else ()))
            draft.emit(FortificationTried(action.unit, unit.at, points, die, done))
        elif isinstance(action, Unfortify):
            draft.unmark(action.unit, FORTIFIED)
            draft.mark(action.unit, DUG)
            draft.emit(FortificationLeft(action.unit, draft.state.unit(action.unit).at))
        else:
            draft.end()


CHAPTER = Chapter(
    actions=(Fortify, Unfortify),
    events=(FortificationTried, FortificationLeft),
    phases={FortifyFrame: FortifyPhase()},
)
