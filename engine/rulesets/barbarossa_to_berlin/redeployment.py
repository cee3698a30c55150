"""Chapter 12 and 5.5: strategic redeployment, on the map and to and from the reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Done, PickUnit
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import entered, holds, take
from engine.rulesets.barbarossa_to_berlin.effects import for_round, in_round
from engine.rulesets.barbarossa_to_berlin.homes import is_fully_supplied_city, is_home_base, is_overseas_base, is_seat
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, REDEPLOYED, Nation, Supply, reserve_box
from engine.rulesets.barbarossa_to_berlin.nations import USSR, may_not_end
from engine.rulesets.barbarossa_to_berlin.orders import leave_stand_fast
from engine.rulesets.barbarossa_to_berlin.routes import (
    OPEN_TO_THE_AXIS,
    Journey,
    axis_refusal,
    is_open_vichy,
    space_refusal,
    way_refusal,
)
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import Circumstances, circumstances, sources, supply_at, supply_of
from engine.rulesets.chapter import Chapter

MOSCOW, KUIBISHEV = "moscow", "kuibishev"
BASES = ("capital", "supply", "urban", "wehrkreis", "beach")
"""What may make a space one that takes units from the reserve."""
TO_RESERVE = ("eighth-british", "seventh-american")
"""The armies that may go to the reserve, which they leave only for an invasion."""


@dataclass(frozen=True, slots=True)
class Redeploy(Action):
    """Send the unit in hand to a space or to the reserve."""

    kind: ClassVar[str] = "redeploy"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class RedeploymentFrame(Frame):
    """Points to spend on redeployment; `unit` is the one in hand."""

    kind: ClassVar[str] = "redeployment"
    points: int
    unit: UnitId | None = None


@dataclass(frozen=True, slots=True)
class UnitRedeployed(UnitDisplaced):
    kind: ClassVar[str] = "unit-redeployed"
    cost: int


@rule("12.1", "5.5")
def redeployment_cost(materials: Materials, kind: Kind) -> int:
    """One point for a small unit or for Stalin, three for a large one, reduced or not."""
    return materials.number("sr_large" if kind.large else "sr_small")


@rule("12.1", "12.2", "12.3", "12.4", "12.5", "13.4.1")
def unit_refusal(game: Game, state: State, points: int, unit: UnitId) -> Refusal | None:
    """What keeps a unit from being redeployed, wherever it should go."""
    materials: Materials = game.materials
    record = state.units.get(unit)
    waiting = record is not None and record.at == game.board.at(reserve_box(state.side))
    if record is None or record.side != state.side or not (waiting or materials.is_on_map(record)):
        return Refusal("12.1", message("refusal.btb.not-yours", unit=unit))
    return _own_unit_refusal(game, state, points, record, waiting=waiting)


@rule("12.1", "12.2", "12.3", "12.4", "12.5", "13.4.1")
def _own_unit_refusal(game: Game, state: State, points: int, record: Unit, *, waiting: bool) -> Refusal | None:
    """The same for a unit of the side, on the map or `waiting` in the reserve."""
    materials, unit = game.materials, record.id
    if REDEPLOYED in record.marks:
        return Refusal("12.2", message("refusal.btb.sr-once", unit=unit))
    kind = materials.kind(record)
    cost = redeployment_cost(materials, kind)
    if cost > points:
        return Refusal("12.1", message("refusal.btb.sr-points", unit=unit, cost=cost, points=points))
    if kind.large and _moscow_is_lost(game, state, kind):
        return Refusal("12.5", message("refusal.btb.sr-moscow-lost", unit=unit))
    if waiting:
        return Refusal("12.4", message("refusal.btb.sr-waits-for-invasion", unit=unit)) if kind.large else None
    if supply_of(game, state, record) is Supply.NONE:
        return Refusal("12.3", message("refusal.btb.sr-out-of-supply", unit=unit))
    return axis_refusal(game, state, record.at) if record.side == AXIS else None


@rule("12.5")
def _moscow_is_lost(game: Game, state: State, kind: Kind) -> bool:
    """Soviet fronts do not redeploy while the Axis holds Moscow."""
    moscow = game.materials.place(MOSCOW)
    return kind.nation is Nation.SOVIET and moscow is not None and holds(game, state, AXIS, moscow)


@rule("12.3", "12.4")
def to_reserve_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Fully supplied small units go to the reserve, and two armies that may land again."""
    kind = game.materials.kind(unit)
    if kind.is_marker or (kind.large and not any(kind.has(trait) for trait in TO_RESERVE)):
        return Refusal("12.4", message("refusal.btb.sr-no-reserve", unit=unit.id))
    if supply_of(game, state, unit) is not Supply.FULL:
        return Refusal("12.3", message("refusal.btb.not-fully-supplied", unit=unit.id))
    return None


@rule("12.4", "12.5", "13.2")
def from_reserve_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """From the reserve units come to the seats and cities of their country, or to the bases of the western Allies."""
    kind = game.materials.kind(unit)
    if to not in reserve_bases(game, state, unit.side, kind.nation):
        return Refusal("12.4", message("refusal.btb.sr-no-base", unit=unit.id, space=game.board.label(to)))
    return _base_refusal(game, state, unit, to)


@rule("12.4", "13.2")
def _base_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from coming to one of its bases from the reserve."""
    if _is_wehrkreis_used(game, state, unit, to):
        return Refusal("12.4", message("refusal.btb.sr-wehrkreis-used", space=game.board.label(to)))
    return space_refusal(game, state, unit, to) or joining_refusal(game, state, unit, to)


@rule("12.4", "12.5")
def _takes_from_reserve(game: Game, state: State, side: Side, nation: Nation, to: Location) -> bool:
    if is_home_base(game, state, nation, side, to):
        supplied = supply_at(game, state, nation, to) is not Supply.NONE
        if (supplied and is_seat(game, state, nation, to)) or is_fully_supplied_city(game, state, nation, to):
            return True
    if nation is Nation.GERMAN and is_plain_wehrkreis(game, state, to):
        return supply_at(game, state, nation, to) is Supply.FULL and holds(game, state, AXIS, to)
    return is_overseas_base(game, state, nation, to)


@rule("12.4")
def is_plain_wehrkreis(game: Game, state: State, at: Location) -> bool:
    """A Wehrkreis that is neither urban nor a source of supply takes one German corps in a round."""
    materials: Materials = game.materials
    if not materials.has(at, "wehrkreis") or materials.has(at, "urban"):
        return False
    return at not in sources(game, state, Nation.GERMAN)


def _is_wehrkreis_used(game: Game, state: State, unit: Unit, to: Location) -> bool:
    german = game.materials.kind(unit).nation is Nation.GERMAN
    return german and bool(in_round(state, f"wehrkreis-{game.board.key(to)}"))


@rule("5.5")
def stalin_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """Out of Moscow Stalin goes to Kuibishev while it is held and supplied; else anywhere in the Soviet Union."""
    materials: Materials = game.materials
    kuibishev = materials.place(KUIBISHEV)
    open_town = (
        kuibishev is not None
        and holds(game, state, ALLIED, kuibishev)
        and supply_at(game, state, Nation.SOVIET, kuibishev) is not Supply.NONE
    )
    if game.board.key(unit.at) == MOSCOW and open_town and to != kuibishev:
        return Refusal("5.5", message("refusal.btb.stalin-to-kuibishev"))
    if materials.countries[to] != USSR:
        return Refusal("5.5", message("refusal.btb.stalin-at-home", space=game.board.label(to)))
    return None


@rule("12.2", "17.3", "19.6")
def end_refusal(game: Game, state: State, journey: Journey, to: Location) -> Refusal | None:
    """What keeps a unit from ending its redeployment in a space, apart from the way there."""
    found = journey.refusal(to)
    if found is None and journey.kind.is_marker:
        found = stalin_refusal(game, state, journey.unit, to)
    return found or stay_refusal(game, state, journey.unit, to) or joining_refusal(game, state, journey.unit, to)


@rule("12.2", "17.3", "19.6")
def stay_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from ending in a space that it may enter, whoever is there."""
    if is_open_vichy(game, state, unit.side, to):
        if game.board.key(to) not in OPEN_TO_THE_AXIS:
            return Refusal("17.3", message("refusal.btb.sr-vichy", space=game.board.label(to)))
    elif supply_at(game, state, game.materials.kind(unit).nation, to) is Supply.NONE:
        return Refusal("12.2", message("refusal.btb.sr-no-supply-there", space=game.board.label(to)))
    return may_not_end(game, state, unit, to)


@rule("12.4")
def reserve_bases(game: Game, state: State, side: Side, nation: Nation) -> tuple[Location, ...]:
    """The places that take units of a nation from the reserve."""
    return _reserve_bases(game, state, side, nation, circumstances(game, state))


@derived("control")
def _reserve_bases(game: Game, state: State, side: Side, nation: Nation, now: Circumstances) -> tuple[Location, ...]:
    """The same under some circumstances, which tell of all but control that supply and landing depend on."""
    found = {at for name in BASES for at in game.materials.with_feature(name)}
    return tuple(at for at in sorted(found) if _takes_from_reserve(game, state, side, nation, at))


@rule("12.2")
@derived("units", "stacks", "control", "markers", "values", "turn", "side")
def redeployable(game: Game, state: State, points: int) -> Mapping[UnitId, Refusal | None]:
    """The units of a side on the map and in reserve, and what keeps each from being taken in hand.

    A unit is taken in hand if it may be redeployed and there is somewhere it can go.
    """
    choices = RedeploymentChoices(game, state, RedeploymentFrame(points), {})
    return {unit.id: choices.way_refusal(unit) for unit in choices.waiting()}


class RedeploymentChoices:
    """What can be done in a redeployment frame. Ways are looked for once, and no further than somebody asks."""

    def __init__(
        self, game: Game, state: State, frame: RedeploymentFrame, ready: Mapping[UnitId, Refusal | None] | None = None
    ) -> None:
        self.game, self.state, self.frame = game, state, frame
        self.reserve = game.board.at(reserve_box(state.side))
        self._journeys: dict[UnitId, Journey] = {}
        self.ready = redeployable(game, state, frame.points) if ready is None else ready

    def journey(self, unit: Unit) -> Journey:
        if unit.id not in self._journeys:
            self._journeys[unit.id] = Journey(self.game, self.state, unit)
        return self._journeys[unit.id]

    def waiting(self) -> Iterator[Unit]:
        """The units of the side on the map and in reserve."""
        side, on_map, reserve = self.state.side, self.game.materials.on_map, self.reserve
        return (
            unit for unit in self.state.every_unit() if unit.side == side and (on_map[unit.at] or unit.at == reserve)
        )

    @rule("12.2")
    def way_refusal(self, unit: Unit) -> Refusal | None:
        """What keeps a unit from being redeployed anywhere."""
        waiting = unit.at == self.reserve
        found = _own_unit_refusal(self.game, self.state, self.frame.points, unit, waiting=waiting)
        if found is not None or next(self.targets(unit), None) is not None:
            return found
        return Refusal("12.2", message("refusal.btb.sr-nowhere", unit=unit.id))

    def picks(self) -> Listing[PickUnit]:
        free = [unit for unit, refusal in self.ready.items() if refusal is None and unit != self.frame.unit]
        return Listing.each(PickUnit, free)

    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        if action.unit == self.frame.unit:
            return Refusal("12.2", message("refusal.btb.in-hand", unit=action.unit))
        return self.unit_refusal(action.unit)

    def unit_refusal(self, unit: UnitId) -> Refusal | None:
        """What keeps a unit from being taken in hand."""
        found = self.ready.get(unit)
        if found is None and unit not in self.ready:
            return unit_refusal(self.game, self.state, self.frame.points, unit)
        return found

    @rule("12.2", "12.3", "12.4")
    def targets(self, unit: Unit) -> Iterator[Location]:
        """Every place that a unit that may be redeployed can be sent to."""
        game, state = self.game, self.state
        if unit.at == self.reserve:
            bases = reserve_bases(game, state, unit.side, game.materials.kind(unit).nation)
            return (to for to in bases if _base_refusal(game, state, unit, to) is None)
        return self._from_map(unit)

    def _from_map(self, unit: Unit) -> Iterator[Location]:
        if to_reserve_refusal(self.game, self.state, unit) is None:
            yield self.reserve
        journey = self.journey(unit)
        for to in journey.ends():
            if self._may_end(journey, to):
                yield to

    def _may_end(self, journey: Journey, to: Location) -> bool:
        """Whether nothing keeps a unit from ending in a space that it gets to."""
        game, state, unit = self.game, self.state, journey.unit
        found = journey.ground.ends.get(to)
        if found is None:
            found = journey.ground.ends[to] = stay_refusal(game, state, unit, to) is None
        if not found or (journey.kind.is_marker and stalin_refusal(game, state, unit, to) is not None):
            return False
        return to not in state.stacks or joining_refusal(game, state, unit, to) is None

    @rule("12.2", "12.3", "12.4")
    def target_refusal(self, unit: Unit, to: Location) -> Refusal | None:
        """What keeps a unit that may be redeployed from a place."""
        if unit.at == self.reserve:
            if to == self.reserve:
                return Refusal("12.2", message("refusal.btb.sr-here", unit=unit.id))
            return from_reserve_refusal(self.game, self.state, unit, to)
        if to == self.reserve:
            return to_reserve_refusal(self.game, self.state, unit)
        if to == unit.at:
            return Refusal("12.2", message("refusal.btb.sr-here", unit=unit.id))
        found = end_refusal(self.game, self.state, self.journey(unit), to)
        if found is not None or self.journey(unit).reaches(to):
            return found
        return way_refusal(self.game, self.state, unit, to)

    def moves(self) -> Listing[Redeploy]:
        unit = self.frame.unit
        return Listing(Redeploy, () if unit is None else ((unit, self._ends(unit)),))

    def _ends(self, unit: UnitId) -> list[Location]:
        """Where a unit can be sent."""
        if self.unit_refusal(unit) is not None:
            return []
        record = self.state.unit(unit)
        return list(self.targets(record))

    def move_refusal(self, action: Redeploy) -> Refusal | None:
        found = self.unit_refusal(action.unit)
        if found is None and action.unit != self.frame.unit:
            found = Refusal("12.2", message("refusal.btb.sr-take-first", unit=action.unit))
        return found or self.target_refusal(self.state.unit(action.unit), action.to)


class RedeploymentPhase(Phase[RedeploymentFrame]):
    """Units are taken in hand one after another and sent where they can go."""

    @rule("7.4", "12.1")
    def menu(self, game: Game, state: State, frame: RedeploymentFrame) -> Menu | None:
        """Points may be shared among nations and spaces as one likes, and need not be spent."""
        if not frame.points:
            return None
        choices = RedeploymentChoices(game, state, frame)
        offers: tuple[Offer[Redeploy] | Offer[PickUnit] | Offer[Done], ...] = (
            Offer(Redeploy, choices.moves, choices.move_refusal, exact=True),
            Offer(PickUnit, choices.picks, choices.pick_refusal, exact=True),
            Offer.one(Done()),
        )
        name = "prompt.btb.redeploy" if frame.unit is None else "prompt.btb.redeploy-to"
        prompt = message(name, side=state.side, points=frame.points, unit=frame.unit or "")
        return Menu(state.side, prompt, "12.1", offers, default=Done() if frame.unit is None else None)

    @rule("12.1", "12.2", "12.4", "17.3")
    def apply(self, game: Game, draft: Draft, frame: RedeploymentFrame, action: Action) -> None:
        """A unit goes once in a round; what is neutral on its way through Vichy France falls to the Axis."""
        if isinstance(action, Done):
            draft.end()
            return
        if isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, unit=action.unit))
            return
        assert isinstance(action, Redeploy)
        unit = draft.state.unit(action.unit)
        way = _way(game, draft.state, unit, action.to)
        if game.materials.is_on_map(unit):
            leave_stand_fast(game, draft, unit.id, unit.at)
        elif is_plain_wehrkreis(game, draft.state, action.to):
            for_round(draft, f"wehrkreis-{game.board.key(action.to)}")
        cost = redeployment_cost(game.materials, game.materials.kind(unit))
        draft.move_unit(unit.id, action.to)
        draft.mark(unit.id, REDEPLOYED)
        draft.emit(UnitRedeployed(unit.id, unit.at, action.to, cost))
        for at in way[1:-1]:
            take(game, draft, at, unit.side)
        entered(game, draft, unit.id)
        draft.replace_frame(RedeploymentFrame(frame.points - cost))


def _way(game: Game, state: State, unit: Unit, to: Location) -> tuple[Location, ...]:
    """The spaces a unit goes through, as far as it matters: through Vichy France what is on the way falls to it."""
    if not is_open_vichy(game, state, unit.side, to):
        return (unit.at, to)
    journey = Journey(game, state, unit)
    return journey.path_to(to) if journey.reaches(to) else (unit.at, to)


CHAPTER = Chapter(
    actions=(Redeploy, PickUnit),
    events=(UnitRedeployed,),
    phases={RedeploymentFrame: RedeploymentPhase()},
)
