"""The newcomer's first hour with a real pointer and real keys, on a screen of 1280 x 720, from the start page on."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

from tests.app.real_walk import told_by
from tests.helpers.screen import Screen, screen


def run(made: Screen, folder: Path, which: str, code: int = 0) -> dict[str, Any]:
    return told_by(made, "tests.app.real_game", str(folder), which, code=code, REDOUBT_GAMES="")


def test_a_game_is_learnt_left_in_a_combat_killed_taken_up_and_its_turn_played_out(tmp_path: Path) -> None:
    with screen(1280, 720) as made:
        left = run(made, tmp_path, "first")
        killed = run(made, tmp_path, "killed", code=-signal.SIGKILL)
        told = run(made, tmp_path, "again")
    assert left["window"] == [1280, 720]
    assert left["side"] == "soviet"
    assert "2 to take" in left["asked"], "the program was left in the middle of a combat"
    assert killed["resumed"] == left, "closed by its frame, it begins at the same decision the next day"
    assert "1 to take" in killed["left"]["asked"], "one loss was taken before the program was killed"
    assert told["resumed"] == killed["left"], "killed, it begins where it was all the same"
    assert told["fight"].startswith("4826: 9:1, die 3"), "and shows the fight that it is in the middle of"
    assert told["lesson"].startswith("Done: ")
    assert told["sides"] == ["axis", "soviet", "soviet", "soviet", "axis"]
    assert len(told["group"]) == 2
    log = "\n".join(told["log"])
    for happened in (
        "19A (Infantry army) loses a step in 4826",
        "19A (Infantry army) falls back from 4826 to 4827",
        "V (Infantry corps) advances from 4725 to 4826",
        "Axis overruns 4925 with LVI (Armoured corps), XLI (Armoured corps)",
    ):
        assert happened in log
    assert told["where"] == ["4925", "4925"], "both corps went in together"
    assert told["thrown"] >= 1
    assert told["end"]["turn"] == 7
    assert (tmp_path / "my-first-game.redoubt").is_file()
