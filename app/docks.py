"""The panels around the map: each in a dock that can be moved, tabbed, floated and closed, and stays where it was put.

Each mode remembers its arrangement. The usual arrangement is what a newcomer sees, and what Reset brings back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QTabBar, QToolBar

from app.modes import Mode
from app.panel_arrangement import PanelArrangement, arrange_as, arrangement_of
from app.panel_dock import PanelDock
from app.panel_shelf import ALL_PANELS, PanelSlot, make_panels
from editor.panels.panel import Panel

if TYPE_CHECKING:
    from app.window import MainWindow

LAYOUT_VERSION = 5
"""Raised when the usual arrangement changes, so that nobody is left with half of the old one."""
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BELOW, _NOWHERE = Qt.DockWidgetArea.BottomDockWidgetArea, Qt.DockWidgetArea.NoDockWidgetArea
_WIDTHS = {_LEFT: 236, _RIGHT: 268}
_TAB_AIR = 26
_WIDER = {_LEFT: 270, _RIGHT: 320}
"""For the designer, whose panels have more to say than the map they stand beside."""
_MOST_OF_WIDTH, _MOST_OF_HEIGHT = 0.26, 0.35
"""Of a small window no side takes more than this, so that the map keeps about half of it."""


class Docks(QObject):
    """All docks of the window."""

    bared = Signal(bool)
    """All panels were hidden for the map alone, or are shown again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._full: PanelArrangement | None = None
        """The arrangement to come back to while all panels are hidden."""
        self._is_laid = False
        """Whether the places of the last session were given back."""
        self.panels: dict[str, Panel] = make_panels(window.designer.desk, window.tools, window.scans, window.revert)
        self.docks: dict[str, QDockWidget] = {name: self._dock(panel) for name, panel in self.panels.items()}
        window.setDockNestingEnabled(True)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, window.tabPosition(_LEFT).North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        window.addDockWidget(_RIGHT, window.dock)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tabs keep their whole titles; where they are too many, arrows lead to the others."""
        if event.type() is QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            tabs = event.child()
            if isinstance(tabs, QTabBar):
                tabs.setElideMode(Qt.TextElideMode.ElideNone)
                tabs.setUsesScrollButtons(True)
        return super().eventFilter(watched, event)

    def _dock(self, panel: Panel) -> QDockWidget:
        return PanelDock(panel.title, f"{panel.name}-dock", panel, panel.about, self._window)

    # What is remembered

    def remember(self) -> None:
        """Keep the arrangement of the present mode."""
        window = self._window
        window.settings.setValue("geometry", window.saveGeometry())
        window.settings.setValue("layout", window.saveState(LAYOUT_VERSION))
        kept = self._full if self._full is not None else arrangement_of(self._window, self._all())
        window.settings.setValue(f"panels-{window.mode}", kept.as_text())

    def restore(self) -> None:
        """Bring back the arrangement of the present mode, or the usual one where none was kept."""
        window, mode = self._window, self._window.mode
        kept = PanelArrangement.from_text(window.settings.value(f"panels-{mode}"))
        if not self._is_laid:
            self._is_laid = True
            geometry, layout = window.settings.value("geometry"), window.settings.value("layout")
            if isinstance(geometry, QByteArray):
                window.restoreGeometry(geometry)
            if not (isinstance(layout, QByteArray) and window.restoreState(layout, LAYOUT_VERSION)):
                kept = None
        self._show_bare(None)
        self._make_room()
        if kept is None or not self._stands(kept):
            self.reset()
            self._raise_first()
        else:
            arrange_as(window, self._all(), kept)
        for dock in self._foreign(mode):
            dock.hide()
        if mode is Mode.PLAY:
            window.play.show_docks()
        self._show_bars()

    def _stands(self, kept: PanelArrangement) -> bool:
        """Whether the window knows where the panels of an arrangement are."""
        window = self._window
        return all(
            window.dockWidgetArea(dock) is not _NOWHERE for dock in self._all() if dock.objectName() in kept.seen
        )

    def _show_bars(self) -> None:
        window = self._window
        box, bar = window.findChild(QToolBar, "toolbox"), window.findChild(QToolBar, "main-bar")
        if isinstance(box, QToolBar) and isinstance(bar, QToolBar):
            box.setVisible(window.mode is Mode.EDIT and self._full is None)
            bar.show()

    def set_bare(self, bare: bool) -> None:
        """Show the map alone, or the panels again as they stood."""
        if bare is (self._full is not None):
            return
        full = self._full
        self._show_bare(arrangement_of(self._window, self._all()) if bare else None)
        self._make_room()
        self._show_bars()
        if full is not None:
            arrange_as(self._window, self._all(), full)

    def _show_bare(self, full: PanelArrangement | None) -> None:
        """All panels are hidden, and this is how they stood; or they are shown again."""
        self._full = full
        self.bared.emit(full is not None)

    def _make_room(self) -> None:
        """Nothing of the page that is left takes room from the next: neither its panels nor the bars over the map."""
        for dock in self._all():
            dock.hide()
        middle = self._window.centralWidget()
        layout = middle.layout() if middle is not None else None
        if layout is not None:
            layout.activate()

    def reset(self) -> None:
        """The usual arrangement of the present mode."""
        self._show_bare(None)
        for dock in self._all():
            dock.setFloating(False)
            dock.hide()
        if self._window.mode.is_authoring:
            self._arrange()
            self._arrange_below()
            self._lay_aside()
        elif self._window.mode is Mode.PLAY:
            self._window.play.arrange()
        else:
            self._window.addDockWidget(_RIGHT, self._window.dock)
            self._window.dock.show()

    def _all(self) -> list[QDockWidget]:
        return [*self.docks.values(), *self._window.play.docks.values(), self._window.dock]

    def _foreign(self, mode: Mode) -> list[QDockWidget]:
        """The docks that have no business in a mode."""
        if mode.is_authoring:
            others = [dock for name, dock in self.docks.items() if not self.is_for(name, mode)]
            return [*others, self._window.dock, *self._window.play.docks.values()]
        return [*self.docks.values(), *(() if mode is Mode.PLAY else self._window.play.docks.values())]

    def is_for(self, name: str, mode: Mode) -> bool:
        """Whether a panel has business in a mode."""
        return mode in (ALL_PANELS[name].mode, ALL_PANELS[name].also)

    def _raise_first(self) -> None:
        """Of panels in tabs, show the first."""
        for slot in PanelSlot:
            first = next((dock for dock in self._in(slot) if not dock.isHidden()), None)
            if first is not None:
                first.raise_()

    def _arrange(self) -> None:
        """Ink and options on the left, what is known of the map on the right, in tabs where they are many."""
        window = self._window
        for area, slots in (
            (_LEFT, (PanelSlot.LEFT_TOP, PanelSlot.LEFT_BOTTOM)),
            (_RIGHT, (PanelSlot.RIGHT_TOP, PanelSlot.RIGHT_BOTTOM)),
        ):
            above: QDockWidget | None = None
            for head in (next(self._in(slot), None) for slot in slots):
                if head is not None:
                    window.addDockWidget(area, head)
                    if above is not None:
                        window.splitDockWidget(above, head, Qt.Orientation.Vertical)
                    above = head
            for slot in slots:
                docks = list(self._in(slot))
                for dock in docks[1:]:
                    window.tabifyDockWidget(docks[0], dock)
                for dock in docks:
                    dock.show()
                if docks:
                    docks[0].raise_()
            first = [dock for slot in slots for dock in list(self._in(slot))[:1]]
            if first:
                widths = _WIDER if window.mode is Mode.DESIGN else _WIDTHS
                wide = max(widths[area], *(self._tabs_width(slot) for slot in slots))
                wide = min(wide, round(window.width() * _MOST_OF_WIDTH))
                window.resizeDocks(first, [wide] * len(first), Qt.Orientation.Horizontal)
                window.resizeDocks(first, [_height(dock) for dock in first], Qt.Orientation.Vertical)

    def _arrange_below(self) -> None:
        """What is wide stands across the foot of the window, in tabs."""
        docks = list(self._in(PanelSlot.BELOW))
        for number, dock in enumerate(docks):
            if number:
                self._window.tabifyDockWidget(docks[0], dock)
            else:
                self._window.addDockWidget(_BELOW, dock)
            dock.show()
        if docks:
            docks[0].raise_()
            high = min(_height(docks[0]), round(self._window.height() * _MOST_OF_HEIGHT))
            self._window.resizeDocks(docks[:1], [high], Qt.Orientation.Vertical)

    def _tabs_width(self, slot: PanelSlot) -> int:
        """The room in which all tabs of a place can be read, in whatever language their titles are."""
        words = self._window.fontMetrics()
        return sum(words.horizontalAdvance(dock.windowTitle()) + _TAB_AIR for dock in self._in(slot))

    def _lay_aside(self) -> None:
        """What is seldom wanted is hidden, but comes up as a tab when it is; so does what stands on another page."""
        window = self._window
        beside = next(self._in(PanelSlot.RIGHT_TOP), None)
        called_up = [dock for name, dock in self.docks.items() if ALL_PANELS[name].also is window.mode]
        homeless = [dock for dock in called_up if window.dockWidgetArea(dock) is _NOWHERE]
        for dock in (*self._in(PanelSlot.ASIDE), *homeless):
            window.addDockWidget(_RIGHT, dock)
            if beside is not None:
                window.tabifyDockWidget(beside, dock)
                beside.raise_()
            dock.hide()

    def _in(self, slot: PanelSlot) -> Iterator[QDockWidget]:
        """The docks of a slot on the present page."""
        mode = self._window.mode
        places = ((ALL_PANELS[name], dock) for name, dock in self.docks.items())
        return (dock for place, dock in places if place.slot is slot and place.mode is mode)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front, for whoever wants to point at something in it."""
        dock = self.docks.get(name)
        if dock is not None:
            dock.show()
            dock.raise_()


def _height(dock: QDockWidget) -> int:
    return ALL_PANELS[dock.objectName().removesuffix("-dock")].height
