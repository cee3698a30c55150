"""How a place is called when we speak of it: as the map shows it, never by its key if that can be helped."""

from __future__ import annotations

from engine.definitions.plan import MapPlan, cell_of
from engine.narration.language import wording_of


def place_name(plan: MapPlan, key: str) -> str:
    """The label of a hex, the name of a space, the title of a box; for what the map does not know, the key itself."""
    space, box, cell = plan.spaces.get(key), plan.boxes.get(key), cell_of(key)
    if space is not None:
        return wording_of(plan.palette).name(space.name or key)
    if box is not None:
        return wording_of(plan.palette).name(box.title or key)
    sheet = None if cell is None else plan.sheets.get(cell.sheet)
    if cell is None or sheet is None:
        return key
    try:
        return sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
    except ValueError:
        return key
