"""Words in Markdown with pictures from the file: nothing is ever fetched from elsewhere, and a bad picture is a word.

Where a picture is refused an empty one stands in its place: given none, Qt would look for a file of that name itself.
A picture is named by its hash (`![A map](blob:...)`); whoever shows the words says where the bytes are found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QImageReader, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from engine.definitions.pictures import SCHEME
from engine.narration.language import counted

MOST_SIDE: Final = 4096
"""Pixels of a picture, either way."""
MOST_TABLE_CELLS: Final = 2_000
"""Of all tables of a text together: laying one out takes time by the cell."""
MOST_CHARACTERS: Final = 100_000
MOST_LINES: Final = 5_000
"""Of a whole text: Qt lays lists out in time that grows with the square of their length."""
_DIALECT: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
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
        self.document().setMarkdown(self._bounded(words), _DIALECT)
        self.verticalScrollBar().setValue(place)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture of the file, no wider than the view; nothing else is read."""
        url = QUrl(name)
        is_of_the_file = url.scheme() == SCHEME and kind == QTextDocument.ResourceType.ImageResource.value
        data = self._pictures(url.path()) if is_of_the_file else None
        image = image_of(data) if data is not None else None
        if image is None:
            return _no_picture() if kind == QTextDocument.ResourceType.ImageResource.value else QByteArray(b" ")
        room = max(80, self.viewport().width() - _MARGIN)
        return image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation) if image.width() > room else image

    def _bounded(self, words: str) -> str:
        """The text with as much of its tables as can be laid out while somebody waits."""
        lines, cells, left_out = [], 0, 0
        given = words[:MOST_CHARACTERS].split("\n")
        for line in given[:MOST_LINES]:
            cells += line.count("|")
            if "|" in line and cells > MOST_TABLE_CELLS:
                left_out += 1
                continue
            lines.append(line)
        if left_out:
            lines += ["", self.tr("{0} {0:row|rows} of tables more are not shown.").format(counted(left_out))]
        if len(words) > MOST_CHARACTERS or len(given) > MOST_LINES:
            lines += ["", self.tr("The rest of this text is too long to be shown.")]
        return "\n".join(lines)

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


def _no_picture() -> QImage:
    empty = QImage(1, 1, QImage.Format.Format_ARGB32)
    empty.fill(Qt.GlobalColor.transparent)
    return empty


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
