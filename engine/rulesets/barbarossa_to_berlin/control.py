"""Control of spaces and victory points, and what else happens when a unit comes into a space: 3, 5.1, 10.2, 10.3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Event
from engine.core.state import State, Unit, derived
from engine.core.unit_events import ControlChanged
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import is_active, note
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ATLANTIC_WALL,
    AXIS,
    AXIS_TRENCH,
    BRITISH_TRENCH,
    FORT_DESTROYED,
    PARTISANS,
    REMOVED,
    STAND_FAST,
    TRENCH,
    VP,
    WEST_WALL,
    WESTERN,
    Nation,
    enemy_of,
    held_by,
)
from engine.rulesets.barbarossa_to_berlin.offensives import note_capture
from engine.rulesets.chapter import Chapter

STALIN_POINTS = 4
STRONG_BONUS = 20
OTHER_ALLIES = (*sorted(WESTERN), Nation.YUGOSLAV)
"""The Allied nations whose coming into a space is noted; the Soviets are the others."""
ROME_TAKEN = "rome-taken"
"""The value that says that the Allies have once taken Rome, for Skorzeny to know (card.axis.28)."""
MOSCOW_OCCUPIED = "moscow-occupied"
"""What is noted when an Axis unit has been in Moscow, which ends the hope of an Industrial Evacuation."""
TRENCHES_OF = {AXIS: (AXIS_TRENCH, WEST_WALL, ATLANTIC_WALL), ALLIED: (TRENCH, BRITISH_TRENCH)}


@dataclass(frozen=True, slots=True)
class PointsChanged(Event):
    """The victory points moved, and by which case."""

    kind: ClassVar[str] = "points-changed"
    amount: int
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class FortDestroyed(Event):
    kind: ClassVar[str] = "fort-destroyed"
    at: Location


@dataclass(frozen=True, slots=True)
class StalinLost(Event):
    kind: ClassVar[str] = "stalin-lost"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at),)


def holds(game: Game, state: State, side: Side, at: Location) -> bool:
    """Whether a side controls a space."""
    return state.control.get(at) == side


@rule("5.1", "16.3")
def victory_points(game: Game, state: State) -> int:
    """The victory points: what is recorded, less one for each Axis victory space that partisans deny it."""
    return int(state.values.get(VP, 0)) - len(denied_spaces(game, state))


@rule("16.3")
@derived("markers", "control", "bodies", "stacks", of=AXIS)
def denied_spaces(game: Game, state: State) -> tuple[Location, ...]:
    """The victory spaces of the Axis where partisans are and no Axis unit is (ruling 16)."""
    return tuple(
        at
        for at in _risen_victory_spaces(game, state)
        if state.control.get(at) == AXIS and not any(unit.side == AXIS for unit in state.at(at))
    )


@derived("markers")
def _risen_victory_spaces(game: Game, state: State) -> tuple[Location, ...]:
    """The victory spaces with partisans in them, whoever holds them."""
    risen = {at for at, here in state.markers.items() if PARTISANS in here}
    return tuple(at for at in game.materials.with_feature("victory") if at in risen) if risen else ()


@rule("5.1")
def add_vp(game: Game, draft: Draft, amount: int, case: str) -> None:
    """Move the victory points; the true number is kept even below zero (ruling 13)."""
    if amount:
        draft.set_value(VP, int(draft.state.values.get(VP, 0)) + amount)
        draft.emit(PointsChanged(amount, victory_points(game, draft.state), case))


@rule("16.3")
def tell_denied_points(game: Game, before: State, draft: Draft) -> None:
    """The points that partisans deny, or give back, change with the units in a space: that is told when it happens."""
    after = draft.state
    if before.markers is after.markers and before.stacks is after.stacks and before.control is after.control:
        return
    points = victory_points(game, after)
    told = sum(event.amount for event in draft.events if isinstance(event, PointsChanged))
    change = points - victory_points(game, before) - told
    if change:
        draft.emit(PointsChanged(change, points, "16.3"))


@rule("5.1", "10.2", "10.3", "11.1", "16.2")
def take(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A space passes to a side: points, an enemy fort in it, enemy trenches and partisans.

    What partisans have denied the Axis is lost already: that a space so denied is taken moves nothing (ruling 16).
    """
    state, materials = draft.state, game.materials
    before = state.control.get(at)
    if before == side or not materials.countries[at]:
        return
    draft.set_control(at, side)
    draft.emit(ControlChanged(at, side))
    if materials.has(at, "victory"):
        worth = _worth(state, before, side)
        if before == AXIS and at in denied_spaces(game, state):
            draft.set_value(VP, int(state.values.get(VP, 0)) + worth)
        else:
            add_vp(game, draft, worth, "5.1")
    if before == enemy_of(side) and materials.has(at, "fort") and not state.marker(at, FORT_DESTROYED):
        draft.set_marker(at, FORT_DESTROYED, 1)
        draft.emit(FortDestroyed(at))
    for trench in TRENCHES_OF[enemy_of(side)]:
        draft.set_marker(at, trench, 0)
    draft.set_marker(at, STAND_FAST, 0)
    for nation in OTHER_ALLIES:
        draft.set_marker(at, held_by(nation), 0)
    closed = game.board.feature(at, "closed")
    if side == AXIS and closed is not None:
        draft.set_value(_opened(str(closed.attributes.get("until"))), value=True)
    if side == ALLIED:
        draft.set_marker(at, PARTISANS, 0)
        _tobruk_relieved(game, draft, at)
        if at == materials.place("rome"):
            draft.set_value(ROME_TAKEN, draft.state.turn)


def _opened(until: str) -> str:
    """The value that says that the Axis has once held a space that was closed until an event."""
    return f"opened-{until}"


@rule("11.1")
def is_opened(game: Game, state: State, until: str) -> bool:
    """Whether the Axis holds, or has held, one of the spaces that are closed to its attacks until an event."""
    if _opened(until) in state.values:
        return True
    return any(
        state.control.get(at) == AXIS
        for at in game.materials.with_feature("closed")
        if (feature := game.board.feature(at, "closed")) is not None and feature.attributes.get("until") == until
    )


@rule("5.1", "card.allied.15")
def _worth(state: State, before: Side | None, side: Side) -> int:
    """One point in favour of the new holder; after Casablanca a neutral space has counted for the Allies already."""
    if side == AXIS:
        return 1
    return 0 if before is None and is_active(state, "casablanca") else -1


@rule("10.2")
def _tobruk_relieved(game: Game, draft: Draft, at: Location) -> None:
    """The British trench in Tobruk goes when the Allies hold Benghazi."""
    tobruk = game.materials.place("tobruk")
    if tobruk is not None and at == game.materials.place("benghazi"):
        draft.set_marker(tobruk, BRITISH_TRENCH, 0)


@rule("5.5")
def _stalin_lost(game: Game, draft: Draft, at: Location) -> None:
    """When an Axis unit comes into the space where Stalin is, he is lost for 4 points."""
    for unit in draft.state.at(at):
        if game.materials.kind(unit).is_marker:
            draft.move_unit(unit.id, game.board.at(REMOVED))
            draft.emit(StalinLost(unit.id, at))
            add_vp(game, draft, STALIN_POINTS, "5.5")


@rule("card.allied.29", "card.allied.54")
def holding_nation(game: Game, state: State, at: Location) -> Nation | None:
    """The nation whose unit came last into a space of the Allies; None for one of the Axis, or of nobody.

    Every nation but the Soviets leaves a marker, so a space without one is theirs; so are those that became Allied
    without a unit in them, where a card that asks for the Soviets is not refused for it.
    """
    if state.control.get(at) != ALLIED:
        return None
    return next((nation for nation in OTHER_ALLIES if state.marker(at, held_by(nation))), Nation.SOVIET)


@rule("card.allied.29")
def note_nation(game: Game, draft: Draft, unit: Unit) -> None:
    """The nation that came last into a space of the Allies holds it."""
    kind = game.materials.kind(unit)
    for nation in OTHER_ALLIES:
        here = unit.side == ALLIED and kind.nation is nation and bool(game.materials.countries[unit.at])
        draft.set_marker(unit.at, held_by(nation), int(here))


def entered(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit has come into a space of the map, in whatever way."""
    materials: Materials = game.materials
    record = draft.state.unit(unit)
    if not materials.is_on_map(record) or materials.kind(record).is_marker:
        return
    if draft.state.control.get(record.at) == enemy_of(record.side):
        note_capture(game, draft, unit, record.at)
    take(game, draft, record.at, record.side)
    note_nation(game, draft, record)
    if record.side == AXIS:
        _stalin_lost(game, draft, record.at)
        if record.at == materials.place("moscow"):
            note(draft, MOSCOW_OCCUPIED)


CHAPTER = Chapter(events=(ControlChanged, PointsChanged, FortDestroyed, StalinLost))
