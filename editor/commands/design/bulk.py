"""Many units at once: numbered series, find and replace, and what a file of units brings in."""

from __future__ import annotations

from collections.abc import Iterable

from editor.commands.design.units import put_records, set_fields
from editor.model.design.design import Design
from editor.model.design.series import Series
from editor.model.design.sketch import DesignSketch
from editor.model.design.stations import put_stations
from editor.model.design.units.unit_import import Import
from editor.model.design.units.unit_replacement import Replacement
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.oob import Formation


def add_series(design: Design, series: Series) -> DocumentsChange:
    """A run of numbered units, all like one template."""
    if series.like.type not in design.types:
        raise CannotEdit(message("design.cannot.no-type", name=series.like.type))
    formation = series.like.formation
    if formation is not None and formation not in design.formations:
        raise CannotEdit(message("design.cannot.no-formation", name=formation))
    units = series.units(set(design.units))
    sketch = DesignSketch(design)
    sketch.add_units(units, design.formation_homes.get(formation) if formation is not None else None)
    return sketch.change(message("design.do.add-series", count=len(units)))


def replace_in_units(design: Design, replacements: Iterable[Replacement]) -> DocumentsChange:
    """Carry out replacements that were looked at; those with a problem are left out."""
    edits: dict[str, dict[str, str]] = {}
    for each in replacements:
        if each.problem is None:
            edits.setdefault(each.unit, {})[each.column] = each.after
    change = set_fields(design, edits)
    return DocumentsChange(message("design.do.replace", count=len(edits)), change.edits)


def import_units(design: Design, found: Import) -> DocumentsChange:
    """Put the units of an import into the scenario: new ones at the end, known ones as the file has them."""
    sketch = DesignSketch(design)
    if found.formations:
        army = sketch.army(sketch.own_army())
        made = tuple(Formation(id=id_, name=name) for id_, name in found.formations.items())
        sketch.put(army.replace(formations=(*army.formations, *made)))
    if found.types:
        sheet = sketch.sheet(sketch.own_sheet())
        sketch.put(sheet.replace(types=(*sheet.types, *found.types.values())))
    known = {unit: record for unit, record in found.records.items() if unit in design.units}
    new = {unit: record for unit, record in found.records.items() if unit not in design.units}
    if new:
        sketch.add_units(record.unit for record in new.values())
    put_records(sketch, design, known)
    put_stations(sketch, {unit: record.station for unit, record in new.items()})
    return sketch.change(message("design.do.import-units", count=len(found.records)))
