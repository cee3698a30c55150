"""What the command line says of its own: one thing is not told as several, and French where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.main import run
from engine.core.words.plurals import ENGLISH
from engine.narration.language import speak


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak(ENGLISH)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    run(list(arguments))
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_one_game_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "playout", "ford", "--bots", "idle", "--most-actions", "1")
    assert said.startswith("0 of 1 game finished, 1 action, ")


def test_french_is_spoken_of_results_and_of_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "--language", "fr", "playout", "ford", "--bots", "idle", "--most-actions", "2")
    assert said.startswith("0 partie finie sur 1, 2 actions, ")
    assert "il n'y a pas de robot «\u00a0smart\u00a0»" in told(
        capsys, "--language", "fr", "match", "ford", "greedy", "smart"
    )


def test_what_a_check_names_of_a_game_is_called_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "--language", "fr", "check", "typhoon")
    assert "9 tables reconstituées\u00a0: Table de combat, " in said
    assert "Combat table" not in said
    assert "9 reconstructed charts: Combat table, " in told(capsys, "--language", "en", "check", "typhoon")


def test_numbers_of_a_grid_are_written_as_french_writes_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = str(tmp_path / "scan.png")
    told(capsys, "practice-scan", picture)
    assert "hex à sommet plat, 46,77 pixels" in told(capsys, "--language", "fr", "find-grid", picture)


def test_kinds_of_a_game_that_there_is_not_are_refused_by_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ("--hex-km", "10", "--box=50,30,52,33", "--palette", "red-star-risin", str(tmp_path / "a.redoubt"))
    assert told(capsys, "import-geo", *asked) == (
        "redoubt: There is no game red-star-risin. (Did you mean red-star-rising?)\n"
    )
