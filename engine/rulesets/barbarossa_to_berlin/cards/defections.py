"""Allies of Germany that give up: their units leave the game, and their country passes to the Allies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.records import Event
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import take
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, REMOVED, Nation


@dataclass(frozen=True, slots=True)
class CountryDefected(Event):
    kind: ClassVar[str] = "country-defected"
    country: str
    units: tuple[UnitId, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(map(UnitMove.left, self.units))


@rule("card.allied.27", "card.allied.29", "card.allied.30")
def defect(game: Game, draft: Draft, nation: Nation, country: str) -> None:
    """All units of a nation are gone, wherever they are; spaces of its country without an Axis unit are Allied."""
    removed = game.board.at(REMOVED)
    units = tuple(unit.id for unit in draft.state.every_unit() if game.materials.kind(unit).nation is nation)
    draft.emit(CountryDefected(country, units))
    for unit in units:
        draft.move_unit(unit, removed)
        draft.change_unit(unit, step=0, marks=(), values={})
    region = game.board.regions.get(country)
    for at in sorted(region.members) if region is not None else ():
        if not any(unit.side == AXIS for unit in draft.state.at(at)):
            take(game, draft, at, ALLIED)


EVENTS = (CountryDefected,)
