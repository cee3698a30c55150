"""Regions: countries, zones and theatres, painted over hexes and spaces.

A stroke changes who belongs, never the record of the region, so it costs what it covers however large the region.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from editor.geometry.cells import Cells, existing
from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.edits import REGIONS, SHAPES
from editor.model.sketch import Sketch
from editor.model.words import checked_kind, checked_line, slug, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.maps.map_places import natural
from engine.definitions.plan import MapPlan, RegionPlan, cell_of


class LegendEntry(NamedTuple):
    """A line of the legend of regions."""

    kind: str
    id: str
    title: str
    colour: str
    size: int


def legend(plan: MapPlan) -> list[LegendEntry]:
    """The regions as a legend lists them: by kind, then by title."""
    entries = [
        LegendEntry(region.kind, region.id, region.title or region.id, region.colour, len(region.members))
        for region in plan.regions.values()
    ]
    return sorted(entries, key=lambda entry: (entry.kind, natural(entry.title), natural(entry.id)))


def create_region(
    plan: MapPlan, kind: str, title: str, *, colour: str = "", cells: Cells | None = None, places: Iterable[str] = ()
) -> Change:
    """A new region, of these places to begin with."""
    sketch = Sketch(plan)
    name = unused(slug(checked_line(title), "region"), sketch.is_taken(REGIONS), "-")
    sketch.put(REGIONS, name, RegionPlan(name, checked_kind(kind), title, colour=checked_line(colour)))
    sketch.enrol(name, _members(plan, cells, places))
    return sketch.change(message("edit.do.create-region", title=title or name))


def edit_region(
    plan: MapPlan, id: str, *, kind: str | None = None, title: str | None = None, colour: str | None = None
) -> Change:
    """Another kind, title or colour for a region."""
    region = _region(plan, id)
    changed = replace(
        region,
        kind=region.kind if kind is None else checked_kind(kind),
        title=region.title if title is None else checked_line(title),
        colour=region.colour if colour is None else checked_line(colour),
    )
    sketch = Sketch(plan)
    sketch.put(REGIONS, id, changed)
    return sketch.change(message("edit.do.edit-region", title=changed.title or id))


def delete_region(plan: MapPlan, id: str) -> Change:
    """Take a region away; its places stay, and the tints behind them go with it."""
    region = _region(plan, id)
    sketch = Sketch(plan)
    for shape in plan.shapes.values():
        if shape.region == id:
            sketch.put(SHAPES, shape.id, None)
    sketch.put(REGIONS, id, None)
    sketch.discharge(id, region.members)
    return sketch.change(message("edit.do.delete-region", title=region.title or id))


def paint_region(
    plan: MapPlan, id: str, cells: Cells | None = None, *, places: Iterable[str] = (), alone: bool = False
) -> Change:
    """Let places belong to a region; with `alone` they leave every other region of its kind, as countries do."""
    region = _region(plan, id)
    sketch = Sketch(plan)
    members = _members(plan, cells, places)
    sketch.enrol(id, members)
    names = _every_name(plan, members, cells) if alone else []
    for other in plan.regions.values():
        if alone and other.id != id and other.kind == region.kind:
            sketch.discharge(other.id, names)
    return sketch.change(message("edit.do.paint-region", title=region.title or id))


def unpaint_region(plan: MapPlan, id: str, cells: Cells | None = None, *, places: Iterable[str] = ()) -> Change:
    """Let places no longer belong to a region."""
    region = _region(plan, id)
    sketch = Sketch(plan)
    sketch.discharge(id, _every_name(plan, places, cells))
    return sketch.change(message("edit.do.unpaint-region", title=region.title or id))


def _region(plan: MapPlan, id: str) -> RegionPlan:
    region = plan.regions.get(id)
    if region is None:
        raise CannotEdit(message("edit.cannot.no-region", region=id))
    return region


def _members(plan: MapPlan, cells: Cells | None, places: Iterable[str]) -> list[str]:
    """The hexes of the map under their owners' keys, and the places the map has."""
    ground = Ground(plan)
    named = list(places)
    for place in named:
        if not plan.has_place(place):
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, place)))
    hexes = ground.owners(existing(plan, cells)) if cells else Cells()
    return [*hexes.place_keys(), *(ground.owner_key(place) for place in named)]


def _every_name(plan: MapPlan, places: Iterable[str], cells: Cells | None) -> list[str]:
    """Every key under which these places may be members."""
    named = list(places)
    hexes = Cells.of(cell for place in named if (cell := cell_of(place)) is not None) | (cells or Cells())
    return [*named, *Ground(plan).with_twins(hexes).place_keys()]
