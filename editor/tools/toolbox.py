"""All tools in their order, and who hands the mouse and the keys to the one in use.

The controller stands between the canvas and the tools: it turns events into board terms, keeps the keys that all
tools share (Esc, Enter, Backspace, the brush size, Ctrl for the eyedropper), and says in the status line why a gesture
did nothing. Moving about on the map stays with the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.selection import Combine
from editor.refusal import CannotEdit
from editor.tools.brushes.eraser import Eraser
from editor.tools.brushes.eyedropper import Eyedropper
from editor.tools.brushes.fill_tools import FloodFill, ReplaceTerrain
from editor.tools.brushes.hexside_brush import HexsideBrush
from editor.tools.brushes.inks import ink_at
from editor.tools.brushes.print_terrain import PrintTerrain
from editor.tools.brushes.region_brush import RegionBrush
from editor.tools.brushes.shape_tools import CellBrush, CropTool
from editor.tools.brushes.terrain_brush import TerrainBrush
from editor.tools.brushes.terrain_shapes import TerrainLine, TerrainPolygon, TerrainRectangle
from editor.tools.lines.connect_tool import ConnectTool, InsetLink, JoinSheets
from editor.tools.lines.hexside_path import HexsidePath
from editor.tools.lines.line_tool import LineTool
from editor.tools.options import OptionValue
from editor.tools.places.name_field import Naming
from editor.tools.places.outline_tool import OutlineTool
from editor.tools.places.place_tool import PlaceTool
from editor.tools.places.sheet_tool import SheetTool
from editor.tools.places.space_tool import BoxTool, SpaceTool
from editor.tools.places.text_tool import TextTool
from editor.tools.pointer_probe import picked_under
from editor.tools.preview import Preview
from editor.tools.selection.move_tool import MoveSelection
from editor.tools.selection.select_tools import SelectLasso, SelectRectangle, SelectRegion, SelectTerrain, place_at
from editor.tools.selection.selection_outline import SelectionOutline
from editor.tools.selection.stamp_tool import StampTool
from editor.tools.tool import Held, Pointer, Tool

TOOLS: Final[tuple[type[Tool], ...]] = (
    SelectRectangle,
    SelectLasso,
    SelectTerrain,
    SelectRegion,
    MoveSelection,
    StampTool,
    TerrainBrush,
    Eraser,
    TerrainLine,
    TerrainRectangle,
    TerrainPolygon,
    FloodFill,
    ReplaceTerrain,
    PrintTerrain,
    Eyedropper,
    HexsideBrush,
    HexsidePath,
    LineTool,
    PlaceTool,
    TextTool,
    RegionBrush,
    SpaceTool,
    ConnectTool,
    BoxTool,
    OutlineTool,
    CropTool,
    CellBrush,
    SheetTool,
    InsetLink,
    JoinSheets,
)
"""Every tool, as the palette lists them."""

_OF_DRAWING: Final = (
    Qt.Key.Key_Escape,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Backspace,
    Qt.Key.Key_Delete,
)
_PICKING = Qt.CursorShape.PointingHandCursor


class ToolController(QObject):
    """Routes what happens on the canvas to the tool in hand while editing."""

    options_changed = Signal(str)
    """The options of the tool of this name are others, or have other values."""
    hint_changed = Signal(object)
    """A `Message`: what can be done with the tool in hand now."""

    def __init__(self, bench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bench = bench
        self.canvas = bench.canvas
        self.preview = Preview(lambda: self.canvas.style_shown.dark)
        self.outline = SelectionOutline(bench)
        for item in (self.outline, self.preview):
            self.canvas.scene().addItem(item)
        self.tools: dict[str, Tool] = {tool.name: tool(bench, self.preview) for tool in TOOLS}
        self.naming = Naming(bench, self)
        self._tool: Tool | None = None
        self._document: MapDocument | None = None
        self._is_active = False
        self._is_down = False
        self._is_picking = False
        self._is_acting = False
        """Whether the tool itself is at work: what changes the map now is its own doing."""
        self._last: QPointF | None = None
        self._held = Held()
        bench.tool_changed.connect(self._change_tool)
        bench.document_changed.connect(self._change_document)
        bench.ink_changing.connect(self._settle)
        bench.ink_changed.connect(self._tell_options)
        bench.brush_changed.connect(self._show_again)
        bench.selection_changed.connect(self.outline.renew)
        bench.clipboard_changed.connect(self._show_again)
        self.canvas.zoomed.connect(self._follow_zoom)
        self.canvas.installEventFilter(self)
        self._follow_zoom()
        self._change_document()
        self._change_tool(bench.tool)

    # Being in use

    @property
    def tool(self) -> Tool | None:
        """The tool in hand."""
        return self._tool

    @property
    def is_active(self) -> bool:
        """Whether gestures on the canvas are the tools'."""
        return self._is_active

    def set_active(self, active: bool) -> None:
        """Take the canvas in hand, as edit mode does, or let go of it."""
        if active == self._is_active:
            return
        self._is_active = active
        if active:
            self.canvas.event_target = self
            self._take_up()
        else:
            self._put_away()
            if self.canvas.event_target is self:
                self.canvas.event_target = None
            self.canvas.set_resting_cursor(None)
        self.outline.setVisible(active)

    def set_option(self, name: str, option: str, value: OptionValue) -> bool:
        """Set an option of a tool, for the panel that shows them."""
        done = self.tools[name].set_option(option, value)
        if done:
            self.options_changed.emit(name)
            self._show_again()
            self._tell_hint()
        return done

    def cancel(self) -> bool:
        """What Esc does, for a menu entry too."""
        done = self._tool is not None and self._tool.cancel()
        self._is_down = False
        self._tell_hint()
        return done

    def _change_tool(self, name: str) -> None:
        self._put_away()
        before = "" if self._tool is None else self._tool.name
        self._tool = self.tools.get(name)
        if before != Eyedropper.name:
            self._take_its_ink()
        if self._is_active:
            self._take_up(before)
        self.options_changed.emit(name)

    def _take_its_ink(self) -> None:
        """What the tool lays is in hand now, and the eraser takes away next; the eyedropper leaves what it picked."""
        group = self._tool.ink_group if self._tool is not None else None
        ink = self.bench.ink_of(group) if group is not None else None
        if ink is not None and ink != self.bench.ink:
            self.bench.set_ink(ink)

    def _take_up(self, before: str = "") -> None:
        tool = self._tool
        if tool is not None and self.bench.document is not None:
            self._guarded(lambda: tool.activate(before))
        self._show_cursor()
        self._tell_hint()

    def _put_away(self) -> None:
        self.naming.finish()
        if self._tool is not None and self.bench.document is not None:
            self._guarded(self._tool.deactivate)
        self._is_down = self._is_picking = False
        self.preview.clear()

    def _settle(self) -> None:
        if self._tool is not None and self._is_active and self.bench.document is not None:
            self._guarded(self._tool.settle)

    def _change_document(self) -> None:
        if self._document is not None:
            self._document.undo_stack.indexChanged.disconnect(self._map_changed)
            self._document.history.changing.disconnect(self._drop_drag)
            self._document.changed.disconnect(self.outline.follow)
        self.preview.clear()
        self.naming.drop()
        self._is_down = self._is_picking = False
        self._document = self.bench.document
        for tool in self.tools.values():
            tool.forget()
        if self._document is not None:
            self._document.undo_stack.indexChanged.connect(self._map_changed)
            self._document.history.changing.connect(self._drop_drag)
            self._document.changed.connect(self.outline.follow)
            if self._is_active:
                self._take_up()
        self.outline.renew()

    def _drop_drag(self) -> None:
        """Somebody else is about to change the map while the button is down: no drag goes on over another map."""
        if self._tool is None or not self._is_down or self._is_acting:
            return
        self._is_down = self._is_picking = False
        self._guarded(self._tool.drop_drag)
        self._tell_hint()

    def _map_changed(self, _index: int) -> None:
        if self._tool is not None and self._is_active:
            self._guarded(self._tool.map_changed)
            self._tell_hint()

    def _follow_zoom(self) -> None:
        pixel = 1 / self.canvas.transform().m11()
        self.preview.set_pixel(pixel)
        self.outline.set_pixel(pixel)

    def _tell_options(self) -> None:
        if self._tool is not None:
            self.options_changed.emit(self._tool.name)
            self._show_again()

    def _tell_hint(self) -> None:
        if self._tool is not None and self._is_active:
            self.hint_changed.emit(self._tool.hint)

    def _show_cursor(self) -> None:
        if self._tool is not None and self._is_active:
            self.canvas.set_resting_cursor(_PICKING if self._would_pick(self._held) else self._tool.cursor)

    def _show_again(self) -> None:
        """The preview would be another now, though the pointer has not moved."""
        tool = self._tool
        if tool is not None and self._is_active and self._last is not None and not self._is_down:
            self._hover(tool, self._pointer(self._last, self._held))

    # Events

    def mouse_pressed(self, event: QMouseEvent) -> bool:
        self.naming.finish()
        tool = self._tool_for(event.button())
        if tool is None:
            return self._is_down
        if self._is_down:
            self._let_go(tool, event)
        at = self._at(event)
        self._is_down = True
        self._is_picking = self._would_pick(at.held)
        if self._is_picking:
            self._guarded(lambda: self._pick_ink(tool, at))
        else:
            self._guarded(lambda: tool.press(at))
        self._tell_hint()
        return True

    def mouse_moved(self, event: QMouseEvent) -> bool:
        tool = self._tool
        if tool is None or self.bench.document is None:
            return False
        at = self._at(event)
        if self._is_down and not event.buttons() & Qt.MouseButton.LeftButton:
            self._let_go(tool, event)
        if not self._is_down:
            if self._would_pick(at.held):
                self.preview.clear()
            else:
                self._hover(tool, at)
        elif not self._is_picking:
            self._guarded(lambda: tool.move(at))
        return True

    def mouse_released(self, event: QMouseEvent) -> bool:
        tool = self._tool_for(event.button())
        if tool is None or not self._is_down:
            return False
        self._let_go(tool, event)
        return True

    def mouse_double_clicked(self, event: QMouseEvent) -> bool:
        tool = self._tool_for(event.button())
        if tool is None:
            return False
        if tool.double_click_presses:
            return self.mouse_pressed(event)
        at = self._at(event)
        self._is_down = True
        self._is_picking = False
        self._guarded(lambda: tool.double_click(at))
        self._tell_hint()
        return True

    def mouse_left(self) -> None:
        self._last = None
        if self._tool is not None and self.bench.document is not None:
            self._tool.leave()

    def key_pressed(self, event: QKeyEvent) -> bool:
        tool = self._tool
        if tool is None or self.bench.document is None:
            return False
        key, held = Qt.Key(event.key()), _held(event.modifiers())
        if key in (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Shift):
            self._hold(_with_key(held, key, down=True))
            return False
        acts: dict[Qt.Key, Callable[[], bool]] = {
            Qt.Key.Key_Escape: self.cancel,
            Qt.Key.Key_Return: tool.finish,
            Qt.Key.Key_Enter: tool.finish,
            Qt.Key.Key_Backspace: tool.step_back,
            Qt.Key.Key_BracketLeft: lambda: self._resize(-1),
            Qt.Key.Key_BracketRight: lambda: self._resize(+1),
        }
        takes_back = event.matches(QKeySequence.StandardKey.Undo)
        act = tool.step_back if takes_back else acts.get(key, lambda: tool.key(key, held))
        taken = self._guarded(act) is not False
        self._tell_hint()
        return taken

    def key_released(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Shift):
            self._hold(_with_key(_held(event.modifiers()), key, down=False))
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that end or mend what is being drawn come here even where a menu has them as well."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_active:
            tool = self._tool
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if tool is not None and tool.is_busy and plain and Qt.Key(event.key()) in _OF_DRAWING:
                event.accept()
                return True
            if tool is not None and tool.can_step_back and event.matches(QKeySequence.StandardKey.Undo):
                event.accept()
                return True
            chords = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
            if tool is not None and not event.modifiers() & chords and tool.wants_key(Qt.Key(event.key())):
                event.accept()
                return True
        return super().eventFilter(watched, event)

    # Between events and tools

    def _tool_for(self, button: Qt.MouseButton) -> Tool | None:
        if self.bench.document is None or button != Qt.MouseButton.LeftButton:
            return None
        return self._tool

    def _at(self, event: QMouseEvent) -> Pointer:
        self._last = event.position()
        held = _held(event.modifiers())
        self._hold(held)
        return self._pointer(self._last, held)

    def select_under(self, point: QPoint) -> None:
        """Pick the lettering under a point of the view, or select the place there.

        A place that is part of what is selected already leaves the selection as it is. What was picked elsewhere is
        let go of, so that whatever is done next is done to what was pointed at.
        """
        document, bench = self.bench.document, self.bench
        if document is None:
            return
        at = self._pointer(QPointF(point), _held(Qt.KeyboardModifier.NoModifier))
        found = place_at(document.plan, at)
        if found and found.combined(bench.selection, Combine.INTERSECT) != found:
            bench.select(found)
        bench.pick(picked_under(bench, document, at))

    def _pointer(self, at: QPointF, held: Held) -> Pointer:
        point = self.canvas.plane_point(at)
        key = self.canvas.picture.key_at(point.x(), point.y()) or ""
        document = self.bench.document
        assert document is not None
        return Pointer(document.plan, (point.x(), point.y()), key, held, 1 / self.canvas.transform().m11())

    def _hold(self, held: Held) -> None:
        if held != self._held:
            self._held = held
            self._show_cursor()
            if self._would_pick(held) and not self._is_down:
                self.preview.clear()

    def _would_pick(self, held: Held) -> bool:
        """Whether a click would take up the ink under the pointer."""
        tool = self._tool
        if tool is None or tool.ink_group is None or tool.is_busy:
            return False
        return held.ctrl or (held.alt and tool.picks_with_alt)

    def _let_go(self, tool: Tool, event: QMouseEvent) -> None:
        at = self._at(event)
        self._is_down = False
        if not self._is_picking:
            self._guarded(lambda: tool.release(at))
        self._is_picking = False
        self._tell_hint()

    def _resize(self, by: int) -> bool:
        if self._tool is None or not self._tool.has_brush:
            return False
        self.bench.set_brush(self.bench.brush + by)
        return True

    def _guarded(self, act: Callable[[], bool | None]) -> bool | None:
        """Let a tool act; what it refuses is taken back whole and said in the status line."""
        was_acting, self._is_acting = self._is_acting, True
        try:
            return act()
        except CannotEdit as bad:
            if self._tool is not None:
                self._tool.refused()
            self.bench.refuse(bad)
            return None
        finally:
            self._is_acting = was_acting

    def _hover(self, tool: Tool, at: Pointer) -> None:
        """Let a tool show what a click would do; where it would be refused nothing is shown, and nothing said yet."""
        try:
            tool.hover(at)
        except CannotEdit:
            self.preview.clear()

    def _pick_ink(self, tool: Tool, at: Pointer) -> None:
        self.bench.set_ink(ink_at(self.bench, at, tool.ink_group))


def _held(modifiers: Qt.KeyboardModifier) -> Held:
    keys = Qt.KeyboardModifier
    return Held(
        bool(modifiers & keys.ShiftModifier), bool(modifiers & keys.ControlModifier), bool(modifiers & keys.AltModifier)
    )


def _with_key(held: Held, key: Qt.Key, *, down: bool) -> Held:
    """What is held once a key itself has gone down or up; the event still tells of before."""
    match key:
        case Qt.Key.Key_Control:
            return held._replace(ctrl=down)
        case Qt.Key.Key_Alt:
            return held._replace(alt=down)
        case _:
            return held._replace(shift=down)
