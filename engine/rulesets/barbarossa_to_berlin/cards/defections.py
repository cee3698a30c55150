"""Allies of Germany that give up: their units leave the game, and their country passes to the Allies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.records import Event
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import take
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, REMOVED, Nation


@dataclass(frozen=True, slots=True)
class CountryDefected(Event):
    kind: ClassVar[str] = "country-defected"
    country: str


@rule("card.allied.27", "card.allied.29", "card.allied.30")
def defect(game: Game, draft: Draft, nation: Nation, country: str) -> None:
    """All units of a nation are gone, wherever they are; spaces of its country without an Axis unit are Allied."""
    draft.emit(CountryDefected(country))
    removed = game.board.at(REMOVED)
    for unit in tuple(draft.state.every_unit()):
        if game.materials.kind(unit).nation is nation:
            draft.move_unit(unit.id, removed)
            draft.change_unit(unit.id, step=0, marks=(), values={})
    region = game.board.regions.get(country)
    for at in sorted(region.members) if region is not None else ():
        if not any(unit.side == AXIS for unit in draft.state.at(at)):
            take(game, draft, at, ALLIED)


EVENTS = (CountryDefected,)
