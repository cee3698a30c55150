"""Arrays become the paths that Qt would have built point by point."""

from __future__ import annotations

import sys

import numpy as np
from PySide6.QtGui import QPainterPath

from editor.canvas.art.outlines import joined, outline_of, painter_path, polylines, quadratics


def test_a_path_comes_back_as_it_was() -> None:
    path = QPainterPath()
    path.moveTo(1, 2)
    path.cubicTo(2, 3, 4, 5, 6, 7)
    path.lineTo(8, 9)
    path.addEllipse(3, 3, 4, 5)
    again = painter_path(outline_of(path))
    assert outline_of(again).kinds.tolist() == outline_of(path).kinds.tolist()
    assert np.array_equal(outline_of(again).points, outline_of(path).points)


def test_an_outline_is_copied_to_each_centre() -> None:
    square = polylines(np.array([[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]]), closed=True)
    path = painter_path(square.at(np.array([(0.0, 0.0), (10.0, 5.0)])))
    assert path.elementCount() == 8
    assert path.boundingRect().getRect() == (0.0, 0.0, 11.0, 6.0)


def test_a_quadratic_passes_where_qt_draws_it() -> None:
    start, control, end = np.array([(0.0, 0.0)]), np.array([(1.0, 2.0)]), np.array([(2.0, 0.0)])
    ours = painter_path(quadratics(start, control, end))
    theirs = QPainterPath()
    theirs.quadTo(1, 2, 2, 0)
    for share in (0.0, 0.25, 0.5, 1.0):
        assert (ours.pointAtPercent(share) - theirs.pointAtPercent(share)).manhattanLength() < 1e-9


def test_nothing_joined_is_nothing() -> None:
    assert joined([]).is_empty
    assert painter_path(joined([])).isEmpty()


def test_void_calls_of_qt_do_not_use_up_none() -> None:
    before = sys.getrefcount(None)
    for _ in range(2000):
        QPainterPath().moveTo(0, 0)
    assert abs(sys.getrefcount(None) - before) < 500, "this PySide6 loses references to None and will abort"
