"""Spaces and boxes put in order on the plane: moved, aligned, spread evenly, snapped to a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.edits import BOXES, SPACES
from editor.model.sketch import Sketch
from editor.model.words import checked_point
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan, Point


class Align(StrEnum):
    """Which line places are brought onto; the outermost of them, or the middle, gives it."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"
    CENTRE = "centre"
    MIDDLE = "middle"


class Along(StrEnum):
    """In which direction places are spread."""

    ACROSS = "across"
    DOWN = "down"


_LINES: dict[Align, tuple[int, Callable[[list[float]], float]]] = {
    Align.LEFT: (0, min),
    Align.RIGHT: (0, max),
    Align.CENTRE: (0, lambda values: (min(values) + max(values)) / 2),
    Align.TOP: (1, min),
    Align.BOTTOM: (1, max),
    Align.MIDDLE: (1, lambda values: (min(values) + max(values)) / 2),
}


def move_places(plan: MapPlan, ids: Iterable[str], by: Point) -> Change:
    """Shift places together."""
    moved = {name: (x + by[0], y + by[1]) for name, (x, y) in _positions(plan, ids).items()}
    return put_places(plan, moved)


def put_places(plan: MapPlan, positions: Mapping[str, Point]) -> Change:
    """Put each place at a point of its own."""
    return _placed(plan, positions, message("edit.do.move-places"))


def align(plan: MapPlan, ids: Iterable[str], how: Align) -> Change:
    """Bring places onto one line."""
    positions = _positions(plan, ids)
    if not positions:
        return _placed(plan, {}, message("edit.do.align"))
    axis, pick = _LINES[how]
    line = pick([position[axis] for position in positions.values()])
    aligned = {name: (line, y) if axis == 0 else (x, line) for name, (x, y) in positions.items()}
    return _placed(plan, aligned, message("edit.do.align"))


def distribute(plan: MapPlan, ids: Iterable[str], along: Along) -> Change:
    """Spread places evenly between the two outermost."""
    positions = _positions(plan, ids)
    axis = 0 if along is Along.ACROSS else 1
    names = sorted(positions, key=lambda name: (positions[name][axis], name))
    if len(names) < 3:
        raise CannotEdit(message("edit.cannot.three-to-spread"))
    first, last = positions[names[0]][axis], positions[names[-1]][axis]
    spread = {}
    for number, name in enumerate(names[1:-1], start=1):
        at = first + (last - first) * number / (len(names) - 1)
        spread[name] = (at, positions[name][1]) if axis == 0 else (positions[name][0], at)
    return _placed(plan, spread, message("edit.do.distribute"))


def snap(plan: MapPlan, ids: Iterable[str], step: float, *, origin: Point = (0.0, 0.0)) -> Change:
    """Put places on the nearest points of a square grid."""
    if not 0 < step <= 1_000_000:
        raise CannotEdit(message("edit.cannot.grid-step"))
    snapped = {name: snapped_point(position, step, origin) for name, position in _positions(plan, ids).items()}
    return _placed(plan, snapped, message("edit.do.snap"))


def snapped_point(point: Point, step: float, origin: Point = (0.0, 0.0)) -> Point:
    """The nearest point of a square grid, for a place that is being dragged."""
    x, y = (round((part - start) / step) * step + start for part, start in zip(point, origin, strict=True))
    return x, y


def _positions(plan: MapPlan, ids: Iterable[str]) -> dict[str, Point]:
    found: dict[str, Point] = {}
    for name in ids:
        place = plan.spaces.get(name) or plan.boxes.get(name)
        if place is None:
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, name)))
        found[name] = place.position
    return found


def _placed(plan: MapPlan, positions: Mapping[str, Point], label: Message) -> Change:
    sketch = Sketch(plan)
    for name in _positions(plan, positions):
        at = checked_point(positions[name])
        if name in plan.spaces:
            sketch.put(SPACES, name, replace(plan.spaces[name], position=at))
        else:
            sketch.put(BOXES, name, replace(plan.boxes[name], position=at))
    return sketch.change(label)
