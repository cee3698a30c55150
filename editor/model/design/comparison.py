"""What differs between two scenarios, in groups, each difference with the unit or the place that it is about.

Units are the same where their ids are; everything else goes by the name a person would find it under. No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from editor.model.design.design import Design
from editor.model.design.value_words import value_words
from engine.definitions.charts.chart_changes import differences
from engine.definitions.model import Model
from engine.definitions.scenario import Control


class Group(StrEnum):
    """The groups in their order."""

    HEAD = "head"
    TYPES = "types"
    FORMATIONS = "formations"
    UNITS = "units"
    SETUP = "setup"
    CONTROL = "control"
    MARKERS = "markers"
    SCHEDULE = "schedule"
    CHARTS = "charts"
    OBJECTIVES = "objectives"
    OPTIONS = "options"
    VALUES = "values"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is one thing here and another there; None where there is nothing."""

    group: Group
    what: str
    here: str | None
    there: str | None
    unit: str = ""
    place: str = ""
    """As the scenario writes it."""


_HEAD: Final = ("title", "ruleset", "map", "sides", "first_turn", "last_turn", "description", "notes")
_OF_UNITS: Final = ("name", "type", "formation", "step", "code", "traits", "values")
_OF_SETUP: Final = ("at", "area", "step", "marks", "values")
_OF_FORMATIONS: Final = ("name", "parent", "side", "band")


def compare(one: Design, other: Design) -> tuple[Difference, ...]:
    """Every difference, group by group."""
    return tuple(_every(one, other))


def _every(one: Design, other: Design) -> Iterator[Difference]:
    here, there = one.scenario, other.scenario
    for field in _HEAD:
        if getattr(here, field) != getattr(there, field):
            yield Difference(Group.HEAD, field, _text(getattr(here, field)), _text(getattr(there, field)))
    yield from _pairs(Group.TYPES, one.types, other.types, lambda kind: _fields(kind, tuple(type(kind).model_fields)))
    yield from _pairs(
        Group.FORMATIONS, one.formations, other.formations, lambda formation: _fields(formation, _OF_FORMATIONS)
    )
    yield from _pairs(Group.UNITS, one.units, other.units, lambda unit: _fields(unit, _OF_UNITS), units=True)
    yield from _pairs(
        Group.SETUP, one.placements, other.placements, lambda placed: _fields(placed, _OF_SETUP), units=True
    )
    yield from _pairs(Group.CONTROL, _held(here.control), _held(there.control), str, places=True)
    yield from _pairs(Group.MARKERS, _laid(here.markers), _laid(there.markers), str, places=True)
    yield from _schedule(one, other)
    yield from _charts(one, other)
    yield from _pairs(
        Group.OBJECTIVES,
        {each.at: each for each in here.objectives},
        {each.at: each for each in there.objectives},
        lambda objective: _fields(objective, ("value", "side", "name")),
        places=True,
    )
    yield from _pairs(Group.OPTIONS, here.options, there.options, _text)
    yield from _pairs(Group.VALUES, here.values, there.values, _text)


def _pairs(
    group: Group,
    here: Mapping[str, Any],
    there: Mapping[str, Any],
    words: Callable[[Any], str],
    *,
    units: bool = False,
    places: bool = False,
) -> Iterator[Difference]:
    """The things of two lists that are not the same in both."""
    for name in dict.fromkeys((*here, *there)):
        one, other = here.get(name), there.get(name)
        if one == other:
            continue
        left = words(one) if name in here else None
        right = words(other) if name in there else None
        yield Difference(group, name, left, right, name if units else "", name.partition(" ")[0] if places else "")


def _held(control: Iterable[Control]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in control:
        for name in (each.region,) if each.region is not None else each.locations:
            found[name] = each.side
    return found


def _laid(markers: Iterable[Any]) -> dict[str, int]:
    return {f"{each.at} {each.marker}": each.level for each in markers}


def _schedule(one: Design, other: Design) -> Iterator[Difference]:
    def entries(design: Design) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for entry in design.scenario.schedule:
            words = f"{entry.turn}" if entry.at is None else f"{entry.turn}, {entry.at}"
            more = value_words(entry.values)
            found[entry.unit, entry.kind.value] = f"{words} ({more})" if more else words
        return found

    here, there = entries(one), entries(other)
    for key in dict.fromkeys((*here, *there)):
        if here.get(key) != there.get(key):
            unit, kind = key
            yield Difference(Group.SCHEDULE, f"{unit} ({kind})", here.get(key), there.get(key), unit)


def _charts(one: Design, other: Design) -> Iterator[Difference]:
    if one.scenario.ruleset != other.scenario.ruleset:
        return
    for change in differences(one.charts, other.charts):
        parts = [str(part) for part in change.path if part not in ("cells", "entries")]
        yield Difference(Group.CHARTS, " / ".join(parts), _text(change.before), _text(change.after))


def _fields(item: Model, names: Iterable[str]) -> str:
    """The fields of a thing that say something, in one line."""
    found = ((name, getattr(item, name)) for name in names if name != "id")
    return ", ".join(f"{name} {_text(value)}" for name, value in found if value not in (None, (), "") and value != {})


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_text(each)}" for name, each in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(_text(each) for each in value)
    if isinstance(value, Model):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.to_data().items())
    return str(value)
