"""Plain text is the rule of the house: what a widget shows is never taken for markup unless its maker says that it is.

Left alone, Qt looks at every label, tooltip and message box and takes what looks like HTML for HTML; then a town named
after a picture makes the program open that picture, wherever it lies. One style dresses every widget before it is
shown, so it is the one place where that guessing is switched off, for those that Qt makes itself too. A label that does
show markup says so (`setTextFormat`), and escapes what it puts in. The buttons at the foot of a dialog are words as
well: without this some had a sign of the desktop's before them, and those that the program names itself had none.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton

from app.dialog_letters import DialogLetters
from app.file_signs import FileSigns
from app.form_borders import BorderedStyle
from app.form_wheel import WheelGuard

BASE = "Fusion"


class PlainWords(BorderedStyle):
    """The widget style of the program, under which words are words."""

    def __init__(self) -> None:
        super().__init__(BASE)
        self._wheel = WheelGuard(self)
        self._letters = DialogLetters(self)
        self._signs = FileSigns()

    def polish(self, dressed: Any) -> Any:
        """Called once for each widget before anything of it is measured or painted."""
        if isinstance(dressed, QLabel) and dressed.textFormat() == Qt.TextFormat.AutoText:
            dressed.setTextFormat(Qt.TextFormat.PlainText)
        if isinstance(dressed, QPushButton) and isinstance(dressed.parent(), QDialogButtonBox):
            dressed.setIcon(QIcon())
        self._wheel.watch(dressed)
        self._letters.watch(dressed)
        self._signs.serve(dressed)
        return super().polish(dressed)
