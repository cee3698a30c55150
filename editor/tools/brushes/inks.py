"""What lies under the pointer as ink: what the eyedropper takes up."""

from __future__ import annotations

import math

from editor.documents.workbench import Ink, InkGroup, Workbench
from editor.refusal import CannotEdit
from editor.tools.tool import Pointer
from engine.core.messages import message

_ORDER = (InkGroup.FEATURES, InkGroup.CONNECTIONS, InkGroup.SIDES, InkGroup.PATHS, InkGroup.TERRAIN)
_NEAR_SIDE = 0.25
"""How near to a hexside, in circumradii, a click means what lies along it rather than the hex."""


def ink_at(bench: Workbench, at: Pointer, group: InkGroup | None = None) -> Ink:
    """The ink of a group under the pointer, or of whichever lies on top there; refuses where there is none."""
    for wanted in _ORDER if group is None else (group,):
        found = _found(bench, at, wanted, strict=group is None)
        if found:
            return Ink(wanted, found)
    raise CannotEdit(message("tool.cannot.nothing-to-pick"))


def _found(bench: Workbench, at: Pointer, group: InkGroup, *, strict: bool) -> str:
    document = bench.document
    assert document is not None
    plan, contents = document.plan, document.contents
    place = "" if at.cell is None else at.cell.key
    match group:
        case InkGroup.TERRAIN:
            if at.key in plan.spaces:
                return plan.spaces[at.key].terrain
            return "" if at.cell is None else plan.terrain_at(at.cell) or ""
        case InkGroup.FEATURES:
            return next((plan.features[name].kind for name in sorted(contents.features_at(at.key or place))), "")
        case InkGroup.PATHS:
            return next((plan.paths[name].kind for name in sorted(contents.lines_through(at.key or place))), "")
        case InkGroup.SIDES:
            return _side_kind(bench, at, strict=strict)
        case InkGroup.REGIONS:
            return next((region.id for region in plan.regions.values() if (at.key or place) in region.members), "")
        case InkGroup.CONNECTIONS:
            link = bench.canvas.picture.spaces.link_at(*at.point)
            return "" if link is None else plan.links[link].kind
        case InkGroup.BOXES:
            return ""


def _side_kind(bench: Workbench, at: Pointer, *, strict: bool) -> str:
    document, side = bench.document, at.hexside
    if document is None or side is None:
        return ""
    if strict and _distance(at) > _NEAR_SIDE:
        return ""
    names = at.ground.same_hexsides(side)
    return next((kind for name in names for kind in sorted(document.contents.kinds_along(name))), "")


def _distance(at: Pointer) -> float:
    """How far the pointer is from the line of the nearest hexside, in circumradii."""
    side = at.hexside
    beside = None if side is None else at.ground.spots_beside(side)
    plane = None if side is None else at.ground.plane(side.sheet)
    if beside is None or plane is None:
        return float("inf")
    (x1, y1), (x2, y2) = (at.ground.centre(spot) for spot in beside)
    x, y = at.point
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    length = math.hypot(x2 - x1, y2 - y1)
    along = ((x - middle[0]) * (x2 - x1) + (y - middle[1]) * (y2 - y1)) / length
    return abs(along) / plane.scale
