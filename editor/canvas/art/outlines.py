"""Arrays into painter paths, in one call to Qt instead of one a point.

A chunk of the map has thousands of corners; `QPainterPath.lineTo` for each would make building it slower than
painting it. Qt can read a path from a byte stream, and numpy can write that stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QByteArray, QDataStream, QIODevice
from PySide6.QtGui import QPainterPath

from editor.geometry.lattice import Floats

MOVE, LINE, CURVE, CURVE_DATA = 0, 1, 2, 3
"""The kinds of element in a path, as Qt numbers them; a curve is one `CURVE` and two `CURVE_DATA`."""

_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_TOGETHER = 10
"""Shapes that are filled as one."""
_WINDING = 1
_TAIL = (0).to_bytes(4, "big") + _WINDING.to_bytes(4, "big")


class Outline(NamedTuple):
    """A path as arrays, which can be moved about and joined cheaply."""

    kinds: npt.NDArray[np.int32]
    points: Floats

    @property
    def is_empty(self) -> bool:
        return len(self.kinds) == 0

    def at(self, centres: Floats) -> Outline:
        """This outline once for each centre."""
        copies = len(centres)
        return Outline(np.tile(self.kinds, copies), (centres[:, None, :] + self.points[None]).reshape(-1, 2))

    def apart(self, shapes: int) -> list[Outline]:
        """So many equally long shapes as groups: Qt fills those that share a row of pixels in the square of the time.

        When they come from left to right, those of a group share the fewest.
        """
        length = len(self.kinds) // shapes * _TOGETHER if shapes else 1
        return [
            Outline(self.kinds[first : first + length], self.points[first : first + length])
            for first in range(0, len(self.kinds), length)
        ]

    def scaled(self, factor: float) -> Outline:
        return Outline(self.kinds, self.points * factor)


def joined(outlines: list[Outline]) -> Outline:
    """Several outlines as one."""
    if not outlines:
        return Outline(np.empty(0, np.int32), np.empty((0, 2)))
    return Outline(
        np.concatenate([outline.kinds for outline in outlines]),
        np.concatenate([outline.points for outline in outlines]),
    )


def polylines(points: Floats, *, closed: bool = False) -> Outline:
    """Many open or closed lines of equally many points: array (lines, points, 2)."""
    lines, length = points.shape[0], points.shape[1]
    if closed:
        points = np.concatenate((points, points[:, :1]), axis=1)
        length += 1
    kinds = np.full((lines, length), LINE, np.int32)
    kinds[:, 0] = MOVE
    return Outline(kinds.ravel(), points.reshape(-1, 2))


def quadratics(starts: Floats, controls: Floats, ends: Floats) -> Outline:
    """Many quadratic curves, raised to the cubics that paths are made of."""
    first = starts + (controls - starts) * (2 / 3)
    second = ends + (controls - ends) * (2 / 3)
    points = np.stack((starts, first, second, ends), axis=1)
    kinds = np.tile(np.array((MOVE, CURVE, CURVE_DATA, CURVE_DATA), np.int32), len(starts))
    return Outline(kinds, points.reshape(-1, 2))


def painter_path(outline: Outline) -> QPainterPath:
    """The outline as Qt paints it, filled by winding so that overlapping parts stay solid."""
    return painter_paths(outline, (len(outline.kinds),))[0]


def painter_paths(outline: Outline, lengths: Iterable[int]) -> list[QPainterPath]:
    """An outline cut into paths of so many elements each."""
    elements = np.empty(len(outline.kinds), _ELEMENT)
    elements["kind"] = outline.kinds
    elements["x"] = outline.points[:, 0]
    elements["y"] = outline.points[:, 1]
    paths = []
    begin = 0
    for length in lengths:
        path = QPainterPath()
        if length:
            data = QByteArray(length.to_bytes(4, "big") + elements[begin : begin + length].tobytes() + _TAIL)
            stream = QDataStream(data, QIODevice.OpenModeFlag.ReadOnly)
            stream >> path
        paths.append(path)
        begin += length
    return paths


def outline_of(path: QPainterPath) -> Outline:
    """A path drawn with Qt's own calls, as arrays."""
    count = path.elementCount()
    kinds = np.empty(count, np.int32)
    points = np.empty((count, 2))
    for index in range(count):
        element = path.elementAt(index)
        kinds[index] = int(element.type.value)
        points[index] = element.x, element.y
    return Outline(kinds, points)
