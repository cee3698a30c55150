"""Why the printed labels are not ours: the likely mistake behind answers that differ, and what would mend it.

First what is the same everywhere: a count that starts elsewhere, or a neighbour clicked each time. Then what is
wrong about the numbering itself: each other way of numbering is tried on everything that has been read, clicks and
answers, and counts as an explanation when the grid then fits without a mirror; of several, the one with the fewest
mistakes and the least turn. Last, single misreadings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Final

import numpy as np

from editor.digitise.calibration import pitch_of
from editor.digitise.clicks import CalibrationError, Click, Numbering
from editor.digitise.fitting import FEWEST, DegenerateError, Shape, fit
from editor.digitise.transforms import Transform
from engine.core.boards.hexes import DIRECTION_NAMES, Cell, Extent, HexGrid, Parity
from engine.core.boards.labels import LabelOrder, LabelScheme
from engine.core.messages import WORD, Message, message
from engine.definitions.plan import Point

_WIDE: Final = 60
"""Columns and rows beyond the sheet in which a printed label may still be understood."""
_SAME: Final = 0.3
"""Points that differ by less than this share of a circumradius are one."""
_HIT: Final = 0.25
"""Circumradii within which a click is where its hex should be."""
_INSIDE: Final = 0.97
"""Circumradii from the middle of a hex within which its number may have been read; corners are the farthest."""
_NEARLY: Final = 1.3
"""The same when the fit itself rests on nothing better than where numbers were read."""


class NumberingFault(StrEnum):
    """What is likely to be wrong."""

    OFF_BY_ONE = "off-by-one"
    WRONG_START = "wrong-start"
    NEIGHBOUR_CLICKED = "neighbour-clicked"
    WRONG_STAGGER = "wrong-stagger"
    SWAPPED_ORDER = "swapped-order"
    DESCENDING_COLUMNS = "descending-columns"
    DESCENDING_ROWS = "descending-rows"
    SEVERAL = "several"
    CLICKS_MISREAD = "clicks-misread"
    ONE_MISREAD = "one-misread"
    UNEXPLAINED = "unexplained"


_FAULTS: Final = (
    NumberingFault.SWAPPED_ORDER,
    NumberingFault.DESCENDING_COLUMNS,
    NumberingFault.DESCENDING_ROWS,
    NumberingFault.WRONG_STAGGER,
)


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """An answer: our hex, where it is on the scan, and what is printed there."""

    cell: Cell
    pixel: Point
    printed: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The likely fault. `numbering` is one that prints what was read; `move` shifts the scan over the map instead."""

    fault: NumberingFault
    message: Message
    numbering: Numbering | None = None
    move: Point | None = None


def diagnose(numbering: Numbering, clicks: Sequence[Click], readings: Sequence[PrintedNumber]) -> Diagnosis:
    """The simplest explanation of answers of which at least one differs."""
    wide = _widened(numbering)
    shift = _uniform(numbering, wide, readings)
    if shift is not None:
        return shift
    return unmirrored(numbering, clicks, readings) or _misread(numbering, wide, clicks, readings)


def unmirrored(numbering: Numbering, clicks: Sequence[Click], readings: Sequence[PrintedNumber]) -> Diagnosis | None:
    """Another way of numbering under which everything that was read fits, and no mirror is needed."""
    found: list[tuple[int, float, Diagnosis]] = []
    middle = np.array(numbering.centre(readings[0].cell if readings else numbering.extent.first))
    for mistakes, fault, other in _other_ways(numbering):
        fitted = _explanation(_widened(other), clicks, readings)
        if fitted is not None:
            rotation = pitch_of(fitted, other.grid, middle).rotation
            found.append((mistakes, abs(rotation), Diagnosis(fault, _said(fault), other)))
    return min(found, key=lambda way: way[:2])[2] if found else None


def _widened(numbering: Numbering) -> Numbering:
    """The same numbering over a larger sheet, so that a label just off its edge can be understood."""
    (left, top), (across, down) = numbering.extent.first, numbering.extent.size
    reach = _WIDE + max(across, down)
    extent = Extent((left - reach, top - reach), (across + 2 * reach, down + 2 * reach))
    for cell in numbering.extent.cells():
        label = numbering.label(cell)
        scheme = numbering.scheme.anchored(numbering.grid, extent, cell, label) if label else None
        if scheme is not None:
            return replace(numbering, scheme=scheme, extent=extent)
    return numbering


def _uniform(numbering: Numbering, wide: Numbering, readings: Sequence[PrintedNumber]) -> Diagnosis | None:
    """What is off by the same everywhere: in the numbers, or on the ground."""
    grid, extent = numbering.grid, numbering.extent
    schemes = {numbering.scheme.anchored(grid, extent, reading.cell, reading.printed) for reading in readings}
    meant = [wide.cell(reading.printed) for reading in readings]
    steps = [
        None if cell is None else _difference(wide.centre(cell), wide.centre(reading.cell))
        for cell, reading in zip(meant, readings, strict=True)
    ]
    is_one_step = all(
        step is not None and steps[0] is not None and math.dist(step, steps[0]) < _SAME * numbering.scale
        for step in steps
    )
    move = steps[0] if is_one_step else None
    scheme = schemes.pop() if len(schemes) == 1 else None
    if scheme is not None:
        columns = _steps(scheme.column.start - numbering.scheme.column.start, numbering.scheme.column.step)
        rows = _steps(scheme.row.start - numbering.scheme.row.start, numbering.scheme.row.step)
        is_small = max(abs(columns), abs(rows)) <= 1
        said = (
            message("digitise.holdout.off-by-one", columns=columns, rows=rows)
            if is_small
            else message("digitise.holdout.wrong-start", columns=columns, rows=rows)
        )
        fault = NumberingFault.OFF_BY_ONE if is_small else NumberingFault.WRONG_START
        return Diagnosis(fault, said, replace(numbering, scheme=scheme), move)
    if move is None:
        return None
    cell, asked = meant[0], readings[0].cell
    direction = Message(f"{WORD}{_direction(grid, asked, cell)}") if cell is not None else ""
    return Diagnosis(
        NumberingFault.NEIGHBOUR_CLICKED, message("digitise.holdout.neighbour-clicked", direction=direction), move=move
    )


def _difference(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _steps(difference: int, step: int) -> int:
    return difference // step if difference % step == 0 else difference


def _direction(grid: HexGrid, start: Cell, end: Cell) -> str:
    """The direction in which a hex lies, by the name of the neighbour nearest to it."""
    around = grid.neighbours(*start)
    nearest = min(range(6), key=lambda number: grid.distance(around[number], end))
    return DIRECTION_NAMES[grid.orientation][nearest]


def _other_ways(numbering: Numbering) -> Iterator[tuple[int, NumberingFault, Numbering]]:
    """Every other way to print the same labels in the same hexes, with the number of mistakes it would take."""
    first = numbering.label(numbering.extent.first)
    for swapped, columns, rows, stagger in product((False, True), repeat=4):
        wrong = [fault for fault, is_wrong in zip(_FAULTS, (swapped, columns, rows, stagger), strict=True) if is_wrong]
        if not wrong:
            continue
        grid, scheme = numbering.grid, numbering.scheme
        if stagger:
            grid = HexGrid(grid.orientation, Parity.EVEN if grid.parity is Parity.ODD else Parity.ODD)
        if columns or rows:
            scheme = _turned(grid, scheme, numbering.extent, first, columns=columns, rows=rows) or scheme
        if swapped:
            other = LabelOrder.ROW_COLUMN if scheme.order is LabelOrder.COLUMN_ROW else LabelOrder.COLUMN_ROW
            scheme = replace(scheme, order=other)
        if len(wrong) == 2 and stagger:
            wrong.pop()
        fault = wrong[0] if len(wrong) == 1 else NumberingFault.SEVERAL
        yield len(wrong), fault, replace(numbering, grid=grid, scheme=scheme)


def _turned(
    grid: HexGrid, scheme: LabelScheme, extent: Extent, first: str, *, columns: bool, rows: bool
) -> LabelScheme | None:
    """A scheme that counts the other way over the same sheet: what was printed first is printed last."""
    (left, top), (right, bottom) = extent.first, extent.last
    if columns:
        scheme = replace(scheme, column=replace(scheme.column, step=-scheme.column.step))
    if rows:
        scheme = replace(scheme, row=replace(scheme.row, step=-scheme.row.step))
    return scheme.anchored(grid, extent, (right if columns else left, bottom if rows else top), first)


def _explanation(numbering: Numbering, clicks: Sequence[Click], readings: Sequence[PrintedNumber]) -> Transform | None:
    """A fit under which every click hits its hex and every number was read inside the hex that bears it."""
    answers = [Click(reading.pixel, reading.printed) for reading in readings]
    for fitted in (*_fits(numbering, clicks), *_fits(numbering, [*clicks, *answers])):
        if not _strangers(numbering, fitted, clicks, _HIT) and not _strangers(numbering, fitted, answers, _INSIDE):
            return fitted
    return None


def _fits(numbering: Numbering, evidence: Sequence[Click]) -> Iterator[Transform]:
    """The fits of every shape that the evidence determines, as far as they need no mirror."""
    try:
        points = [numbering.control_point(click) for click in evidence]
    except CalibrationError:
        return
    source, target = np.array([point.plane for point in points]), np.array([point.pixel for point in points])
    for shape in Shape:
        if len(points) < FEWEST[shape]:
            break
        try:
            found = fit(shape, source, target)
        except DegenerateError:
            continue
        if not pitch_of(found, numbering.grid, source.mean(axis=0)).is_mirrored:
            yield found


def _strangers(numbering: Numbering, to_pixel: Transform, clicks: Sequence[Click], within: float) -> tuple[str, ...]:
    """The labels of clicks that lie further than so many circumradii from where a fit has their hex."""
    found = []
    for click in clicks:
        try:
            plane = numbering.control_point(click).plane
        except CalibrationError:
            found.append(click.label)
            continue
        unit = numbering.scale * to_pixel.stretch(*plane)
        if math.dist(to_pixel.point(*plane), click.pixel) > within * unit:
            found.append(click.label)
    return tuple(found)


def _said(fault: NumberingFault) -> Message:
    words = {
        NumberingFault.WRONG_STAGGER: message("digitise.holdout.wrong-stagger"),
        NumberingFault.SWAPPED_ORDER: message("digitise.holdout.swapped-order"),
        NumberingFault.DESCENDING_COLUMNS: message("digitise.holdout.descending-columns"),
        NumberingFault.DESCENDING_ROWS: message("digitise.holdout.descending-rows"),
        NumberingFault.SEVERAL: message("digitise.holdout.several"),
    }
    return words[fault]


def _misread(
    numbering: Numbering, wide: Numbering, clicks: Sequence[Click], readings: Sequence[PrintedNumber]
) -> Diagnosis:
    """Single mistakes: an answer that stands alone, or clicks that the answers agree against."""
    differing = [reading for reading in readings if numbering.cell(reading.printed) != reading.cell]
    first = differing[0]
    ours = numbering.label(first.cell)
    if len(differing) == 1 and len(readings) >= 4:
        said = message("digitise.holdout.one-misread", label=ours, printed=first.printed)
        return Diagnosis(NumberingFault.ONE_MISREAD, said)
    answers = [Click(reading.pixel, reading.printed) for reading in readings]
    for fitted in _fits(wide, answers) if len(answers) > FEWEST[Shape.AFFINE] else ():
        wrong = _strangers(wide, fitted, clicks, _NEARLY)
        if wrong and not _strangers(wide, fitted, answers, _NEARLY):
            return Diagnosis(NumberingFault.CLICKS_MISREAD, message("digitise.holdout.clicks-misread", labels=wrong))
    said = message("digitise.holdout.unexplained", label=ours, printed=first.printed, count=len(differing))
    return Diagnosis(NumberingFault.UNEXPLAINED, said)
