"""Ways between places: connections of spaces, and the links of an inset, by two clicks or one drag."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QPainterPath

from editor.commands.connections import connect, delete_links, link_inset
from editor.commands.sheets import join_sheets
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.attribute_options import AttributedTool
from editor.tools.options import Option, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import line_path
from engine.core.messages import Message, message
from engine.definitions.plan import Point, cell_of


@dataclass(slots=True)
class ConnectOptions(ToolOptions):
    """Which ways a connection leads, and what follows it."""

    one_way: bool = False
    parallel: bool = False
    chain: bool = False


class PairTool(Tool):
    """Takes two places, clicked one after the other or dragged from one to the other."""

    _first = ""
    _came_by_click = False
    """Whether the first place was clicked before, so that this press is on the second."""

    def place(self, at: Pointer) -> str:
        """The place that a click would take; empty when there is none that fits."""
        return at.key

    @abstractmethod
    def pair(self, first: str, second: str) -> Change:
        """What two places make."""

    def press_beside(self, at: Pointer) -> None:
        """The button went down where no place is."""
        raise CannotEdit(message("tool.cannot.no-place-here"))

    def goes_on(self) -> bool:
        """Whether the second place is the first of the next pair."""
        return False

    @property
    def is_busy(self) -> bool:
        return bool(self._first)

    def press(self, at: Pointer) -> None:
        place = self.place(at)
        self._came_by_click = bool(self._first)
        if not place:
            self.press_beside(at)
        elif not self._first:
            self.check_locks()
            self._first = place
        self.hover(at)

    def move(self, at: Pointer) -> None:
        self.hover(at)

    def release(self, at: Pointer) -> None:
        place = self.place(at)
        if not self._first or not place:
            if not self._came_by_click:
                self.cancel()
            return
        if place == self._first:
            if self._came_by_click:
                self.cancel()
            return
        first, self._first = self._first, place if self.goes_on() else ""
        self.preview.clear()
        self.push(self.pair(first, place))
        self.hover(at)

    def hover(self, at: Pointer) -> None:
        place = self.place(at)
        traces = [PreviewTrace(TraceLook.SNAP, outline) for outline in self._outlines((self._first, place))]
        start = self._centre(self._first)
        if start is not None:
            end = self._centre(place) or at.point
            traces.insert(0, PreviewTrace(TraceLook.LINE, line_path((start, end))))
        self.preview.draw(traces)

    @property
    def can_step_back(self) -> bool:
        return bool(self._first)

    def step_back(self) -> bool:
        return self.cancel()

    def cancel(self) -> bool:
        busy, self._first = self.is_busy, ""
        self.preview.clear()
        return busy

    def forget(self) -> None:
        super().forget()
        self._first = ""

    def map_changed(self) -> None:
        if self._first and not self.plan.has_place(self._first):
            self.cancel()

    def _outlines(self, places: Sequence[str]) -> list[QPainterPath]:
        picture = self.bench.canvas.picture
        return [outline for place in places if place and (outline := picture.outline(place)) is not None]

    def _centre(self, place: str) -> Point | None:
        return self.bench.canvas.picture.index.centre(place) if place else None


class ConnectTool(PairTool, AttributedTool):
    """Connects spaces with the kind in hand; a click on a connection picks it, with Alt takes it away."""

    name = "connect"
    group = ToolGroup.SPACES
    shortcut = "J"
    ink_group = InkGroup.CONNECTIONS
    layer = EditLayer.SPACES
    picks_with_alt = False
    options: ConnectOptions

    @property
    def title(self) -> str:
        return self.tr("Connect")

    @property
    def tip(self) -> str:
        return self.tr("Connect two places by clicking or dragging")

    @property
    def hint(self) -> Message:
        return message("tool.hint.connect-second" if self.is_busy else "tool.hint.connect")

    def make_options(self) -> ConnectOptions:
        return ConnectOptions()

    def own_options(self) -> Sequence[Option]:
        one_way, again = self.tr("It leads only from the first place to the second"), self.tr("The next begins there")
        beside = self.tr("Allow a second of the same kind between the same two places")
        return (
            Option("one_way", OptionKind.BOOL, self.tr("One way"), one_way),
            Option("parallel", OptionKind.BOOL, self.tr("Parallel"), beside),
            Option("chain", OptionKind.BOOL, self.tr("Chain"), again),
        )

    def pair(self, first: str, second: str) -> Change:
        options = self.options
        return connect(
            self.plan,
            first,
            second,
            self.ink.id,
            one_way=options.one_way,
            parallel=options.parallel,
            attributes=self.attributes(),
            contents=self.document.contents,
        )

    def goes_on(self) -> bool:
        return self.options.chain

    def press(self, at: Pointer) -> None:
        link = self.bench.canvas.picture.spaces.link_at(*at.point)
        on_place = at.key in self.plan.spaces or at.key in self.plan.boxes
        if link is not None and not on_place and not self._first:
            if at.held.alt:
                self.check_locks()
                self.push(delete_links(self.plan, (link,), contents=self.document.contents))
            else:
                self.bench.pick(Picked(Part.LINK, link))
            self._came_by_click = True
            return
        super().press(at)


class _HexPair(PairTool):
    """Takes two hexes."""

    group = ToolGroup.SHAPE

    def place(self, at: Pointer) -> str:
        return "" if at.cell is None else at.cell.key

    def press_beside(self, at: Pointer) -> None:
        raise CannotEdit(message("tool.cannot.no-hex-here"))


class InsetLink(_HexPair):
    """Lets a hex of an inset and one of the main map lead to each other."""

    name = "inset-link"
    shortcut = "Shift+L"
    layer = EditLayer.SPACES

    @property
    def title(self) -> str:
        return self.tr("Link Inset")

    @property
    def tip(self) -> str:
        return self.tr("Link a hex of an inset with one of the main map")

    @property
    def hint(self) -> Message:
        return message("tool.hint.inset-second" if self.is_busy else "tool.hint.inset-link")

    def pair(self, first: str, second: str) -> Change:
        one, other = cell_of(first), cell_of(second)
        assert one is not None
        assert other is not None
        return link_inset(self.plan, one, other, contents=self.document.contents)


class JoinSheets(_HexPair):
    """Lays two sheets on one another so that the two hexes clicked are one."""

    name = "join-sheets"
    shortcut = "Shift+J"
    layer = EditLayer.TERRAIN

    @property
    def title(self) -> str:
        return self.tr("Join Sheets")

    @property
    def tip(self) -> str:
        return self.tr("Join two sheets by clicking the same hex on both")

    @property
    def hint(self) -> Message:
        return message("tool.hint.join-second" if self.is_busy else "tool.hint.join-sheets")

    def pair(self, first: str, second: str) -> Change:
        one, other = cell_of(first), cell_of(second)
        assert one is not None
        assert other is not None
        return join_sheets(self.plan, one, other)
