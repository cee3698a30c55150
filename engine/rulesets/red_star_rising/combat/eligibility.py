"""Chapter 7: which units may attack, which hexes may be attacked, and whether anybody could (7.1.2 h, 7.2, 7.3.1 G)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.muster import attackable, defending, may_cross, muster
from engine.rulesets.red_star_rising.combat.odds import odds_refusal
from engine.rulesets.red_star_rising.combat.retreat_paths import MAJOR_RIVERS
from engine.rulesets.red_star_rising.factors import attack_of, is_unknown
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import ATTACKED, FOUGHT, GERMAN, Role, enemy_of


@rule("7.2.1", "7.2.4", "7.2.6")
def attacker_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """A unit attacks in its own side's phase, once, and not with an attack factor of 0.

    What an army without a marker is worth is not known yet, so it may try.
    """
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or record.side != state.side or not materials.is_on_map(record):
        return Refusal("7.2.1", message("refusal.rsr.not-your-attacker", unit=unit))
    if FOUGHT in record.marks:
        return Refusal("7.2.4", message("refusal.rsr.has-attacked", unit=unit))
    if attack_of(game, record) == 0 and not is_unknown(materials, record):
        return Refusal("7.2.6", message("refusal.rsr.no-attack-factor", unit=unit))
    return None


@rule("7.2.2", "7.4.5")
def reach_refusal(game: Game, state: State, unit: Unit, target: Location) -> Refusal | None:
    """A unit attacks what is next to it, and not across water; a red arrow is for Soviet units on foot in snow."""
    materials: Materials = game.materials
    edge = game.board.edge_between(unit.at, target)
    if edge is None or not materials.on_map[target]:
        return Refusal("7.2.2", message("refusal.rsr.attack-not-adjacent", unit=unit.id, hex=game.board.label(target)))
    if not may_cross(materials, unit, edge, snow=materials.is_snow(state.turn)):
        case = "7.4.5" if materials.sides[edge] is Hexside.ICE_ROAD else "7.2.2"
        return Refusal(case, message("refusal.rsr.attack-across-water", unit=unit.id, hex=game.board.label(target)))
    return None


@rule("7.2.2", "7.2.5")
def hex_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """Whether there is somebody in a hex to be attacked, and none who has been already.

    Units that retreated there since they were attacked do not protect the others (7.14.3).
    """
    label = game.board.label(target)
    there = attackable(game, state, target, state.side)
    if not there or not game.materials.on_map[target]:
        partisans = any(unit.side == enemy_of(state.side) and _is_partisan(game, unit) for unit in state.at(target))
        if partisans:
            return Refusal("11.1.6", message("refusal.rsr.partisans-only", hex=label))
        return Refusal("7.2.2", message("refusal.rsr.attack-nobody-there", hex=label))
    fresh, _ = defending(game, state, target, state.side)
    if not fresh or any(ATTACKED in unit.marks for unit in fresh):
        return Refusal("7.2.5", message("refusal.rsr.attacked-before", hex=label))
    return None


def _is_partisan(game: Game, unit: Unit) -> bool:
    materials: Materials = game.materials
    return materials.kind(unit).role is Role.PARTISAN


def possible_attackers(game: Game, state: State, targets: Sequence[Location]) -> tuple[UnitId, ...]:
    """The units that could attack all of some hexes at once, by their hexes around the first."""
    around = (Location(at) for at, _ in game.board.links[targets[0]])
    return tuple(
        unit.id
        for at in around
        for unit in state.at(at)
        if unit.side == state.side
        and attacker_refusal(game, state, unit.id) is None
        and all(reach_refusal(game, state, unit, target) is None for target in targets)
    )


@derived("units", "stacks")
def contacts(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes with enemies of a side and, next to them, units of its own, in the order of the board."""
    on_map, links = game.materials.on_map, game.board.links
    holders = {at: {state.units[unit].side for unit in stack} for at, stack in state.stacks.items() if on_map[at]}
    enemy, nobody = enemy_of(side), frozenset[Side]()
    return tuple(
        at
        for at in sorted(holders)
        if enemy in holders[at] and any(side in holders.get(Location(to), nobody) for to, _ in links[at])
    )


def target_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """What forbids an attack on a hex by anyone."""
    refusal = hex_refusal(game, state, target)
    if refusal is not None:
        return refusal
    units = possible_attackers(game, state, (target,))
    if not units:
        return _nobody_refusal(game, state, target)
    return _best_odds_refusal(game, state, units, target)


@rule("7.2.2", "7.2.4", "7.2.6")
def _nobody_refusal(game: Game, state: State, target: Location) -> Refusal:
    """Why nobody can attack a hex: what keeps the first of those beside it, if there is one."""
    for at, _ in game.board.links[target]:
        for unit in state.at(Location(at)):
            if unit.side == state.side and game.materials.is_on_map(unit):
                refusal = attacker_refusal(game, state, unit.id) or reach_refusal(game, state, unit, target)
                if refusal is not None:
                    return refusal
    return Refusal("7.2.2", message("refusal.rsr.no-attacker", hex=game.board.label(target)))


@rule("7.1.2", "7.3.1")
def _best_odds_refusal(game: Game, state: State, units: tuple[UnitId, ...], target: Location) -> Refusal | None:
    """Whether whoever may attack is too weak, however they do; nobody then declares what he could not throw for."""
    materials: Materials = game.materials
    nation = {unit: materials.kind(state.unit(unit)).nation for unit in units}
    refusal: Refusal | None = None
    for ally in sorted(set(nation.values()) - {GERMAN}) or [GERMAN]:
        together = tuple(unit for unit in units if nation[unit] in (GERMAN, ally))
        refusal = odds_refusal(game, state, muster(game, state, together, (target,)))
        if refusal is None or _do_better_apart(game, state, together, target):
            return None
    return None if _do_better_on_two(game, state, units, target) else refusal


@rule("7.1.2", "7.4.2")
def _do_better_apart(game: Game, state: State, units: tuple[UnitId, ...], target: Location) -> bool:
    """Whether some do without those who come across a major river: with them the whole defence would be doubled."""
    lighter = tuple(unit for unit in units if _crossed(game, state.unit(unit), target) not in MAJOR_RIVERS)
    if not lighter or lighter == units:
        return False
    return odds_refusal(game, state, muster(game, state, lighter, (target,))) is None


@rule("7.1.2", "7.3.1", "7.4.2")
def _do_better_on_two(game: Game, state: State, units: tuple[UnitId, ...], target: Location) -> bool:
    """Whether one unit may attack a hex together with another: with one on its own bank, or one not known yet."""
    for record in map(state.unit, units):
        behind_river = _crossed(game, record, target) is not Hexside.OPEN
        for at, _ in game.board.links[record.at]:
            other = Location(at)
            unknown = any(is_unknown(game.materials, unit) for unit in attackable(game, state, other, state.side))
            dry = behind_river and _crossed(game, record, other) is Hexside.OPEN
            if other == target or not (unknown or dry):
                continue
            if (hex_refusal(game, state, other) or reach_refusal(game, state, record, other)) is not None:
                continue
            if odds_refusal(game, state, muster(game, state, (record.id,), (target, other))) is None:
                return True
    return False


def _crossed(game: Game, unit: Unit, target: Location) -> Hexside:
    """What lies between a unit and a hex beside it."""
    edge = game.board.edge_between(unit.at, target)
    assert edge is not None
    materials: Materials = game.materials
    return materials.sides[edge]


@rule("7.3.1")
def nations_refusal(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """Allies of the Germans attack with them, but not with one another."""
    materials: Materials = game.materials
    nations = {materials.kind(unit).nation for unit in units} - {GERMAN}
    return Refusal("7.3.1", message("refusal.rsr.allies-apart")) if len(nations) > 1 else None
