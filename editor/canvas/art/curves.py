"""Lines that follow hexsides or cross hexes, smoothed without knowing where they begin or end.

Each hexside (or each way out of a hex) is drawn as two half curves, from its middle to the corner (or centre) at either
end. Where two lines meet, both halves run into the point half-way between their controls, with one tangent;
so a chain of any length is smooth, yet each piece depends on its neighbours alone, and an edit redraws only
what it touches. A ribbon, such as a river, thins towards an end that is neither at water nor at the map's edge.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from editor.canvas.art.outlines import Outline, polylines, quadratics
from editor.geometry.lattice import Floats

_LAP = 0.03


class Halves(NamedTuple):
    """Quadratic half curves: from the middle of a hexside, by a control, to where it ends; and their widths."""

    starts: Floats
    controls: Floats
    ends: Floats
    first_widths: Floats
    last_widths: Floats

    def points(self, steps: Floats) -> Floats:
        """Points at the given parameters of every curve: array (curves, steps, 2)."""
        t = steps[None, :, None]
        return (
            (1 - t) ** 2 * self.starts[:, None] + 2 * t * (1 - t) * self.controls[:, None] + t * t * self.ends[:, None]
        )

    def from_left_to_right(self) -> Halves:
        """The same curves in that order."""
        order = np.argsort(self.starts[:, 0], kind="stable")
        return Halves(*(field[order] for field in self))

    def normals(self, steps: Floats) -> Floats:
        """Unit vectors across the curves at those parameters, to the left of the way outward."""
        t = steps[None, :, None]
        along = (1 - t) * (self.controls - self.starts)[:, None] + t * (self.ends - self.controls)[:, None]
        across = np.stack((along[..., 1], -along[..., 0]), axis=-1)
        length = np.hypot(across[..., 0], across[..., 1])[..., None]
        result: Floats = across / np.maximum(length, 1e-9)
        return result


def centre_lines(halves: Halves) -> Outline:
    """The curves themselves."""
    return quadratics(halves.starts, halves.controls, halves.ends)


class Ribbons:
    """The curves with their changing widths, as shapes to fill: far quicker to paint than a thick pen.

    `stretch` leaves out what lies before and after it. As a rule they run on a little, under the next ones, so that no
    seam shows between two.
    """

    def __init__(self, halves: Halves, stretch: tuple[float, float] = (-_LAP, 1.0 + _LAP)) -> None:
        steps = np.linspace(*stretch, 6)
        self._points, self._normals = halves.points(steps), halves.normals(steps)
        t = steps[None, :, None]
        self._half = (halves.first_widths[:, None, None] * (1 - t) + halves.last_widths[:, None, None] * t) / 2

    def outline(self, extra: float = 0.0) -> Outline:
        """Their edges; `extra` is added on both sides for a casing."""
        reach = self._normals * (self._half + extra)
        left, right = self._points + reach, self._points - reach
        return polylines(np.concatenate((left, right[:, ::-1]), axis=1), closed=True)


def dashes(halves: Halves) -> Outline:
    """One dash on every half curve."""
    return Ribbons(halves, stretch=(0.2, 0.84)).outline()


def dots(halves: Halves) -> Outline:
    """Two dots on every half curve."""
    points = halves.points(np.array((0.25, 0.75))).reshape(-1, 2)
    angles = np.arange(8) * np.pi / 4
    circle = np.stack((np.cos(angles), np.sin(angles)), axis=-1)
    radii = np.repeat(halves.first_widths, 2)[:, None, None] * 0.6
    return polylines(points[:, None] + circle[None] * radii, closed=True)


def ticks(halves: Halves, length: float, steps: tuple[float, ...], turns: Floats | None = None) -> Outline:
    """Short bars across the curves, or to one side of them (`turns` is 1 for the left and -1 for the right)."""
    at = np.array(steps)
    points, normals = halves.points(at), halves.normals(at)
    along = np.stack((-normals[..., 1], normals[..., 0]), axis=-1) * (halves.first_widths * 0.45)[:, None, None]
    if turns is None:
        roots, tips = points - normals * length, points + normals * length
    else:
        roots, tips = points, points + normals * length * turns[:, None, None]
    bars = np.stack((roots - along, tips - along, tips + along, roots + along), axis=2)
    return polylines(bars.reshape(-1, 4, 2), closed=True)


def teeth(halves: Halves, size: float, turns: Floats) -> Outline:
    """Small triangles standing on one side of the curves."""
    steps = np.array((0.3, 0.8))
    points, normals = halves.points(steps), halves.normals(steps) * turns[:, None, None]
    along = np.stack((-normals[..., 1], normals[..., 0]), axis=-1)
    shape = np.stack((points - along * size * 0.8, points + normals * size * 1.6, points + along * size * 0.8), axis=2)
    return polylines(shape.reshape(-1, 3, 2), closed=True)


def bridges(middles: Floats, along: Floats, length: float) -> Outline:
    """Two rails across a hexside and their splayed ends; `along` are unit vectors of the hexsides."""
    across = np.stack((along[:, 1], -along[:, 0]), axis=-1)
    parts = []
    for turn in (-1.0, 1.0):
        beside = along * turn * length * 0.26
        flare = along * turn * length * 0.42
        near, far = middles + beside - across * length * 0.36, middles + beside + across * length * 0.36
        start, end = middles + flare - across * length * 0.52, middles + flare + across * length * 0.52
        parts.append(np.stack((start, near, far, end), axis=1))
    return polylines(np.concatenate(parts))


def arrows(middles: Floats, along: Floats, length: float) -> Outline:
    """An arrow with two heads across a hexside."""
    across = np.stack((along[:, 1], -along[:, 0]), axis=-1)
    tip, tail = middles + across * length, middles - across * length
    head = length * 0.35
    one = np.stack((tip - (across - along) * head, tip, tip - (across + along) * head), axis=1)
    two = np.stack((tail + (across - along) * head, tail, tail + (across + along) * head), axis=1)
    shaft = np.stack((tail, middles, tip), axis=1)
    return polylines(np.concatenate((one, two, shaft)))
