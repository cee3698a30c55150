"""Where a number comes from, in words: for the viewer of charts, and for the tip of every cell of a table."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from app.reference.rules import link
from engine.definitions.charts.chart_pages import ChartCell, ChartPage
from engine.definitions.sources import Source, SourceKind
from engine.narration.language import labelled


def _tr(words: str) -> str:
    return QCoreApplication.translate("ChartWords", words)


def source_words(source: Source) -> str:
    """A source as a sentence without its point."""
    if source.kind is SourceKind.RULEBOOK:
        return _tr("From the rulebook, case {0}").format(", ".join(source.cases))
    if source.kind is SourceKind.PUBLISHED:
        return _tr("From the published chart")
    if source.kind is SourceKind.RECONSTRUCTION:
        return _tr("Our reconstruction: the publisher has not printed it where we could read it")
    return _tr("Changed by this scenario")


def source_html(source: Source) -> str:
    """The same with links to the cases."""
    if source.kind is not SourceKind.RULEBOOK:
        return escape(source_words(source))
    links = ", ".join(link(case) for case in source.cases)
    return escape(_tr("From the rulebook, case {0}")).replace("{0}", links)


def cell_words(page: ChartPage, row: int, column: int) -> str:
    """Everything about a cell, a line each."""
    cell = page.cells[row][column]
    lines = [labelled(f"{page.rows[row]}, {page.columns[column]}", cell.shown)]
    if cell.meaning:
        lines.append(cell.meaning)
    if cell.is_changed:
        lines.append(_before(cell))
    lines.append(source_words(cell.source))
    return "\n".join(lines)


def cell_html(page: ChartPage, row: int, column: int) -> str:
    """The same with links to the cases."""
    cell = page.cells[row][column]
    parts = [f"<b>{escape(labelled(f'{page.rows[row]}, {page.columns[column]}', cell.shown))}</b>"]
    if cell.meaning:
        parts.append(escape(cell.meaning))
    if cell.is_changed:
        parts.append(escape(_before(cell)))
    parts.append(source_html(cell.source))
    return " &nbsp;·&nbsp; ".join(parts)


def _before(cell: ChartCell) -> str:
    return _tr("The game itself has {0}").format(cell.before or "–")
