"""Where is it balanced: one number of the scenario over a range, each value played on the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QTextBrowser, QVBoxLayout, QWidget

from app.lab.report_document import fill_document
from engine.lab.arms import Arm
from engine.lab.compare_sections import sweep_section
from engine.lab.playing import ready
from engine.lab.report_sections import ArmReport, ReportSection
from engine.lab.sweep import number_words, numbers_of

_MOST = 9999
_AROUND = 1
"""So far below and above what it is now a number is swept, unless somebody says otherwise."""


class SweptNumber(NamedTuple):
    """A number of the scenario: the way to it, what it is called, and what it is now."""

    path: str
    words: str
    value: int


def numbers_of_arm(arm: Arm) -> tuple[SweptNumber, ...]:
    """The numbers of a scenario that are offered; raises LabError where it cannot be played."""
    brief, board = ready(arm).brief, ready(arm).game.board
    return tuple(
        SweptNumber(path, number_words(brief, board, path), value) for path, value in numbers_of(brief).items()
    )


class SweepPage(QWidget):
    """Which number, from where to where, and what came of it."""

    def __init__(
        self,
        play: Callable[[str, Sequence[int]], None],
        numbers: Callable[[], Sequence[SweptNumber]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._play, self._numbers = play, numbers
        self._parts: tuple[ReportSection, ...] = ()
        self.number = QComboBox()
        self.number.setEditable(True)
        self.number.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.number.setAccessibleName(self.tr("The number"))
        self.number.setToolTip(self.tr("A number of the scenario; any other is typed by the way to it in its text"))
        self.first, self.last = self._value(self.tr("From")), self._value(self.tr("To"))
        self.go = QPushButton(self.tr("S&weep"))
        self.go.setToolTip(self.tr("Play each value on the same seeds; what was played stays"))
        self.go.setAutoDefault(False)
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("The balance at each value"))
        self.text.setPlaceholderText(
            self.tr("Choose a number and its values, and press Sweep. The balance at each of them stands here.")
        )
        row = QHBoxLayout()
        row.addWidget(self.number, 1)
        for words, field in ((self.tr("From"), self.first), (self.tr("To"), self.last)):
            row.addWidget(QLabel(words))
            row.addWidget(field)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        self.number.currentIndexChanged.connect(self._propose)
        self.go.clicked.connect(lambda _=False: self.begin())

    def _value(self, name: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(-_MOST, _MOST)
        box.setAccessibleName(name)
        return box

    def showEvent(self, event: QShowEvent) -> None:
        """When it is first seen it offers which numbers there are, and what they are now; any other may be typed."""
        super().showEvent(event)
        if not self.number.count():
            for each in self._numbers():
                self.number.addItem(each.words, each)
                self.number.setItemData(self.number.count() - 1, each.path, Qt.ItemDataRole.ToolTipRole)

    def _propose(self) -> None:
        number = self.number.currentData()
        if isinstance(number, SweptNumber):
            self.first.setValue(number.value - _AROUND)
            self.last.setValue(number.value + _AROUND)

    @property
    def path(self) -> str:
        """The way to the number that is chosen by its words, or the way that was typed."""
        said, chosen = self.number.currentText().strip(), self.number.currentData()
        return chosen.path if isinstance(chosen, SweptNumber) and said == chosen.words else said

    def choose(self, path: str) -> None:
        """Choose one of the numbers that are offered."""
        paths = [self.number.itemData(index).path for index in range(self.number.count())]
        self.number.setCurrentIndex(paths.index(path))

    def begin(self) -> None:
        """Play every value."""
        first, last = sorted((self.first.value(), self.last.value()))
        self._play(self.path, range(first, last + 1))

    def show_reports(self, name: str, found: Mapping[int, ArmReport]) -> None:
        """Tell the balance at each value that has been played."""
        self._parts = (sweep_section(list(found), list(found.values()), name),) if found else ()
        fill_document(self.text.document(), self._parts)

    def parts(self) -> tuple[ReportSection, ...]:
        """The same as a section of the report; none before there is one."""
        return self._parts
