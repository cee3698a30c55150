"""What a click on a scan means: a pixel, and the place of the grid that is printed there.

A click names a hex by its printed label and means its centre, or one of its corners, which are sharper to hit.
A `Numbering` is a sheet as the scan shows it: which hex bears which label, and where that lies on the map plane.
"""

from __future__ import annotations

from dataclasses import dataclass

from editor.geometry.lattice import Lattice
from engine.core.boards.hexes import Cell, Extent, HexGrid
from engine.core.boards.labels import LabelScheme
from engine.core.messages import Message, message
from engine.definitions.plan import Point, SheetPlan


class CalibrationError(Exception):
    """Clicks that no calibration can be made of; `message` says what to do instead."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Click:
    """A pixel of the scan and the label printed in the hex there; a corner counts as `HexGrid.corners` do."""

    pixel: Point
    label: str
    corner: int | None = None


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """A pixel and the point of the map plane that belongs there, under a name for the table."""

    name: str
    pixel: Point
    plane: Point


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a sheet is numbered and where its hexes lie: all that turns a printed label into a place."""

    grid: HexGrid
    scheme: LabelScheme
    extent: Extent
    scale: float = 1.0
    origin: Point = (0.0, 0.0)

    @staticmethod
    def of(sheet: SheetPlan, lattice: Lattice | None = None) -> Numbering:
        """That of a sheet; the lattice tells where a joined sheet has come to lie."""
        scale, origin = (sheet.scale, sheet.origin) if lattice is None else (lattice.scale, lattice.origin)
        return Numbering(sheet.grid, sheet.labels, sheet.extent, scale, origin)

    def cell(self, label: str) -> Cell | None:
        """The hex in which a label is printed."""
        return self.scheme.parse(self.grid, label.strip(), self.extent)

    def label(self, cell: Cell) -> str:
        """What is printed in a hex, also beyond the edge; empty where the count has run out."""
        try:
            return self.scheme.label(self.grid, *cell, self.extent)
        except ValueError:
            return ""

    def centre(self, cell: Cell) -> Point:
        """Where a hex lies on the map plane."""
        x, y = self.grid.centre(*cell)
        return self.origin[0] + self.scale * x, self.origin[1] + self.scale * y

    def corner(self, cell: Cell, corner: int) -> Point:
        """Where a corner of a hex lies on the map plane."""
        x, y = self.grid.corners(*cell)[corner % 6]
        return self.origin[0] + self.scale * x, self.origin[1] + self.scale * y

    def cell_at(self, point: Point) -> Cell:
        """The hex that a point of the map plane lies in, whether the sheet has it or not."""
        return self.grid.nearest((point[0] - self.origin[0]) / self.scale, (point[1] - self.origin[1]) / self.scale)

    def control_point(self, click: Click) -> ControlPoint:
        """The point of the plane that a click names; raises CalibrationError for a label the sheet does not print."""
        cell = self.cell(click.label)
        if cell is None:
            first, last = self.label(self.extent.first), self.label(self.extent.last)
            raise CalibrationError(
                message("digitise.calibration.unknown-label", label=click.label, first=first, last=last)
            )
        label = self.label(cell)
        if click.corner is None:
            return ControlPoint(label, click.pixel, self.centre(cell))
        return ControlPoint(f"{label}/{click.corner % 6}", click.pixel, self.corner(cell, click.corner))
