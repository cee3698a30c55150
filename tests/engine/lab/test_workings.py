"""The fingerprint of what decides a game: another one for other rules, players or notes, not for another report."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

import engine
from engine.lab.arms import LabError
from engine.lab.playing import play_game
from engine.lab.workings import workings_of
from tests.engine.lab.quick import ford_arm

GAME = "toy-skirmish"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sources of the engine in a place of their own, where they may be changed."""
    source, copy = Path(engine.__file__).parent, tmp_path / "engine"
    copytree(source, copy, ignore=ignore_patterns("__pycache__", "storage"))
    find = workings_of.__wrapped__.__globals__["files"]
    monkeypatch.setattr("engine.lab.workings.files", lambda name: copy if name == "engine" else find(name))
    return copy


def fingerprint() -> str:
    return workings_of.__wrapped__(GAME)


@pytest.mark.parametrize(
    "module",
    [
        "core/dice.py",
        "mechanics/retreats.py",
        "players/greedy.py",
        "rulesets/assembly.py",
        "lab/observer.py",
        "narration/statistics.py",
    ],
)
def test_games_are_others_when_what_decides_them_or_is_noted_of_them_changes(copied: Path, module: str) -> None:
    before = fingerprint()
    assert (copied / module).is_file()
    with (copied / module).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert fingerprint() != before


@pytest.mark.parametrize("module", ["lab/report_sections.py", "lab/svg_plots.py", "narration/names.py"])
def test_games_stay_when_they_are_only_told_otherwise(copied: Path, module: str) -> None:
    before = fingerprint()
    with (copied / module).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert fingerprint() == before


def test_games_of_another_version_are_neither_counted_with_these_nor_played_as_theirs(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An experiment that was stopped before the program changed begins anew: its arm is another."""
    old = ford_arm()
    (copied / "core" / "dice.py").write_text("", encoding="utf-8")
    monkeypatch.setattr("engine.lab.arms.workings_of", workings_of.__wrapped__)
    monkeypatch.setattr("engine.lab.playing.workings_of", workings_of.__wrapped__)
    monkeypatch.setattr("engine.lab.playing._ready", {})
    assert ford_arm.__wrapped__().id != old.id
    with pytest.raises(LabError):
        play_game(old, 1)
