"""Words in Markdown with pictures from the file: nothing is ever fetched from elsewhere, and a bad picture is a word.

A picture is named by its hash (`![A map](blob:...)`); whoever shows the words says where the bytes are found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QImageReader, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from engine.definitions.pictures import SCHEME

MOST_SIDE: Final = 4096
"""Pixels of a picture, either way."""
_MARGIN: Final = 24


def no_pictures(sha256: str) -> bytes | None:
    """Where there are no pictures to be found."""
    return None


class MarkdownView(QTextBrowser):
    """Shows words. `pictures` finds the bytes of a picture by its hash."""

    def __init__(self, pictures: Callable[[str], bytes | None] = no_pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._words = ""
        self._width = 0
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._open)

    def show_words(self, words: str) -> None:
        """Show a text; the place in it is kept where it is a little other than before."""
        place = self.verticalScrollBar().value()
        self._words = words
        self.document().clear()
        self.document().setMarkdown(words, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        self.verticalScrollBar().setValue(place)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture of the file, no wider than the view; nothing else is read."""
        url = QUrl(name)
        if url.scheme() != SCHEME:
            return QByteArray()
        data = self._pictures(url.path())
        image = image_of(data) if data is not None else None
        if image is None:
            return QByteArray()
        room = max(80, self.viewport().width() - _MARGIN)
        return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation) if image.width() > room else image

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures follow the width."""
        super().resizeEvent(event)
        if f"]({SCHEME}:" in self._words and event.size().width() != self._width:
            self._width = event.size().width()
            self.show_words(self._words)

    @staticmethod
    def _open(url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)


def image_of(data: bytes) -> QImage | None:
    """A picture in PNG or JPEG, none larger than may be; None when it is something else."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    if bytes(reader.format().data()) not in (b"png", b"jpeg"):
        return None
    size: QSize = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MOST_SIDE:
        return None
    image = reader.read()
    return None if image.isNull() else image
