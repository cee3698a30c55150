"""Spaces and boxes put in order or doubled, as menu entries do it to those that are selected."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from editor.commands.clipboard import paste_places
from editor.commands.layout import Align, Along, align, distribute, snap
from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.geometry.cells import Cells
from editor.model.change import Change
from editor.model.fragment_copy import copied, middle_of_places
from editor.model.selection import Selection
from editor.refusal import CannotEdit
from editor.tools.action_push import Make, one_entry
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan, Point


def align_places(bench: Workbench, how: Align) -> bool:
    """Bring the selected spaces and boxes onto one line."""
    return _arranged(bench, message("edit.do.align"), lambda plan, ids: align(plan, ids, how))


def distribute_places(bench: Workbench, along: Along) -> bool:
    """Spread the selected spaces and boxes evenly."""
    return _arranged(bench, message("edit.do.distribute"), lambda plan, ids: distribute(plan, ids, along))


def snap_places(bench: Workbench, step: float = 1.0) -> bool:
    """Put the selected spaces and boxes on the points of a square grid."""
    return _arranged(bench, message("edit.do.snap"), lambda plan, ids: snap(plan, ids, step))


def _arranged(bench: Workbench, label: Message, arrange: Callable[[MapPlan, list[str]], Change]) -> bool:
    ids = sorted(bench.selection.places)
    if not ids:
        bench.refuse(CannotEdit(message("tool.cannot.no-spaces-selected")))
        return False
    return one_entry(bench, label, (lambda plan: arrange(plan, ids),))


def duplicate_places(bench: Workbench, by: Point) -> bool:
    """Double selected spaces and boxes so far away, and select the doubles."""
    document = bench.document
    if document is None or not bench.selection.places:
        bench.refuse(CannotEdit(message("edit.cannot.nothing-selected")))
        return False
    before = {*document.plan.spaces, *document.plan.boxes}
    done = one_entry(bench, message("tool.do.duplicate"), (doubling(document, bench.selection.places, by),))
    if done:
        added = {*document.plan.spaces, *document.plan.boxes} - before
        bench.select(Selection(places=frozenset(added)))
    return done


def doubling(document: MapDocument, places: Iterable[str], by: Point) -> Make:
    """Makes others like these spaces and boxes so far away, connected among themselves as these are."""
    names = frozenset(places)

    def make(plan: MapPlan) -> Change:
        x, y = middle_of_places(plan, names)
        fragment = copied(plan, Cells(), places=names, contents=document.contents)
        return paste_places(plan, fragment, (x + by[0], y + by[1]))

    return make
