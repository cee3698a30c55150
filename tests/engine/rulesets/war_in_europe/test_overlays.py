"""What War in Europe shows of the whole map, beside its railways and its air."""

from __future__ import annotations

import pytest

from engine.core.overlays import OverlayKind
from tests.engine.rulesets.war_in_europe.scenes import europe


@pytest.mark.rule("war-in-europe:4.3")
def test_an_objective_of_one_side_counts_for_nobody_in_the_hands_of_the_other() -> None:
    scene = europe(
        {"rus": "0906"},
        phase="interdiction",
        side="allied",
        objectives=[
            {"at": "0101", "value": 30, "side": "axis"},
            {"at": "0201", "value": 5, "side": "axis"},
            {"at": "0301", "value": 2},
        ],
        held={"axis": ["0101"], "allied": ["0201", "0301"]},
    )
    assert scene.ask("score").score.value == 28
    assert scene.areas(OverlayKind.OBJECTIVES) == {
        "overlay.counts-for axis": {"0101"},
        "overlay.counts-for allied": {"0301"},
        "overlay.counts-for-nobody": {"0201"},
    }
