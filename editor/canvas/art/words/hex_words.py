"""What is written on a sheet of hexes: the number of each hex, and the names of places.

Numbers stand at the top of their hexes and names below their signs, clear of the number of the hex beneath. Where hexes
are small on the screen names keep a legible size, and a name that would touch that of a more important place is left
out; which one depends on the places around it alone, so that every tile decides alike. A name that would reach over the
edge of the paper stands so far inside it that none of it is cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from PySide6.QtGui import QPainter

from editor.canvas.art.ground import BlockCells
from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import Patch
from editor.canvas.art.signs import importance, name_offset, name_role, sign_of
from editor.canvas.art.style import LetteringStyle
from editor.canvas.art.words.lettering import SMALLEST, NumberPainter, paint_word, word_box
from editor.geometry.lattice import ROOT3, Box
from editor.geometry.plan_index import SheetIndex
from engine.core.boards.hexes import opposite
from engine.definitions.plan import Cell, FeaturePlan

Places: TypeAlias = Callable[[Box], Iterable[tuple[Cell, Sequence[FeaturePlan]]]]
"""The cells with features in a box, in a stable order."""

NUMBERS_FROM = 23.0
"""Hexes of a smaller radius, in points of the screen, carry no numbers."""
FARTHEST_NAME, _NEAREST = 12.0, 4.5
"""How far from its hex a name may reach, in circumradii, where hexes are small and where they are large."""
_HIGHEST = 3.2
"""How far above or below its hex a name may reach where hexes are small."""
_SMALL_HEX = 4.5
"""The radius in points of hexes that count as small."""
_FLAT_TOP, _POINTY_TOP = -0.79, -0.68
"""Where the top of a number is, in circumradii from the middle of its hex."""
_EDGE = 0.1
"""How far a number stays from the edge of a sheet that cuts its hexes."""
_GIVE_WAY = 0.07
"""How much lower a number stands where something runs along the top of its hex."""
_MOST_KNOWN = 4000
_DEEP = 0.6
"""How far a name reaches below its middle, tails and halo, for its size."""


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

    def __init__(
        self,
        index: SheetIndex,
        looks: Looks,
        places: Places,
        cut: Callable[[], Box | None],
        paper: Callable[[], Box],
    ) -> None:
        self.index = index
        self.sheet = index.sheet
        self.lattice = index.lattice
        self.looks = looks
        self._places = places
        self._cut = cut
        self._paper = paper
        self._known: dict[tuple[str, float, bool], tuple[FeaturePlan, Box, _Name | None]] = {}
        """Names by the id of their feature and the points of the patch, as long as feature and paper are the same."""
        self._boxes: dict[tuple[str, float], tuple[Box, Box | None]] = {}
        """Where names are written on a paper, by the id of their feature and the scale, until a feature changes."""
        self._upper = (0,) if self.lattice.is_flat else (0, 5)
        """The directions of the hexsides above a number."""

    # Numbers

    def paint_numbers(self, painter: QPainter, patch: Patch, cells: BlockCells) -> None:
        """Write the numbers of hexes; those that a line crosses have a halo, and those beneath a river stand lower.

        A hex of two sheets has the number that the earlier one gives it: two would stand on one another.
        """
        sheet, style, scale = self.sheet, self.looks.lettering("number"), self.lattice.scale
        there = list(zip(cells.cols.tolist(), cells.rows.tolist(), strict=True))
        top = (_FLAT_TOP if self.lattice.is_flat else _POINTY_TOP) * scale
        crossed, cut = self.index.exits, self._cut()
        beneath = self._beneath_sides(patch.box)
        writer = NumberPainter(painter, style, style.size * scale * patch.scale, raster=patch.raster)
        try:
            labels = sheet.labels.labels(sheet.grid, there, sheet.extent)
            for cell, (x, y), label in zip(there, cells.centres.tolist(), labels, strict=True):
                if cell in self.index.covered:
                    continue
                lower = _GIVE_WAY * scale if beneath.get(cell, 0) == len(self._upper) else 0.0
                at = x, y + top + lower
                if cut is not None:
                    at = self._inside(cut, *at, writer.width(label) / patch.scale)
                writer.draw(label, *at, halo=cell in crossed or cell in beneath)
        except ValueError:
            return  # an axis that has run out of values prints nothing; the checks report it
        finally:
            writer.close()

    def _beneath_sides(self, box: Box) -> Counter[tuple[int, int]]:
        """The cells that have something along their upper hexsides, where their numbers are, and along how many."""
        sides = {side[:-1] for side in self.index.sides_of(self.lattice.span(box).grown(1))}
        found: Counter[tuple[int, int]] = Counter()
        for _, col, row, direction in sides:
            if direction in self._upper:
                found[col, row] += 1
            if opposite(direction) in self._upper:
                found[self.sheet.grid.neighbour(col, row, direction)] += 1
        return found

    def _inside(self, cut: Box, x: float, y: float, width: float) -> tuple[float, float]:
        """Where a number stands whose hex is cut by the edge of the sheet: in what is left of it."""
        reach = width / 2 + _EDGE * self.lattice.scale
        return min(max(x, cut.left + reach), cut.right - reach), max(y, cut.top + _EDGE * self.lattice.scale)

    # Names

    def paint_names(self, painter: QPainter, patch: Patch) -> None:
        """Write the names of places."""
        for name in self._shown_names(patch):
            paint_word(painter, name.text, name.style, name.x, name.y, size=name.size, raster=patch.raster)

    def _reach(self, patch: Patch) -> float:
        """How far a name may reach to either side of where it stands."""
        radius = patch.points * self.lattice.scale
        return min(max(FARTHEST_NAME * _SMALL_HEX / radius, _NEAREST), FARTHEST_NAME) * self.lattice.scale

    def _shown_names(self, patch: Patch) -> list[_Name]:
        """The names that are written in a patch: those that no more important one drives away."""
        reach = self._reach(patch)
        box = patch.box
        shown = [name for name in self._names(patch, box, reach) if name.box.meets(box) or _covers(name.box, *box[:2])]
        if not shown:
            return []
        around = shown[0].box
        for name in shown:
            around = around.united(name.box)
        others = self._names(patch, around, reach) if patch.raster else []
        return [
            name for name in shown if not any(other.rank < name.rank and other.box.meets(name.box) for other in others)
        ]

    def _names(self, patch: Patch, box: Box, reach: float) -> list[_Name]:
        """The names that may touch a box, the most important last, so that they lie on top."""
        moved = self.index.farthest_name * self.lattice.scale
        high = _HIGHEST * self.lattice.scale + moved
        near = Box(box.left - reach - moved, box.top - high, box.right + reach + moved, box.bottom + high)
        near = _with_shifted(near, box, self._paper(), 2 * reach + moved)
        found = []
        for cell, features in self._places(near):
            x, y = self.lattice.centre(cell.col, cell.row)
            if near.left <= x <= near.right and near.top <= y <= near.bottom:
                name = self._name(patch, x, y, features, reach)
                if name is not None:
                    found.append(name)
        return sorted(found, key=lambda name: name.rank, reverse=True)

    def name_at(self, x: float, y: float, scale: float) -> str | None:
        """The feature whose name is written at a point where the map is shown at a scale, in points."""
        found = (name for name in reversed(self._shown_names(Patch(Box(x, y, x, y), scale))))
        return next((name.rank[1] for name in found if _covers(name.box, x, y)), None)

    def name_box(self, cell: Cell, feature: str, scale: float) -> Box | None:
        """Where the name of a feature of this cell is written at a scale; None where it is not, or driven away.

        It is asked for whatever counters stand on, in every frame. The scale is in points.
        """
        key, paper = (feature, scale), self._paper()
        known = self._boxes.get(key)
        if known is None or known[0] != paper:
            if len(self._boxes) >= _MOST_KNOWN:
                self._boxes.clear()
            known = self._boxes[key] = paper, self._new_name_box(cell, feature, scale)
        return known[1]

    def _new_name_box(self, cell: Cell, feature: str, scale: float) -> Box | None:
        x, y = self.lattice.centre(cell.col, cell.row)
        patch = Patch(Box(x, y, x, y), scale)
        reach = self._reach(patch)
        features = next((each for at, each in self._places(patch.box) if at == cell), ())
        found = self._name(patch, x, y, features, reach)
        if found is None or found.rank[1] != feature:
            return None
        others = self._names(patch, found.box, reach)
        return None if any(each.rank < found.rank and each.box.meets(found.box) for each in others) else found.box

    def _name(self, patch: Patch, x: float, y: float, features: Sequence[FeaturePlan], reach: float) -> _Name | None:
        """The name of a place as it would be written, if hexes are large enough for it; a very long one is smaller."""
        named = next((feature for feature in features if feature.name), None)
        if named is None:
            return None
        key, paper = (named.id, patch.points, patch.raster), self._paper()
        known = self._known.get(key)
        if known is not None and known[0] is named and known[1] == paper:
            return known[2]
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        name = self._new_name(patch, x, y, named, reach)
        self._known[key] = named, paper, name
        return name

    def _new_name(self, patch: Patch, x: float, y: float, named: FeaturePlan, reach: float) -> _Name | None:
        sign = sign_of(named, self.looks.sign(named.kind))
        style = self.looks.lettering(name_role(sign))
        scale = self.lattice.scale
        size = style.size * scale
        if patch.raster:
            if scale * patch.points < style.radius:
                return None
            size = max(size, style.pixels / patch.points)
        text = self.looks.called(named.name)
        wide = word_box(text, style, x, y, size=size).width
        size *= min(1.0, 2 * reach / wide)
        if size * patch.points < SMALLEST:
            return None
        below = name_offset(sign) * scale + (size - style.size * scale) * 0.4
        if scale * patch.points >= NUMBERS_FROM:
            below = min(below, self._number_beneath - _DEEP * size)
        x, y = x + named.name_offset[0] * scale, y + below + named.name_offset[1] * scale
        box = word_box(text, style, x, y, size=size)
        right, down = box.into(self._paper())
        box = Box(box.left + right, box.top + down, box.right + right, box.bottom + down)
        return _Name((importance(sign), named.id), text, style, x + right, y + down, size, box)

    @property
    def _number_beneath(self) -> float:
        """How far below the middle of a hex the numbers of those beneath it begin."""
        return (ROOT3 + _FLAT_TOP if self.lattice.is_flat else 1.5 + _POINTY_TOP) * self.lattice.scale

    def forget_boxes(self) -> None:
        """Some feature is another: it may drive away the name of any about it, or leave it room."""
        self._boxes.clear()

    def features_box(self, cell: Cell) -> Box:
        """Where the signs and names of a cell may reach, and those names that theirs may drive away."""
        x, y = self.lattice.centre(cell.col, cell.row)
        reach, moved = self.lattice.scale, self.index.farthest_name * self.lattice.scale
        wide, high = 2 * FARTHEST_NAME * reach + moved, _HIGHEST * reach + moved
        return Box(x - wide, y - high, x + wide, y + high)


def _covers(box: Box, x: float, y: float) -> bool:
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def _with_shifted(near: Box, box: Box, paper: Box, reach: float) -> Box:
    """Where to look for names that touch a box: at an edge of the paper they may stand to one side of their hexes."""
    return Box(
        min(near.left, paper.left) if box.left < paper.left + reach else near.left,
        near.top,
        max(near.right, paper.right) if box.right > paper.right - reach else near.right,
        near.bottom,
    )
