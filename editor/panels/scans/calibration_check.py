"""The hold-out check as a page of questions: what is printed in hexes that nobody clicked?

A whole row missed in every click alike fits perfectly. So each question goes to a hex far from the clicks and asks
what is printed there; our own numbers are not shown meanwhile. The verdict says what is wrong and offers what mends it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from editor.panels.icons import icon
from editor.panels.panel import EmptyState, heading, note
from editor.panels.scans.calibration_desk import CalibrationDesk
from editor.panels.scans.calibration_facts import GOOD_COLOURS, WARNING_COLOURS, Remark, is_dark
from editor.panels.scans.calibration_fixes import CalibrationFix
from engine.core.messages import Message


class CheckPage(QStackedWidget):
    """Begins, asks, and tells the verdict."""

    look_wanted = Signal()
    """The view should show the hex that is asked about."""

    def __init__(self, desk: CalibrationDesk, words: Callable[[Message], str]) -> None:
        super().__init__()
        self._desk = desk
        self._words = words
        self._shown: object = None
        self._remark: Remark | None = None
        self._nothing = EmptyState(
            "calibrate", self.tr("There is nothing to check yet: click at least two hexes and type their numbers.")
        )
        self._start = QWidget()
        self._question = QWidget()
        self._verdict = QWidget()
        for page in (self._nothing, self._start, self._question, self._verdict):
            self.addWidget(page)
        self._build_start()
        self._build_question()
        self._build_verdict()
        desk.changed.connect(self.refresh)
        self.refresh()

    # Pages

    def _build_start(self) -> None:
        column = QVBoxLayout(self._start)
        column.addWidget(heading(self.tr("Is every hex what we take it for?")))
        about = QLabel(
            self.tr(
                "If every number was read one row too low, the grid still fits perfectly. So look at a few hexes that "
                "were not clicked, and type what is printed there."
            )
        )
        about.setWordWrap(True)
        column.addWidget(about)
        self.begin = QPushButton(icon("calibrate"), self.tr("Begin the Check"))
        self.begin.setToolTip(self.tr("Go to hexes that were not clicked and ask what is printed there (F8)"))
        self.begin.clicked.connect(lambda _=False: self.begin_check())
        column.addWidget(self.begin, 0, Qt.AlignmentFlag.AlignLeft)
        self.trouble = note()
        column.addWidget(self.trouble)
        column.addStretch(1)

    def _build_question(self) -> None:
        column = QVBoxLayout(self._question)
        self.counted = note()
        column.addWidget(self.counted)
        self.asked = heading("")
        self.asked.setWordWrap(True)
        column.addWidget(self.asked)
        self.answer = _AnswerField()
        self.answer.setAccessibleName(self.tr("What is printed there"))
        self.answer.setToolTip(self.tr("Type what you read in the marked hex, not what should be there; Enter goes on"))
        self.answer.setPlaceholderText(self.tr("what is printed there"))
        self.answer.returnPressed.connect(self._enter)
        self.answer.went_back.connect(self._desk.take_back_answer)
        column.addWidget(self.answer)
        row = QHBoxLayout()
        self.next = QPushButton(self.tr("&Next"))
        self.next.setToolTip(self.tr("Take this answer and go to the next hex (Enter)"))
        self.next.clicked.connect(lambda _=False: self._enter())
        self.skip = QPushButton(self.tr("&Cannot Read It"))
        self.skip.setToolTip(self.tr("Leave this hex out: its number is hidden, smudged or off the scan"))
        self.skip.clicked.connect(lambda _=False: self._desk.answer(""))
        self.back = QPushButton(self.tr("&Back"))
        self.back.setToolTip(self.tr("Answer the last question again (Alt+Left)"))
        self.back.clicked.connect(lambda _=False: self._desk.take_back_answer())
        for button in (self.next, self.skip, self.back):
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(note(self.tr("The hex is marked in yellow on the scan. Hold Z over it for the loupe.")))
        column.addStretch(1)

    def _build_verdict(self) -> None:
        column = QVBoxLayout(self._verdict)
        self._told = QVBoxLayout()
        column.addLayout(self._told)
        self.details = note()
        column.addWidget(self.details)
        self.fix_buttons: dict[CalibrationFix, QPushButton] = {}
        texts = {
            CalibrationFix.MOVE: (
                self.tr("&Move the Scan"),
                self.tr("Lay the scan so that the printed numbers lie on ours; the map keeps its numbers"),
                "shift",
            ),
            CalibrationFix.RENUMBER: (
                self.tr("&Renumber the Sheet"),
                self.tr("Number the sheet as the scan is printed; nothing on the map moves"),
                "renumber",
            ),
            CalibrationFix.RESTAGGER: (
                self.tr("&Stagger the Sheet the Other Way"),
                self.tr("Let the other columns or rows stand half a hex further; rails that no longer lead on are cut"),
                "sheet",
            ),
        }
        for fix, (text, tip, picture) in texts.items():
            button = self.fix_buttons[fix] = QPushButton(icon(picture), text)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, fix=fix: self._desk.mend(fix))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.again = QPushButton(self.tr("Check A&gain"))
        self.again.setToolTip(self.tr("Ask once more (F8)"))
        self.again.clicked.connect(lambda _=False: self.begin_check())
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    # What is done

    def begin_check(self) -> None:
        """Choose hexes and ask about the first."""
        if self._desk.fit is None:
            return
        if not self._desk.begin_check():
            self.trouble.setText(self.tr("No hex beside those clicked lies wholly on the scan."))
            self._show(self._start)

    def _enter(self) -> None:
        text = self.answer.text().strip()
        if text:
            self._desk.answer(text)

    @property
    def verdict_text(self) -> str:
        """The verdict as it is shown."""
        return "" if self._remark is None else self._remark.label.text()

    @property
    def is_asking(self) -> bool:
        return self.currentWidget() is self._question

    def refresh(self) -> None:
        """Show the page that fits the state of the check."""
        desk = self._desk
        if desk.fit is None:
            self._show(self._nothing)
        elif desk.verdict is not None:
            self._show_verdict()
        elif desk.question is not None:
            self._show_question()
        else:
            self.trouble.clear()
            self._show(self._start)

    def _show(self, page: QWidget) -> None:
        self._shown = None
        self.setCurrentWidget(page)

    def _show_question(self) -> None:
        question = self._desk.question
        if question is None or question is self._shown:
            return
        self.setCurrentWidget(self._question)
        self._shown = question
        number, count = len(self._desk.answers) + 1, len(self._desk.asked)
        self.counted.setText(self.tr("Question {0} of {1}").format(number, count))
        self.asked.setText(self.tr("What is printed in the hex that is marked?"))
        self.back.setEnabled(bool(self._desk.answers))
        self.answer.clear()
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        self.look_wanted.emit()

    def _show_verdict(self) -> None:
        verdict = self._desk.verdict
        if verdict is None or verdict is self._shown:
            return
        self.setCurrentWidget(self._verdict)
        self._shown = verdict
        if self._remark is not None:
            self._told.removeWidget(self._remark)
            self._remark.hide()
            self._remark.deleteLater()
        colours = GOOD_COLOURS if verdict.is_confirmed else WARNING_COLOURS
        picture = "all-well" if verdict.is_confirmed else "warning"
        self._remark = Remark(picture, self._words(verdict.message), colours[is_dark(self)])
        self._told.addWidget(self._remark)
        lines = [
            self.tr("{0}: {1} is printed").format(asked.label, printed or self.tr("nothing"))
            for asked, printed in verdict.differing
        ]
        self.details.setText("\n".join(lines))
        self.details.setVisible(bool(lines))
        fixes = self._desk.fixes()
        for fix, button in self.fix_buttons.items():
            button.setVisible(fix in fixes)


class _AnswerField(QLineEdit):
    """A line that goes back a question with Alt and Left."""

    went_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(32)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Left and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.went_back.emit()
            event.accept()
            return
        super().keyPressEvent(event)
