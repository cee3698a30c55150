"""What lies under the pointer beside hexes: lettering, connections, lines, handles."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Picked, Workbench
from editor.model.edits import Part
from editor.tools.preview import HANDLE
from editor.tools.selection.selection_outline import text_path
from editor.tools.tool import Pointer
from engine.definitions.plan import Point

REACH = HANDLE + 4
"""How near to a handle a click takes hold of it, in pixels."""


def text_at(bench: Workbench, point: Point) -> str | None:
    """The lettering at a point, the one written last first."""
    plan = bench.canvas.plan
    for text in reversed(plan.texts.values()):
        if text_path(bench, text).contains(QPointF(*point)):
            return text.id
    return None


def picked_under(bench: Workbench, document: MapDocument, at: Pointer) -> Picked | None:
    """What one means by pointing there: lettering, a space or a box, or what is picked already and stands there."""
    text = text_at(bench, at.point)
    if text is not None:
        return Picked(Part.TEXT, text)
    if at.key in document.plan.spaces:
        return Picked(Part.SPACE, at.key)
    if at.key in document.plan.boxes:
        return Picked(Part.BOX, at.key)
    kept = bench.picked
    if kept is not None and kept.part is Part.FEATURE and str(kept.key) in document.contents.features_at(at.key):
        return kept
    return None


def handle_at(at: Pointer, handles: Sequence[Point]) -> int | None:
    """The handle that a click would take hold of."""
    near = [(math.dist(handle, at.point), number) for number, handle in enumerate(handles)]
    best = min(near, default=None)
    return best[1] if best is not None and best[0] <= REACH * at.pixel else None


def distance_to(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch of line."""
    across, down = b[0] - a[0], b[1] - a[1]
    length = across * across + down * down
    share = 0.0 if length == 0 else ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / length
    share = max(0.0, min(1.0, share))
    return math.dist(point, (a[0] + share * across, a[1] + share * down))
