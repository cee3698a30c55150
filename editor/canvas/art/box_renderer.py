"""Draws the boxes beside the map (reserves, eliminated units, available air) and free lettering on it.

A box is as wide and as high as its attributes `width` and `height` say, in circumradii, about its position; its
units stand in rows. A text whose middle lies on water is lettered as water.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.art.looks import Looks
from editor.canvas.art.renderer import SPACES, TEXTS, Layer, Patch, Place, PointedHexside, Shown
from editor.canvas.art.shape_renderer import ShapeRenderer
from editor.canvas.art.style import LetteringStyle
from editor.canvas.art.words.bent_words import outline_of, style_of
from editor.canvas.art.words.lettering import SMALLEST, outline_box, paint_word, word
from editor.geometry.lattice import Box
from editor.geometry.plan_index import PlanIndex
from engine.definitions.plan import BoxPlan, TextPlan

_WIDTH, _HEIGHT = 5.0, 3.2
_TITLE = 0.34
_TITLE_ROOM = 0.62
_LEAST_TITLE = 4.4
"""Points of a title's usual letters below which there is no room for one in its box."""
_COUNTER = 1.14


class BoxRenderer:
    """The renderer of boxes and texts."""

    def __init__(self, index: PlanIndex, looks: Looks, shapes: ShapeRenderer) -> None:
        self.plan = index.plan
        self.shapes = shapes
        self._roles: dict[str, str] = {}
        """How lettering was last drawn: as that of water or of land."""
        self.index = index
        self.looks = looks

    def bounds(self) -> Box | None:
        box: Box | None = None
        for one in self.plan.boxes.values():
            box = self.box(one) if box is None else box.united(self.box(one))
        for text in self.plan.texts.values():
            box = self.text_box(text) if box is None else box.united(self.text_box(text))
        return box

    def box(self, box: BoxPlan) -> Box:
        """The rectangle of a box."""
        return rectangle_of(box)

    def text_box(self, text: TextPlan) -> Box:
        """The rectangle free lettering covers."""
        text = self._called(text)
        style = style_of(text, self.looks.lettering(self._role(text)))
        outline = outline_of(text, style)
        return outline_box(outline, *text.position, size=style.size * text.size, angle=text.angle)

    def key_at(self, x: float, y: float) -> str | None:
        for one in self.plan.boxes.values():
            box = self.box(one)
            if box.left <= x <= box.right and box.top <= y <= box.bottom:
                return one.id
        return None

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        return None

    def place(self, key: str) -> Place | None:
        one = self.plan.boxes.get(key)
        if one is None:
            return None
        box = self.box(one)
        top = box.top + _TITLE_ROOM
        columns = max(1, int((box.width - 0.2) / (_COUNTER * 1.12)))
        rows = max(1, int((box.bottom - top - 0.1) / (_COUNTER * 1.12)))
        return Place(one.position[0], (top + box.bottom) / 2, _COUNTER, columns, rows)

    def outline(self, key: str) -> QPainterPath | None:
        one = self.plan.boxes.get(key)
        return None if one is None else _rounded(self.box(one))

    def part(self, layer: Layer) -> str:
        return TEXTS if layer is Layer.LETTERING else SPACES

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        if layer is Layer.GROUND:
            for one in self.plan.boxes.values():
                if self.box(one).grown(0.1).meets(patch.box):
                    self._paint_box(painter, patch, one)
        elif layer is Layer.LETTERING and shown.names:
            for text in map(self._called, self.plan.texts.values()):
                role = self._roles[text.id] = self._role(text)
                style = style_of(text, self.looks.lettering(role))
                size = style.size * text.size
                if size * patch.points >= SMALLEST and self.text_box(text).meets(patch.box):
                    paint_word(
                        painter,
                        text.text,
                        style,
                        *text.position,
                        size=size,
                        angle=text.angle,
                        raster=patch.raster,
                        bent=outline_of(text, style) if text.curve or text.along else None,
                    )

    def restyled(self, boxes: Sequence[Box]) -> list[str]:
        """The lettering whose middle lies in these boxes, where the ground is another, and that looks different now.

        It is larger or smaller as well, and not where it was measured last.
        """
        found = []
        for text in self.plan.texts.values():
            x, y = text.position
            is_there = any(box.left <= x <= box.right and box.top <= y <= box.bottom for box in boxes)
            if is_there and self._roles.get(text.id) != (role := self._role(text)):
                self._roles[text.id] = role
                found.append(text.id)
        return found

    def _called(self, text: TextPlan) -> TextPlan:
        """Lettering as the language has it, as its author set it."""
        called = self.looks.called(text.text)
        return text if called == text.text else replace(text, text=called)

    def _role(self, text: TextPlan) -> str:
        """Names written over water are lettered as water; the ground under the middle of a text decides."""
        for name, sheet in self.plan.sheets.items():
            col, row = self.index.lattices[name].cell_at(*text.position)
            code = sheet.code(col, row)
            if code and self.looks.terrain(self.plan.terrain_names[code - 1]).is_water:
                return "water"
        return "water" if not self.plan.sheets and self.shapes.is_water(*text.position) else "text"

    def _paint_box(self, painter: QPainter, patch: Patch, one: BoxPlan) -> None:
        box, style = self.box(one), self.looks.style.boxes
        shape = _rounded(box)
        painter.fillPath(shape, QColor(style.colour))
        painter.strokePath(shape, QPen(QColor(style.edge), max(0.05, 1.0 / patch.scale)))
        if not one.title or _TITLE * patch.points < _LEAST_TITLE:
            return
        letters = self.looks.lettering("town")
        title, size = fitted_title(self.looks.called(one.title), letters, box.width - 0.4, patch.points)
        plain = letters.model_copy(update={"halo": style.colour, "colour": style.title})
        paint_word(painter, title, plain, one.position[0], box.top + 0.36, size=size, raster=patch.raster)
        painter.setPen(QPen(QColor(style.edge), max(0.02, 0.6 / patch.scale)))
        painter.drawLine(
            QPointF(box.left + 0.2, box.top + _TITLE_ROOM), QPointF(box.right - 0.2, box.top + _TITLE_ROOM)
        )


def fitted_title(title: str, letters: LetteringStyle, room: float, scale: float) -> tuple[str, float]:
    """A title that fits its box: in smaller letters, and from afar, where those could not be read, shortened."""

    def wide(words: str) -> float:
        return max(0.01, word(words, letters.bold, letters.italic, letters.spacing).boundingRect().width() / 64)

    if _TITLE * scale >= SMALLEST:
        return title, min(_TITLE, room / wide(title))
    size, shown = SMALLEST / scale, title
    while len(shown) > 1 and wide(shown if shown == title else f"{shown}…") * size > room:
        shown = shown[:-1].rstrip()
    return shown if shown == title else f"{shown}…", size


def rectangle_of(box: BoxPlan) -> Box:
    """The rectangle of a box."""
    width, height = _length(box, "width", _WIDTH), _length(box, "height", _HEIGHT)
    x, y = box.position
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _rounded(box: Box) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(box.left, box.top, box.width, box.height), 0.18, 0.18)
    return path


def _length(box: BoxPlan, name: str, usual: float) -> float:
    given = box.attributes.get(name)
    if isinstance(given, (int, float)) and not isinstance(given, bool) and 0.5 <= given <= 500:
        return float(given)
    return usual
