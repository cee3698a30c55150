"""What computer players ask of Red Star Rising: how strong a unit is, what a place pays, what a position holds."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from engine.core.appraisal import (
    NO_MIGHT,
    SCORE,
    Might,
    cut_off_terms,
    of_the_record,
    step_terms,
)
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.state import State, Unit, derived
from engine.core.terms import Number, Term, total
from engine.mechanics.supply_lines import relay_chain
from engine.rulesets.red_star_rising.combat.unknowns import in_the_cup
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.factors import (
    attack_of,
    defence_of,
    is_unknown,
    printed_movement,
    status_of,
    steps_left,
)
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.movement import ALL, MovementFrame
from engine.rulesets.red_star_rising.names import AXIS, SOVIET, Role, Status
from engine.rulesets.red_star_rising.standing import NOT_UNITS
from engine.rulesets.red_star_rising.supply.axis import axis_sources, depots
from engine.rulesets.red_star_rising.supply.lines import Group, group_of, needs_no_line, would_be_supplied
from engine.rulesets.red_star_rising.supply.tracing import HALVES, length_limit, net
from engine.rulesets.red_star_rising.victory import score_terms, unit_points
from engine.rulesets.red_star_rising.zones import in_zone

NO_MARKER = (0.0, 0.0, 1)
"""What an army counts that would find its cup empty (6.2.2)."""
PARTISANS = Might(defence=0.1, steps=0, worth=0.0, reach=0)
"""Nobody fights them and nobody can hunt them down (11.1.8): they only lie across lines."""
SUPPLY_STAKE = 3
"""What a depot, a headquarters or an air base is worth to whoever keeps it, or takes it."""


def might_of(game: Game, state: State, unit: Unit) -> Might:
    """Factors as supply leaves them; an army that nobody has tried is taken for what its cup holds on average."""
    materials: Materials = game.materials
    if is_unknown(materials, unit) and materials.on_map[unit.at]:
        return _might_of_untried(game, state, unit)
    return _might_of_known(game, state, unit)


@of_the_record
def _might_of_known(game: Game, state: State, unit: Unit) -> Might:
    materials: Materials = game.materials
    if not materials.on_map[unit.at]:
        return NO_MIGHT
    kind = materials.kind(unit)
    if kind.role in NOT_UNITS:
        return PARTISANS if kind.role is Role.PARTISAN else NO_MIGHT
    steps = steps_left(materials, unit)
    worth = unit_points(materials, unit) / steps if kind.side == AXIS and steps else 1.0
    return Might(float(attack_of(game, unit)), float(defence_of(game, unit)), steps, worth, _reach(materials, unit))


def _might_of_untried(game: Game, state: State, unit: Unit) -> Might:
    materials: Materials = game.materials
    attack, defence, steps = usual_marker(game, state, materials.kind(unit).strength_class)
    status = status_of(unit)
    return Might(
        attack / 2 if status in (Status.UNSUPPLIED, Status.LACKING) else attack,
        defence / 2 if status is Status.UNSUPPLIED else defence,
        steps,
        1.0,
        _reach(materials, unit),
    )


@derived("pools")
def usual_marker(game: Game, state: State, strength_class: str) -> tuple[float, float, int]:
    """Attack and defence of the markers of a class that may still be drawn, on average, and their steps."""
    markers = [game.materials.markers[card] for card in in_the_cup(game, state, strength_class)]
    if not markers:
        return NO_MARKER
    attack = fmean(marker.faces[0][0] for marker in markers)
    defence = fmean(marker.faces[0][1] for marker in markers)
    return attack, defence, round(fmean(len(marker.faces) for marker in markers))


def _reach(materials: Materials, unit: Unit) -> int:
    """About how many hexes a unit goes in a turn."""
    return max(1, printed_movement(materials, unit) // 2)


def can_strike(state: State) -> bool:
    """Only the ordinary movement of the Axis leads to a combat phase of its side; the Soviet one comes before (2.0)."""
    ordinary = (frame for frame in state.frames if isinstance(frame, MovementFrame) and frame.what == ALL)
    return state.side == AXIS and any(ordinary)


def feeds_surely(game: Game, state: State, unit: Unit, at: Location) -> bool | None:
    """Whether those who live on depots would be supplied whatever hex of a line partisans slip into (11.1.8)."""
    kind = game.materials.kind(unit)
    if needs_no_line(kind) or group_of(kind) is not Group.DEPOTS:
        return None
    return at in _sure_hexes(game, state)


@derived("bodies", "stacks", "turn")
def _sure_hexes(game: Game, state: State) -> frozenset[Location]:
    """Where the line of each link of a chain of depots is so short that partisans on it do not make it too long."""
    limit = length_limit(game, AXIS) - HALVES
    lines, sources = net(game, state, AXIS, rails_only=False), axis_sources(game)
    chain = relay_chain(lines, sources, frozenset(unit.at for unit in depots(game, state)), limit)
    return lines.reached(tuple(dict.fromkeys((*sources, *chain))), limit)


def stays_with(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a hex counts for a side that has left it: a city for its controller, if zones allow (18.0.4)."""
    materials: Materials = game.materials
    if at not in materials.controlled:
        return state.control.get(at) == side
    is_clear = side == SOVIET or at not in materials.objectives or not in_zone(game, state, at, SOVIET)
    return is_clear and controller(game, state, at) == side


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The cities that pay, the assets that the Axis may destroy, and what the supply of a side hangs on."""
    materials: Materials = game.materials
    found: dict[Location, Number] = dict(materials.objectives)
    points = materials.number("asset_points")
    for unit in state.every_unit():
        role = materials.kind(unit).role
        if not materials.on_map[unit.at]:
            continue
        if role is Role.ASSET:
            found[unit.at] = found.get(unit.at, 0) + points
        elif role in (Role.DEPOT, Role.HEADQUARTERS, Role.AIR_BASE):
            found[unit.at] = found.get(unit.at, 0) + SUPPLY_STAKE
    return found


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, steps, and the steps that no line reaches now, whatever was found in the last supply phase."""
    materials: Materials = game.materials
    points = total(score_terms(game, state)) * (1 if side == AXIS else -1)
    steps = {True: 0.0, False: 0.0}
    cut_off = {True: 0.0, False: 0.0}
    for unit in state.every_unit():
        if not materials.on_map[unit.at]:
            continue
        might = might_of(game, state, unit)
        own = unit.side == side
        steps[own] += might.steps * might.worth
        if might.steps and not would_be_supplied(game, state, unit, unit.at):
            cut_off[own] += might.steps * might.worth
    return (
        Term(message(SCORE), points, "18.0.3"),
        *step_terms(steps[True], steps[False], "7.9.1"),
        *cut_off_terms(cut_off[True], cut_off[False], "10.6.1"),
    )
