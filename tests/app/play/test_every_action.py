"""Every kind of action that the games offer can be carried out on the screen, and is what was submitted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from app.play.setup import NewGame
from app.window import MainWindow
from tests.app.play.hands import Player

STEPS = 300


@pytest.mark.parametrize("scenario", ["typhoon", "summer-1941", "ford", "cabinet-war"])
def test_each_kind_of_action_has_a_gesture(window: MainWindow, scenario: str) -> None:
    player = Player(window)
    assert window.open(scenario)
    assert window.play.begin(NewGame(scenario, seed=5))
    window.enter_play()
    done: Counter[str] = Counter()
    offered: set[str] = set()
    ways: Counter[str] = Counter()
    chance = Random(9)
    for step in range(STEPS):
        table = player.table
        if table.is_over:
            break
        kinds = table.menu.kinds()
        offered.update(kinds)
        busy = [kind for kind in kinds if kind != "done"] or list(kinds)
        fresh = [kind for kind in busy if not done[kind]]
        kind = chance.choice(fresh or (list(kinds) if step % 4 == 0 else busy))
        actions = [action for action in table.menu if action.kind == kind]
        action = chance.choice(actions)
        before = len(table.session.log)
        way = player.gesture(action)
        made = [played.action for played in table.session.log[before:]]
        assert made, f"{scenario}, step {step}: {action} was not submitted by {way}: {player.refusal}"
        assert made[-1] == action, f"{scenario}, step {step}: {way}"
        done[kind] += 1
        ways[way] += 1
    assert offered == set(done), f"never taken: {sorted(offered - set(done))}"
    assert len(ways) >= 3, f"only by {dict(ways)}"
