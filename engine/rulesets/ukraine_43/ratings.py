"""4.1, 4.7 to 4.10, 11.3, 14.5 and 25.2: how many movement points a unit has, and when it goes one hex at the most."""

from __future__ import annotations

from enum import StrEnum

from engine.core.game import Game
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import HALVES
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    CAUGHT,
    DISRUPTED,
    EXTENDED,
    PACES,
    UNSUPPLIED,
    Weather,
    enemy_of,
    weather_of,
)
from engine.rulesets.ukraine_43.standing import zone_hexes


class Mode(StrEnum):
    """The phase in which a unit moves."""

    MOVEMENT = "movement"
    EXPLOITATION = "exploitation"
    REACTION = "reaction"


def paces(unit: Unit) -> int:
    """The hexes a unit has entered in this phase."""
    return int(unit.values.get(PACES, 0))


@rule("4.1", "4.7", "14.5", "25.2")
def movement_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """The movement points of a unit: what is printed, less without supply or in rain, more in an extended move.

    Without supply the rain changes nothing more.
    """
    printed, (case, most), extension = _points(game.materials, state, unit)
    terms = [Term(message("term.u43.movement"), printed, "4.1")]
    if printed > most:
        said = message("term.u43.unsupplied") if case == "14.5" else message("term.u43.rain")
        terms.append(Term(said, most, case, Op.BECOMES))
    if extension:
        terms.append(Term(message("term.u43.extended"), extension, "4.7"))
    return tuple(terms)


@rule("4.1", "4.7", "14.5", "25.2")
def _points(materials: Materials, state: State, unit: Unit) -> tuple[int, tuple[str, int], int]:
    """What is printed on a unit, the case that allows it no more than so much, and what an extended move adds."""
    printed = materials.face(unit).movement
    hungry = UNSUPPLIED in unit.marks
    limit = ("4.1", printed)
    if hungry:
        limit = ("14.5", materials.number("unsupplied_points"))
    elif weather_of(state) is Weather.RAIN:
        limit = ("25.2", materials.number("rain_points"))
    if EXTENDED not in unit.marks:
        return printed, limit, 0
    return printed, limit, limit[1] if hungry else materials.number("extended_points")


def allowance(game: Game, state: State, unit: Unit) -> int:
    """The movement points of a unit, in halves."""
    printed, (_, most), extension = _points(game.materials, state, unit)
    return HALVES * (min(printed, most) + extension)


@rule("4.9", "4.10", "11.3")
def goes_one_hex(game: Game, state: State, unit: Unit, mode: Mode) -> bool:
    """Whether a unit goes one hex at the most, whatever that costs.

    Disrupted units do in the movement phase, units on foot in exploitation and in reaction, and in reaction whoever
    begins in an enemy zone (ruling 13). Artillery that this very move disrupts goes on.
    """
    kind = game.materials.kind(unit)
    if mode is Mode.MOVEMENT:
        return DISRUPTED in unit.marks and not (kind.is_artillery and paces(unit) > 1)
    if not kind.is_mech:
        return True
    if mode is Mode.EXPLOITATION:
        return False
    caught = not paces(unit) and unit.at in zone_hexes(game, state, enemy_of(unit.side))
    return caught or CAUGHT in unit.marks
