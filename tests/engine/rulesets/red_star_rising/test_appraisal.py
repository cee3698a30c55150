"""What computer players are told about Red Star Rising."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import marching


@pytest.mark.parametrize(
    ("side", "phase", "unit", "strikes"),
    [("axis", "movement", "pz", True), ("axis", "motorised", "pz", False), ("soviet", "movement", "army", False)],
)
def test_only_after_the_ordinary_movement_of_the_axis_its_movers_attack(
    side: str, phase: str, unit: str, strikes: bool
) -> None:
    scene = marching({"pz": "0101", "army": "0901"}, "." * 10, side, phase=phase)
    found, at = scene.unit(unit), scene.game.board.at("0501")
    assert scene.game.ruleset.can_strike(scene.game, scene.state, found, at, 4) is strikes
