"""The edge of what is selected, and of the one thing the inspector shows.

It is worked out when the selection changes, in bulk, and again only when a change touched what it runs around.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath, QTransform

from editor.documents.workbench import Picked, Workbench
from editor.geometry.ground import Ground
from editor.geometry.hexsides import hexside_of
from editor.model.edits import Part
from editor.model.touched import Touched
from editor.tools.preview import Preview, PreviewTrace, TraceLook
from editor.tools.traces import edge_path, line_path, shape_path, sides_path
from engine.definitions.plan import SideKey, TextPlan


class SelectionOutline(Preview):
    """Lies under the preview of the tool, over everything else."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(lambda: bench.canvas.style_shown.dark, z=35.0)
        self._bench = bench
        bench.picked_changed.connect(self.renew)

    def renew(self) -> None:
        """Something else is selected."""
        document = self._bench.document
        self.draw(() if document is None else [PreviewTrace(TraceLook.CHOSEN, path) for path in self._paths()])

    def follow(self, touched: Touched) -> None:
        """A change may have moved what is selected."""
        picked = self._bench.picked
        moved = touched.spaces or touched.boxes or touched.ground
        if moved or (picked is not None and _touches(touched, picked)):
            self.renew()

    def _paths(self) -> Iterator[QPainterPath]:
        bench, selection = self._bench, self._bench.selection
        picture = bench.canvas.picture
        if selection.cells:
            yield edge_path(Ground(picture.plan), selection.cells)
        for place in sorted(selection.places):
            outline = picture.outline(place)
            if outline is not None:
                yield outline
        if bench.picked is not None:
            yield picked_path(bench, bench.picked)


def picked_path(bench: Workbench, picked: Picked) -> QPainterPath:
    """The edge of one thing on the map."""
    picture = bench.canvas.picture
    plan, key = picture.plan, str(picked.key)
    match picked.part:
        case Part.SPACE | Part.BOX:
            return picture.outline(key) or QPainterPath()
        case Part.FEATURE if key in plan.features:
            return picture.outline(plan.features[key].at) or QPainterPath()
        case Part.PATH if key in plan.paths:
            return _through(bench, plan.paths[key].through)
        case Part.LINK if key in plan.links:
            return _through(bench, (plan.links[key].a, plan.links[key].b))
        case Part.TEXT if key in plan.texts:
            return text_path(bench, plan.texts[key])
        case Part.SHAPE if key in plan.shapes:
            return shape_path(plan.shapes[key])
        case Part.SIDE if isinstance(picked.key, SideKey):
            return sides_path(Ground(plan), (hexside_of(picked.key),))
        case _:
            return QPainterPath()


def text_path(bench: Workbench, text: TextPlan) -> QPainterPath:
    """The rectangle that lettering fills, turned as it is."""
    upright = replace(text, angle=0.0)
    box = bench.canvas.picture.boxes.text_box(upright)
    path = QPainterPath()
    path.addRect(QRectF(box.left, box.top, box.width, box.height))
    x, y = text.position
    return QTransform().translate(x, y).rotate(text.angle).translate(-x, -y).map(path)


def _through(bench: Workbench, places: tuple[str, ...]) -> QPainterPath:
    centre = bench.canvas.picture.index.centre
    path = QPainterPath()
    for a, b in pairwise(map(centre, places)):
        if a is not None and b is not None:
            path.addPath(line_path((a, b)))
    return path


def _touches(touched: Touched, picked: Picked) -> bool:
    named = {
        Part.FEATURE: touched.features,
        Part.PATH: touched.paths,
        Part.LINK: touched.links,
        Part.TEXT: touched.texts,
        Part.SHAPE: touched.shapes,
        Part.SIDE: touched.sides,
    }
    return picked.key in named.get(picked.part, frozenset())
