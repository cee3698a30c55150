"""Chapters 16 and 17: replacement points by front, what they rebuild, and battle groups that are put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.quotas import Quota
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change, points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import CITIES
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ARRIVED,
    AXIS,
    FUSED,
    NATIONS,
    POINT_SORTS,
    REBUILT,
    SIDES,
    Front,
    Role,
    Trait,
    enemy_of,
    gone_box,
    replacement_points,
    returning,
)
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import company, standing
from engine.rulesets.war_in_europe.supply import is_supplied

INFANTRY, MECHANISED = "infantry", "mechanised"
SORTS = POINT_SORTS
A_POINT = 6
"""For each six points in stock one may be spent (17.11)."""


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Make a battle group whole, or bring back a lost unit that forms none in a city; perhaps as plain infantry."""

    kind: ClassVar[str] = "rebuild"
    unit: UnitId
    at: Location
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class Fuse(Action):
    """Put three like battle groups together; the first of them is whole again."""

    kind: ClassVar[str] = "fuse"
    groups: tuple[UnitId, ...]
    exchange: bool = False


@dataclass(frozen=True, slots=True)
class MovePoints(Action):
    """Send a replacement point to another front."""

    kind: ClassVar[str] = "move-points"
    nation: str
    sort: str
    origin: str
    front: str


@dataclass(frozen=True, slots=True)
class UnitRebuilt(Event):
    kind: ClassVar[str] = "unit-rebuilt"
    unit: UnitId
    origin: Location
    at: Location
    points: int

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return () if self.origin == self.at else (UnitMove(self.unit, (self.origin, self.at)),)


@dataclass(frozen=True, slots=True)
class GroupsFused(Event):
    kind: ClassVar[str] = "groups-fused"
    unit: UnitId
    used: tuple[UnitId, ...]
    at: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(UnitMove(unit, (self.at, self.to)) for unit in self.used)

    @property
    def place(self) -> Location | None:
        return self.at


@dataclass(frozen=True, slots=True)
class PointsMoved(Event):
    kind: ClassVar[str] = "points-moved"
    nation: str
    sort: str
    origin: str
    front: str


# Points


def stock_name(nation: str, sort: str, front: str) -> str:
    return replacement_points(nation, sort, front)


def front_at(game: Game, at: Location) -> str:
    return str(game.materials.ground.fronts[at])


@rule("17.11")
def usable_points(stock: int) -> int:
    """How many of some points in stock may be spent in a phase: none under six, else one for each started six."""
    return 0 if stock < A_POINT else -(-stock // A_POINT)


@rule("17.21", "17.22", "17.23", "17.24", "17.26", "17.27", "17.28", "17.29")
def point_sort(kind: Kind) -> str | None:
    """The sort of points that rebuilds a unit: airborne divisions take infantry points (ruling 44); None for none."""
    if kind.is_heavy:
        return MECHANISED
    if kind.role in (Role.INFANTRY, Role.MOTORISED, Role.CAVALRY):
        return INFANTRY
    if kind.role is Role.AIRBORNE and not (kind.side == AXIS and kind.has(Trait.REGIMENT)):
        return INFANTRY
    return None


@rule("17.2", "17.25", "17.27")
def price_of(kind: Kind) -> int:
    """One point; two for SS armour and mechanised infantry, and for airborne divisions."""
    return 2 if kind.role is Role.AIRBORNE or (kind.is_heavy and kind.has(Trait.SS)) else 1


# Rebuilding


@rule("17.0", "17.12", "17.14", "17.17", "17.18", "11.33")
def rebuild_refusal(game: Game, state: State, used: tuple[str, ...], action: Rebuild) -> Refusal | None:
    """A supplied battle group where it stands; a lost unit without such a face in a city of its nation.

    A battle group that was lost is gone for good. Points are of the sort, the nation and the front of the place.
    """
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side:
        return Refusal("17.0", message("refusal.wie.not-yours", unit=action.unit))
    kind = materials.kind(unit)
    sort = point_sort(kind)
    if sort is None:
        case = "17.28" if kind.role is Role.AIRBORNE else "17.29"
        return Refusal(case, message("refusal.wie.never-rebuilt", unit=action.unit))
    refusal = _group_refusal(game, state, unit, action) if materials.is_on_map(unit) else None
    refusal = refusal or (None if materials.is_on_map(unit) else _lost_refusal(game, state, unit, action))
    if refusal is not None:
        return refusal
    if action.exchange and plain_infantry(game, kind) is None:
        return Refusal("17.15", message("refusal.wie.no-exchange", unit=action.unit))
    name = stock_name(kind.nation, sort, front_at(game, action.at))
    if price_of(kind) > _to_spend(state, used, name):
        return Refusal("17.11", message("refusal.wie.no-points", unit=action.unit))
    return None


@rule("17.11")
def _to_spend(state: State, used: tuple[str, ...], name: str) -> int:
    """How many points of a stock may still be spent in the phase, of which some have taken theirs."""
    spent = used.count(name)
    return usable_points(points_in(state, name) + spent) - spent


@rule("17.11")
def rebuild_quota(game: Game, state: State, used: tuple[str, ...]) -> Quota[Rebuild]:
    """The points that may still be spent of each stock, and those that a unit takes."""
    stocks = (stock_name(nation, sort, front) for nation in NATIONS for sort in SORTS for front in Front)

    def price(action: Rebuild) -> Mapping[str, int]:
        kind = game.materials.kind(state.unit(action.unit))
        sort = point_sort(kind)
        assert sort is not None
        return {stock_name(kind.nation, sort, front_at(game, action.at)): price_of(kind)}

    return Quota({name: _to_spend(state, used, name) for name in stocks}, price)


@rule("17.18")
def _group_refusal(game: Game, state: State, unit: Unit, action: Rebuild) -> Refusal | None:
    """A supplied group where it is, aboard a train too: only putting groups together is barred there (16.23)."""
    if action.at != unit.at or not unit.step:
        return Refusal("17.0", message("refusal.wie.whole", unit=unit.id))
    if not is_supplied(game, state, unit):
        return Refusal("17.18", message("refusal.wie.unsupplied", unit=unit.id))
    return None


@rule("17.14", "17.17", "17.23")
def _lost_refusal(game: Game, state: State, unit: Unit, action: Rebuild) -> Refusal | None:
    kind = game.materials.kind(unit)
    if unit.at != game.board.at(gone_box(unit.side)):
        return Refusal("17.0", message("refusal.wie.whole", unit=unit.id))
    if kind.forms_group:
        return Refusal("17.17", message("refusal.wie.gone-for-good", unit=unit.id))
    if action.at not in home_cities(game, state, unit):
        return Refusal("17.0", message("refusal.wie.no-home", unit=unit.id, hex=game.board.label(action.at)))
    return joining_refusal(game, state, unit, action.at)


@rule("17.0", "15.1")
def home_cities(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """The cities of a unit's nation that its side holds, for units with wheels none of the Arctic."""
    materials: Materials = game.materials
    nation = materials.kind(unit).nation
    country = str(materials.named("nation_countries").get(nation, nation))
    column = materials.kind(unit).movement_column
    enemy = standing(game, state, enemy_of(unit.side)).occupied

    def is_home(at: Location) -> bool:
        named = {each.attributes.get("nation") for each in game.board.features(at) if each.kind in CITIES}
        return nation in named or materials.ground.countries[at] == country

    held = (at for at in sorted(materials.ground.cities) if state.control.get(at) == unit.side and at not in enemy)
    return tuple(at for at in held if is_home(at) and not materials.ground.is_barred(column, at))


@rule("17.15")
def plain_infantry(game: Game, kind: Kind) -> str | None:
    """The ordinary division that a security or static one may become when it is rebuilt."""
    if not (kind.has(Trait.SECURITY) or kind.has(Trait.STATIC)):
        return None
    found = game.materials.named("plain_infantry").get(kind.nation)
    return str(found) if found in game.materials.kinds else None


@rule("17.0", "17.13", "17.15")
def rebuild(game: Game, draft: Draft, action: Rebuild) -> tuple[str, ...]:
    """The unit is whole; it neither moves nor attacks in this turn. Returns the points that it took, by stock."""
    unit = draft.state.unit(action.unit)
    kind = game.materials.kind(unit)
    sort, price = point_sort(kind), price_of(kind)
    assert sort is not None
    name = stock_name(kind.nation, sort, front_at(game, action.at))
    change(draft, name, -price)
    draft.move_unit(action.unit, action.at)
    plain = plain_infantry(game, kind) if action.exchange else None
    draft.change_unit(action.unit, step=0, type=plain or unit.type, marks=unit.marks | {REBUILT})
    draft.emit(UnitRebuilt(action.unit, unit.at, action.at, price))
    return (name,) * price


@rule("17.0")
def rebuild_candidates(game: Game, state: State) -> Iterator[Rebuild]:
    """Every battle group, and every lost unit that forms none in every city of its nation, as either sort."""
    materials: Materials = game.materials
    gone = game.board.at(gone_box(state.side))
    for unit in state.every_unit():
        if unit.side != state.side:
            continue
        kind = materials.kind(unit)
        swaps = (False, True) if plain_infantry(game, kind) is not None else (False,)
        places: tuple[Location, ...] = ()
        if materials.is_on_map(unit) and unit.step:
            places = (unit.at,)
        elif unit.at == gone and not kind.forms_group:
            places = home_cities(game, state, unit)
        yield from (Rebuild(unit.id, at, swap) for at in places for swap in swaps)


# Fusing


@rule("16.0", "16.1", "16.11", "16.13", "16.14", "16.2", "16.23")
def fuse_refusal(game: Game, state: State, action: Fuse) -> Refusal | None:
    """Three battle groups of one sort, combat value and nation in one hex, on no train; supply does not matter.

    They have stood together since the turn began: one that has only just arrived is not among them.
    """
    materials: Materials = game.materials
    together, refusal = (Refusal(case, message("refusal.wie.no-fusion")) for case in ("16.0", "16.11"))
    units = [state.units[unit] for unit in action.groups if unit in state.units]
    if len(set(action.groups)) != 3 or len(units) != 3 or any(unit.side != state.side for unit in units):
        return together
    if len({unit.at for unit in units}) != 1 or not materials.is_on_map(units[0]):
        return together
    if any(ABOARD in unit.marks for unit in units):
        return Refusal("16.23", message("refusal.wie.aboard", unit=units[0].id))
    if len({materials.kind(unit).nation for unit in units}) != 1:
        return Refusal("16.14", message("refusal.wie.no-fusion"))
    if any(ARRIVED in unit.marks for unit in units):
        return together
    if any(not unit.step or REBUILT in unit.marks for unit in units) or len({_worth(materials, u) for u in units}) != 1:
        return refusal
    if action.exchange and fused_as(game, materials.kind(units[0])) is None:
        return Refusal("16.22", message("refusal.wie.no-exchange", unit=units[0].id))
    return None


@rule("16.22")
def fused_as(game: Game, kind: Kind) -> str | None:
    """The ordinary division that a security division may become when groups are put together; a static one does not."""
    return plain_infantry(game, kind) if kind.has(Trait.SECURITY) else None


def _worth(materials: Materials, unit: Unit) -> tuple[Role, int, int]:
    kind = materials.kind(unit)
    face = kind.faces[min(unit.step, len(kind.faces) - 1)]
    return kind.role, face.attack, face.defence


@rule("16.0")
def fuse_candidates(game: Game, state: State) -> Iterator[Fuse]:
    """Every three groups of a hex, each of them in front once."""
    materials: Materials = game.materials
    for at in sorted(standing(game, state, state.side).present):
        groups = [unit for unit in company(state, at, state.side) if unit.step]
        for three in combinations(groups, 3):
            for first in three:
                rest = tuple(unit.id for unit in three if unit is not first)
                swaps = (False, True) if fused_as(game, materials.kind(first)) else (False,)
                yield from (Fuse((first.id, *rest), swap) for swap in swaps)


@rule("16.0", "16.12", "16.21", "16.22")
def fuse(game: Game, draft: Draft, action: Fuse) -> None:
    """Two groups leave the game, the third is whole and rests for this turn."""
    first, *others = action.groups
    unit = draft.state.unit(first)
    to = game.board.at(gone_box(unit.side))
    plain = fused_as(game, game.materials.kind(unit)) if action.exchange else None
    draft.change_unit(first, step=0, type=plain or unit.type, marks=unit.marks | {REBUILT, FUSED})
    for other in others:
        draft.move_unit(other, to)
        draft.change_unit(other, marks=(), values={})
    draft.emit(GroupsFused(first, tuple(others), unit.at, to))


# Between fronts


@rule("17.16")
def move_refusal(game: Game, state: State, action: MovePoints) -> Refusal | None:
    """A point in stock goes to any other front, where it can be used from the next phase on."""
    known = action.sort in SORTS and action.front in set(Front) and action.origin in set(Front)
    side = game.materials.side_of_nation(action.nation)
    if not known or side != state.side or action.front == action.origin:
        return Refusal("17.16", message("refusal.wie.no-such-points"))
    if not points_in(state, stock_name(action.nation, action.sort, action.origin)):
        return Refusal("17.16", message("refusal.wie.no-such-points"))
    return None


def move_candidates(game: Game, state: State) -> Iterator[MovePoints]:
    nations = sorted({kind.nation for kind in game.materials.kinds.values() if kind.side in SIDES})
    for nation in nations:
        for sort in SORTS:
            for origin in Front:
                if points_in(state, stock_name(nation, sort, origin)):
                    yield from (MovePoints(nation, sort, str(origin), str(to)) for to in Front)


@rule("17.16")
def move_points(draft: Draft, action: MovePoints) -> None:
    change(draft, stock_name(action.nation, action.sort, action.origin), -1)
    change(draft, returning(stock_name(action.nation, action.sort, action.front), draft.state.turn + 1), 1)
    draft.emit(PointsMoved(action.nation, action.sort, action.origin, action.front))


CHAPTER = Chapter(actions=(Rebuild, Fuse, MovePoints), events=(UnitRebuilt, GroupsFused, PointsMoved))
