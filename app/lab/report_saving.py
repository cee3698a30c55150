"""Takes the report away: as one HTML page or as a PDF, each written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.lab.report_document import save_pdf
from editor.export.files import written_whole
from editor.save_path import ask_save_path
from engine.lab.report_page import report_page
from engine.lab.report_sections import ArmReport, ReportSection, about_lines, title_of
from engine.narration.language import catalogue, spoken
from engine.storage.errors import FileError


class ReportSaving(QObject):
    """Asks where to, writes, and says whether it is there. Without a report nothing is asked."""

    def __init__(
        self,
        over: QWidget,
        report: Callable[[], ArmReport | None],
        parts: Callable[[], Sequence[ReportSection]],
        say: Callable[[str], None],
    ) -> None:
        """`over` is the window that asks; `parts` are the sections, what was compared among them."""
        super().__init__(over)
        self._over, self._report, self._parts, self._say = over, report, parts, say

    def ask_page(self) -> None:
        path = self._ask(self.tr("Save Page"), self.tr("Pages (*.html)"), ".html")
        if path is not None:
            self.save_page(path)

    def ask_pdf(self) -> None:
        path = self._ask(self.tr("Save PDF"), self.tr("PDF (*.pdf)"), ".pdf")
        if path is not None:
            self.save_pdf(path)

    def _ask(self, title: str, kinds: str, ending: str) -> Path | None:
        """Where to; the name offered has that of the scenario in it, so that no report replaces another's."""
        found = self._report()
        if found is None:
            return None
        return ask_save_path(self._over, title, f"{found.made.arm.scenario}-playtest{ending}", kinds, ending)

    def save_page(self, path: Path) -> None:
        """Write the report as one HTML file."""
        found = self._report()
        if found is None:
            return
        page = report_page(title_of(found), about(found), self._parts(), spoken())

        def write() -> None:
            with written_whole(path) as file:
                file.write(page.encode("utf-8", "backslashreplace"))

        self._save(path, write)

    def save_pdf(self, path: Path) -> None:
        """Write the report as a PDF."""
        found = self._report()
        if found is not None:
            told = title_of(found), about(found), self._parts()
            self._save(path, lambda: save_pdf(path, *told))

    def _save(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
        except FileError as bad:
            self._say(self.tr("Not saved: {0}").format(catalogue().text(bad.message)))
            return
        self._say(self.tr("Saved as {0}").format(path.name))


def about(found: ArmReport) -> list[str]:
    """Which games they were, and by which rules."""
    return about_lines(found, [game.seed for game in found.results])
