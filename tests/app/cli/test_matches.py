"""`redoubt match`: two players compared, in this process or in several."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

import pytest

from app.cli import matches
from app.cli.exits import Exit
from app.cli.main import run

BRIEF = ("--most-actions", "60", "--seeds", "3-4", "--json")


def of_match(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run(["match", "ford", "greedy", "idle", *BRIEF, *options]) == Exit.FINE
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if key not in {"seconds_a_phase", "longest_phase"}}


def test_several_processes_find_what_one_finds(capsys: pytest.CaptureFixture[str]) -> None:
    alone = of_match(capsys, "--workers", "1")
    assert alone["pairs"] == 6
    assert alone["face_to_face"]["pairs"] == 2
    assert of_match(capsys, "--workers", "2") == alone


def test_a_process_that_dies_ends_the_match_with_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_play", _die)
    assert run(["match", "ford", "greedy", "idle", *BRIEF, "--workers", "2"]) == Exit.FOUND
    out, err = capsys.readouterr()
    assert out == ""
    assert "a process that played died" in err


def _die(seed: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_bot_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "ford", "greedy", "planer"]) == Exit.USAGE
    assert "there is no bot 'planer'" in capsys.readouterr().err
