"""Units, formations and counter types."""

from __future__ import annotations

from editor.commands.design import bulk, forces, formations, types, units
from editor.model.design.series import Series
from editor.model.design.units.unit_fields import Field
from editor.model.design.units.unit_import import Wishes, guessed, imported, sheet_of
from editor.model.design.units.unit_replacement import Search, replacements
from editor.model.documents_change import DocumentsChange
from engine.definitions.oob import UnitEntry
from tests.editor.commands.design.anything import Case, Chance


def _fields(chance: Chance) -> DocumentsChange:
    texts = {
        Field.NAME: chance.name(),
        Field.TYPE: chance.type(),
        Field.STEP: "",
        Field.TRAITS: "untried",
        Field.PLACE: chance.one(("", chance.place())),
        Field.TURN: chance.one(("", str(chance.design.scenario.last_turn))),
        "spent": chance.one(("3", "", "0")),
        "decoy": chance.one(("yes", "no", "")),
    }
    return units.set_fields(chance.design, dict.fromkeys(chance.units(), texts))


def _other_ids(chance: Chance) -> DocumentsChange:
    first, second = chance.unit(), chance.unit()
    swapped = {first: {"id": second}, second: {"id": first}}
    new = {first: {"id": f"new-{chance.number(1, 99)}"}}
    return units.set_fields(chance.design, swapped if first != second and chance.number(0, 1) else new)


def _file(chance: Chance) -> DocumentsChange:
    rows = [f"{chance.name()},{chance.type()},{chance.name()},{chance.place()}" for _ in range(chance.number(1, 4))]
    sheet = sheet_of("\n".join(("name,type,formation,hex", *rows)))
    found = imported(sheet, guessed(sheet, chance.design), chance.design, Wishes(makes_formations=True))
    assert not found.mistakes
    return bulk.import_units(chance.design, found)


def _series(chance: Chance) -> DocumentsChange:
    first = chance.number(1, 30)
    like = UnitEntry(id="unit", type=chance.type(), values={"spent": 2})
    pattern = chance.one(("{th} Rifle Division", "{roman} Corps", "Group {n:02}"))
    return bulk.add_series(chance.design, Series(pattern, first, first + chance.number(0, 11), like))


def _replace(chance: Chance) -> DocumentsChange:
    search = Search(chance.one(("1", "2", "foot")), "9", (Field.NAME, Field.ID, Field.TYPE))
    return bulk.replace_in_units(chance.design, replacements(chance.design, search)[:1])


CASES: dict[str, Case] = {
    "add-unit": lambda c: units.add_unit(c.design, c.type(), name=c.name()),
    "add-to-formation": lambda c: units.add_unit(c.design, c.type(), formation=c.formation()),
    "set-fields": _fields,
    "other-ids": _other_ids,
    "remove-units": lambda c: units.remove_units(c.design, c.units()),
    "copy-units": lambda c: units.copy_units(c.design, c.units()),
    "move-units": lambda c: units.move_units(c.design, c.units(), c.formation()),
    "move-before": lambda c: units.move_units(c.design, c.units(2), None, before=c.unit()),
    "fill-down": lambda c: units.fill_down(c.design, c.units(), (Field.ID, Field.NAME, Field.TYPE, Field.SIDE)),
    "series": _series,
    "replace": _replace,
    "import": _file,
    "add-formation": lambda c: formations.add_formation(c.design, c.name(), side=c.side()),
    "add-below": lambda c: formations.add_formation(c.design, c.name(), parent=c.formation()),
    "edit-formation": lambda c: formations.edit_formation(
        c.design, c.formation(), name=c.name(), side=c.side(), band="#aa3311"
    ),
    "move-forces": lambda c: forces.move_forces(c.design, c.units(), (c.formation(),), None, before=c.unit()),
    "remove-formations": lambda c: forces.remove_formations(c.design, list(c.design.formations)),
    "move-formation": lambda c: formations.move_formation(c.design, c.formation(), c.one((None, c.formation()))),
    "remove-formation": lambda c: formations.remove_formation(c.design, c.formation()),
    "add-type": lambda c: types.add_type(c.design, c.name(), side=c.side()),
    "add-type-like": lambda c: types.add_type(c.design, c.name(), like=c.type()),
    "edit-type": lambda c: types.edit_type(
        c.design, c.type(), name=c.name(), colour="#123456", limit=c.number(0, 9), steps=({"attack": 3}, {"attack": 1})
    ),
    "remove-type": lambda c: types.remove_type(c.design, c.type()),
}
