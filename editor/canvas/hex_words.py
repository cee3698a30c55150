"""What is written on a sheet of hexes: the number of each hex, and the names of places.

Numbers stand at the top of their hexes and names below their signs, clear of the number of the hex beneath. Where hexes
are small on the screen names keep a legible size, and a name that would touch that of a more important place is left
out; which one depends on the places around it alone, so that every tile decides alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from PySide6.QtGui import QPainter

from editor.canvas.ground import Cells
from editor.canvas.lattice import Box
from editor.canvas.lettering import SMALLEST, NumberPainter, paint_word, word_box
from editor.canvas.looks import Looks
from editor.canvas.plan_index import SheetIndex
from editor.canvas.renderer import Patch
from editor.canvas.signs import importance, name_offset, name_role, sign_of
from editor.canvas.style import LetteringStyle
from engine.definitions.plan import Cell, FeaturePlan

Places: TypeAlias = Callable[[Box], Iterable[tuple[Cell, Sequence[FeaturePlan]]]]
"""The cells with features in a box, in a stable order."""

FARTHEST_NAME, _NEAREST = 12.0, 4.5
"""How far from its hex a name may reach, in circumradii, where hexes are small and where they are large."""
_HIGHEST = 3.2
"""How far above or below its hex a name may reach where hexes are small."""
_SMALL_HEX = 4.5
"""The radius in pixels of hexes that count as small."""
_FLAT_TOP, _POINTY_TOP = -0.79, -0.68
"""Where the top of a number is, in circumradii from the middle of its hex."""
_EDGE = 0.1
"""How far a number stays from the edge of a sheet that cuts its hexes."""


class _Name(NamedTuple):
    rank: tuple[int, str]
    """The most important first; of equals the first id."""
    text: str
    style: LetteringStyle
    x: float
    y: float
    size: float
    box: Box


class HexWords:
    """Writes on one sheet."""

    def __init__(self, index: SheetIndex, looks: Looks, places: Places, cut: Callable[[], Box | None]) -> None:
        self.index = index
        self.sheet = index.sheet
        self.lattice = index.lattice
        self.looks = looks
        self._places = places
        self._cut = cut

    # Numbers

    def paint_numbers(self, painter: QPainter, patch: Patch, cells: Cells) -> None:
        """Write the numbers of hexes; those a line crosses have a halo."""
        sheet, style, scale = self.sheet, self.looks.lettering("number"), self.lattice.scale
        there = list(zip(cells.cols.tolist(), cells.rows.tolist(), strict=True))
        top = (_FLAT_TOP if self.lattice.is_flat else _POINTY_TOP) * scale
        crossed, cut = self.index.exits, self._cut()
        writer = NumberPainter(painter, style, style.size * scale * patch.scale, raster=patch.raster)
        try:
            labels = sheet.labels.labels(sheet.grid, there, sheet.extent)
            for cell, (x, y), label in zip(there, cells.centres.tolist(), labels, strict=True):
                at = (x, y + top) if cut is None else self._inside(cut, x, y + top, writer.width(label) / patch.scale)
                writer.draw(label, *at, halo=cell in crossed)
        except ValueError:
            return  # an axis that has run out of values prints nothing; the checks report it
        finally:
            writer.close()

    def _inside(self, cut: Box, x: float, y: float, width: float) -> tuple[float, float]:
        """Where a number stands whose hex is cut by the edge of the sheet: in what is left of it."""
        reach = width / 2 + _EDGE * self.lattice.scale
        return min(max(x, cut.left + reach), cut.right - reach), max(y, cut.top + _EDGE * self.lattice.scale)

    # Names

    def paint_names(self, painter: QPainter, patch: Patch) -> None:
        """Write the names of places."""
        radius = patch.scale * self.lattice.scale
        reach = min(max(FARTHEST_NAME * _SMALL_HEX / radius, _NEAREST), FARTHEST_NAME) * self.lattice.scale
        shown = [name for name in self._names(patch, patch.box, reach) if name.box.meets(patch.box)]
        if not shown:
            return
        around = shown[0].box
        for name in shown:
            around = around.united(name.box)
        others = self._names(patch, around, reach) if patch.raster else []
        for name in shown:
            if not any(other.rank < name.rank and other.box.meets(name.box) for other in others):
                paint_word(painter, name.text, name.style, name.x, name.y, size=name.size, raster=patch.raster)

    def _names(self, patch: Patch, box: Box, reach: float) -> list[_Name]:
        """The names that may touch a box, the most important last, so that they lie on top."""
        high = _HIGHEST * self.lattice.scale
        near = Box(box.left - reach, box.top - high, box.right + reach, box.bottom + high)
        found = []
        for cell, features in self._places(near):
            x, y = self.lattice.centre(cell.col, cell.row)
            if near.left <= x <= near.right and near.top <= y <= near.bottom:
                name = self._name(patch, x, y, features)
                if name is not None:
                    found.append(name)
        return sorted(found, key=lambda name: name.rank, reverse=True)

    def _name(self, patch: Patch, x: float, y: float, features: Sequence[FeaturePlan]) -> _Name | None:
        """The name of a place as it would be written, if hexes are large enough for it."""
        named = next((feature for feature in features if feature.name), None)
        if named is None:
            return None
        sign = sign_of(named, self.looks.sign(named.kind))
        style = self.looks.lettering(name_role(sign))
        scale = self.lattice.scale
        size = style.size * scale
        if patch.raster:
            if scale * patch.scale < style.radius:
                return None
            size = max(size, style.pixels / patch.scale)
        if size * patch.scale < SMALLEST:
            return None
        y += name_offset(sign) * scale + (size - style.size * scale) * 0.4
        box = word_box(named.name, style, x, y, size=size)
        return _Name((importance(sign), named.id), named.name, style, x, y, size, box)

    def features_box(self, cell: Cell) -> Box:
        """Where the signs and names of a cell may reach, and those names that theirs may drive away."""
        x, y = self.lattice.centre(cell.col, cell.row)
        reach = self.lattice.scale
        wide, high = 2 * FARTHEST_NAME * reach, _HIGHEST * reach
        return Box(x - wide, y - high, x + wide, y + high)
