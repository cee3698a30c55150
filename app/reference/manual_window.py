"""The manual in a window of its own: its index first, every page, links between them, and a search over all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.reference.manual_pages import Found, pages, search
from editor.panels.icons import icon
from engine.narration.language import labelled

_FOUND = Qt.ItemDataRole.UserRole
_LEAST_LETTERS = 2


class ManualWindow(QDialog):
    """Pages on the left, or what was found in them; the page on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(920, 640)
        self._pages = pages()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the whole manual (Ctrl+F)"))
        self.search.setAccessibleName(self.tr("Search the whole manual"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.contents = QListWidget()
        self.contents.setAccessibleName(self.tr("Pages of the manual"))
        self.contents.addItems([page.title for page in self._pages])
        self.found = QListWidget()
        self.found.setAccessibleName(self.tr("What was found"))
        self.found.setWordWrap(True)
        self.found.setAlternatingRowColors(True)
        self._lists = QStackedWidget()
        self._lists.addWidget(self.contents)
        self._lists.addWidget(self.found)
        self.page = QTextBrowser()
        self.page.setOpenExternalLinks(False)
        self.page.setOpenLinks(False)
        self.page.anchorClicked.connect(self._follow)
        side = QWidget()
        side.setFixedWidth(270)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self._lists, 1)
        layout = QHBoxLayout(self)
        layout.addWidget(side)
        layout.addWidget(self.page, 1)
        self.contents.currentRowChanged.connect(self._turn_to)
        self.search.textChanged.connect(self._look_for)
        self.search.returnPressed.connect(self._to_the_found)
        self.found.currentItemChanged.connect(lambda row, _: self._show_found(row))
        self.found.itemClicked.connect(self._show_found)
        QShortcut(QKeySequence.StandardKey.Find, self, self.begin_search)
        self.contents.setCurrentRow(0)

    def turn_to(self, page: str, heading: str = "") -> None:
        """Show a page by its file's name or its title, at an English heading; one that is not there changes nothing."""
        number = next(
            (row for row, each in enumerate(self._pages) if page in (each.name, each.known_as, each.title)), None
        )
        if number is None:
            return
        self.search.clear()
        self.contents.setCurrentRow(number)
        if heading:
            self._scroll_to(self._pages[number].heading(heading))

    def begin_search(self) -> None:
        """Let the next letters be looked for."""
        self.search.setFocus()
        self.search.selectAll()

    def _turn_to(self, row: int) -> None:
        if 0 <= row < len(self._pages):
            self.page.setMarkdown(self._pages[row].text)

    def _follow(self, link: QUrl) -> None:
        """A link within the manual leads to its page."""
        self.turn_to(link.path().rpartition("/")[2].removesuffix(".md"))

    # Searching

    def _look_for(self, words: str) -> None:
        """List what is found; without words the pages stand there again."""
        self.found.blockSignals(True)
        self.found.clear()
        self.found.blockSignals(False)
        is_search = len(words.strip()) >= _LEAST_LETTERS
        self._lists.setCurrentWidget(self.found if is_search else self.contents)
        if not is_search:
            return
        for found in search(words, self._pages):
            where = found.page.title if found.heading == found.page.title else labelled(found.page.title, found.heading)
            row = QListWidgetItem(f"{where}\n{found.line}")
            row.setData(_FOUND, found)
            self.found.addItem(row)
        if not self.found.count():
            self.found.addItem(self.tr("Nothing in the manual has these words."))

    def _to_the_found(self) -> None:
        """Enter in the search shows the first that was found, and the arrow keys the others."""
        if self.found.count():
            self.found.setFocus()
            self.found.setCurrentRow(0)

    def _show_found(self, row: QListWidgetItem | None) -> None:
        found = row.data(_FOUND) if row is not None else None
        if not isinstance(found, Found):
            return
        number = self._pages.index(found.page)
        self.contents.blockSignals(True)
        self.contents.setCurrentRow(number)
        self.contents.blockSignals(False)
        self._turn_to(number)
        self._scroll_to(found.heading)
        self.page.find(self.search.text().split()[0])

    def _scroll_to(self, heading: str) -> None:
        """Put a heading at the top; the page begins with its first."""
        block = self.page.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and block.text().strip() == heading:
                self.page.moveCursor(QTextCursor.MoveOperation.End)
                self.page.setTextCursor(QTextCursor(block))
                return
            block = block.next()
