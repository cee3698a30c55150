"""Every kind of action that the games offer can be carried out on the screen, and is what was submitted.

The games are walked at random without the window. Wherever a menu holds a kind of action that was not yet carried out
often enough, the window is shown that menu, hands make the gesture, and what they submitted is taken back again.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.menu import Menu
from engine.core.records import Action
from engine.session.session import UndoPolicy
from tests.app.play.hands import Player

STEPS = 1000
"""Of each scenario; every game has two."""
OFTEN = 5


class Walk:
    """A random game, and the account of what was carried out by hand on the way."""

    def __init__(self, window: MainWindow, scenario: str) -> None:
        self.player = Player(window)
        self.scenario = scenario
        self.offered: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.faults: list[str] = []
        self._chance = Random(9)
        self._seed = 4

    def begin(self) -> None:
        """A game in which everything can be taken back; the next one has the next seed."""
        window = self.player.window
        if window.opened is None:
            assert window.open(self.scenario)
        self._seed += 1
        assert window.play.begin(NewGame(self.scenario, seed=self._seed, policy=UndoPolicy.UNLOCKED))
        window.enter_play()

    def step(self) -> None:
        """Carry out by hand what is still wanted, then let chance decide."""
        if self.player.window.play.table is None or self.player.table.is_over:
            self.begin()
        menu = self.player.table.menu
        kinds = menu.kinds()
        self.offered.update(kinds)
        for kind in kinds:
            if self.done[kind] < OFTEN:
                for action in self._some(menu, kind):
                    self._carry_out(action)
        busy = [kind for kind in kinds if kind != "done"] or list(kinds)
        kind = self._chance.choice(list(kinds) if self._chance.random() < 0.3 else busy)
        self.player.table.session.submit(self._chance.choice(_of_kind(menu, kind)))

    def _some(self, menu: Menu, kind: str) -> list[Action]:
        actions = _of_kind(menu, kind)
        return self._chance.sample(actions, min(2, len(actions)))

    def _carry_out(self, action: Action) -> None:
        player, session = self.player, self.player.table.session
        before = len(session.log)
        player.desk.scene.unit = ""
        player.window.canvas.set_zoom(0.8)
        player.desk.refresh()
        way = player.gesture(action)
        made = [played.action for played in session.log[before:]]
        if made != [action]:
            self.faults.append(f"{action.kind} by {way}: wanted {action}, made {made}, refused {player.refusal!r}")
        while len(session.log) > before:
            session.undo()
        self.done[action.kind] += 1
        self.ways[way] += 1


def _of_kind(menu: Menu, kind: str) -> list[Action]:
    return [action for offer in menu.offers if offer.action.kind == kind for action in offer.actions()]


@pytest.mark.parametrize("scenario", ["typhoon", "barbarossa", "summer-1941", "europe-1941-45", "ford", "cabinet-war"])
def test_each_kind_of_action_has_a_gesture(window: MainWindow, scenario: str) -> None:
    walk = Walk(window, scenario)
    for _ in range(STEPS):
        walk.step()
        if len(walk.faults) >= 10:
            break
    counted = ", ".join(f"{kind} {walk.done[kind]} of {count}" for kind, count in sorted(walk.offered.items()))
    print(f"\n{scenario}: {counted}\nby {dict(walk.ways)}")
    assert not walk.faults, "\n".join(walk.faults) + f"\ncarried out: {counted}"
    rarely = [kind for kind, count in walk.offered.items() if walk.done[kind] < min(OFTEN, count)]
    assert not rarely, f"not carried out often enough: {rarely}; {counted}"
    on_the_map = sum(count for way, count in walk.ways.items() if way not in ("panel", "Enter"))
    assert on_the_map > sum(walk.ways.values()) / 2, (
        f"most actions are made on the map, a card or the prompt: {walk.ways}"
    )
