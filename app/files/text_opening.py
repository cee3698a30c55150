"""Opening what is not a file of the program's own, beside the window where that takes long.

A map of text may be small to read and large to make: a line says a million hexes. So the text is read first, beside the
window where it is long itself, and then its maps are made, beside the window where they are large.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.cli.targets import is_project_file, read_project
from app.files.map_opening import OpenedScenario, opened_contents, opened_project
from editor.documents.long_work import LARGE_FILE, has_large_text, with_file
from engine.definitions.project import Project
from engine.storage.inspection import inspect

LARGE_TEXT: Final = 1024 * 1024
"""Bytes from which on text is read beside the window."""


def opened_beside(target: str | Path, choice: str | None = None) -> OpenedScenario:
    """Anything that holds a map, to be looked at; raises DefinitionError or FileError."""
    path = Path(target)
    if path.is_file() and is_project_file(path):
        is_large = path.stat().st_size >= LARGE_FILE
        contents = with_file(path, lambda: inspect(path).contents, _words(path), is_long=is_large)
        return opened_contents(contents, str(target), choice)
    project = read_beside(target)
    is_large = has_large_text(project)
    return with_file(path, lambda: opened_project(project, str(target), choice), _words(path), is_long=is_large)


def read_beside(target: str | Path) -> Project:
    """The documents of a target; raises DefinitionError or FileError."""
    path = Path(target)
    return with_file(path, lambda: read_project(target), _words(path), is_long=_length(path) >= LARGE_TEXT)


def _length(path: Path) -> int:
    """Bytes there are to read, at most; what cannot be read is for the reader to refuse."""
    try:
        files = path.glob("*.yaml") if path.is_dir() else (path,)
        return sum(file.stat().st_size for file in files if file.is_file())
    except OSError:
        return 0


def _words(path: Path) -> str:
    return QCoreApplication.translate("LongWork", "Opening {0}...").format(path.name)
