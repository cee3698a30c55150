"""The manual in a window of its own: the pages of resources/manual, as they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

from engine.narration.language import spoken

_REMARKS = re.compile(r"[ \t]*<!--.*?-->\n?", re.DOTALL)
"""What only machines read in the pages."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is read, and the English title that the program knows it by."""

    known_as: str
    title: str
    text: str


def manual_pages(language: str | None = None) -> dict[str, str]:
    """The pages by title, in the language that is spoken or in another, in the order of their file names."""
    return {page.title: page.text for page in pages(language)}


def pages(language: str | None = None) -> tuple[Page, ...]:
    """Every page; one that a language lacks is the English one."""
    folder = resources.files("resources") / "manual"
    if not folder.is_dir():
        return ()
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    found = []
    for file in files:
        other = folder / (language or spoken()) / file.name
        english = file.read_text(encoding="utf-8")
        text = other.read_text(encoding="utf-8") if other.is_file() else english
        found.append(Page(_title(english) or file.name, _title(text) or file.name, _REMARKS.sub("", text)))
    return tuple(found)


def _title(text: str) -> str:
    """The first heading."""
    return next((line.removeprefix("# ").strip() for line in text.splitlines() if line.startswith("# ")), "")


class ManualWindow(QDialog):
    """Pages on the left, the page on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(880, 640)
        self._pages = manual_pages()
        self._known = {page.known_as: page.title for page in pages()}
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
        """Show a page by its title or by the English one; one that is not there changes nothing."""
        title = self._known.get(title, title)
        if title in self._pages:
            self.contents.setCurrentRow(list(self._pages).index(title))

    def _turn_to(self, title: str) -> None:
        self.page.setMarkdown(self._pages.get(title, ""))
