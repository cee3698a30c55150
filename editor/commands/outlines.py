"""Ground under a map of spaces: outlines of land, sea and lakes, and tints of regions; drawn, bent, moved, stacked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from editor.model.change import Change
from editor.model.edits import SHAPES
from editor.model.sketch import Sketch
from editor.model.words import checked_kind, checked_point
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_LEVELS
from engine.definitions.maps.rings import FEWEST, MOST
from engine.definitions.plan import MapPlan, Point, ShapePlan

LOWEST, HIGHEST = -MOST_LEVELS, MOST_LEVELS
"""How deep and how high shapes are stacked."""


def add_shape(plan: MapPlan, corners: Sequence[Point], *, terrain: str = "", region: str = "") -> Change:
    """A new outline on top of the others: ground of a terrain, or the tint of a region."""
    sketch = Sketch(plan)
    key = sketch.fresh("shape", SHAPES)
    level = min(HIGHEST, 1 + max((shape.level for shape in plan.shapes.values()), default=-1))
    sketch.put(SHAPES, key, ShapePlan(key, (_ring(corners),), *_inked(plan, terrain, region), level))
    return sketch.change(message("edit.do.add-shape"))


def add_hole(plan: MapPlan, id: str, corners: Sequence[Point]) -> Change:
    """Another ring of a shape: inside it a hole, beside it an island of the same ground."""
    shape = _shape(plan, id)
    return _put(plan, replace(shape, rings=(*shape.rings, _ring(corners))), message("edit.do.add-hole"))


def edit_shape(
    plan: MapPlan, id: str, *, terrain: str | None = None, region: str | None = None, level: int | None = None
) -> Change:
    """Another terrain, or another region instead; or higher or lower among the shapes."""
    shape = _shape(plan, id)
    if terrain is not None or region is not None:
        inked = _inked(plan, terrain or "", region or "")
        shape = replace(shape, terrain=inked[0], region=inked[1])
    if level is not None:
        if not LOWEST <= level <= HIGHEST:
            raise CannotEdit(message("edit.cannot.shape-level", least=LOWEST, most=HIGHEST))
        shape = replace(shape, level=level)
    return _put(plan, shape, message("edit.do.edit-shape"))


def move_shapes(plan: MapPlan, ids: Iterable[str], by: Point) -> Change:
    """Shift shapes."""
    sketch = Sketch(plan)
    for name in ids:
        shape = _shape(plan, name)
        rings = tuple(tuple(checked_point((x + by[0], y + by[1])) for x, y in ring) for ring in shape.rings)
        sketch.put(SHAPES, name, replace(shape, rings=rings))
    return sketch.change(message("edit.do.move-shapes"))


def move_corner(plan: MapPlan, id: str, ring: int, corner: int, to: Point) -> Change:
    """Drag a corner of a shape elsewhere."""
    shape = _shape(plan, id)
    points = _corners(shape, ring, corner)
    bent = (*points[:corner], checked_point(to), *points[corner + 1 :])
    return _put(plan, _with_ring(shape, ring, bent), message("edit.do.move-corner"))


def insert_corner(plan: MapPlan, id: str, ring: int, before: int, at: Point) -> Change:
    """A new corner in the line that leads to a corner."""
    shape = _shape(plan, id)
    points = _corners(shape, ring, before)
    if len(points) >= MOST:
        raise CannotEdit(message("edit.cannot.too-many-corners", most=MOST))
    bent = (*points[:before], checked_point(at), *points[before:])
    return _put(plan, _with_ring(shape, ring, bent), message("edit.do.insert-corner"))


def remove_corner(plan: MapPlan, id: str, ring: int, corner: int) -> Change:
    """Take a corner out; a hole that has too few left is filled, but the last ring keeps its three."""
    shape = _shape(plan, id)
    points = _corners(shape, ring, corner)
    left = (*points[:corner], *points[corner + 1 :])
    if len(left) >= FEWEST:
        return _put(plan, _with_ring(shape, ring, left), message("edit.do.remove-corner"))
    if len(shape.rings) == 1:
        raise CannotEdit(message("tool.cannot.three-corners"))
    rings = (*shape.rings[:ring], *shape.rings[ring + 1 :])
    return _put(plan, replace(shape, rings=rings), message("edit.do.remove-corner"))


def delete_shapes(plan: MapPlan, ids: Iterable[str]) -> Change:
    """Take shapes away."""
    sketch = Sketch(plan)
    for name in ids:
        _shape(plan, name)
        sketch.put(SHAPES, name, None)
    return sketch.change(message("edit.do.delete-shapes"))


def _put(plan: MapPlan, shape: ShapePlan, label: Message) -> Change:
    sketch = Sketch(plan)
    sketch.put(SHAPES, shape.id, shape)
    return sketch.change(label)


def _shape(plan: MapPlan, id: str) -> ShapePlan:
    found = plan.shapes.get(id)
    if found is None:
        raise CannotEdit(message("edit.cannot.no-shape", shape=id))
    return found


def _corners(shape: ShapePlan, ring: int, corner: int) -> tuple[Point, ...]:
    if not (0 <= ring < len(shape.rings) and 0 <= corner < len(shape.rings[ring])):
        raise CannotEdit(message("edit.cannot.no-corner"))
    return shape.rings[ring]


def _with_ring(shape: ShapePlan, ring: int, points: tuple[Point, ...]) -> ShapePlan:
    return replace(shape, rings=(*shape.rings[:ring], points, *shape.rings[ring + 1 :]))


def _ring(corners: Sequence[Point]) -> tuple[Point, ...]:
    if len(corners) < FEWEST:
        raise CannotEdit(message("tool.cannot.three-corners"))
    if len(corners) > MOST:
        raise CannotEdit(message("edit.cannot.too-many-corners", most=MOST))
    return tuple(checked_point(corner) for corner in corners)


def _inked(plan: MapPlan, terrain: str, region: str) -> tuple[str, str]:
    """Ground has a terrain, a tint its region; one of the two."""
    if terrain:
        return checked_kind(terrain), ""
    if region not in plan.regions:
        said = message("edit.cannot.no-region", region=region) if region else message("edit.cannot.no-terrain")
        raise CannotEdit(said)
    return "", region
