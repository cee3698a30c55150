"""A bundle of edits that is done and undone as one: what a command makes, what the undo history keeps.

A change fits exactly one state of a plan, the one it was made for, and leads to exactly one other; `apply` and
`revert` check that before they touch anything, so that a plan is never left half changed. Changes made one after
the other, such as the moves of one stroke, fold into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from editor.geometry.cells import Cells, columns
from editor.model import edit_application
from editor.model.edits import CellEdits, Edit, MemberEdits, Part, folded_cells, folded_members, is_same
from editor.model.touched import Touched
from engine.core.messages import Message
from engine.definitions.plan import Cell, MapPlan, SideKey, SwatchKey

_BY_NAME = {
    Part.FEATURE: "features",
    Part.PATH: "paths",
    Part.LINK: "links",
    Part.SPACE: "spaces",
    Part.BOX: "boxes",
    Part.TEXT: "texts",
    Part.SHAPE: "shapes",
    Part.SCAN: "scans",
    Part.SHEET: "sheets",
}


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """Edits with a name; `label` is what the undo history says."""

    label: Message
    cells: Mapping[str, CellEdits] = field(default_factory=dict)
    """By sheet."""
    records: Mapping[tuple[Part, object], Edit] = field(default_factory=dict)
    """By part and key."""
    members: Mapping[str, MemberEdits] = field(default_factory=dict)
    """By region."""

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not (self.cells or self.records or self.members)

    def __len__(self) -> int:
        """How many things it changes."""
        members = sum(len(edit.joined) + len(edit.left) for edit in self.members.values())
        return sum(map(len, self.cells.values())) + len(self.records) + members

    def __bool__(self) -> bool:
        return not self.is_empty

    def check(self, plan: MapPlan) -> None:
        """Raise `MismatchedChange` if this is not the plan it was made for; nothing is touched."""
        edit_application.check(plan, self.cells, self.records.values(), self.members)

    def apply(self, plan: MapPlan) -> None:
        """Do it; raises `MismatchedChange`, with the plan as it was, if this is not the plan it was made for."""
        edit_application.apply(plan, self.cells, self.records.values(), self.members)

    def revert(self, plan: MapPlan) -> None:
        """Undo it, exactly."""
        self.inverted().apply(plan)

    def inverted(self) -> Change:
        """The change that takes this one back."""
        return Change(
            self.label,
            {sheet: edits.inverted() for sheet, edits in self.cells.items()},
            {key: edit.inverted() for key, edit in self.records.items()},
            {region: edits.inverted() for region, edits in self.members.items()},
        )

    def then(self, other: Change) -> Change:
        """Both, one after the other, as one change with the name of the first."""
        return folded(self.label, (self, other))

    def edits(self) -> Iterator[Edit]:
        """Every edit one by one, hexes and members too."""
        yield from self.records.values()
        for sheet, edits in self.cells.items():
            cols, rows = (column.tolist() for column in columns(edits.at))
            codes = zip(edits.before.tolist(), edits.after.tolist(), strict=True)
            for col, row, (before, after) in zip(cols, rows, codes, strict=True):
                yield Edit(Part.CELL, Cell(sheet, col, row), before, after)
        for region, members in self.members.items():
            for place in members.joined:
                yield Edit(Part.MEMBER, (region, place), False, True)
            for place in members.left:
                yield Edit(Part.MEMBER, (region, place), True, False)

    def touched(self) -> Touched:
        """What may be another than before."""
        keys: dict[Part, list[object]] = {}
        for part, key in self.records:
            keys.setdefault(part, []).append(key)
        named = {name: frozenset(cast("list[str]", keys.get(part, ()))) for part, name in _BY_NAME.items()}
        return Touched(
            cells=Cells({sheet: edits.at for sheet, edits in self.cells.items()}),
            sides=frozenset(cast("list[SideKey]", keys.get(Part.SIDE, ()))),
            swatches=frozenset(cast("list[SwatchKey]", keys.get(Part.SWATCH, ()))),
            terrains=frozenset(cast("list[int]", keys.get(Part.TERRAIN, ()))),
            regions=frozenset((*cast("list[str]", keys.get(Part.REGION, ())), *self.members)),
            members=frozenset().union(*(places for edits in self.members.values() for places in edits)),
            whole=frozenset(part for part in (Part.MAP, Part.JOINS, Part.SHEET_ORDER) if part in keys),
            **named,
        )


def folded(label: Message, changes: Iterable[Change]) -> Change:
    """Changes made one after the other as one: of each thing the first before and the last after."""
    cells: dict[str, list[CellEdits]] = {}
    members: dict[str, list[MemberEdits]] = {}
    records: dict[tuple[Part, object], Edit] = {}
    for change in changes:
        for sheet, edits in change.cells.items():
            cells.setdefault(sheet, []).append(edits)
        for region, who in change.members.items():
            members.setdefault(region, []).append(who)
        for key, edit in change.records.items():
            earlier = records.get(key)
            records[key] = edit if earlier is None else edit._replace(before=earlier.before)
    return Change(
        label,
        {sheet: folded_ for sheet, edits in cells.items() if len(folded_ := folded_cells(edits))},
        {key: edit for key, edit in records.items() if not is_same(edit.before, edit.after)},
        {region: who for region, edits in members.items() if any(who := folded_members(edits))},
    )
