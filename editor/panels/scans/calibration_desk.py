"""A calibration being made: the clicks, the fit they give, what was nudged, and the check that it holds.

All of it is tried out beside the map; the map hears of it once, when `change` is pushed. Whatever is altered, the
fit is made anew from the clicks, the nudges are laid over it, and a check made before no longer counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from editor.canvas.scans.scan_pyramid import Size
from editor.commands.scans import edit_scan
from editor.commands.sheets import renumber
from editor.commands.stagger import set_stagger
from editor.digitise.adjacent import AdjacentFit, fit_adjacent
from editor.digitise.calibration import Calibration, calibrate_clicks
from editor.digitise.clicks import CalibrationError, Click, Numbering
from editor.digitise.fitting import DegenerateError, Shape, fit
from editor.digitise.holdout import HeldOut, Verdict, held_out, verify
from editor.documents.scan_facts import ScanFacts, ScanMark
from editor.geometry.lattice import Lattice
from editor.model.change import Change, folded
from editor.panels.scans.calibration_fixes import CalibrationFix, CheckedCalibration, mended
from engine.core.boards.hexes import Cell
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan, Point, ScanPlan, SheetPlan

NEIGHBOURS = 3
_READ_ALONE, _READ_LEAST = 9, 3
"""Hexes that the program looks at itself for the check, and how many of them it must have read."""
_REST = 250
"""Milliseconds after which a point that was moved lies still."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """How the grid was moved by hand after it was fitted: pixels, degrees and a factor."""

    right: float = 0.0
    down: float = 0.0
    degrees: float = 0.0
    factor: float = 1.0

    @property
    def is_none(self) -> bool:
        return self == Nudge()


class CalibrationDesk(QObject):
    """What the view and the tables of a calibration show and change."""

    changed = Signal()
    """Clicks, fit, numbering or check are others."""
    chosen_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(_REST)
        self._settling.timeout.connect(self._refit)
        self.scan: ScanPlan | None = None
        self.size: Size = (1, 1)
        self._forget()

    def _forget(self) -> None:
        self._settling.stop()
        self.sheet: SheetPlan | None = None
        self.numbering: Numbering | None = None
        self.clicks: tuple[Click, ...] = ()
        self.chosen: int | None = None
        self.shape: Shape | None = None
        """Asked for; None lets the points decide."""
        self.nudge = Nudge()
        self.fit: Calibration | None = None
        self.problem: Message | None = None
        """Why there is no fit."""
        self.neighbours: tuple[Point, ...] = ()
        """Centres clicked so far that lie side by side, still without a name."""
        self.adjacent: AdjacentFit | None = None
        self.asked: tuple[HeldOut, ...] = ()
        self.answers: tuple[str, ...] = ()
        self.verdict: Verdict | None = None
        self.is_changed = False

    # What is calibrated

    def open(self, scan: ScanPlan, size: Size, sheet: SheetPlan, lattice: Lattice) -> None:
        """Take up a scan where it was left."""
        facts = ScanFacts.of(scan)
        self._forget()
        self.scan, self.size = scan, size
        self._number(sheet, lattice)
        if facts.sheet in ("", sheet.id) and self.numbering is not None:
            named = ((mark.pixel, self.numbering.label(mark.cell)) for mark in facts.marks)
            self.clicks = tuple(Click(pixel, label) for pixel, label in named if label)
        self._refit()
        self.is_changed = False
        self.chosen_changed.emit()

    def set_sheet(self, sheet: SheetPlan, lattice: Lattice) -> None:
        """The scan shows another sheet, or the sheet is another than it was."""
        before = self.numbering
        self._number(sheet, lattice)
        if self.numbering != before:
            self._refit()

    def _number(self, sheet: SheetPlan, lattice: Lattice) -> None:
        self.sheet = sheet
        self.numbering = Numbering.of(sheet, lattice)

    def close(self) -> None:
        """Put everything away."""
        self.scan = None
        self._forget()
        self.changed.emit()

    @property
    def is_renumbered(self) -> bool:
        """Whether the sheet would print other numbers."""
        return self.sheet is not None and self.numbering is not None and self.numbering.scheme != self.sheet.labels

    @property
    def is_restaggered(self) -> bool:
        """Whether other columns or rows of the sheet would stand half a hex further."""
        return self.sheet is not None and self.numbering is not None and self.numbering.grid != self.sheet.grid

    # Clicks

    def add(self, pixel: Point, label: str) -> None:
        """A hex is at this pixel; raises CalibrationError, and adds nothing, for a label that will not do."""
        self._try((*self.clicks, Click(pixel, label.strip())))
        self.choose(len(self.clicks) - 1)

    def take_over(self, clicks: Sequence[Click]) -> None:
        """These instead of what was clicked so far, as a found grid gives them; raises CalibrationError."""
        self._try(tuple(clicks))
        self.choose(None)

    def relabel(self, number: int, label: str) -> None:
        """The hex clicked there is another; raises CalibrationError, and changes nothing, for one that will not do."""
        self._try(self._with(number, replace(self.clicks[number], label=label.strip())))

    def move(self, number: int, pixel: Point) -> None:
        """The centre is at another pixel."""
        if not all(math.isfinite(value) for value in pixel):
            return
        x, y = (min(max(value, 0.0), float(most)) for value, most in zip(pixel, self.size, strict=True))
        if (x, y) != self.clicks[number].pixel:
            self.clicks = self._with(number, replace(self.clicks[number], pixel=(x, y)))
            self._refit(quick=True)
            self._settling.start()

    def settle(self) -> None:
        """What was moved lies still: look again which kind of fit it is and whether a point does not belong."""
        if self._settling.isActive():
            self._settling.stop()
            self._refit()

    def remove(self, number: int) -> None:
        """This click was none."""
        self.clicks = self.clicks[:number] + self.clicks[number + 1 :]
        self.choose(min(number, len(self.clicks) - 1) if self.clicks else None)
        self._refit()

    def clear(self) -> None:
        """Begin anew."""
        self.clicks, self.neighbours, self.adjacent, self.nudge = (), (), None, Nudge()
        self.choose(None)
        self._refit()

    def choose(self, number: int | None) -> None:
        """The click that keys move and remove."""
        if number is not None and not 0 <= number < len(self.clicks):
            number = None
        if number != self.chosen:
            self.chosen = number
            self.chosen_changed.emit()

    def choose_next(self, by: int) -> None:
        """The next click, or the one before; from the last to the first."""
        if self.clicks:
            start = self.chosen if self.chosen is not None else (-1 if by > 0 else 0)
            self.choose((start + by) % len(self.clicks))

    def predicted(self, pixel: Point) -> str:
        """What the fit so far takes the hex at a pixel for; empty while there is none."""
        if self.fit is None or self.numbering is None:
            return ""
        return self.numbering.label(self.numbering.cell_at(self.fit.to_plane.point(*pixel)))

    def _with(self, number: int, click: Click) -> tuple[Click, ...]:
        return (*self.clicks[:number], click, *self.clicks[number + 1 :])

    def _try(self, clicks: tuple[Click, ...]) -> None:
        """Take these clicks if each names a hex of the sheet, and none a hex that another names."""
        assert self.numbering is not None
        seen: set[Point] = set()
        for click in clicks:
            point = self.numbering.control_point(click)
            if point.plane in seen:
                raise CalibrationError(message("digitise.calibration.named-twice", name=point.name))
            seen.add(point.plane)
        self.clicks = clicks
        self._refit()

    # Three neighbours

    def add_neighbour(self, pixel: Point) -> None:
        """The centre of a hex beside the others; raises CalibrationError when the three make no grid."""
        assert self.numbering is not None
        if len(self.neighbours) == NEIGHBOURS:
            return
        self.neighbours = (*self.neighbours, pixel)
        if len(self.neighbours) == NEIGHBOURS:
            try:
                self.adjacent = fit_adjacent(self.neighbours, self.numbering.grid.orientation)
            except CalibrationError:
                self.neighbours = ()
                self.changed.emit()
                raise
        self.changed.emit()

    def name_neighbours(self, label: str) -> None:
        """The first of the three is this hex: now they are clicks like any others."""
        assert self.numbering is not None
        if self.adjacent is None:
            return
        cell = self.numbering.cell(label)
        if cell is None:
            self.numbering.control_point(Click(self.neighbours[0], label))
            return
        placed = self.adjacent.placed(self.numbering, cell)
        self._try(tuple(Click(point.pixel, point.name) for point in placed.points))
        self.neighbours, self.adjacent = (), None
        self.choose(None)
        self.changed.emit()

    def drop_neighbours(self) -> None:
        """Forget the centres without a name."""
        if self.neighbours:
            self.neighbours, self.adjacent = (), None
            self.changed.emit()

    # The fit

    def set_shape(self, shape: Shape | None) -> None:
        """Ask for a kind of fit; None lets the points decide."""
        if shape is not self.shape:
            self.shape = shape
            self._refit()

    def nudge_grid(self, right: float = 0.0, down: float = 0.0, *, degrees: float = 0.0, factor: float = 1.0) -> None:
        """Move the grid over the scan by hand."""
        before = self.nudge
        self.nudge = Nudge(before.right + right, before.down + down, before.degrees + degrees, before.factor * factor)
        self._refit(quick=True)

    def reset_nudge(self) -> None:
        """Lay the grid where the clicks put it."""
        self.nudge = Nudge()
        self._refit()

    def nudge_chosen(self, right: float, down: float) -> None:
        """Move the chosen click."""
        if self.chosen is not None:
            x, y = self.clicks[self.chosen].pixel
            self.move(self.chosen, (x + right, y + down))

    @property
    def suspect(self) -> int | None:
        """The click that does not belong, if there is one."""
        fit = self.fit
        if fit is None or fit.suspect is None:
            return None
        names = [residual.name for residual in fit.residuals]
        return names.index(fit.suspect.name) if fit.suspect.name in names else None

    def _refit(self, *, quick: bool = False) -> None:
        """Fit anew; a quick fit keeps the kind of the last one, as while a point is being dragged."""
        self.is_changed = True
        followed = self._followed(self.fit) if quick and self.fit is not None else None
        self.fit, self.problem = (followed, None) if followed is not None else self._fitted(self.clicks)
        self.asked, self.answers, self.verdict = (), (), None
        self.changed.emit()

    def _fitted(
        self, clicks: Sequence[Click], numbering: Numbering | None = None
    ) -> tuple[Calibration | None, Message | None]:
        numbering = numbering or self.numbering
        if numbering is None or not clicks:
            return None, None
        try:
            found = calibrate_clicks(clicks, numbering, shape=self.shape)
        except CalibrationError as bad:
            return None, bad.message
        return (found if self.nudge.is_none else self._nudged(found)), None

    def _nudged(self, found: Calibration) -> Calibration:
        nudge = self.nudge
        return found.nudged(move=(nudge.right, nudge.down), degrees=nudge.degrees, factor=nudge.factor)

    def _followed(self, before: Calibration) -> Calibration | None:
        """A fit of the same kind to points that were moved, without asking which of them may be wrong."""
        if len(before.points) != len(self.clicks):
            return None
        points = tuple(
            replace(point, pixel=click.pixel) for point, click in zip(before.points, self.clicks, strict=True)
        )
        source, target = (np.array([getattr(point, side) for point in points]) for side in ("plane", "pixel"))
        try:
            to_pixel = fit(before.shape, source, target)
        except DegenerateError:
            return None
        residuals = tuple(
            replace(residual, pixel=point.pixel) for residual, point in zip(before.residuals, points, strict=True)
        )
        return self._nudged(replace(before, points=points, residuals=residuals, to_pixel=to_pixel))

    # The check

    def begin_check(self) -> bool:
        """Choose hexes to ask about; False when there is nothing to check or nothing that could be read."""
        self.settle()
        self.asked, self.answers, self.verdict = (), (), None
        if self.fit is not None and self.numbering is not None:
            self.asked = held_out(self.numbering, self.fit, self.size)
        self.changed.emit()
        return bool(self.asked)

    def confirm(self, is_read: Callable[[HeldOut], bool], printed: Collection[Cell]) -> bool:
        """Make the check without asking anybody: enough printed hexes far from all clicks must have been read right."""
        if self.fit is None or self.numbering is None:
            return False
        asked = held_out(self.numbering, self.fit, self.size, cells=printed, count=_READ_ALONE)
        read = [each for each in asked if is_read(each)]
        if len(read) >= _READ_LEAST:
            said = message("digitise.holdout.confirmed", count=len(read))
            self.verdict = Verdict(said, tuple(read), ())
            self.changed.emit()
        return self.is_confirmed

    @property
    def question(self) -> HeldOut | None:
        """The hex that is asked about now."""
        return self.asked[len(self.answers)] if len(self.answers) < len(self.asked) else None

    def answer(self, printed: str) -> None:
        """What is printed there; nothing where it cannot be read."""
        if self.question is None:
            return
        self.answers = (*self.answers, printed.strip())
        if len(self.answers) == len(self.asked) and self.fit is not None and self.numbering is not None:
            self.verdict = verify(self.numbering, self.fit, self.clicks, self.asked, self.answers)
        self.changed.emit()

    def take_back_answer(self) -> None:
        """Ask the last question again."""
        self.answers, self.verdict = self.answers[:-1], None
        self.changed.emit()

    @property
    def is_confirmed(self) -> bool:
        return self.verdict is not None and self.verdict.is_confirmed

    def fixes(self) -> tuple[CalibrationFix, ...]:
        """What would mend what the check found, and can be done without harm."""
        return tuple(fix for fix in CalibrationFix if self._mended(fix) is not None)

    def mend(self, fix: CalibrationFix) -> bool:
        """Do it; the answers agree then."""
        found = self._mended(fix)
        if found is None:
            return False
        self.numbering, self.clicks = found.numbering, found.clicks
        self.fit, self.asked, self.verdict = found.fit, found.asked, found.verdict
        self.problem = None
        self.is_changed = True
        self.changed.emit()
        return True

    def _mended(self, fix: CalibrationFix) -> CheckedCalibration | None:
        if self.numbering is None or self.fit is None or self.verdict is None:
            return None
        found = CheckedCalibration(self.numbering, self.clicks, self.fit, self.asked, self.verdict)
        return mended(fix, found, self.answers, lambda numbering, clicks: self._fitted(clicks, numbering)[0])

    # The map

    @property
    def can_apply(self) -> bool:
        return self.fit is not None and self.scan is not None and self.sheet is not None

    def change(self, plan: MapPlan) -> Change:
        """Lay the scan as fitted, and renumber its sheet if that was the fix: one entry of the history."""
        self.settle()
        assert self.fit is not None
        assert self.scan is not None
        assert self.sheet is not None
        assert self.numbering is not None
        facts = replace(
            ScanFacts.of(self.scan),
            width=self.size[0],
            height=self.size[1],
            sheet=self.sheet.id,
            rms=self.fit.rms,
            checked=self.is_confirmed,
            marks=tuple(
                ScanMark(cell, click.pixel)
                for click in self.clicks
                if (cell := self.numbering.cell(click.label)) is not None
            ),
        )
        attributes = facts.written(plan.scans.get(self.scan.id, self.scan))
        parts = [edit_scan(plan, self.scan.id, placement=self.fit.placement, attributes=attributes)]
        if self.is_restaggered:
            parity, labels = self.numbering.grid.parity, self.numbering.scheme
            parts.append(set_stagger(plan, self.sheet.id, parity, labels=labels))
        elif self.is_renumbered:
            parts.append(renumber(plan, self.sheet.id, self.numbering.scheme))
        return folded(message("scan.do.calibrate", title=self.scan.title or self.scan.id), parts)
