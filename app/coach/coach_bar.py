"""The step of a lesson above the map: what to do, how far one is, and the ways out.

It keeps its height from the first step to the last, so that the map below does not move while one reads.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.panels.icons import icon

_LINES = 4.1
"""Lines of a step that are to be read without scrolling."""


class CoachBar(QFrame):
    """One step at a time."""

    left = Signal()
    skipped = Signal()
    again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("coach-bar")
        self.setAccessibleName(self.tr("The lesson"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.step = QLabel()
        font = self.step.font()
        font.setBold(True)
        self.step.setFont(font)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(150, 6)
        self.words = QTextBrowser()
        self.words.setFrameShape(QFrame.Shape.NoFrame)
        self.words.setOpenLinks(False)
        self.words.viewport().setAutoFillBackground(False)
        self.words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.words.document().setDocumentMargin(0)
        self.words.setAccessibleName(self.tr("What to do now"))
        self.words.setFixedHeight(round(self.words.fontMetrics().lineSpacing() * _LINES))
        self.again = QPushButton(self.tr("Step &Again"))
        self.again.setToolTip(self.tr("Put the game back to where this step began"))
        self.skip = QPushButton(self.tr("S&kip"))
        self.skip.setToolTip(self.tr("Go on to the next step without doing this one"))
        self.away = QToolButton()
        self.away.setIcon(icon("clear"))
        self.away.setAutoRaise(True)
        self.away.setToolTip(self.tr("Leave the lesson; the start page goes on with it"))
        self.away.setAccessibleName(self.away.toolTip())
        for button, signal in ((self.again, self.again_wanted), (self.skip, self.skipped), (self.away, self.left)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(signal)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.step)
        head.addWidget(self.progress)
        head.addStretch(1)
        for widget in (self.again, self.skip, self.away):
            head.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 8, 5)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.words)

    def show_step(self, number: int, count: int, chapter: str, words: str) -> None:
        """Say what is to be done now."""
        self.step.setText(self.tr("Step {0} of {1}: {2}").format(number, count, chapter))
        self.progress.setRange(0, count)
        self.progress.setValue(number - 1)
        self._say(words)
        self.skip.show()
        self.show()

    def show_end(self, title: str, count: int, words: str) -> None:
        """Say that it is over."""
        self.step.setText(self.tr("Done: {0}").format(title))
        self.progress.setRange(0, count)
        self.progress.setValue(count)
        self._say(words)
        self.skip.hide()
        self.again.hide()
        self.show()

    def _say(self, words: str) -> None:
        self.words.setMarkdown(words)
        self.words.verticalScrollBar().setValue(0)
