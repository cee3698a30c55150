"""A scan on the plane: laid by the full matrix without seams, as fine as the screen needs, up to its horizon."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.scans.scan_item import (
    MOST_TILES,
    ScanItem,
    draw_scan,
    qtransform,
    scan_box,
    tile_part,
    tiles_in,
    visible_outline,
)
from editor.canvas.scans.scan_pyramid import SIDE, Size, TileAt, level_sizes
from editor.digitise.transforms import Transform
from editor.geometry.lattice import Box

LEANING = Transform((0.02, 0.003, -4.0, -0.002, 0.019, -3.0, 6e-5, 9e-5, 1.0))


class Plain:
    """A scan of one colour; a copy that is not there has to be stood in for."""

    def __init__(self, size: Size, colour: str = "#808080", missing: range = range(0)) -> None:
        self.size = size
        self.colour = QColor(colour)
        self.missing = missing
        self.asked: list[TileAt] = []

    def tile(self, at: TileAt) -> QImage | None:
        if at.level in self.missing:
            return None
        width, height = level_sizes(self.size)[at.level]
        image = QImage(
            min(SIDE, width - SIDE * at.across), min(SIDE, height - SIDE * at.down), QImage.Format.Format_RGB32
        )
        image.fill(self.colour)
        return image

    def ask(self, at: TileAt) -> None:
        self.asked.append(at)


def drawn(pixels: Plain, placement: Transform, box: Box, scale: float, opacity: float = 1.0) -> QImage:
    image = QImage(round(box.width * scale), round(box.height * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setOpacity(opacity)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    painter.translate(-box.left, -box.top)
    draw_scan(painter, pixels, placement, box, scale)
    painter.end()
    return image


def words(image: QImage) -> np.ndarray:
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


@given(
    st.lists(st.floats(-2, 2), min_size=6, max_size=6),
    st.lists(st.floats(-1e-4, 1e-4), min_size=2, max_size=2),
    st.tuples(st.floats(0, 1000), st.floats(0, 1000)),
)
def test_qt_and_we_mean_the_same_by_a_matrix(six: list[float], two: list[float], at: tuple[float, float]) -> None:
    transform = Transform((*six, *two, 1.0))  # type: ignore[arg-type]
    x, y = transform.point(*at)
    mapped = qtransform(transform).map(QPointF(*at))
    assert math.isclose(mapped.x(), x, rel_tol=1e-6, abs_tol=1e-6)
    assert math.isclose(mapped.y(), y, rel_tol=1e-6, abs_tol=1e-6)


@pytest.mark.parametrize("opacity", [1.0, 0.5])
@pytest.mark.parametrize("scale", [9.0, 30.0, 77.7])
@pytest.mark.parametrize("placement", [Transform((0.02, 0, 0, 0, 0.02, 0, 0, 0, 1)), LEANING])
def test_tiles_meet_without_a_seam(placement: Transform, scale: float, opacity: float) -> None:
    """A scan of one colour is of one colour wherever it lies, however transparent."""
    x, y = placement.point(1500, 1100)
    reach = 260 / scale
    image = drawn(Plain((3000, 2200)), placement, Box(x - reach, y - reach, x + reach, y + reach), scale, opacity)
    inside = visible_outline(placement, Box(0, 0, 3000, 2200))
    left = max(inside[0][0], inside[3][0]) - (x - reach)
    right = min(inside[1][0], inside[2][0]) - (x - reach)
    top = max(inside[0][1], inside[1][1]) - (y - reach)
    bottom = min(inside[2][1], inside[3][1]) - (y - reach)
    cut = [round(value * scale) for value in (left, right, top, bottom)]
    part = words(image)[max(cut[2], 0) + 3 : cut[3] - 3, max(cut[0], 0) + 3 : cut[1] - 3]
    assert part.size > 10_000
    assert len(np.unique(part)) == 1


def test_a_coarser_tile_stands_in_for_one_that_is_not_there() -> None:
    pixels = Plain((3000, 2200), missing=range(2))
    image = drawn(pixels, Transform((0.02, 0, 0, 0, 0.02, 0, 0, 0, 1)), Box(5, 5, 15, 15), 50.0)
    assert len(np.unique(words(image))) == 1
    assert {at.level for at in pixels.asked} == {0}, "and the fine one is asked for"


@pytest.mark.parametrize(("scale", "level"), [(200.0, 0), (50.0, 0), (26.0, 0), (24.0, 1), (12.0, 2), (3.0, 4)])
def test_a_copy_is_as_fine_as_the_screen_needs(scale: float, level: int) -> None:
    pixels = Plain((6000, 4400), missing=range(9))
    drawn(pixels, Transform((0.02, 0, 0, 0, 0.02, 0, 0, 0, 1)), Box(10, 10, 30, 30), scale)
    assert {at.level for at in pixels.asked} == {level}


@given(
    st.tuples(st.integers(1, 40_000), st.integers(1, 40_000)),
    st.tuples(*[st.floats(-1000, 50_000)] * 4),
    st.integers(0, 12),
)
def test_no_rectangle_needs_more_tiles_than_we_fetch(
    size: Size, edges: tuple[float, float, float, float], level: int
) -> None:
    (left, right), (top, bottom) = sorted(edges[:2]), sorted(edges[2:])
    tiles = list(tiles_in(size, Box(left, top, right, bottom), level))
    assert len(tiles) <= MOST_TILES
    sizes = level_sizes(size)
    for at in tiles:
        part = tile_part(size, at)
        assert at.level < len(sizes)
        assert 0 <= part.left < part.right <= size[0]
        assert 0 <= part.top < part.bottom <= size[1]


def test_a_scan_that_reaches_its_horizon_ends_somewhere() -> None:
    placement = Transform((0.02, 0, 0, 0, 0.02, 0, -4.5e-4, 0, 1.0))
    box = scan_box(placement, (3000, 2000))
    assert all(math.isfinite(edge) for edge in box)
    assert box.width < 2000
    outline = visible_outline(placement, Box(0, 0, 3000, 2000))
    assert len(outline) == 4, "cut off before the horizon"
    image = drawn(Plain((3000, 2000)), placement, Box(0, 0, 100, 100), 5.0)
    assert len(np.unique(words(image))) == 2


@given(st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=9, max_size=9))
def test_no_placement_of_a_file_can_do_harm(numbers: list[float]) -> None:
    a, b, c, d, e, f, g, h, i = numbers
    if abs(np.linalg.det(np.array(numbers).reshape(3, 3))) < 1e-9:
        return
    placement = Transform((a, b, c, d, e, f, g * 1e-3, h * 1e-3, i))
    try:
        placement.inverse()
    except ValueError:
        return
    box = scan_box(placement, (900, 700))
    assert box.left <= box.right
    image = drawn(Plain((900, 700)), placement, Box(-2, -2, 2, 2), 20.0)
    assert not image.isNull()


def test_where_the_scan_does_not_lie_one_sees_through() -> None:
    item = ScanItem(Plain((600, 400)), Transform((0.01, 0, 0, 0, 0.01, 0, 0, 0, 1)))
    image = item.tiles.make(next(item.tiles.keys_in(Box(0, 0, 6, 4), 60.0)))
    assert QColor.fromRgba(image.pixel(100, 100)).name() == "#808080"
    assert QColor.fromRgba(image.pixel(500, 500)).alpha() == 0
