"""What a map says of itself: its title, the palette it is painted with, its place on the globe."""

from __future__ import annotations

from dataclasses import replace

from editor.model.change import Change
from editor.model.sketch import Sketch
from editor.model.words import checked_id, checked_line
from engine.core.messages import message
from engine.definitions.plan import MapPlan


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
