"""A whole turn of the smaller games for both sides, with a real pointer and real keys on a screen of 1280 x 720."""

from __future__ import annotations

from pathlib import Path

from tests.app.real_walk import told_by
from tests.helpers.screen import screen


def test_a_turn_of_pulkovo_heights_by_one_hand(tmp_path: Path) -> None:
    with screen(1280, 720) as made:
        told = told_by(made, "tests.app.real_turn", str(tmp_path), "pulkovo-heights", REDOUBT_GAMES="")
    assert told["offered"] == ["White"], "whoever says nothing plays the Whites against the computer"
    assert told["then"] == "This is an offensive turn. Let the army rest as well, or begin the turn."
    assert told["group"].startswith("Group of 3: ")
    assert "Attack 11" in told["group"]
    assert "Morale" not in told["group"]
    assert "does not get to 25/Q" in told["refused"]
    assert told["announced"] == 1
    assert told["fight"]["title"].startswith("20/W: ")
    assert "dice" in told["fight"]["title"]
    assert all(lit and lit in told["fight"]["title"] for lit in told["fight"]["lit"])
    log = "\n".join(told["log"])
    for happened in ("An offensive turn", "to 20/V", "are to attack 20/W", "Attack on 20/W"):
        assert happened in log


def test_most_of_a_turn_of_kharkov_by_one_hand(tmp_path: Path) -> None:
    with screen(1280, 720) as made:
        told = told_by(made, "tests.app.real_turn", str(tmp_path), "kharkov-1943", REDOUBT_GAMES="")
    assert len(told["offered"]) == 1
    assert told["fight"]["title"].startswith("4209: ")
    assert told["by a stray click"] == 0, "no fort is begun"
    assert told["side"] == "axis"
    assert "Attack on 4209" in "\n".join(told["log"])
