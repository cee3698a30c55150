"""6.3, 13.4.4 and 13.5: what is out of supply is lost, and spaces nobody can supply change hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import take
from engine.rulesets.barbarossa_to_berlin.eliminations import eliminate, end_delay
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    BEACHHEADS,
    DUE,
    TURN_TRACK,
    Supply,
    enemy_of,
)
from engine.rulesets.barbarossa_to_berlin.nations import serves
from engine.rulesets.barbarossa_to_berlin.stacking import combat_places
from engine.rulesets.barbarossa_to_berlin.supply import friendly_spaces, reached_from, space_supply, supply_of
from engine.rulesets.chapter import Chapter

NEVER_CHANGES = "malta"
"""Malta does not change hands for want of supply (ruling 47)."""


@dataclass(frozen=True, slots=True)
class AttritionFrame(Frame):
    """A side's units without supply are lost."""

    kind: ClassVar[str] = "attrition"


@dataclass(frozen=True, slots=True)
class BeachheadRemoved(Event):
    kind: ClassVar[str] = "beachhead-removed"
    at: Location


class AttritionPhase(Phase[AttritionFrame]):
    """Nothing is decided."""

    @rule("6.3")
    def start(self, game: Game, draft: Draft, frame: AttritionFrame) -> None:
        """Units first, then those that have waited long enough, then spaces and, for the Allies, beachheads."""
        side = draft.state.side
        lose_unsupplied(game, draft, side)
        bring_back_delayed(game, draft, side)
        lose_spaces(game, draft, side)
        if side == ALLIED:
            lose_beachheads(game, draft)


@rule("13.4.4")
def lose_unsupplied(game: Game, draft: Draft, side: Side) -> None:
    """Every unit of a side that is out of supply is lost; supply is looked at for all before any goes."""
    materials: Materials = game.materials
    state = draft.state
    lost = [
        unit.id
        for unit in state.every_unit()
        if unit.side == side
        and materials.is_on_map(unit)
        and not materials.kind(unit).is_marker
        and supply_of(game, state, unit, defending=True) is Supply.NONE
    ]
    for unit in lost:
        eliminate(game, draft, unit)


@rule("6.3", "13.4.4", "14.5.4")
def bring_back_delayed(game: Game, draft: Draft, side: Side) -> None:
    """Armies whose three turns are over come to the eliminated units."""
    for unit in draft.state.at(game.board.at(TURN_TRACK)):
        if unit.side == side and int(unit.values.get(DUE, 0)) <= draft.state.turn:
            end_delay(game, draft, unit.id)


@rule("13.5")
def lose_spaces(game: Game, draft: Draft, side: Side) -> None:
    """A space without a fort of one's own in which any unit would be out of supply passes to the enemy."""
    state = draft.state
    lost = [
        at
        for at in sorted(friendly_spaces(game, state, side) - combat_places(game, state, side))
        if game.board.key(at) != NEVER_CHANGES and space_supply(game, state, side, at) is Supply.NONE
    ]
    for at in lost:
        take(game, draft, at, enemy_of(side))


@rule("6.3")
def lose_beachheads(game: Game, draft: Draft) -> None:
    """A beachhead that no unit it serves can trace to is taken off the map."""
    materials: Materials = game.materials
    for at in materials.with_feature("beach"):
        for marker in BEACHHEADS:
            if not draft.state.marker(at, marker):
                continue
            reached = reached_from(game, draft.state, ALLIED, at)
            served = (
                unit
                for unit in draft.state.every_unit()
                if unit.side == ALLIED and unit.at in reached and serves(marker, materials.kind(unit).nation)
            )
            if next(served, None) is None:
                draft.set_marker(at, marker, 0)
                draft.emit(BeachheadRemoved(at))


CHAPTER = Chapter(events=(BeachheadRemoved,), phases={AttritionFrame: AttritionPhase()})
