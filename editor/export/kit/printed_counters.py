"""Which counters a scenario needs on card: two steps on each, full strength in front and the weaker behind.

A unit of four steps has two counters. A counter with one step has the colours of its owner behind, and nothing else, so
that it can lie hidden. No Qt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import NO_BANDS, unit_picture
from engine.definitions.counters import CounterType
from engine.definitions.oob import UnitEntry
from engine.definitions.palette import Nation


@dataclass(frozen=True, slots=True)
class PrintedCounter:
    """Both sides of a counter."""

    front: CounterPicture
    back: CounterPicture


def printed_counters(
    units: Iterable[UnitEntry],
    types: Mapping[str, CounterType],
    nations: Mapping[str, Nation],
    bands: Mapping[str, str] = NO_BANDS,
) -> tuple[PrintedCounter, ...]:
    """Every counter of an order of battle, sides together; a unit of an unknown type has none."""
    known = [(types[unit.type], unit) for unit in units if unit.type in types]
    ordered = sorted(known, key=lambda pair: (pair[0].side or "", pair[0].nation or ""))
    return tuple(counter for kind, unit in ordered for counter in _counters(unit, kind, nations, bands))


def _counters(
    unit: UnitEntry, kind: CounterType, nations: Mapping[str, Nation], bands: Mapping[str, str]
) -> list[PrintedCounter]:
    band = bands.get(unit.formation or "", "")
    faces = [unit_picture(unit, kind, nations, step=lost, band=band) for lost in range(len(kind.steps))]
    found = []
    for number in range(0, len(faces), 2):
        front = faces[number]
        back = faces[number + 1] if number + 1 < len(faces) else replace(front, is_hidden=True)
        found.append(PrintedCounter(front, back))
    return found
