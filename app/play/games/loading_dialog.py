"""What is shown while a long game is taken up: how far it is, and a button to give it up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from engine.definitions.game_record import GameRecord

_SOON = 500
"""Milliseconds after which it appears; most games are there before."""


class Patience(QProgressDialog):
    """Told how far it is, answers whether to go on."""

    def __init__(self, record: GameRecord, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Saved Game"))
        self.setLabelText(self.tr("{0} is played again up to where it was left...").format(record.title or record.id))
        self.setCancelButtonText(self.tr("Give Up"))
        self.setRange(0, max(1, len(record.actions)))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumDuration(_SOON)
        self.setAutoClose(True)

    def __call__(self, step: int) -> bool:
        """After so many actions."""
        self.setValue(step)
        return not self.wasCanceled()

    def end(self) -> None:
        """It is over, one way or the other."""
        self.reset()
        self.deleteLater()
