"""Chapter 2: the order of a turn."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.scenes import here, october


@pytest.mark.rule("white-october:2")
def test_a_side_chooses_what_it_does_first_and_does_the_other_second() -> None:
    scene = october({"inf": here(2, 2), "rifle": here(9, 6)}, phase="choice", side="white")
    assert scene.choices("begin-with") == ("begin-with movement", "begin-with combat")
    moved = scene.play("begin-with movement")
    assert moved.game.moment(moved.state).phase == "movement"
    later = moved.play("done", "begin-with movement", "done")
    assert later.game.moment(later.state).turn == 2
