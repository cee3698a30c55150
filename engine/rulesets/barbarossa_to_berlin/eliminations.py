"""11.3.1, 13.4.4, 14.2, 14.4 and 14.5: how units lose steps and leave the map, and from where they may come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.records import Event
from engine.core.state import State, Unit
from engine.core.unit_events import StepLost, UnitDisplaced, UnitEliminated, UnitReplaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    BRITISH_NATIONS,
    DUE,
    EITHER,
    REMOVED,
    THEATRE,
    TURN_TRACK,
    WESTERN,
    Nation,
    eliminated_box,
    reserve_box,
)
from engine.rulesets.barbarossa_to_berlin.nations import EXPEDITION, SLEDGEHAMMER
from engine.rulesets.barbarossa_to_berlin.theatres import theatre_of
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class FrontReformed(Event):
    """In the place of a mechanised front its infantry can be rebuilt from now on."""

    kind: ClassVar[str] = "front-reformed"
    unit: UnitId
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@dataclass(frozen=True, slots=True)
class UnitDelayed(Event):
    kind: ClassVar[str] = "unit-delayed"
    unit: UnitId
    turn: int


@dataclass(frozen=True, slots=True)
class DelayEnded(UnitDisplaced):
    """An army that was lost turns ago comes from the turn track to the units that can be rebuilt; no loss of today."""

    kind: ClassVar[str] = "delay-ended"


@rule("11.3.1")
def takes_place_of(small: Kind, large: Kind) -> bool:
    """Whether a sort of corps takes the place of a sort of army: of its nation, and of its kind."""
    if small.large or small.is_marker:
        return False
    if large.has("canadian"):
        return small.nation is Nation.COMMONWEALTH
    if large.nation in BRITISH_NATIONS:
        return small.nation in BRITISH_NATIONS
    if small.nation is not large.nation:
        return False
    if large.nation is Nation.GERMAN:
        return (small.has("panzer"), small.has("ss")) == (large.has("panzer"), large.has("ss"))
    return not small.traits & {"tank-army", "shock-army", "mechanised"}


@rule("11.3.1")
def stand_ins(game: Game, state: State, unit: Unit) -> tuple[UnitId, ...]:
    """The corps of the reserve that may take the place of an army, one of each sort: whole ones, or else reduced ones.

    There is a choice only for British armies, whose place British and Commonwealth corps can take.
    """
    materials: Materials = game.materials
    large = materials.kind(unit)
    waiting = sorted(
        (
            other
            for other in state.at(game.board.at(reserve_box(unit.side)))
            if takes_place_of(materials.kind(other), large)
        ),
        key=lambda other: (other.step, other.id),
    )
    found: dict[str, UnitId] = {}
    for other in waiting:
        if other.step == waiting[0].step:
            found.setdefault(other.type, other.id)
    return tuple(found.values())


@rule("11.3.1")
def replacement_for(game: Game, state: State, unit: Unit) -> UnitId | None:
    """The corps of the reserve that takes the place of an army unless its owner names another."""
    return next(iter(stand_ins(game, state, unit)), None)


@rule("11.3", "11.3.1")
def lose_step(game: Game, draft: Draft, unit: UnitId, by: UnitId | None = None) -> UnitId | None:
    """A unit loses a step. Returns the unit that stands there now, which may be a corps of the reserve, or None.

    `by` is the corps that its owner wants in the place of an army, where more than one sort could take it.
    """
    record = draft.state.unit(unit)
    kind = game.materials.kind(record)
    if record.step + 1 < len(kind.faces):
        draft.change_unit(unit, step=record.step + 1)
        draft.emit(StepLost(unit, record.at))
        return unit
    if not kind.large:
        to_box(game, draft, unit, eliminated_box(record.side))
        return None
    return _replace(game, draft, record, by)


@rule("11.3.1", "14.4", "19.4")
def _replace(game: Game, draft: Draft, army: Unit, by: UnitId | None) -> UnitId | None:
    """A corps takes the place of an army whether its owner likes it or not; an army without one is gone for good."""
    corps = by or replacement_for(game, draft.state, army)
    if corps is None:
        to_box(game, draft, army.id, REMOVED)
        return None
    _to_eliminated(game, draft, army)
    draft.move_unit(corps, army.at)
    draft.change_unit(corps, marks=army.marks)
    if game.materials.kind(army).has("eighth-italian"):
        draft.set_unit_value(corps, EXPEDITION, value=True)
    draft.emit(UnitReplaced(army.id, corps, army.at))
    return corps


@rule("14.2", "14.4", "14.5.1")
def _to_eliminated(game: Game, draft: Draft, army: Unit) -> None:
    """An army that can be rebuilt goes to the eliminated units, a western one under the theatre it fought in.

    What bears a dot is gone; in the place of the mechanised Southwest Front its infantry can be rebuilt.
    """
    materials: Materials = game.materials
    kind = materials.kind(army)
    if kind.has("dot"):
        to_box(game, draft, army.id, REMOVED)
        infantry = UnitId(f"{army.id}-infantry")
        if infantry in draft.state.units:
            to = game.board.at(eliminated_box(army.side))
            draft.move_unit(infantry, to)
            draft.emit(FrontReformed(infantry, to))
        return
    theatre = theatre_of(game, draft.state, army) if kind.nation in WESTERN else None
    to_box(game, draft, army.id, eliminated_box(army.side))
    if theatre is not None:
        draft.set_unit_value(army.id, THEATRE, theatre)


@rule("card.axis.21")
def sweep_away(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is lost to an event, without combat: it goes to the eliminated units; what bears a dot is gone."""
    record = draft.state.unit(unit)
    if game.materials.kind(record).large:
        _to_eliminated(game, draft, record)
    else:
        to_box(game, draft, unit, eliminated_box(record.side))


@rule("11.4.3", "13.4.4", "14.4")
def eliminate(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is lost as a whole: in combat where it cannot retreat, or for want of supply.

    An army so lost takes a corps of the reserve along to the eliminated units; without one it is gone for good. All but
    Soviet fronts can be rebuilt only three turns later.
    """
    record = draft.state.unit(unit)
    kind = game.materials.kind(record)
    if not kind.large:
        to_box(game, draft, unit, eliminated_box(record.side))
        return
    corps = replacement_for(game, draft.state, record)
    if corps is not None and kind.nation is Nation.SOVIET:
        _to_eliminated(game, draft, record)
    elif corps is None or kind.has("dot"):
        to_box(game, draft, unit, REMOVED)
    else:
        delay_unit(game, draft, unit)
    if corps is not None:
        to_box(game, draft, corps, eliminated_box(record.side))


@rule("13.4.4", "14.2", "14.5.4")
def delay_unit(game: Game, draft: Draft, unit: UnitId) -> None:
    """An army is put three turns ahead on the track, whence it comes to the eliminated units; of either theatre."""
    turn = draft.state.turn + game.materials.number("delay")
    record = draft.state.unit(unit)
    to_box(game, draft, unit, TURN_TRACK)
    draft.set_unit_value(unit, DUE, turn)
    if game.materials.kind(record).nation in WESTERN:
        draft.set_unit_value(unit, THEATRE, EITHER)
    draft.emit(UnitDelayed(unit, turn))


@rule("6.3", "13.4.4", "14.5.4")
def end_delay(game: Game, draft: Draft, unit: UnitId) -> None:
    """An army has waited its three turns: it is among the eliminated units, under the theatre it had."""
    record = draft.state.unit(unit)
    to = _put(game, draft, record, eliminated_box(record.side))
    theatre = record.values.get(THEATRE)
    if theatre is not None:
        draft.set_unit_value(unit, THEATRE, theatre)
    draft.emit(DelayEnded(unit, record.at, to))


def to_box(game: Game, draft: Draft, unit: UnitId, box: str) -> None:
    """A unit is lost into a box."""
    record = draft.state.unit(unit)
    draft.emit(UnitEliminated(unit, record.at, _put(game, draft, record, box)))


@rule("14.2", "19.7")
def _put(game: Game, draft: Draft, unit: Unit, box: str) -> Location:
    """Put a unit into a box, without marks and without what it had as values; what is rebuilt begins anew.

    Only how the British 1st Army came into play is never forgotten (19.7).
    """
    to = game.board.at(box)
    draft.move_unit(unit.id, to)
    kept = {SLEDGEHAMMER: unit.values[SLEDGEHAMMER]} if SLEDGEHAMMER in unit.values else {}
    draft.change_unit(unit.id, step=0, marks=(), values=kept)
    return to


CHAPTER = Chapter(events=(StepLost, UnitEliminated, UnitReplaced, FrontReformed, UnitDelayed, DelayEnded))
