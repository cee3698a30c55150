"""Names of places under the pointer: which one is there, where it would be, and how it is moved.

A name is that of a feature in a hex or of a space; it is picked as the thing it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from editor.commands.names import USUAL, move_feature_name, move_space_name, reset_names
from editor.documents.workbench import Picked, Workbench
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.action_push import one_entry
from engine.core.messages import message
from engine.definitions.plan import MapPlan, Point, cell_of


def name_at(bench: Workbench, point: Point) -> Picked | None:
    """The feature or space whose name is written at a point, as the map is shown."""
    canvas = bench.canvas
    if not canvas.shown.names:
        return None
    space = canvas.picture.spaces.name_at(*point, canvas.transform().m11())
    if space is not None:
        return Picked(Part.SPACE, space)
    feature = canvas.picture.name_at(*point, canvas.transform().m11())
    return None if feature is None else Picked(Part.FEATURE, feature)


def name_path(bench: Workbench, picked: Picked, by: Point = (0.0, 0.0)) -> QPainterPath:
    """The rectangle that a name fills, moved so far on the map plane."""
    canvas, key = bench.canvas, str(picked.key)
    scale = canvas.transform().m11()
    if picked.part is Part.SPACE:
        space = canvas.plan.spaces.get(key)
        box = None if space is None else canvas.picture.spaces.name_box(space, scale)
    else:
        box = canvas.picture.name_box(key, scale)
    path = QPainterPath()
    if box is not None:
        path.addRect(QRectF(box.left + by[0], box.top + by[1], box.width, box.height))
    return path


def offset_of(plan: MapPlan, picked: Picked | None) -> Point | None:
    """How far the name of what is picked stands off; None where it has none."""
    if picked is None or picked.part not in (Part.FEATURE, Part.SPACE):
        return None
    held = plan.features.get(str(picked.key)) if picked.part is Part.FEATURE else plan.spaces.get(str(picked.key))
    return held.name_offset if held is not None and held.name else None


def moved_by(plan: MapPlan, picked: Picked, by: Point) -> Change:
    """A name shifted on the map plane."""
    offset, scale = offset_of(plan, picked) or USUAL, _scale(plan, picked)
    to = offset[0] + by[0] / scale, offset[1] + by[1] / scale
    move: Callable[[MapPlan, str, Point], Change]
    move = move_feature_name if picked.part is Part.FEATURE else move_space_name
    return move(plan, str(picked.key), to)


def _scale(plan: MapPlan, picked: Picked) -> float:
    """How large the hexes are among which a name stands."""
    feature = plan.features.get(str(picked.key)) if picked.part is Part.FEATURE else None
    cell = None if feature is None else cell_of(feature.at)
    sheet = None if cell is None else plan.sheets.get(cell.sheet)
    return 1.0 if sheet is None else sheet.scale


def reset_name(bench: Workbench) -> bool:
    """Put the name of what is picked, and those of selected spaces, back to where they usually stand."""
    document = bench.document
    if document is None:
        return False
    picked = bench.picked
    spaces = {place for place in bench.selection.places if place in document.plan.spaces}
    features: tuple[str, ...] = ()
    if picked is not None and picked.part is Part.SPACE:
        spaces.add(str(picked.key))
    elif picked is not None and picked.part is Part.FEATURE:
        features = (str(picked.key),)
    if not spaces and not features:
        bench.refuse(CannotEdit(message("tool.cannot.no-name-picked")))
        return False
    label = message("edit.do.reset-names")
    return one_entry(bench, label, (lambda plan: reset_names(plan, features=features, spaces=sorted(spaces)),))
