"""11.3, 12.2 and 5.79: how units are reduced to battle groups and leave the map; nothing leaves it otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Event
from engine.core.unit_events import StepLost, UnitEliminated
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import FORTIFIED, gone_box


@dataclass(frozen=True, slots=True)
class SupplyCaptured(Event):
    """A mobile supply unit that was overrun is the enemy's now."""

    kind: ClassVar[str] = "supply-captured"
    unit: UnitId
    at: Location
    by: Side

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return ()


@rule("11.31", "11.34")
def lose(game: Game, draft: Draft, unit: UnitId) -> bool:
    """A unit is eliminated in combat: a battle group is left of one that has such a face; True when nothing is.

    A fortified unit, a unit without such a face and a battle group are removed (ruling 31).
    """
    materials: Materials = game.materials
    record = draft.state.unit(unit)
    if materials.kind(record).forms_group and record.step == 0 and FORTIFIED not in record.marks:
        draft.change_unit(unit, step=1)
        draft.emit(StepLost(unit, record.at))
        return False
    remove(game, draft, unit)
    return True


@rule("11.31", "5.79")
def remove(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit is lost outright: overrun, in a failed landing or drop, or a battle group once more."""
    record = draft.state.unit(unit)
    to = game.board.at(gone_box(record.side))
    draft.move_unit(unit, to)
    draft.change_unit(unit, marks=(), values={})
    draft.emit(UnitEliminated(unit, record.at, to))


def points_of(game: Game, draft: Draft, unit: UnitId, *, attacking: bool) -> int:
    """The printed points of a unit as it is: attack for attackers, defence for defenders (ruling 33)."""
    materials: Materials = game.materials
    record = draft.state.unit(unit)
    kind = materials.kind(record)
    if FORTIFIED in record.marks and kind.fortified is not None:
        return 0 if attacking else kind.fortified
    face = kind.faces[min(record.step, len(kind.faces) - 1)]
    return face.attack if attacking else face.defence


CHAPTER = Chapter(events=(StepLost, UnitEliminated, SupplyCaptured))
