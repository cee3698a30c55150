"""10.9: what isolation costs, read from the attrition table."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.state import State
from engine.core.terms import Op, Term, sum_of
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import lose_step
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import ISOLATED, Status
from engine.rulesets.red_star_rising.supply.records import AttritionFrame, AttritionRolled


@rule("2.0.A", "10.9.2")
def is_attrition_skipped(game: Game, state: State) -> bool:
    """There is none in the first turn of the game, nor in that of the scenarios that say so."""
    materials: Materials = game.materials
    opening = state.turn == materials.brief.scenario.first_turn
    return state.turn == 1 or (opening and materials.flag("no_attrition_on_first_turn"))


def attrition_terms(game: Game, state: State) -> tuple[Term, ...]:
    """What changes the die of attrition: in snow it is worse."""
    materials: Materials = game.materials
    if not materials.is_snow(state.turn):
        return ()
    return (Term(message("term.rsr.attrition-snow"), materials.number("attrition_winter"), "10.9.1", Op.DIE),)


class AttritionPhase(Phase[AttritionFrame]):
    """Nothing is decided."""

    @rule("2.0.A", "10.9", "10.9.1")
    def start(self, game: Game, draft: Draft, frame: AttritionFrame) -> None:
        """Each unit found isolated is tested, in the order of their names."""
        isolated = [unit.id for unit in draft.state.every_unit() if ISOLATED in unit.marks]
        skipped = is_attrition_skipped(game, draft.state)
        for unit in isolated:
            draft.unmark(unit, ISOLATED)
        for unit in () if skipped else isolated:
            suffer(game, draft, unit)


@rule("10.9.1", "10.5")
def suffer(game: Game, draft: Draft, unit: UnitId) -> None:
    """One die on the attrition table, in the column of the unit's state of supply; its result is lost in steps.

    Who is isolated is out of supply, unless it is known to lack supply only.
    """
    materials: Materials = game.materials
    table = materials.charts.table("attrition")
    die = draft.roll()
    modified = die + int(sum_of(attrition_terms(game, draft.state), Op.DIE))
    column = Status.LACKING if status_of(draft.state.unit(unit)) is Status.LACKING else Status.UNSUPPLIED
    steps = int(table.result(column, table.row_for(modified)))
    draft.emit(AttritionRolled(unit, die, modified, steps))
    standing: UnitId | None = unit
    for _ in range(steps):
        if standing is not None:
            standing = lose_step(game, draft, standing)
