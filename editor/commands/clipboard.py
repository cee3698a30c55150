"""Copied, cut, pasted, moved, turned and mirrored: fragments lifted off the map and laid down again.

What keeps its id keeps its identity: a city that is moved is the same city. Where an id is taken, as when a piece is
pasted twice, a new one is found.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from editor.geometry.cells import Cells
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import FEATURES, PATHS, SIDES
from editor.model.fragment import Fragment, Mirror
from editor.model.fragment_copy import Copying
from editor.model.fragment_placement import Laying
from editor.model.lines import put_pieces, split_at
from editor.model.sketch import Sketch
from editor.model.words import checked_point
from engine.core.messages import message
from engine.definitions.plan import NO_TERRAIN, Cell, MapPlan, Point


class Over(StrEnum):
    """What a pasted piece does to rivers, lines and places that lie there: they are added to or replaced."""

    ADD = "add"
    REPLACE = "replace"


def paste(
    plan: MapPlan,
    fragment: Fragment,
    at: Cell,
    *,
    over: Over = Over.ADD,
    skip: Collection[str] = (),
    contents: MapContents | None = None,
) -> Change:
    """Lay a fragment down with its anchor on a hex; what would fall off the map is left out.

    Hexes of a terrain in `skip` leave the ground they come down on as it is.
    """
    sketch = Sketch(plan)
    laying = Laying(sketch, fragment, at, skip=skip)
    if over is Over.REPLACE:
        _strip(sketch, Copying(plan, laying.cells, at, contents or MapContents(plan)))
    laying.lay()
    return sketch.change(message("edit.do.paste"))


def paste_places(plan: MapPlan, fragment: Fragment, at: Point) -> Change:
    """Lay the spaces and boxes of a fragment down about a point, with their connections and what stands on them."""
    sketch = Sketch(plan)
    Laying(sketch, fragment, checked_point(at)).lay()
    return sketch.change(message("edit.do.paste"))


def clear(plan: MapPlan, cells: Cells, *, terrain: str | None = None, contents: MapContents | None = None) -> Change:
    """Take everything off hexes and leave them bare: of a terrain, or of the one their sheet is filled with."""
    sketch = Sketch(plan)
    _lift(sketch, Copying(plan, cells, None, contents or MapContents(plan)), terrain)
    return sketch.change(message("edit.do.clear"))


def move(
    plan: MapPlan,
    cells: Cells,
    anchor: Cell,
    to: Cell,
    *,
    turns: int = 0,
    mirror: Mirror | None = None,
    terrain: str | None = None,
    contents: MapContents | None = None,
) -> Change:
    """Lift hexes with all that lies on them and lay them down elsewhere, turned or turned over about the anchor.

    The hexes left behind are bare; what lay where the piece comes down is replaced.
    """
    known = contents or MapContents(plan)
    sketch = Sketch(plan)
    copying = Copying(plan, cells, anchor, known)
    fragment = copying.fragment()
    if mirror is not None:
        fragment = fragment.mirrored(mirror)
    _lift(sketch, copying, terrain)
    laying = Laying(sketch, fragment.rotated(turns), to)
    _strip(sketch, Copying(plan, laying.cells, to, known))
    laying.lay()
    return sketch.change(message("edit.do.move"))


def turn(plan: MapPlan, cells: Cells, anchor: Cell, turns: int = 1, *, contents: MapContents | None = None) -> Change:
    """Turn a piece of map where it lies, clockwise by 60 degrees a turn."""
    return move(plan, cells, anchor, anchor, turns=turns, contents=contents)


def turn_over(
    plan: MapPlan, cells: Cells, anchor: Cell, axis: Mirror, *, contents: MapContents | None = None
) -> Change:
    """Mirror a piece of map where it lies."""
    return move(plan, cells, anchor, anchor, mirror=axis, contents=contents)


def _lift(sketch: Sketch, copying: Copying, terrain: str | None) -> None:
    """Leave hexes bare. A sheet whose unpainted cells are absent keeps the terrain, so that no hex vanishes."""
    _strip(sketch, copying)
    for name in copying.cells.sheets():
        left = copying.plan.sheets[name].fill if terrain is None else terrain
        if left != NO_TERRAIN:
            sketch.paint(Cells({name: copying.cells.keys(name)}), sketch.code_of(left))


def _strip(sketch: Sketch, copying: Copying) -> None:
    """Take everything but the terrain off hexes; lines lose the steps inside."""
    known, places = copying.contents, copying.places
    for side in known.sides_around(copying.cells, places):
        sketch.put(SIDES, side, None)
    for name in sorted({name for place in places for name in known.features_at(place)}):
        feature = sketch.get(FEATURES, name)
        if feature is not None and feature.at in places:
            sketch.put(FEATURES, name, None)
    for name in sorted({*copying.carried.line_ids(), *sketch.changed(PATHS)}):
        line = sketch.get(PATHS, name)
        pieces: Sequence[tuple[str, ...]] = () if line is None else split_at(line.through, copying.carried.is_inside)
        if line is not None and len(pieces) > 1:
            put_pieces(sketch, line, pieces)
    for region, members in copying.carried.members().items():
        sketch.discharge(region, members)
