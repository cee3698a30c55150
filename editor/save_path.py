"""Where something is to be written, made from what a person typed.

The ending is put behind the name and never in the place of a part of it ("Moscow 1.5" is a whole name), and whether an
existing file may be replaced is asked about the very file that is going to be written.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

_folders: list[Path] = []
"""Where something was opened, taken in or written last in this run of the program."""


def last_folder() -> Path:
    """Where a person was last, or else home: never whatever folder the program happens to have been started from."""
    return next((folder for folder in reversed(_folders) if folder.is_dir()), Path.home())


def remember_folder(folder: Path) -> None:
    """Here a person opened, took in or wrote something."""
    _folders[:] = [folder]


def with_ending(typed: str | Path, *endings: str) -> Path:
    """The path with one of the endings: as it was typed if it has one of them, otherwise with the first behind it."""
    path = Path(typed)
    if path.name.lower().endswith(tuple(endings)) and path.name.lower() not in endings:
        return path
    return path.with_name(path.name + endings[0])


def typed_path(typed: str) -> Path:
    """What was typed as a path, from home where it begins with a tilde; that of somebody nobody knows is a name."""
    path = Path(typed.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def is_there(path: Path) -> bool:
    """Whether something has that name. What the system refuses to look at counts as not there: writing it says why."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def ask_save_path(parent: QWidget, title: str, usual: Path | str, kinds: str, *endings: str) -> Path | None:
    """Ask for a name and, where a file has it, whether that may be replaced; None if it came to nothing.

    A name without a folder is offered where a person was last.
    """
    typed, _ = QFileDialog.getSaveFileName(
        parent,
        title,
        str(last_folder() / usual),
        kinds,
        "",
        QFileDialog.Option.DontConfirmOverwrite,
    )
    if not typed:
        return None
    path = with_ending(typed, *endings)
    remember_folder(path.parent)
    return path if may_replace(parent, title, path) else None


def may_replace(parent: QWidget, title: str, path: Path) -> bool:
    """Whether nothing has that name, or the person says that it may be replaced."""
    if not is_there(path):
        return True
    words = QCoreApplication.translate("SavePath", "{0} is there already. Replace it?").format(path.name)
    return QMessageBox.question(parent, title, words) is QMessageBox.StandardButton.Yes
