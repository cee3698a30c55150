"""Files from a stranger, in the window and on the command line: a sentence or a map, and nothing else is opened.

The whole set has some 670 files; every eleventh of them is tried here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.cli.exits import Exit
from app.cli.main import run
from app.modes import Mode
from app.window import MainWindow
from tests.helpers.bait import Bait
from tests.helpers.hostile import hostile_files

ENDS = {Exit.FINE, Exit.FOUND, Exit.BAD_INPUT}


def test_every_hostile_file_gives_a_sentence_or_a_map(
    window: MainWindow,
    refusals: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unseen: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *bad: unseen.append(bad))
    tried, picture = 0, str(tmp_path / "map.png")
    with Bait(tmp_path / "bait.png") as bait:
        (tmp_path / "files").mkdir()
        for case in hostile_files(tmp_path / "files", str(bait.path), every=11):
            tried += 1
            for command in (["check", str(case.path)], ["render", str(case.path), picture, "--width", "300"]):
                code = run(command)
                out, err = capsys.readouterr()
                assert code in ENDS, f"{case.name}: {command[0]} ended with {code}"
                assert "Traceback" not in out + err, case.name
                assert (len(err.splitlines()) == 1) == (code == Exit.BAD_INPUT), f"{case.name}: {err}"
            refusals.clear()
            if window.open(str(case.path)):
                for mode in (Mode.EDIT, Mode.DESIGN):
                    window.set_mode(mode)
                    QApplication.processEvents()
            else:
                assert len(refusals) == 1, case.name
            assert not unseen, case.name
            assert not bait.was_taken(), case.name
    assert tried >= 50
