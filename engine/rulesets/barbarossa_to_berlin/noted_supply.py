"""13.1: what supply counts in an operation: that of the activation, which is noted on the units until all is over."""

from __future__ import annotations

from dataclasses import replace

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.names import COMBAT, FULLY, MOVE, MOVED, OUT, Supply
from engine.rulesets.barbarossa_to_berlin.supply import supply_of

_NOTES = {Supply.FULL: FULLY, Supply.NONE: OUT}
"""The mark of each sort of supply; the limited one bears none."""


@rule("13.1")
def note_supply(game: Game, draft: Draft, at: Location) -> None:
    """Mark the units of a space that is activated as being in full supply or in none, for as long as it lasts.

    What has been noted on a unit before stays.
    """
    state = draft.state
    for unit in state.at(at):
        if unit.side != state.side or game.materials.kind(unit).is_marker or unit.marks & {FULLY, OUT}:
            continue
        mark = _NOTES.get(supply_of(game, state, unit))
        if mark is not None:
            draft.mark(unit.id, mark)


@rule("13.1")
def as_activated(game: Game, state: State, unit: Unit) -> Unit:
    """A unit as it would be marked if its space were activated now; one that is active goes by what was noted."""
    active = state.marker(unit.at, MOVE) or state.marker(unit.at, COMBAT) or MOVED in unit.marks
    if active or not game.materials.is_on_map(unit) or game.materials.kind(unit).is_marker:
        return unit
    mark = _NOTES.get(supply_of(game, state, unit))
    rest = unit.marks - {FULLY, OUT}
    return replace(unit, marks=rest | {mark} if mark is not None else rest)
