"""What every tool is: a name, a key, a cursor, and what it does with a gesture in board terms.

A tool hears of points, hexes and hexsides, never of pixels or events. It draws what it is about to do in the preview
and pushes a command when the gesture is over; a refusal is raised as `CannotEdit` and becomes a line of the status
bar. What a tool keeps between gestures it can forget at any time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt

from editor.documents.map_document import MapDocument, Stroke
from editor.documents.workbench import EditLayer, Ink, InkGroup, Workbench
from editor.geometry.ground import Ground, Spot
from editor.geometry.hexsides import Hexside
from editor.geometry.vertices import Vertex, nearest_hexside, nearest_vertex
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.locks import check_change, check_layer
from editor.tools.options import Option, OptionValue
from editor.tools.preview import Preview
from engine.core.messages import Message, message
from engine.definitions.plan import Cell, MapPlan, Point

NO_CHANGE = Change(message("tool.hint.none"))


class ToolGroup(StrEnum):
    """Which part of the palette a tool stands in."""

    PAINT = "paint"
    HEXSIDES = "hexsides"
    LINES = "lines"
    PLACES = "places"
    SELECT = "select"
    SPACES = "spaces"
    SHAPE = "shape"


class Held(NamedTuple):
    """The keys held down during a gesture."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Pointer:
    """Where the pointer is: a point of the map plane and what lies there, looked up when asked for."""

    def __init__(self, plan: MapPlan, point: Point, key: str, held: Held, pixel: float) -> None:
        self.plan = plan
        self.point = point
        self.key = key
        """The location under the pointer, a space or a box before the hex below it; empty when there is none."""
        self.held = held
        self.pixel = pixel
        """How long a pixel of the screen is on the map plane."""

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.plan)

    @cached_property
    def spot(self) -> Spot | None:
        """The hex of the map under the pointer."""
        return self.ground.spot_at(*self.point)

    @cached_property
    def cell(self) -> Cell | None:
        """The cell that owns the hex under the pointer."""
        return None if self.spot is None else self.ground.cell(self.spot)

    @cached_property
    def any_cell(self) -> Cell | None:
        """The cell under the pointer, or the one that would be there if the map went on."""
        if self.cell is not None:
            return self.cell
        for plane in self.ground.planes:
            cell = self.ground.cell_on(plane.home, self.ground.nearest_spot(plane, *self.point))
            if (cell.col, cell.row) in self.plan.sheets[plane.home].extent:
                return cell
        home = next(iter(self.ground.planes), None)
        return None if home is None else self.ground.cell_on(home.home, self.ground.nearest_spot(home, *self.point))

    @cached_property
    def hexside(self) -> Hexside | None:
        """The hexside nearest to the pointer, under the name that things are laid along."""
        return nearest_hexside(self.ground, *self.point)

    @cached_property
    def vertex(self) -> Vertex | None:
        """The corner of a hex nearest to the pointer."""
        return nearest_vertex(self.ground, *self.point)


@dataclass(slots=True)
class ToolOptions:
    """What a tool lets one set; most add fields of their own."""


class Tool(ABC):
    """A tool in the palette. Only what differs from doing nothing is said by each."""

    name: ClassVar[str]
    group: ClassVar[ToolGroup]
    shortcut: ClassVar[str]
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    ink_group: ClassVar[InkGroup | None] = None
    """What it lays, which says the palette to show."""
    layer: ClassVar[EditLayer | None] = None
    """The layer it changes; locked, the tool refuses."""
    has_brush: ClassVar[bool] = False
    """Whether the size of the brush matters to it."""
    picks_with_alt: ClassVar[bool] = True
    """Whether Alt, as Ctrl does, picks up the ink under the pointer; where Alt erases it does not."""
    double_click_presses: ClassVar[bool] = True
    """Whether the second press of a double click is a press like any other."""

    def __init__(self, bench: Workbench, preview: Preview) -> None:
        self.bench = bench
        self.preview = preview
        self.options = self.make_options()
        self._stroke: Stroke | None = None

    # What it is called and says

    @property
    @abstractmethod
    def title(self) -> str:
        """Its name on the screen."""

    @property
    @abstractmethod
    def tip(self) -> str:
        """What it does, in one line."""

    @property
    def icon(self) -> str:
        """The name of its picture."""
        return self.name

    @property
    def hint(self) -> Message:
        """What can be done with it now, for the status line."""
        return message("tool.hint.none")

    def tr(self, text: str) -> str:
        """The text in the language of the program."""
        return QCoreApplication.translate(type(self).__name__, text)

    # What can be set

    def make_options(self) -> ToolOptions:
        """Its options as they come."""
        return ToolOptions()

    def options_shown(self) -> Sequence[Option]:
        """What a panel shows of its options, now; another ink may have others."""
        return ()

    def option(self, name: str) -> OptionValue:
        """The value of an option."""
        value: OptionValue = getattr(self.options, name)
        return value

    def set_option(self, name: str, value: OptionValue) -> bool:
        """Let an option have another value; False when it may not have this one."""
        shown = next((option for option in self.options_shown() if option.name == name), None)
        if shown is None or not shown.accepts(value):
            return False
        self.put_option(name, value)
        self.options_changed()
        return True

    def put_option(self, name: str, value: OptionValue) -> None:
        """Keep a value that was found good, as the type that the field has."""
        if name in {field.name for field in fields(self.options)}:
            kind = type(getattr(self.options, name))
            setattr(self.options, name, kind(value))

    def options_changed(self) -> None:
        """An option is another."""

    # Gestures

    def activate(self, before: str = "") -> None:
        """It is in the hand now; `before` is the name of the tool that was."""

    def deactivate(self) -> None:
        """Another is; nothing of it may stay on the screen but what stands."""
        try:
            self.settle()
        finally:
            self.cancel()
        self.preview.clear()

    def settle(self) -> None:
        """Another tool or another kind is about to be taken up: let stand what is whole as it is."""

    def press(self, at: Pointer) -> None:
        """The button went down."""

    def move(self, at: Pointer) -> None:
        """The pointer moved with the button down."""

    def release(self, at: Pointer) -> None:
        """The button was let go."""

    def double_click(self, at: Pointer) -> None:
        """The button went down twice."""

    def hover(self, at: Pointer) -> None:
        """The pointer moved with no button down."""

    def leave(self) -> None:
        """The pointer is no longer over the map."""
        if not self.is_busy:
            self.preview.clear()

    def wants_key(self, key: Qt.Key) -> bool:
        """Whether a plain key is its own while it is in hand, though a menu or a panel has it as well."""
        return False

    def key(self, key: Qt.Key, held: Held) -> bool:
        """Another key than those all tools know; True when it meant something."""
        return False

    def finish(self) -> bool:
        """Enter: end what is being drawn and let it stand; False when there is nothing."""
        return False

    @property
    def can_step_back(self) -> bool:
        """Whether points are drawn that are no part of the map yet: they are what Undo takes back first."""
        return False

    def step_back(self) -> bool:
        """Backspace, or Undo: take back the last point; False when there is none."""
        return False

    def cancel(self) -> bool:
        """Esc: leave no trace of what is being drawn; False when nothing is."""
        stroke, self._stroke = self._stroke, None
        if stroke is None or not stroke.is_open:
            return False
        stroke.cancel()
        self.preview.clear()
        return True

    def drop_drag(self) -> None:
        """The map is about to change under the button, as by undo: what is dragged leaves no trace.

        What was clicked before the button went down stays where a tool keeps such things.
        """
        self.cancel()

    def refused(self) -> None:
        """A gesture of its own was refused; most give up what is being drawn."""
        self.cancel()

    def forget(self) -> None:
        """Another map is open; whatever was being drawn was on the old one."""
        self._stroke = None

    def map_changed(self) -> None:
        """The map is another than the last gesture left it, as after undo."""

    @property
    def is_busy(self) -> bool:
        """Whether something is being drawn."""
        return self._stroke is not None and self._stroke.is_open

    # What tools do

    @property
    def document(self) -> MapDocument:
        """The open map; tools are only called while there is one."""
        document = self.bench.document
        assert document is not None, "no gesture reaches a tool without a map"
        return document

    @property
    def plan(self) -> MapPlan:
        return self.document.plan

    @property
    def ink(self) -> Ink:
        """The ink of its group; refuses where none was picked."""
        assert self.ink_group is not None
        ink = self.bench.ink_of(self.ink_group)
        if ink is None:
            raise CannotEdit(message("tool.cannot.no-ink", group=message(f"tool.group.{self.ink_group}")))
        return ink

    def check_locks(self) -> None:
        """Refuse when the layer it changes is locked."""
        if self.layer is not None:
            check_layer(self.bench, self.layer)

    def push(self, change: Change) -> bool:
        """Make a change one entry of the history."""
        check_change(self.bench, change)
        return self.document.push(change)

    def begin(self, label: Message) -> Stroke:
        """Begin to draw something that is seen while it grows."""
        self.check_locks()
        self._stroke = self.document.begin_stroke(label)
        return self._stroke

    def extend(self, change: Change) -> None:
        """Draw some more of it."""
        if self.is_busy and self._stroke is not None:
            check_change(self.bench, change)
            self._stroke.extend(change)

    def take_back(self) -> None:
        """Begin again what is being drawn, as a line does that follows the mouse."""
        if self.is_busy and self._stroke is not None:
            self._stroke.restart(NO_CHANGE)

    def end(self) -> bool:
        """Let it stand; False when nothing was drawn."""
        stroke, self._stroke = self._stroke, None
        return stroke is not None and stroke.finish()
