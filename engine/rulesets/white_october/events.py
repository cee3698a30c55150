"""Chapter 6: the optional events, off unless a scenario or a player switches them on.

Each side throws two ten-sided dice and reads its column of the table, a reconstruction. What a side suffers it suffers
at once: the enemy names a formation, and mostly its owner the unit. What a side controls it may use in this turn; an
insurrection is prepared in secret and breaks out when the White side likes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final

from immutables import Map

from engine.core.actions import Done
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import Scalar, State, Unit, evolve
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import lose_followers, lose_point, lose_prisoner
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    DISORGANISED,
    PLOT,
    POLICED,
    RED,
    ROUTED,
    RUMOURS,
    SIDES,
    SOVIET,
    WHITE,
    enemy_of,
)
from engine.rulesets.white_october.ratings import strength
from engine.rulesets.white_october.recruits import gain
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.standing import company

TABLE: Final = "events"
TEN: Final = 10


class Fortune(StrEnum):
    """What can happen, in the words of the table."""

    NOTHING = "nothing"
    RUMOURS = "rumours"
    TREASON = "treason"
    ATTRITION = "attrition"
    SOVIET = "soviet-of-soldiers"
    VOLUNTEERS = "volunteers"
    ZEAL = "zeal"
    INSURGENTS = "insurgents"


SUFFERED: Final = frozenset({Fortune.RUMOURS, Fortune.TREASON, Fortune.ATTRITION, Fortune.SOVIET})
"""What a side suffers; the rest it controls (6.1, 6.2)."""


@dataclass(frozen=True, slots=True)
class NameFormation(Action):
    """Name the enemy formation that an event strikes."""

    kind: ClassVar[str] = "name-formation"
    formation: str


@dataclass(frozen=True, slots=True)
class NameVictim(Action):
    """Name the unit of the formation that suffers."""

    kind: ClassVar[str] = "name-victim"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UseEvent(Action):
    """Use an event that is yours to use."""

    kind: ClassVar[str] = "use-event"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class LayPlot(Action):
    """Prepare an insurrection in a district."""

    kind: ClassVar[str] = "lay-plot"
    at: Location


@dataclass(frozen=True, slots=True)
class RiseUp(Action):
    """Let the insurrection that was prepared break out."""

    kind: ClassVar[str] = "rise-up"


@dataclass(frozen=True, slots=True)
class FortuneThrown(Event):
    """Tens and units of a side's throw, and its event."""

    kind: ClassVar[str] = "fortune-thrown"
    side: Side
    dice: tuple[int, int]
    score: int
    fortune: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return tuple(DieThrow(die, side=self.side, result=self.fortune) for die in self.dice)


@dataclass(frozen=True, slots=True)
class FormationStruck(Event):
    kind: ClassVar[str] = "formation-struck"
    fortune: str
    formation: str
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class FortuneUsed(Event):
    kind: ClassVar[str] = "fortune-used"
    side: Side
    fortune: str


@dataclass(frozen=True, slots=True)
class InsurrectionBroke(Event):
    """Insurgents rise in a district: its Red units are disorganised."""

    kind: ClassVar[str] = "insurrection-broke"
    at: Location
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class EventsFrame(Frame):
    """Each side throws for its event of the turn; `number` is whose it is, `fortune` what it has thrown."""

    kind: ClassVar[str] = "events"
    number: int = 0
    fortune: str = ""
    formation: str = ""


@rule("6")
def percent(tens: int, units: int) -> int:
    """Two ten-sided dice as a hundred; two noughts are a hundred."""
    return 10 * (tens % TEN) + units % TEN or 100


@rule("6.1")
def formations(game: Game, state: State, side: Side) -> tuple[str, ...]:
    """The formations of a side that have a unit with strength on the map."""
    materials: Materials = game.materials
    found = {materials.division(unit.id) for unit in state.every_unit() if unit.side == side and _counts(game, unit)}
    return tuple(sorted(found - {""}))


def _counts(game: Game, unit: Unit) -> bool:
    materials: Materials = game.materials
    kind = materials.kind(unit)
    return materials.is_on_map(unit) and bool(strength(materials, unit)) and (kind.is_combat or kind.is_gun)


def members(game: Game, state: State, side: Side, formation: str) -> tuple[Unit, ...]:
    """The units of a formation that an event can strike."""
    materials: Materials = game.materials
    units = (unit for unit in state.every_unit() if unit.side == side and _counts(game, unit))
    return tuple(unit for unit in units if materials.division(unit.id) == formation)


class EventsPhase(Phase[EventsFrame]):
    """The White side first."""

    def start(self, game: Game, draft: Draft, frame: EventsFrame) -> None:
        draft.unmark_all(RUMOURS, SOVIET)
        self._throw(game, draft, frame)

    @rule("6")
    def _throw(self, game: Game, draft: Draft, frame: EventsFrame) -> None:
        """A throw for the side whose turn it is; with both done the phase is over."""
        if frame.number >= len(SIDES):
            draft.end()
            return
        side = SIDES[frame.number]
        dice = (draft.roll(TEN), draft.roll(TEN))
        score = percent(*dice)
        table = game.materials.charts.table(TABLE)
        fortune = draft.given_result() or table.result(str(side), table.row_for(score))
        draft.emit(FortuneThrown(side, dice, score, fortune))
        if fortune == Fortune.VOLUNTEERS:
            volunteers(game, draft, side)
        draft.replace_frame(EventsFrame(frame.number, fortune))
        if self.menu(game, draft.state, EventsFrame(frame.number, fortune)) is None:
            self._throw(game, draft, EventsFrame(frame.number + 1))

    @rule("6.1", "6.2")
    def menu(self, game: Game, state: State, frame: EventsFrame) -> Menu | None:
        """A suffered event asks the enemy for a formation and its owner for a unit; a controlled one its owner."""
        if not frame.fortune or frame.fortune == Fortune.NOTHING:
            return None
        side = SIDES[frame.number]
        said = message("prompt.wo.event", side=side, fortune=frame.fortune)
        if frame.fortune not in SUFFERED:
            return self._controlled(game, state, side, frame)
        refusal = Refusal("6.1", message("refusal.wo.no-formation"))
        if not frame.formation:
            named = [NameFormation(each) for each in formations(game, state, side)]
            return Menu(enemy_of(side), said, "6.1", (Offer.among(named, NameFormation, refusal),)) if named else None
        struck = [NameVictim(unit.id) for unit in members(game, state, side, frame.formation)]
        return Menu(side, said, "6.1", (Offer.among(struck, NameVictim, refusal),))

    @rule("6.2")
    def _controlled(self, game: Game, state: State, side: Side, frame: EventsFrame) -> Menu | None:
        """Volunteers and zeal are used now or not at all; insurgents are prepared where the police have not been."""
        said = message("prompt.wo.event", side=side, fortune=frame.fortune)
        refusal = Refusal("6.2", message("refusal.wo.no-use"))
        offers: tuple[Offer[Any], ...]
        if frame.fortune == Fortune.ZEAL:
            shaken = [unit for unit in state.every_unit() if unit.side == side and DISORGANISED in unit.marks]
            offers = (Offer.among([UseEvent(unit.id) for unit in shaken], UseEvent, refusal),)
        elif frame.fortune == Fortune.INSURGENTS:
            offers = (Offer.among([LayPlot(at) for at in plot_places(game, state)], LayPlot, refusal),)
        else:
            return None
        return Menu(side, said, "6.2", (*offers, Offer.one(Done()))) if offers[0].any() else None

    @rule("6.1", "6.2")
    def apply(self, game: Game, draft: Draft, frame: EventsFrame, action: Action) -> None:
        side = SIDES[frame.number]
        if isinstance(action, NameFormation) and frame.fortune != Fortune.RUMOURS:
            draft.replace_frame(replace(frame, formation=action.formation))
            return
        if isinstance(action, NameFormation):
            units = tuple(unit.id for unit in members(game, draft.state, side, action.formation))
            for unit in units:
                draft.mark(unit, RUMOURS)
            draft.emit(FormationStruck(frame.fortune, action.formation, units))
        elif isinstance(action, NameVictim):
            self._strike(game, draft, frame, action.unit)
        elif isinstance(action, UseEvent):
            draft.unmark(action.unit, DISORGANISED)
            draft.emit(FormationStruck(frame.fortune, game.materials.division(action.unit), (action.unit,)))
        elif isinstance(action, LayPlot):
            draft.seal(WHITE, PLOT, game.board.label(action.at))
            draft.emit(FortuneUsed(side, frame.fortune))
        self._throw(game, draft, EventsFrame(frame.number + 1))

    @rule("6.1")
    def _strike(self, game: Game, draft: Draft, frame: EventsFrame, unit: UnitId) -> None:
        """Attrition costs a point, treason one that goes over to the enemy, a soviet keeps the unit from attacking."""
        record = draft.state.unit(unit)
        draft.emit(FormationStruck(frame.fortune, frame.formation, (unit,)))
        gone = False
        if frame.fortune == Fortune.SOVIET:
            draft.mark(unit, SOVIET)
        elif frame.fortune == Fortune.TREASON:
            gone = lose_prisoner(game, draft, unit)
        else:
            gone = lose_point(game, draft, unit)
        if gone:
            lose_followers(game, draft, record.at, record.side)


@rule("6.2", "11.2.1")
def plot_places(game: Game, state: State) -> tuple[Location, ...]:
    """Where insurgents can gather: any district that the police have not closed."""
    return tuple(sorted(at for at in game.materials.ground.districts if not state.marker(at, POLICED)))


@rule("6.2")
def volunteers(game: Game, draft: Draft, side: Side) -> None:
    """Volunteers are a recruit point at once."""
    if gain(game, draft, side, 1):
        draft.emit(FortuneUsed(side, Fortune.VOLUNTEERS))


@rule("6.2")
def rising_refusal(game: Game, state: State) -> Refusal | None:
    """An insurrection breaks out in a White movement, where one was prepared."""
    plans = state.sealed.get(WHITE)
    if state.side != WHITE or plans is None or not plans.get(PLOT):
        return Refusal("6.2", message("refusal.wo.no-plot"))
    return None


@rule("6.2")
def rise_up(game: Game, draft: Draft, action: RiseUp) -> None:
    """The Red units of the district are disorganised; the plot is spent."""
    plans = draft.unseal()
    at = game.board.at(str(plans[WHITE][PLOT]))
    units = tuple(unit.id for unit in company(draft.state, at, RED) if ROUTED not in unit.marks)
    for unit in units:
        draft.mark(unit, DISORGANISED)
    draft.emit(InsurrectionBroke(at, units))


RISING = SpecialMove(
    RiseUp,
    lambda game, state: Offer.one(RiseUp(), rising_refusal(game, state)),
    rise_up,
)

CHAPTER = Chapter(
    actions=(NameFormation, NameVictim, UseEvent, LayPlot, RiseUp),
    events=(FortuneThrown, FormationStruck, FortuneUsed, InsurrectionBroke),
    phases={EventsFrame: EventsPhase()},
)


@rule("6.2")
def imagine_plot(game: Game, state: State, side: Side, lots: Lots) -> State:
    """A state in which the other side cannot tell the plot from the one that was laid."""
    if side == WHITE or WHITE not in state.sealed:
        return state
    places = plot_places(game, state)
    note: Map[str, Scalar] = Map({PLOT: game.board.label(lots.among(places))}) if places else Map()
    return evolve(state, sealed=state.sealed.set(WHITE, note))
