"""What the eye is to see of events: counters that went somewhere, and dice that were thrown.

Events carry every outcome, so the way of a unit and the number of a die are read off their fields, whatever the game:
a unit with an origin and an end, or with a path; a number called a die. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from engine.core.ids import NOWHERE, Location
from engine.core.records import Event


@dataclass(frozen=True, slots=True)
class Way:
    """A unit and the places it went through, from where it was to where it is."""

    unit: str
    places: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Throw:
    """A die that shows a number, and what it was thrown for."""

    number: int
    purpose: str = ""


def ways_of(events: Iterable[Event]) -> list[Way]:
    """The ways of units, one a unit, in the order they went."""
    ways: dict[str, tuple[Location, ...]] = {}
    for event in events:
        places = _places(event)
        for unit in _units(event) if len(places) > 1 else ():
            before = ways.get(unit, ())
            ways[unit] = (*before, *(places[1:] if before and before[-1] == places[0] else places))
    return [Way(unit, places) for unit, places in ways.items()]


def _places(event: Event) -> tuple[Location, ...]:
    path = getattr(event, "path", None)
    if isinstance(path, tuple) and all(isinstance(place, int) for place in path):
        return tuple(Location(place) for place in path)
    origin, to = getattr(event, "origin", None), getattr(event, "to", None)
    if isinstance(origin, int) and isinstance(to, int) and NOWHERE not in (origin, to):
        return (Location(origin), Location(to))
    return ()


def _units(event: Event) -> Iterator[str]:
    one, many = getattr(event, "unit", None), getattr(event, "units", None)
    if isinstance(one, str):
        yield one
    if isinstance(many, tuple):
        yield from (unit for unit in many if isinstance(unit, str))


def throws_of(events: Iterable[Event]) -> list[Throw]:
    """The dice that were thrown; one that shows 0, or that may not be known, was not."""
    found: list[Throw] = []
    for event in events:
        for field in fields(event):
            value = getattr(event, field.name)
            words = field.name.split("_")
            if words[-1] == "die" and isinstance(value, int) and value > 0:
                found.append(Throw(value, " ".join(words[:-1])))
            elif words[-1] == "dice" and isinstance(value, tuple):
                found += [Throw(each, " ".join(words[:-1])) for each in value if isinstance(each, int) and each > 0]
    return found
