"""The program started by the command a person types, on a screen, in a home that has never seen it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from app.cli.exits import Exit
from app.cli.main import run
from engine.storage.recovery import SUFFIX
from tests.helpers.screen import ROOT, Screen, environment, screen, started, wait_for

LEAST_COLOURS = 200
LEAST_INK = 0.002


@pytest.fixture(scope="module")
def monitor() -> Iterator[Screen]:
    with screen() as made:
        yield made


def run_command() -> list[str]:
    """What `make run` starts where there is a screen."""
    recipe = (ROOT / "Makefile").read_text().partition("\nrun:")[2].partition("\n\n")[0]
    found = re.search(r"Darwin \]; then \\\n\s+\$\(BIN\)/(\S+.*?); \\", recipe)
    assert found is not None, recipe
    assert shlex.split(found.group(1)) == ["redoubt"]
    return [sys.executable, "-m", "app"]


def look_at(monitor: Screen) -> bool | None:
    """Whether the start page with its pictures, or a map, stands there: many colours, and dark strokes in the menu."""
    picture = monitor.picture()
    colours = len(np.unique(picture[::4, ::4].reshape(-1, 3), axis=0))
    bar = picture[:24, :600].astype(int).sum(axis=2)
    ink = float((bar < 300).mean())
    return True if colours >= LEAST_COLOURS and ink >= LEAST_INK else None


def open_and_close(monitor: Screen, home: Path, arguments: Sequence[str] = (), title: str = "Redoubt") -> None:
    with started([*run_command(), *arguments], monitor, home) as program:
        wait_for(lambda: True if monitor.windows() or program.process.poll() is not None else None, "a window")
        assert program.process.poll() is None, program.said
        window = monitor.window(title)
        wait_for(lambda: look_at(monitor), "pictures and words in the window")
        size, whole = window.get_geometry(), monitor.picture().shape
        assert (size.width, size.height) <= (whole[1], whole[0])
        monitor.close(window)
        code, said = program.ended(), program.said
    assert (code, said) == (0, "")


def test_the_program_starts_with_no_argument_and_ends_when_its_window_is_closed(
    monitor: Screen, tmp_path: Path
) -> None:
    open_and_close(monitor, tmp_path)


def test_it_starts_in_french(monitor: Screen, tmp_path: Path) -> None:
    open_and_close(monitor, tmp_path, ["--language", "fr"])


def test_it_starts_on_a_file(monitor: Screen, tmp_path: Path) -> None:
    file = tmp_path / f"moscow{SUFFIX}"
    assert run(["import", str(ROOT / "scenarios" / "typhoon"), str(file)]) == 0
    open_and_close(monitor, tmp_path / "home", [str(file)], "moscow")


BROKEN = {
    "noise": bytes(range(256)) * 8,
    "wrong kinds": b"[General]\ndark=banana\ngeometry=7\nstate-edit=@Invalid()\nrecent=@Variant(\\0\\0\n"
    b"language=xx\nnumbers=perhaps\n[play]\nspeed=quick\nmoves-seen=7\noverlays=@ByteArray(\\xff)\n",
    "cut short": b"[General]\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_it_starts_with_a_broken_configuration_file(monitor: Screen, tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "config" / "Redoubt" / "Redoubt.conf"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(content)
    open_and_close(monitor, tmp_path)


def test_it_starts_where_the_configuration_cannot_be_written(monitor: Screen, tmp_path: Path) -> None:
    (tmp_path / "config" / "Redoubt" / "Redoubt.conf").mkdir(parents=True)
    open_and_close(monitor, tmp_path)


def test_without_a_screen_it_says_so_in_a_line(tmp_path: Path) -> None:
    said = subprocess.run(
        run_command(), env=environment(tmp_path, display=""), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said.returncode == Exit.NO_SCREEN
    assert len(said.stderr.splitlines()) == 1
