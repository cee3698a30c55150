"""What Ukraine '43 shows of the whole map."""

from __future__ import annotations

import pytest

from engine.core.overlays import OverlayKind
from tests.engine.rulesets.ukraine_43.scenes import front


@pytest.mark.rule("ukraine-43:30.2.A")
def test_an_objective_is_shown_as_counting_only_where_the_score_counts_it() -> None:
    """The Soviets hold three: one with a line, one without; in the third they stand though nobody was said to."""
    scene = front(
        {"rifle": "0303", "inf": "0908"},
        phase="movement",
        side="axis",
        objectives=[{"at": "0302", "value": 7}, {"at": "0909", "value": 5}, {"at": "0303", "value": 1}],
        control={"soviet": ["0302", "0909"]},
        soviet=["0101"],
        axis=["1209"],
    )
    assert scene.ask("score").score.value == 8
    assert scene.areas(OverlayKind.OBJECTIVES) == {
        "overlay.counts-for soviet": {"0302", "0303"},
        "overlay.counts-for-nobody": {"0909"},
    }
