"""An errand is begun only where the unit may stay at its end, as the others stand by then."""

from __future__ import annotations

from collections import deque

import pytest

from engine.core.actions import StepTo
from engine.core.ids import UnitId
from engine.players.planning.concentration import Errand
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget
from tests.engine.rulesets.ukraine_43.scenes import NE, beside, front

FULL, FREE = "0505", "0905"


@pytest.mark.parametrize(("place", "goes"), [(FULL, False), (FREE, True)])
def test_nobody_sets_out_for_a_place_that_those_have_not_left_who_should_have(
    monkeypatch: pytest.MonkeyPatch, place: str, goes: bool
) -> None:
    stay = {f"rifle-{number}": FULL for number in (1, 2, 3)}
    scene = front({**stay, "tank": beside(place, NE), "inf": "0101"}, phase="movement", side="soviet", soviet=["1205"])
    target = scene.game.board.at(place)
    player = PlannerPlayer(1)
    errand = Errand(UnitId("tank"), (target,), target)
    monkeypatch.setattr(PlannerPlayer, "_plan", lambda self, *_: setattr(self, "_errands", deque([errand])))
    view = scene.game.view(scene.state, scene.menu.side)
    chosen = player.choose(scene.game, view, scene.menu, Budget(500)).action
    assert StepTo(UnitId("tank"), target) in scene.menu
    assert (chosen == StepTo(UnitId("tank"), target)) is goes
