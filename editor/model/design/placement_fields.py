"""What several placements have in common, as text, and texts as marks and values. No Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from editor.model.design.design import Design
from editor.model.design.units.unit_fields import read_value, value_text
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.model import Value
from engine.definitions.scenario import Placement
from engine.narration.language import wording_of

_SEPARATORS = re.compile(r"[\s,;]+")


def common_step(placed: Sequence[Placement]) -> int | None:
    """The steps lost that all of them say; None where they differ or say nothing."""
    steps = {each.step for each in placed}
    return steps.pop() if len(steps) == 1 else None


def common_marks(placed: Sequence[Placement]) -> str:
    """The marks that all of them have."""
    if not placed:
        return ""
    shared = [mark for mark in placed[0].marks if all(mark in each.marks for each in placed)]
    return " ".join(shared)


def common_values(placed: Sequence[Placement]) -> str:
    """The values that all of them have, written `name=value`."""
    if not placed:
        return ""
    first = placed[0].values
    shared = {name: value for name, value in first.items() if all(each.values.get(name) == value for each in placed)}
    return ", ".join(f"{name}={value_text(value)}" for name, value in shared.items())


def read_marks(text: str) -> tuple[str, ...]:
    """Marks from words."""
    return tuple(word for word in _SEPARATORS.split(text.strip()) if word)


def read_values(text: str, before: str) -> Mapping[str, Value | None]:
    """Values from `name=value` with commas between; those that stood there before and do not now are taken out."""
    found: dict[str, Value | None] = dict.fromkeys(_read(before))
    return {**found, **_read(text)}


def _read(text: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise CannotEdit(message("design.cannot.bad-value", text=part.strip()[:40]))
        found[name.strip()] = read_value(value.strip())
    return found


def stack_at(design: Design, key: str) -> list[str]:
    """The units set up at a place or in a box, by its key, the topmost first."""
    here = [placed.unit for placed in design.placements.values() if (design.places.key(placed.at) or placed.at) == key]
    order = {placed.unit: number for number, placed in enumerate(design.scenario.setup)}
    return sorted(here, key=lambda unit: -order[unit])


def boxes_of(design: Design) -> dict[str, str]:
    """Every box beside the map and those the rules bring along, by key with their titles."""
    names = wording_of(design.scenario.ruleset)
    drawn = {key: box.title or key for key, box in design.plan.boxes.items()}
    return {key: names.name(title) for key, title in {**drawn, **design.boxes, **drawn}.items()}
