"""7.6.2: reinforcements: where they arrive, and the fronts that take the places of others.

A card that lists units is refused when one of them cannot be placed (ruling 21), and a unit is not placed where the
others of its card would be left without a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, Final

from engine.core.actions import Arrive
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitArrived
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import entered, holds
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.homes import HOMES, has_beachhead, is_home_base
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ALLIED_BEACHHEAD,
    AXIS,
    BRITISH_NATIONS,
    PARTISANS,
    REMOVED,
    SHINGLE,
    TO_COME,
    WESTERN,
    Nation,
    Supply,
    reserve_box,
)
from engine.rulesets.barbarossa_to_berlin.nations import may_enter
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import reached_from, sources, supply_of
from engine.rulesets.chapter import Chapter

DESERT_ARMY_PLACES: Final = ("alexandria", "cairo", "basra")
AFRICA_ARMY_PLACES: Final = ("tripoli",)
PARTICULAR: Final = frozenset(
    {"afrika", "desert-army", "eighth-british", "first-british", "hungary-only", "eighth-italian"}
)
"""The traits of units that do not arrive where others of their nation do."""
BRITISH_SOURCES: Final = ("basra", "suez", "alexandria")
AMERICAN_SOURCES: Final = ("basra",)


@dataclass(frozen=True, slots=True)
class ReplaceFront(Action):
    """Let the next mechanised front take the place of an infantry front."""

    kind: ClassVar[str] = "replace-front"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ArrivalFrame(Frame):
    """Units that are still to be placed, and those of them that arrive reduced."""

    kind: ClassVar[str] = "arrival"
    units: tuple[UnitId, ...]
    reduced: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class UpgradeFrame(Frame):
    """The mechanised fronts that are still to take the place of others."""

    kind: ClassVar[str] = "upgrade"
    fronts: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class UnitExchanged(Event):
    """A unit took the place of another, which left the game."""

    kind: ClassVar[str] = "unit-exchanged"
    unit: UnitId
    by: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at), UnitMove.came(self.by, self.at))


# Where units arrive


@rule("7.6.2", "card.allied.5", "card.axis.22", "card.allied.42")
def arrival_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a reinforcement from arriving in a space."""
    return _place_refusal(game, state, unit, at) or may_enter(game, state, unit, at) or joining_refusal(
        game, state, unit, at
    )  # fmt: skip


def _place_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """Whether a space is one where such a unit arrives, whoever may stand there."""
    kind = game.materials.kind(unit)
    if kind.has("yugoslav-army"):
        return _tito_refusal(game, state, unit, at)
    if at not in _candidates(game, kind):
        return _no_arrival(game, unit, at)
    if game.materials.has(at, "beach"):
        return _beachhead_refusal(game, state, unit, at)
    if not holds(game, state, unit.side, at):
        return Refusal("7.6.2", message("refusal.btb.not-friendly", space=game.board.label(at)))
    if kind.nation in WESTERN:
        shut = game.board.key(at) == "antwerp" and not is_active(state, "clearing-the-scheldt")
        return Refusal("7.6.2", message("refusal.btb.scheldt")) if shut else None
    if not kind.has("afrika") and not is_home_base(game, state, kind.nation, unit.side, at):
        return _no_arrival(game, unit, at)
    if kind.nation is Nation.GERMAN and not _is_open_source(game, state, at):
        return Refusal("7.6.2", message("refusal.btb.lone-source", space=game.board.label(at)))
    return None


def _no_arrival(game: Game, unit: Unit, at: Location) -> Refusal:
    return Refusal("7.6.2", message("refusal.btb.no-arrival", unit=unit.id, space=game.board.label(at)))


@rule("card.allied.42")
def _tito_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """The partisan army arises in Yugoslavia where partisans are."""
    if game.materials.countries[at] != "yugoslavia" or not state.marker(at, PARTISANS):
        return Refusal("card.allied.42", message("refusal.btb.no-arrival", unit=unit.id, space=game.board.label(at)))
    return None


@rule("7.6.2")
def _beachhead_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """A beachhead that serves the nation; none arrive on the one that Shingle has made."""
    if state.marker(at, ALLIED_BEACHHEAD) == SHINGLE:
        return Refusal("7.6.2", message("refusal.btb.shingle", space=game.board.label(at)))
    if not has_beachhead(game, state, game.materials.kind(unit).nation, at):
        return Refusal("7.6.2", message("refusal.btb.no-beachhead", space=game.board.label(at)))
    return None


@rule("7.6.2")
def _candidates(game: Game, kind: Kind) -> tuple[Location, ...]:
    """The spaces where such units may ever arrive: at home, or where the western Allies come ashore.

    The 8th Army comes ashore only by an invasion; as a mere reinforcement it arrives in Egypt or at Basra.
    """
    if kind.has("desert-army"):
        return _named(game, DESERT_ARMY_PLACES)
    if kind.has("afrika"):
        return _named(game, AFRICA_ARMY_PLACES)
    if kind.has("yugoslav-army"):
        return tuple(Location(at) for at, land in enumerate(game.materials.countries) if land == "yugoslavia")
    if kind.nation in WESTERN:
        ports = BRITISH_SOURCES if kind.nation in BRITISH_NATIONS else AMERICAN_SOURCES
        if kind.has("eighth-british"):
            return _named(game, ports)
        return (*_named(game, (*ports, "naples", "antwerp")), *game.materials.with_feature("beach"))
    materials: Materials = game.materials
    return materials.bases.get(HOMES.get(kind.nation, ""), ())


def _named(game: Game, names: Iterable[str]) -> tuple[Location, ...]:
    return tuple(at for name in names if (at := game.materials.place(name)) is not None)


@rule("7.6.2")
def _is_open_source(game: Game, state: State, at: Location) -> bool:
    """Germans arrive on a source of supply only if it can trace a line to another source."""
    held = sources(game, state, Nation.GERMAN)
    if at not in held:
        return True
    return any(at in reached_from(game, state, AXIS, other) for other in held if other != at)


def arrival_places(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """Every space where a unit could arrive now."""
    places = _candidates(game, game.materials.kind(unit))
    return tuple(at for at in places if arrival_refusal(game, state, unit, at) is None)


# Whether all of a card's units can be placed


@rule("7.6.2")
def can_all_arrive(game: Game, state: State, units: Sequence[UnitId]) -> bool:
    """Whether every one of some units can be given a place; three stand in a space at most."""
    records = [state.unit(unit) for unit in units]
    if len({_sort(game.materials.kind(unit)) for unit in records}) > 1:
        return _can_be_shared_out(game, state, records)
    room = 0
    for at in _candidates(game, game.materials.kind(records[0])) if records else ():
        if arrival_refusal(game, state, records[0], at) is None:
            room += _room(game, state, at)
            if room >= len(records):
                return True
    return not records


def _sort(kind: Kind) -> tuple[Nation, frozenset[str]]:
    """What tells units apart that do not arrive in the same places."""
    return kind.nation, kind.traits & PARTICULAR


def _can_be_shared_out(game: Game, state: State, units: Sequence[Unit]) -> bool:
    """The same for units that do not all arrive in the same places: who has found one may make way for another."""
    wishes = {unit.id: arrival_places(game, state, unit) for unit in units}
    rooms = {at: _room(game, state, at) for places in wishes.values() for at in places}
    guests: dict[Location, list[UnitId]] = {at: [] for at in rooms}

    def settle(unit: UnitId, tried: set[Location]) -> bool:
        for at in wishes[unit]:
            if at in tried:
                continue
            tried.add(at)
            if len(guests[at]) < rooms[at]:
                guests[at].append(unit)
                return True
            for other in guests[at]:
                if settle(other, tried):
                    guests[at].remove(other)
                    guests[at].append(unit)
                    return True
        return False

    return all(settle(unit.id, set()) for unit in units)


def _room(game: Game, state: State, at: Location) -> int:
    """How many more units can stand in a space."""
    standing = sum(1 for unit in state.at(at) if not game.materials.kind(unit).is_marker)
    return int(game.materials.number("stacking")) - standing


def to_come(game: Game, state: State, sort: str, count: int = 1) -> tuple[UnitId, ...]:
    """The next units of a type that are not yet in play; fewer where there are not so many."""
    waiting = (unit.id for unit in state.at(game.board.at(TO_COME)) if unit.type == sort)
    return tuple(sorted(waiting, key=_in_number))[:count]


def _in_number(unit: UnitId) -> tuple[int, str]:
    return len(unit), unit


def is_to_come(game: Game, state: State, unit: UnitId) -> bool:
    record = state.units.get(unit)
    return record is not None and record.at == game.board.at(TO_COME)


@rule("7.6.2")
def reinforcement_refusal(
    game: Game,
    state: State,
    *,
    on_map: Iterable[str] = (),
    reserve: Mapping[str, int] | None = None,
    case: str = "7.6.2",
) -> Refusal | None:
    """What forbids a card that brings units: one is not to be had, or has no place to arrive.

    `on_map` has the ids of units, `reserve` numbers of units by type.
    """
    listed = tuple(UnitId(unit) for unit in on_map)
    for unit in listed:
        if not is_to_come(game, state, unit):
            return Refusal(case, message("refusal.btb.not-to-come", unit=unit))
    for sort, count in (reserve or {}).items():
        if len(to_come(game, state, sort, count)) < count:
            return Refusal(case, message("refusal.btb.none-to-come", type=sort))
    if not can_all_arrive(game, state, listed):
        return Refusal("7.6.2", message("refusal.btb.no-place-for-all"))
    return None


@rule("7.6.2")
def place_reinforcements(
    game: Game,
    draft: Draft,
    *,
    on_map: Iterable[str] = (),
    reserve: Mapping[str, int] | None = None,
    reduced: Iterable[str] = (),
) -> None:
    """Small units go to the reserve at once; then the owner places those that come onto the map, if there are any."""
    for sort, count in (reserve or {}).items():
        to_reserve(game, draft, to_come(game, draft.state, sort, count))
    listed = tuple(UnitId(unit) for unit in on_map)
    if listed:
        draft.call(ArrivalFrame(listed, tuple(UnitId(unit) for unit in reduced)))


@rule("7.6.2")
def to_reserve(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Put units at full strength into the reserve of their side."""
    for unit in units:
        box = game.board.at(reserve_box(draft.state.unit(unit).side))
        draft.move_unit(unit, box)
        draft.change_unit(unit, step=0)
        draft.emit(UnitArrived(unit, box))


def put_on_map(game: Game, draft: Draft, unit: UnitId, at: Location, *, step: int = 0) -> None:
    """A unit that comes into play stands in a space from now on."""
    draft.move_unit(unit, at)
    draft.change_unit(unit, step=step)
    draft.emit(UnitArrived(unit, at))
    entered(game, draft, unit)


class ArrivalPhase(Phase[ArrivalFrame]):
    """The owner places the units one after another."""

    @rule("7.6.2")
    def menu(self, game: Game, state: State, frame: ArrivalFrame) -> Menu | None:
        """All have to be placed; which one first is the owner's choice."""
        if not frame.units:
            return None
        places = {unit: _candidates(game, game.materials.kind(state.unit(unit))) for unit in frame.units}
        offer = Offer(
            Arrive,
            lambda: (Arrive(unit, at) for unit in frame.units for at in places[unit]),
            lambda action: self._refusal(game, state, frame, action),
        )
        side = state.unit(frame.units[0]).side
        prompt = message("prompt.btb.arrival", side=side, count=len(frame.units))
        return Menu(side, prompt, "7.6.2", (offer,))

    def _refusal(self, game: Game, state: State, frame: ArrivalFrame, action: Arrive) -> Refusal | None:
        if action.unit not in frame.units:
            return Refusal("7.6.2", message("refusal.btb.not-arriving", unit=action.unit))
        found = arrival_refusal(game, state, state.unit(action.unit), action.at)
        rest = tuple(unit for unit in frame.units if unit != action.unit)
        if found is not None or not rest:
            return found
        tried = Draft(state)
        tried.move_unit(action.unit, action.at)
        if can_all_arrive(game, tried.state, rest):
            return None
        return Refusal("7.6.2", message("refusal.btb.no-place-for-all"))

    def apply(self, game: Game, draft: Draft, frame: ArrivalFrame, action: Action) -> None:
        assert isinstance(action, Arrive)
        draft.replace_frame(replace(frame, units=tuple(unit for unit in frame.units if unit != action.unit)))
        put_on_map(game, draft, action.unit, action.at, step=1 if action.unit in frame.reduced else 0)


# One unit in the place of another


@rule("7.6.2", "card.allied.31", "card.allied.37", "card.allied.39")
def replaceable_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """Only a whole infantry front on the map in full supply gives way to a mechanised one."""
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or not materials.is_on_map(record) or not materials.kind(record).has("front"):
        return Refusal("7.6.2", message("refusal.btb.no-infantry-front", unit=unit))
    if record.step:
        return Refusal("7.6.2", message("refusal.btb.front-reduced", unit=unit))
    if supply_of(game, state, record) is not Supply.FULL:
        return Refusal("7.6.2", message("refusal.btb.not-fully-supplied", unit=unit))
    return None


def has_replaceable_fronts(game: Game, state: State, count: int) -> bool:
    """Whether so many fronts could give way."""
    fronts = (unit.id for unit in state.every_unit() if game.materials.kind(unit).has("front"))
    able = (unit for unit in fronts if replaceable_refusal(game, state, unit) is None)
    return len(tuple(islice(able, count))) == count


@rule("7.6.2", "card.allied.21", "card.allied.31", "card.allied.37", "card.allied.39")
def exchange(game: Game, draft: Draft, unit: UnitId, by: UnitId) -> None:
    """A new unit of full strength stands where another stood, which leaves the game."""
    at = draft.state.unit(unit).at
    draft.move_unit(unit, game.board.at(REMOVED))
    draft.change_unit(unit, step=0, marks=(), values={})
    draft.move_unit(by, at)
    draft.change_unit(by, step=0)
    draft.emit(UnitExchanged(unit, by, at))


class UpgradePhase(Phase[UpgradeFrame]):
    """The Allies choose the fronts that give way."""

    @rule("7.6.2")
    def menu(self, game: Game, state: State, frame: UpgradeFrame) -> Menu | None:
        """One mechanised front after the other; they are alike."""
        if not frame.fronts:
            return None
        offer = Offer(
            ReplaceFront,
            lambda: (ReplaceFront(unit) for unit in state.roster),
            lambda action: replaceable_refusal(game, state, action.unit),
        )
        if not offer.any():
            return None
        prompt = message("prompt.btb.upgrade", unit=frame.fronts[0], count=len(frame.fronts))
        return Menu(ALLIED, prompt, "7.6.2", (offer,))

    def apply(self, game: Game, draft: Draft, frame: UpgradeFrame, action: Action) -> None:
        assert isinstance(action, ReplaceFront)
        first, *rest = frame.fronts
        draft.replace_frame(UpgradeFrame(tuple(rest)))
        exchange(game, draft, action.unit, first)


CHAPTER = Chapter(
    actions=(Arrive, ReplaceFront),
    events=(UnitArrived, UnitExchanged),
    phases={ArrivalFrame: ArrivalPhase(), UpgradeFrame: UpgradePhase()},
)
