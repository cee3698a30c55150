"""Laying a game out: who stands where, who waits for which turn, and where the markers are on their tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.mechanics import stacking as stacks
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    AMMO,
    DUE,
    ENTRY,
    FATIGUE,
    RED_PRISONERS,
    RED_RECRUITS,
    SIDES,
    WHITE_PRISONERS,
    WHITE_RECRUITS,
    coming_box,
)
from engine.rulesets.white_october.stacking import lonely_vehicles, overstacking

EMPTY_TRACKS: Final = (FATIGUE, WHITE_RECRUITS, RED_RECRUITS, WHITE_PRISONERS, RED_PRISONERS)


@rule("4.5", "9")
def lay_out(game: Game, draft: Draft) -> None:
    """The armies, their reinforcements, and the tracks: four boxes of ammunition, a fresh army, nobody to recruit."""
    materials: Materials = game.materials
    brief = materials.brief
    brief.set_up(draft)
    if AMMO not in draft.state.values:
        draft.set_value(AMMO, materials.number("ammo_stock"))
    for track in EMPTY_TRACKS:
        if track not in draft.state.values:
            draft.set_value(track, 0)
    placed = set(draft.state.units)
    coming = [(unit, entry) for unit, entry in sorted(materials.schedule.items()) if unit not in placed]
    draft.add_units(brief.unit(unit, game.board.at(coming_box(brief.side_of(unit)))) for unit, _ in coming)
    for unit, entry in coming:
        draft.set_unit_value(unit, DUE, entry.turn)
        if entry.at is not None:
            draft.set_unit_value(unit, ENTRY, entry.at)


def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Every place where units were laid out as they may not stand."""
    on_map = game.materials.ground.on_map
    return stacks.setup_faults(state, on_map.__getitem__, lambda at, units: _faults_in(game, state, at))


@rule("7.2")
def _faults_in(game: Game, state: State, at: Location) -> Iterator[Refusal]:
    materials: Materials = game.materials
    ashore = [unit for unit in state.at(at) if materials.kind(unit).is_land]
    label = game.board.label(at)
    if ashore and not materials.ground.land[at]:
        yield Refusal("7.1", message("refusal.wo.no-ground", hex=label))
    if stacks.is_mixed(ashore):
        yield Refusal("7", message("refusal.wo.enemy-there", hex=label))
    for side in SIDES:
        mine = [unit for unit in ashore if unit.side == side]
        for refusal in (overstacking(game, at, mine), lonely_vehicles(game, mine)):
            if refusal is not None:
                yield refusal


def deploy_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from being put in a hex before play begins: no ground, the enemy, or too many friends."""
    materials: Materials = game.materials
    if not materials.kind(unit).is_land or not materials.ground.on_map[to]:
        return None
    if not materials.ground.land[to]:
        return Refusal("7.1", message("refusal.wo.no-ground", hex=game.board.label(to)))
    together = stacks.with_joined(state, unit, to)
    if stacks.enemies_in(together, unit.side, lambda other: materials.kind(other).is_land):
        return Refusal("7", message("refusal.wo.enemy-there", hex=game.board.label(to)))
    return overstacking(game, to, _of_side(together, unit.side))


def _of_side(units: tuple[Unit, ...], side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if unit.side == side)
