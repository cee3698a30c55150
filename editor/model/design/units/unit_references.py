"""What names a unit follows it: when a unit is called otherwise or taken out, setups and schedules go along.

An order of battle may serve several scenarios of a file; all of them follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from editor.model.design.sketch import DesignSketch
from engine.definitions.scenario import Placement, ScheduleEntry

T = TypeVar("T", Placement, ScheduleEntry)


def follow_units(sketch: DesignSketch, renamed: Mapping[str, str | None]) -> None:
    """Let every scenario with these units name them by their new ids; None stands for a unit that is gone."""
    if not renamed:
        return
    armies = set(sketch.scenario.oob)
    for scenario in sketch.scenarios():
        if armies.intersection(scenario.oob):
            setup, schedule = _followed(scenario.setup, renamed), _followed(scenario.schedule, renamed)
            if setup is not scenario.setup or schedule is not scenario.schedule:
                sketch.put(scenario.replace(setup=setup, schedule=schedule))


def _followed(things: tuple[T, ...], renamed: Mapping[str, str | None]) -> tuple[T, ...]:
    if not any(thing.unit in renamed for thing in things):
        return things
    found = []
    for thing in things:
        name = renamed.get(thing.unit, thing.unit)
        if name is not None:
            found.append(thing if name == thing.unit else thing.replace(unit=name))
    return tuple(found)
