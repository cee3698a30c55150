"""Who holds what when play begins, painted place by place or region by region."""

from __future__ import annotations

from collections.abc import Iterable

from editor.model.design.design import Design
from editor.model.design.initial_control import NOBODY, held_by, region_held_by
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.scenario import Control


def paint_control(design: Design, side: str, keys: Iterable[str]) -> DocumentsChange:
    """Let a side hold places, by their keys; an empty side wipes them clean."""
    _check_side(design, side)
    places = list(dict.fromkeys(keys))
    label = message("design.do.paint-control", count=len(places))
    return _changed(design, held_by(design, side, places), label)


def paint_region(design: Design, side: str, region: str) -> DocumentsChange:
    """Let a side hold all of a region; an empty side wipes it clean."""
    _check_side(design, side)
    if region not in design.plan.regions:
        raise CannotEdit(message("design.cannot.no-region", name=region))
    label = message("design.do.paint-region", name=design.region_title(region))
    return _changed(design, region_held_by(design, side, region), label)


def _changed(design: Design, control: tuple[Control, ...], label: Message) -> DocumentsChange:
    sketch = DesignSketch(design)
    if control != design.scenario.control:
        sketch.set(control=control)
    return sketch.change(label)


def _check_side(design: Design, side: str) -> None:
    if side != NOBODY and side not in design.scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=side))
