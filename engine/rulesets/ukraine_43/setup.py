"""Laying a game out: who stands where, who waits for which turn, and which railways are still to be repaired."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.mechanics import stacking as stacks
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import DUE, SIDES, coming_box
from engine.rulesets.ukraine_43.railheads import lay_railways
from engine.rulesets.ukraine_43.stacking import joining_refusal, overstacking
from engine.rulesets.ukraine_43.standing import company


@rule("16.1", "17.1")
def lay_out(game: Game, draft: Draft) -> None:
    """The armies, their reinforcements, and the railways beyond the railheads."""
    materials: Materials = game.materials
    brief = materials.brief
    brief.set_up(draft)
    placed = set(draft.state.units)
    coming = [(unit, entry) for unit, entry in sorted(materials.schedule.items()) if unit not in placed]
    draft.add_units(brief.unit(unit, game.board.at(coming_box(brief.side_of(unit)))) for unit, _ in coming)
    for unit, entry in coming:
        draft.set_unit_value(unit, DUE, entry.turn)
    lay_railways(game, draft)


def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Every hex where units were laid out as they may not stand."""
    on_map = game.materials.ground.on_map
    return stacks.setup_faults(state, on_map.__getitem__, lambda at, units: _faults_in(game, state, at))


@rule("5.4")
def _faults_in(game: Game, state: State, at: Location) -> Iterator[Refusal]:
    materials: Materials = game.materials
    here = [unit for unit in state.at(at) if materials.kind(unit).is_ground]
    label = game.board.label(at)
    if here and not materials.ground.land[at]:
        yield Refusal("4.1", message("refusal.u43.no-ground", hex=label))
    if stacks.is_mixed(here):
        yield Refusal("4.1", message("refusal.u43.enemy-there", hex=label))
    for side in SIDES:
        refusal = overstacking(game, company(state, at, side))
        if refusal is not None:
            yield refusal


def deploy_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from being put in a hex before play begins: no ground, the enemy, or too many friends."""
    materials: Materials = game.materials
    if not materials.kind(unit).is_ground or not materials.ground.on_map[to]:
        return None
    if not materials.ground.land[to]:
        return Refusal("4.1", message("refusal.u43.no-ground", hex=game.board.label(to)))
    together = stacks.with_joined(state, unit, to)
    if stacks.enemies_in(together, unit.side, lambda other: materials.kind(other).is_ground):
        return Refusal("4.1", message("refusal.u43.enemy-there", hex=game.board.label(to)))
    return joining_refusal(game, state, (unit,), to)
