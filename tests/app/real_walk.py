"""A window that is used with a real pointer and real keys: how one is opened for a hand, and how a test hears of it.

A walk is a program of its own under an X server: the hand is a thread beside the window's and ends with the process.
It prints what came of it as JSON; `told_by` starts it for a test and reads that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from app.application import application
from app.window import MainWindow
from tests.helpers.screen import ROOT, Screen

GIVE_UP = 1800
"""Seconds after which a walk will not come to its end any more, however busy the machine is."""


def opened(folder: Path, **kept: object) -> MainWindow:
    """A window of 1280 x 720 with a home of its own and, if wanted, some settings."""
    application()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    for name, value in kept.items():
        settings.setValue(name, value)
    window = MainWindow(settings, folder / "recovery")
    window.resize(1280, 720)
    window.move(0, 0)
    window.show()
    window.activateWindow()
    return window


def carry_out(walk: Callable[[], dict[str, Any] | None], picture: Callable[[str], object]) -> None:
    """Let a hand walk beside the window; what it answers is told and ends it, and so is what goes wrong."""

    def work() -> None:
        try:
            told = walk()
        except BaseException:  # whatever went wrong is told, and the program ends
            traceback.print_exc()
            picture("trouble")
            os._exit(1)
        if told is not None:
            print(json.dumps(told), flush=True)
            os._exit(0)

    threading.Thread(target=work, daemon=True).start()
    application().exec()
    os._exit(0)


def told_by(made: Screen, module: str, *arguments: str, code: int = 0, **variables: str) -> dict[str, Any]:
    """What a walk on a screen says of itself before it ends with a code."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "DISPLAY": made.name, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT), **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=GIVE_UP,
        check=False,
    )
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip(f"Qt has no X11 here: {done.stderr.strip().splitlines()[0]}")
    assert done.returncode == code, done.stderr
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told
