"""Which file is to be taken in: asked for where a person was last, and remembered for the next time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from editor.save_path import last_folder, remember_folder


def ask_open_path(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Ask for a file; None if it came to nothing."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(last_folder()), kinds)
    if not chosen:
        return None
    remember_folder(Path(chosen).parent)
    return Path(chosen)


def ask_open_paths(parent: QWidget, title: str, kinds: str) -> list[Path]:
    """Ask for one file or several."""
    chosen, _ = QFileDialog.getOpenFileNames(parent, title, str(last_folder()), kinds)
    if chosen:
        remember_folder(Path(chosen[0]).parent)
    return [Path(each) for each in chosen]
