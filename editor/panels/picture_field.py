"""A field for a picture of one's own: shows it small, takes another from the disk, and lets it go again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor.canvas.art.own_pictures import PICTURES
from editor.documents.picture_intake import take_picture
from editor.open_path import ask_open_path
from editor.panels.panel import tool_button
from editor.refusal import CannotEdit
from engine.core.messages import Message
from engine.storage.store import Store

_SMALL = QSize(40, 28)


class PictureField(QWidget):
    """Holds the name of a picture of the file, or none."""

    picture_changed = Signal(str)
    """Someone took another picture; empty for none."""
    refused = Signal(object)
    """A `Message`: why a picture was not taken."""

    def __init__(self, store: Callable[[], Store | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._picture = ""
        self.button = QToolButton()
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setIconSize(_SMALL)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.setAccessibleName(self.tr("Picture"))
        self.button.setToolTip(self.tr("Choose a picture in PNG, JPEG or SVG; it is kept in this file"))
        self.button.clicked.connect(self.ask)
        self.none = tool_button(
            "clear", self.tr("No picture"), self.tr("No picture of its own"), lambda: self.choose("")
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.button)
        row.addWidget(self.none)
        row.addStretch(1)
        self._show()

    @property
    def picture(self) -> str:
        """The name of the picture, or empty."""
        return self._picture

    def set_picture(self, picture: str) -> None:
        """Show another picture, without a word to anyone."""
        self._picture = picture
        self._show()

    def choose(self, picture: str) -> None:
        """Take another picture and tell."""
        if picture != self._picture:
            self.set_picture(picture)
            self.picture_changed.emit(picture)

    def ask(self) -> None:
        """Let a person choose a file."""
        kinds = self.tr("Pictures (*.png *.svg *.jpg *.jpeg)")
        path = ask_open_path(self, self.tr("Choose a Picture"), kinds)
        if path is not None:
            self.take(path)

    def take(self, path: Path) -> bool:
        """Take a picture from the disk; what is no picture of ours is refused in words."""
        store = self._store()
        if store is None:
            return False
        try:
            picture = take_picture(store, path)
        except CannotEdit as bad:
            said: Message = bad.message
            self.refused.emit(said)
            return False
        self.choose(picture)
        return True

    def _show(self) -> None:
        image = PICTURES.get(self._picture) if self._picture else None
        if image is None:
            self.button.setIcon(QIcon())
            missing = self.tr("not in this file") if self._picture else self.tr("Choose...")
            self.button.setText(missing)
        else:
            size = _SMALL * self.devicePixelRatioF()
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self.button.setIcon(QIcon(QPixmap.fromImage(image.scaled(size, keep, smooth))))
            self.button.setText("")
        self.none.setEnabled(bool(self._picture))
