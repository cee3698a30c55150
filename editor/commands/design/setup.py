"""Setting units up: where they begin, in what order they lie on one another, and in what state they are.

What lies later in the setup lies on top. A unit that the schedule brings is not set up as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from editor.model.design.cell_words import unit_title
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.design.units.unit_fields import Reader
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.model import Value
from engine.definitions.scenario import Area, Placement

UNCHANGED: Final = object()
"""For a detail of a placement that is to stay as it is."""


def place_units(design: Design, units: Sequence[str], at: str, *, below: str | None = None) -> DocumentsChange:
    """Let units begin at a place, on top of those there, or right below one of them; they keep their other words.

    Units that the schedule brings are left out, so that a whole formation can be dragged without its reinforcements.
    """
    at = Reader(design).place(at)
    known = [unit for unit in dict.fromkeys(units) if unit in design.units]
    wanted = [unit for unit in known if unit not in design.arrivals]
    if not wanted and known:
        name, turn = unit_title(design, known[0]), design.arrivals[known[0]]
        raise CannotEdit(message("design.cannot.arrives-later", name=name, turn=turn))
    if not wanted:
        raise CannotEdit(message("design.cannot.place-nobody"))
    coming = set(wanted)
    rest = [placed for placed in design.scenario.setup if placed.unit not in coming]
    index = next((n for n, placed in enumerate(rest) if placed.unit == below), len(rest))
    moved = [_at(design.placements.get(unit), unit, at) for unit in wanted]
    sketch = DesignSketch(design)
    if not _stands_so(design, wanted, at, below):
        sketch.set(setup=(*rest[:index], *moved, *rest[index:]))
    return sketch.change(message("design.do.place-units", count=len(wanted), place=at))


def unplace_units(design: Design, units: Collection[str]) -> DocumentsChange:
    """Take units off the map and out of their boxes; they stay in the order of battle."""
    gone = {unit for unit in units if unit in design.placements}
    if not gone:
        raise CannotEdit(message("design.cannot.place-nobody"))
    sketch = DesignSketch(design)
    sketch.set(setup=tuple(placed for placed in design.scenario.setup if placed.unit not in gone))
    return sketch.change(message("design.do.unplace-units", count=len(gone)))


def move_in_stack(design: Design, unit: str, step: int) -> DocumentsChange:
    """Let a unit change places with the one above it in its stack, or with the one below it."""
    placed = design.placements.get(unit)
    if placed is None:
        raise CannotEdit(message("design.cannot.place-nobody"))
    here = design.places.key(placed.at) or placed.at
    setup = list(design.scenario.setup)
    stack = [n for n, each in enumerate(setup) if (design.places.key(each.at) or each.at) == here]
    index = next(n for n, number in enumerate(stack) if setup[number].unit == unit)
    sketch = DesignSketch(design)
    if 0 <= index + step < len(stack):
        one, two = stack[index], stack[index + step]
        setup[one], setup[two] = setup[two], setup[one]
        sketch.set(setup=tuple(setup))
    return sketch.change(message("design.do.move-in-stack"))


def set_details(
    design: Design, units: Collection[str], *, step: Any = UNCHANGED, marks: Any = UNCHANGED, values: Any = UNCHANGED
) -> DocumentsChange:
    """Other details of placements: steps lost (None: as the unit itself says), marks, and values of the ruleset.

    `values` are laid over those that are there; None takes one out.
    """
    wanted = {unit for unit in units if unit in design.placements}
    if not wanted:
        raise CannotEdit(message("design.cannot.place-nobody"))
    setup = []
    for placed in design.scenario.setup:
        if placed.unit not in wanted:
            setup.append(placed)
            continue
        fields: dict[str, Any] = {}
        if step is not UNCHANGED:
            fields["step"] = _step(design, placed.unit, step)
        if marks is not UNCHANGED:
            fields["marks"] = tuple(dict.fromkeys(checked_kind(mark) for mark in marks))
        if values is not UNCHANGED:
            fields["values"] = _laid_over(placed.values, values)
        changed = {name: value for name, value in fields.items() if getattr(placed, name) != value}
        setup.append(placed.replace(**changed) if changed else placed)
    sketch = DesignSketch(design)
    if any(new is not old for new, old in zip(setup, design.scenario.setup, strict=True)):
        sketch.set(setup=tuple(setup))
    return sketch.change(message("design.do.set-details", count=len(wanted)))


def set_area(design: Design, units: Collection[str], area: Area | None) -> DocumentsChange:
    """Leave it to the owners of units where in an area these begin; None: they begin where they stand."""
    wanted = {unit for unit in units if unit in design.placements}
    if not wanted:
        raise CannotEdit(message("design.cannot.place-nobody"))
    if area is not None:
        _check_area(design, area)
    setup = tuple(
        placed.replace(area=area) if placed.unit in wanted and placed.area != area else placed
        for placed in design.scenario.setup
    )
    sketch = DesignSketch(design)
    if setup != design.scenario.setup:
        sketch.set(setup=setup)
    return sketch.change(message("design.do.set-area", count=len(wanted)))


def _check_area(design: Design, area: Area) -> None:
    if area.region is not None and area.region not in design.plan.regions:
        raise CannotEdit(message("design.cannot.no-region", name=area.region))
    for label in (area.within.place,) if area.within is not None else area.any_of:
        Reader(design).place(label)


def _at(placed: Placement | None, unit: str, at: str) -> Placement:
    return Placement(unit=unit, at=at) if placed is None else placed if placed.at == at else placed.replace(at=at)


def _stands_so(design: Design, units: Sequence[str], at: str, below: str | None) -> bool:
    """Whether nothing would change: they are on top of that stack already, in this order."""
    if below is not None:
        return False
    there = [placed.unit for placed in design.scenario.setup if placed.at == at]
    return there[-len(units) :] == list(units)


def _step(design: Design, unit: str, step: int | None) -> int | None:
    if step is None:
        return None
    kind = design.type_of(unit)
    if kind is not None and not 0 <= step < len(kind.steps):
        said = message("design.cannot.bad-step", text=str(step), most=len(kind.steps) - 1)
        raise CannotEdit(message("design.cannot.of-unit", name=unit_title(design, unit), said=said))
    return step


def _laid_over(old: Mapping[str, Value], new: Mapping[str, Value | None]) -> dict[str, Value]:
    found = {name: value for name, value in old.items() if name not in new}
    for name, value in new.items():
        if value is not None:
            found[checked_kind(name)] = value
    return found
