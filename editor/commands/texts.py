"""Lettering that belongs to no place: seas, ranges, titles, which move and rotate."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from editor.model.change import Change
from editor.model.edits import TEXTS
from editor.model.sketch import Sketch
from editor.model.words import checked_point, checked_text, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import LARGEST_LETTERING, SMALLEST_LETTERING
from engine.definitions.maps.map_bounds import lettering_beyond
from engine.definitions.maps.map_text import TEXT_ID
from engine.definitions.plan import MapPlan, Point, TextPlan


def add_text(
    plan: MapPlan,
    text: str,
    position: Point,
    *,
    angle: float = 0.0,
    size: float = 1.0,
    along: Sequence[Point] = (),
) -> Change:
    """New lettering at a point of the map plane; `along` is the line its letters stand on, from that point."""
    sketch = Sketch(plan)
    key = unused(TEXT_ID, sketch.is_taken(TEXTS))
    lettering = TextPlan(key, _worded(text), checked_point(position), _turned(angle), _sized(size), along=tuple(along))
    sketch.put(TEXTS, key, _fitting(lettering))
    return sketch.change(message("edit.do.add-text"))


def edit_text(
    plan: MapPlan,
    id: str,
    *,
    text: str | None = None,
    size: float | None = None,
    weight: str | None = None,
    spacing: float | None = None,
    curve: float | None = None,
    along: Sequence[Point] | None = None,
) -> Change:
    """Other words, another size, or another look: heavier, wider apart, bent, or on a line; none makes it straight."""
    lettering = _text(plan, id)
    if text is not None:
        lettering = replace(lettering, text=_worded(text))
    if size is not None:
        lettering = replace(lettering, size=_sized(size))
    if weight is not None:
        lettering = replace(lettering, weight=weight)
    if spacing is not None:
        lettering = replace(lettering, spacing=float(spacing))
    if curve is not None:
        lettering = replace(lettering, curve=float(curve))
    if along is not None:
        lettering = replace(lettering, along=tuple(along))
    return _put(plan, _fitting(lettering), "edit")


def lay_along(plan: MapPlan, id: str, position: Point, along: Sequence[Point]) -> Change:
    """Let lettering stand on a line, given from its new position; it is turned and bent by nothing else then."""
    lettering = replace(_text(plan, id), position=checked_point(position), angle=0.0, curve=0.0, along=tuple(along))
    return _put(plan, _fitting(lettering), "edit")


def move_texts(plan: MapPlan, ids: Iterable[str], by: Point) -> Change:
    """Shift lettering."""
    sketch = Sketch(plan)
    for name in ids:
        lettering = _text(plan, name)
        x, y = lettering.position
        moved = replace(lettering, position=checked_point((x + by[0], y + by[1])))
        sketch.put(TEXTS, name, _fitting(moved))
    return sketch.change(message("edit.do.move-texts"))


def rotate_text(plan: MapPlan, id: str, angle: float) -> Change:
    """Turn lettering to an angle, in degrees clockwise."""
    return _put(plan, replace(_text(plan, id), angle=_turned(angle)), "rotate")


def delete_texts(plan: MapPlan, ids: Iterable[str]) -> Change:
    """Take lettering away."""
    sketch = Sketch(plan)
    for name in ids:
        _text(plan, name)
        sketch.put(TEXTS, name, None)
    return sketch.change(message("edit.do.delete-texts"))


def _put(plan: MapPlan, lettering: TextPlan, how: str) -> Change:
    sketch = Sketch(plan)
    sketch.put(TEXTS, lettering.id, lettering)
    return sketch.change(message("edit.do.rotate-text") if how == "rotate" else message("edit.do.edit-text"))


def _text(plan: MapPlan, id: str) -> TextPlan:
    found = plan.texts.get(id)
    if found is None:
        raise CannotEdit(message("edit.cannot.no-text", text=id))
    return found


def _worded(text: str) -> str:
    if not text.strip():
        raise CannotEdit(message("edit.cannot.empty-text"))
    return checked_text(text)


def _turned(angle: float) -> float:
    """An angle between -180 (not reached) and 180."""
    if not math.isfinite(angle):
        raise CannotEdit(message("edit.cannot.off-the-plane"))
    return 180.0 - (180.0 - angle) % 360.0


def _fitting(lettering: TextPlan) -> TextPlan:
    """Lettering that a file can hold, its length and its size together."""
    said = lettering_beyond(lettering)
    if said is not None:
        raise CannotEdit(said)
    return lettering


def _sized(size: float) -> float:
    if not SMALLEST_LETTERING <= size <= LARGEST_LETTERING:
        raise CannotEdit(message("edit.cannot.text-size", smallest=SMALLEST_LETTERING, largest=LARGEST_LETTERING))
    return float(size)
