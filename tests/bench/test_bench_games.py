"""What the real games cost: random games played through, and on the large map the menu and the supply of everybody.

Printed are actions a second and milliseconds of work; asserted is the work in yardsticks, because the targets are those
of a quiet machine: 300 actions a second at least, and 50 ms for a full movement menu and for the supply of every unit.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.state import State, evolve, forget_facts
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.red_star_rising.names import AXIS
from engine.rulesets.red_star_rising.supply.lines import is_isolated, live_status
from engine.session.playouts import bots_for
from engine.session.playouts import play as play_out
from tests.bench.yardstick import Yardstick

pytestmark = pytest.mark.bench

YARD = 2.1
"""Milliseconds of a yardstick on a quiet machine of the kind we use."""
SCENARIOS = {"typhoon": 300, "barbarossa": 100, "summer-1941": 750, "europe-1941-45": 750}
"""Actions a second that random games reach at least."""


def game_of(name: str) -> Game:
    return assemble(find_bundled(name).load())


def worked(run: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of work, and the same in yardsticks measured around it."""
    yard = Yardstick()
    before = yard.median()
    start = process_time()
    run()
    took = (process_time() - start) * 1000
    return took, took / median((before, yard.median()))


@pytest.mark.parametrize("name", SCENARIOS)
def test_random_games(name: str) -> None:
    game = game_of(name)
    done = 0

    def play() -> None:
        nonlocal done
        for seed in (1, 2, 3):
            playout = play_out(game, bots_for(game, ("random",), seed), seed, most_actions=1500)
            assert playout.fault is None
            done += playout.actions

    milliseconds, yards = worked(play)
    per_second = done / (yards * YARD / 1000)
    print(f"\n{name}: {done} actions in {milliseconds:.0f} ms, {per_second:.0f} a second on a quiet machine")
    assert per_second > SCENARIOS[name]


def test_the_large_map() -> None:
    game = game_of("barbarossa")
    state = game.new(1).state
    moving = standing_at(game, state, "movement", AXIS)
    costs = {
        "full movement menu": lambda: list(game.menu(fresh(moving))),
        "supply of every unit": lambda: supply_of_all(game, fresh(moving)),
    }
    for name, run in costs.items():
        run()
        found = [worked(run) for _ in range(9)]
        milliseconds, yards = median(each[0] for each in found), median(each[1] for each in found)
        print(f"\n{name}: {milliseconds:.1f} ms of work, {yards * YARD:.1f} ms on a quiet machine")
        assert yards * YARD < 50


def standing_at(game: Game, state: State, phase: str, side: Side) -> State:
    """The opening position at the start of a phase."""
    bare = evolve(state, frames=())
    return game.carry_out(bare, lambda g, draft: g.ruleset.enter(g, draft, phase, side)).state


def fresh(state: State) -> State:
    """The same state with no fact found yet."""
    found = evolve(state)
    forget_facts(found)
    return found


def supply_of_all(game: Game, state: State) -> int:
    return sum(
        1
        for unit in state.every_unit()
        if game.materials.is_on_map(unit) and (live_status(game, state, unit), is_isolated(game, state, unit))
    )
