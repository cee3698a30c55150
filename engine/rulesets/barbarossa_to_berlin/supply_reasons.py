"""Chapter 13 and its exceptions: what else than its line makes the supply of a unit what it is, and by which case."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.names import LUFTWAFFE_SUPPLY, Nation, Supply
from engine.rulesets.barbarossa_to_berlin.nations import USSR
from engine.rulesets.barbarossa_to_berlin.supply import (
    AT_HOME,
    group_of,
    in_own_fort,
    is_full_but_for_partisans,
    is_winter_42,
    lines,
)

GENERAL = "13.1"


@rule("13.1", "15.2", "16.3", "17.4", "19.6", "card.allied.43", "card.axis.19")
def reasons(game: Game, state: State, unit: Unit, supply: Supply) -> tuple[Term, ...]:
    """Notes of what keeps a line from being full, or stands in the place of one."""
    return tuple(
        Term(message(f"term.btb.{name}"), 0, case, Op.NOTE) for name, case in _found(game, state, unit, supply)
    )


def case_of(terms: tuple[Term, ...]) -> str:
    """The case by which the supply of a unit is what it is: an exception before the general one."""
    return next((term.rule for term in terms if term.rule not in (GENERAL, "16.3")), GENERAL)


def _found(game: Game, state: State, unit: Unit, supply: Supply) -> Iterator[tuple[str, str]]:
    nation = game.materials.kind(unit).nation
    if nation in AT_HOME.values():
        if supply is Supply.FULL:
            yield "supplied-at-home", "19.6" if nation is Nation.YUGOSLAV else "17.4"
        return
    line = lines(game, state, group_of(nation)).at(unit.at)
    if supply is not Supply.LIMITED:
        return
    if line is Supply.FULL:
        frozen = nation is Nation.GERMAN and is_winter_42(state) and game.materials.countries[unit.at] == USSR
        yield ("supply-in-winter", "15.2") if frozen else ("supply-under-strangle", "card.allied.43")
    elif line is Supply.LIMITED and is_full_but_for_partisans(game, state, nation, unit.at):
        yield "supply-past-partisans", "16.3"
    elif line is Supply.NONE and in_own_fort(game, state, unit.side, unit.at):
        yield "supply-in-fort", GENERAL
    elif line is Supply.NONE and state.marker(unit.at, LUFTWAFFE_SUPPLY):
        yield "supply-by-air", "card.axis.19"
