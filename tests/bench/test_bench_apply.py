"""What a step of a game costs with 2,000 units, and that it does not grow with their number."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
import pytest

from engine.core.actions import StepTo
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelScheme
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.plan import MapPlan, SheetPlan
from engine.rulesets.assembly import brief_for, pick_scenario
from engine.rulesets.brief import Brief
from engine.rulesets.library import find_bundled
from tests.helpers.toys.skirmish import RULESET
from tests.helpers.toys.skirmish.records import MovementFrame

pytestmark = pytest.mark.bench

COLUMNS, ROWS = 200, 100


def large_game() -> Game:
    """Skirmish on 20,000 hexes of clear ground."""
    borrowed = brief_for(project := find_bundled("ford").load(), pick_scenario(project))
    plan = MapPlan("large", "Large", "toy-skirmish", ["clear"])
    scheme = LabelScheme(column=Axis(digits=3), row=Axis(digits=3))
    plan.sheets["main"] = SheetPlan(
        "main", HexGrid(Orientation.FLAT, Parity.ODD), (1, 1), (COLUMNS, ROWS), scheme, "clear",
        np.ones((ROWS, COLUMNS), dtype=np.uint16),
    )  # fmt: skip
    scenario = borrowed.scenario.replace(setup=(), control=(), schedule=(), objectives=())
    brief = Brief(scenario, compile_map(plan), borrowed.charts, borrowed.types, {}, {})
    return Game(RULESET, brief.board, RULESET.materials(brief))


def with_units(number: int) -> State:
    """So many units, two to a hex, Red in the west and Blue in the east, Red about to move."""
    draft = Draft(State(seed=1, turn=1, side=Side("red"), frames=(MovementFrame(),)))
    units = []
    for i in range(number):
        side, kind = ("red", "red-foot") if i % 2 else ("blue", "blue-foot")
        pair = i // 4
        column, row = (pair % 40) * 2, pair // 40 * 3
        at = row * COLUMNS + (column if side == "red" else COLUMNS - 1 - column)
        units.append(Unit(UnitId(f"unit-{i:04d}"), kind, Side(side), Location(at)))
    draft.add_units(units)
    return draft.state


def timed(run: Callable[[], object], times: int = 200) -> float:
    """The median of several runs, in microseconds."""
    spent = []
    for _ in range(times):
        started = perf_counter()
        run()
        spent.append((perf_counter() - started) * 1e6)
    return median(spent)


def test_one_apply_with_2000_units() -> None:
    game = large_game()
    few, many = with_units(40), with_units(2000)

    def move(state: State) -> Callable[[], object]:
        unit = state.unit(UnitId("unit-0001"))
        target = Location(game.board.links[unit.at][0][0])

        def run() -> State:
            draft = Draft(state)
            draft.move_unit(unit.id, target)
            return draft.state

        return run

    def step(state: State) -> Callable[[], object]:
        menu = game.menu(state)
        action = next(action for action in menu if isinstance(action, StepTo))
        return lambda: game.apply(state, action)

    rows = {
        "draft.move_unit": (timed(move(few)), timed(move(many))),
        "game.apply of a step": (timed(step(few)), timed(step(many))),
        "game.view": (timed(lambda: game.view(few, Side("red"))), timed(lambda: game.view(many, Side("red")), 50)),
        "codec.dumps": (timed(lambda: game.codec.dumps(few), 20), timed(lambda: game.codec.dumps(many), 20)),
    }
    print(f"\n{'microseconds (median)':28}{'40 units':>12}{'2,000 units':>14}")
    for name, (small, large) in rows.items():
        print(f"{name:28}{small:12.1f}{large:14.1f}")
    small, large = rows["draft.move_unit"]
    assert large < 6 * small, "a step must not copy the units"
