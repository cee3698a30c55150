"""An import as a change to a map that is open: one entry of its history, undone like any other.

What two joined sheets print is one hex and one hexside: both are painted, and lines lie under the name of the sheet
that owns them.
"""

from __future__ import annotations

from dataclasses import replace

from editor.digitise.geography.geo_import import GeoChanges
from editor.geometry.cells import Cells, existing
from editor.geometry.ground import Ground
from editor.geometry.hexsides import hexside_of
from editor.model.change import Change
from editor.model.edits import FEATURES, SIDES
from editor.model.sketch import Sketch
from engine.core.messages import Message
from engine.definitions.plan import Cell, MapPlan


def change_of(plan: MapPlan, changes: GeoChanges, label: Message) -> Change:
    """What an import that was worked out for this plan does to it."""
    sketch, ground = Sketch(plan), Ground(plan)
    by_terrain: dict[str, list[Cell]] = {}
    for cell, terrain in changes.cells.items():
        by_terrain.setdefault(terrain, []).append(cell)
    for terrain, cells in by_terrain.items():
        covered = existing(plan, ground.with_twins(Cells.of(cells)))
        sketch.paint(covered, sketch.code_of(terrain))
    for key, side in changes.sides.items():
        owner = ground.owner_hexside(hexside_of(key)).carrying(key.kind)
        if owner not in plan.sides:
            sketch.put(SIDES, owner, side)
    for name, feature in changes.features.items():
        sketch.put(FEATURES, name, replace(feature, at=ground.owner_key(feature.at)))
    sketch.head = replace(sketch.head, georeference=changes.georeference)
    return sketch.change(label)
