"""The tool for cities, ports and whatever else stands at places: put down, picked, moved.

What is put down is named on the map at once, and a double click names it again; what it is worth is the inspector's
business.
"""

from __future__ import annotations

from editor.commands.places import add_feature, move_feature
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.attribute_options import AttributedTool
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, ToolGroup
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan


class PlaceTool(AttributedTool):
    """Puts features at places; a click on one that is there picks it, a drag moves it."""

    name = "place"
    group = ToolGroup.PLACES
    shortcut = "C"
    ink_group = InkGroup.FEATURES
    layer = EditLayer.FEATURES
    double_click_presses = False

    _carried: str | None = None
    """The feature under the button."""

    @property
    def title(self) -> str:
        return self.tr("Place")

    @property
    def tip(self) -> str:
        return self.tr("Put down, pick or move cities and other places")

    @property
    def hint(self) -> Message:
        return message("tool.hint.place")

    @property
    def is_busy(self) -> bool:
        return self._carried is not None

    def press(self, at: Pointer) -> None:
        place = _place(at)
        if not place:
            raise CannotEdit(message("tool.cannot.no-place-here"))
        standing = sorted(self.document.contents.features_at(at.ground.owner_key(place)))
        if standing and not at.held.shift:
            self._pick_next(standing)
            return
        self.check_locks()
        kind, attributes = self.ink.id, self.attributes()

        def put(plan: MapPlan, name: str = "") -> Change:
            return add_feature(plan, place, kind, name=name, attributes=attributes)

        change = put(self.plan)
        added = self.push(change)
        self.hover(at)
        if added:
            (name,) = change.touched().features
            self.bench.pick(Picked(Part.FEATURE, name))
            self.bench.ask_name(put)

    def _pick_next(self, standing: list[str]) -> None:
        """Pick what stands there; where several stand, each click picks the next."""
        picked = self.bench.picked
        at = standing.index(str(picked.key)) if picked is not None and picked.key in standing else -1
        name = standing[(at + 1) % len(standing)]
        self.bench.pick(Picked(Part.FEATURE, name))
        self._carried = name

    def move(self, at: Pointer) -> None:
        name, place = self._carried, _place(at)
        if name is not None and place and at.ground.owner_key(place) != self.plan.features[name].at:
            self._show(place, TraceLook.COVER)
        else:
            self.preview.clear()

    def release(self, at: Pointer) -> None:
        name, self._carried = self._carried, None
        place = _place(at)
        self.preview.clear()
        if name is not None and place and at.ground.owner_key(place) != self.plan.features[name].at:
            self.check_locks()
            self.push(move_feature(self.plan, name, place))

    def double_click(self, at: Pointer) -> None:
        self.bench.ask_name()

    def hover(self, at: Pointer) -> None:
        self._show(_place(at), TraceLook.SNAP)

    def cancel(self) -> bool:
        busy, self._carried = self.is_busy, None
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._carried = None

    def _show(self, place: str, look: TraceLook) -> None:
        outline = self.bench.canvas.picture.outline(place) if place else None
        self.preview.draw([] if outline is None else [PreviewTrace(look, outline)])


def _place(at: Pointer) -> str:
    """The location under the pointer that things can stand at."""
    return at.key or ("" if at.cell is None else at.cell.key)
