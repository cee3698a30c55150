"""What the tests of each game may cost: the suite is to stay quick with five games as with two.

Counted is the time of the processor, not of the clock, and against a yardstick run on the same machine at the same
time, so that a slow or busy machine does not fail what a quick one passes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from time import process_time
from typing import Any

import pytest

BUDGET = 60.0
"""Seconds of a quiet core for all tests of one game."""
QUIET_YARDSTICK = 0.065
"""Seconds that the yardstick takes where nothing else is running; the budget grows as this grows."""
PROPERTY = "cpu-of-game"


def game_of(item: pytest.Item) -> str:
    """The game a test is about, or an empty string: by its parameter, or by the folder it lies in."""
    callspec = getattr(item, "callspec", None)
    if callspec is not None and isinstance(callspec.params.get("game"), str):
        return str(callspec.params["game"])
    parts = item.path.parts
    folder = parts[parts.index("rulesets") + 1] if "rulesets" in parts[:-2] else ""
    return folder.replace("_", "-")


def yardstick() -> float:
    """Processor seconds of a fixed piece of work, the best of three."""

    def once() -> float:
        start = process_time()
        table: dict[int, int] = {}
        for number in range(600_000):
            table[number & 1023] = table.get(number & 511, 0) + number
        return process_time() - start

    return min(once() for _ in range(3))


def cost_of_game(item: pytest.Item, seconds: float) -> list[tuple[str, object]]:
    """What a test reports of itself, if it is about a game."""
    game = game_of(item)
    return [(PROPERTY, (game, seconds))] if game else []


class BudgetOfGames:
    """Adds up what the tests of each game cost, over all workers, and fails the run where one costs too much."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.add(report.user_properties)

    def add(self, properties: Iterable[tuple[str, Any]]) -> None:
        for name, value in properties:
            if name == PROPERTY:
                self.spent[value[0]] += value[1]

    def over(self, slowness: float) -> list[str]:
        """The games that cost more than they may on a machine that is so many times slower than a quiet one."""
        return [game for game, spent in sorted(self.spent.items()) if spent > BUDGET * slowness]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if session.exitstatus == pytest.ExitCode.OK and self.over(slowness()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.spent:
            return
        told = ", ".join(f"{game} {spent:.1f}" for game, spent in sorted(self.spent.items()))
        terminalreporter.write_line(f"processor seconds of each game's tests: {told}")
        for game in self.over(slowness()):
            terminalreporter.write_line(f"{game} costs more than {BUDGET:.0f} s on a quiet machine", red=True)


@cache
def slowness() -> float:
    """How much slower than a quiet machine this one is now, at least 1."""
    return max(1.0, yardstick() / QUIET_YARDSTICK)
