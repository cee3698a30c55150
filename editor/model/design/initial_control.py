"""Who holds what when play begins: the entries of a scenario read as a map of places, and changed place by place.

Later entries count more than earlier ones. An entry names a region or some places; a place that is painted otherwise
leaves the entries that named it, and a region of which only a part is taken away is written out place by place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from editor.model.design.design import Design
from engine.definitions.scenario import Control

NOBODY: Final = ""


def holders(design: Design) -> dict[str, str]:
    """The side that holds each place, by key; places nobody is said to hold are not there."""
    found: dict[str, str] = {}
    for entry in design.scenario.control:
        for key in _keys(design, entry):
            found[key] = entry.side
    return found


def _keys(design: Design, entry: Control) -> Iterable[str]:
    if entry.region is not None:
        region = design.plan.regions.get(entry.region)
        return region.members if region is not None else ()
    return [design.places.key(label) or label for label in entry.locations]


def held_by(design: Design, side: str, keys: Iterable[str]) -> tuple[Control, ...]:
    """The entries once these places are held by a side, or by nobody."""
    wanted = dict.fromkeys(keys)
    entries = [each for entry in design.scenario.control for each in _without(design, entry, wanted, side)]
    if side == NOBODY:
        return tuple(entries)
    left = Design(design.documents, design.scenario.replace(control=tuple(entries)), design.plan, design.places)
    now = holders(left)
    missing = tuple(design.places.label(key) for key in wanted if now.get(key) != side)
    return _joined(entries, side, missing) if missing else tuple(entries)


def region_held_by(design: Design, side: str, region: str) -> tuple[Control, ...]:
    """The entries once a whole region is held by a side, or by nobody."""
    members = design.plan.regions[region].members
    entries: list[Control] = []
    for entry in design.scenario.control:
        if entry.region == region:
            continue
        entries += _without(design, entry, dict.fromkeys(members), side)
    if side != NOBODY:
        entries.append(Control(side=side, region=region))
    return tuple(entries)


def _without(design: Design, entry: Control, wanted: dict[str, None], side: str) -> list[Control]:
    """An entry that says nothing against these places being held so."""
    if entry.region is None:
        kept = tuple(label for label in entry.locations if (design.places.key(label) or label) not in wanted)
        if len(kept) == len(entry.locations):
            return [entry]
        return [entry.replace(locations=kept)] if kept else []
    region = design.plan.regions.get(entry.region)
    if side != NOBODY or region is None or not any(key in region.members for key in wanted):
        return [entry]
    rest = design.places.ordered(key for key in region.members if key not in wanted)
    labels = tuple(design.places.label(key) for key in rest)
    return [Control(side=entry.side, locations=labels)] if labels else []


def _joined(entries: list[Control], side: str, labels: tuple[str, ...]) -> tuple[Control, ...]:
    """Put places to the last entry of a side, unless a region that comes after it would count more."""
    for number in reversed(range(len(entries))):
        entry = entries[number]
        if entry.region is not None:
            break
        if entry.side == side:
            entries[number] = entry.replace(locations=(*entry.locations, *labels))
            return tuple(entries)
    return (*entries, Control(side=side, locations=labels))
