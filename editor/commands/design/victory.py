"""What is worth winning, and by which optional rules: objectives on the map, and options over the ruleset's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from editor.model.design.cell_words import place_title
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.design.victory_summary import option_title
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.state import Scalar
from engine.definitions.bounds import LARGEST
from engine.definitions.scenario import Objective, WinCondition


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
    return sketch.change(message("design.do.edit-objective", place=place_title(design, changed.at)))


def add_condition(design: Design, **fields: Any) -> DocumentsChange:
    """Another way to win, below those there are."""
    condition = _condition(design, fields)
    sketch = DesignSketch(design)
    sketch.set(victory=(*design.scenario.victory, condition))
    return sketch.change(message("design.do.add-condition"))


def edit_condition(design: Design, number: int, **fields: Any) -> DocumentsChange:
    """Other fields of one way to win, counted from 0 as they stand in the list."""
    held = list(design.scenario.victory)
    if not 0 <= number < len(held):
        raise CannotEdit(message("design.cannot.no-condition"))
    changed = _condition(design, {**held[number].to_data(), **fields})
    sketch = DesignSketch(design)
    if changed != held[number]:
        held[number] = changed
        sketch.set(victory=tuple(held))
    return sketch.change(message("design.do.edit-condition"))


def remove_condition(design: Design, number: int) -> DocumentsChange:
    """One way to win fewer."""
    held = design.scenario.victory
    if not 0 <= number < len(held):
        raise CannotEdit(message("design.cannot.no-condition"))
    sketch = DesignSketch(design)
    sketch.set(victory=(*held[:number], *held[number + 1 :]))
    return sketch.change(message("design.do.remove-condition"))


def set_otherwise(design: Design, side: str | None) -> DocumentsChange:
    """Who has won when no condition is met; None leaves it to the game."""
    if side is not None and side not in design.scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=side))
    sketch = DesignSketch(design)
    if side != design.scenario.otherwise:
        sketch.set(otherwise=side)
    return sketch.change(message("design.do.set-otherwise"))


def _condition(design: Design, fields: dict[str, Any]) -> WinCondition:
    """A condition of which every word is known."""
    scenario = design.scenario
    if fields.get("side") not in scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=str(fields.get("side"))))
    for label in fields.get("hold", ()):
        if not design.has_place(label):
            raise CannotEdit(message("design.cannot.no-such-place", name=label))
    turn = fields.get("turn")
    if turn is not None and not scenario.first_turn <= turn <= scenario.last_turn:
        first, last = scenario.first_turn, scenario.last_turn
        raise CannotEdit(message("issue.turn-out-of-range", turn=turn, first=first, last=last))
    name = checked_line(str(fields.get("name") or "").strip()) or None
    wanted = {key: value for key, value in {**fields, "name": name}.items() if value is not None}
    hold = tuple(dict.fromkeys(fields.get("hold", ())))
    if not hold and "score_from" not in wanted and "score_to" not in wanted:
        raise CannotEdit(message("issue.empty-condition"))
    if wanted.get("any", 0) > len(hold):
        raise CannotEdit(message("issue.too-many-places", count=wanted["any"], most=len(hold)))
    return WinCondition.from_data({**wanted, "hold": list(hold)})


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
    return sketch.change(message("design.do.set-option", name=option_title(design, name)))


def _check(design: Design, value: float | None, side: str | None) -> None:
    if side is not None and side not in design.scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=side))
    if value is not None and abs(value) > LARGEST:
        raise CannotEdit(message("edit.cannot.number-too-large", name=f"{value:g}", limit=LARGEST))
