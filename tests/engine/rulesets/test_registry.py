"""Which games there are: found by folder, registered by one call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulesets.registry import PLUGIN_VARIABLE, find_game, register, registered
from tests.engine.core.machine import Bare, Outer, asking
from tests.helpers.toys.skirmish import RULESET

ROOT = Path(__file__).parents[3]


def test_the_toys_are_registered_by_the_same_call() -> None:
    games = registered()
    assert {"toy-skirmish", "toy-cabinet"} <= set(games)
    assert list(games) == sorted(games)
    assert games["toy-skirmish"].ruleset is RULESET
    assert games["toy-skirmish"].id == "toy-skirmish"


def test_a_game_is_found_by_its_id() -> None:
    found = find_game("toy-skirmish")
    assert found is not None
    assert found.ruleset.title == "Skirmish"
    assert found.resources.joinpath("charts.yaml").is_file()
    assert find_game("toy-skirmsh") is None


def test_registering_again_changes_nothing() -> None:
    entry = registered()["toy-skirmish"]
    assert register(RULESET, resources=entry.resources, scenarios=entry.scenarios) is entry


def test_two_games_may_not_share_an_id(tmp_path: Path) -> None:
    class Impostor(Bare):
        id = "toy-skirmish"

    with pytest.raises(ValueError, match="two games are called toy-skirmish"):
        register(Impostor({Outer: asking()}, Outer()), resources=tmp_path, scenarios=tmp_path)
    assert registered()["toy-skirmish"].ruleset is RULESET


def test_what_is_handed_out_is_a_copy() -> None:
    registered().clear()
    assert "toy-skirmish" in registered()


def in_another_process(code: str, games: str) -> str:
    env = {**os.environ, PLUGIN_VARIABLE: games}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, env=env)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_modules_named_in_the_environment_bring_games() -> None:
    code = "from engine.rulesets.registry import registered; print(*[i for i in registered() if i.startswith('toy-')])"
    assert in_another_process(code, " tests.helpers.toys ,") == "toy-cabinet toy-skirmish"
    assert in_another_process(f"{code}; print('none')", "") == "none"
    assert "issue.no-such-module" in in_another_process(code, "no.such.module")


def test_every_package_among_the_rulesets_is_a_game_of_its_name() -> None:
    packages = [path.parent.name for path in (ROOT / "engine" / "rulesets").glob("*/__init__.py")]
    for package in packages:
        assert package.replace("_", "-") in registered()
