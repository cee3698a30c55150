"""What is known about a fit, in words: its kind and why, how good it is, and what to be wary of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.digitise.calibration import Calibration, shape_name
from editor.digitise.fitting import FEWEST
from editor.panels.icons import icon_pixmap
from editor.panels.panel import heading, note
from editor.panels.scans.calibration_desk import CalibrationDesk
from engine.core.messages import Message
from engine.definitions.issues import Issue, Severity

WARNING_COLOURS = {False: "#a4520a", True: "#f0a350"}
"""On a light and on a dark ground."""
GOOD_COLOURS = {False: "#2f6f3a", True: "#7fc48a"}


def is_dark(widget: QWidget) -> bool:
    return widget.palette().color(QPalette.ColorRole.Window).lightness() < 128


class Remark(QWidget):
    """An icon and a sentence."""

    def __init__(self, picture: str, text: str, colour: str | None = None) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        sign = QLabel()
        ink = QColor(colour) if colour else None
        sign.setPixmap(icon_pixmap(picture, 16, ratio=self.devicePixelRatioF(), colour=ink))
        sign.setFixedSize(QSize(16, 16))
        self.label = QLabel(text)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if colour:
            palette = self.label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
            self.label.setPalette(palette)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)


class FitFacts(QWidget):
    """The fit of a desk; nothing while there is none."""

    suspect_wanted = Signal()
    """Show the point that does not belong."""
    suspect_renamed = Signal()
    """Take it for the hex that it seems to be."""

    def __init__(self, desk: CalibrationDesk, words: Callable[[Message], str]) -> None:
        super().__init__()
        self._desk = desk
        self._words = words
        self.title = heading("")
        self.reason = note()
        self.error = QLabel()
        self.pitch = QLabel()
        self.lie = QLabel()
        self.nudged = QLabel()
        for label in (self.error, self.pitch, self.lie, self.nudged):
            label.setWordWrap(True)
        self.unnudge = QPushButton(self.tr("Undo Nudge"))
        self.unnudge.setToolTip(self.tr("Lay the grid where the points put it"))
        self.unnudge.clicked.connect(lambda _=False: desk.reset_nudge())
        self.show_suspect = QPushButton(self.tr("Show It"))
        self.show_suspect.setToolTip(self.tr("Go to the point that does not belong"))
        self.show_suspect.clicked.connect(lambda _=False: self.suspect_wanted.emit())
        self.rename_suspect = QPushButton()
        self.rename_suspect.setToolTip(self.tr("Give the point the number that the others say it has"))
        self.rename_suspect.clicked.connect(lambda _=False: self.suspect_renamed.emit())
        self._remarks: list[Remark] = []
        self._notes = QVBoxLayout()
        self._notes.setSpacing(4)
        self._build()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.reason)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        names = (self.tr("Error"), self.tr("Pitch"), self.tr("Lie"))
        for row, (name, value) in enumerate(zip(names, (self.error, self.pitch, self.lie), strict=True)):
            label = note(name)
            label.setWordWrap(False)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        column.addLayout(grid)
        column.addLayout(self._notes)
        suspects = QHBoxLayout()
        suspects.addWidget(self.rename_suspect)
        suspects.addWidget(self.show_suspect)
        suspects.addStretch(1)
        column.addLayout(suspects)
        nudges = QHBoxLayout()
        nudges.addWidget(self.nudged, 1)
        nudges.addWidget(self.unnudge)
        column.addLayout(nudges)

    def refresh(self) -> None:
        """Show the fit as it is now."""
        fit = self._desk.fit
        self.setVisible(fit is not None)
        if fit is None:
            return
        self.title.setText(self.tr("Fit: {0}").format(self._words(shape_name(fit.shape)).lower()))
        self.reason.setText(self._words(fit.reason))
        spare = len(fit.points) > FEWEST[fit.shape]
        worst = fit.worst
        self.error.setText(
            self.tr("RMS {0} px, worst {1} px at {2}").format(f"{fit.rms:.2f}", f"{worst.distance:.2f}", worst.name)
            if spare or not self._desk.nudge.is_none
            else self.tr("none left over: every point is needed for the fit")
        )
        self.pitch.setText(self._pitch(fit))
        self.lie.setText(
            self.tr("turned {0}°, sheared {1}°").format(f"{fit.pitch.rotation:.2f}", f"{fit.pitch.shear:.2f}")
        )
        self._show_notes(fit)
        self._show_nudge()

    def _pitch(self, fit: Calibration) -> str:
        pitch = fit.pitch
        return self.tr("columns {0} px, rows {1} px; ratio {2}, regular is {3}").format(
            f"{pitch.columns:.1f}", f"{pitch.rows:.1f}", f"{pitch.ratio:.3f}", f"{pitch.expected_ratio:.3f}"
        )

    def _show_notes(self, fit: Calibration) -> None:
        for old in self._remarks:
            self._notes.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._remarks = [self._remark(issue) for issue in fit.notes]
        for new in self._remarks:
            self._notes.addWidget(new)
        suspect = fit.suspect
        self.show_suspect.setVisible(suspect is not None)
        meant = "" if suspect is None else suspect.meant
        self.rename_suspect.setVisible(bool(meant))
        self.rename_suspect.setText(self.tr("Name It {0}").format(meant))

    def _remark(self, issue: Issue) -> Remark:
        if issue.severity is Severity.INFO:
            return Remark("info", self._words(issue.message))
        return Remark("warning", self._words(issue.message), WARNING_COLOURS[is_dark(self)])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What there is to be wary of, as it is shown."""
        return tuple(remark.label.text() for remark in self._remarks)

    def _show_nudge(self) -> None:
        nudge = self._desk.nudge
        self.nudged.setVisible(not nudge.is_none)
        self.unnudge.setVisible(not nudge.is_none)
        self.nudged.setText(
            self.tr("Nudged by {0}, {1} px, {2}°, {3} %").format(
                f"{nudge.right:+.1f}", f"{nudge.down:+.1f}", f"{nudge.degrees:+.2f}", f"{100 * nudge.factor:.2f}"
            )
        )
