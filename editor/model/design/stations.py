"""Where and when a unit enters the game: set up at a place, arriving on a turn, or neither.

A table has two columns for it, the place and the turn. A unit with a place and no turn is set up; one with a turn
arrives then, at the place if there is one. What else a setup or a schedule says of it stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from engine.definitions.scenario import Placement, ScheduleEntry, ScheduleKind


class Station(NamedTuple):
    """Where a unit begins, and on which turn; no turn is when play begins."""

    place: str | None = None
    turn: int | None = None


NOWHERE: Final = Station()


def station_of(design: Design, unit: str) -> Station:
    """Where a unit is set up, or else when it first arrives."""
    placed = design.placements.get(unit)
    if placed is not None:
        return Station(placed.at)
    entry = design.arrival_entries.get(unit)
    return NOWHERE if entry is None else Station(entry.at, entry.turn)


def put_stations(sketch: DesignSketch, stations: Mapping[str, Station]) -> None:
    """Let units begin elsewhere or at another time; those that are known keep their other words and their order."""
    _put_setup(sketch, {unit: found.place if found.turn is None else None for unit, found in stations.items()})
    _put_schedule(sketch, {unit: found if found.turn is not None else None for unit, found in stations.items()})


def _put_setup(sketch: DesignSketch, places: Mapping[str, str | None]) -> None:
    setup, changed = [], False
    left = dict(places)
    for placed in sketch.scenario.setup:
        if placed.unit not in left:
            setup.append(placed)
            continue
        at = left.pop(placed.unit)
        changed = changed or at != placed.at
        if at is not None:
            setup.append(placed if at == placed.at else placed.replace(at=at))
    further = [Placement(unit=unit, at=at) for unit, at in left.items() if at is not None]
    if changed or further:
        sketch.set(setup=(*setup, *further))


def _put_schedule(sketch: DesignSketch, stations: Mapping[str, Station | None]) -> None:
    """The first arrival of each unit; what it does later in the game is not touched."""
    schedule, changed = [], False
    left = dict(stations)
    for entry in sketch.scenario.schedule:
        if entry.unit not in left or entry.kind is not ScheduleKind.ARRIVAL:
            schedule.append(entry)
            continue
        found = left.pop(entry.unit)
        made = None if found is None else _arrival(entry, found)
        changed = changed or made is not entry
        if made is not None:
            schedule.append(made)
    further = [
        ScheduleEntry(turn=found.turn, unit=unit, at=found.place)
        for unit, found in left.items()
        if found is not None and found.turn is not None
    ]
    if changed or further:
        sketch.set(schedule=(*schedule, *further))


def _arrival(entry: ScheduleEntry, station: Station) -> ScheduleEntry:
    if (entry.at, entry.turn) == (station.place, station.turn):
        return entry
    return entry.replace(at=station.place, turn=station.turn)
