"""A hand at the workbench: a real map in a real file on a real canvas, and gestures in terms of the board.

Every gesture is a mouse or key event sent to the canvas, never a call of the tool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.canvas import MapCanvas
from editor.documents.map_document import MapDocument
from editor.documents.workbench import EditLayer, Ink, InkGroup, LayerState, Workbench
from editor.tools.tool import Tool
from editor.tools.toolbox import ToolController
from engine.core.messages import Message
from engine.definitions.palette import AttributeKind, BoxSwatch, FeatureSwatch, LineSwatch, Palette, TerrainSwatch
from engine.definitions.plan import MapPlan
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
NONE = Qt.KeyboardModifier.NoModifier
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton

PALETTE = Palette(
    id="tools",
    terrain=tuple(TerrainSwatch(id=name, name=name.title()) for name in ("clear", "forest", "hills", "sea")),
    features=(
        FeatureSwatch(id="city", name="City", icon="city", attributes={"value": AttributeKind.INTEGER}),
        FeatureSwatch(id="port", name="Port", icon="port"),
    ),
    sides=(
        LineSwatch(id="river", name="River", attributes={"wide": AttributeKind.FLAG}),
        LineSwatch(id="wall", name="Wall"),
    ),
    paths=(LineSwatch(id="rail", name="Railway"), LineSwatch(id="road", name="Road")),
    connections=(LineSwatch(id="regular", name="Regular"), LineSwatch(id="sea", name="Sea")),
    boxes=(BoxSwatch(id="box", name="Box"),),
)


class Hand:
    """What a person does with the canvas."""

    def __init__(self, folder: Path, plan: MapPlan) -> None:
        self.path = folder / "work.redoubt"
        self.store = Store.create(self.path, Contents().add(plan))
        self.plan = self.store.contents.maps[plan.id]
        self.canvas = MapCanvas(self.plan, PALETTE)
        self.canvas.resize(1000, 800)
        self.canvas.show()
        self.canvas.fit()
        self.document = MapDocument(self.store, self.plan, PALETTE, catalogue())
        self.bench = Workbench(self.canvas)
        self.controller = ToolController(self.bench)
        self.bench.set_document(self.document)
        self.controller.set_active(True)
        self.said: list[Message] = []
        self.bench.reported.connect(self.said.append)

    def close(self) -> None:
        """Leave the file; whoever opens it next finds the map as it was left."""
        self.bench.set_document(None)
        self.canvas.close()
        self.canvas.deleteLater()
        QApplication.sendPostedEvents(self.canvas, QEvent.Type.DeferredDelete)
        self.store.close()
        with Store(self.path) as again:
            assert again.contents.maps[self.plan.id] == self.plan

    # What is in hand

    def take(self, tool: str, kind: str = "", group: InkGroup | None = None) -> Tool:
        """Take a tool in hand, and an ink of its group."""
        found = self.controller.tools[tool]
        group = group or found.ink_group
        if kind and group is not None:
            self.bench.set_ink(Ink(group, kind))
        self.bench.set_tool(tool)
        return found

    def lock(self, layer: EditLayer) -> None:
        self.bench.set_layers(self.bench.layers.with_state(layer, LayerState(locked=True)))

    # Where things are

    def hex(self, col: int, row: int, sheet: str = "main") -> QPointF:
        """The middle of a hex, in the view."""
        return self.at(*self.canvas.picture.sheet(sheet).lattice.centre(col, row))

    def side(self, col: int, row: int, direction: int, sheet: str = "main") -> QPointF:
        """The middle of a hexside, in the view."""
        lattice = self.canvas.picture.sheet(sheet).lattice
        x, y = lattice.centre(col, row)
        return self.at(x + float(lattice.midpoints[direction][0]), y + float(lattice.midpoints[direction][1]))

    def corner(self, col: int, row: int, number: int, sheet: str = "main") -> QPointF:
        """A corner of a hex, a little inside it, in the view."""
        lattice = self.canvas.picture.sheet(sheet).lattice
        x, y = lattice.centre(col, row)
        return self.at(x + 0.93 * float(lattice.corners[number][0]), y + 0.93 * float(lattice.corners[number][1]))

    def at(self, x: float, y: float) -> QPointF:
        """A point of the map plane, in the view."""
        return self.canvas.viewportTransform().map(QPointF(x, y))

    # Gestures

    def press(self, at: QPointF, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self._send(QEvent.Type.MouseButtonPress, at, button, button, held)

    def move(self, at: QPointF, held: Qt.KeyboardModifier = NONE, buttons: Qt.MouseButton = LEFT) -> None:
        self._send(QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton, buttons, held)

    def hover(self, at: QPointF, held: Qt.KeyboardModifier = NONE) -> None:
        self.move(at, held, Qt.MouseButton.NoButton)

    def release(self, at: QPointF, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self._send(QEvent.Type.MouseButtonRelease, at, button, Qt.MouseButton.NoButton, held)

    def click(self, at: QPointF, held: Qt.KeyboardModifier = NONE) -> None:
        self.press(at, held)
        self.release(at, held)

    def double_click(self, at: QPointF, held: Qt.KeyboardModifier = NONE) -> None:
        """The four events that a double click is."""
        self.click(at, held)
        self._send(QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT, held)
        self.release(at, held)

    def drag(self, *points: QPointF, held: Qt.KeyboardModifier = NONE) -> None:
        """Press at the first point, go straight through the others, let go at the last."""
        self.press(points[0], held)
        for point in points[1:]:
            self.move(point, held)
        self.release(points[-1], held)

    def key(self, code: Qt.Key, held: Qt.KeyboardModifier = NONE, text: str = "") -> None:
        QApplication.sendEvent(self.canvas, QKeyEvent(QEvent.Type.KeyPress, code, held, text))
        QApplication.sendEvent(self.canvas, QKeyEvent(QEvent.Type.KeyRelease, code, held, text))

    def _send(
        self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, buttons: Qt.MouseButton, held: Qt.KeyboardModifier
    ) -> None:
        view = self.canvas.viewport()
        everywhere = QPointF(view.mapToGlobal(QPoint(round(at.x()), round(at.y()))))
        QApplication.sendEvent(view, QMouseEvent(kind, at, everywhere, button, buttons, held))

    # What came of it

    @property
    def entries(self) -> int:
        """How many entries the history has."""
        return self.document.undo_stack.count()

    def stored(self) -> MapPlan:
        """The map as the rows of the file have it."""
        return self.store.read().maps[self.plan.id]

    @contextmanager
    def one_entry(self) -> Iterator[None]:
        """What is done inside is one entry: undone it leaves the map as it was, redone as it became, so in the file."""
        before, entries = self.plan.copy(), self.entries
        yield
        assert self.said == []
        assert self.entries == entries + 1
        after = self.plan.copy()
        assert after != before
        assert self.stored() == after
        self.document.undo_stack.undo()
        assert self.plan == before
        assert self.stored() == before
        self.document.undo_stack.redo()
        assert self.plan == after
        assert self.stored() == after

    @contextmanager
    def no_trace(self) -> Iterator[None]:
        """What is done inside leaves the map, the history and the file as they were, and nothing on the screen."""
        before, entries = self.plan.copy(), self.entries
        yield
        assert self.plan == before
        assert self.entries == entries
        assert self.stored() == before
        assert self.document.stroke is None

    def refuses(self, layer: EditLayer, gesture: Callable[[], object]) -> None:
        """With a layer locked a gesture does nothing, and the status line says why."""
        self.lock(layer)
        with self.no_trace():
            gesture()
        assert [said.key for said in self.said] == ["tool.cannot.locked"]
        assert self.said[0].args["layer"] == Message(f"tool.layer.{layer}")


def rail(hand: Hand, *hexes: tuple[int, int]) -> None:
    """Lay a railway from hex to hex."""
    hand.take("line", "rail")
    for each in hexes:
        hand.click(hand.hex(*each))
    hand.key(Qt.Key.Key_Return)
