"""A change of the map as rows of the file: what a command did is what is written, and nothing is looked for.

Only a change of the ground itself (the shape of a sheet, joins, what unpainted cells are filled with) compares the
map before with the map after, because there every cell may have another row.
"""

from __future__ import annotations

from typing import cast

from editor.geometry.cells import columns
from editor.model.change import Change
from editor.model.edits import Edit, Part
from engine.core.progress import in_slices
from engine.definitions.palette import Swatch
from engine.definitions.plan import MapPlan, SideKey, SidePlan, SwatchKey
from engine.storage.coding.map_encoding import (
    CellChange,
    cell_deltas,
    map_differences,
    part_deltas,
    side_delta,
    swatch_delta,
)
from engine.storage.coding.map_encoding import Part as StoredPart
from engine.storage.contents import Contents, diff
from engine.storage.deltas import Delta

_WITH_ID = {
    *(Part.FEATURE, Part.PATH, Part.LINK, Part.SPACE, Part.BOX),
    *(Part.TEXT, Part.SHAPE, Part.SCAN, Part.REGION),
}
_OF_THE_GROUND = {Part.SHEET, Part.SHEET_ORDER, Part.JOINS, Part.MAP}


def is_of_the_ground(change: Change) -> bool:
    """Whether a change needs the map as it was before to be written."""
    return any(part in _OF_THE_GROUND for part, _ in change.records)


def ground_deltas(before: MapPlan, after: MapPlan) -> list[Delta]:
    """The rows of a change of the ground; all of them are others where the map is called by another id."""
    if before.id != after.id:
        return diff(Contents({before.id: before}), Contents({after.id: after}))
    return map_differences(before, after)


def change_deltas(plan: MapPlan, change: Change) -> list[Delta]:
    """The rows of any other change; `plan` has it applied, or is about to."""
    deltas = [delta for edit in change.records.values() for delta in _record_deltas(plan, edit)]
    for sheet, edits in change.cells.items():
        cols, rows = (column.tolist() for column in columns(edits.at))
        painted = list(zip(cols, rows, edits.before.tolist(), edits.after.tolist(), strict=True))
        for some in in_slices(painted):
            deltas += cell_deltas(plan, sheet, map(CellChange._make, some))
    for region, members in change.members.items():
        for places in in_slices(sorted(members.joined)):
            deltas += [Delta("region_member", (plan.id, region, place), None, ()) for place in places]
        for places in in_slices(sorted(members.left)):
            deltas += [Delta("region_member", (plan.id, region, place), (), None) for place in places]
    return deltas


def _record_deltas(plan: MapPlan, edit: Edit) -> list[Delta]:
    if edit.part in _WITH_ID:
        return part_deltas(plan, cast("StoredPart | None", edit.before), cast("StoredPart | None", edit.after))
    if edit.part is Part.SIDE:
        before, after = cast("SidePlan | None", edit.before), cast("SidePlan | None", edit.after)
        return [side_delta(plan, cast("SideKey", edit.key), before, after)]
    if edit.part is Part.SWATCH:
        old, new = cast("Swatch | None", edit.before), cast("Swatch | None", edit.after)
        return [swatch_delta(plan, cast("SwatchKey", edit.key), old, new)]
    if edit.part is Part.TERRAIN:
        names = [None if name is None else (str(name),) for name in (edit.before, edit.after)]
        return [Delta("terrain", (plan.id, cast("int", edit.key)), names[0], names[1])]
    raise ValueError(f"a change of {edit.part} is a change of the ground")
