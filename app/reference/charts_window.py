"""The charts of a game in a window of their own: tables, the terrain chart, tracks and numbers, each with its source.

What counts now is lit, what the scenario changes is marked with the original beside it, and a search finds any heading
or value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.reference.chart_table import ChartTable
from app.reference.chart_words import cell_html, cell_words, source_html
from app.reference.rules import LINK
from engine.definitions.charts.chart_pages import NO_LIGHT, ChartPage, ChartPart, Light

_PAGE = Qt.ItemDataRole.UserRole
Lights = Mapping[tuple[ChartPart, str], Light]


@dataclass(frozen=True, slots=True)
class ChartSet:
    """The charts of a scenario or of a game: what they are called, and what counts in them now."""

    game: str
    title: str
    pages: Sequence[ChartPage]
    lights: Callable[[], Lights] = dict


class ChartsWindow(QDialog):
    """The list of charts on the left, the chart on the right."""

    case_wanted = Signal(str, str)
    """A game and a case of its rules."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sets: list[ChartSet] = []
        self._lights: Lights = {}
        self.setWindowTitle(self.tr("Charts"))
        self.setWindowFlag(Qt.WindowType.Window)
        self.resize(980, 660)
        self.which = QComboBox()
        self.which.setAccessibleName(self.tr("Whose charts"))
        self.which.setToolTip(self.tr("The charts of the scenario on the screen, or of a game as it is"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a heading, a number or a word"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find in the charts"))
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setAccessibleName(self.tr("The charts"))
        self.title = QLabel()
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.3)
        self.title.setFont(font)
        self.source = self._words()
        self.table = ChartTable(cell_words)
        self.table.setAccessibleName(self.tr("The chart"))
        self.about = self._words()
        self.about.setMinimumHeight(self.about.fontMetrics().lineSpacing() * 2 + 4)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()
        self.which.currentIndexChanged.connect(self._fill)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.currentItemChanged.connect(lambda now, _: self._show(_page_of(now)))
        self.table.selectionModel().currentChanged.connect(self._tell)
        QShortcut(QKeySequence("Ctrl+F"), self, self.begin_search)

    def _words(self) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.linkActivated.connect(self._follow)
        return label

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        column, reading = QVBoxLayout(left), QVBoxLayout(right)
        for layout, widgets in (
            (column, (self.which, self.search, self.list)),
            (reading, (self.title, self.source, self.table, self.about)),
        ):
            layout.setContentsMargins(0, 0, 0, 0)
            for widget in widgets:
                layout.addWidget(widget)
        reading.setStretchFactor(self.table, 1)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(right)
        split.setSizes([260, 700])
        split.setChildrenCollapsible(False)
        QVBoxLayout(self).addWidget(split)

    # Which charts

    def show_sets(self, sets: Sequence[ChartSet]) -> None:
        """Offer these sets of charts, and show the first."""
        self._sets = list(sets)
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItems([each.title for each in sets])
        self.which.blockSignals(False)
        self._fill()

    @property
    def chosen(self) -> ChartSet | None:
        """The set that is shown."""
        index = self.which.currentIndex()
        return self._sets[index] if 0 <= index < len(self._sets) else None

    @property
    def page(self) -> ChartPage | None:
        """The chart that is shown."""
        return self.table.chart.page

    def turn_to(self, part: ChartPart, name: str) -> bool:
        """Show a chart by its name; False where there is none."""
        for row in self._rows():
            page = _page_of(row)
            if page is not None and (page.part, page.name, page.is_original) == (part, name, False):
                self.list.setCurrentItem(row)
                return True
        return False

    def begin_search(self) -> None:
        """Let the keyboard look for something."""
        self.search.setFocus()
        self.search.selectAll()

    def relight(self) -> None:
        """The game has gone on: light what counts now."""
        chosen = self.chosen
        self._lights = chosen.lights() if chosen is not None else {}
        self._show(self.page)

    def _fill(self) -> None:
        chosen, words = self.chosen, self.search.text()
        self._lights = chosen.lights() if chosen is not None else {}
        before = (self.page.part, self.page.name) if self.page is not None else None
        self.list.blockSignals(True)
        self.list.clear()
        heads: dict[ChartPart, QTreeWidgetItem] = {}
        for page in chosen.pages if chosen is not None else ():
            if words.strip() and words.casefold() not in page.title.casefold() and not page.found(words):
                continue
            if page.part not in heads:
                heads[page.part] = QTreeWidgetItem([self._part(page.part)])
                heads[page.part].setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.list.addTopLevelItem(heads[page.part])
            changed = self.tr("{0}  ({1} changed)").format(page.title, page.changes) if page.changes else page.title
            row = QTreeWidgetItem([changed])
            row.setToolTip(0, changed)
            row.setData(0, _PAGE, page)
            heads[page.part].addChild(row)
        self.list.expandAll()
        self.list.blockSignals(False)
        rows = self._rows()
        same = [row for row in rows if (found := _page_of(row)) and (found.part, found.name) == before]
        if rows:
            self.list.setCurrentItem((same or rows)[0])
        self._show(_page_of((same or rows)[0]) if rows else None)

    def _part(self, part: ChartPart) -> str:
        return {
            ChartPart.TABLES: self.tr("Tables"),
            ChartPart.TERRAIN: self.tr("Terrain"),
            ChartPart.TRACKS: self.tr("Tracks"),
            ChartPart.PARAMETERS: self.tr("Values"),
        }[part]

    def _rows(self) -> list[QTreeWidgetItem]:
        heads = [self.list.topLevelItem(number) for number in range(self.list.topLevelItemCount())]
        found = (head.child(number) for head in heads if head is not None for number in range(head.childCount()))
        return [row for row in found if row is not None]

    def _show(self, page: ChartPage | None) -> None:
        if page is None:
            self.table.show_page(None)
            self.title.setText(self.tr("No chart has that") if self._sets else "")
            self.source.clear()
            self.about.clear()
            return
        self.title.setText(page.title)
        each = self.tr("Each number has a source of its own; choose one to read it.")
        self.source.setText(source_html(page.source) if page.source is not None else each)
        self.table.show_page(page, self._lights.get((page.part, page.name), NO_LIGHT))
        found = page.found(self.search.text())
        self.table.chart.mark_found(found)
        if found:
            self.table.setCurrentIndex(self.table.chart.index(*found[0]))
        self._tell(self.table.currentIndex())

    def _tell(self, index: QModelIndex) -> None:
        """What is known about the chosen cell."""
        page = self.page
        if page is None or not index.isValid():
            hint = self.tr("Choose a value to see where it comes from. Italics: our reconstruction.")
            self.about.setText(hint)
            return
        self.about.setText(cell_html(page, index.row(), index.column()))

    def _follow(self, address: str) -> None:
        if self.chosen is not None and address.startswith(LINK):
            self.case_wanted.emit(self.chosen.game, address.removeprefix(LINK))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and the arrow in the search go to what was found."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.table.setFocus()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus()
                return True
        return super().eventFilter(watched, event)


def _page_of(row: QTreeWidgetItem | None) -> ChartPage | None:
    found = row.data(0, _PAGE) if row is not None else None
    return found if isinstance(found, ChartPage) else None
