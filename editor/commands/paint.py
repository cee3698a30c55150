"""Terrain: painted, replaced, and hexes that come and go.

The gesture that says which hexes is one of editor/geometry/shapes or a fill; here it is done to them. Every sheet
that prints a hex is painted, so that joined sheets agree.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from editor.geometry.cells import Cells, Keys, cells_where, codes_at, existing
from editor.geometry.ground import Ground
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.removal import remove_content
from editor.model.sketch import Sketch
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import NO_CELL, NO_TERRAIN, MapPlan


def paint_terrain(plan: MapPlan, cells: Cells, terrain: str) -> Change:
    """Give hexes a terrain; where the map has no hex, nothing happens."""
    _check_terrain(terrain)
    sketch = Sketch(plan)
    covered = existing(plan, Ground(plan).with_twins(cells))
    if covered:
        sketch.paint(covered, sketch.code_of(terrain))
    return sketch.change(message("edit.do.paint", terrain=terrain))


def paint_terrains(plan: MapPlan, cells: Mapping[str, Cells]) -> Change:
    """Give hexes the terrains that were read off a print, all at once."""
    sketch, ground = Sketch(plan), Ground(plan)
    for terrain, some in cells.items():
        _check_terrain(terrain)
        covered = existing(plan, ground.with_twins(some))
        if covered:
            sketch.paint(covered, sketch.code_of(terrain))
    return sketch.change(message("edit.do.paint-print"))


def replace_terrain(plan: MapPlan, old: str, new: str, *, within: Cells | None = None) -> Change:
    """Give every hex of one terrain another, everywhere or in a selection."""
    _check_terrain(new)
    sketch = Sketch(plan)
    if old in plan.terrain_names and old != new:
        code = plan.terrain_names.index(old) + 1
        found: dict[str, Keys] = {}
        if within is None:
            found = {sheet.id: cells_where(sheet, np.equal(sheet.terrain, code)) for sheet in plan.sheets.values()}
        else:
            for name, keys in existing(plan, Ground(plan).with_twins(within)).items():
                found[name] = keys[np.equal(codes_at(plan.sheets[name], keys), code)]
        cells = Cells(found)
        if cells:
            sketch.paint(cells, sketch.code_of(new))
    return sketch.change(message("edit.do.replace-terrain", old=old, new=new))


def add_cells(plan: MapPlan, cells: Cells, terrain: str) -> Change:
    """Make hexes where the sheets have room for them and the map has none; those that are there stay as they are."""
    _check_terrain(terrain)
    sketch = Sketch(plan)
    vacant = Ground(plan).vacant(cells)
    if vacant:
        sketch.paint(vacant, sketch.code_of(terrain))
    return sketch.change(message("edit.do.add-hexes", terrain=terrain))


def erase_cells(plan: MapPlan, cells: Cells, *, contents: MapContents | None = None) -> Change:
    """Cut hexes out of the map, with all that lies on them."""
    sketch = Sketch(plan)
    ground = Ground(plan)
    gone = ground.with_twins(existing(plan, cells))
    if gone:
        remove_content(sketch, contents or MapContents(plan), gone, ground=ground)
        sketch.paint(gone, NO_CELL)
    return sketch.change(message("edit.do.erase-hexes"))


def _check_terrain(terrain: str) -> None:
    if terrain == NO_TERRAIN:
        raise CannotEdit(message("edit.cannot.no-terrain"))
