"""Files from a stranger, in the window and on the command line: a sentence or a map, and nothing else is opened.

The whole set has some 670 files (`make hostile` tries them all); every eleventh of them is tried here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.modes import Mode
from app.window import MainWindow
from tests.helpers.bait import Bait
from tests.helpers.hostile import hostile_files
from tests.helpers.hostile_run import Tries


def test_every_hostile_file_gives_a_sentence_or_a_map(
    window: MainWindow,
    refusals: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unseen: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda *bad: unseen.append(repr(bad[1])))
    with Bait(tmp_path / "bait.png") as bait:
        (tmp_path / "files").mkdir()
        tries = Tries(window, bait, refusals, unseen, tmp_path / "map.png")
        files = hostile_files(tmp_path / "files", str(bait.path), every=11)
        trials = [tries.of(case, (Mode.EDIT, Mode.DESIGN, Mode.PLAY)) for case in files]
    assert [(trial.name, trial.faults) for trial in trials if trial.faults] == []
    assert len(trials) >= 50
    assert {"map", "refused"} == {trial.ends["window"] for trial in trials}
    assert "played" in {trial.ends.get("game") for trial in trials}
