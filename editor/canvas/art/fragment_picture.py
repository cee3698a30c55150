"""A fragment as it would look on the map: for the stamp in hand and for the list of stamps.

It is laid down on a map of its own that has just its hexes, and that map is painted as any other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QTransform

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Shown
from editor.geometry.cells import columns
from editor.geometry.ground import Ground
from editor.geometry.lattice import Box
from editor.model.fragment import Fragment
from editor.model.fragment_placement import Laying
from editor.model.sketch import Sketch
from engine.core.boards.hexes import HexGrid, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.messages import message
from engine.definitions.plan import NO_TERRAIN, Cell, MapPlan, SheetPlan

MOST_HEXES = 3000
"""Larger fragments are shown as an outline only."""
_LARGEST = 1600
"""Pixels of a side of a picture at most."""
_SHEET = "main"
_SPREAD = 0.25
"""What reaches beyond the hexes, such as a river along their edge, in circumradii."""


class FragmentPicture(NamedTuple):
    """Pixels, and the rectangle of the map plane they fill about the middle of the anchor."""

    image: QImage
    box: Box


def fragment_plan(fragment: Fragment) -> MapPlan:
    """A map that has the fragment and nothing else; its anchor is column 0, row 0."""
    plan = MapPlan("fragment", "", "")
    if not fragment.has_hexes:
        sketch = Sketch(plan)
        Laying(sketch, fragment, (0.0, 0.0)).lay()
        sketch.change(message("edit.do.paste")).apply(plan)
        return plan
    grid = HexGrid(fragment.orientation, Parity.ODD)
    plan.sheets[_SHEET] = SheetPlan(_SHEET, grid, (0, 0), (1, 1), LabelScheme(), NO_TERRAIN, plan.filled((1, 1), ""))
    ground = Ground(plan)
    anchor = ground.spot(Cell(_SHEET, 0, 0))
    assert anchor is not None
    cols, rows = columns(ground.keys_on(_SHEET, fragment.ground.q + anchor.q, fragment.ground.r + anchor.r))
    first = min(0, int(cols.min())), min(0, int(rows.min()))
    size = max(0, int(cols.max())) - first[0] + 1, max(0, int(rows.max())) - first[1] + 1
    codes = np.zeros((size[1], size[0]), dtype=np.uint16)
    codes[rows - first[1], cols - first[0]] = plan.code_of(fragment.ground.names[0])
    plan.sheets[_SHEET] = SheetPlan(_SHEET, grid, first, size, LabelScheme(), NO_TERRAIN, codes)
    sketch = Sketch(plan)
    Laying(sketch, fragment, Cell(_SHEET, 0, 0)).lay()
    sketch.change(message("edit.do.paste")).apply(plan)
    return plan


def fragment_picture(fragment: Fragment, looks: Looks, scale: float) -> FragmentPicture | None:
    """A fragment at so many pixels a circumradius, None for one with too many hexes."""
    if len(fragment.ground) > MOST_HEXES or not (fragment.has_hexes or fragment.places):
        return None
    picture = MapPicture(fragment_plan(fragment), looks, Shown(numbers=False))
    outline = _outline(picture)
    room = outline.boundingRect().adjusted(-_SPREAD, -_SPREAD, _SPREAD, _SPREAD)
    box = Box(room.left(), room.top(), room.right(), room.bottom())
    scale = min(scale, _LARGEST / max(box.width, box.height))
    image = QImage(
        max(1, round(box.width * scale)), max(1, round(box.height * scale)), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(QTransform(scale, 0.0, 0.0, scale, -box.left * scale, -box.top * scale))
        painter.setClipPath(outline)
        picture.paint(painter, Patch(box, scale))
    finally:
        painter.end()
    sheet = picture.plan.sheets.get(_SHEET)
    x, y = (0.0, 0.0) if sheet is None else picture.sheet(_SHEET).lattice.centre(0, 0)
    return FragmentPicture(image, Box(box.left - x, box.top - y, box.right - x, box.bottom - y))


def _outline(picture: MapPicture) -> QPainterPath:
    """All its places, and a name beside a space."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    plan = picture.plan
    keys = [cell.key for sheet in plan.sheets.values() for cell in sheet.cells()]
    for key in (*keys, *plan.spaces, *plan.boxes):
        one = picture.outline(key)
        if one is not None:
            path.addPath(one)
    for space in plan.spaces.values():
        box = picture.spaces.name_box(space)
        if box is not None:
            path.addRect(QRectF(box.left, box.top, box.width, box.height))
    return path
