"""Connections: lines between spaces, the way from an inset to the main map, from a box to its hex.

To the plan they are one thing, a link of a kind between two places. Two places may have several, of different kinds
or, when the designer says so, of the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import LINKS, PATHS
from editor.model.lines import put_pieces, split_at
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_kind, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.maps.map_text import link_id
from engine.definitions.plan import Cell, LinkPlan, MapPlan, Scalar

INSET: Final = "inset"
HEXSIDE: Final = "hexside"
"""What a link may not call itself: the board has hexsides of its own."""


def connect(
    plan: MapPlan,
    a: str,
    b: str,
    kind: str,
    *,
    one_way: bool = False,
    parallel: bool = False,
    attributes: Mapping[str, Scalar] | None = None,
    contents: MapContents | None = None,
) -> Change:
    """A way from one place to another; a second of the same kind only where `parallel` asks for it."""
    ground = Ground(plan)
    a, b = (_checked_place(plan, ground, place) for place in (a, b))
    if a == b:
        raise CannotEdit(message("edit.cannot.link-to-itself", place=place_name(plan, a)))
    _check_kind(kind)
    known = contents or MapContents(plan)
    between = (plan.links[name] for name in known.links_at(a) & known.links_at(b))
    if not parallel and any(link.kind == kind for link in between):
        raise CannotEdit(
            message("edit.cannot.connected-already", a=place_name(plan, a), b=place_name(plan, b), kind=kind)
        )
    sketch = Sketch(plan)
    key = unused(link_id(a, b, kind), sketch.is_taken(LINKS))
    sketch.put(LINKS, key, LinkPlan(key, a, b, kind, one_way, checked_attributes(attributes or {})))
    return sketch.change(message("edit.do.connect", kind=kind))


def link_inset(plan: MapPlan, inset: Cell, main: Cell, *, contents: MapContents | None = None) -> Change:
    """Let a hex of an inset and one of the main map lead to each other."""
    return connect(plan, inset.key, main.key, INSET, contents=contents)


def edit_link(
    plan: MapPlan,
    id: str,
    *,
    kind: str | None = None,
    one_way: bool | None = None,
    reverse: bool = False,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Another kind, direction or attributes for a connection."""
    link = _link(plan, id)
    if kind is not None:
        _check_kind(kind)
        link = replace(link, kind=kind)
    if one_way is not None:
        link = replace(link, one_way=one_way)
    if reverse:
        link = replace(link, a=link.b, b=link.a)
    if attributes is not None:
        link = replace(link, attributes=checked_attributes(attributes))
    sketch = Sketch(plan)
    sketch.put(LINKS, id, link)
    return sketch.change(message("edit.do.edit-link", kind=link.kind))


def delete_links(plan: MapPlan, ids: Iterable[str], *, contents: MapContents | None = None) -> Change:
    """Take connections away; a line that ran along one ends there."""
    known, ground = contents or MapContents(plan), Ground(plan)
    sketch = Sketch(plan)
    ends = []
    for name in ids:
        link = _link(plan, name)
        sketch.put(LINKS, name, None)
        ends.append((link.a, link.b))

    def is_cut(a: str, b: str) -> bool:
        if ground.are_neighbours(a, b):
            return False
        return not any(sketch.get(LINKS, name) is not None for name in known.links_at(a) & known.links_at(b))

    for name in sorted({name for a, b in ends for name in known.lines_through(a) & known.lines_through(b)}):
        line = plan.paths[name]
        pieces = split_at(line.through, is_cut)
        if len(pieces) > 1 and sketch.get(PATHS, name) is not None:
            put_pieces(sketch, line, pieces)
    return sketch.change(message("edit.do.delete-links"))


def _link(plan: MapPlan, id: str) -> LinkPlan:
    link = plan.links.get(id)
    if link is None:
        raise CannotEdit(message("edit.cannot.no-link", link=id))
    return link


def _check_kind(kind: str) -> None:
    if checked_kind(kind) == HEXSIDE:
        raise CannotEdit(message("edit.cannot.reserved-kind", kind=kind))


def _checked_place(plan: MapPlan, ground: Ground, place: str) -> str:
    if not plan.has_place(place):
        raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, place)))
    return ground.owner_key(place)
