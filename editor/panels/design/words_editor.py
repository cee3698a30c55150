"""An editor for words in Markdown: letters, keys for bold and italic, and pictures pasted, dropped or chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Signal
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from editor.panels.panel import key_action

MOST_BYTES: Final = 8 * 1024 * 1024
"""Of one picture, as it is in its file."""
_SUFFIXES = (".png", ".jpg", ".jpeg")


class WordsEditor(QPlainTextEdit):
    """Says which pictures are to go in; whoever stores them gives back how the words name them."""

    picture_given = Signal(bytes, str)
    """The bytes of a picture that was pasted or dropped, and what it is called."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        key_action(self, self.tr("Bold"), "Ctrl+B", lambda: self.wrap("**"))
        key_action(self, self.tr("Italic"), "Ctrl+I", lambda: self.wrap("*"))

    def wrap(self, mark: str) -> None:
        """Put a mark on both sides of what is chosen; without a choice the cursor stands between two of them."""
        cursor = self.textCursor()
        chosen = cursor.selectedText()
        cursor.insertText(f"{mark}{chosen}{mark}")
        if not chosen:
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.MoveAnchor, len(mark))
            self.setTextCursor(cursor)

    def insert_line(self, words: str) -> None:
        """Put words on a line of their own."""
        cursor = self.textCursor()
        above = cursor.block().previous()
        blank = cursor.atBlockStart() and not above.text().strip()
        before = "" if blank else "\n" if cursor.atBlockStart() else "\n\n"
        cursor.insertText(f"{before}{words}\n\n")
        self.setTextCursor(cursor)
        self.setFocus()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or bool(_pictures(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        files = _pictures(source)
        if files:
            for path in files:
                self.picture_given.emit(picture_bytes(path), path.name)
        elif source.hasImage() and not source.hasText():
            self.picture_given.emit(_png(QImage(source.imageData())), self.tr("picture"))
        else:
            super().insertFromMimeData(source)


def picture_bytes(path: Path) -> bytes:
    """The bytes of a file, one more than a picture may have of a larger one; none of one that cannot be read."""
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError:
        return b""


def _pictures(source: QMimeData) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in _SUFFIXES]


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
