"""The ink of a map over its scans, where scans lie elsewhere and where painting is put off."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, PausedError
from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.canvas.scans.over_scans import OverPicture, OverScans
from editor.geometry.lattice import Box
from tests.editor.canvas.demo_maps import PALETTE, hex_map


def test_a_scan_that_lies_beside_the_map_has_no_ink_on_it(qtbot: QtBot) -> None:
    """What scan and map share is then a line or a point, and the scene paints even that."""
    canvas = MapCanvas(hex_map(8, 8), PALETTE)
    qtbot.addWidget(canvas)
    over = OverScans(lambda: canvas.picture)
    canvas.add_follower(over)
    canvas.set_surroundings(Box(-60, -60, 60, 60))
    over.lay((), [[(-50, -5), (-40, -5), (-40, 5), (-50, 5)]])
    over.finish(canvas.view_box, 40.0)
    assert over.isVisible()
    assert len(over.tiles) == 0
    canvas.show()
    canvas.fit()
    QApplication.processEvents()
    assert not canvas.grab().isNull()


def test_ink_in_one_colour_that_is_put_off_leaves_no_painter_open() -> None:
    """Qt warns of an image that goes while it is painted, and warnings fail here."""
    picture = MapPicture(hex_map(8, 8), Looks(PALETTE, bundled_style("paper")))
    over = OverPicture(lambda: picture)
    over.redraw((), [[(-5, -5), (40, -5), (40, 40), (-5, 40)]])
    over.signal = QColor("#ff00ff")
    image = QImage(512, 512, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)

    def stop() -> None:
        raise PausedError

    with pytest.raises(PausedError):
        over.paint(painter, Patch(Box(0, 0, 12, 12), 40.0, made=stop))
    painter.end()
