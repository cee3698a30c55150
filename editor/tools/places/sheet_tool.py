"""Whole sheets and scans dragged over the map plane: laid beside each other, joined, split, made larger or smaller.

A sheet takes along the sheets joined to it and, unless told otherwise, the scans that were calibrated by them; with Alt
it is split off first. Where no hex lies, or when scans are meant, the scan under the pointer is moved alone. A handle
at its corner makes an inset larger or smaller. The map is changed once, when the button is let go.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QApplication

from editor.commands.scans import move_scan
from editor.commands.sheets import join_sheets, move_sheet, set_scale, split_sheet
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts, in_order
from editor.documents.workbench import EditLayer, Picked
from editor.geometry.ground import Ground
from editor.geometry.lattice import Box
from editor.geometry.sheet_snap import coinciding, snapped_shift
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.action_push import Make, one_entry
from editor.tools.locks import check_layer
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.pointer_probe import handle_at
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Held, Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import band_path, line_path
from engine.core.messages import Message, message
from engine.definitions.plan import Point, ScanPlan

_NUDGES: Final = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
_NUDGE: Final = 0.1
"""How far an arrow key moves, in circumradii; with Shift ten times as far."""
_ROUND: Final = 20
"""Scales are dragged to twentieths unless Shift is held."""
_SMALLEST: Final = 0.05


class SheetTarget(StrEnum):
    """What a drag takes hold of."""

    SHEET = "sheet"
    SCAN = "scan"


@dataclass(slots=True)
class SheetOptions(ToolOptions):
    """What is dragged, where it may come to lie, and what becomes of it there."""

    target: SheetTarget = SheetTarget.SHEET
    scans: bool = True
    snap: bool = True
    join: bool = False


@dataclass(slots=True)
class _Lifted:
    """What is under the button: sheets or one scan, or the handle of a sheet."""

    start: Point
    sheets: tuple[str, ...] = ()
    scans: tuple[str, ...] = ()
    is_split: bool = False
    handle: bool = False
    is_far: bool = False


class SheetTool(Tool):
    """Drags sheets and scans."""

    name = "sheet-move"
    group = ToolGroup.SHAPE
    shortcut = "Shift+V"
    cursor = Qt.CursorShape.SizeAllCursor
    double_click_presses = False
    options: SheetOptions
    _lifted: _Lifted | None = None
    _chosen: Picked | None = None
    """The sheet or scan that the handle and the arrow keys are about."""

    @property
    def title(self) -> str:
        return self.tr("Move Sheet")

    @property
    def tip(self) -> str:
        return self.tr("Drag a sheet, an inset or a scan over the map plane; its corner makes an inset larger")

    @property
    def hint(self) -> Message:
        return message("tool.hint.sheet-chosen" if self._chosen is not None else "tool.hint.sheet-move")

    def make_options(self) -> SheetOptions:
        return SheetOptions()

    def options_shown(self) -> Sequence[Option]:
        targets = (OptionChoice(SheetTarget.SHEET, self.tr("Sheets")), OptionChoice(SheetTarget.SCAN, self.tr("Scans")))
        what = self.tr("What a drag takes hold of; beside the hexes it is always the scan")
        along = self.tr("Scans calibrated by a sheet go where it goes")
        snap = self.tr("Let hexes come to lie on the hexes of the sheet below, where they are of one size")
        join = self.tr("Join the sheets where their hexes come to lie on one another")
        return (
            Option("target", OptionKind.CHOICE, self.tr("Drag"), what, choices=targets),
            Option("scans", OptionKind.BOOL, self.tr("With its scans"), along),
            Option("snap", OptionKind.BOOL, self.tr("Snap"), snap),
            Option("join", OptionKind.BOOL, self.tr("Join"), join),
        )

    @property
    def is_busy(self) -> bool:
        return self._lifted is not None

    # Gestures

    def press(self, at: Pointer) -> None:
        if self._handle_under(at):
            assert self._chosen is not None
            check_layer(self.bench, EditLayer.TERRAIN)
            set_scale(self.plan, str(self._chosen.key), self.plan.sheets[str(self._chosen.key)].scale)
            self._lifted = _Lifted(at.point, (str(self._chosen.key),), handle=True)
            return
        sheet = "" if at.cell is None or self.options.target is SheetTarget.SCAN else at.cell.sheet
        scan = None if sheet else self._scan_at(at.point)
        self._choose(Picked(Part.SHEET, sheet) if sheet else None if scan is None else Picked(Part.SCAN, scan.id))
        if sheet:
            check_layer(self.bench, EditLayer.TERRAIN)
            self._lifted = self._lift(at, sheet, is_split=at.held.alt)
        elif scan is not None:
            self._check_scan(scan)
            self._lifted = _Lifted(at.point, scans=(scan.id,))
        else:
            self.hover(at)
            raise CannotEdit(message("tool.cannot.no-sheet-here"))

    def move(self, at: Pointer) -> None:
        lifted = self._lifted
        if lifted is None:
            return
        lifted.is_far |= math.dist(lifted.start, at.point) >= QApplication.startDragDistance() * at.pixel
        if lifted.is_far:
            self.preview.draw(self._scaled(at) if lifted.handle else self._moved(lifted, self._by(lifted, at)))

    def release(self, at: Pointer) -> None:
        lifted = self._lifted
        if lifted is None:
            return
        scale = self._scale(at) if lifted.handle else 0.0
        by = self._by(lifted, at)
        self._lifted = None
        if lifted.is_far:
            if lifted.handle:
                (sheet,) = lifted.sheets
                self.push(set_scale(self.plan, sheet, scale))
            else:
                self._shift(lifted, by)
        self.hover(at)

    def double_click(self, at: Pointer) -> None:
        self.press(at)
        self.bench.ask_details()

    def hover(self, at: Pointer) -> None:
        self.preview.draw(self._outlines(at), self._handles(), 0 if self._handle_under(at) else None)

    def key(self, key: Qt.Key, held: Held) -> bool:
        """Arrows nudge the sheet or scan that was clicked last."""
        step = _NUDGES.get(key)
        if step is None or self._chosen is None or held.ctrl or held.alt or self.is_busy:
            return False
        size = _NUDGE * (10 if held.shift else 1)
        name = str(self._chosen.key)
        if self._chosen.part is Part.SHEET:
            lifted = self._lift_sheets(name)
        else:
            self._check_scan(self.plan.scans[name])
            lifted = _Lifted((0.0, 0.0), scans=(name,))
        self._shift(lifted, (step[0] * size, step[1] * size))
        self.preview.draw((), self._handles())
        return True

    def cancel(self) -> bool:
        busy, self._lifted = self.is_busy, None
        self.preview.clear()
        return busy

    def deactivate(self) -> None:
        self._chosen = None
        super().deactivate()

    def forget(self) -> None:
        super().forget()
        self._lifted = self._chosen = None

    def map_changed(self) -> None:
        chosen = self._chosen
        known = self.plan.sheets if chosen is not None and chosen.part is Part.SHEET else self.plan.scans
        if chosen is not None and chosen.key not in known:
            self._chosen = None
            self.preview.clear()

    # What is taken hold of

    def _choose(self, picked: Picked | None) -> None:
        self._chosen = picked
        self.bench.pick(picked)

    def _lift(self, at: Pointer, sheet: str, *, is_split: bool) -> _Lifted:
        joined = any(sheet in (join.sheet, join.onto_sheet) for join in self.plan.joins)
        if is_split and joined:
            return _Lifted(at.point, (sheet,), self._scans_of((sheet,)), is_split=True)
        return replace(self._lift_sheets(sheet), start=at.point)

    def _lift_sheets(self, sheet: str) -> _Lifted:
        """A sheet, those joined to it and their scans."""
        plane = Ground(self.plan).plane(sheet)
        sheets = (sheet,) if plane is None else plane.sheets
        return _Lifted((0.0, 0.0), sheets, self._scans_of(sheets))

    def _scans_of(self, sheets: Sequence[str]) -> tuple[str, ...]:
        if not self.options.scans:
            return ()
        return tuple(scan.id for scan in self.plan.scans.values() if ScanFacts.of(scan).sheet in sheets)

    def _scan_at(self, point: Point) -> ScanPlan | None:
        """The uppermost scan at a point, of those that are shown."""
        for scan in reversed(in_order(self.plan)):
            corners = _corners(scan)
            if ScanFacts.of(scan).visible and corners and _contains(corners, point):
                return scan
        return None

    def _check_scan(self, scan: ScanPlan) -> None:
        check_layer(self.bench, EditLayer.SCANS)
        if ScanFacts.of(scan).locked:
            raise CannotEdit(message("tool.cannot.scan-locked", title=scan.title or scan.id))

    # Where it goes

    def _by(self, lifted: _Lifted, at: Pointer) -> Point:
        """How far it would go; Shift keeps to one direction, hexes to those below."""
        across, down = at.point[0] - lifted.start[0], at.point[1] - lifted.start[1]
        if at.held.shift:
            across, down = (across, 0.0) if abs(across) >= abs(down) else (0.0, down)
        if lifted.sheets and self.options.snap and not lifted.handle:
            return snapped_shift(self.plan, lifted.sheets, (across, down))
        return across, down

    def _shift(self, lifted: _Lifted, by: Point) -> None:
        if by == (0.0, 0.0) and not lifted.is_split:
            return
        makes: list[Make] = []
        if lifted.sheets:
            sheet = lifted.sheets[0]
            if lifted.is_split:
                makes.append(lambda plan: split_sheet(plan, sheet, by=by))
            else:
                makes.append(lambda plan: move_sheet(plan, sheet, by))
            pair = coinciding(self.plan, lifted.sheets, by) if self.options.join else None
            if pair is not None:
                makes.append(lambda plan: join_sheets(plan, *pair))
        makes += [self._scan_shift(name, by, alone=not lifted.sheets) for name in lifted.scans]
        one_entry(self.bench, self._label(lifted), makes)

    def _label(self, lifted: _Lifted) -> Message:
        """What the history calls it."""
        if not lifted.sheets:
            (name,) = lifted.scans
            return message("edit.do.move-scan", title=self.plan.scans[name].title or name)
        if lifted.is_split:
            return message("edit.do.split-sheet", sheet=lifted.sheets[0])
        return message("edit.do.move-sheet", sheet=lifted.sheets[0])

    def _scan_shift(self, name: str, by: Point, *, alone: bool) -> Make:
        """A scan that is moved by itself lies where no calibration put it."""
        scan = self.plan.scans[name]
        facts = ScanFacts.of(scan)
        attributes = replace(facts, rms=None, checked=False).written(scan) if alone else None
        return lambda plan: move_scan(plan, name, by, attributes=attributes)

    # What is seen

    def _moved(self, lifted: _Lifted, by: Point) -> Iterator[PreviewTrace]:
        for sheet in lifted.sheets:
            box = self._box(sheet)
            corner, opposite = (box.left + by[0], box.top + by[1]), (box.right + by[0], box.bottom + by[1])
            yield PreviewTrace(TraceLook.COVER, band_path(corner, opposite))
        for name in lifted.scans:
            points = [(x + by[0], y + by[1]) for x, y in _corners(self.plan.scans[name])]
            yield PreviewTrace(TraceLook.GUIDE, line_path(points, closed=True))

    def _outlines(self, at: Pointer) -> list[PreviewTrace]:
        """What a click would take hold of, and what it took hold of last."""
        traces: list[PreviewTrace] = []
        if at.cell is not None and self.options.target is SheetTarget.SHEET:
            around = QPainterPath()
            for sheet in self._lift(at, at.cell.sheet, is_split=at.held.alt).sheets:
                around.addPath(_band(self._box(sheet)))
            traces.append(PreviewTrace(TraceLook.SNAP, around))
        else:
            scan = self._scan_at(at.point)
            if scan is not None:
                traces.append(PreviewTrace(TraceLook.SNAP, line_path(_corners(scan), closed=True)))
        return traces

    def _box(self, sheet: str) -> Box:
        box = self.bench.canvas.picture.sheet(sheet).bounds()
        assert box is not None
        return box

    # The handle of a sheet

    def _handles(self) -> list[Point]:
        chosen = self._chosen
        if chosen is None or chosen.part is not Part.SHEET or chosen.key not in self.plan.sheets:
            return []
        box = self._box(str(chosen.key))
        return [(box.right, box.bottom)]

    def _handle_under(self, at: Pointer) -> bool:
        return handle_at(at, self._handles()) is not None

    def _scale(self, at: Pointer) -> float:
        """How large hexes would be, as the corner is this far from the hex that stays where it is."""
        (handle,) = self._handles()
        sheet = self.plan.sheets[str(self._chosen.key)] if self._chosen is not None else None
        assert sheet is not None
        far = math.dist(sheet.origin, handle)
        wanted = sheet.scale * math.dist(sheet.origin, at.point) / far if far else sheet.scale
        return max(_SMALLEST, wanted if at.held.shift else round(wanted * _ROUND) / _ROUND)

    def _scaled(self, at: Pointer) -> Iterator[PreviewTrace]:
        assert self._lifted is not None
        (name,) = self._lifted.sheets
        sheet, box = self.plan.sheets[name], self._box(name)
        factor, (x, y) = self._scale(at) / sheet.scale, sheet.origin
        corners = ((box.left, box.top), (box.right, box.bottom))
        corner, opposite = ((x + (left - x) * factor, y + (top - y) * factor) for left, top in corners)
        yield PreviewTrace(TraceLook.COVER, band_path(corner, opposite))


def _band(box: Box) -> QPainterPath:
    return band_path((box.left, box.top), (box.right, box.bottom))


def _corners(scan: ScanPlan) -> list[Point]:
    """The corners of a scan on the map plane; none for one that nobody has measured."""
    size = ScanFacts.of(scan).size
    if size is None:
        return []
    laid = Transform(scan.placement)
    return [laid.point(x, y) for x, y in ((0, 0), (size[0], 0), size, (0, size[1]))]


def _contains(corners: Sequence[Point], point: Point) -> bool:
    return line_path(corners, closed=True).contains(QPointF(*point))
