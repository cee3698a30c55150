"""The manual in a window of its own: the pages of resources/manual, as they are."""

from __future__ import annotations

import re
from importlib import resources

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

_REMARKS = re.compile(r"[ \t]*<!--.*?-->\n?", re.DOTALL)
"""What only machines read in the pages."""


def manual_pages() -> dict[str, str]:
    """The pages by title, in the order of their file names; the title is the first heading."""
    folder = resources.files("resources") / "manual"
    if not folder.is_dir():
        return {}
    pages = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".md"):
            text = file.read_text(encoding="utf-8")
            heading = next((line for line in text.splitlines() if line.startswith("# ")), file.name)
            pages[heading.removeprefix("# ").strip()] = _REMARKS.sub("", text)
    return pages


class ManualWindow(QDialog):
    """Pages on the left, the page on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(880, 640)
        self._pages = manual_pages()
        self.contents = QListWidget()
        self.contents.setMaximumWidth(240)
        self.contents.addItems(list(self._pages))
        self.page = QTextBrowser()
        self.page.setOpenExternalLinks(False)
        self.page.setOpenLinks(False)
        layout = QHBoxLayout(self)
        layout.addWidget(self.contents)
        layout.addWidget(self.page, 1)
        self.contents.currentTextChanged.connect(self._turn_to)
        self.contents.setCurrentRow(0)

    def turn_to(self, title: str) -> None:
        """Show a page by its title; one that is not there changes nothing."""
        if title in self._pages:
            self.contents.setCurrentRow(list(self._pages).index(title))

    def _turn_to(self, title: str) -> None:
        self.page.setMarkdown(self._pages.get(title, ""))
