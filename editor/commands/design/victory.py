"""What is worth winning, and by which optional rules: objectives on the map, and options over the ruleset's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.state import Scalar
from engine.definitions.bounds import LARGEST
from engine.definitions.scenario import Objective


def put_objectives(
    design: Design, keys: Iterable[str], *, value: float | None = None, side: str | None = None
) -> DocumentsChange:
    """Make places objectives of a value, by their keys; those that are ones already get the value and the side."""
    _check(design, value, side)
    wanted = dict.fromkeys(keys)
    objectives, met = [], set()
    for each in design.scenario.objectives:
        key = design.places.key(each.at) or each.at
        is_meant = key in wanted and key not in met and (each.value, each.side) != (value, side)
        objectives.append(each.replace(value=value, side=side) if is_meant else each)
        met.add(key)
    for key in wanted:
        if key not in met:
            label = design.places.label(key)
            objectives.append(Objective(at=label, value=value, side=side, name=design.name_at(key) or None))
    sketch = DesignSketch(design)
    if tuple(objectives) != design.scenario.objectives:
        sketch.set(objectives=tuple(objectives))
    return sketch.change(message("design.do.put-objectives", count=len(wanted)))


def remove_objectives(design: Design, keys: Collection[str]) -> DocumentsChange:
    """Make places worth nothing again, by their keys."""
    gone = set(keys)
    kept = tuple(each for each in design.scenario.objectives if (design.places.key(each.at) or each.at) not in gone)
    sketch = DesignSketch(design)
    count = len(design.scenario.objectives) - len(kept)
    if count:
        sketch.set(objectives=kept)
    return sketch.change(message("design.do.remove-objectives", count=count))


def edit_objective(design: Design, number: int, **fields: Any) -> DocumentsChange:
    """Other fields of one objective, counted from 0 as they stand in the list: its place, value, side or name."""
    objectives = list(design.scenario.objectives)
    if not 0 <= number < len(objectives):
        raise CannotEdit(message("design.cannot.no-objective"))
    if "at" in fields and not design.has_place(fields["at"]):
        raise CannotEdit(message("design.cannot.no-such-place", name=fields["at"]))
    if "name" in fields:
        fields["name"] = checked_line(str(fields["name"] or "").strip()) or None
    old = objectives[number]
    _check(design, fields.get("value", old.value), fields.get("side", old.side))
    changed = old.replace(**fields)
    sketch = DesignSketch(design)
    if changed != old:
        objectives[number] = changed
        sketch.set(objectives=tuple(objectives))
    return sketch.change(message("design.do.edit-objective", place=changed.at))


def set_option(design: Design, name: str, value: Scalar) -> DocumentsChange:
    """An optional rule as this scenario plays it; what the game has anyway need not be said."""
    known = design.game.ruleset.options if design.game is not None else {}
    if name not in known:
        raise CannotEdit(message("design.cannot.no-option", name=name))
    if type(known[name]) is not type(value):
        raise CannotEdit(message("design.cannot.bad-option", name=name))
    options = {each: old for each, old in design.scenario.options.items() if each != name}
    if value != known[name]:
        options[name] = value
    sketch = DesignSketch(design)
    if options != dict(design.scenario.options):
        sketch.set(options=options)
    return sketch.change(message("design.do.set-option", name=name))


def _check(design: Design, value: float | None, side: str | None) -> None:
    if side is not None and side not in design.scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=side))
    if value is not None and abs(value) > LARGEST:
        raise CannotEdit(message("edit.cannot.number-too-large", name=f"{value:g}", limit=LARGEST))
