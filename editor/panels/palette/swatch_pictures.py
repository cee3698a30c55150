"""Swatches drawn as the canvas draws: a small map is made of one kind and its own renderer paints it.

So a swatch can never look different from what a stroke with it leaves. Pictures are kept until the palette or the
style is another.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Layer, Patch, Renderer, Shown
from editor.canvas.art.signs import SETTLEMENTS, SignSpot, paint_sign
from editor.documents.workbench import InkGroup
from editor.geometry.lattice import Box
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import (
    Cell,
    LinkPlan,
    MapPlan,
    PathPlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    canonical_side,
)

TILE = QSize(48, 44)
"""A terrain, a feature, a box: something one hex large."""
SAMPLE = QSize(64, 34)
"""A line along hexsides, through hexes or between spaces."""

_SHEET = "swatch"
_GRID = HexGrid(Orientation.FLAT, Parity.ODD)
_UNCOLOURED = "#808080"
"""A kind of region that has no colour of its own."""
_PLAIN = Shown(numbers=False, names=False)
_BELOW = (2, 3, 4)
"""The directions down to the right, down and down to the left of a flat-topped hex."""


def size_of(group: InkGroup) -> QSize:
    """How large the swatches of a group are."""
    return SAMPLE if group in (InkGroup.SIDES, InkGroup.PATHS, InkGroup.CONNECTIONS) else TILE


class SwatchPictures:
    """The swatches of one palette under one style."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self._kept: dict[tuple[InkGroup, str, float], QPixmap] = {}

    def get(self, group: InkGroup, kind: str, ratio: float = 1.0) -> QPixmap:
        """The swatch of a kind; `ratio` is that of the screen."""
        key = (group, kind, ratio)
        if key not in self._kept:
            self._kept[key] = self._draw(group, kind, ratio)
        return self._kept[key]

    def _draw(self, group: InkGroup, kind: str, ratio: float) -> QPixmap:
        size = size_of(group) * ratio
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match group:
            case InkGroup.TERRAIN:
                self._hex(painter, size, kind)
            case InkGroup.FEATURES:
                self._feature(painter, size, kind)
            case InkGroup.SIDES:
                self._ground(painter, size, ratio)
                self._side(painter, size, kind)
            case InkGroup.PATHS:
                self._ground(painter, size, ratio)
                self._path(painter, size, kind)
            case InkGroup.CONNECTIONS:
                self._ground(painter, size, ratio)
                self._connection(painter, size, kind)
            case InkGroup.BOXES:
                self._box(painter, size)
            case InkGroup.REGIONS:
                self._region(painter, size, kind)
        painter.end()
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    # One hex

    def _hex(self, painter: QPainter, size: QSize, terrain: str) -> None:
        radius = min(size.width() / 2, size.height() / 1.74) * 0.97
        picture = self._sheet(terrain, 1, 1)
        _look_at(painter, size, (0.0, 0.0), radius)
        self._paint(painter, (picture.sheet(_SHEET),), radius, (Layer.GROUND, Layer.GRID))

    def _feature(self, painter: QPainter, size: QSize, kind: str) -> None:
        """A sign is drawn in the size of its hex, because in its corner it could not be made out."""
        self._hex(painter, size, _plainest(self.looks))
        look = self.looks.sign(kind)
        radius = size.height() / 1.74
        middle = SignSpot(0.0, 0.0, 0.95 if look.sign in SETTLEMENTS else 0.46, radius)
        paint_sign(painter, look.sign, self.looks, middle, look.colour)

    def _box(self, painter: QPainter, size: QSize) -> None:
        style, unit = self.looks.style.boxes, size.height() / 44
        frame = QRectF(4 * unit, 7 * unit, size.width() - 8 * unit, size.height() - 14 * unit)
        path = QPainterPath()
        path.addRoundedRect(frame, 4 * unit, 4 * unit)
        painter.fillPath(path, QColor(style.colour))
        painter.strokePath(path, QPen(QColor(style.edge), 1.4 * unit))
        line = frame.top() + 8 * unit
        painter.drawLine(QPointF(frame.left() + 4 * unit, line), QPointF(frame.right() - 4 * unit, line))

    def _region(self, painter: QPainter, size: QSize, kind: str) -> None:
        """A hex under the wash and the border of the colour that regions of this kind begin with."""
        painter.save()
        self._hex(painter, size, _plainest(self.looks))
        painter.restore()
        swatch = next((each for each in self.looks.palette.regions if each.id == kind), None)
        colour = QColor(swatch.colour if swatch is not None and swatch.colour else _UNCOLOURED)
        unit = size.height() / 44
        path = QPainterPath()
        radius = min(size.width() / 2, size.height() / 1.74) * 0.86
        middle_x, middle_y = _GRID.centre(1, 1)
        points = [
            QPointF(size.width() / 2 + (x - middle_x) * radius, size.height() / 2 + (y - middle_y) * radius)
            for x, y in _GRID.corners(1, 1)
        ]
        path.addPolygon([*points, points[0]])
        wash = QColor(colour)
        wash.setAlphaF(0.35)
        painter.fillPath(path, wash)
        painter.strokePath(path, QPen(colour, 2.4 * unit))

    # Lines

    def _ground(self, painter: QPainter, size: QSize, ratio: float) -> None:
        """Lines lie on a strip of open country, whatever the colours of the panel."""
        strip = QPainterPath()
        strip.addRoundedRect(QRectF(0, 0, size.width(), size.height()), 4 * ratio, 4 * ratio)
        painter.setClipPath(strip)
        painter.fillPath(strip, self.looks.terrain(_plainest(self.looks)).colour)

    def _side(self, painter: QPainter, size: QSize, kind: str) -> None:
        """The border between two rows of hexes; what lies across a hexside is shown on one."""
        across = self.looks.side(kind).stroke in ("bridge", "arrows")
        upper = [Cell(_SHEET, col, 1) for col in range(1, 8)]
        picture = self._sheet(_plainest(self.looks), 7, 2)
        for cell in upper:
            for direction in (3,) if across else _BELOW:
                beyond = _GRID.neighbour(cell.col, cell.row, direction)
                if Cell(_SHEET, *beyond) not in upper and (not across or cell.col == 4):
                    picture.plan.sides[canonical_side(_GRID, cell, direction, kind)] = SidePlan()
        picture.everything_changed()
        x, y = _GRID.centre(4, 1)
        radius = size.height() / (1.5 if across else 2.3)
        _look_at(painter, size, (x, y + (0.87 if across else 1.3)), radius)
        self._paint(painter, (picture.sheet(_SHEET),), radius, (Layer.SIDES, Layer.GRID))

    def _path(self, painter: QPainter, size: QSize, kind: str) -> None:
        picture = self._sheet(_plainest(self.looks), 9, 1)
        through = tuple(Cell(_SHEET, col, 1).key for col in range(1, 10))
        picture.plan.paths["line"] = PathPlan("line", kind, through)
        picture.everything_changed()
        x, y = _GRID.centre(5, 1)
        radius = size.height() / 2.0
        _look_at(painter, size, (x, y - 0.43), radius)
        self._paint(painter, (picture.sheet(_SHEET),), radius, (Layer.GRID, Layer.PATHS))

    def _connection(self, painter: QPainter, size: QSize, kind: str) -> None:
        plan = MapPlan(_SHEET, "", "none")
        ends = {"a": (0.0, 0.0), "b": (4.6, 0.0)}
        for name, at in ends.items():
            plan.spaces[name] = SpacePlan(name, "", at, _plainest(self.looks), {"radius": 0.62})
        plan.links["link"] = LinkPlan("link", "a", "b", kind)
        picture = MapPicture(plan, self.looks, _PLAIN)
        radius = size.width() / 6.4
        _look_at(painter, size, (2.3, 0.0), radius)
        self._paint(painter, (picture.spaces,), radius, (Layer.PATHS, Layer.SIGNS))

    # The small map

    def _sheet(self, terrain: str, cols: int, rows: int) -> MapPicture:
        plan = MapPlan(_SHEET, "", "none")
        ground = plan.filled((cols, rows), terrain)
        plan.sheets[_SHEET] = SheetPlan(_SHEET, _GRID, (1, 1), (cols, rows), LabelScheme(), terrain, ground)
        if (cols, rows) == (1, 1):
            x, y = _GRID.centre(1, 1)
            plan.sheets[_SHEET].origin = -x, -y
        return MapPicture(plan, self.looks, _PLAIN)

    @staticmethod
    def _paint(painter: QPainter, renderers: Iterable[Renderer], scale: float, layers: tuple[Layer, ...]) -> None:
        patch = Patch(Box(-100.0, -100.0, 100.0, 100.0), scale)
        for layer in layers:
            for renderer in renderers:
                renderer.paint(painter, patch, layer, _PLAIN)


def _look_at(painter: QPainter, size: QSize, middle: tuple[float, float], radius: float) -> None:
    """Let the painter's unit be a circumradius of so many pixels, with a point of the plane in the middle."""
    painter.translate(size.width() / 2, size.height() / 2)
    painter.scale(radius, radius)
    painter.translate(-middle[0], -middle[1])


def _plainest(looks: Looks) -> str:
    """The terrain that lines and signs are best seen on: open ground, or the first that is no water."""
    kinds = [swatch.id for swatch in looks.palette.terrain]
    dry = [kind for kind in kinds if not looks.terrain(kind).is_water]
    return next((kind for kind in dry if looks.terrain(kind).pattern == "clear"), (dry or ["clear"])[0])
