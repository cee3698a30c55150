"""The manual, and whose work is inside."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.application import NAME
from app.modes import ModeSwitch
from app.reference.manual_window import ManualWindow
from app.reference.reference import Reference
from app.reference.topics import topic_of, topic_of_panel
from editor.documents.workbench import Workbench

FIRST_MAP = "first-map"


class Help(QObject):
    """What the Help menu shows."""

    lesson_wanted = Signal()
    """The first game is to be played step by step, or gone on with."""

    def __init__(self, frame: QWidget, reference: Reference, modes: ModeSwitch, bench: Workbench) -> None:
        super().__init__(frame)
        self._frame, self._modes, self._bench = frame, modes, bench
        self.manual: ManualWindow | None = None
        self.reference = reference

    def show_manual(self, page: str = "", heading: str = "") -> None:
        """Open the manual beside the map, at a page and a part of it if they are named."""
        if self.manual is None:
            self.manual = ManualWindow(self._frame)
        self.manual.show()
        self.manual.raise_()
        if page:
            self.manual.turn_to(page, heading)

    def show_help(self) -> None:
        """Tell of what is at hand: a case pointed at, the panel with the keyboard, the question, a tool, the mode."""
        panel = topic_of_panel()
        case = self.reference.pointed_case() or ("" if panel else self.reference.asked_case())
        if case and self.reference.knows(case):
            self.reference.show_case(case)
        else:
            self.show_manual(*(panel or topic_of(self._modes.mode, self._bench.tool)))

    def begin_lesson(self) -> None:
        """Play the first game step by step, or go on with it."""
        self.lesson_wanted.emit()

    def show_about(self) -> None:
        """Say what this program is."""
        box = self.about_box()
        box.exec()
        box.deleteLater()

    def about_box(self) -> QMessageBox:
        """The box that says it; its words are ours and marked up."""
        title = self.tr("About {0}").format(NAME)
        box = QMessageBox(QMessageBox.Icon.NoIcon, title, "", QMessageBox.StandardButton.Ok, self._frame)
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setText(self.about_text())
        return box

    def about_text(self) -> str:
        """Name, version, and whose work is inside."""
        told = (
            self.tr(
                "A workshop for board wargames: paint the map, write the order of battle, play it under the real rules."
            ),
            self.tr(
                "Set in Inter (SIL Open Font License 1.1). Unit symbols after military-symbol (MIT licence). "
                "Built on Qt for Python (LGPL)."
            ),
            self.tr("The games named are their publishers'; none of their art or text is inside."),
        )
        return f"<h3>{NAME} {_version()}</h3>" + "".join(f"<p>{line}</p>" for line in told)


def _version() -> str:
    try:
        return metadata.version("redoubt")
    except metadata.PackageNotFoundError:
        return ""
