"""Many positions in one run: a hundred of them share the games they are of, which are made once each."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from engine.rulesets import assembly
from engine.rulesets.words import catalogue
from engine.session import positions
from engine.session.position_files import entries
from engine.session.probe_run import probe_all

pytestmark = pytest.mark.bench

HEADS = (
    "game: red-star-rising\nscenario: barbarossa\nsetup: scenario\nphase: movement\nside: axis\n",
    "game: red-star-rising\nscenario: typhoon\nsetup: scenario\nphase: combat\nside: axis\n",
    "game: barbarossa-to-berlin\nscenario: europe-1941-45\nsetup: scenario\nphase: round-1\nside: axis\n",
    "game: barbarossa-to-berlin\nscenario: summer-1941\nsetup: scenario\nphase: round-1\nside: allied\n",
)
POSITIONS = 100


def test_a_hundred_positions_assemble_a_game_once_for_each_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(POSITIONS):
        text = f"format: redoubt/position/1\nid: p-{number}\n{HEADS[number % len(HEADS)]}seed: {number}\n"
        asked = "ask:\n- {score: {}, expect: {colour: null}}\n- state\n- menu\n"
        (tmp_path / f"p-{number:03}.yaml").write_text(text + asked, encoding="utf-8")
    made: list[str] = []

    def counted(*given: object) -> object:
        made.append("game")
        return assembly.game_of(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(positions, "game_of", counted)
    start = process_time()
    run = list(probe_all(entries(tmp_path), catalogue))
    print(f"\n{POSITIONS} positions in {process_time() - start:.1f} s of work, {len(made)} games made")
    assert len(run) == POSITIONS
    assert not any(each.has_issues for each in run)
    assert len(made) == len(HEADS)
