"""A change in the making: commands write what they want here and read it back, and the plan stays as it is.

The sketch knows what every part was when it was first touched, so a command may go over the same thing twice,
as a move does that lifts hexes and lays them down again, and the change that comes out has one edit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar, cast

import numpy as np

from editor.geometry.cells import Cells, Keys, codes_at
from editor.model.change import Change
from editor.model.edits import (
    WHOLE,
    CellEdits,
    Edit,
    Joins,
    MapHead,
    MemberEdits,
    Part,
    PlanShelf,
    SheetHead,
    differing,
    is_same,
    map_head,
    sheet_head,
)
from editor.model.words import checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_SHEETS, MOST_TERRAINS
from engine.definitions.maps.map_bounds import sheet_off_the_plane, too_many_cells
from engine.definitions.plan import NO_CELL, NO_TERRAIN, Codes, JoinPlan, MapPlan, RegionPlan

K = TypeVar("K")
V = TypeVar("V")


class Sketch:
    """What a command would change of a plan."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self._records: dict[tuple[Part, object], Edit] = {}
        self._strokes: dict[str, list[tuple[Keys, Codes]]] = {}
        self._joined: dict[str, set[str]] = {}
        self._left: dict[str, set[str]] = {}
        self._new_terrains: dict[str, int] = {}
        self._counts: dict[tuple[str, ...], int] = {}

    # Records

    def get(self, shelf: PlanShelf[K, V], key: K) -> V | None:
        """A record as it would be."""
        edit = self._records.get((shelf.part, key))
        return shelf.of(self.plan).get(key) if edit is None else cast("V | None", edit.after)

    def put(self, shelf: PlanShelf[K, V], key: K, value: V | None) -> None:
        """Let a record be another, or none."""
        before = shelf.of(self.plan).get(key)
        if shelf.part is Part.REGION:
            before, value = _without_members(before), _without_members(value)
        self._put(shelf.part, key, before, value)

    def changed(self, shelf: PlanShelf[K, V]) -> list[K]:
        """The keys of the records touched so far."""
        return [cast("K", key) for part, key in self._records if part is shelf.part]

    def is_taken(self, *shelves: PlanShelf[str, Any]) -> Callable[[str], bool]:
        """The question whether any of these shelves would have a record of an id."""
        return lambda name: any(self.get(shelf, name) is not None for shelf in shelves)

    def fresh(self, base: str, *shelves: PlanShelf[str, Any]) -> str:
        """The first of base-1, base-2 and so on that none of these shelves would have; asked often, it counts on."""
        counted = (base, *(shelf.part for shelf in shelves))
        number = self._counts.get(counted, 0) + 1
        taken = self.is_taken(*shelves)
        while taken(f"{base}-{number}"):
            number += 1
        self._counts[counted] = number
        return f"{base}-{number}"

    def _put(self, part: Part, key: object, before: object, after: object) -> None:
        self._records[part, key] = Edit(part, key, before, after)

    # The map and its sheets

    @property
    def head(self) -> MapHead:
        """What the map would say about itself."""
        edit = self._records.get((Part.MAP, WHOLE))
        return map_head(self.plan) if edit is None else cast("MapHead", edit.after)

    @head.setter
    def head(self, head: MapHead) -> None:
        self._put(Part.MAP, WHOLE, map_head(self.plan), head)

    @property
    def joins(self) -> Joins:
        """How the sheets would be joined."""
        edit = self._records.get((Part.JOINS, WHOLE))
        return tuple(self.plan.joins) if edit is None else cast("Joins", edit.after)

    @joins.setter
    def joins(self, joins: Iterable[JoinPlan]) -> None:
        self._put(Part.JOINS, WHOLE, tuple(self.plan.joins), tuple(joins))

    def sheet(self, name: str) -> SheetHead | None:
        """A sheet as it would be, without its terrain."""
        edit = self._records.get((Part.SHEET, name))
        if edit is not None:
            return cast("SheetHead | None", edit.after)
        sheet = self.plan.sheets.get(name)
        return None if sheet is None else sheet_head(sheet)

    def put_sheet(self, name: str, head: SheetHead | None) -> None:
        """Let a sheet have another head, come (last) or go; its hexes are painted apart."""
        sheet = self.plan.sheets.get(name)
        if head is not None:
            self._check_room(name, head)
        self._put(Part.SHEET, name, None if sheet is None else sheet_head(sheet), head)
        before = tuple(self.plan.sheets)
        named = dict.fromkeys((*before, *(cast("str", key) for part, key in self._records if part is Part.SHEET)))
        after = tuple(each for each in named if self.sheet(each) is not None)
        if after != before or (Part.SHEET_ORDER, WHOLE) in self._records:
            self._put(Part.SHEET_ORDER, WHOLE, before, after)

    def _check_room(self, name: str, head: SheetHead) -> None:
        """Refuse a sheet that a file could not hold beside the others."""
        others = [sheet.size for other, sheet in self.plan.sheets.items() if other != name]
        if len(others) >= MOST_SHEETS:
            raise CannotEdit(message("bounds.sheets", limit=MOST_SHEETS))
        off = sheet_off_the_plane(head.grid, head.first, head.size, head.scale, head.origin)
        said = off or too_many_cells([*others, head.size])
        if said is not None:
            raise CannotEdit(said)

    # Hexes

    def code_of(self, terrain: str) -> int:
        """The code of a terrain; a terrain the map has not used yet would get the next one."""
        if terrain == NO_TERRAIN:
            return NO_CELL
        names = self.plan.terrain_names
        if terrain in names:
            return names.index(terrain) + 1
        if terrain not in self._new_terrains:
            code = len(names) + len(self._new_terrains) + 1
            if code > MOST_TERRAINS:
                raise CannotEdit(message("edit.cannot.too-many-terrains", limit=MOST_TERRAINS))
            self._new_terrains[checked_kind(terrain)] = code
        return self._new_terrains[terrain]

    def paint(self, cells: Cells, code: int) -> None:
        """Let hexes have a terrain, or be gone; later strokes cover earlier ones."""
        for sheet, keys in cells.items():
            self.paint_codes(sheet, keys, np.full(len(keys), code, dtype=np.uint16))

    def paint_codes(self, sheet: str, keys: Keys, codes: Codes) -> None:
        """Let each of the hexes of a sheet have a code of its own; keys are sorted and each once."""
        if len(keys):
            self._strokes.setdefault(sheet, []).append((keys, codes))

    # Members of regions

    def enrol(self, region: str, places: Iterable[str]) -> None:
        """Let places belong to a region."""
        self._move(region, places, self._joined, self._left, is_member=False)

    def discharge(self, region: str, places: Iterable[str]) -> None:
        """Let places no longer belong to a region."""
        self._move(region, places, self._left, self._joined, is_member=True)

    def is_member(self, region: str, place: str) -> bool:
        """Whether a place would belong to a region."""
        if place in self._joined.get(region, ()):
            return True
        held = self.plan.regions.get(region)
        return held is not None and place in held.members and place not in self._left.get(region, ())

    def _move(
        self,
        region: str,
        places: Iterable[str],
        into: dict[str, set[str]],
        out_of: dict[str, set[str]],
        *,
        is_member: bool,
    ) -> None:
        plan = self.plan.regions.get(region)
        held = frozenset() if plan is None else plan.members
        come, undone = into.setdefault(region, set()), out_of.setdefault(region, set())
        for place in places:
            if (place in held) is is_member:
                come.add(place)
            else:
                undone.discard(place)

    # The change

    def change(self, label: Message) -> Change:
        """All of it as a change that fits the plan; what ends as it began is left out."""
        cells = {sheet: edits for sheet in self._strokes if len(edits := self._cell_edits(sheet))}
        self._name_terrains(cells)
        members = {}
        for region in self._joined:
            who = MemberEdits(frozenset(self._joined[region]), frozenset(self._left.get(region, ())))
            if any(who):
                members[region] = who
        records = {key: edit for key, edit in self._records.items() if not is_same(edit.before, edit.after)}
        return Change(label, cells, records, members)

    def _cell_edits(self, sheet: str) -> CellEdits:
        strokes = self._strokes[sheet]
        at, after = strokes[0]
        if len(strokes) > 1:
            at = np.concatenate([keys for keys, _ in reversed(strokes)])
            at, latest = np.unique(at, return_index=True)
            after = np.concatenate([codes for _, codes in reversed(strokes)])[latest]
        held = self.plan.sheets.get(sheet)
        before = np.full(len(at), NO_CELL, dtype=np.uint16) if held is None else codes_at(held, at)
        return differing(at, before, after)

    def _name_terrains(self, cells: dict[str, CellEdits]) -> None:
        """New terrains come with the change, unless nothing of it uses them."""
        if not self._new_terrains:
            return
        fills = [head.fill for part, name in self._records if part is Part.SHEET and (head := self.sheet(str(name)))]
        last = max((self._new_terrains.get(fill, 0) for fill in fills), default=0)
        last = max((last, *(int(edits.after.max()) for edits in cells.values())))
        for name, code in self._new_terrains.items():
            if code <= last:
                self._put(Part.TERRAIN, code, None, name)


def _without_members(region: V | None) -> V | None:
    if isinstance(region, RegionPlan):
        return cast("V", replace(region, members=frozenset()))
    return region
