"""Laying a game out: who stands where, who waits for which turn, and what is wrong with it."""

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
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import DUE, ENTRY, SIDES, coming_box
from engine.rulesets.war_in_europe.stacking import overstacking


def lay_out(game: Game, draft: Draft) -> None:
    """The armies of the scenario, and those who are to come in their boxes."""
    materials: Materials = game.materials
    brief = materials.brief
    brief.set_up(draft)
    placed = set(draft.state.units)
    coming = [(unit, entry) for unit, entry in sorted(materials.schedule.items()) if unit not in placed]
    draft.add_units(brief.unit(unit, game.board.at(coming_box(brief.side_of(unit)))) for unit, _ in coming)
    for unit, entry in coming:
        draft.set_unit_value(unit, DUE, entry.turn)
        if entry.at is not None:
            draft.set_unit_value(unit, ENTRY, entry.at)
    for record in draft.state.every_unit():
        if materials.is_on_map(record) and draft.state.control.get(record.at) is None:
            draft.set_control(record.at, record.side)


def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Every place where units were laid out as they may not stand."""
    on_map = game.materials.ground.on_map
    return stacks.setup_faults(state, on_map.__getitem__, lambda at, units: _faults_in(game, at, units))


@rule("10.21", "5.26")
def _faults_in(game: Game, at: Location, units: tuple[Unit, ...]) -> Iterator[Refusal]:
    label = game.board.label(at)
    if units and not game.materials.ground.land(frozen=True)[at]:
        yield Refusal("5.26", message("refusal.wie.no-ground", hex=label))
    if stacks.is_mixed(units, lambda unit: game.materials.kind(unit).closes_hex):
        yield Refusal("5.22", message("refusal.wie.enemy-there", hex=label))
    for side in SIDES:
        refusal = overstacking(game, [unit for unit in units if unit.side == side])
        if refusal is not None:
            yield refusal


def deploy_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """What keeps a unit from being put in a hex before play begins: no ground, the enemy, or too many friends."""
    if not game.materials.ground.on_map[to]:
        return None
    if not game.materials.ground.land()[to]:
        return Refusal("5.26", message("refusal.wie.no-ground", hex=game.board.label(to)))
    together = stacks.with_joined(state, unit, to)
    if stacks.enemies_in(together, unit.side):
        return Refusal("5.22", message("refusal.wie.enemy-there", hex=game.board.label(to)))
    return overstacking(game, [each for each in together if each.side == unit.side])
