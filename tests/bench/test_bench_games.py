"""What the real games cost: random games played through, a long one with its memory, and on the large map the menu and
the supply of everybody.

Printed are actions a second of work, megabytes and milliseconds; asserted is the work in yardsticks, because the
targets are those of a quiet machine, such as 50 ms for a full movement menu and for the supply of every unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from os import sysconf
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.state import State, evolve, forget_facts
from engine.mechanics.recent import Recent
from engine.players.player import Budget
from engine.players.playouts import play as play_out
from engine.players.registry import players_for
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.red_star_rising.names import AXIS
from engine.rulesets.red_star_rising.supply.lines import is_isolated, live_status
from engine.rulesets.ukraine_43.supply import about_supply
from engine.session.session import Session, UndoPolicy
from tests.bench.yardstick import Yardstick

pytestmark = pytest.mark.bench

YARD = 2.1
"""Milliseconds of a yardstick on a quiet machine of the kind we use."""
SCENARIOS = {
    "typhoon": 1200,
    "barbarossa": 900,
    "summer-1941": 1800,
    "europe-1941-45": 1600,
    "pulkovo-heights": 1700,
    "white-october": 1500,
    "kharkov-1943": 1200,
    "ukraine-43": 400,
}
"""Actions a second of work that random games reach at least on such a machine."""
MOST_MEGABYTES = 60
"""What 3,000 actions may add to what the program has in memory."""
MOST_A_JUMP = 50
"""Milliseconds for the menu of any state that is looked back at."""
RETAKEN = 300
MOST = 1500
EVERY = 100
"""After so many actions the yardstick is laid on, so that it knows the machine of the same moments."""


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
    """Actions a second of the processor's work, as it is here and as it would be on the quiet machine."""
    game = game_of(name)
    yard = Yardstick()
    done, measuring = 0, 0.0

    def watch(*_: object) -> None:
        nonlocal done, measuring
        done += 1
        if done % EVERY == 0:
            begin = process_time()
            yard.measure()
            measuring += process_time() - begin

    start = process_time()
    for seed in (1, 2, 3):
        playout = play_out(game, players_for(game, ("random",), seed), seed, most_actions=MOST, watch=watch)
        assert playout.fault is None
    seconds = process_time() - start - measuring
    yards = seconds * 1000 / (sum(yard.times) / len(yard.times))
    per_second = done / (yards * YARD / 1000)
    print(
        f"\n{name}: {done} actions, {done / seconds:.0f} a second of work here, {done / yards:.2f} a yardstick, "
        f"{per_second:.0f} a second on a quiet machine"
    )
    assert per_second > SCENARIOS[name]


def resident() -> float:
    """Megabytes this process has in memory; 0 where nobody can say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * sysconf("SC_PAGE_SIZE") / 1e6


def long_session(name: str, actions: int) -> Session:
    """A session of so many actions; a game that ends before is followed by a branch of itself a little before."""
    session = Session.new(game_of(name), 1, UndoPolicy.UNLOCKED)
    bots = players_for(session.game, ("random",), 1)
    tuple(session.menu)
    begun = resident()
    played = 0
    while played < actions:
        if session.state.outcome is not None:
            for _ in range(min(RETAKEN, len(session.log))):
                session.undo()
        menu = session.menu
        session.submit(
            bots[menu.side].choose(session.game, session.game.view(session.state, menu.side), menu, Budget()).action
        )
        played += 1
        if played % 1000 == 0:
            print(f"\n{name}: after {played} actions {resident() - begun:+.0f} MB")
    assert resident() - begun < MOST_MEGABYTES
    return session


def test_a_long_game_and_looking_back_in_it() -> None:
    """What 3,000 actions keep in memory, and what it costs to stand anywhere in the replay and ask what could be done.

    A jump finds the menu out again; it costs a small multiple of what the same state cost when it was played.
    """
    session = long_session("barbarossa", 3000)
    steps = range(0, len(session.log), len(session.log) // 40)

    def jump() -> None:
        for step in steps:
            state = session.state_after(step)
            if state.outcome is None:
                tuple(session.game.menu(state))

    for name in ("first", "second"):
        milliseconds, yards = worked(jump)
        each = yards * YARD / len(steps)
        print(
            f"\nlooking back, {name} time: {milliseconds / len(steps):.1f} ms of work a jump, {each:.1f} on a quiet one"
        )
        assert each < MOST_A_JUMP


def test_the_large_map() -> None:
    game = game_of("barbarossa")
    state = game.new(1).state
    moving = standing_at(game, state, "movement", AXIS)
    costs: dict[str, Callable[[], object]] = {
        "full movement menu": lambda: list(game.menu(fresh(moving))),
        "supply of every unit": lambda: supply_of_all(game, fresh(moving)),
    }
    for name, run in costs.items():
        run()
        found = [worked(run) for _ in range(9)]
        milliseconds, yards = median(each[0] for each in found), median(each[1] for each in found)
        print(f"\n{name}: {milliseconds:.1f} ms of work, {yards * YARD:.1f} ms on a quiet machine")
        assert yards * YARD < 50


@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_the_campaign_in_ukraine(side: str) -> None:
    """A full movement menu and all lines of supply, with none of them known from a state before."""
    known = game_of("ukraine-43")
    moving = standing_at(known, known.new(1).state, "movement", Side(side))

    def forgetful() -> Game:
        return replace(known, materials=replace(known.materials, nets=Recent(24)))

    def lines_of_all() -> int:
        game, state = forgetful(), fresh(moving)
        return sum(
            1 for unit in state.every_unit() if game.materials.is_on_map(unit) and about_supply(game, state, unit)
        )

    costs: dict[str, Callable[[], object]] = {
        "full movement menu": lambda: list(forgetful().menu(fresh(moving))),
        "supply of every unit": lines_of_all,
    }
    for name, run in costs.items():
        run()
        found = [worked(run) for _ in range(5)]
        milliseconds, yards = median(each[0] for each in found), median(each[1] for each in found)
        print(f"\n{side}, {name}: {milliseconds:.1f} ms of work, {yards * YARD:.1f} ms on a quiet machine")
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
