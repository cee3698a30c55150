"""What is done with a selection without the mouse: functions that the window binds to menu entries and keys.

Each makes one entry of the history, or says in the status line why it did not, and answers which. Hexes, spaces and
boxes are carried as fragments; places move about a point of the plane where hexes move about a hex.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from editor.commands.clipboard import clear, turn, turn_over
from editor.commands.connections import delete_links
from editor.commands.layout import put_places
from editor.commands.lines import delete_lines
from editor.commands.outlines import delete_shapes
from editor.commands.paint import paint_terrain
from editor.commands.places import delete_features
from editor.commands.scans import delete_scan
from editor.commands.shape import crop
from editor.commands.sides import clear_sides
from editor.commands.spaces import delete_places
from editor.commands.texts import delete_texts
from editor.documents.map_document import MapDocument
from editor.documents.workbench import InkGroup, Picked, Workbench
from editor.geometry.cells import Cells
from editor.geometry.hexsides import hexside_of
from editor.model.edits import Part
from editor.model.fragment import Fragment, Mirror
from editor.model.fragment_copy import Copying, copied
from editor.model.selection import NOTHING, Selection, chosen, everything
from editor.refusal import CannotEdit
from editor.tools.action_push import Make, one_entry, said
from editor.tools.places.place_actions import duplicate_places
from editor.tools.selection.stamp_book import StampBook
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, Point, SideKey

STAMP_TOOL = "stamp"
ASIDE = 1.5
"""How far beside the original a doubled space is laid, in circumradii."""

# What is selected


def select_all(bench: Workbench) -> bool:
    """Select every hex, space and box."""
    if bench.document is None:
        return False
    bench.select(everything(bench.document.plan))
    return True


def select_nothing(bench: Workbench) -> bool:
    """Select nothing."""
    bench.select(NOTHING)
    bench.pick(None)
    return True


def invert_selection(bench: Workbench) -> bool:
    """Select what is not selected."""
    if bench.document is None:
        return False
    bench.select(bench.selection.inverted(bench.document.plan))
    return True


# The clipboard


def copy(bench: Workbench) -> bool:
    """Keep the selected hexes, spaces and boxes for pasting, with all that lies on them and between them."""
    return said(bench, lambda document: _copy(bench, document))


def _copy(bench: Workbench, document: MapDocument) -> bool:
    bench.set_clipboard(_copied(bench, document))
    return True


def _copied(bench: Workbench, document: MapDocument) -> Fragment:
    selection = bench.selection
    return copied(document.plan, selection.cells, places=selection.places, contents=document.contents)


def cut(bench: Workbench) -> bool:
    """Keep what is selected for pasting; hexes are left bare, spaces and boxes go."""
    if not copy(bench):
        return False
    return _take_away(bench)


def paste_in_hand(bench: Workbench) -> bool:
    """Take what was copied in hand, to be laid down with a click."""
    if bench.clipboard is None:
        bench.report(message("tool.cannot.nothing-copied"))
        return False
    bench.set_tool(STAMP_TOOL)
    return True


# Changing what is selected


def delete(bench: Workbench) -> bool:
    """Take away the one thing that is picked, or leave the selected hexes bare and take selected spaces away."""
    document, selection = bench.document, bench.selection
    if document is None:
        return False
    if bench.picked is not None and bench.picked.part not in (Part.SPACE, Part.BOX, Part.SHEET):
        return _delete_picked(bench, document, bench.picked)
    if not selection:
        bench.refuse(CannotEdit(message("edit.cannot.nothing-selected")))
        return False
    return _take_away(bench)


def _take_away(bench: Workbench) -> bool:
    """Leave the selected hexes bare and take the selected spaces and boxes away."""
    document, selection = bench.document, bench.selection
    assert document is not None
    makes: list[Make] = []
    label = message("edit.do.clear") if selection.cells else message("edit.do.delete-places")
    if selection.cells:
        makes.append(_clearing(bench, selection.cells))
    if selection.places:
        makes.append(lambda plan: delete_places(plan, sorted(selection.places), contents=document.contents))
    done = one_entry(bench, label, makes)
    if done:
        bench.select(Selection(selection.cells))
    return done


def _clearing(bench: Workbench, cells: Cells) -> Make:
    document = bench.document
    assert document is not None
    return lambda plan: clear(plan, cells, contents=document.contents)


def _delete_picked(bench: Workbench, document: MapDocument, picked: Picked) -> bool:
    key = str(picked.key)
    makes: dict[Part, Make] = {
        Part.FEATURE: lambda plan: delete_features(plan, (key,)),
        Part.PATH: lambda plan: delete_lines(plan, (key,)),
        Part.LINK: lambda plan: delete_links(plan, (key,), contents=document.contents),
        Part.TEXT: lambda plan: delete_texts(plan, (key,)),
        Part.SHAPE: lambda plan: delete_shapes(plan, (key,)),
        Part.SCAN: lambda plan: delete_scan(plan, key),
    }
    if isinstance(picked.key, SideKey):
        side = picked.key
        makes[Part.SIDE] = lambda plan: clear_sides(plan, (hexside_of(side),), kinds=(side.kind,))
    make = makes.get(picked.part)
    if make is None:
        return False
    label = message(f"tool.do.delete-{picked.part}")
    return one_entry(bench, label, (make,))


def fill(bench: Workbench) -> bool:
    """Give the selected hexes the terrain in hand."""
    ink, cells = bench.ink_of(InkGroup.TERRAIN), bench.selection.cells
    if ink is None:
        bench.report(message("tool.cannot.no-ink", group=message("tool.group.terrain")))
        return False
    label = message("edit.do.paint", terrain=ink.id)
    return one_entry(bench, label, (lambda plan: paint_terrain(plan, cells, ink.id),))


def duplicate(bench: Workbench) -> bool:
    """Take selected hexes in hand, to be laid down again; spaces and boxes alone are doubled beside themselves."""
    selection = bench.selection
    if selection.cells:
        return copy(bench) and paste_in_hand(bench)
    return duplicate_places(bench, (ASIDE, ASIDE))


def rotate(bench: Workbench, turns: int = 1) -> bool:
    """Turn what is in hand, or else what is selected, clockwise by 60 degrees a turn."""
    fragment = bench.clipboard
    if bench.tool == STAMP_TOOL and fragment is not None:
        bench.set_clipboard(fragment.rotated(turns))
        return True

    def turned(point: Point) -> Point:
        angle = math.pi / 3 * turns
        across, down = point
        return (
            across * math.cos(angle) - down * math.sin(angle),
            across * math.sin(angle) + down * math.cos(angle),
        )

    return said(bench, lambda document: _turn(bench, document, turns, None, turned))


def mirror(bench: Workbench, axis: Mirror = Mirror.LEFT_RIGHT) -> bool:
    """Turn over what is in hand, or else what is selected."""
    fragment = bench.clipboard
    if bench.tool == STAMP_TOOL and fragment is not None:
        bench.set_clipboard(fragment.mirrored(axis))
        return True

    def flipped(point: Point) -> Point:
        return (-point[0], point[1]) if axis is Mirror.LEFT_RIGHT else (point[0], -point[1])

    return said(bench, lambda document: _turn(bench, document, 0, axis, flipped))


def _turn(
    bench: Workbench, document: MapDocument, turns: int, axis: Mirror | None, placed: Callable[[Point], Point]
) -> bool:
    """Turn hexes about their middle hex and places about their middle point, as one entry."""
    selection, contents = bench.selection, document.contents
    if not selection:
        raise CannotEdit(message("edit.cannot.nothing-selected"))
    makes: list[Make] = []
    cells, anchor = Cells(), None
    if selection.cells:
        anchor = bench.pivot or middle_of(document, selection.cells)
        fragment = copied(document.plan, selection.cells, anchor=anchor, contents=contents)
        if axis is None:
            makes.append(lambda plan: turn(plan, selection.cells, anchor, turns, contents=contents))
            cells = fragment.rotated(turns).cells_at(document.plan, anchor)
        else:
            makes.append(lambda plan: turn_over(plan, selection.cells, anchor, axis, contents=contents))
            cells = fragment.mirrored(axis).cells_at(document.plan, anchor)
    if selection.places:
        makes.append(lambda plan: put_places(plan, _about_middle(plan, selection.places, placed)))
    label = message("tool.do.rotate") if axis is None else message("tool.do.mirror")
    done = one_entry(bench, label, makes)
    if done:
        bench.select(chosen(document.plan, cells, selection.places), pivot=anchor)
    return done


def middle_of(document: MapDocument, cells: Cells) -> Cell:
    """The hex in the middle of others, whether the map has it or not."""
    copying = Copying(document.plan, cells, None, document.contents)
    return copying.ground.cell_on(copying.plane.home, copying.anchor)


def _about_middle(plan: MapPlan, places: Iterable[str], placed: Callable[[Point], Point]) -> dict[str, Point]:
    at = {name: (plan.spaces.get(name) or plan.boxes[name]).position for name in places}
    x, y = (sum(part) / len(at) for part in zip(*at.values(), strict=True))
    moved = {}
    for name, point in at.items():
        across, down = placed((point[0] - x, point[1] - y))
        moved[name] = x + across, y + down
    return moved


# Stamps, and the shape of the map


def keep_stamp(bench: Workbench, name: str) -> bool:
    """Keep what is selected, or else what was copied, as a stamp of the file; the stamp tool has it in hand next."""

    def keep(document: MapDocument) -> bool:
        if bench.selection:
            fragment = _copied(bench, document)
        elif bench.clipboard is not None:
            fragment = bench.clipboard
        else:
            raise CannotEdit(message("edit.cannot.nothing-selected"))
        StampBook(document).keep(name, fragment)
        bench.set_clipboard(fragment)
        bench.stamps_changed.emit()
        return True

    return said(bench, keep)


def take_stamp(bench: Workbench, name: str) -> bool:
    """Take a stamp of the file in hand."""

    def take(document: MapDocument) -> bool:
        found = next((stamp for stamp in StampBook(document).stamps() if stamp.name == name), None)
        if found is None:
            raise CannotEdit(message("tool.cannot.no-stamp", name=name))
        bench.set_clipboard(found.fragment)
        bench.set_tool(STAMP_TOOL)
        return True

    return said(bench, take)


def take_slot(bench: Workbench, number: int) -> bool:
    """Take the stamp of a key from 1 to 9 in hand."""

    def take(document: MapDocument) -> bool:
        name = StampBook(document).slots()[number - 1]
        if not name:
            raise CannotEdit(message("tool.cannot.empty-slot", number=number))
        return take_stamp(bench, name)

    return said(bench, take)


def turn_stamp(bench: Workbench, *, turns: int = 0, mirror: Mirror | None = None) -> bool:
    """Turn or mirror the stamp in hand before it is laid down, whatever is selected."""
    fragment = bench.clipboard
    if fragment is None:
        bench.report(message("tool.cannot.nothing-copied"))
        return False
    bench.set_clipboard(fragment.rotated(turns) if mirror is None else fragment.mirrored(mirror).rotated(turns))
    bench.set_tool(STAMP_TOOL)
    return True


def crop_to_selection(bench: Workbench) -> bool:
    """Cut the sheet with most of the selected hexes down to them."""
    cells = bench.selection.cells
    document = bench.document
    if document is None or not cells:
        bench.refuse(CannotEdit(message("edit.cannot.nothing-selected")))
        return False
    sheet = max(cells.sheets(), key=lambda name: len(cells.keys(name)))
    label = message("tool.do.crop", sheet=sheet)
    return one_entry(bench, label, (lambda plan: crop(plan, sheet, cells, contents=document.contents),))
