"""16.2 to 16.5: replacements, which make reduced units whole and bring lost ones back.

The turn track says how many of each sort a side has; what is not used is lost. A replacement for units on foot serves
these alone, a mechanised one serves all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitPlaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import call_if_taken
from engine.rulesets.ukraine_43.artillery import recall
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.elimination import disrupt
from engine.rulesets.ukraine_43.kinds import Kind
from engine.rulesets.ukraine_43.marches import is_caught
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    DISRUPTED,
    EXTENDED,
    FOOT_USED,
    MECH_USED,
    PAIRS_FOOT,
    PAIRS_MECH,
    REPLACED,
    SOVIET,
    STAVKA,
    TANK_PAIRS,
    UNSUPPLIED,
    Role,
    enemy_of,
    gone_box,
)
from engine.rulesets.ukraine_43.railheads import connected_hexes
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.stacking import joining_refusal
from engine.rulesets.ukraine_43.standing import is_held, standing, zone_hexes
from engine.rulesets.ukraine_43.supply import has_line

FOOT: Final = "foot"
MECH: Final = "mech"
SORTS: Final = (FOOT, MECH)
USED: Final = (FOOT_USED, MECH_USED, PAIRS_FOOT, PAIRS_MECH, TANK_PAIRS)
_BY_TWO: Final = frozenset({Role.SAPPER, Role.MECH_BRIGADE})
_NEVER: Final = frozenset({Role.ARTILLERY, Role.AIRBORNE, Role.TIGER, Role.ASSAULT_GUN})


@dataclass(frozen=True, slots=True)
class Replenish(Action):
    """Make a reduced unit whole with a replacement of a sort."""

    kind: ClassVar[str] = "replenish"
    unit: UnitId
    sort: str


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Bring a lost unit back with a replacement of a sort."""

    kind: ClassVar[str] = "rebuild"
    unit: UnitId
    at: Location
    sort: str


@dataclass(frozen=True, slots=True)
class FetchArtillery(Action):
    """Bring a breakthrough division back from the Stavka with a mechanised replacement."""

    kind: ClassVar[str] = "fetch-artillery"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UnitReplenished(Event):
    kind: ClassVar[str] = "unit-replenished"
    unit: UnitId
    sort: str


@dataclass(frozen=True, slots=True)
class UnitRebuilt(UnitPlaced):
    kind: ClassVar[str] = "unit-rebuilt"
    sort: str


# How many there are


@rule("16.2")
def granted(game: Game, state: State, side: Side, sort: str) -> int:
    """The replacements of a sort that the track gives a side in this turn."""
    materials: Materials = game.materials
    return materials.turn_number(state.turn, f"{side}-{sort}")


@rule("16.2", "16.3.D", "16.3.E")
def used(state: State, sort: str) -> int:
    """Those that have been used in this player turn; two brigades take one."""
    values = {name: int(state.values.get(name, 0)) for name in USED}
    if sort == FOOT:
        return values[FOOT_USED] + (values[PAIRS_FOOT] + 1) // 2
    return values[MECH_USED] + (values[PAIRS_MECH] + 1) // 2 + (values[TANK_PAIRS] + 1) // 2


def forget_replacements(draft: Draft) -> None:
    """What is not used is lost, and nobody has had one any more."""
    for name in USED:
        draft.set_value(name, None)
    draft.unmark_all(REPLACED)


@rule("16.3.D", "16.3.E")
def _pair(kind: Kind, sort: str) -> str | None:
    """The value that counts brigades of a sort two of which take one replacement; None for other units."""
    if kind.role in _BY_TWO:
        return PAIRS_FOOT if sort == FOOT else PAIRS_MECH
    return TANK_PAIRS if kind.role is Role.TANK_BRIGADE else None


def _is_left(game: Game, state: State, kind: Kind, sort: str) -> bool:
    """Whether a replacement of a sort is left for a unit, or the half of one that was begun."""
    pair = _pair(kind, sort)
    if pair is not None and int(state.values.get(pair, 0)) % 2:
        return True
    return used(state, sort) < granted(game, state, kind.side, sort)


def _take(draft: Draft, kind: Kind, sort: str) -> None:
    name = _pair(kind, sort) or (FOOT_USED if sort == FOOT else MECH_USED)
    draft.set_value(name, int(draft.state.values.get(name, 0)) + 1)


@rule("16.2", "16.3.A", "16.3.B", "16.3.D", "16.3.E", "16.4.A", "16.4.B")
def sort_refusal(game: Game, state: State, unit: Unit, sort: str) -> Refusal | None:
    """A mechanised unit or a headquarters wants a mechanised one; regulars, Guards and allies are served alike."""
    kind: Kind = game.materials.kind(unit)
    if sort not in SORTS:
        return Refusal("16.2", message("refusal.u43.no-such-replacement"))
    needs_mech = (kind.is_mech or kind.is_headquarters) and kind.role is not Role.MECH_BRIGADE
    if sort == FOOT and needs_mech:
        case = ("16.3.B" if kind.is_soviet else "16.4.B") if kind.is_headquarters else "16.2"
        return Refusal(case, message("refusal.u43.needs-mech", unit=unit.id))
    if not _is_left(game, state, kind, sort):
        return Refusal("16.2", message("refusal.u43.no-replacement-left"))
    return None


# On the map


@rule("16.5.A", "16.5.B", "16.5.C", "16.5.F", "6.5", "11.3", "14.5")
def replenish_refusal(game: Game, state: State, action: Replenish) -> Refusal | None:
    """A reduced unit in supply and in order that has made no extended move; a Soviet one in no enemy zone."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("16.5.A", message("refusal.u43.not-yours", unit=action.unit))
    if REPLACED in unit.marks:
        return Refusal("16.5.F", message("refusal.u43.replaced", unit=unit.id))
    if not unit.step:
        return Refusal("16.2", message("refusal.u43.at-full-strength", unit=unit.id))
    if DISRUPTED in unit.marks:
        return Refusal("16.5.A", message("refusal.u43.disrupted", unit=unit.id))
    if EXTENDED in unit.marks:
        return Refusal("16.5.B", message("refusal.u43.extended", unit=unit.id))
    if UNSUPPLIED in unit.marks or not has_line(game, state, unit):
        return Refusal("16.5.A", message("refusal.u43.unsupplied", unit=unit.id))
    if unit.side == SOVIET and unit.at in zone_hexes(game, state, enemy_of(SOVIET)):
        return Refusal("16.5.C", message("refusal.u43.in-enemy-zone", unit=unit.id))
    return sort_refusal(game, state, unit, action.sort)


@rule("5.4")
def _stopping_refusal(game: Game, state: State, hand: Hand, id: UnitId) -> Refusal | None:
    """A replacement ends the march of a unit, so one that is under way has to be where it may stay."""
    if is_caught(game, state, state.unit(id), hand.with_leader(id)):
        return Refusal("5.4", message("refusal.u43.must-go-on", unit=id))
    return None


@rule("11.2.E", "16.2", "16.5.D")
def replenish(game: Game, draft: Draft, hand: Hand, action: Replenish) -> None:
    """The unit is whole, disrupted, and moves no more."""
    unit = draft.state.unit(action.unit)
    _take(draft, game.materials.kind(unit), action.sort)
    draft.change_unit(unit.id, step=unit.step - 1)
    draft.mark(unit.id, REPLACED)
    draft.emit(UnitReplenished(unit.id, action.sort))
    disrupt(draft, unit.id)


def _replenishings(game: Game, state: State) -> Iterator[Replenish]:
    sorts = [sort for sort in SORTS if used(state, sort) < granted(game, state, state.side, sort)]
    if not sorts:
        return
    materials: Materials = game.materials
    for unit in state.every_unit():
        if unit.side == state.side and unit.step and materials.is_on_map(unit):
            yield from (Replenish(unit.id, sort) for sort in sorts)


# From the losses


@rule("16.3.F", "16.4.C", "20.1", "22.3")
def _is_lost_for_good(kind: Kind) -> bool:
    """Artillery and airborne brigades never come back, Tigers and assault guns by themselves (ruling 38)."""
    return kind.role in _NEVER


@rule("16.5.E")
def rebuilding_places(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """Victory hexes of one's own on a railway that leads to a source, and for the Soviet side its edge sources."""
    linked = connected_hexes(game, state, side)
    places = {game.board.at(each.at) for each in game.materials.brief.scenario.objectives}
    found = {at for at in places if at in linked and is_held(game, state, at, side)}
    enemies = standing(game, state, enemy_of(side)).occupied
    if side == SOVIET:
        edges = game.materials.ground.edge_sources(side)
        found.update(at for at in edges if state.control.get(at, side) == side)
    return tuple(sorted(found - enemies))


@rule("6.5", "16.3.D", "16.3.E", "16.5.A", "16.5.C", "16.5.E", "21")
def rebuild_refusal(game: Game, state: State, action: Rebuild) -> Refusal | None:
    """A lost unit that can come back, at a hex where it may; a security division in a city if there is one.

    Soviet units have no replacements in an enemy zone, at a source on the edge neither.
    """
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not _is_lost(game, unit):
        return Refusal("16.5.A", message("refusal.u43.not-lost", unit=action.unit))
    kind = materials.kind(unit)
    if _is_lost_for_good(kind):
        return Refusal("16.3.F" if kind.is_soviet else "16.4.C", message("refusal.u43.lost-for-good", unit=unit.id))
    refusal = sort_refusal(game, state, unit, action.sort)
    if refusal is not None:
        return refusal
    places = rebuilding_places(game, state, unit.side)
    label = game.board.label(action.at)
    if action.at not in places:
        return Refusal("16.5.E", message("refusal.u43.no-rebuilding", hex=label))
    if unit.side == SOVIET and action.at in zone_hexes(game, state, enemy_of(SOVIET)):
        return Refusal("16.5.C", message("refusal.u43.rebuilt-in-zone", hex=label))
    if kind.role is Role.SECURITY and not materials.ground.is_city(action.at):
        cities = (at for at in places if materials.ground.is_city(at))
        if any(joining_refusal(game, state, (unit,), at) is None for at in cities):
            return Refusal("21", message("refusal.u43.security-city", unit=unit.id))
    return joining_refusal(game, state, (unit,), action.at)


def _is_lost(game: Game, unit: Unit) -> bool:
    """Whether a unit lies among the losses, or is a tank brigade in the reserve of the Stavka (16.3.E)."""
    boxes = [gone_box(unit.side)]
    if game.materials.kind(unit).role is Role.TANK_BRIGADE:
        boxes.append(STAVKA)
    return unit.at in {game.board.at(box) for box in boxes}


@rule("11.2.E", "16.2", "16.5.D", "16.5.E")
def rebuild(game: Game, draft: Draft, hand: Hand, action: Rebuild) -> None:
    """The unit comes back on its reduced side, disrupted."""
    unit = draft.state.unit(action.unit)
    kind = game.materials.kind(unit)
    _take(draft, kind, action.sort)
    draft.move_unit(unit.id, action.at)
    draft.change_unit(unit.id, step=len(kind.faces) - 1)
    draft.mark(unit.id, REPLACED)
    draft.emit(UnitRebuilt(unit.id, action.at, action.sort))
    disrupt(draft, unit.id)
    entered(game, draft, action.at, unit.side)
    call_if_taken(game, draft, action.at, unit.side)


def _rebuildings(game: Game, state: State) -> Iterator[Rebuild]:
    lost = [
        unit
        for unit in state.every_unit()
        if unit.side == state.side and _is_lost(game, unit) and not _is_lost_for_good(game.materials.kind(unit))
    ]
    if not lost:
        return
    places = rebuilding_places(game, state, state.side)
    for unit in lost:
        for sort in SORTS:
            if sort_refusal(game, state, unit, sort) is None:
                yield from (Rebuild(unit.id, at, sort) for at in places)


# Breakthrough artillery


@rule("16.3.C", "22.5.D")
def fetch_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """A Guards artillery division in the reserve of the Stavka, for a whole mechanised replacement."""
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or unit.at != game.board.at(STAVKA):
        return Refusal("16.3.C", message("refusal.u43.not-in-stavka", unit=id))
    if not game.materials.kind(unit).is_breakthrough:
        return Refusal("16.3.C", message("refusal.u43.not-in-stavka", unit=id))
    if used(state, MECH) >= granted(game, state, SOVIET, MECH):
        return Refusal("16.2", message("refusal.u43.no-replacement-left"))
    return None


@rule("16.3.C")
def fetch(game: Game, draft: Draft, hand: Hand, action: FetchArtillery) -> None:
    """The division is a reinforcement of this turn."""
    draft.set_value(MECH_USED, int(draft.state.values.get(MECH_USED, 0)) + 1)
    recall(game, draft, action.unit)


REPLENISHING = SpecialMove(
    Replenish,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        Replenish,
        lambda: _replenishings(game, state),
        lambda action: replenish_refusal(game, state, action) or _stopping_refusal(game, state, hand, action.unit),
    ),
    replenish,
)
REBUILDING = SpecialMove(
    Rebuild,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        Rebuild, lambda: _rebuildings(game, state), lambda action: rebuild_refusal(game, state, action)
    ),
    rebuild,
)
FETCHING = SpecialMove(
    FetchArtillery,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        FetchArtillery,
        lambda: (FetchArtillery(unit.id) for unit in state.at(game.board.at(STAVKA))),
        lambda action: fetch_refusal(game, state, action.unit),
    ),
    fetch,
)

CHAPTER = Chapter(
    actions=(Replenish, Rebuild, FetchArtillery),
    events=(UnitReplenished, UnitRebuilt),
)
