"""Locked layers: whatever a gesture would change, nothing of a locked layer is changed.

A tool that works on one layer refuses before it begins. Gestures that reach further, as a cut of hexes with all that
lies on them, are looked at when their change is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from editor.documents.workbench import EditLayer, Workbench
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from engine.core.messages import message

_LAYERS = {
    Part.SIDE: EditLayer.SIDES,
    Part.PATH: EditLayer.PATHS,
    Part.FEATURE: EditLayer.FEATURES,
    Part.REGION: EditLayer.REGIONS,
    Part.SPACE: EditLayer.SPACES,
    Part.BOX: EditLayer.SPACES,
    Part.LINK: EditLayer.SPACES,
    Part.TEXT: EditLayer.TEXTS,
    Part.SHAPE: EditLayer.TERRAIN,
    Part.SCAN: EditLayer.SCANS,
    Part.SHEET: EditLayer.TERRAIN,
    Part.SHEET_ORDER: EditLayer.TERRAIN,
    Part.JOINS: EditLayer.TERRAIN,
}


def layers_of(change: Change) -> Iterator[EditLayer]:
    """The layers that a change touches, each once."""
    found = dict.fromkeys(_LAYERS[part] for part, _ in change.records if part in _LAYERS)
    if change.cells:
        found[EditLayer.TERRAIN] = None
    if change.members:
        found[EditLayer.REGIONS] = None
    yield from found


def check_layer(bench: Workbench, layer: EditLayer) -> None:
    """Refuse when a layer is locked."""
    if bench.is_locked(layer):
        raise CannotEdit(message("tool.cannot.locked", layer=message(f"tool.layer.{layer}")))


def check_change(bench: Workbench, change: Change) -> None:
    """Refuse a change that touches a locked layer."""
    for layer in layers_of(change):
        check_layer(bench, layer)
