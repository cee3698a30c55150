"""One drag from the order of battle to the map under a real X server, where Qt runs it from press to drop."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.design.real_pointer import NO_POINTER

ROOT = Path(__file__).parents[3]


def test_a_unit_is_dragged_from_the_tree_to_the_map_with_a_real_pointer(tmp_path: Path) -> None:
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("there is no Xvfb: on Debian, apt-get install xvfb")
    reading, writing = os.pipe()
    with subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    ) as screen:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                display = f":{told.readline().strip()}"
            done = subprocess.run(
                [sys.executable, "-m", "tests.app.design.real_drag", str(tmp_path)],
                env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)},
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
            )
        finally:
            screen.terminate()
    if done.returncode == NO_POINTER:
        pytest.skip("the pointer cannot be moved: on Debian, apt-get install libxtst6")
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip(f"Qt has no X11 here: {done.stderr.strip().splitlines()[0]}")
    assert done.stdout.startswith("red-1 dropped on "), done.stderr
