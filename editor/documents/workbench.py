"""The workbench: the open map, what is in the hand, and what is selected.

Tools, panels and the window meet here and nowhere else: a palette sets the ink, a tool reads it, the inspector shows
the selection that a tool made. It changes nothing on the map itself; that is the document's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from editor.canvas.canvas import MapCanvas
from editor.commands.swatches import extended_palette
from editor.digitise.print_sight import PrintSight
from editor.documents.map_document import MapDocument
from editor.model.change import Change
from editor.model.edits import SHELVES, Part, RecordKey
from editor.model.fragment import Fragment
from editor.model.selection import NOTHING, Selection
from editor.model.touched import Touched
from editor.refusal import CannotEdit
from engine.core.messages import Message
from engine.definitions.palette import Palette
from engine.definitions.plan import Cell, MapPlan, Point

SMALLEST_BRUSH, LARGEST_BRUSH = 1, 7
Remake: TypeAlias = Callable[[MapPlan, str], Change]
"""Puts something down once more, under a name."""


class InkGroup(StrEnum):
    """What can be laid on a map; the values are the groups of a palette."""

    TERRAIN = "terrain"
    SIDES = "sides"
    PATHS = "paths"
    FEATURES = "features"
    REGIONS = "regions"
    CONNECTIONS = "connections"
    BOXES = "boxes"


@dataclass(frozen=True, slots=True)
class Ink:
    """What a stroke leaves: a kind of the palette, or a region of the map."""

    group: InkGroup
    id: str


class EditLayer(StrEnum):
    """What can be hidden, dimmed and locked by itself."""

    SCANS = "scans"
    TERRAIN = "terrain"
    REGIONS = "regions"
    SIDES = "sides"
    GRID = "grid"
    PATHS = "paths"
    FEATURES = "features"
    SPACES = "spaces"
    TEXTS = "texts"
    COUNTERS = "counters"


_PAINTED = frozenset(EditLayer) - {EditLayer.SCANS, EditLayer.COUNTERS}
"""The layers that are one picture; scans and counters are items of their own."""


@dataclass(frozen=True, slots=True)
class LayerState:
    """How a layer is shown and whether tools may change it."""

    visible: bool = True
    locked: bool = False
    opacity: float = 1.0

    @property
    def strength(self) -> float:
        """How strongly it is painted: nothing of a hidden layer."""
        return self.opacity if self.visible else 0.0


@dataclass(frozen=True, slots=True)
class Layers:
    """All layers; those nobody touched are as they come."""

    states: dict[EditLayer, LayerState] = field(default_factory=dict)

    def __getitem__(self, layer: EditLayer) -> LayerState:
        return self.states.get(layer, LayerState())

    def with_state(self, layer: EditLayer, state: LayerState) -> Layers:
        return replace(self, states={**self.states, layer: state})


@dataclass(frozen=True, slots=True)
class Picked:
    """The one thing on the map that the inspector shows: a place, a city, a line, a hexside, a link, lettering."""

    part: Part
    key: RecordKey


class Workbench(QObject):
    """One for a window. `document` is None while nothing is open."""

    document_changed = Signal()
    tool_changed = Signal(str)
    ink_changing = Signal()
    """Another ink is about to be taken up."""
    ink_changed = Signal()
    brush_changed = Signal()
    selection_changed = Signal()
    picked_changed = Signal()
    details_wanted = Signal()
    """What is picked is to be described now: a double click asks for the inspector."""
    name_wanted = Signal(object)
    """What is picked is to be named now, on the map; with the `Remake` of what was put down this moment, or None."""
    region_wanted = Signal()
    """Somebody wants to paint a region where there is none in hand: a new one may be made."""
    layers_changed = Signal()
    clipboard_changed = Signal()
    stamps_changed = Signal()
    """The stamps of the file, or the keys that take them, are others."""
    palette_changed = Signal()
    """Another map is open, or the designer has changed the kinds of this one."""
    reported = Signal(object)
    """A `Message` for the status line: why something did not happen, or what a tool waits for."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self._document: MapDocument | None = None
        self._tool = ""
        self._inks: dict[InkGroup, Ink] = {}
        self._ink: Ink | None = None
        self._brush = SMALLEST_BRUSH
        self._selection: Selection = NOTHING
        self.pivot: Cell | None = None
        """The hex the selection was turned about last; None when it has not been turned."""
        self._picked: Picked | None = None
        self._layers = Layers()
        self.print_at: Callable[[Point], PrintSight | None] = lambda point: None
        """The print under a point of the map, where a calibrated scan is seen; the layer of scans tells it."""
        self._clipboard: Fragment | None = None
        self._palette: Palette | None = None

    @property
    def document(self) -> MapDocument | None:
        return self._document

    def set_document(self, document: MapDocument | None) -> None:
        """Work on another map; what was selected is not any more."""
        if self._document is not None:
            self._document.cancel_stroke()
            self._document.changed.disconnect(self._repaint)
            self._document.history.map_failed.disconnect(self.reported)
        self._document = document
        self._selection = NOTHING
        self.pivot = None
        self._picked = None
        self._palette = None
        if document is not None:
            document.changed.connect(self._repaint)
            document.history.map_failed.connect(self.reported)
        self.document_changed.emit()
        self.palette_changed.emit()
        self.selection_changed.emit()
        self.picked_changed.emit()

    @property
    def palette(self) -> Palette:
        """The kinds there are to paint with: those of the ruleset and the designer's own."""
        if self._palette is None:
            document = self._document
            nothing = Palette.model_construct(id="none")
            self._palette = nothing if document is None else extended_palette(document.palette, document.plan)
        return self._palette

    @property
    def tool(self) -> str:
        """The name of the tool in hand."""
        return self._tool

    def set_tool(self, name: str) -> None:
        if name != self._tool:
            if self._document is not None:
                self._document.cancel_stroke()
            self._tool = name
            self.tool_changed.emit(name)

    @property
    def ink(self) -> Ink | None:
        """What was picked last, of any group."""
        return self._ink

    def ink_of(self, group: InkGroup) -> Ink | None:
        """What was picked last of a group; each tool keeps to its own."""
        return self._inks.get(group)

    def set_ink(self, ink: Ink) -> None:
        if ink != self._ink:
            self.ink_changing.emit()
        self._inks[ink.group] = ink
        self._ink = ink
        self.ink_changed.emit()

    @property
    def brush(self) -> int:
        """The radius of the brush; 1 is a single hex."""
        return self._brush

    def set_brush(self, radius: int) -> None:
        radius = min(max(radius, SMALLEST_BRUSH), LARGEST_BRUSH)
        if radius != self._brush:
            self._brush = radius
            self.brush_changed.emit()

    @property
    def selection(self) -> Selection:
        """What is selected and on the map; a space that undo takes away is selected again when it is redone."""
        held = self._selection
        if not held.places or self._document is None:
            return held
        plan = self._document.plan
        places = frozenset(name for name in held.places if name in plan.spaces or name in plan.boxes)
        return held if len(places) == len(held.places) else Selection(held.cells, places)

    def select(self, selection: Selection, *, pivot: Cell | None = None) -> None:
        """Select something; `pivot` is the hex it was turned about, so that six turns lead back."""
        self._selection = selection
        self.pivot = pivot
        self.selection_changed.emit()

    @property
    def picked(self) -> Picked | None:
        """What the inspector shows; None when that is nothing in particular."""
        return self._picked

    def pick(self, picked: Picked | None) -> None:
        """Show one thing in the inspector; tools call it when something is clicked."""
        if picked != self._picked:
            self._picked = picked
            self.picked_changed.emit()

    def ask_details(self) -> None:
        """Let the inspector take the keyboard for what is picked."""
        if self._picked is not None:
            self.details_wanted.emit()

    def ask_name(self, remake: Remake | None = None) -> None:
        """Let the name of what is picked be typed on the map."""
        if self._picked is not None:
            self.name_wanted.emit(remake)

    @property
    def clipboard(self) -> Fragment | None:
        return self._clipboard

    def set_clipboard(self, fragment: Fragment | None) -> None:
        self._clipboard = fragment
        self.clipboard_changed.emit()

    @property
    def layers(self) -> Layers:
        return self._layers

    def set_layers(self, layers: Layers) -> None:
        self._layers = layers
        self._show_layers()
        self.layers_changed.emit()

    def show_layer(self, layer: EditLayer, on: bool) -> None:
        """Show a layer or not."""
        if self._layers[layer].visible is not on:
            self.set_layers(self._layers.with_state(layer, replace(self._layers[layer], visible=on)))

    def _show_layers(self) -> None:
        """Let the canvas paint each layer as strongly as it is set; scans follow `layers_changed` themselves."""
        strengths = {layer: self._layers[layer].strength for layer in EditLayer}
        parts = tuple((layer.value, strength) for layer, strength in strengths.items() if layer in _PAINTED)
        self.canvas.set_shown(replace(self.canvas.shown, strengths=tuple(part for part in parts if part[1] < 1)))
        self.canvas.counters.setVisible(strengths[EditLayer.COUNTERS] > 0)
        self.canvas.counters.setOpacity(strengths[EditLayer.COUNTERS])

    def is_locked(self, layer: EditLayer) -> bool:
        return self._layers[layer].locked

    def report(self, said: Message) -> None:
        """Say something in the status line."""
        self.reported.emit(said)

    def refuse(self, bad: CannotEdit) -> None:
        """Say why a gesture did nothing."""
        self.reported.emit(bad.message)

    def _drop_what_is_gone(self) -> None:
        """Let go of a picked thing that is no longer on the map, as after undo."""
        if self._document is None or self._picked is None:
            return
        plan, part, key = self._document.plan, self._picked.part, self._picked.key
        shelf = SHELVES.get(part)
        if shelf is not None:
            is_there = key in shelf.of(plan)
        else:
            is_there = key in plan.regions if part is Part.REGION else key in plan.sheets
        if not is_there:
            self.pick(None)

    def _repaint(self, touched: Touched) -> None:
        if touched.swatches or Part.MAP in touched.whole:
            self._palette = None
            self.canvas.set_palette_shown(self.palette)
            self.palette_changed.emit()
        self._drop_what_is_gone()
        self.canvas.changed(
            cells=touched.cells,
            sides=touched.sides,
            paths=touched.paths,
            features=touched.features,
            spaces=touched.spaces,
            boxes=touched.boxes,
            links=touched.links,
            texts=touched.texts,
            shapes=touched.shapes,
            members=touched.members,
            regions=bool(touched.regions) and not touched.members,
            everything=touched.ground or bool(touched.swatches or touched.whole),
        )
