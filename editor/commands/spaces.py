"""Named spaces and the boxes beside a map: made, described, taken away with all that hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from editor.geometry.cells import Cells
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import BOXES, SPACES
from editor.model.removal import remove_content
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_kind, checked_line, checked_point, slug, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import NO_TERRAIN, BoxPlan, MapPlan, Point, Scalar, SpacePlan


def add_space(
    plan: MapPlan,
    name: str,
    position: Point,
    *,
    terrain: str = NO_TERRAIN,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """A new space; its id follows from its name and never changes afterwards."""
    sketch = Sketch(plan)
    key = unused(slug(checked_line(name), "space"), sketch.is_taken(SPACES, BOXES), "-")
    space = SpacePlan(key, name, checked_point(position), _terrain(terrain), checked_attributes(attributes or {}))
    sketch.put(SPACES, key, space)
    return sketch.change(message("edit.do.add-space", name=name or key))


def edit_space(
    plan: MapPlan,
    id: str,
    *,
    name: str | None = None,
    terrain: str | None = None,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Another name, terrain or attributes for a space."""
    space = plan.spaces.get(id)
    if space is None:
        raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, id)))
    changed = replace(
        space,
        name=space.name if name is None else checked_line(name),
        terrain=space.terrain if terrain is None else _terrain(terrain),
        attributes=space.attributes if attributes is None else checked_attributes(attributes),
    )
    sketch = Sketch(plan)
    sketch.put(SPACES, id, changed)
    return sketch.change(message("edit.do.edit-space", name=changed.name or id))


def paint_spaces(plan: MapPlan, ids: Iterable[str], terrain: str) -> Change:
    """Give spaces a terrain."""
    sketch = Sketch(plan)
    for name in ids:
        space = plan.spaces.get(name)
        if space is None:
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, name)))
        sketch.put(SPACES, name, replace(space, terrain=_terrain(terrain)))
    return sketch.change(message("edit.do.paint", terrain=terrain))


def add_box(plan: MapPlan, title: str, position: Point, *, attributes: Mapping[str, Scalar] | None = None) -> Change:
    """A new box beside the map."""
    sketch = Sketch(plan)
    key = unused(slug(checked_line(title), "box"), sketch.is_taken(SPACES, BOXES), "-")
    sketch.put(BOXES, key, BoxPlan(key, title, checked_point(position), checked_attributes(attributes or {})))
    return sketch.change(message("edit.do.add-box", title=title or key))


def edit_box(
    plan: MapPlan, id: str, *, title: str | None = None, attributes: Mapping[str, Scalar] | None = None
) -> Change:
    """Another title or attributes for a box."""
    box = plan.boxes.get(id)
    if box is None:
        raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, id)))
    changed = replace(
        box,
        title=box.title if title is None else checked_line(title),
        attributes=box.attributes if attributes is None else checked_attributes(attributes),
    )
    sketch = Sketch(plan)
    sketch.put(BOXES, id, changed)
    return sketch.change(message("edit.do.edit-box", title=changed.title or id))


def delete_places(plan: MapPlan, ids: Iterable[str], *, contents: MapContents | None = None) -> Change:
    """Take spaces and boxes away, with their connections, features and memberships."""
    sketch = Sketch(plan)
    gone = list(dict.fromkeys(ids))
    for name in gone:
        if name not in plan.spaces and name not in plan.boxes:
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, name)))
        if name in plan.spaces:
            sketch.put(SPACES, name, None)
        else:
            sketch.put(BOXES, name, None)
    if gone:
        remove_content(sketch, contents or MapContents(plan), Cells(), gone)
    return sketch.change(message("edit.do.delete-places"))


def _terrain(terrain: str) -> str:
    return terrain if terrain == NO_TERRAIN else checked_kind(terrain)
