"""A lattice that leaves the picture, or sides of which the picture shows nothing, say nothing and do no harm."""

from __future__ import annotations

import numpy as np

from editor.digitise.clicks import Numbering
from editor.digitise.grid.growth import grown
from editor.digitise.grid.line_picture import LinePicture
from editor.digitise.grid.snapping import snapped
from editor.digitise.grid.unit_cell import PlacedLattice
from editor.digitise.transforms import Transform
from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme

STEPS = np.array([[30.0, 15.0], [0.0, 26.0]])


def test_a_lattice_that_begins_beside_the_picture_is_not_followed() -> None:
    picture = LinePicture(np.full((200, 200), 180, dtype=np.uint8))
    start = PlacedLattice(np.array((-900.0, -900.0)), STEPS, 1.0, is_dark=True)
    assert not grown(picture, start, 0, lambda: None).is_followed


def test_a_strip_too_narrow_for_any_hexside_is_not_snapped_to() -> None:
    numbering = Numbering(HexGrid(Orientation.POINTY, Parity.ODD), LabelScheme(), Extent((1, 1), (8, 1)))
    to_pixel = Transform((30.0, 0.0, -20.0, 0.0, 30.0, 4.0 - 30.0 * numbering.centre((1, 1))[1], 0.0, 0.0, 1.0))
    strip = np.full((8, 420, 3), 200, dtype=np.uint8)
    assert snapped(strip, numbering, to_pixel) is None
