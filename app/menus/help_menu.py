"""The manual, and whose work is inside."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.application import NAME
from app.reference.manual_window import ManualWindow
from app.reference.reference import Reference

FIRST_MAP = "Your first map in ten minutes"


class Help(QObject):
    """What the Help menu shows."""

    def __init__(self, frame: QWidget, reference: Reference) -> None:
        super().__init__(frame)
        self._frame = frame
        self.manual: ManualWindow | None = None
        self.reference = reference

    def show_manual(self, page: str = "") -> None:
        """Open the manual beside the map, at a page if one is named."""
        if self.manual is None:
            self.manual = ManualWindow(self._frame)
        self.manual.show()
        self.manual.raise_()
        if page:
            self.manual.turn_to(page)

    def show_help(self) -> None:
        """The rules at the case that is named under the pointer or to the player; where none is, the manual."""
        case = self.reference.named_case()
        if case and self.reference.knows(case):
            self.reference.show_case(case)
        else:
            self.show_manual()

    def show_about(self) -> None:
        """Say what this program is."""
        self.about_box().exec()

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
