"""What is listed is what is not refused: lists are drawn up by short ways of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.actions import Arrive, StepTo
from engine.core.ids import UnitId
from engine.core.records import Action
from engine.rulesets.white_october.special_moves import MoveByRail
from engine.rulesets.white_october.trains import RunTrain
from tests.engine.rulesets.white_october.scenes import FIELD, LINE, here, moving, town
from tests.helpers.positions import Scene, marked

MOSCOW, VOLOGDA = here(12, 4), here(12, 6)
MORE = {
    "charts": {"parameters": {"rail_entries": {"moscow": MOSCOW, "vologda": VOLOGDA}}},
    "rails": [LINE],
    "roads": [[here(3, row) for row in range(1, 9)]],
    "city": "oi/io",
    "ways_in": [(here(9, 2), "P0101")],
    "features": [town(here(6, 4), "Gatchina"), town(here(8, 4), "Village", "village")],
    "values": {"gatchina-taken": True},
    "control": {"white": LINE[:9]},
}
ROUGH = "/".join(
    ("....d.......", "....dd......", "..w....s....", "............", "..mm........", "............")
    + ("............",) * 2
)


def whites() -> Scene:
    """A tired unit, a full hex, cars, an enemy zone and an entry of the enemy."""
    units = {
        "inf": here(4, 3),
        "inf4": here(5, 4),
        "inf1": here(5, 4),
        "inf1-2": here(3, 4),
        "car": here(3, 4),
        "car-2": here(4, 3),
        "guns": marked(here(4, 4), "disorganised"),
        "hqa": here(6, 5),
        "train": here(2, 4),
        "weak": here(9, 2),
        "tanks": here(9, 2),
        "rifle": here(7, 6),
        "rifle-2": here(5, 2),
        "rifle1": {"at": "red-reinforcements", "values": {"due": 2, "entry": here(7, 4)}},
        "com": "P0102",
    }
    return moving(units, ROUGH, **{**MORE, "values": {"gatchina-taken": True, "resting": True}})


def reds() -> Scene:
    """One that may not come nearer, Trotsky, trains, a full district and those that come by rail and on foot."""
    units = {
        "rifle": {"at": here(8, 5), "formation": "rifle-2", "marks": ["restricted"]},
        "rifle-2": here(9, 2),
        "rifle2": "P0101",
        "com": "P0102",
        "trotsky": here(8, 4),
        "redtrain": here(10, 4),
        "redcar": here(9, 2),
        "redguns": here(9, 2),
        "cadets": {"at": "red-reinforcements", "values": {"due": 1, "entry": MOSCOW}},
        "rifle1": {"at": "red-reinforcements", "values": {"due": 1, "entry": MOSCOW}},
        "rifle1-2": {"at": "red-reinforcements", "values": {"due": 1, "entry": VOLOGDA, "on-foot": True}},
        "redcav": {"at": "red-outside", "values": {"due": 1, "entry": here(12, 8)}},
        "redcar-2": {"at": "red-reinforcements", "values": {"due": 1, "entry": MOSCOW}},
        "inf": here(3, 4),
        "est": here(6, 6),
        "inf1": {"at": "white-reinforcements", "values": {"due": 2, "entry": here(9, 4)}},
    }
    return moving(units, FIELD, "red", **MORE)


def everything(scene: Scene, kind: type[Any]) -> list[Action]:
    """An action of a kind for every unit and every place of the map."""
    places = [at for at in scene.game.board.locations() if scene.game.materials.ground.on_map[at]]
    return [kind(UnitId(unit), at) for unit in scene.state.units for at in places]


def agrees(scene: Scene, kind: type[Any]) -> int:
    """Hold the list of a kind against what is refused of it; how long the list is."""
    listed = {action for action in scene.menu if isinstance(action, kind)}
    allowed = {action for action in everything(scene, kind) if scene.game.explain(scene.state, action) is None}
    assert listed == allowed, sorted(map(scene.written, listed ^ allowed))
    return len(listed)


@pytest.mark.rule("white-october:7.1", "white-october:7.2", "white-october:7.3", "white-october:10.1")
@pytest.mark.parametrize("laid_out", [whites, reds])
def test_steps_are_listed_as_they_are_allowed(laid_out: Callable[[], Scene]) -> None:
    assert agrees(laid_out(), StepTo) > 10


@pytest.mark.rule("white-october:7.1", "white-october:7.2")
def test_so_are_those_of_a_unit_that_is_under_way_and_may_not_stop() -> None:
    crossing = whites().play(f"step-to hqa {here(6, 4)}")
    assert agrees(crossing, StepTo) > 5
    full = moving(
        {"inf1": here(5, 5), "inf4": here(5, 4), "inf1-2": here(5, 4), "guns": here(5, 3), "rifle": here(9, 8)}
    )
    through = full.play(f"step-to inf1 {here(5, 4)}")
    assert agrees(through, StepTo) == 6
    assert through.refused(f"step-to guns {here(5, 2)}") == "7.2"


@pytest.mark.rule("white-october:7.5.2", "white-october:7.8", "white-october:7.9")
def test_arrivals_are_listed_as_they_are_allowed() -> None:
    assert agrees(reds(), Arrive) > 10


@pytest.mark.rule("white-october:7.5.3", "white-october:7.6")
@pytest.mark.parametrize("laid_out", [whites, reds])
def test_journeys_by_rail_are_listed_as_they_are_allowed(laid_out: Callable[[], Scene]) -> None:
    assert agrees(laid_out(), MoveByRail) > 1


@pytest.mark.rule("white-october:14.2")
@pytest.mark.parametrize("laid_out", [whites, reds])
def test_runs_of_trains_are_listed_as_they_are_allowed(laid_out: Callable[[], Scene]) -> None:
    assert agrees(laid_out(), RunTrain) > 2
