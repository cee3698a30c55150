"""The signs and kinds beside the files of a file dialog, from their names: no file is opened to show that it is there.

Left alone, Qt looks into every file of a folder for its kind, on the thread of the window. A file that does not answer
stops the whole program there: one on a network share that is gone, or `/proc/kmsg`, for whoever may read it. It was
enough to type the folder's name. The widget style hands each dialog over as it is dressed, before it lists anything.
"""

from __future__ import annotations

from PySide6.QtCore import QFileInfo, QMimeDatabase
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import QFileDialog, QFileIconProvider


class FileSigns(QFileIconProvider):
    """What a file dialog shows of a file besides its name, its size and its age."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds = QMimeDatabase()

    def serve(self, widget: object) -> None:
        """Be the one whom a widget asks, if it is a file dialog; the desktop's own dialogs have signs of their own."""
        if isinstance(widget, QFileDialog) and widget.iconProvider() is not self:
            widget.setIconProvider(self)

    def icon(self, asked: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        if isinstance(asked, QFileInfo):
            asked = self.IconType.Folder if asked.isDir() else self.IconType.File
        return super().icon(asked)

    def type(self, info: QFileInfo) -> str:
        if info.isDir():
            return super().type(info)
        kind = self._kinds.mimeTypeForFile(info.fileName(), QMimeDatabase.MatchMode.MatchExtension)
        return info.suffix().upper() if kind.isDefault() else kind.comment()
