"""What stands out more than the lines of a map: an inset with a plain grid of its own, bold numbers in faint hexes."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication

from editor.digitise.grid.grid_finder import find_grid
from tests.helpers.atlas_sheets import GridInk, Sheet, photographed
from tests.helpers.printed_scans import ROOT3, Floats, Pixels, image_of, pixels_of, squeezed

TURNS = np.radians(np.arange(0, 360, 60))


def centres_in(box: QRectF, pitch: float) -> Floats:
    """The centres of flat-topped hexes that fill a box."""
    radius = pitch / ROOT3
    columns, rows = int(box.width() / (1.5 * radius)) - 1, int(box.height() / pitch) - 2
    return np.array(
        [
            (box.left() + (1.6 + 1.5 * column) * radius, box.top() + pitch * (0.8 + row + 0.5 * (column % 2)))
            for column in range(columns)
            for row in range(rows)
        ]
    )


def draw_hexes(painter: QPainter, centres: Floats, pitch: float) -> None:
    radius = pitch / ROOT3
    for x, y in centres:
        painter.drawPolygon(
            QPolygonF([QPointF(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in TURNS])
        )


def test_an_inset_that_is_plainer_than_the_map_does_not_hide_it(qapp: QApplication) -> None:
    photograph = photographed(
        Sheet(pitch=60, size=(1100, 900), seed=3, ink=GridInk.HAIRLINE, hides=0.3, counters=0.1, noise=6.0)
    )
    image, box = image_of(photograph.pixels), QRectF(640, 480, 420, 380)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(box, QColor(226, 228, 204))
    painter.setPen(QPen(QColor(60, 56, 50), 1.2))
    painter.drawRect(box)
    draw_hexes(painter, centres_in(box, 30.0), 30.0)
    painter.end()
    found = find_grid(pixels_of(image))
    assert [round(sheet.pitch) for sheet in found.sheets] == [60, 30], "the map comes first"
    open_ones = [at for at in photograph.centres if not box.contains(QPointF(*at))]
    assert float(np.median([np.hypot(*(found.centres - at).T).min() for at in open_ones])) < 1.0


def numbered(size: tuple[int, int], pitch: float) -> tuple[Pixels, Floats]:
    """Open water with a hairline grid that is hardly darker than it, and a bold number in every hex."""
    rng = np.random.default_rng(5)
    image = image_of(np.full((size[1], size[0], 3), (168, 200, 222), dtype=np.uint8))
    centres = centres_in(QRectF(0, 0, *size), pitch)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(90, 120, 150, 110), 1.2))
    draw_hexes(painter, centres, pitch)
    font = QFont("Inter", weight=QFont.Weight.Black)
    font.setPixelSize(int(pitch / 6))
    painter.setFont(font)
    painter.setPen(QColor(70, 66, 60))
    for number, (x, y) in enumerate(centres):
        box = QRectF(x - pitch / 2, y - 0.46 * pitch, pitch, pitch / 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{1000 + 37 * number % 8999}")
    painter.end()
    noisy = pixels_of(image) + rng.normal(0, 4, (size[1], size[0], 1))
    return squeezed(np.clip(noisy, 0, 255).astype(np.uint8), 75), centres


def test_bold_numbers_do_not_lead_away_from_faint_lines(qapp: QApplication) -> None:
    pixels, centres = numbered((1500, 1200), 98.0)
    found = find_grid(pixels)
    assert found.is_found
    assert float(np.median([np.hypot(*(found.centres - at + 0.5).T).min() for at in centres])) < 1.0
