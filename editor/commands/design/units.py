"""Units: added, changed in bulk, copied, put into formations, and taken out. Whatever names a unit follows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from editor.model.design.cell_words import unit_title
from editor.model.design.design import Design
from editor.model.design.ids import follows, free_id, id_from
from editor.model.design.sketch import DesignSketch
from editor.model.design.stations import put_stations, station_of
from editor.model.design.units.unit_fields import READ_ONLY, Column, Field, Reader, RecordDraft, UnitRecord, text_of
from editor.model.design.units.unit_references import follow_units
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.oob import UnitEntry


def add_unit(
    design: Design, kind: str, *, name: str = "", formation: str | None = None, like: UnitEntry | None = None
) -> DocumentsChange:
    """A new unit of a type, at the end of its formation's order of battle; `like` lends it all other fields."""
    if kind not in design.types:
        raise CannotEdit(message("design.cannot.no-type", name=kind))
    words = checked_line(name.strip())
    entry = (like or UnitEntry(id="unit", type=kind)).replace(
        id=id_from(words or design.types[kind].name, "unit", design.units),
        type=kind,
        name=words or None,
        formation=_known_formation(design, formation),
    )
    sketch = DesignSketch(design)
    sketch.add_units((entry,), _home(design, formation))
    return sketch.change(message("design.do.add-units", count=1))


def set_fields(design: Design, edits: Mapping[str, Mapping[Column, str]]) -> DocumentsChange:
    """Fields of units, typed or pasted: by unit and column. One mistake, and nothing is changed."""
    reader = Reader(design)
    records: dict[str, UnitRecord] = {}
    for unit, fields in edits.items():
        entry = design.units.get(unit)
        if entry is None:
            raise CannotEdit(message("design.cannot.no-unit", id=unit))
        before = UnitRecord(entry, station_of(design, unit))
        draft = RecordDraft(before)
        for column, text in fields.items():
            try:
                reader.set(draft, column, text)
            except CannotEdit as bad:
                raise CannotEdit(
                    message("design.cannot.of-unit", name=unit_title(design, unit), said=bad.message)
                ) from bad
        _follow_name(design, entry, draft, fields, records)
        record = draft.record()
        if record is not before:
            records[unit] = record
    sketch = DesignSketch(design)
    put_records(sketch, design, records)
    return sketch.change(message("design.do.edit-units", count=len(records)))


def _follow_name(
    design: Design,
    unit: UnitEntry,
    draft: RecordDraft,
    fields: Mapping[Column, str],
    records: Mapping[str, UnitRecord],
) -> None:
    """Let the id of a unit go with its name, unless somebody has set it."""
    name = draft.field("name")
    if Field.NAME not in fields or Field.ID in fields or not name or name == unit.name:
        return
    kind = design.types.get(unit.type)
    if follows(unit.id, unit.name or (kind.name if kind is not None else ""), "unit"):
        taken = (set(design.units) - {unit.id}) | {record.unit.id for record in records.values()}
        draft.put("id", id_from(name, "unit", taken))


def put_records(sketch: DesignSketch, design: Design, records: Mapping[str, UnitRecord]) -> None:
    """Write units that exist already as records have them, with new ids and places where these differ."""
    renamed = {unit: record.unit.id for unit, record in records.items() if record.unit.id != unit}
    _check_ids(design, renamed)
    sketch.each_unit(lambda unit: records[unit.id].unit if unit.id in records else unit)
    follow_units(sketch, dict(renamed))
    put_stations(sketch, {record.unit.id: record.station for record in records.values()})


def remove_units(design: Design, units: Collection[str]) -> DocumentsChange:
    """Take units out, and out of every setup and schedule that names them."""
    gone = {unit for unit in units if unit in design.units}
    sketch = DesignSketch(design)
    follow_units(sketch, dict.fromkeys(gone))
    sketch.each_unit(lambda unit: None if unit.id in gone else unit)
    return sketch.change(message("design.do.remove-units", count=len(gone)))


def copy_units(design: Design, units: Sequence[str]) -> DocumentsChange:
    """The same units once more, each after its original, with ids of their own and in no place yet."""
    taken = set(design.units)
    copies: dict[str, UnitEntry] = {}
    for unit in units:
        if unit in design.units:
            made = free_id(unit, taken)
            taken.add(made)
            copies[unit] = design.units[unit].replace(id=made)
    sketch = DesignSketch(design)
    for name in design.armies:
        army = sketch.army(name)
        if any(unit.id in copies for unit in army.units):
            doubled = (each for unit in army.units for each in (unit, copies.get(unit.id)))
            sketch.put(army.replace(units=tuple(each for each in doubled if each is not None)))
    return sketch.change(message("design.do.copy-units", count=len(copies)))


def move_units(
    design: Design, units: Sequence[str], formation: str | None, *, before: str | None = None
) -> DocumentsChange:
    """Put units into a formation, or into none: before another unit of the list, or after those who are there."""
    wanted = [unit for unit in dict.fromkeys(units) if unit in design.units]
    target = _known_formation(design, formation)
    home = design.unit_homes[before] if before in design.unit_homes else _home(design, formation)
    sketch = DesignSketch(design)
    moved = [design.units[unit].replace(formation=target) for unit in wanted]
    leaving = set(wanted)
    sketch.each_unit(lambda unit: None if unit.id in leaving else unit)
    home = home or sketch.own_army()
    army = sketch.army(home)
    rest = list(army.units)
    index = next((n for n, unit in enumerate(rest) if unit.id == before), None)
    if index is None:
        there = [n for n, unit in enumerate(rest) if unit.formation == target]
        index = there[-1] + 1 if there else len(rest)
    sketch.put(army.replace(units=(*rest[:index], *moved, *rest[index:])))
    return sketch.change(message("design.do.move-units", count=len(wanted)))


def fill_down(design: Design, units: Sequence[str], columns: Sequence[Column]) -> DocumentsChange:
    """Give all units what the first of them has in these columns; ids stay, because they are told apart by them."""
    if len(units) < 2:
        raise CannotEdit(message("design.cannot.fill-one"))
    wanted = [column for column in columns if column not in READ_ONLY and column != Field.ID]
    texts = {column: text_of(design, units[0], column) for column in wanted}
    change = set_fields(design, dict.fromkeys(units[1:], texts))
    return DocumentsChange(message("design.do.fill-down", count=len(units)), change.edits)


def _check_ids(design: Design, renamed: Mapping[str, str]) -> None:
    """Refuse two units of one id; units may swap theirs."""
    seen = set(design.units) - set(renamed)
    for unit in renamed.values():
        if unit in seen:
            raise CannotEdit(message("design.cannot.id-taken", id=unit))
        seen.add(unit)


def _known_formation(design: Design, formation: str | None) -> str | None:
    if formation is not None and formation not in design.formations:
        raise CannotEdit(message("design.cannot.no-formation", name=formation))
    return formation


def _home(design: Design, formation: str | None) -> str | None:
    """The order of battle in which units of a formation belong."""
    return design.formation_homes.get(formation) if formation is not None else None
