"""The map in the scene keeps to its paper, whatever stands in for what is not painted yet."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.canvas.tiles.map_item import MapItem
from tests.editor.canvas.demo_maps import PALETTE, dressed_map

TABLE = QColor("#ff00ff")
AIR = 6.0


def test_what_stands_in_for_a_missing_tile_does_not_spill_over_the_edge_of_the_paper() -> None:
    """The scene asks an item again for its own paper only, so a spill would stay beside the map for good."""
    picture = MapPicture(dressed_map(), Looks(PALETTE, bundled_style("paper")))
    item = MapItem(picture, layered=True)
    item._overview = lambda: None  # type: ignore[method-assign]
    scene = QGraphicsScene()
    scene.addItem(item)
    paper = picture.bounds
    around = QRectF(paper.left - AIR, paper.top - AIR, paper.width + 2 * AIR, paper.height + 2 * AIR)
    scale = 12.0
    image = QImage(round(around.width() * scale), round(around.height() * scale), QImage.Format.Format_RGB32)
    image.fill(TABLE)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), around)
    painter.end()
    inside = QRect(
        round(AIR * scale) - 2,
        round(AIR * scale) - 2,
        round(paper.width * scale) + 4,
        round(paper.height * scale) + 4,
    )
    spilled = [
        (x, y)
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
        if not inside.contains(x, y) and image.pixelColor(x, y) != TABLE
    ]
    assert not spilled
