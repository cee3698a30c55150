"""The turns of a scenario: its first and last one, and what the turn track says of each, beside the game's own.

What is changed of the track is kept as any change of a chart is; Delete makes a field the game's own again. Turns that
are not played are grey. Beside it stands what play begins with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.commands.design.charts import reset_chart, reset_values, set_chart_value, value_like
from editor.commands.design.heads import set_turns
from editor.commands.design.turns import add_turns, paste_turns, remove_last_turn, set_value
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.blocks import block_of
from editor.model.design.cell_words import chart_offers, chart_problem, page_in_words, told
from editor.model.design.chart_reading import like_of
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, meant
from editor.model.design.value_words import value_of
from editor.panels.button_menu import pop_up
from editor.panels.design.chart_grid import ChartGrid, ChartGridModel
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.opening_table import OpeningTable
from editor.panels.panel import column_of, note, tool_button
from editor.refusal import CannotEdit
from engine.definitions.charts.chart_pages import ChartCell, ChartPage, ChartPart, chart_pages
from engine.definitions.checks.course import TURN_TRACK
from engine.definitions.issues import Path
from engine.narration.language import catalogue, wording_of

_BESIDE = 420
_Index = QModelIndex | QPersistentModelIndex


class TurnGridModel(ChartGridModel):
    """A track; turns that are not played are grey."""

    played = range(0)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.ForegroundRole and not self._is_played(index.row()):
            return QApplication.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        return super().data(index, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        is_turn = orientation == Qt.Orientation.Vertical
        if role == Qt.ItemDataRole.ForegroundRole and is_turn and not self._is_played(section):
            return QApplication.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        return super().headerData(section, orientation, role)

    def _is_played(self, row: int) -> bool:
        text = self.page.rows[row] if self.page is not None and row < len(self.page.rows) else ""
        return not text.isdigit() or int(text) in self.played


class TurnsPanel(DesignPanel):
    """First turn, last turn, and the track between them."""

    name = "turns"
    shows = frozenset({Aspect.CHARTS, Aspect.HEAD, Aspect.VALUES})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._shows = False
        self.first = self._turn_field(self.tr("The turn on which play begins"))
        self.last = self._turn_field(self.tr("The turn after which the game is over"))
        self.track = QComboBox()
        self.track.setAccessibleName(self.tr("Track"))
        self.track.setToolTip(self.tr("The track that is shown; a star marks one that this scenario changes"))
        self.track.activated.connect(lambda _: self._show())
        self.back = QPushButton(self.tr("The Game's &Own"))
        self.back.setToolTip(self.tr("Take back every change of this track"))
        self.back.clicked.connect(self._take_track_back)
        self.model = TurnGridModel(self._put, self._tell_cell, offers=self._offers, problem=self._problem)
        self.grid = ChartGrid(self.model)
        self.grid.setAccessibleName(self.tr("The turns of the track"))
        self.grid.back_wanted.connect(self._take_back)
        self.grid.pasted.connect(self._paste)
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(self._show_menu)
        self.remark = note()
        self.opening = OpeningTable()
        self.opening.setMaximumWidth(_BESIDE)
        self.filter = QLineEdit()
        self.filter.setMaximumWidth(_BESIDE)
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self.opening.show_only)
        self.opening.value_typed.connect(self._put_value)
        self.opening.number_typed.connect(self._put)
        self.opening.back_wanted.connect(self._take_back)
        self._lay_out()
        self.follow_scenarios()

    def _turn_field(self, tip: str) -> QSpinBox:
        field = QSpinBox()
        field.setRange(0, 10_000)
        field.setKeyboardTracking(False)
        field.setAccelerated(True)
        field.setToolTip(tip)
        field.setAccessibleName(tip)
        field.valueChanged.connect(self._set_turns)
        return field

    def _lay_out(self) -> None:
        add = self.tr("Add a turn at the end of the track")
        drop = self.tr("Take the last turn off the track, if it is not played")
        self.more = tool_button("add", self.tr("Add turn"), add, lambda: self.push_design(add_turns))
        self.fewer = tool_button("remove", self.tr("Remove turn"), drop, lambda: self.push_design(remove_last_turn))
        row = QHBoxLayout()
        for text, field in ((self.tr("&First turn"), self.first), (self.tr("&Last turn"), self.last)):
            label = QLabel(text)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field)
        row.addWidget(self.remark, 1)
        for widget in (self.track, self.more, self.fewer, self.back):
            row.addWidget(widget)
        below = QHBoxLayout()
        below.addWidget(self.grid, 4)
        beside = QVBoxLayout()
        beside.addWidget(self.filter)
        beside.addWidget(self.opening, 1)
        below.addLayout(beside, 3)
        column = column_of(self.body)
        column.addLayout(row)
        column.addLayout(below, 1)

    @property
    def title(self) -> str:
        return self.tr("Turns")

    @property
    def about(self) -> str:
        return self.tr("The turn track with dates, weather and production, and what play begins with")

    def sizeHint(self) -> QSize:
        return QSize(720, 240)

    # What is shown

    def scenario_opened(self) -> None:
        self.track.clear()
        self._show()
        page, first = self.page, self.first.text()
        if page is not None and first in page.rows:
            self.grid.scrollTo(self.model.index(page.rows.index(first), 0), self.grid.ScrollHint.PositionAtTop)

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._show()

    @property
    def page(self) -> ChartPage | None:
        """The track that is shown."""
        return self.model.page

    def _show(self) -> None:
        design = self.design
        if design is None:
            return
        scenario = design.scenario
        self._shows = True
        self.first.setValue(scenario.first_turn)
        self.last.setValue(scenario.last_turn)
        self._shows = False
        pages = self._tracks(design)
        page = self._chosen(design, pages)
        self.model.played = range(scenario.first_turn, scenario.last_turn + 1)
        self.model.show_page(page)
        is_turns = page is not None and page.name == TURN_TRACK
        self.back.setEnabled(
            page is not None and design.charts.tracks[page.name] != design.printed_charts.tracks[page.name]
        )
        for button in (self.more, self.fewer):
            button.setEnabled(is_turns)
        self.grid.setVisible(page is not None)
        self._remark_on(design, page)
        self.opening.show_design(design, lambda text: self.tr("The game itself has {0}.").format(text))
        self.filter.setVisible(self.opening.is_long)

    def _tracks(self, design: Design) -> list[ChartPage]:
        """The tracks that go by turns, the turn track first."""
        every = chart_pages(design.charts, design.printed_charts, catalogue(design.scenario.ruleset))
        found = [
            page_in_words(design, page)
            for page in every
            if page.part is ChartPart.TRACKS and not page.is_original and design.charts.tracks[page.name].turns()
        ]
        return sorted(found, key=lambda page: page.name != TURN_TRACK)

    def _chosen(self, design: Design, pages: list[ChartPage]) -> ChartPage | None:
        wanted = self.track.currentData()
        self.track.clear()
        for page in pages:
            called = wording_of(design.scenario.ruleset).name(page.title)
            self.track.addItem(f"{called} *" if page.changes else called, page.name)
        self.track.setVisible(len(pages) > 1)
        self.track.setCurrentIndex(max(0, self.track.findData(wanted)) if pages else -1)
        return pages[self.track.currentIndex()] if pages else None

    def _remark_on(self, design: Design, page: ChartPage | None) -> None:
        if page is None:
            self.remark.setText(self.tr("This game has no turn track: its turns are only counted."))
            return
        track, printed = design.charts.tracks[page.name].turns(), design.printed_charts.tracks[page.name].turns()
        if track != printed:
            words = self.tr("The game's own track has {0} turns, this scenario's {1}.")
            self.remark.setText(words.format(len(printed), len(track)))
        else:
            self.remark.setText("")

    def _tell_cell(self, cell: ChartCell) -> str:
        return self.tr("The game itself has {0}.").format(cell.before or "–") if cell.is_changed else ""

    def _offers(self, path: Path) -> Sequence[OfferedWord]:
        design = self.design
        return chart_offers(design, path) if design is not None else ()

    def _problem(self, path: Path, text: str) -> str:
        design = self.design
        return told(design, chart_problem(design, path, text)) if design is not None else ""

    # What is changed

    def _set_turns(self) -> None:
        first, last = self.first.value(), self.last.value()
        if not self._shows:
            moved = self.sender() is self.first
            last = max(first, last) if moved else last
            first = first if moved else min(first, last)
            self.push_design(lambda now: set_turns(now, first, last), merges="turns")
            self._show()

    def set_first(self, turn: int) -> None:
        """Let play begin on a turn."""
        self.first.setValue(turn)

    def set_last(self, turn: int) -> None:
        """Let play end after a turn."""
        self.last.setValue(turn)

    def _put(self, path: Path, text: str) -> bool:
        design = self.design
        if design is None:
            return False
        if not text.strip() and path[0] == "tracks":
            return self.push_design(lambda now: set_chart_value(now, path, None))
        offered = chart_offers(design, path)
        value = meant(offered, text) if offered else value_like(like_of(design, path), text)
        done = self.push_design(lambda now: set_chart_value(now, path, value))
        if not done and path[0] == "parameters":
            self._show()
        return done

    def _paste(self, row: int, column: int, text: str) -> None:
        """Lay what was copied from a spreadsheet over the turns, from the cell in hand on."""
        page = self.page
        if page is None or page.name != TURN_TRACK or not page.rows[row].isdigit():
            return
        try:
            block = block_of(text)
        except CannotEdit as bad:
            self.desk.report(bad.message)
            return
        fields = [str(cell.path[-1]) for cell in page.cells[row][column:]]
        first = int(page.rows[row])
        self.push_design(lambda now: paste_turns(now, first, fields, block))

    def _put_value(self, name: str, text: str) -> None:
        try:
            value = value_of(text) if text.strip() else None
        except CannotEdit as bad:
            self.desk.report(bad.message)
            self._show()
            return
        if not self.push_design(lambda now: set_value(now, name, value)):
            self._show()

    def _take_back(self, paths: Sequence[Path]) -> None:
        """Make values the game's own again."""
        self.push_design(lambda now: reset_values(now, paths))

    def _take_track_back(self) -> None:
        page = self.page
        if page is not None:
            name = page.name
            self.push_design(lambda now: reset_chart(now, "tracks", name))

    def _show_menu(self, at: QPoint) -> None:
        index, page = self.grid.indexAt(at), self.page
        if not index.isValid() or page is None or not page.rows[index.row()].isdigit():
            return
        turn = int(page.rows[index.row()])
        menu = QMenu(self)
        menu.addAction(self.tr("&Begin with This Turn"), lambda: self.set_first(turn))
        menu.addAction(self.tr("&End with This Turn"), lambda: self.set_last(turn))
        pop_up(menu, self.grid.viewport().mapToGlobal(at))
