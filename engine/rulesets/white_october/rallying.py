"""2 and 8.2.6 B and D: what a side gets back at the end of its own movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.records import Event
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.names import DEMORALISED, DISORGANISED, FLED_CITY, ROUTED, enemy_of
from engine.rulesets.white_october.standing import zone_hexes


@dataclass(frozen=True, slots=True)
class UnitsRallied(Event):
    kind: ClassVar[str] = "units-rallied"
    side: Side
    rallied: tuple[UnitId, ...]
    reorganised: tuple[UnitId, ...]


@rule("8.2.6.D", "10.1")
def can_rally(game: Game, state: State, unit: Unit) -> bool:
    """A routed unit outside enemy zones comes to its senses, unless it is demoralised."""
    if DEMORALISED in unit.marks or not game.materials.is_on_map(unit):
        return False
    return unit.at not in zone_hexes(game, state, enemy_of(unit.side))


@rule("2", "8.2.6.B", "8.2.6.D")
def rally(game: Game, draft: Draft) -> None:
    """Disorganised units are in order again wherever they are; routed ones are rallied outside enemy zones."""
    state = draft.state
    mine = [unit for unit in state.every_unit() if unit.side == state.side]
    rallied = tuple(unit.id for unit in mine if ROUTED in unit.marks and can_rally(game, state, unit))
    ordered = tuple(unit.id for unit in mine if DISORGANISED in unit.marks)
    for unit in rallied:
        draft.unmark(unit, ROUTED, FLED_CITY)
    for unit in ordered:
        draft.unmark(unit, DISORGANISED)
    if rallied or ordered:
        draft.emit(UnitsRallied(state.side, rallied, ordered))


CHAPTER = Chapter(events=(UnitsRallied,))
