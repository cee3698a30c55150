"""The model and the commands know no window: they import where Qt is not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
WITHOUT_QT = """
import importlib, pkgutil, sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"{name} is not installed")
        return None

sys.meta_path.insert(0, NoQt())
import editor.checks, editor.commands, editor.geometry, editor.model
for room in (editor.geometry, editor.model, editor.commands, editor.checks):
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        importlib.import_module(found.name)
"""


def test_the_model_and_the_commands_import_without_qt() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_QT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
