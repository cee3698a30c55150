"""What helps in combat beside strength: air fleets (7.5), siege artillery (7.6), leaders (7.7), snow, an overrun."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.muster import Encounter, are_near, on_map
from engine.rulesets.red_star_rising.control import is_major_city
from engine.rulesets.red_star_rising.distances import is_adjacent_to
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, EXPOSED, FOUGHT, GERMAN, RATING, SOVIET, Role, enemy_of


@rule("7.5.1", "7.5.2", "7.5.3", "7.5.4", "12.2.1", "12.2.2", "12.2.3", "12.2.7", "13.0.3")
def shift_terms(game: Game, state: State, encounter: Encounter) -> tuple[Term, ...]:
    """One column for the Axis where every defender is in reach of some air fleet; never in snow."""
    materials: Materials = game.materials
    if materials.is_snow(state.turn) or not encounter.targets:
        return ()
    fleets, reach = on_map(game, state, Role.AIR_FLEET), materials.number("fleet_range")
    if not all(any(are_near(game, fleet.at, at, reach) for fleet in fleets) for at in encounter.targets):
        return ()
    if encounter.side == AXIS:
        return (Term(message("term.rsr.air-attack"), 1, "7.5.2", Op.SHIFT),)
    return (Term(message("term.rsr.air-defence"), -1, "7.5.3", Op.SHIFT),)


def die_terms(game: Game, state: State, encounter: Encounter, *, siege: bool = False) -> tuple[Term, ...]:
    """Everything that is added to the die; all of it counts together."""
    materials: Materials = game.materials
    terms = [
        *_overrun_terms(materials, encounter),
        *_winter_terms(materials, state),
        *_leader_terms(game, state, encounter),
    ]
    if siege:
        terms.append(Term(message("term.rsr.siege-die"), materials.number("siege_die"), "7.6.2", Op.DIE))
    return tuple(terms)


@rule("8.0.3")
def _overrun_terms(materials: Materials, encounter: Encounter) -> tuple[Term, ...]:
    if not encounter.overrun:
        return ()
    return (Term(message("term.rsr.overrun-die"), materials.number("overrun_die"), "8.0.3", Op.DIE),)


@rule("7.4.5", "8.0.9", "13.0.4", "13.0.5")
def _winter_terms(materials: Materials, state: State) -> tuple[Term, ...]:
    """Combat in snow is bloodier for the defender, in the first winter most of all."""
    winter = materials.winter(state.turn)
    if not winter:
        return ()
    value = materials.numbers("winter_die")[winter - 1]
    label = message("term.rsr.winter-die", winter=winter)
    return (Term(label, value, "13.0.4" if winter == 1 else "13.0.5", Op.DIE),)


@rule("7.7.1", "7.7.2", "14.4.1", "14.4.6")
def _leader_terms(game: Game, state: State, encounter: Encounter) -> tuple[Term, ...]:
    """Soviet attackers add their best leader, if every defender is in reach of one leader or another."""
    materials: Materials = game.materials
    if encounter.side != SOVIET or not encounter.targets:
        return ()
    reach = materials.number("leader_range")
    near: dict[str, Unit] = {}
    for at in encounter.targets:
        here = [unit for unit in on_map(game, state, Role.LEADER) if are_near(game, unit.at, at, reach)]
        if not here:
            return ()
        near |= {unit.id: unit for unit in here}
    best = max(near.values(), key=lambda unit: (rating_of(unit), unit.id))
    return (Term(message("term.rsr.leader-die", unit=best.id), rating_of(best), "7.7.2", Op.DIE),)


def rating_of(leader: Unit) -> int:
    """What a leader adds to the die."""
    return int(leader.values.get(RATING, 0))


@rule("7.6.1", "7.6.2", "7.6.3")
def siege_piece(game: Game, state: State, encounter: Encounter) -> Unit | Refusal:
    """The siege artillery that can support an attack, or what forbids it.

    It helps at least one German unit in a regular attack on major cities or the fortress, once a phase.
    """
    materials: Materials = game.materials
    if encounter.side != AXIS or encounter.overrun:
        return Refusal("7.6.2", message("refusal.rsr.siege-attack-only"))
    if not any(materials.kind(unit).nation == GERMAN for unit in encounter.attackers):
        return Refusal("7.6.2", message("refusal.rsr.siege-no-germans"))
    if not all(is_major_city(game, state, at, enemy_of(encounter.side)) for at in encounter.targets):
        return Refusal("7.6.2", message("refusal.rsr.siege-no-city"))
    reach = materials.number("siege_range")
    near = [
        piece
        for piece in on_map(game, state, Role.SIEGE_ARTILLERY)
        if all(are_near(game, piece.at, at, reach) for at in encounter.targets)
    ]
    if not near:
        return Refusal("7.6.2", message("refusal.rsr.siege-too-far", most=reach))
    unused = [piece for piece in near if FOUGHT not in piece.marks]
    if not unused:
        return Refusal("7.6.2", message("refusal.rsr.siege-used"))
    hexes = {unit.at for unit in encounter.attackers}
    free = [piece for piece in unused if EXPOSED not in piece.marks or piece.at in hexes]
    return free[0] if free else Refusal("7.6.3", message("refusal.rsr.siege-exposed"))


@rule("7.6.3")
def note_exposed_siege(game: Game, draft: Draft) -> None:
    """Mark the siege artillery that begins the Axis combat phase beside a Soviet unit; partisans are none to it."""
    if draft.state.side != AXIS:
        return
    for piece in on_map(game, draft.state, Role.SIEGE_ARTILLERY):
        if is_adjacent_to(game, draft.state, piece.at, SOVIET):
            draft.mark(piece.id, EXPOSED)
