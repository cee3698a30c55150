"""From a scenario's setup to counters on the canvas: whose they are, what they show, and where they stand.

This is the scenario as its author wrote it, before any game is begun; a game being played makes its counters from what
a side may see. No Qt is imported here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from editor.canvas.counters.counter_picture import CounterPicture
from engine.definitions.counters import CounterType
from engine.definitions.maps.map_places import Places
from engine.definitions.oob import Formation, UnitEntry
from engine.definitions.palette import Nation, Palette, by_id
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Placement, Scenario
from engine.rulesets.stock import stocked

_SPARE_COLOURS = ("#8fa08a", "#b0776a", "#7d8fa8", "#b59b62", "#8d7a9a", "#6f9a96")
"""For sides and nations to which no palette gives a colour."""
_LONGEST_DESIGNATION = 9
_SHORT_NUMBER = 4
NO_BANDS: Mapping[str, str] = MappingProxyType({})


def pictures_of(project: Project, scenario: Scenario, plan: MapPlan, palette: Palette) -> tuple[CounterPicture, ...]:
    """The counters of a scenario's setup; what names an unknown unit, type or place is left to the checks."""
    stock = stocked(project)
    types = {kind.id: kind for name in scenario.counters for kind in _types(stock, name)}
    units = {unit.id: unit for name in scenario.oob for unit in _units(project, name)}
    formations = {each.id: each for name in scenario.oob for each in _formations(project, name)}
    return set_up_pictures(scenario.setup, units, types, Places(plan), palette, bands=bands_of(formations))


def set_up_pictures(
    setup: Iterable[Placement],
    units: Mapping[str, UnitEntry],
    types: Mapping[str, CounterType],
    places: Places,
    palette: Palette,
    *,
    bands: Mapping[str, str] = NO_BANDS,
) -> tuple[CounterPicture, ...]:
    """The same from what has been gathered already."""
    nations = by_id(palette.nations)
    pictures = []
    for placed in setup:
        unit = units.get(placed.unit)
        kind = types.get(unit.type) if unit is not None else None
        at = places.key(placed.at)
        if unit is not None and kind is not None and at is not None:
            band = bands.get(unit.formation or "", "")
            made = unit_picture(unit, kind, nations, at=at, step=placed.step, marks=placed.marks, band=band)
            pictures.append(made)
    return tuple(pictures)


def _types(project: Project, name: str) -> tuple[CounterType, ...]:
    return project.counters[name].types if name in project.counters else ()


def _formations(project: Project, name: str) -> tuple[Formation, ...]:
    return project.oobs[name].formations if name in project.oobs else ()


def _units(project: Project, name: str) -> tuple[UnitEntry, ...]:
    return project.oobs[name].units if name in project.oobs else ()


def unit_picture(
    unit: UnitEntry,
    kind: CounterType,
    nations: Mapping[str, Nation],
    *,
    at: str = "",
    step: int | None = None,
    marks: tuple[str, ...] = (),
    band: str = "",
) -> CounterPicture:
    """The counter of a unit, wherever it is; `step` overrides the steps it has lost by itself."""
    lost = min(unit.step if step is None else step, len(kind.steps) - 1)
    ground, ink = colours_of(kind, nations)
    return CounterPicture(
        unit=unit.id,
        at=at,
        name=f"{unit.name} ({kind.name})" if unit.name and unit.name != kind.name else kind.name,
        ground=ground,
        ink=ink,
        symbol=kind.symbol or "",
        size=kind.size or "",
        factors=factors_text(kind, lost),
        designation=designation_of(unit.name or kind.name),
        steps=len(kind.steps),
        lost=lost,
        marks=marks,
        band=band or kind.band or "",
        code=unit.code or kind.code or "",
        art=kind.picture or "",
    )


def type_picture(kind: CounterType, nations: Mapping[str, Nation], lost: int = 0) -> CounterPicture:
    """A counter of a type that is no unit yet: its face after so many steps lost."""
    plain = unit_picture(UnitEntry.model_construct(id=kind.id, type=kind.id), kind, nations, step=lost)
    return replace(plain, name=kind.name, designation="")


def bands_of(formations: Mapping[str, Formation]) -> dict[str, str]:
    """The stripe of every formation: its own, or that of the nearest above it that has one."""
    found: dict[str, str] = {}
    for name in formations:
        here: str | None = name
        seen: set[str] = set()
        while here is not None and here in formations and here not in seen:
            seen.add(here)
            band = formations[here].band
            if band is not None:
                found[name] = band
                break
            here = formations[here].parent
    return found


def colours_of(kind: CounterType, nations: Mapping[str, Nation]) -> tuple[str, str]:
    """The ground and the ink of a counter: its own, its nation's, or a spare colour."""
    nation = nations.get(kind.nation or "") or nations.get(kind.side or "")
    ground = kind.colour or (nation.colour if nation is not None else _spare_colour(kind.nation or kind.side or ""))
    return ground, kind.ink or (nation.ink if nation is not None else "#1d1a15")


def designation_of(name: str) -> str:
    """The name of a unit as a counter has room for it: a longer one by its first word and the initials of the rest.

    After a number of the unit the one word that follows is cut short instead, because its initial would say nothing.
    """
    words = name.split()
    if len(name) <= _LONGEST_DESIGNATION or not words:
        return name
    if len(words) == 2 and words[0][0].isdigit() and len(words[0]) <= _SHORT_NUMBER:
        return f"{words[0]} {words[1][: _LONGEST_DESIGNATION - len(words[0]) - 2]}."
    initials = "".join(word if word.isdigit() else word[:1] for word in words[1:])
    first = words[0]
    room = _LONGEST_DESIGNATION - (len(initials) + 1 if initials else 0)
    if len(first) > room:
        first = f"{first[: max(room - 1, 3)]}."
    return f"{first} {initials}".strip()


def factors_text(kind: CounterType, lost: int) -> str:
    """The factors of a step as counters print them, 5-7-4; nothing where there is nothing but noughts."""
    values = [value for value in kind.steps[lost].values() if isinstance(value, (int, float)) and value is not True]
    printed = [value for value in values if value is not False]
    return "-".join(f"{value:g}" for value in printed) if any(printed) else ""


def _spare_colour(name: str) -> str:
    return _SPARE_COLOURS[zlib.crc32(name.encode()) % len(_SPARE_COLOURS)]
