"""Formations: a tree of armies and commands, whose branches are added, named, moved and taken away."""

from __future__ import annotations

import re

from editor.model.design.design import Design
from editor.model.design.forces import forces_of
from editor.model.design.ids import follows, id_from
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.model import COLOUR_PATTERN
from engine.definitions.oob import Formation

_COLOUR = re.compile(COLOUR_PATTERN)


def add_formation(design: Design, name: str, *, parent: str | None = None, side: str | None = None) -> DocumentsChange:
    """A new formation below another, or at the top."""
    words = _name(name)
    _check_parent(design, None, parent)
    sketch = DesignSketch(design)
    home = design.formation_homes[parent] if parent is not None else sketch.own_army()
    made = Formation(
        id=id_from(words, "formation", design.formations),
        name=words,
        parent=parent,
        side=_side(design, side) if parent is None else None,
    )
    army = sketch.army(home)
    sketch.put(army.replace(formations=(*army.formations, made)))
    return sketch.change(message("design.do.add-formation", name=words))


def edit_formation(
    design: Design, formation: str, *, name: str, side: str | None, band: str | None = None
) -> DocumentsChange:
    """Another name, another side, or another stripe across the counters of a formation.

    Its id goes with its name until somebody sets it otherwise.
    """
    _known(design, formation)
    if band and not _COLOUR.match(band):
        raise CannotEdit(message("design.cannot.not-a-colour", found=band[:20]))
    words, whose = _name(name), _side(design, side)
    held = design.formations[formation]
    others = set(design.formations) - {formation}
    is_free = words != held.name and follows(formation, held.name or "", "formation")
    called = id_from(words, "formation", others) if is_free else formation
    sketch = DesignSketch(design)

    def edit(each: Formation) -> Formation:
        if each.id == formation:
            return each.replace(id=called, name=words, side=whose, band=band or None)
        return each.replace(parent=called) if each.parent == formation and called != formation else each

    sketch.each_formation(edit)
    if called != formation:
        sketch.each_unit(lambda unit: unit.replace(formation=called) if unit.formation == formation else unit)
    return sketch.change(message("design.do.edit-formation", name=words))


def move_formation(
    design: Design, formation: str, parent: str | None, *, before: str | None = None, side: str | None = None
) -> DocumentsChange:
    """Put a formation, with all below it, under another or at the top: before one of its sisters, or last.

    Under another it fights for that one's side; at the top for the side it is put to, or the one it had.
    """
    held = _known(design, formation)
    _check_parent(design, formation, parent)
    sketch = DesignSketch(design)
    home = design.formation_homes[formation]
    if parent is not None and design.formation_homes[parent] != home:
        raise CannotEdit(message("design.cannot.other-army"))
    army = sketch.army(home)
    rest = [each for each in army.formations if each.id != formation]
    index = next((n for n, each in enumerate(rest) if each.id == before), None)
    if index is None:
        sisters = [n for n, each in enumerate(rest) if each.parent == parent]
        index = sisters[-1] + 1 if sisters else len(rest)
    moved = held.replace(parent=parent, side=_side_there(design, held, parent, side))
    sketch.put(army.replace(formations=(*rest[:index], moved, *rest[index:])))
    return sketch.change(message("design.do.move-formation", name=held.name))


def remove_formation(design: Design, formation: str) -> DocumentsChange:
    """Take a formation away; what was in it belongs to the one above."""
    held = _known(design, formation)
    sketch = DesignSketch(design)
    sketch.each_unit(lambda unit: unit.replace(formation=held.parent) if unit.formation == formation else unit)
    side = side_of_formation(design, formation) or None

    def edit(each: Formation) -> Formation | None:
        if each.id == formation:
            return None
        if each.parent != formation:
            return each
        return each.replace(parent=held.parent, side=each.side or (side if held.parent is None else None))

    sketch.each_formation(edit)
    return sketch.change(message("design.do.remove-formation", name=held.name))


def side_of_formation(design: Design, formation: str) -> str:
    """The side a formation fights for: its own word, or that of the nearest above it that says."""
    seen: set[str] = set()
    here: str | None = formation
    while here is not None and here not in seen:
        seen.add(here)
        found = design.formations.get(here)
        if found is None:
            return ""
        if found.side is not None:
            return found.side
        here = found.parent
    return ""


def _side_there(design: Design, held: Formation, parent: str | None, side: str | None) -> str | None:
    """What a formation that is moved says of its side; one that says nothing and stays with its side goes on so."""
    if parent is not None:
        return held.side if parent == held.parent else None
    if side is None:
        return held.side or (side_of_formation(design, held.id) or None)
    stays = any(branch.id == held.id for top in forces_of(design) if top.id == side for branch in top.branches)
    return held.side if stays else _side(design, side)


def _known(design: Design, formation: str) -> Formation:
    found = design.formations.get(formation)
    if found is None:
        raise CannotEdit(message("design.cannot.no-formation", name=formation))
    return found


def _check_parent(design: Design, formation: str | None, parent: str | None) -> None:
    """Refuse a formation that would stand below itself."""
    seen: set[str] = set()
    here = parent
    while here is not None and here not in seen:
        if here == formation:
            raise CannotEdit(message("design.cannot.below-itself"))
        seen.add(here)
        here = _known(design, here).parent


def _name(name: str) -> str:
    words = checked_line(name.strip())
    if not words:
        raise CannotEdit(message("design.cannot.no-name"))
    return words


def _side(design: Design, side: str | None) -> str | None:
    if side and side not in design.scenario.sides:
        raise CannotEdit(message("design.cannot.no-side", id=side))
    return side or None
