"""The odds of an attack at a glance: what it comes to, the chance of each result, and the table with its column lit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.play.panels.chance_bars import ChanceBars
from app.play.table import GameTable
from app.reference.chart_table import ChartTable
from app.reference.chart_words import cell_words
from engine.core.answers import AttackAnswer, Chance, Throw
from engine.definitions.charts.chart_pages import ChartPage, ChartPart, Light, chart_pages
from engine.definitions.charts.charts import Charts
from engine.narration.attack_previews import columns_text, losses_text, odds_text, span
from engine.narration.explanations import signed


class ThrowView(QWidget):
    """One die: whose it is, its chances, and its table."""

    chart_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = ""
        self.name = QLabel()
        self.name.setWordWrap(True)
        self.bars = ChanceBars()
        self.chart = ChartTable(cell_words, small=True)
        self.chart.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.chart.doubleClicked.connect(lambda _: self.chart_wanted.emit(self._table))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in (self.name, self.bars, self.chart):
            column.addWidget(widget)

    def show_throw(
        self, table: GameTable, throw: Throw, page: ChartPage | None, *, named: bool, fallen: str | None = None
    ) -> None:
        """Show a die; where there are several it is named. One that has fallen lights its result too.

        That is what is told of it, where it can come of the throw, else what is read in the table: rules may make
        something else of what is printed there. An answer tells of the first die alone; of others the table does.
        """
        self._table = throw.table
        parts = [table.names.side(throw.side), page.title if page is not None else throw.table]
        if throw.modifiers.value:
            parts.append(self.tr("die {0}").format(signed(throw.modifiers.value)))
        self.name.setText("  ·  ".join(parts))
        self.name.setVisible(named)
        meanings = table.brief.charts.tables[throw.table].results if throw.table in table.brief.charts.tables else {}
        light = Light.of(_lit_columns(throw, page), throw.rows, throw.headings)
        result = ""
        if fallen is not None and page is not None:
            result = fallen if any(chance.result == fallen for chance in throw.chances) else _lit_cell(page, light)
        self.bars.show_chances(throw.chances, self._cost, lambda each: meanings.get(each, ""), lit=result)
        self.chart.show_page(page, light)
        self.chart.setVisible(page is not None)
        self.chart.setAccessibleName(page.title if page is not None else "")

    def _cost(self, chance: Chance) -> str:
        """The steps that a result costs, the attacker's first."""
        ours, theirs = chance.attacker, chance.defender
        parts = []
        if ours.most:
            parts.append(self.tr("att. {0}").format(span(ours)))
        if theirs.most:
            parts.append(self.tr("def. {0}").format(span(theirs)))
        return ", ".join(parts) or "–"


def _lit_columns(throw: Throw, page: ChartPage | None) -> list[str]:
    """The columns of the table by their own names; a fight tells of one by what it stands for now."""
    standing = dict(zip(throw.headings, page.columns, strict=False)) if page is not None else {}
    return [standing.get(each, each) for each in throw.columns or [throw.column]]


def _lit_cell(page: ChartPage, light: Light) -> str:
    """What is read where one lit column meets one lit row."""
    columns = [number for number, name in enumerate(page.columns) if name in light.columns]
    rows = [number for number, name in enumerate(page.rows) if name in light.rows]
    return page.cells[rows[0]][columns[0]].text if len(columns) == len(rows) == 1 else ""


class OddsView(QWidget):
    """The throws of an attack, one below the other."""

    chart_wanted = Signal(str)
    """A table of the charts is to be seen large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = QLabel()
        font = self.summary.font()
        font.setBold(True)
        self.summary.setFont(font)
        self.summary.setWordWrap(True)
        self.losses = QLabel()
        self.losses.setWordWrap(True)
        self.throws: list[ThrowView] = []
        self._pages: tuple[Charts, dict[str, ChartPage]] | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.summary)
        self._column.addWidget(self.losses)

    def show_attack(self, table: GameTable, answer: AttackAnswer) -> None:
        """Show an attack."""
        odds = odds_text(table, answer)
        summary = self.tr("{0}, column {1}").format(odds[:1].upper() + odds[1:], columns_text(table, answer))
        if answer.die is not None:
            summary = self.tr("{0}, die {1}: {2}").format(summary, answer.die, answer.result or "–")
        self.summary.setText(summary)
        self.losses.setText(self.tr("On average: {0}").format(losses_text(table, answer)))
        self.losses.setVisible(answer.die is None)
        pages = self._tables(table)
        while len(self.throws) < len(answer.throws):
            view = ThrowView()
            view.chart_wanted.connect(self.chart_wanted)
            self.throws.append(view)
            self._column.addWidget(view)
        for number, view in enumerate(self.throws):
            view.setVisible(number < len(answer.throws))
            if number < len(answer.throws):
                throw = answer.throws[number]
                view.show_throw(
                    table,
                    throw,
                    pages.get(throw.table),
                    named=len(answer.throws) > 1,
                    fallen=None if answer.die is None else (answer.result or "") if not number else "",
                )

    def shown(self) -> list[ThrowView]:
        """The dice that are shown."""
        return [view for view in self.throws if not view.isHidden()]

    def _tables(self, table: GameTable) -> dict[str, ChartPage]:
        """The tables of the game, made into pages once."""
        charts = table.brief.charts
        if self._pages is None or self._pages[0] is not charts:
            made = chart_pages(charts, charts, table.catalogue)
            self._pages = (charts, {page.name: page for page in made if page.part is ChartPart.TABLES})
        return self._pages[1]
