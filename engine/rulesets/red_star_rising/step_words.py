"""A step in words: what it costs as terms with their cases, and why it cannot be taken."""

from __future__ import annotations

from typing import Final

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Term, total
from engine.mechanics.marching import Ban
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Hexside, Kind, Materials
from engine.rulesets.red_star_rising.names import BEHIND_THE_FRONT, BY_SEA, LEFT_BEHIND, REPULSED, SOVIET, TRAVEL, Role
from engine.rulesets.red_star_rising.steps import Mover, crosses_ice, exit_cost, ground_of

ENDED_BY: Final = {BY_SEA: "3.6.1", BEHIND_THE_FRONT: "3.5.2", LEFT_BEHIND: "3.3.1", REPULSED: "8.0.4"}
"""The case that ends the movement of a unit, by what became of it."""


@rule("3.2", "3.3.1", "3.5.2", "3.6.1", "8.0.4")
def has_moved(unit: Unit) -> Refusal:
    """What keeps a unit that has moved from going on: how it went, or simply that another has moved since (3.2 g)."""
    case = ENDED_BY.get(str(unit.values.get(TRAVEL)), "3.2")
    return Refusal(case, message("refusal.rsr.has-moved", unit=unit.id))


@rule("3.1.4", "3.3.2", "3.3.5", "3.3.6", "3.4.1")
def step_terms(game: Game, state: State, unit: Unit, to: Location) -> tuple[Term, ...]:
    """What makes up the cost of a step to a neighbouring hex that the unit could enter: side, ground, zone."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    snow = materials.is_snow(state.turn)
    if kind.role is Role.SIEGE_ARTILLERY:
        return (Term(message("term.rsr.rail-hex"), 1, "3.3.6"),)
    terms = [*_side_terms(game, kind, unit.at, to, snow=snow), *_ground_terms(game, kind, to, snow=snow)]
    if unit.at in ground_of(game, state, unit.side).zones:
        case = "5.0.8" if snow and kind.side == SOVIET else "3.4.1"
        terms.append(Term(message("term.rsr.zone-exit"), exit_cost(materials, kind, snow=snow), case))
    return tuple(terms)


def _side_terms(game: Game, kind: Kind, origin: Location, to: Location, *, snow: bool) -> list[Term]:
    """What lies along the hexside is paid for first (3.3.2)."""
    materials: Materials = game.materials
    edge = game.board.edge_between(origin, to)
    terms = []
    for side in game.board.side_features(edge) if edge is not None else ():
        over_ice = side.kind == "ice-road" and crosses_ice(kind, snow=snow)
        cost = materials.charts.terrain.side_cost("river" if over_ice else side.kind, kind.movement_class)
        if cost is not None:
            terms.append(Term(message("term.rsr.across", side=side.kind), int(cost), "3.3.5" if over_ice else "3.3.2"))
    return terms


def _ground_terms(game: Game, kind: Kind, to: Location, *, snow: bool) -> list[Term]:
    materials: Materials = game.materials
    ground = "major-city" if game.board.feature(to, "major-city") else materials.terrain(to, snow=snow)
    cost = int(materials.charts.terrain.cost(ground, kind.movement_class) or 0)
    terms = [Term(message("term.rsr.ground", terrain=ground), cost, "3.1.4")]
    if snow and to in materials.arctic:
        more = cost * (materials.number("arctic_snow_cost") - 1)
        terms.append(Term(message("term.rsr.arctic"), more, "3.3.5"))
    return terms


def ban_refusal(game: Game, state: State, mover: Mover, to: Location, ban: Ban) -> Refusal:
    """What forbids a step, to the side that wanted to take it."""
    unit, label = mover.unit.id, game.board.label(to)
    if ban is Ban.OCCUPIED:
        return Refusal("3.2", message("refusal.rsr.enemy-in-hex", hex=label))
    if ban is Ban.ZONE_TO_ZONE:
        return Refusal("5.0.7", message("refusal.rsr.zone-to-zone", unit=unit, hex=label))
    siege = game.materials.kind(mover.unit).role is Role.SIEGE_ARTILLERY
    if ban is Ban.UNESCORTED:
        return Refusal("3.3.6" if siege else "3.4.3", message("refusal.rsr.needs-a-friend", unit=unit, hex=label))
    if ban is Ban.KEPT_OUT:
        return Refusal("11.2.3", message("refusal.rsr.near-soviets", unit=unit, hex=label))
    if ban is Ban.NO_WAY_OUT:
        return Refusal("11.2.3", message("refusal.rsr.no-way-clear", unit=unit, hex=label))
    cost = int(total(step_terms(game, state, mover.unit, to)))
    return Refusal(
        "3.3.6" if siege else "3.3.2",
        message("refusal.rsr.step-too-far", unit=unit, hex=label, cost=cost, left=mover.left),
    )


@rule("3.2", "3.3.4", "3.3.5", "3.3.6")
def no_way(game: Game, state: State, unit: Unit, to: Location) -> Refusal:
    """Steps go to the next hex, not across lakes and seas, and for siege artillery along a railway (3.2 c).

    A red arrow is a lake like others but in snow, when it is the unit that may not use it.
    """
    board = game.board
    materials: Materials = game.materials
    edge = board.edge_between(unit.at, to)
    if edge is None:
        return Refusal("3.2", message("refusal.rsr.step-not-adjacent", unit=unit.id, hex=board.label(to)))
    if materials.kind(unit).role is Role.SIEGE_ARTILLERY and edge not in materials.rails:
        return Refusal("3.3.6", message("refusal.rsr.off-the-rails", unit=unit.id))
    if materials.sides[edge] is Hexside.ICE_ROAD and materials.is_snow(state.turn):
        return Refusal("3.3.5", message("refusal.rsr.arrow-closed", unit=unit.id, hex=board.label(to)))
    return Refusal("3.3.4", message("refusal.rsr.impassable", hex=board.label(to)))
