"""4.2, 8.51, 13.7 and 17: the phase of reinforcements and replacements, with which a player's turn begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Arrive, Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitArrived
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe import replacements
from engine.rulesets.war_in_europe.air_tables import change, may_serve, points_in
from engine.rulesets.war_in_europe.airborne_boxes import SplitDivision, split, split_refusal
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ARMS,
    ARRIVED,
    AT_SEA,
    DOINGS,
    DUE,
    ENTRY,
    FRONT,
    FUSED,
    REBUILT,
    RESERVE,
    SIDE_OF_ARM,
    Arm,
    Front,
    Role,
    airborne_box,
    coming_box,
    enemy_of,
    lift,
)
from engine.rulesets.war_in_europe.railways import entered
from engine.rulesets.war_in_europe.replacements import Fuse, MovePoints, Rebuild, home_cities
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import standing


@dataclass(frozen=True, slots=True)
class ChooseFront(Action):
    """Put an airborne unit whose turns are over into the box of a front."""

    kind: ClassVar[str] = "choose-front"
    unit: UnitId
    front: str


@dataclass(frozen=True, slots=True)
class PlaceLift(Action):
    """Put a point of air transport on a front."""

    kind: ClassVar[str] = "place-lift"
    arm: str
    front: str


@dataclass(frozen=True, slots=True)
class Disband(Action):
    """Dissolve a mobile supply unit."""

    kind: ClassVar[str] = "disband"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PointsArrived(Event):
    """Points of some sort have come."""

    kind: ClassVar[str] = "points-arrived"
    side: Side
    what: str
    points: int


@dataclass(frozen=True, slots=True)
class FrontChosen(Event):
    kind: ClassVar[str] = "front-chosen"
    unit: UnitId
    front: str

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class ReinforcementFrame(Frame):
    """The reinforcements of a side; `used` has the stock of each replacement point that was spent."""

    kind: ClassVar[str] = "reinforcements"
    used: tuple[str, ...] = ()


# Points that come by themselves


def owner_of(game: Game, name: str) -> str | None:
    """The side that points with a name belong to: by arm, by side or by nation."""
    sort, _, rest = name.partition("-")
    if sort in ("ready", "lift"):
        return next((SIDE_OF_ARM[arm] for arm in Arm if rest.startswith(f"{arm}-") or rest == arm), None)
    if sort == "amphibious":
        return rest
    if sort == "stock":
        nations = sorted({kind.nation for kind in game.materials.kinds.values()}, key=len, reverse=True)
        nation = next((each for each in nations if rest.startswith(f"{each}-")), "")
        found: str | None = game.materials.side_of_nation(nation)
        return found
    return None


@rule("8.13", "8.51", "13.7", "17.0", "7.3")
def points_come(game: Game, draft: Draft, side: Side) -> None:
    """What the scenario grants on this turn, and what was to come back on it."""
    turn = draft.state.turn
    granted = {name: points for name, points in game.materials.granted("points", turn).items() if points}
    suffix = f"-{turn}"
    for name in sorted(draft.state.values):
        if name.startswith("back-") and name.endswith(suffix):
            what = name.removeprefix("back-").removesuffix(suffix)
            if owner_of(game, what) == side:
                points = points_in(draft.state, name)
                draft.set_value(name, None)
                granted[what] = granted.get(what, 0) + points
    for what, points in sorted(granted.items()):
        if owner_of(game, what) != side:
            continue
        home = lift(what.removeprefix("lift-"), RESERVE) if what in {f"lift-{arm}" for arm in Arm} else what
        change(draft, home, points)
        draft.emit(PointsArrived(side, what, points))


# Units


@rule("4.2", "8.51", "8.52")
def arrival_places(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """Where a unit comes in: at the hex that the schedule names, else in a city of its nation; none among enemies."""
    enemy = standing(game, state, enemy_of(unit.side)).present
    entry = unit.values.get(ENTRY)
    named = game.board.find(str(entry)) if entry else None
    places = (named,) if named is not None else home_cities(game, state, unit)
    return tuple(at for at in places if at not in enemy)


@rule("4.2", "8.51", "8.52", "17.14")
def arrive_refusal(game: Game, state: State, action: Arrive) -> Refusal | None:
    """Units that are due; airborne units off the map at any time, but then their four turns begin anew."""
    unit = state.units.get(action.unit)
    boxes = {game.board.at(coming_box(state.side)), game.board.at(airborne_box(state.side))}
    if unit is None or unit.side != state.side or unit.at not in boxes or AT_SEA in unit.values:
        return Refusal("4.2", message("refusal.wie.not-coming", unit=action.unit))
    waiting = unit.at == game.board.at(coming_box(state.side))
    if waiting and int(unit.values.get(DUE, 0)) > state.turn:
        return Refusal("4.2", message("refusal.wie.not-due", unit=action.unit))
    if action.at not in arrival_places(game, state, unit):
        return Refusal("4.2", message("refusal.wie.no-entry", unit=action.unit, hex=game.board.label(action.at)))
    return joining_refusal(game, state, unit, action.at)


@rule("8.52", "8.12")
def front_refusal(game: Game, state: State, action: ChooseFront) -> Refusal | None:
    """An airborne unit that has waited for its four turns; any front will do (ruling 23)."""
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or unit.at != game.board.at(airborne_box(state.side)):
        return Refusal("8.52", message("refusal.wie.not-in-box", unit=action.unit))
    if FRONT in unit.values or int(unit.values.get(DUE, 0)) > state.turn or action.front not in set(Front):
        return Refusal("8.52", message("refusal.wie.not-due", unit=action.unit))
    return None


@rule("8.51", "13.63")
def place_refusal(game: Game, state: State, action: PlaceLift) -> Refusal | None:
    """Points of air transport go to any front that is open to them."""
    if action.arm not in ARMS[state.side] or action.front not in set(Front):
        return Refusal("8.51", message("refusal.wie.no-such-points"))
    if not points_in(state, lift(action.arm, RESERVE)):
        return Refusal("8.51", message("refusal.wie.no-such-points"))
    if not may_serve(game, action.arm, action.front):
        return Refusal("13.63", message("refusal.wie.barred-front", front=action.front))
    return None


@rule("14.42")
def disband_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """Mobile supply units may be dissolved when a turn begins."""
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not game.materials.is_on_map(unit):
        return Refusal("14.42", message("refusal.wie.not-yours", unit=id))
    if game.materials.kind(unit).role is not Role.SUPPLY:
        return Refusal("14.42", message("refusal.wie.no-disbanding", unit=id))
    return None


class _Choices:
    """What can be done in the phase, looked for when somebody asks."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state

    def arrivals(self) -> Iterator[Arrive]:
        for box in (coming_box, airborne_box):
            for unit in self.state.at(self.game.board.at(box(self.state.side))):
                yield from (Arrive(unit.id, at) for at in arrival_places(self.game, self.state, unit))

    def fronts(self) -> Iterator[ChooseFront]:
        waiting = self.state.at(self.game.board.at(airborne_box(self.state.side)))
        return (ChooseFront(unit.id, str(front)) for unit in waiting for front in Front)

    def lifts(self) -> Iterator[PlaceLift]:
        return (PlaceLift(str(arm), str(front)) for arm in ARMS[self.state.side] for front in Front)

    def of_role(self, role: Role) -> Iterator[UnitId]:
        kinds, side = self.game.materials.kinds, self.state.side
        return (unit.id for unit in self.state.every_unit() if unit.side == side and kinds[unit.type].role is role)


class ReinforcementPhase(Phase[ReinforcementFrame]):
    """Points come, units arrive, are rebuilt and put together."""

    @rule("4.2", "17.13")
    def start(self, game: Game, draft: Draft, frame: ReinforcementFrame) -> None:
        """A player's turn begins: what units of his did in the last one is forgotten."""
        side = draft.state.side
        for unit in draft.state.every_unit():
            if unit.side == side and unit.marks & {*DOINGS, REBUILT, FUSED}:
                draft.unmark(unit.id, *DOINGS, REBUILT, FUSED)
        points_come(game, draft, side)

    @rule("4.2", "16.0", "17.0")
    def menu(self, game: Game, state: State, frame: ReinforcementFrame) -> Menu:
        choices = _Choices(game, state)
        offers: tuple[Offer[Any], ...] = (
            Offer(Arrive, choices.arrivals, lambda action: arrive_refusal(game, state, action)),
            Offer(
                Rebuild,
                lambda: replacements.rebuild_candidates(game, state),
                lambda action: replacements.rebuild_refusal(game, state, frame.used, action),
                quota=replacements.rebuild_quota(game, state, frame.used),
            ),
            Offer(
                Fuse,
                lambda: replacements.fuse_candidates(game, state),
                lambda action: replacements.fuse_refusal(game, state, action),
            ),
            Offer(
                MovePoints,
                lambda: replacements.move_candidates(game, state),
                lambda action: replacements.move_refusal(game, state, action),
            ),
            Offer(ChooseFront, choices.fronts, lambda action: front_refusal(game, state, action)),
            Offer(PlaceLift, choices.lifts, lambda action: place_refusal(game, state, action)),
            Offer(
                SplitDivision,
                lambda: map(SplitDivision, choices.of_role(Role.AIRBORNE)),
                lambda action: split_refusal(game, state, action.unit),
            ),
            Offer(
                Disband,
                lambda: map(Disband, choices.of_role(Role.SUPPLY)),
                lambda action: disband_refusal(game, state, action.unit),
            ),
        )
        said = message("prompt.wie.reinforcements", side=state.side)
        menu = Menu(state.side, said, "4.2", (*offers, Offer.one(Done())), default=Done())
        return menu.asked_if(any(offer.any() for offer in offers))

    def apply(self, game: Game, draft: Draft, frame: ReinforcementFrame, action: Action) -> None:
        if isinstance(action, Arrive):
            self._arrive(game, draft, action)
        elif isinstance(action, Rebuild):
            paid = replacements.rebuild(game, draft, action)
            draft.replace_frame(replace(frame, used=(*frame.used, *paid)))
        elif isinstance(action, Fuse):
            replacements.fuse(game, draft, action)
        elif isinstance(action, MovePoints):
            replacements.move_points(draft, action)
        elif isinstance(action, ChooseFront):
            draft.set_unit_value(action.unit, FRONT, action.front)
            draft.emit(FrontChosen(action.unit, action.front))
        elif isinstance(action, PlaceLift):
            change(draft, lift(action.arm, RESERVE), -1)
            change(draft, lift(action.arm, action.front), 1)
        elif isinstance(action, SplitDivision):
            split(game, draft, action)
        elif isinstance(action, Disband):
            remove(game, draft, action.unit)
        else:
            draft.end()

    @rule("4.2", "8.52", "16.0")
    def _arrive(self, game: Game, draft: Draft, action: Arrive) -> None:
        materials: Materials = game.materials
        draft.move_unit(action.unit, action.at)
        draft.change_unit(action.unit, values={})
        if draft.state.unit(action.unit).step:
            draft.mark(action.unit, ARRIVED)
        draft.emit(UnitArrived(action.unit, action.at))
        assert materials.is_on_map(draft.state.unit(action.unit))
        entered(game, draft, action.at, draft.state.side)


CHAPTER = Chapter(
    actions=(Arrive, ChooseFront, PlaceLift, Disband),
    events=(UnitArrived, PointsArrived, FrontChosen),
    phases={ReinforcementFrame: ReinforcementPhase()},
)
