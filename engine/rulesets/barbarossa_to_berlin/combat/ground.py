"""What the defended space gives its defenders: column shifts (11.2) and the choice to stand (11.4.2)."""

from __future__ import annotations

from typing import Final

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Op, Term
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, is_frozen, is_unsupplied
from engine.rulesets.barbarossa_to_berlin.control import TRENCHES_OF
from engine.rulesets.barbarossa_to_berlin.effects import in_round, in_turn
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    BEACHHEADS,
    FORT_DESTROYED,
    PARTISANS,
    TRENCH,
    WESTERN,
    Nation,
    card,
)
from engine.rulesets.barbarossa_to_berlin.nations import USSR
from engine.rulesets.barbarossa_to_berlin.supply import in_own_fort

ATTACKER, DEFENDER = "attacker", "defender"
DEVILS_GARDENS: Final = card(AXIS, 18)
HEDGEHOGS: Final = "hedgehogs"


@rule("card.axis.18")
def terrain_of(game: Game, battle: Battle) -> str:
    """The terrain fought in: the desert is a mountain behind the Devil's Gardens."""
    terrain = game.board.terrains[battle.target]
    return "mountain" if terrain == "desert" and DEVILS_GARDENS in battle.cards else terrain


@rule("10.3", "card.axis.13")
def has_fort(game: Game, state: State, battle: Battle) -> bool:
    """An intact fort of the defender, unless Krim has silenced the one of Sevastopol for the round."""
    if in_round(state, "krim") and battle.side == AXIS and battle.target == game.materials.place("sevastopol"):
        return False
    return in_own_fort(game, state, battle.defender, battle.target)


@rule("7.6.3")
def is_beachhead(state: State, at: Location) -> bool:
    return any(state.marker(at, marker) for marker in BEACHHEADS)


@rule("10.2", "13.4.2")
def trench_level(game: Game, state: State, battle: Battle) -> int:
    """The level of the defender's trench; it is of no use to Germans and western units that are out of supply."""
    level = max(state.marker(battle.target, trench) for trench in TRENCHES_OF[battle.defender])
    if not level:
        return 0
    for unit in battle.garrison(state):
        nation = game.materials.kind(unit).nation
        if (nation is Nation.GERMAN or nation in WESTERN) and is_unsupplied(game, state, unit, battle.side):
            return 0
    return level


@rule("15.2")
def is_winter_bound(game: Game, state: State, battle: Battle) -> bool:
    """Whether one of the defenders is a German whom the winter of 1942 has caught."""
    return any(is_frozen(game, state, unit, battle.side) for unit in battle.garrison(state))


@rule("16.3")
def is_betrayed(state: State, battle: Battle) -> bool:
    """Partisans in the space take from the Axis all that the ground would give; trenches still serve."""
    return battle.defender == AXIS and bool(state.marker(battle.target, PARTISANS))


@rule("11.2")
def _assets(game: Game, state: State, battle: Battle) -> tuple[str, ...]:
    """What the map gives the defender, by the names of the chart."""
    found = [terrain_of(game, battle)]
    if game.materials.has(battle.target, "urban"):
        found.append("urban")
    if has_fort(game, state, battle):
        found.append("fort")
    if battle.defender == ALLIED and is_beachhead(state, battle.target):
        found.append("beachhead")
    return tuple(found)


@rule("11.2")
def crosses_river(game: Game, state: State, battle: Battle) -> bool:
    """Whether every attacker attacks across a river."""
    materials: Materials = game.materials
    wet = {at for at, river in materials.land_links[battle.target] if river}
    return bool(battle.attackers) and all(unit.at in wet for unit in battle.units(state, battle.side))


@rule("11.2", "15.2", "16.3")
def ground_shifts(game: Game, state: State, battle: Battle, role: str) -> tuple[Term, ...]:
    """The shifts that the space puts on the fire of a side; they add up (ruling 37)."""
    materials: Materials = game.materials
    table = materials.charts.table("shifts")
    if is_winter_bound(game, state, battle):
        return ()
    rows: list[str] = []
    if not is_betrayed(state, battle):
        rows += (row for row in _assets(game, state, battle) if row in table.rows)
        rows += ("river",) if crosses_river(game, state, battle) else ()
    level = trench_level(game, state, battle)
    if level and not (role == DEFENDER and _is_overrun_trench(state, battle)):
        rows.append(f"trench-{min(level, 2)}")
    shifts = ((row, int(table.result(role, row))) for row in rows)
    return tuple(
        Term(message("term.btb.ground", ground=row), shift, "11.2", Op.SHIFT) for row, shift in shifts if shift
    )


@rule("card.axis.1")
def _is_overrun_trench(state: State, battle: Battle) -> bool:
    """In the turn of Barbarossa Soviet trenches do not help the fire of those in them."""
    return bool(in_turn(state, "no-trench-shift")) and bool(state.marker(battle.target, TRENCH))


@rule("11.4.2")
def stand_grounds(game: Game, state: State, battle: Battle) -> tuple[str, ...]:
    """What lets the defenders of a space ignore a retreat, by the names of the chart; none under Bagration."""
    if battle.defender == AXIS and in_round(state, "no-axis-stand"):
        return ()
    listed = game.materials.charts.parameter("no_retreat")
    assert isinstance(listed, tuple)
    found: list[str] = []
    if not is_winter_bound(game, state, battle) and not is_betrayed(state, battle):
        found += (ground for ground in _assets(game, state, battle) if ground in listed)
    if trench_level(game, state, battle) and not _is_lost_trench(state, battle):
        found.append("trench")
    if _has_hedgehogs(game, state, battle):
        found.append(HEDGEHOGS)
    return tuple(found)


@rule("11.4.2", "13.4.2", "15.2", "16.3", "card.allied.35", "card.axis.13")
def stand_case(game: Game, state: State, battle: Battle) -> str:
    """The case by which defenders cannot stand: that which takes the ground or the trench from them that they have."""
    listed = game.materials.charts.parameter("no_retreat")
    assert isinstance(listed, tuple)
    ground = any(each in listed for each in _assets(game, state, battle))
    trench = any(state.marker(battle.target, each) for each in TRENCHES_OF[battle.defender])
    if battle.defender == AXIS and in_round(state, "no-axis-stand"):
        return "card.allied.35" if ground or trench or _has_hedgehogs(game, state, battle) else "11.4.2"
    if ground and is_winter_bound(game, state, battle):
        return "15.2"
    if ground and is_betrayed(state, battle):
        return "16.3"
    if in_own_fort(game, state, battle.defender, battle.target) and not has_fort(game, state, battle):
        return "card.axis.13"
    return "13.4.2" if trench and not trench_level(game, state, battle) else "11.4.2"


@rule("11.4.2", "card.axis.1", "card.axis.2")
def _is_lost_trench(state: State, battle: Battle) -> bool:
    """In the turn of an opening card nobody stands in a Soviet trench."""
    return bool(in_turn(state, "no-soviet-trench-stand")) and bool(state.marker(battle.target, TRENCH))


@rule("card.axis.7", "15.2")
def _has_hedgehogs(game: Game, state: State, battle: Battle) -> bool:
    """In the turn of Hedgehogs Germans stand anywhere in the Soviet Union, even in the winter of 1942."""
    materials: Materials = game.materials
    return (
        bool(in_turn(state, HEDGEHOGS))
        and battle.defender == AXIS
        and materials.countries[battle.target] == USSR
        and any(materials.kind(unit).nation is Nation.GERMAN for unit in battle.garrison(state))
    )


@rule("10.3")
def has_intact_fort(game: Game, state: State, at: Location) -> bool:
    """Whether a fort, of whichever side, has not been destroyed."""
    return game.materials.has(at, "fort") and not state.marker(at, FORT_DESTROYED)


@rule("11.5.2")
def halts(game: Game, state: State, at: Location, *, as_mountain: bool = False) -> bool:
    """Whether mechanised units that advance into a space go no further; a fort halts while it is intact."""
    listed = game.materials.charts.parameter("halting")
    assert isinstance(listed, tuple)
    here = ["mountain" if as_mountain else game.board.terrains[at]]
    if has_intact_fort(game, state, at):
        here.append("fort")
    if is_beachhead(state, at):
        here.append("beachhead")
    return any(each in listed for each in here)
