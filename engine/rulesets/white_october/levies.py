"""11.2.2: what the Red side raises in Petrograd: communists, barricades, detachments of districts, units by lot.

Costs are counted in quarters of a recruit point and paid when the phase is over, rounded up once (ruling 38). What is
raised waits on the calendar until the Red side moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitArrived, UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    BARRICADE,
    DETACHMENT_POINTS,
    DISTRICT,
    DUE,
    ENTERED,
    LEVIES,
    RED,
    RED_CALENDAR,
    RED_RECRUITS,
    WHITE,
    Trait,
)
from engine.rulesets.white_october.politics import actions_due
from engine.rulesets.white_october.ratings import full_strength, strength
from engine.rulesets.white_october.recruits import points_of
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.stacking import joining_refusal
from engine.rulesets.white_october.standing import standing

QUARTERS: Final = 4
"""A recruit point has four."""
HALF: Final = 2
_FRACTIONS: Final = ("", "¼", "½", "¾")
COMMUNISTS, BARRICADES, DETACHMENTS, UNITS = "communists", "barricades", "detachments", "units"


@dataclass(frozen=True, slots=True)
class RaiseCommunists(Action):
    """Raise a detachment of communists in a district."""

    kind: ClassVar[str] = "raise-communists"
    at: Location


@dataclass(frozen=True, slots=True)
class BuildBarricade(Action):
    """Build a barricade in a district."""

    kind: ClassVar[str] = "build-barricade"
    at: Location


@dataclass(frozen=True, slots=True)
class RaiseDetachments(Action):
    """Spend all that is left on detachments of districts."""

    kind: ClassVar[str] = "raise-detachments"


@dataclass(frozen=True, slots=True)
class AddPoint(Action):
    """Give a detachment that is being raised one more point."""

    kind: ClassVar[str] = "add-point"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class RaiseUnits(Action):
    """Draw units by lot until the recruits are spent."""

    kind: ClassVar[str] = "raise-units"


@dataclass(frozen=True, slots=True)
class PlaceLevy(Action):
    """Put a unit that was raised into a district."""

    kind: ClassVar[str] = "place-levy"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class LevyChosen(Event):
    """An action was chosen; without the means it has no effect."""

    kind: ClassVar[str] = "levy-chosen"
    what: str
    carried_out: bool


@dataclass(frozen=True, slots=True)
class BarricadeBuilt(Event):
    kind: ClassVar[str] = "barricade-built"
    at: Location


@dataclass(frozen=True, slots=True)
class UnitRaised(UnitDisplaced):
    """A unit waits on the calendar, with so many points."""

    kind: ClassVar[str] = "unit-raised"
    points: int


@dataclass(frozen=True, slots=True)
class DetachmentGrew(Event):
    """A detachment that is being raised has one more point."""

    kind: ClassVar[str] = "detachment-grew"
    unit: UnitId
    points: int


@dataclass(frozen=True, slots=True)
class LevyPaid(Event):
    kind: ClassVar[str] = "levy-paid"
    cost: int
    points: int


@dataclass(frozen=True, slots=True)
class LevyFrame(Frame):
    """What the Red side has chosen to raise, the quarters it has spent, and whether it raises detachments now."""

    kind: ClassVar[str] = "levies"
    chosen: tuple[str, ...] = ()
    spent: int = 0
    raising: bool = False


def in_stock(game: Game, state: State, trait: Trait) -> tuple[Unit, ...]:
    """The levies of a sort that can still be raised, in the order of ids."""
    materials: Materials = game.materials
    here = (unit for unit in state.at(game.board.at(LEVIES)) if materials.kind(unit).has(trait))
    return tuple(sorted(here, key=lambda unit: unit.id))


def quarters_left(state: State, frame: LevyFrame) -> int:
    """What is left to spend in this turn."""
    return QUARTERS * points_of(state, RED) - frame.spent


def mixed_number(quarters: int) -> str:
    """Quarters of a recruit point as they are written on paper: 2¾."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole or ''}{_FRACTIONS[rest]}" or "0"


@rule("11.2.2")
def free_districts(game: Game, state: State) -> tuple[Location, ...]:
    """The districts where no White unit stands."""
    white = standing(game, state, WHITE).present
    return tuple(sorted(at for at in game.materials.ground.districts if at not in white))


@rule("11.2.2", "12")
def communists_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """What keeps the next detachment of communists out of a district: too many that stand there."""
    stock = in_stock(game, state, Trait.COMMUNIST)
    return joining_refusal(game, state, stock[0], at) if stock else None


@rule("11.2.2")
def barricade_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """A district has one barricade; one that was lost can be built again."""
    if not state.marker(at, BARRICADE):
        return None
    return Refusal("11.2.2", message("refusal.wo.barricade-there", hex=game.board.label(at)))


class LevyPhase(Phase[LevyFrame]):
    """Levies are compulsory: one a turn, two with Trotsky, each sort once."""

    def start(self, game: Game, draft: Draft, frame: LevyFrame) -> None:
        if not game.materials.ground.districts:
            draft.end()

    @rule("11.2", "11.2.2")
    def menu(self, game: Game, state: State, frame: LevyFrame) -> Menu | None:
        said = message("prompt.wo.levies", side=RED, points=mixed_number(quarters_left(state, frame)))
        if frame.raising:
            return self._raising(game, state, frame)
        if len(frame.chosen) >= actions_due(game, state):
            return None
        offers: tuple[Offer[Any], ...] = (
            self._in_districts(game, state, RaiseCommunists, self._again(COMMUNISTS, frame), communists_refusal),
            self._in_districts(game, state, BuildBarricade, self._again(BARRICADES, frame), barricade_refusal),
            Offer.one(RaiseDetachments(), self._again(DETACHMENTS, frame)),
            Offer.one(RaiseUnits(), self._again(UNITS, frame)),
        )
        return Menu(RED, said, "11.2.2", offers) if any(offer.any() for offer in offers) else None

    @rule("11.2")
    def _again(self, name: str, frame: LevyFrame) -> Refusal | None:
        return Refusal("11.2", message("refusal.wo.action-chosen")) if name in frame.chosen else None

    @rule("11.2.2")
    def _in_districts(
        self,
        game: Game,
        state: State,
        kind: type[Any],
        again: Refusal | None,
        why_not: Callable[[Game, State, Location], Refusal | None],
    ) -> Offer[Any]:
        """A levy for one district, where it has an effect; in vain anywhere, as levies are compulsory (ruling 38)."""
        places = free_districts(game, state)
        in_vain = all(why_not(game, state, at) is not None for at in places)

        def refuse(action: Any) -> Refusal | None:
            if again is not None:
                return again
            if action.at not in places:
                return Refusal("11.2.2", message("refusal.wo.no-district"))
            return None if in_vain else why_not(game, state, action.at)

        return Offer(kind, lambda: [kind(at) for at in places], refuse)

    @rule("11.2.2")
    def _raising(self, game: Game, state: State, frame: LevyFrame) -> Menu | None:
        """All that is left goes into detachments, a point for a quarter, from one to three points each."""
        able = [AddPoint(unit.id) for unit in self._unfinished(game, state)]
        if quarters_left(state, frame) < 1 or not able:
            return None
        refusal = Refusal("11.2.2", message("refusal.wo.no-detachment"))
        said = message("prompt.wo.detachments", side=RED, quarters=quarters_left(state, frame))
        return Menu(RED, said, "11.2.2", (Offer.among(able, AddPoint, refusal),))

    def _unfinished(self, game: Game, state: State) -> tuple[Unit, ...]:
        """Those that can be begun and those begun in this turn: what is added later would not wait for a turn."""
        materials: Materials = game.materials
        waiting = (unit for unit in state.at(game.board.at(RED_CALENDAR)) if _is_detachment(game, unit))
        begun = [unit for unit in waiting if int(unit.values.get(DUE, 0)) > state.turn]
        growing = [unit for unit in begun if strength(materials, unit) < full_strength(materials, unit)]
        return (*in_stock(game, state, Trait.DISTRICT), *sorted(growing, key=lambda unit: unit.id))

    def apply(self, game: Game, draft: Draft, frame: LevyFrame, action: Action) -> None:
        if isinstance(action, RaiseCommunists):
            self._communists(game, draft, frame, action.at)
        elif isinstance(action, BuildBarricade):
            self._barricade(game, draft, frame, action.at)
        elif isinstance(action, RaiseDetachments):
            able = quarters_left(draft.state, frame) > 0 and bool(in_stock(game, draft.state, Trait.DISTRICT))
            self._note(draft, frame, DETACHMENTS, 0, able=able, raising=able)
        elif isinstance(action, AddPoint):
            self._add_point(game, draft, frame, action.unit)
        elif isinstance(action, RaiseUnits):
            self._units(game, draft, frame)
        self._pay_if_over(game, draft)

    def _note(self, draft: Draft, frame: LevyFrame, what: str, cost: int, *, able: bool, raising: bool = False) -> None:
        draft.emit(LevyChosen(what, able))
        spent = frame.spent + (cost if able else 0)
        draft.replace_frame(replace(frame, chosen=(*frame.chosen, what), spent=spent, raising=raising))

    @rule("11.2.2")
    def _communists(self, game: Game, draft: Draft, frame: LevyFrame, at: Location) -> None:
        """Half a recruit point; the detachment is there at once."""
        stock = in_stock(game, draft.state, Trait.COMMUNIST)
        able = bool(stock) and quarters_left(draft.state, frame) >= HALF
        able = able and communists_refusal(game, draft.state, at) is None
        if able:
            draft.move_unit(stock[0].id, at)
            draft.emit(UnitArrived(stock[0].id, at))
            entered(game, draft, at, RED)
        self._note(draft, frame, COMMUNISTS, HALF, able=able)

    @rule("11.2.2")
    def _barricade(self, game: Game, draft: Draft, frame: LevyFrame, at: Location) -> None:
        """Half a recruit point; it is there at once."""
        able = quarters_left(draft.state, frame) >= HALF and barricade_refusal(game, draft.state, at) is None
        if able:
            draft.set_marker(at, BARRICADE, 1)
            draft.emit(BarricadeBuilt(at))
        self._note(draft, frame, BARRICADES, HALF, able=able)

    @rule("11.2.2")
    def _add_point(self, game: Game, draft: Draft, frame: LevyFrame, unit: UnitId) -> None:
        """A detachment comes one turn later, at the beginning of the Red movement."""
        record = draft.state.unit(unit)
        box = game.board.at(RED_CALENDAR)
        full = full_strength(game.materials, record)
        if record.at != box:
            draft.move_unit(unit, box)
            draft.change_unit(unit, step=full - 1)
            draft.set_unit_value(unit, DUE, draft.state.turn + 1)
            draft.emit(UnitRaised(unit, record.at, box, 1))
        else:
            draft.change_unit(unit, step=record.step - 1)
            draft.emit(DetachmentGrew(unit, strength(game.materials, draft.state.unit(unit))))
        draft.replace_frame(replace(frame, spent=frame.spent + 1))

    @rule("11.2.2")
    def _units(self, game: Game, draft: Draft, frame: LevyFrame) -> None:
        """Units are drawn one by one for a recruit point a strength point, until one cannot be paid for."""
        box = game.board.at(RED_CALENDAR)
        spent, drew = frame.spent, False
        while True:
            stock = [unit for unit in in_stock(game, draft.state, Trait.LEVY) if not _is_detachment(game, unit)]
            if not stock:
                break
            unit = draft.lot(stock)
            cost = QUARTERS * full_strength(game.materials, unit)
            if spent + cost > QUARTERS * points_of(draft.state, RED):
                break
            spent, drew = spent + cost, True
            draft.move_unit(unit.id, box)
            draft.set_unit_value(unit.id, DUE, draft.state.turn)
            draft.emit(UnitRaised(unit.id, unit.at, box, full_strength(game.materials, unit)))
        self._note(draft, replace(frame, spent=spent), UNITS, 0, able=drew)

    @rule("11.2.2")
    def _pay_if_over(self, game: Game, draft: Draft) -> None:
        """The costs of the turn are added and rounded up once."""
        frame = draft.frame
        assert isinstance(frame, LevyFrame)
        if self.menu(game, draft.state, frame) is not None:
            return
        if frame.raising and len(frame.chosen) < actions_due(game, draft.state):
            draft.replace_frame(replace(frame, raising=False))
            if self.menu(game, draft.state, replace(frame, raising=False)) is not None:
                return
        cost = -(-frame.spent // QUARTERS)
        left = max(0, points_of(draft.state, RED) - cost)
        if cost:
            draft.set_value(RED_RECRUITS, left)
            draft.emit(LevyPaid(cost, left))
        draft.end()


def _is_detachment(game: Game, unit: Unit) -> bool:
    return bool(game.materials.kind(unit).has(Trait.DISTRICT))


# Placing what was raised


@rule("11.2.2")
def levies_due(game: Game, state: State) -> tuple[Unit, ...]:
    """What the Red side may put into the city now: what was raised, and guns for every three points of detachments."""
    materials: Materials = game.materials
    if state.side != RED:
        return ()
    waiting = (unit for unit in state.at(game.board.at(RED_CALENDAR)) if materials.kind(unit).has(Trait.LEVY))
    due = [unit for unit in waiting if int(unit.values.get(DUE, 0)) <= state.turn]
    if int(state.values.get(DETACHMENT_POINTS, 0)) >= materials.number("detachment_guns"):
        due += in_stock(game, state, Trait.PETROGRAD_GUNS)[:1]
    return tuple(sorted(due, key=lambda unit: unit.id))


@rule("11.2.2")
def placing_refusal(game: Game, state: State, action: PlaceLevy) -> Refusal | None:
    """A detachment goes into its own district, everything else into any that no White unit holds."""
    unit = next((each for each in levies_due(game, state) if each.id == action.unit), None)
    if unit is None:
        return Refusal("11.2.2", message("refusal.wo.not-due", unit=action.unit))
    label = game.board.label(action.at)
    if action.at not in free_districts(game, state):
        return Refusal("11.2.2", message("refusal.wo.no-district"))
    home = unit.values.get(DISTRICT)
    if _is_detachment(game, unit) and home is not None and game.board.find(str(home)) != action.at:
        return Refusal("11.2.2", message("refusal.wo.other-district", unit=unit.id, hex=label))
    return joining_refusal(game, state, unit, action.at)


def _placings(game: Game, state: State) -> Iterator[PlaceLevy]:
    places = free_districts(game, state) if state.side == RED else ()
    return (PlaceLevy(unit.id, at) for unit in levies_due(game, state) for at in places)


@rule("11.2.2")
def place_levy(game: Game, draft: Draft, action: PlaceLevy) -> None:
    """It stands in the district; for every three points of detachments a battery comes free."""
    materials: Materials = game.materials
    unit = draft.state.unit(action.unit)
    points = int(draft.state.values.get(DETACHMENT_POINTS, 0))
    if _is_detachment(game, unit):
        points += strength(materials, unit)
    elif materials.kind(unit).has(Trait.PETROGRAD_GUNS):
        points -= materials.number("detachment_guns")
    draft.set_value(DETACHMENT_POINTS, points or None)
    draft.move_unit(unit.id, action.at)
    draft.set_unit_value(unit.id, DUE, None)
    draft.mark(unit.id, ENTERED)
    draft.emit(UnitArrived(unit.id, action.at))
    entered(game, draft, action.at, RED)


PLACING = SpecialMove(
    PlaceLevy,
    lambda game, state: Offer(
        PlaceLevy, lambda: _placings(game, state), lambda action: placing_refusal(game, state, action)
    ),
    place_levy,
)

CHAPTER = Chapter(
    actions=(RaiseCommunists, BuildBarricade, RaiseDetachments, AddPoint, RaiseUnits, PlaceLevy),
    events=(LevyChosen, BarricadeBuilt, UnitRaised, DetachmentGrew, LevyPaid),
    phases={LevyFrame: LevyPhase()},
)
