"""Charts on paper: grids one below the other, each with its source, broken between rows where a page ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.export.furniture import FAINT, INK, paint_text, text_width, tr
from editor.export.kit.kit_options import KitOptions
from editor.export.kit.set_up_sheet import SetUpSheet
from editor.export.pdf_pages import Page
from engine.definitions.charts.chart_pages import ChartPage, ChartPart
from engine.definitions.sources import Source, SourceKind

_ROW: Final = 5.2
_LETTERS: Final = 2.7
_TITLE: Final = 4.2
_PAD: Final = 1.4
_NARROWEST: Final = 8.0
_BETWEEN: Final = 8.0
"""Millimetres between two grids side by side."""
_LONG: Final = 12
"""Lines from which on a grid of the set-up may run over onto the next page."""
_BAND: Final = QColor("#efeadf")
_LINE: Final = QColor("#b9b09c")
_TURN_TRACKS: Final = frozenset(("turns", "turn", "turn-track", "turn-record"))
_REBUILT: Final = QColor("#8a3d2a")
"""The ink of values that nobody has published."""


@dataclass(frozen=True, slots=True)
class _Strip:
    """A line of a page: how high it is, and what paints it with its top at a height."""

    height: float
    paint: Callable[[QPainter, float], None]
    keep: bool = False
    """Whether it may not be the last of a page."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """What stands in a row, how wide its cells are, and in which inks it is written."""

    words: tuple[str, ...]
    sizes: tuple[float, ...]
    inks: tuple[QColor, ...] = ()
    is_head: bool = False


def wanted_charts(grids: Sequence[ChartPage], first: int, last: int) -> tuple[ChartPage, ...]:
    """What players need beside the map: the scenario's own turns, and no chart that another stands for.

    Single numbers are the rulebook's; only those that the scenario changes are printed.
    """
    found = []
    for grid in grids:
        if grid.is_original:
            continue
        kept = list(range(len(grid.rows)))
        if grid.part is ChartPart.PARAMETERS:
            kept = [row for row in kept if any(cell.is_changed for cell in grid.cells[row])]
        elif grid.part is ChartPart.TRACKS and grid.name in _TURN_TRACKS and all(key.isdigit() for key in grid.rows):
            kept = [row for row in kept if first <= int(grid.rows[row]) <= last]
        if kept:
            lines = tuple(grid.rows[row] for row in kept)
            found.append(replace(grid, rows=lines, cells=tuple(grid.cells[row] for row in kept), keys=()))
    return tuple(found)


def set_up_sheets(sheet: SetUpSheet, options: KitOptions, title: str) -> Iterator[Page]:
    """The pages that tell how a scenario is set up."""
    left, width = options.margin_mm, options.page.width - 2 * options.margin_mm
    heading = _Strip(_TITLE * 2.4, lambda painter, top: _paint_heading(painter, title, left, top, width), keep=True)
    strips = [[heading, *_paragraphs(sheet.paragraphs, left, width), _gap(_ROW)]]
    strips += _side_by_side(sheet.grids, left, width, _room(options))
    strips += [list(_paragraphs(sheet.notes, left, width))] if sheet.notes else []
    yield from _sheets(strips, options, title, run_over=True)


def _paint_heading(painter: QPainter, title: str, left: float, top: float, width: float) -> None:
    paint_text(painter, title, QPointF(left, top + _TITLE), _TITLE * 1.4, INK, bold=True, widest=width)


def _paragraphs(texts: Sequence[str], left: float, width: float) -> Iterator[_Strip]:
    for text in texts:
        for line in _wrapped(text, width):
            yield _line(line, left, width)
        yield _gap(_LETTERS * 0.6)


def _line(words: str, left: float, width: float) -> _Strip:
    def paint(painter: QPainter, top: float) -> None:
        paint_text(painter, words, QPointF(left, top + _LETTERS * 0.75), _LETTERS, INK, widest=width)

    return _Strip(_LETTERS * 1.45, paint)


def chart_sheets(grids: Sequence[ChartPage], options: KitOptions, title: str) -> Iterator[Page]:
    """The pages of a set of charts."""
    width = options.page.width - 2 * options.margin_mm
    yield from _sheets(_side_by_side(grids, options.margin_mm, width, _room(options)), options, title)


def _room(options: KitOptions) -> float:
    """The height of a page that is printed on, above its foot."""
    return options.page.height - 2 * options.margin_mm - _ROW


def _side_by_side(grids: Sequence[ChartPage], left: float, width: float, room: float) -> list[list[_Strip]]:
    """Grids in their order as blocks, those that are narrow enough beside each other."""
    rows: list[list[ChartPage]] = []
    for grid in grids:
        beside = [*rows[-1], grid] if rows else []
        wide = sum(map(_breadth, beside)) + _BETWEEN * (len(beside) - 1)
        if beside and wide <= width and all(_height(_strips(each, left, width)) <= room for each in beside):
            rows[-1].append(grid)
        else:
            rows.append([grid])
    return [_row_of_grids(row, left, width) for row in rows]


def _row_of_grids(grids: Sequence[ChartPage], left: float, width: float) -> list[_Strip]:
    """The strips of a grid or, of several side by side, the one strip that they are together."""
    if len(grids) == 1:
        return list(_strips(grids[0], left, width))
    columns: list[list[_Strip]] = []
    for grid in grids:
        breadth = _breadth(grid) + 0.01
        columns.append(list(_strips(grid, left, breadth)))
        left += breadth + _BETWEEN

    def paint(painter: QPainter, top: float) -> None:
        for column in columns:
            at = top
            for strip in column:
                strip.paint(painter, at)
                at += strip.height

    return [_Strip(max(map(_height, columns)), paint)]


def _height(strips: Iterable[_Strip]) -> float:
    return sum(strip.height for strip in strips)


def _breadth(grid: ChartPage) -> float:
    """How wide a grid is with its title, its source and what it says of its entries."""
    above = text_width(grid.title, _TITLE, bold=True)
    above += text_width(_source_words(grid.source), _LETTERS) + 3 * _PAD if grid.source is not None else 0
    notes = [text_width(line, _LETTERS * 0.92) for line in _meanings(grid)]
    return max(above * 1.02, sum(_widths(grid, 10_000.0)), *notes, 0.0)


def _sheets(
    blocks: Sequence[list[_Strip]], options: KitOptions, title: str, *, run_over: bool = False
) -> Iterator[Page]:
    """Blocks of strips one below the other; one that fits on a page is broken only if long ones may run over."""
    room = _room(options)
    pages: list[list[_Strip]] = [[]]
    for strips in blocks:
        whole = _height(strips)
        used = _height(pages[-1])
        may_break = run_over and len(strips) >= _LONG and used < room * 0.7
        if pages[-1] and used + whole > room and whole <= room and not may_break:
            pages.append([])
        for number, strip in enumerate(strips):
            used = _height(pages[-1])
            held = _height(strips[number : number + 2]) if strip.keep else strip.height
            if pages[-1] and used + held > room:
                pages.append([])
            pages[-1].append(strip)
    for number, strips in enumerate(pages, start=1):
        yield _page(strips, options, f"{title}  ·  {number}/{len(pages)}")


def _page(strips: Sequence[_Strip], options: KitOptions, words: str) -> Page:
    def paint(painter: QPainter) -> None:
        top = options.margin_mm
        for strip in strips:
            strip.paint(painter, top)
            top += strip.height
        foot = QPointF(options.margin_mm, options.page.height - options.margin_mm)
        paint_text(painter, words, foot, 2.4, FAINT, widest=options.page.width - 2 * options.margin_mm)

    return paint


def _strips(grid: ChartPage, left: float, width: float) -> Iterator[_Strip]:
    yield _Strip(_TITLE * 2, lambda painter, top: _paint_title(painter, grid, left, top, width), keep=True)
    widths = _widths(grid, width)
    for columns in _blocks(widths, width):
        sizes = [widths[each] for each in (0, *columns)]
        heads = _Cells(("", *(grid.columns[each - 1] for each in columns)), tuple(sizes), is_head=True)
        yield _Strip(_ROW, _row_painter(heads, left, _ROW), keep=True)
        for number in range(len(grid.rows)):
            yield _row_strip(grid, number, columns, sizes, left)
        yield _gap(_ROW * 0.4)
    for words in _meanings(grid):
        yield _note(words, left, width)
    yield _gap(_ROW)


def _meanings(grid: ChartPage) -> list[str]:
    """What the entries of a grid mean, a line each."""
    found = {cell.shown: cell.meaning for row in grid.cells for cell in row if cell.meaning}
    told = sorted(
        (result, words) for result, words in found.items() if words.casefold().strip(".") != result.casefold()
    )
    return [f"{result}: {words}" for result, words in told]


def _gap(height: float) -> _Strip:
    return _Strip(height, lambda painter, top: None)


def _note(words: str, left: float, width: float) -> _Strip:
    def paint(painter: QPainter, top: float) -> None:
        paint_text(painter, words, QPointF(left, top + _ROW * 0.4), _LETTERS * 0.92, FAINT, widest=width)

    return _Strip(_ROW * 0.8, paint)


def _row_strip(grid: ChartPage, row: int, columns: Sequence[int], sizes: Sequence[float], left: float) -> _Strip:
    cells = [grid.cells[row][each - 1] for each in columns]
    words = (grid.rows[row], *(cell.shown for cell in cells))
    inks = (INK, *(_ink(cell.source) for cell in cells))
    lines = max(len(_wrapped(text, size)) for text, size in zip(words, sizes, strict=True))
    height = _ROW + (lines - 1) * _LETTERS * 1.3
    return _Strip(height, _row_painter(_Cells(words, tuple(sizes), inks), left, height))


def _wrapped(text: str, size: float) -> list[str]:
    """The words of a cell in as many lines as it takes."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, _LETTERS) > size - 2 * _PAD:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _ink(source: Source) -> QColor:
    return _REBUILT if source.kind is SourceKind.RECONSTRUCTION else INK


def _widths(grid: ChartPage, width: float) -> list[float]:
    """How wide the heading and each column want to be; one that would fill the page is brought to its rest."""
    texts = [["", *grid.rows]]
    texts += [[column, *(row[number].shown for row in grid.cells)] for number, column in enumerate(grid.columns)]
    wanted = [
        max(_NARROWEST, max(text_width(each, _LETTERS, bold=True) for each in column) + 2 * _PAD) for column in texts
    ]
    if sum(wanted) <= width:
        return wanted
    head = min(wanted[0], width * 0.4)
    widest = (width - head) * (0.8 if len(wanted) > 2 else 1.0)
    return [head, *(min(each, widest) for each in wanted[1:])]


def _blocks(widths: Sequence[float], width: float) -> list[list[int]]:
    """The columns side by side, in as many blocks as the page is too narrow for."""
    found: list[list[int]] = [[]]
    for number in range(1, len(widths)):
        if found[-1] and widths[0] + sum(widths[each] for each in found[-1]) + widths[number] > width + 1e-6:
            found.append([])
        found[-1].append(number)
    return found


def _paint_title(painter: QPainter, grid: ChartPage, left: float, top: float, width: float) -> None:
    paint_text(
        painter,
        grid.title,
        QPointF(left, top + _TITLE * 0.8),
        _TITLE,
        INK,
        bold=True,
        widest=width if grid.source is None else width * 0.8,
    )
    if grid.source is None:
        return
    words = _source_words(grid.source)
    at = QPointF(left + width - text_width(words, _LETTERS), top + _TITLE * 0.8)
    paint_text(painter, words, at, _LETTERS, _ink(grid.source))


def _source_words(source: Source) -> str:
    kinds = {
        SourceKind.RULEBOOK: tr("from the rulebook, {0}").format(", ".join(source.cases)),
        SourceKind.PUBLISHED: tr("from a published chart"),
        SourceKind.RECONSTRUCTION: tr("a reconstruction"),
        SourceKind.DESIGNER: tr("the designer's own"),
    }
    return kinds[source.kind]


def _row_painter(cells: _Cells, left: float, height: float) -> Callable[[QPainter, float], None]:
    """Paints a line of cells; a word that is too long for its cell is made smaller."""

    def paint(painter: QPainter, top: float) -> None:
        x = left
        for number, (text, size) in enumerate(zip(cells.words, cells.sizes, strict=True)):
            is_bold = cells.is_head or number == 0
            ink = cells.inks[number] if cells.inks else INK
            _paint_cell(painter, QRectF(x, top, size, height), text, ink, is_bold=is_bold, is_first=number == 0)
            x += size

    return paint


def _paint_cell(painter: QPainter, cell: QRectF, text: str, ink: QColor, *, is_bold: bool, is_first: bool) -> None:
    if is_bold:
        painter.fillRect(cell, _BAND)
    painter.setPen(QPen(_LINE, 0.12))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell)
    lines = _wrapped(text, cell.width())
    centred = not is_first and len(lines) == 1
    first = cell.center().y() - (len(lines) - 1) * _LETTERS * 0.65
    room = cell.width() - 2 * _PAD
    for number, line in enumerate(lines):
        at = QPointF(cell.center().x() if centred else cell.left() + _PAD, first + number * _LETTERS * 1.3)
        paint_text(painter, line, at, _LETTERS, ink, bold=is_bold, centred=centred, widest=room)
