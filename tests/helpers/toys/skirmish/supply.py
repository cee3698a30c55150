"""Chapter 5: supply, and what its lack does."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.paths import Passable, Trace, trace
from engine.core.phases import Phase
from engine.core.state import State, derived
from engine.mechanics.ground import marked_with
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.ground import blocked, enemy_of, on_map, zones
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.records import SupplyChecked, SupplyFrame

UNSUPPLIED = "unsupplied"


@rule("5.1")
@derived("units", "stacks", "control")
def supply_lines(game: Game, state: State, side: Side) -> Trace:
    """Lines run from the side's sources, at most so many hexes, through no lake, enemy or enemy zone.

    A friendly unit in the hex cancels the zone there.
    """
    materials: Materials = game.materials
    board = game.board
    printed = marked_with(board, "supply", "side", side)
    sources = [at for at in printed if state.control.get(at, side) == side]
    return trace(board, sources, line_step(game, state, side), limit=materials.number("supply_length"))


def line_step(game: Game, state: State, side: Side) -> Passable:
    """Which steps a line of a side may take."""
    enemy = enemy_of(side)
    hostile = zones(game, state, enemy)

    def passable(origin: int, target: int, edge: int) -> bool:
        units = state.at(Location(target))
        if blocked(game, edge) or any(unit.side == enemy for unit in units) or game.board.kinds[target] != "hex":
            return False
        return bool(units) or Location(target) not in hostile

    return passable


@rule("5.1")
def is_supplied(game: Game, state: State, unit: UnitId) -> bool:
    """Whether a line reaches the unit now."""
    record = state.unit(unit)
    return supply_lines(game, state, record.side).length(record.at) is not None


class SupplyPhase(Phase[SupplyFrame]):
    """The side whose phase it is looks at its lines and marks the units without one."""

    @rule("5.2")
    def start(self, game: Game, draft: Draft, frame: SupplyFrame) -> None:
        """Marks stay until the side's next supply phase."""
        side = draft.state.side
        mine = [unit for unit in draft.state.every_unit() if unit.side == side and on_map(game, unit)]
        without = tuple(unit.id for unit in mine if not is_supplied(game, draft.state, unit.id))
        for unit in mine:
            if (unit.id in without) != (UNSUPPLIED in unit.marks):
                (draft.mark if unit.id in without else draft.unmark)(unit.id, UNSUPPLIED)
        draft.emit(SupplyChecked(side, without))
