"""Going to something on the map: it is brought into view, large enough to be seen, and selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from editor.documents.workbench import Picked, Workbench
from editor.geometry.cells import Cells
from editor.model.edits import Part, RecordKey
from editor.model.selection import chosen
from engine.definitions.plan import MapPlan, Point, SideKey, cell_of, side_cells

NEAR: Final = 0.5
"""The zoom at which a single hex is looked at, at least."""


def jump_to(
    bench: Workbench,
    places: Sequence[str] = (),
    *,
    part: Part | None = None,
    key: RecordKey | None = None,
    point: Point | None = None,
) -> bool:
    """Look at the first of the places, or at a point, select the places and show a thing; False when all are gone."""
    document = bench.document
    if document is None:
        return False
    plan, canvas = document.plan, bench.canvas
    if not places and point is None and part is not None and key is not None:
        places, point = where_is(plan, part, key)
    known = [place for place in places if canvas.picture.place(place) is not None]
    if not known and point is None:
        return False
    if canvas.zoom < NEAR:
        canvas.set_zoom(NEAR)
    if known:
        canvas.look_at(known[0])
    elif point is not None:
        canvas.look_at_point(*point)
    cells = Cells.of(cell for place in known if (cell := cell_of(place)) is not None)
    bench.select(chosen(plan, cells, known))
    bench.pick(Picked(part, key) if part is not None and key is not None else None)
    return True


def where_is(plan: MapPlan, part: Part, key: RecordKey) -> tuple[tuple[str, ...], Point | None]:
    """The places of a thing, and its point where it has no place."""
    name = str(key)
    match part:
        case Part.SPACE | Part.BOX:
            return (name,), None
        case Part.FEATURE if name in plan.features:
            return (plan.features[name].at,), None
        case Part.PATH if name in plan.paths:
            return plan.paths[name].through, None
        case Part.LINK if name in plan.links:
            return (plan.links[name].a, plan.links[name].b), None
        case Part.TEXT if name in plan.texts:
            return (), plan.texts[name].position
        case Part.SHAPE if name in plan.shapes:
            return (), plan.shapes[name].rings[0][0]
        case Part.SIDE if isinstance(key, SideKey) and key.sheet in plan.sheets:
            cells = side_cells(plan.sheets[key.sheet].grid, key)
            return tuple(cell.key for cell in cells if plan.terrain_at(cell) is not None), None
        case Part.REGION if name in plan.regions:
            return tuple(sorted(plan.regions[name].members)[:1]), None
        case _:
            return (), None
