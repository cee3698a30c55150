"""Where is it balanced: one number of the scenario over a range, each value played on the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QTextBrowser, QVBoxLayout, QWidget

from app.lab.report_document import fill_document
from engine.lab.compare_sections import sweep_section
from engine.lab.report_sections import ArmReport, ReportSection

_MOST = 9999
_AROUND = 1
"""So far below and above what it is now a number is swept, unless somebody says otherwise."""


class SweepPage(QWidget):
    """Which number, from where to where, and what came of it."""

    def __init__(
        self,
        play: Callable[[str, Sequence[int]], None],
        numbers: Callable[[], Mapping[str, int]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._play, self._numbers = play, numbers
        self._parts: tuple[ReportSection, ...] = ()
        self.number = QComboBox()
        self.number.setEditable(True)
        self.number.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.number.setAccessibleName(self.tr("The number"))
        self.number.setToolTip(self.tr("A number of the scenario, by the way to it in its text"))
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
            for name, value in self._numbers().items():
                self.number.addItem(name, value)

    def _propose(self) -> None:
        value = self.number.currentData()
        if isinstance(value, int):
            self.first.setValue(value - _AROUND)
            self.last.setValue(value + _AROUND)

    def begin(self) -> None:
        """Play every value."""
        first, last = sorted((self.first.value(), self.last.value()))
        self._play(self.number.currentText().strip(), range(first, last + 1))

    def show_reports(self, name: str, found: Mapping[int, ArmReport]) -> None:
        """Tell the balance at each value that has been played."""
        self._parts = (sweep_section(list(found), list(found.values()), name),) if found else ()
        fill_document(self.text.document(), self._parts)

    def parts(self) -> tuple[ReportSection, ...]:
        """The same as a section of the report; none before there is one."""
        return self._parts
