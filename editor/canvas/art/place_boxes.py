"""Where spaces, boxes, connections and lettering were painted last, so that what moves is painted away there.

The hexes of a map know by themselves what lies where; these lie anywhere, and a record that has moved no longer says
where from. There are hundreds of them at most, and only those named are looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable

from editor.canvas.art.box_renderer import BoxRenderer
from editor.canvas.art.space_renderer import SpaceRenderer
from editor.geometry.lattice import Box
from engine.definitions.plan import MapPlan

_EDGE = 0.2
"""How far strokes reach beyond the box of what they outline."""


class PlaceBoxes:
    """The boxes of one plan's places."""

    def __init__(self, plan: MapPlan, spaces: SpaceRenderer, boxes: BoxRenderer) -> None:
        self._plan = plan
        self._spaces_drawn = spaces
        self._boxes_drawn = boxes
        self._spaces = {name: spaces.space_box(space) for name, space in plan.spaces.items()}
        self._boxes = {name: boxes.box(box) for name, box in plan.boxes.items()}
        self._texts = {name: boxes.text_box(text) for name, text in plan.texts.items()}
        self._links = spaces.track_boxes()

    def changed(
        self,
        *,
        spaces: Iterable[str] = (),
        boxes: Iterable[str] = (),
        links: Iterable[str] = (),
        texts: Iterable[str] = (),
    ) -> list[Box]:
        """These came, went, moved or changed; gives where they were and are, with the connections that hang on them."""
        plan, found = self._plan, list[Box | None]()
        for name in spaces:
            space = plan.spaces.get(name)
            found += _settle(self._spaces, name, None if space is None else self._spaces_drawn.space_box(space))
        for name in boxes:
            box = plan.boxes.get(name)
            found += _settle(self._boxes, name, None if box is None else self._boxes_drawn.box(box))
        for name in texts:
            text = plan.texts.get(name)
            found += _settle(self._texts, name, None if text is None else self._boxes_drawn.text_box(text))
        before, self._links = self._links, self._spaces_drawn.track_boxes()
        named = set(links)
        for name in {*before, *self._links}:
            if name in named or before.get(name) != self._links.get(name):
                found += [before.get(name), self._links.get(name)]
        return [box.grown(_EDGE) for box in found if box is not None]


def _settle(known: dict[str, Box], name: str, now: Box | None) -> list[Box | None]:
    before = known.pop(name, None)
    if now is not None:
        known[name] = now
    return [before, now]
