"""Terrain read off a print: a few hexes of each sort are clicked, the rest is proposed, and a person decides the doubt.

A click with a terrain in hand makes the hex under it a sample of that terrain, a second click takes it back. Enter
proposes: every hex is tinted as what it seems to be, the doubtful ones hatched. The most doubtful is shown first; Y
says it is right, a number says which it is instead, and either teaches. Enter again paints all of it as one entry of
the history, Esc leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from editor.canvas.tint_item import TintItem, TintPart
from editor.commands.paint import paint_terrains
from editor.digitise.print_sight import PrintSight
from editor.digitise.terrain.hex_features import HexFeatures
from editor.digitise.terrain.terrain_classes import TerrainProposal, propose
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells, packed
from editor.geometry.lattice import Box, Floats, Ints
from editor.refusal import CannotEdit
from editor.tools.options import Option, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Held, Pointer, Tool, ToolGroup, ToolOptions
from engine.core.messages import Message, message
from engine.definitions.plan import NO_CELL, Cell

_Z: Final = 12.0
_SURE_TINT, _DOUBT_TINT = 150, 90
_FEWEST: Final = 2
"""Classes that must have samples."""
_DIGITS: Final = tuple(Qt.Key(Qt.Key.Key_1 + number) for number in range(9))


@dataclass(slots=True)
class PrintTerrainOptions(ToolOptions):
    """Whether hexes that nobody decided and that are doubtful are left as they are."""

    only_sure: bool = False


@dataclass(frozen=True)
class _Reading:
    """The hexes of one print, as they look."""

    cells: tuple[Cell, ...]
    features: HexFeatures
    rims: Floats


class PrintTerrain(Tool):
    """Samples, proposes, reviews, paints."""

    name = "print-terrain"
    group = ToolGroup.PAINT
    shortcut = "Shift+S"
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN
    options: PrintTerrainOptions

    _tint: TintItem | None = None
    _sight: PrintSight | None = None
    _reading: _Reading | None = None
    _proposal: TerrainProposal | None = None
    _samples: dict[Cell, str] = {}  # noqa: RUF012 - never changed: the first sample makes its own
    _asked: int | None = None

    @property
    def title(self) -> str:
        return self.tr("Terrain from Print")

    @property
    def tip(self) -> str:
        return self.tr("Click two or three hexes of each terrain on a calibrated scan; the rest is proposed")

    @property
    def hint(self) -> Message:
        if self._proposal is None:
            kinds = len(set(self._samples.values()))
            return message("tool.hint.print-terrain", samples=len(self._samples), kinds=kinds)
        left = len(self._proposal.doubtful())
        if self._asked is None or not left:
            return message("tool.hint.print-terrain-done", count=int((self._proposal.confidence > 0).sum()))
        names = (self._title(name) for name in self._proposal.classes[: len(_DIGITS)])
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
        said = self._title(self._proposal.name(self._asked))
        return message("tool.hint.print-terrain-asked", left=left, terrain=said, listed=listed)

    def make_options(self) -> PrintTerrainOptions:
        return PrintTerrainOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("Leave the doubtful hexes that nobody has decided as they are")
        return (Option("only_sure", OptionKind.BOOL, self.tr("Paint only what is sure"), tip),)

    # Samples

    @property
    def sample_count(self) -> int:
        """How many hexes somebody has said what they are."""
        return len(self._samples)

    @property
    def is_busy(self) -> bool:
        return bool(self._samples) or self._proposal is not None

    def press(self, at: Pointer) -> None:
        self.check_locks()
        cell = at.cell
        if cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        sight = self.bench.print_at(at.point)
        if sight is None:
            raise CannotEdit(message("tool.cannot.no-print-here"))
        if sight is not self._sight:
            self._sight, self._reading = sight, None
        samples = self._samples = dict(self._samples)
        terrain = self.ink.id
        if samples.get(cell) == terrain:
            del samples[cell]
        else:
            samples[cell] = terrain
        if self._proposal is not None:
            self._propose()
        self._show()

    def hover(self, at: Pointer) -> None:
        self._show(None if at.cell is None else at.cell)

    # The proposal

    def finish(self) -> bool:
        if self._proposal is not None:
            self._paint(self._proposal)
            return True
        if not self._samples:
            return False
        if len(set(self._samples.values())) < _FEWEST:
            raise CannotEdit(message("tool.cannot.one-sample-kind"))
        self._propose()
        self._ask_next()
        self._show()
        return True

    def wants_key(self, key: Qt.Key) -> bool:
        return self._proposal is not None and (key == Qt.Key.Key_Y or key in _DIGITS)

    def key(self, key: Qt.Key, held: Held) -> bool:
        proposal, reading = self._proposal, self._reading
        if proposal is None or reading is None or self._asked is None:
            return False
        if key == Qt.Key.Key_Y:
            terrain = proposal.name(self._asked)
        elif key in _DIGITS and _DIGITS.index(key) < len(proposal.classes):
            terrain = proposal.classes[_DIGITS.index(key)]
        else:
            return False
        self._samples[reading.cells[self._asked]] = terrain
        self._propose()
        self._ask_next()
        self._show()
        return True

    def _propose(self) -> None:
        reading = self._read()
        numbers = {cell: number for number, cell in enumerate(reading.cells)}
        self._proposal = propose(
            reading.features, {numbers[cell]: name for cell, name in self._samples.items() if cell in numbers}
        )
        self._tint_all()

    def _read(self) -> _Reading:
        if self._reading is None:
            assert self._sight is not None, "a sample was taken of a print"
            cells: list[Cell] = []
            parts, rims = [], []
            for sheet in self.plan.sheets.values():
                rows, cols = np.nonzero(np.not_equal(sheet.terrain, NO_CELL))
                at: Ints = np.column_stack((cols + sheet.first[0], rows + sheet.first[1])).astype(np.int64)
                lattice = self.bench.canvas.picture.sheet(sheet.id).lattice
                parts.append(self._sight.features(lattice, at))
                rims.append(lattice.centres(at[:, 0], at[:, 1])[:, None, :] + lattice.corners[None])
                cells += [Cell(sheet.id, int(col), int(row)) for col, row in at.tolist()]
            joined = [
                np.concatenate([getattr(part, name) for part in parts])
                for name in ("values", "at", "is_seen", "colours")
            ]
            self._reading = _Reading(tuple(cells), HexFeatures(*joined), np.concatenate(rims))
        return self._reading

    def _ask_next(self) -> None:
        """The most doubtful hex is brought into view."""
        doubtful = [] if self._proposal is None else self._proposal.doubtful()
        self._asked = doubtful[0] if doubtful else None
        if self._asked is not None and self._reading is not None:
            x, y = self._reading.rims[self._asked].mean(axis=0)
            if not self.bench.canvas.view_box.grown(-1.0).meets(
                Box(float(x), float(y), float(x) + 1e-6, float(y) + 1e-6)
            ):
                self.bench.canvas.look_at_point(float(x), float(y))

    def _paint(self, proposal: TerrainProposal) -> None:
        assert self._reading is not None
        wanted = proposal.sure if self.options.only_sure else proposal.confidence > 0
        found: dict[str, dict[str, list[tuple[int, int]]]] = {}
        for number in np.flatnonzero(wanted).tolist():
            cell = self._reading.cells[number]
            found.setdefault(proposal.name(number), {}).setdefault(cell.sheet, []).append((cell.col, cell.row))
        change = paint_terrains(self.plan, {terrain: _cells(sheets) for terrain, sheets in found.items()})
        self._let_go()
        self.push(change)

    # What is seen

    def _show(self, under: Cell | None = None) -> None:
        ground_paths = [(TraceLook.SNAP, cell) for cell in self._samples]
        if under is not None:
            ground_paths.append((TraceLook.COVER, under))
        traces = []
        for look, cell in ground_paths:
            outline = self.bench.canvas.picture.outline(cell.key)
            if outline is not None:
                traces.append(PreviewTrace(look, outline))
        if self._asked is not None and self._reading is not None:
            traces.append(PreviewTrace(TraceLook.LINE, _rim(self._reading.rims[self._asked])))
        self.preview.draw(traces)

    def _tint_all(self) -> None:
        proposal, reading = self._proposal, self._reading
        if self._tint is None:
            self._tint = TintItem(_Z)
            self.bench.canvas.scene().addItem(self._tint)
        if proposal is None or reading is None:
            self._tint.show_parts(())
            return
        parts = []
        for kind, name in enumerate(proposal.classes):
            mine = (proposal.kinds == kind) & (proposal.confidence > 0)
            for is_sure, alpha in ((True, _SURE_TINT), (False, _DOUBT_TINT)):
                colour = QColor(self._colour(name))
                colour.setAlpha(alpha)
                path = QPainterPath()
                for number in np.flatnonzero(mine & (proposal.sure == is_sure)).tolist():
                    path.addPath(_rim(reading.rims[number]))
                parts.append(TintPart(colour, path, is_hatched=not is_sure))
        self._tint.show_parts(parts)

    def _colour(self, terrain: str) -> str:
        found = next((swatch for swatch in self.bench.palette.terrain if swatch.id == terrain), None)
        return "#888888" if found is None else found.colour

    def _title(self, terrain: str) -> str:
        found = next((swatch for swatch in self.bench.palette.terrain if swatch.id == terrain), None)
        return terrain if found is None else found.name

    # The end

    def cancel(self) -> bool:
        busy = self.is_busy
        self._let_go()
        return super().cancel() or busy

    def drop_drag(self) -> None:
        """A sample is taken when the button goes down; those there are stay."""

    def forget(self) -> None:
        super().forget()
        self._let_go()

    def map_changed(self) -> None:
        if self._reading is not None and any(not self.plan.has_place(cell.key) for cell in self._samples):
            self._let_go()

    def _let_go(self) -> None:
        self._samples = {}
        self._sight = self._reading = self._proposal = self._asked = None
        if self._tint is not None:
            self._tint.show_parts(())
        self.preview.clear()


def _rim(corners: Floats) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(*corner) for corner in (*corners.tolist(), corners[0].tolist())]))
    return path


def _cells(sheets: Mapping[str, Sequence[tuple[int, int]]]) -> Cells:
    found = {}
    for sheet, cells in sheets.items():
        at = np.array(cells, dtype=np.int64)
        found[sheet] = np.unique(packed(at[:, 0], at[:, 1]))
    return Cells(found)
