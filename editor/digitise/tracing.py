"""From lines and areas on the map plane to hexsides and hexes: the mathematics behind every tracing tool.

A line becomes the path along hexsides that strays least from it: each hexside costs its length and more with the
square of its distance, and leaping from one limb of a bend to the other costs the bend, so that no loop larger than
a hex is cut off. The path is always one chain. An area becomes the hexes whose centres it holds, or of which it
covers more than half.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from editor.digitise.hexside_graph import NO_CHAIN, Chain, HexsideGraph, Vertex, distinct
from editor.geometry.lattice import Box, Floats, Ints, Lattice, Span
from engine.core.boards.hexes import Cell
from engine.definitions.plan import Point

Geometry: TypeAlias = Any
"""A shapely geometry; the library has no types of its own."""
Mask: TypeAlias = npt.NDArray[np.bool_]

STRAY: Final = 4.0
"""What a distance of one circumradius adds to the cost of a hexside, in hexsides."""
_LEAP: Final = 3.0
"""What a circumradius of the line that is leapt over costs."""
_STRIDE: Final = 1.5
"""How much of the line, in circumradii, one hexside may pass by honestly."""
_FINE, _COARSE = 0.08, 0.35
"""Wiggles smaller than this, in circumradii, do not count for distance and for progress."""
_CHUNK: Final = 16


class AreaRule(StrEnum):
    """When a hex belongs to an area: by its centre, or by the larger part of it."""

    CENTRE = "centre"
    MAJORITY = "majority"


def trace_line(
    lattice: Lattice,
    line: Sequence[Point] | Floats,
    *,
    allowed: Callable[[Ints], Mask] | None = None,
    starts: Collection[Vertex] = (),
    ends: Collection[Vertex] = (),
    burdens: Callable[[HexsideGraph], Floats] | None = None,
) -> Chain:
    """The chain of hexsides that follows a line of the map plane; empty when the line is shorter than a hexside.

    It begins and ends at the corners nearest to the ends of the line, or at the best of those given. `allowed` tells
    which hexsides (rows of column, row, direction) may be used, `burdens` how many times its cost each is worth.
    """
    points = _clean(line)
    if len(points) < 2:
        return NO_CHAIN
    if np.array_equal(points[0], points[-1]):
        return _trace_ring(lattice, points, allowed)
    whole = shapely.linestrings(points)
    if whole.length < 0.5 * lattice.scale and not (starts or ends):
        return NO_CHAIN
    graph = HexsideGraph(lattice, *_corridor(lattice, whole))
    weights = _weights(graph, whole)
    if burdens is not None:
        weights = weights * burdens(graph)
    if allowed is not None:
        weights = np.where(allowed(graph.sides), weights, np.inf)
    usable = np.unique(graph.ends[np.isfinite(weights)])
    starting = _terminals(graph, points[0], starts, usable)
    ending = _terminals(graph, points[-1], ends, usable)
    return graph.cheapest(starting, ending, weights) or NO_CHAIN


def _clean(line: Sequence[Point] | Floats) -> Floats:
    """The points of a line without repeats and without what is no number."""
    points = np.asarray(line, dtype=np.float64).reshape(-1, 2)
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return points
    moves = np.any(np.diff(points, axis=0) != 0, axis=1)
    return points[np.concatenate(([True], moves))]


def _trace_ring(lattice: Lattice, points: Floats, allowed: Callable[[Ints], Mask] | None) -> Chain:
    """A closed line in three parts, of which the last returns to where the first began."""
    length = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    if length[-1] < 3 * lattice.scale:
        return NO_CHAIN
    cuts = [0, *(int(np.searchsorted(length, length[-1] * third / 3)) for third in (1, 2)), len(points) - 1]
    corners: list[Vertex] = []
    chain = NO_CHAIN
    for number in range(3):
        part = trace_line(
            lattice,
            points[cuts[number] : cuts[number + 1] + 1],
            allowed=allowed,
            starts=corners[-1:],
            ends=corners[:1] if number == 2 else (),
        )
        corners = [*corners, *part.corners[1 if corners else 0 :]]
        chain = Chain(tuple(corners), (*chain.sides, *part.sides))
    return chain


def _terminals(graph: HexsideGraph, point: Floats, given: Collection[Vertex], usable: Ints) -> Mapping[int, float]:
    """Where a chain may begin or end, and what it costs to do so away from the end of the line."""
    there = set(usable.tolist())
    numbers = [number for number in graph.numbers(given) if number in there]
    if not numbers:
        nearest = graph.nearest(float(point[0]), float(point[1]), there)
        return {} if nearest is None else {nearest: 0.0}
    off = (graph.points[numbers] - point) / graph.lattice.scale
    prices = STRAY * np.einsum("ij,ij->i", off, off)
    return dict(zip(numbers, prices.tolist(), strict=True))


def _corridor(lattice: Lattice, line: Geometry) -> tuple[Ints, Ints]:
    """The hexes that a line crosses, and their neighbours."""
    dense = shapely.get_coordinates(shapely.segmentize(line, 0.5 * lattice.scale))
    cols, rows = lattice.cells_at(dense[:, 0], dense[:, 1])
    crossed = distinct(np.column_stack((cols, rows)))
    found = [crossed]
    for direction in range(6):
        found.append(np.column_stack(lattice.neighbours(crossed[:, 0], crossed[:, 1], direction)))
    cells = distinct(np.concatenate(found))
    return cells[:, 0], cells[:, 1]


def _weights(graph: HexsideGraph, line: Geometry) -> Floats:
    """The cost of each hexside: its length, its distance from the line, and what of the line it leaps over."""
    scale = graph.lattice.scale
    fine, coarse = shapely.simplify(line, _FINE * scale), shapely.simplify(line, _COARSE * scale)
    shapely.prepare(fine)
    corner_off = shapely.distance(fine, shapely.points(graph.points)) / scale
    middle_off = shapely.distance(fine, shapely.points(graph.middles)) / scale
    along = shapely.line_locate_point(coarse, shapely.points(graph.points)) / scale
    a, b = graph.ends[:, 0], graph.ends[:, 1]
    square = (np.square(corner_off[a]) + 2 * np.square(middle_off) + np.square(corner_off[b])) / 4
    leap = np.maximum(np.abs(along[a] - along[b]) - _STRIDE, 0.0)
    return np.asarray(1.0 + STRAY * square + _LEAP * leap, dtype=np.float64)


def hexes_in(lattice: Lattice, area: Geometry, span: Span, rule: AreaRule = AreaRule.CENTRE) -> list[Cell]:
    """The hexes of a block that belong to an area, row by row."""
    if rule is AreaRule.CENTRE:
        cols, rows = block(span)
        centres = lattice.centres(cols, rows)
        shapely.prepare(area)
        inside = shapely.contains_xy(area, centres[:, 0], centres[:, 1])
    else:
        cols, rows = block(span)
        inside = shares(lattice, area, span).ravel() > 0.5
    return list(zip(cols[inside].tolist(), rows[inside].tolist(), strict=True))


def block(span: Span) -> tuple[Ints, Ints]:
    """The columns and rows of a block of hexes, row by row."""
    rows, cols = np.mgrid[span.top : span.bottom, span.left : span.right].astype(np.int64)
    return cols.ravel(), rows.ravel()


def shares(lattice: Lattice, area: Geometry, span: Span) -> Floats:
    """What part of each hex of a block an area covers, as an array [row, column].

    The area is cut to chunks of the map first: an intersection then costs what lies in one chunk, not all of it.
    """
    height, width = span.bottom - span.top, span.right - span.left
    found = np.zeros((max(height, 0), max(width, 0)))
    if span.is_empty or area.is_empty:
        return found
    hex_area = 1.5 * np.sqrt(3.0) * lattice.scale**2
    for top in range(span.top, span.bottom, _CHUNK):
        for left in range(span.left, span.right, _CHUNK):
            chunk = Span(left, top, min(left + _CHUNK, span.right), min(top + _CHUNK, span.bottom))
            box = lattice.box(chunk).grown(0.01 * lattice.scale)
            part = shapely.clip_by_rect(area, box.left, box.top, box.right, box.bottom)
            if part.is_empty:
                continue
            down, across = (
                slice(top - span.top, chunk.bottom - span.top),
                slice(left - span.left, chunk.right - span.left),
            )
            found[down, across] = _chunk_shares(lattice, part, chunk, box, hex_area)
    return np.clip(found, 0.0, 1.0)


def _chunk_shares(lattice: Lattice, part: Geometry, chunk: Span, box: Box, hex_area: float) -> Floats:
    shape = chunk.bottom - chunk.top, chunk.right - chunk.left
    if part.area >= box.width * box.height * (1 - 1e-9):
        return np.ones(shape)
    cols, rows = block(chunk)
    hexes = hexagons(lattice, cols, rows)
    shapely.prepare(part)
    covered = shapely.contains(part, hexes)
    touched = shapely.intersects(part, hexes) & ~covered
    found = covered.astype(np.float64)
    found[touched] = shapely.area(shapely.intersection(hexes[touched], part)) / hex_area
    return np.asarray(found.reshape(shape), dtype=np.float64)


def hexagons(lattice: Lattice, cols: Ints, rows: Ints) -> npt.NDArray[np.object_]:
    """The outlines of hexes."""
    rings = lattice.centres(cols, rows)[:, None, :] + lattice.corners[None, [0, 1, 2, 3, 4, 5, 0], :]
    return np.asarray(shapely.polygons(rings), dtype=np.object_)
