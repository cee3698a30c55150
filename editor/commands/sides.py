"""Hexsides: rivers, coasts and borders laid along them, several kinds on one if need be.

A hexside that two joined sheets print is one hexside: things are laid under the name of the sheet that owns it,
and rubbing one out takes it off under every name.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_of
from editor.geometry.place_names import place_name
from editor.geometry.vertices import Vertex, hexsides_along, nearest_hexside
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import SIDES
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan, Point, Scalar, SideKey, SidePlan

_STRIDE = 0.25
"""How closely an eraser's stroke is looked at, in circumradii."""


def set_sides(
    plan: MapPlan,
    sides: Iterable[Hexside],
    kind: str,
    *,
    towards: str = "",
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Lay a kind of thing along hexsides; one that carries it already takes the new attributes."""
    checked_kind(kind)
    carried = SidePlan(towards, checked_attributes(attributes or {}))
    sketch, ground = Sketch(plan), Ground(plan)
    for side in sides:
        _lay(sketch, ground, side, kind, carried)
    return sketch.change(message("edit.do.set-sides", kind=kind))


def clear_sides(
    plan: MapPlan,
    sides: Iterable[Hexside],
    *,
    kinds: Collection[str] | None = None,
    contents: MapContents | None = None,
) -> Change:
    """Rub things out along hexsides: all of them, or only some kinds."""
    sketch, ground = Sketch(plan), Ground(plan)
    known = contents or MapContents(plan)
    for side in sides:
        for name in ground.same_hexsides(side):
            for kind in known.kinds_along(name) if kinds is None else kinds:
                if name.carrying(kind) in plan.sides:
                    sketch.put(SIDES, name.carrying(kind), None)
    return sketch.change(message("edit.do.clear-sides"))


def lay_chain(
    plan: MapPlan, chain: Sequence[Vertex], kind: str, *, attributes: Mapping[str, Scalar] | None = None
) -> Change:
    """Lay a kind of thing along a chain of corners, as a route gives it."""
    return set_sides(plan, hexsides_along(Ground(plan), chain), kind, attributes=attributes)


def relay_chain(plan: MapPlan, old: Sequence[Vertex], new: Sequence[Vertex], kind: str) -> Change:
    """Bend a chain: what leaves its way is rubbed out, what joins it carries what its first stretch did."""
    checked_kind(kind)
    sketch, ground = Sketch(plan), Ground(plan)
    before, after = hexsides_along(ground, old), hexsides_along(ground, new)
    carried = next((found for side in before if (found := _carried(plan, ground, side, kind)) is not None), SidePlan())
    for side in before:
        if side not in after:
            _rub(sketch, ground, side, kind)
    for side in after:
        if _carried(plan, ground, side, kind) is None:
            _lay(sketch, ground, side, kind, replace(carried, towards=""))
    return sketch.change(message("edit.do.bend-sides", kind=kind))


def edit_sides(
    plan: MapPlan,
    sides: Iterable[SideKey],
    *,
    towards: str | None = None,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Change what hexsides say of themselves: the hex they matter for entering, or their attributes."""
    sketch, ground = Sketch(plan), Ground(plan)
    for side in sides:
        carried = plan.sides.get(side)
        if carried is None:
            raise CannotEdit(message("edit.cannot.no-side", kind=side.kind))
        if towards is not None:
            carried = replace(carried, towards=_checked_towards(ground, hexside_of(side), towards))
        if attributes is not None:
            carried = replace(carried, attributes=checked_attributes(attributes))
        sketch.put(SIDES, side, carried)
    return sketch.change(message("edit.do.edit-sides"))


def sides_under(plan: MapPlan, stroke: Sequence[Point]) -> list[Hexside]:
    """The hexsides a stroke comes nearest to, in its order."""
    ground = Ground(plan)
    scale = min((plane.scale for plane in ground.planes), default=1.0)
    points = list(stroke[:1])
    for (x, y), (to_x, to_y) in pairwise(stroke):
        steps = max(1, math.ceil(math.dist((x, y), (to_x, to_y)) / (_STRIDE * scale)))
        points += [(x + (to_x - x) * n / steps, y + (to_y - y) * n / steps) for n in range(1, steps + 1)]
    found = (nearest_hexside(ground, x, y) for x, y in points)
    return list(dict.fromkeys(side for side in found if side is not None))


def _lay(sketch: Sketch, ground: Ground, side: Hexside, kind: str, carried: SidePlan) -> None:
    if not ground.is_on_map(side):
        raise CannotEdit(message("edit.cannot.no-hexside"))
    name = ground.owner_hexside(side)
    if carried.towards:
        carried = replace(carried, towards=_checked_towards(ground, name, carried.towards))
    _rub(sketch, ground, side, kind)
    sketch.put(SIDES, name.carrying(kind), carried)


def _rub(sketch: Sketch, ground: Ground, side: Hexside, kind: str) -> None:
    for name in ground.same_hexsides(side):
        if sketch.get(SIDES, name.carrying(kind)) is not None:
            sketch.put(SIDES, name.carrying(kind), None)


def _carried(plan: MapPlan, ground: Ground, side: Hexside, kind: str) -> SidePlan | None:
    names = ground.same_hexsides(side)
    return next((found for name in names if (found := plan.sides.get(name.carrying(kind))) is not None), None)


def _checked_towards(ground: Ground, side: Hexside, towards: str) -> str:
    """The hex beside a hexside that it matters for entering, or none."""
    beside = ground.spots_beside(side)
    if towards and (beside is None or ground.spot_of(towards) not in beside):
        raise CannotEdit(message("edit.cannot.towards-not-beside", place=place_name(ground.plan, towards)))
    return towards
