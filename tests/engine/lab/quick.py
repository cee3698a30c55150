"""Quick experiments on the toy games, for the tests of the lab."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.definitions.documents import read_document
from engine.definitions.project import Project
from engine.definitions.strict_yaml import unlocated
from engine.lab.arms import Arm, arm_of
from engine.lab.crews import OwnProcess
from engine.lab.experiments import Experiment, run
from engine.lab.results import GameResult
from engine.lab.shelves import MemoryShelf, ResultShelf
from engine.rulesets.library import find_bundled

RANDOM = ("random",)


@cache
def ford_arm() -> Arm:
    """The Ford between players who do anything at all."""
    return arm_of(find_bundled("ford").load(), None, RANDOM)


@cache
def cabinet_arm() -> Arm:
    """The game of cards."""
    return arm_of(find_bundled("cabinet-war").load(), None, RANDOM)


def played(*arms: Arm, games: int, seed: int = 1, shelf: ResultShelf | None = None) -> ResultShelf:
    """A shelf with games of arms, played here."""
    kept = MemoryShelf() if shelf is None else shelf
    for _ in run(Experiment(arms, games, seed), kept, OwnProcess()):
        pass
    return kept


@cache
def ford_games(games: int = 16) -> tuple[GameResult, ...]:
    """Games of the Ford, played once for all tests."""
    return played(ford_arm(), games=games).results(ford_arm().id)


SMALL = {"red-1": "0706", "red-2": "0706", "red-3": "0708", "blue-1": "0807", "blue-3": "0807", "blue-5": "0809"}
"""A handful of units around the ford."""
MORE = {"blue-2": "0808", "blue-4": "0906"}
"""Two more of them."""

HELD = ("0807", "0809", "0808", "0806", "0906", "0907")
OPEN = ("0505", "0508", "0403", "0410", "0303", "0306", "0309", "0602", "0611", "0406")
"""Hexes that count: behind the river, which Blue holds, and in the open."""


def small_ford(setup: dict[str, str], **changes: Any) -> Project:
    """Two turns around the ford with these units, where every hex around counts."""
    project = find_bundled("ford").load()
    scenario = project.scenarios["ford"]
    told = scenario.to_document()
    told["setup"] = [{"unit": unit, "at": at} for unit, at in setup.items()]
    told["schedule"] = []
    told["last_turn"] = 2
    told["objectives"] = [{"at": at, "value": 1} for at in (*HELD, *OPEN)]
    told["control"] = [{"side": "blue", "locations": list(HELD)}]
    return project.with_documents(read_document(unlocated({**told, **changes})))
