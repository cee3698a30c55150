"""What a map says of itself: its title, the palette it is painted with, its place on the globe."""

from __future__ import annotations

from dataclasses import replace

from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.sketch import Sketch
from editor.model.words import checked_id, checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import GeoPlan, MapPlan, cell_of


def set_title(plan: MapPlan, title: str) -> Change:
    """Another title for the map."""
    sketch = Sketch(plan)
    sketch.head = replace(sketch.head, title=checked_line(title))
    return sketch.change(message("edit.do.set-title"))


def set_palette(plan: MapPlan, palette: str) -> Change:
    """Let the map be painted with the palette of another ruleset."""
    sketch = Sketch(plan)
    sketch.head = replace(sketch.head, palette=checked_id(palette) if palette else "")
    return sketch.change(message("edit.do.set-palette", palette=palette))


def set_georeference(plan: MapPlan, georeference: GeoPlan | None) -> Change:
    """Tie the map to the globe by one of its hexes, or cut it loose."""
    if georeference is not None:
        cell = cell_of(georeference.anchor)
        if cell is None or plan.terrain_at(cell) is None:
            raise CannotEdit(message("edit.cannot.no-hex", place=place_name(plan, georeference.anchor)))
    sketch = Sketch(plan)
    sketch.head = replace(sketch.head, georeference=georeference)
    return sketch.change(message("edit.do.set-georeference"))
