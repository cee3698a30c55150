"""The charts of a scenario: combat tables, the terrain chart, tracks and single numbers, each beside the game's own.

Only what is changed is kept. Every value says where it comes from and what the game has in its place; one key takes a
change back. A table that is rolled on shows the chances of the chosen column as it is changed, and where better odds
would help the other side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from editor.commands.design.charts import reset_chart, reset_charts, reset_values, set_chart_value, value_like
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.blocks import block_of
from editor.model.design.cell_words import chart_offers, chart_problem, page_in_words, told
from editor.model.design.chart_reading import chances, is_rolled_on, like_of, odd_places, printed_value
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, meant
from editor.model.design.steps import in_turn
from editor.model.documents_change import DocumentsChange
from editor.panels.design.chances_view import ChancesView
from editor.panels.design.chart_grid import ChartGrid, ChartGridModel
from editor.panels.design.design_panel import DesignPanel
from editor.panels.panel import column_of, note
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.charts.chart_pages import ChartCell, ChartPage, ChartPart, chart_pages
from engine.definitions.charts.tables import Table
from engine.definitions.charts.terrain_chart import PROHIBITED
from engine.definitions.issues import Path
from engine.definitions.sources import Source, SourceKind
from engine.narration.language import catalogue, wording_of

_BESIDE = 280
_BARRED = ("x", "X", "✕")
"""Short ways to write that something may not be entered."""


class ChartsPanel(DesignPanel):
    """A chart at a time, to be read and changed."""

    name = "charts"
    shows = frozenset({Aspect.CHARTS, Aspect.HEAD})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._charts: tuple[ChartPage, ...] = ()
        self.chart = QComboBox()
        self.chart.setAccessibleName(self.tr("Chart"))
        self.chart.setToolTip(self.tr("The chart that is shown; a star marks one that this scenario changes"))
        self.back = QPushButton(self.tr("The Game's &Own"))
        self.back.setToolTip(self.tr("Take back every change of this chart"))
        self.all_back = QPushButton(self.tr("&All of the Game's Own"))
        self.all_back.setToolTip(self.tr("Take back every change of every chart"))
        self.model = ChartGridModel(self._put, self._tell_cell, offers=self._offers, problem=self._problem)
        self.grid = ChartGrid(self.model)
        self.particulars = note()
        self.trouble = QLabel()
        self.trouble.setWordWrap(True)
        self.modifier = QSpinBox()
        self.modifier.setRange(-12, 12)
        self.modifier.setPrefix(self.tr("die "))
        self.modifier.setAccessibleName(self.tr("Modifier of the die"))
        self.modifier.setToolTip(self.tr("What is added to the die for the chances below"))
        self.odds_title = QLabel()
        self.chances = ChancesView()
        self._lay_out()
        self.chart.currentIndexChanged.connect(self._show_page)
        self.back.clicked.connect(self._take_chart_back)
        self.all_back.clicked.connect(lambda: self.push_design(reset_charts))
        self.grid.back_wanted.connect(self._take_back)
        self.grid.pasted.connect(self._paste)
        self.grid.selectionModel().currentChanged.connect(self._show_chances)
        self.modifier.valueChanged.connect(self._show_chances)
        self.follow_scenarios()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.chart, 1)
        row.addWidget(self.back)
        row.addWidget(self.all_back)
        left = QVBoxLayout()
        left.addWidget(self.particulars)
        left.addWidget(self.grid, 1)
        above = QHBoxLayout()
        above.addWidget(self.odds_title, 1)
        above.addWidget(self.modifier)
        self.beside = QWidget()
        self.beside.setMaximumWidth(_BESIDE)
        right = QVBoxLayout(self.beside)
        right.setContentsMargins(0, 0, 0, 0)
        right.addLayout(above)
        right.addWidget(self.chances)
        right.addWidget(self.trouble)
        right.addStretch(1)
        whole = QHBoxLayout()
        whole.addLayout(left, 1)
        whole.addWidget(self.beside)
        column = column_of(self.body)
        column.addLayout(row)
        column.addLayout(whole, 1)

    @property
    def title(self) -> str:
        return self.tr("Charts")

    @property
    def about(self) -> str:
        return self.tr("The combat tables, costs, tracks and numbers of the scenario, beside the game's own")

    def scenario_opened(self) -> None:
        self._read()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._read()

    # What is shown

    def _read(self) -> None:
        design = self.design
        if design is None:
            return
        words = catalogue(design.scenario.ruleset)
        pages = chart_pages(design.charts, design.printed_charts, words)
        self._charts = tuple(page_in_words(design, page) for page in pages if not page.is_original)
        chosen = self.chart.currentData()
        self.chart.blockSignals(True)
        self.chart.clear()
        for page in self._charts:
            called = wording_of(design.scenario.ruleset).name(page.title)
            title = f"{called} *" if self._is_changed(page) else called
            self.chart.addItem(title[:1].upper() + title[1:], f"{page.part.value}/{page.name}")
        index = self.chart.findData(chosen)
        self.chart.setCurrentIndex(max(0, index))
        self.chart.blockSignals(False)
        self.all_back.setEnabled(any(self._is_changed(page) for page in self._charts))
        self._show_page()

    def _is_changed(self, page: ChartPage) -> bool:
        design = self.design
        if design is None:
            return False
        changed = design.scenario.charts.get(page.part.value)
        if page.part in (ChartPart.TERRAIN, ChartPart.PARAMETERS):
            return bool(changed)
        return isinstance(changed, Mapping) and page.name in changed

    @property
    def page(self) -> ChartPage | None:
        """The chart that is shown."""
        index = self.chart.currentIndex()
        return self._charts[index] if 0 <= index < len(self._charts) else None

    @property
    def table(self) -> Table | None:
        """The table that is shown, if it is one."""
        page, design = self.page, self.design
        if page is None or design is None or page.part is not ChartPart.TABLES:
            return None
        return design.charts.tables.get(page.name)

    def show_chart(self, part: str, name: str) -> None:
        """Show a chart, for whoever points at one."""
        self.chart.setCurrentIndex(max(0, self.chart.findData(f"{part}/{name}")))

    def _show_page(self) -> None:
        page, table = self.page, self.table
        odd = odd_places(page.name, self._renamed(table)) if page is not None and table is not None else []
        self.model.show_page(page, frozenset((row, column) for _, row, column in odd))
        self.back.setEnabled(page is not None and self._is_changed(page))
        source = self._source_words(page.source) if page is not None and page.source is not None else ""
        keys = self.tr("Type or double-click to change a value, Delete for the game's own.")
        self.particulars.setText(f"{source}  {keys}".strip())
        self.trouble.setText("\n".join(self._words(said) for said, _, _ in odd[:3]))
        self.trouble.setVisible(bool(odd))
        self._show_chances()

    def _renamed(self, table: Table) -> Table:
        """A table under the title that it has in the language spoken."""
        if table.title is None or self.design is None:
            return table
        return table.replace(title=wording_of(self.design.scenario.ruleset).name(table.title))

    def _show_chances(self, *_: QModelIndex | int) -> None:
        design, table, page = self.design, self.table, self.page
        rolled = table is not None and is_rolled_on(table)
        self.beside.setVisible(rolled)
        if design is None or table is None or page is None or not rolled:
            return
        number = max(0, min(self.grid.currentIndex().column(), len(table.columns) - 1))
        column = table.columns[number]
        self.odds_title.setText(self.tr("Chances in column {0}").format(page.columns[number]))
        printed = design.printed_charts.tables.get(page.name)
        has_column = printed is not None and column in printed.columns and printed.rows == table.rows
        before = chances(printed, column, self.modifier.value()) if printed is not None and has_column else {}
        self.chances.show_chances(chances(table, column, self.modifier.value()), before)

    def _tell_cell(self, cell: ChartCell) -> str:
        design = self.design
        meaning = wording_of(design.scenario.ruleset).name(cell.meaning) if design is not None else cell.meaning
        lines = [line for line in (meaning, self._source_words(cell.source)) if line]
        if cell.is_changed:
            lines.insert(0, self.tr("The game itself has {0}.").format(cell.before or "–"))
        return "\n".join(lines)

    def _source_words(self, source: Source) -> str:
        words = {
            SourceKind.RULEBOOK: self.tr("From the rulebook, case {0}.").format(", ".join(source.cases)),
            SourceKind.PUBLISHED: self.tr("From a published chart."),
            SourceKind.RECONSTRUCTION: self.tr("A reconstruction."),
            SourceKind.DESIGNER: self.tr("Changed by this scenario."),
        }
        return words[source.kind]

    def _words(self, said: Message) -> str:
        scenario = self.scenario
        return scenario.map.text_of(said) if scenario is not None else str(said)

    def _offers(self, path: Path) -> Sequence[OfferedWord]:
        design = self.design
        return chart_offers(design, path) if design is not None else ()

    def _problem(self, path: Path, text: str) -> str:
        design = self.design
        return told(design, chart_problem(design, path, text)) if design is not None else ""

    # What is changed

    def _put(self, path: Path, text: str) -> bool:
        """Write a value; an empty text empties a field that may be empty, and is the game's own elsewhere."""
        design = self.design
        if design is None:
            return False
        if not text.strip():
            if path[0] == "tracks":
                return self.push_design(lambda now: set_chart_value(now, path, None))
            self._take_back((path,))
            return True
        value = self._value(design, path, text)
        return self.push_design(lambda now: set_chart_value(now, path, value))

    def _paste(self, row: int, column: int, text: str) -> None:
        """Lay what was copied from a spreadsheet over the chart, from the cell in hand on."""
        page = self.page
        if page is None:
            return
        rows = [cells[column:] for cells in page.cells[row:]]
        try:
            block = block_of(text)
            if len(block) > len(rows):
                raise CannotEdit(message("design.cannot.paste-over-the-chart", rows=len(block), room=len(rows)))
        except CannotEdit as bad:
            self.desk.report(bad.message)
            return
        pairs = [pair for cells, texts in zip(rows, block, strict=False) for pair in zip(cells, texts, strict=False)]
        steps = [partial(self._written, path=cell.path, text=written) for cell, written in pairs]
        self.push_design(lambda now: in_turn(now, steps, message("design.do.paste-values", count=len(steps))))

    @staticmethod
    def _written(design: Design, path: Path, text: str) -> DocumentsChange:
        """A cell as a text has it; an empty one is the game's own, or nothing where that may be."""
        if text.strip():
            return set_chart_value(design, path, ChartsPanel._value(design, path, text))
        return set_chart_value(design, path, None if path[0] == "tracks" else printed_value(design, path))

    @staticmethod
    def _value(design: Design, path: Path, text: str) -> object:
        if path[0] == "tables":
            return text.strip()
        if path[0] == "terrain" and text.strip() in _BARRED:
            return PROHIBITED
        offered = chart_offers(design, path)
        if offered:
            return meant(offered, text)
        like = 1 if path[0] == "terrain" and "cost" in path else like_of(design, path)
        return value_like(like, text)

    def _take_back(self, paths: Sequence[Path]) -> None:
        """Make values the game's own again."""
        self.push_design(lambda now: reset_values(now, paths))

    def _take_chart_back(self) -> None:
        page = self.page
        if page is not None:
            part, name = page.part.value, page.name
            self.push_design(lambda now: reset_chart(now, part, name))
