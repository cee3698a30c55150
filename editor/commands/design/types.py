"""Counter types: what is printed on the counters of a scenario. Those a ruleset lends are copied before they change."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from editor.model.design.design import Design
from editor.model.design.ids import follows, id_from
from editor.model.design.sketch import DesignSketch, edited
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.counters import Counters, CounterType
from engine.definitions.faults import issues_of
from engine.definitions.oob import OrderOfBattle
from engine.definitions.strict_yaml import unlocated


def add_type(design: Design, name: str, *, side: str | None = None, like: str | None = None) -> DocumentsChange:
    """A new type on the scenario's own counter sheet; `like` another it begins with everything that one has."""
    words = checked_line(name.strip())
    if not words:
        raise CannotEdit(message("design.cannot.no-name"))
    made = id_from(words, "type", design.types)
    if like is not None:
        kind = _known(design, like).replace(id=made, name=words)
    else:
        kind = CounterType(id=made, name=words, side=side, steps=(_blank_step(design),))
    sketch = DesignSketch(design)
    sheet = sketch.sheet(sketch.own_sheet())
    sketch.put(sheet.replace(types=(*sheet.types, kind)))
    return sketch.change(message("design.do.add-type", name=words))


def edit_type(design: Design, kind: str, **fields: Any) -> DocumentsChange:
    """Other fields of a type. The id of one's own goes with its name until somebody has set it, and its units with it.

    Where the ruleset lends the type, its sheet is copied into the file first, and its id stays.
    """
    held = _known(design, kind)
    try:
        changed = held.replace(**fields)
    except ValidationError as bad:
        found = next(iter(issues_of(bad, CounterType, fields, unlocated(fields))))
        raise CannotEdit(found.message) from bad
    sketch = DesignSketch(design)
    if changed != held:
        if changed.name != held.name and _goes_with_its_name(design, held):
            changed = changed.replace(id=id_from(changed.name, "type", set(design.types) - {kind}))
        home = sketch.own_sheet(design.type_homes[kind])
        sheet = sketch.sheet(home)
        types = edited(sheet.types, lambda each: changed if each.id == kind else each)
        sketch.put(sheet.replace(types=types))
        if changed.id != kind:
            sketch.each_unit(lambda unit: unit.replace(type=changed.id) if unit.type == kind else unit)
    return sketch.change(message("design.do.edit-type", name=changed.name))


def _goes_with_its_name(design: Design, kind: CounterType) -> bool:
    """Whether nobody has set the id of a type, and nobody but units of this scenario names it."""
    if design.is_lent(Counters.KIND, design.type_homes[kind.id]) or not follows(kind.id, kind.name, "type"):
        return False
    values = (value for each in design.types.values() for value in (*each.values.values(), *_factors(each)))
    elsewhere = (army for army in _every_army(design) if army.id not in design.armies)
    strangers = (unit.type for army in elsewhere for unit in army.units)
    return kind.id not in {*map(str, values), *strangers}


def _factors(kind: CounterType) -> list[object]:
    return [value for step in kind.steps for value in step.values()]


def remove_type(design: Design, kind: str) -> DocumentsChange:
    """Take away a type that no unit of this file is of."""
    held = _known(design, kind)
    sketch = DesignSketch(design)
    home = design.type_homes[kind]
    armies = design.armies.values() if design.is_lent(Counters.KIND, home) else _every_army(design)
    using = [unit.id for army in armies for unit in army.units if unit.type == kind]
    if using:
        raise CannotEdit(message("design.cannot.type-in-use", name=held.name, count=len(using)))
    home = sketch.own_sheet(home)
    sheet = sketch.sheet(home)
    sketch.put(sheet.replace(types=tuple(each for each in sheet.types if each.id != kind)))
    return sketch.change(message("design.do.remove-type", name=held.name))


def _known(design: Design, kind: str) -> CounterType:
    found = design.types.get(kind)
    if found is None:
        raise CannotEdit(message("design.cannot.no-type", name=kind))
    return found


def _every_army(design: Design) -> list[OrderOfBattle]:
    """The orders of battle of the file, because another scenario may use the same counters."""
    return [document for document in design.documents.values() if isinstance(document, OrderOfBattle)]


def _blank_step(design: Design) -> dict[str, int]:
    """The factors that the other types print, all zero; a first type begins with none."""
    for kind in design.types.values():
        numbers = [name for name, value in kind.steps[0].items() if isinstance(value, int | float)]
        if numbers:
            return dict.fromkeys(numbers, 0)
    return {}
