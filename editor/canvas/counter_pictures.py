"""From a scenario's setup to counters on the canvas: whose they are, what they show, and where they stand.

This is the scenario as its author wrote it, before any game is begun; a game being played makes its counters from what
a side may see. No Qt is imported here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from editor.canvas.counters import CounterPicture
from engine.definitions.counters import CounterType
from engine.definitions.map_places import Places
from engine.definitions.oob import UnitEntry
from engine.definitions.palette import Nation, Palette, by_id
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Placement, Scenario
from engine.rulesets.stock import stocked

_SPARE_COLOURS = ("#8fa08a", "#b0776a", "#7d8fa8", "#b59b62", "#8d7a9a", "#6f9a96")
"""For sides and nations to which no palette gives a colour."""
_LONGEST_DESIGNATION = 7


def pictures_of(project: Project, scenario: Scenario, plan: MapPlan, palette: Palette) -> tuple[CounterPicture, ...]:
    """The counters of a scenario's setup; what names an unknown unit, type or place is left to the checks."""
    stock = stocked(project)
    types = {kind.id: kind for name in scenario.counters for kind in _types(stock, name)}
    units = {unit.id: unit for name in scenario.oob for unit in _units(project, name)}
    return set_up_pictures(scenario.setup, units, types, Places(plan), palette)


def set_up_pictures(
    setup: Iterable[Placement],
    units: Mapping[str, UnitEntry],
    types: Mapping[str, CounterType],
    places: Places,
    palette: Palette,
) -> tuple[CounterPicture, ...]:
    """The same from what has been gathered already."""
    nations = by_id(palette.nations)
    pictures = []
    for placed in setup:
        unit = units.get(placed.unit)
        kind = types.get(unit.type) if unit is not None else None
        at = places.key(placed.at)
        if unit is not None and kind is not None and at is not None:
            pictures.append(_picture(placed, unit, kind, at, nations))
    return tuple(pictures)


def _types(project: Project, name: str) -> tuple[CounterType, ...]:
    return project.counters[name].types if name in project.counters else ()


def _units(project: Project, name: str) -> tuple[UnitEntry, ...]:
    return project.oobs[name].units if name in project.oobs else ()


def _picture(
    placed: Placement, unit: UnitEntry, kind: CounterType, at: str, nations: Mapping[str, Nation]
) -> CounterPicture:
    lost = unit.step if placed.step is None else placed.step
    lost = min(lost, len(kind.steps) - 1)
    ground, ink = colours_of(kind, nations)
    name = unit.name or unit.id
    return CounterPicture(
        unit=unit.id,
        at=at,
        name=f"{name} ({kind.name})",
        ground=ground,
        ink=ink,
        symbol=kind.symbol or "",
        size=kind.size or "",
        factors=factors_text(kind, lost),
        designation=designation_of(name),
        steps=len(kind.steps),
        lost=lost,
        marks=placed.marks,
    )


def colours_of(kind: CounterType, nations: Mapping[str, Nation]) -> tuple[str, str]:
    """The ground and the ink of a counter: its own, its nation's, or a spare colour."""
    nation = nations.get(kind.nation or "") or nations.get(kind.side or "")
    ground = kind.colour or (nation.colour if nation is not None else _spare_colour(kind.nation or kind.side or ""))
    return ground, kind.ink or (nation.ink if nation is not None else "#1d1a15")


def designation_of(name: str) -> str:
    """The name of a unit as a counter has room for it; a longer one is not printed."""
    return name if len(name) <= _LONGEST_DESIGNATION else ""


def factors_text(kind: CounterType, lost: int) -> str:
    """The factors of a step as counters print them, 5-7-4; nothing where there is nothing but noughts."""
    values = [value for value in kind.steps[lost].values() if isinstance(value, (int, float)) and value is not True]
    printed = [value for value in values if value is not False]
    return "-".join(f"{value:g}" for value in printed) if any(printed) else ""


def _spare_colour(name: str) -> str:
    return _SPARE_COLOURS[zlib.crc32(name.encode()) % len(_SPARE_COLOURS)]
