"""The hexes of a map as a table: one row a hex, for whoever counts, sorts or draws elsewhere."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Final

from editor.geometry.plan_index import lattices_of
from engine.definitions.plan import MapPlan

COLUMNS: Final = ("sheet", "label", "column", "row", "x", "y", "terrain", "features", "regions")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def hex_table(plan: MapPlan) -> str:
    """CSV with a heading; places in the units of the map plane, where a hex is 1 from its centre to a corner."""
    features: dict[str, list[str]] = {}
    for feature in plan.features.values():
        features.setdefault(feature.at, []).append(f"{feature.kind} {feature.name}".strip())
    regions: dict[str, list[str]] = {}
    for region in plan.regions.values():
        for member in region.members:
            regions.setdefault(member, []).append(region.id)
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    lattices = lattices_of(plan)
    for sheet in plan.sheets.values():
        lattice = lattices[sheet.id]
        for cell in sheet.cells():
            try:
                label = sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
            except ValueError:
                label = ""
            x, y = lattice.centre(cell.col, cell.row)
            texts = (
                plan.terrain_at(cell) or "",
                "; ".join(sorted(features.get(cell.key, ()))),
                "; ".join(sorted(regions.get(cell.key, ()))),
            )
            place = (sheet.id, _harmless(label), cell.col, cell.row, f"{x:.6g}", f"{y:.6g}")
            table.writerow([*place, *(_harmless(text) for text in texts)])
    return out.getvalue()


def _harmless(text: str) -> str:
    """A name that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
