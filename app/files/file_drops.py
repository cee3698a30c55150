"""Files dropped on the window: a map or a scenario is opened, a picture becomes a scan, another program's is read.

What is dropped is only looked at by its name here; whether it can be read is found out where it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from editor.digitise.exchange.exchange_import import VASSAL_ENDINGS

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".pdf"})
PARCELS = frozenset({".zip"})
FOREIGN = frozenset({*VASSAL_ENDINGS, ".tmx", ".tmj"})
"""Modules of VASSAL and maps of Tiled."""


def ways_to_open(
    unpack: Callable[[Path], object], read: Callable[[Path], object], scan: Callable[[Sequence[Path]], object]
) -> dict[str, Callable[[Path], object]]:
    """What is done with a file that is none of ours, by the ending of its name."""
    pictures = dict.fromkeys(PICTURES, lambda picture: scan([picture]))
    return {**dict.fromkeys(PARCELS, unpack), **dict.fromkeys(FOREIGN, read), **pictures}


class FileDrops(QObject):
    """Takes what is dropped anywhere on a window where nobody else wants it."""

    def __init__(
        self,
        window: QWidget,
        *,
        open_file: Callable[[Path], object],
        scan: Callable[[Sequence[Path]], object],
    ) -> None:
        super().__init__(window)
        self._open, self._scan = open_file, scan
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Drop and isinstance(event, QDropEvent):
            if self.take(event.mimeData()):
                accept_copy(event)
            return True
        if isinstance(event, QDragEnterEvent | QDragMoveEvent) and files_in(event.mimeData()):
            accept_copy(event)
            return True
        return False

    def take(self, data: QMimeData) -> bool:
        """Do what fits the files: all pictures, or the first of what can be opened."""
        files = files_in(data)
        pictures = [path for path in files if path.suffix.lower() in PICTURES]
        if pictures:
            self._scan(pictures)
        elif files:
            self._open(files[0])
        return bool(files)


def accept_copy(event: QDropEvent) -> None:
    """Take what is dragged as a copy, whatever was proposed: after a move its giver may throw the file away."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def files_in(data: QMimeData) -> list[Path]:
    """The files and folders of this machine that something dragged is about."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
