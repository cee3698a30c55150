"""The panels around the map: each in a dock that can be moved, tabbed, floated and closed, and stays where it was put.

Each mode remembers its arrangement. The usual arrangement is what a newcomer sees, and what Reset brings back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QToolBar

from app.menu_letters import MenuLetters
from app.modes import Mode, ModeSwitch
from app.panel_arrangement import PanelArrangement, arrange_as, arrangement_of
from app.panel_dock import PanelDock
from app.panel_shelf import ALL_PANELS, PanelSlot
from app.play.play_mode import PlayMode
from editor.panels.panel import Panel
from editor.remembered import remembered

LAYOUT_VERSION = 5
"""Raised when the usual arrangement changes, so that nobody is left with half of the old one."""
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BELOW, _NOWHERE = Qt.DockWidgetArea.BottomDockWidgetArea, Qt.DockWidgetArea.NoDockWidgetArea
_WIDTHS = {_LEFT: 236, _RIGHT: 268}
_TAB_AIR = 26
_WIDER = {_LEFT: 290, _RIGHT: 320}
"""For the designer, whose panels have more to say than the map they stand beside."""
_MOST_OF_WIDTH, _MOST_OF_HEIGHT = 0.26, 0.35
"""Of a small window no side takes more than this, so that the map keeps about half of it."""


class Docks(QObject):
    """All docks of a frame: those of the panels given, the list of units, and those that play mode has."""

    bared = Signal(bool)
    """All panels were hidden for the map alone, or are shown again."""

    def __init__(
        self,
        frame: QMainWindow,
        panels: Mapping[str, Panel],
        units: QDockWidget,
        play: PlayMode,
        *,
        modes: ModeSwitch,
        settings: QSettings,
    ) -> None:
        super().__init__(frame)
        self._frame, self.units, self.play = frame, units, play
        self._modes, self._settings = modes, settings
        self._full: PanelArrangement | None = None
        """The arrangement to come back to while all panels are hidden."""
        self._is_laid = False
        """Whether the places of the last session were given back."""
        self.panels = panels
        self.docks: dict[str, QDockWidget] = {name: self._dock(panel) for name, panel in self.panels.items()}
        frame.setDockNestingEnabled(True)
        frame.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, frame.tabPosition(_LEFT).North)
        frame.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        frame.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        frame.addDockWidget(_RIGHT, units)
        frame.installEventFilter(self)
        MenuLetters(frame.menuBar(), (*self.panels.values(), *self._all()), self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tabs keep their whole titles; where they are too many, arrows lead to the others."""
        if event.type() is QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            tabs = event.child()
            if isinstance(tabs, QTabBar):
                tabs.setElideMode(Qt.TextElideMode.ElideNone)
                tabs.setUsesScrollButtons(True)
        return super().eventFilter(watched, event)

    def _dock(self, panel: Panel) -> QDockWidget:
        return PanelDock(panel.title, f"{panel.name}-dock", panel, panel.about, self._frame)

    # What is remembered

    def remember(self) -> None:
        """Keep the arrangement of the present mode."""
        frame, settings = self._frame, self._settings
        settings.setValue("geometry", frame.saveGeometry())
        settings.setValue("layout", frame.saveState(LAYOUT_VERSION))
        kept = self._full if self._full is not None else arrangement_of(self._frame, self._all())
        settings.setValue(f"panels-{self._modes.mode}", kept.as_text())

    def restore(self) -> None:
        """Bring back the arrangement of the present mode, or the usual one where none was kept."""
        frame, mode = self._frame, self._modes.mode
        kept = PanelArrangement.of_data(remembered(self._settings, f"panels-{mode}"))
        if not self._is_laid:
            self._is_laid = True
            geometry, layout = self._settings.value("geometry"), self._settings.value("layout")
            if isinstance(geometry, QByteArray):
                frame.restoreGeometry(geometry)
            if not (isinstance(layout, QByteArray) and frame.restoreState(layout, LAYOUT_VERSION)):
                kept = None
        self._show_bare(None)
        self._make_room()
        if kept is None or not self._stands(kept):
            self.reset()
            self._raise_first()
        else:
            arrange_as(frame, self._all(), kept)
        for dock in self._foreign(mode):
            dock.hide()
        if mode is Mode.PLAY:
            self.play.show_docks()
        self._show_bars()

    def _stands(self, kept: PanelArrangement) -> bool:
        """Whether the window knows where the panels of an arrangement are."""
        frame = self._frame
        return all(frame.dockWidgetArea(dock) is not _NOWHERE for dock in self._all() if dock.objectName() in kept.seen)

    def _show_bars(self) -> None:
        frame = self._frame
        box, bar = frame.findChild(QToolBar, "toolbox"), frame.findChild(QToolBar, "main-bar")
        if isinstance(box, QToolBar) and isinstance(bar, QToolBar):
            box.setVisible(self._modes.mode is Mode.EDIT and self._full is None)
            bar.show()

    def set_bare(self, bare: bool) -> None:
        """Show the map alone, or the panels again as they stood."""
        if bare is (self._full is not None):
            return
        full = self._full
        self._show_bare(arrangement_of(self._frame, self._all()) if bare else None)
        self._make_room()
        self._show_bars()
        if full is not None:
            arrange_as(self._frame, self._all(), full)

    def _show_bare(self, full: PanelArrangement | None) -> None:
        """All panels are hidden, and this is how they stood; or they are shown again."""
        self._full = full
        self.bared.emit(full is not None)

    def _make_room(self) -> None:
        """Nothing of the page that is left takes room from the next: neither its panels nor the bars over the map."""
        for dock in self._all():
            dock.hide()
        middle = self._frame.centralWidget()
        layout = middle.layout() if middle is not None else None
        if layout is not None:
            layout.activate()

    def reset(self) -> None:
        """The usual arrangement of the present mode."""
        self._show_bare(None)
        for dock in self._all():
            dock.setFloating(False)
            dock.hide()
        if self._modes.mode.is_authoring:
            self._arrange()
            self._arrange_below()
            self._lay_aside()
        elif self._modes.mode is Mode.PLAY:
            self.play.arrange()
        elif self._modes.mode is Mode.VIEW:
            self._frame.addDockWidget(_RIGHT, self.units)
            self.units.show()

    def _all(self) -> list[QDockWidget]:
        return [*self.docks.values(), *self.play.docks.values(), self.units]

    def _foreign(self, mode: Mode) -> list[QDockWidget]:
        """The docks that have no business in a mode."""
        if mode.is_authoring:
            others = [dock for name, dock in self.docks.items() if not self.is_for(name, mode)]
            return [*others, self.units, *self.play.docks.values()]
        alone = [self.units] if mode is Mode.START else []
        return [*alone, *self.docks.values(), *(() if mode is Mode.PLAY else self.play.docks.values())]

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
        frame = self._frame
        for slot in PanelSlot:
            for dock in self._in(slot):
                frame.removeDockWidget(dock)  # a dock that is moved into a tab would leave its old place empty
        for area, slots in (
            (_LEFT, (PanelSlot.LEFT_TOP, PanelSlot.LEFT_BOTTOM)),
            (_RIGHT, (PanelSlot.RIGHT_TOP, PanelSlot.RIGHT_BOTTOM)),
        ):
            above: QDockWidget | None = None
            for head in (next(self._in(slot), None) for slot in slots):
                if head is not None:
                    frame.addDockWidget(area, head)
                    if above is not None:
                        frame.splitDockWidget(above, head, Qt.Orientation.Vertical)
                    above = head
            for slot in slots:
                docks = list(self._in(slot))
                for dock in docks[1:]:
                    frame.tabifyDockWidget(docks[0], dock)
                for dock in docks:
                    dock.show()
                if docks:
                    docks[0].raise_()
            first = [dock for slot in slots for dock in list(self._in(slot))[:1]]
            if first:
                widths = _WIDER if self._modes.mode is Mode.DESIGN else _WIDTHS
                wide = max(widths[area], *(self._tabs_width(slot) for slot in slots))
                wide = min(wide, round(frame.width() * _MOST_OF_WIDTH))
                frame.resizeDocks(first, [wide] * len(first), Qt.Orientation.Horizontal)
                frame.resizeDocks(first, [_height(dock) for dock in first], Qt.Orientation.Vertical)

    def _arrange_below(self) -> None:
        """What is wide stands across the foot of the window, in tabs."""
        docks = list(self._in(PanelSlot.BELOW))
        for number, dock in enumerate(docks):
            if number:
                self._frame.tabifyDockWidget(docks[0], dock)
            else:
                self._frame.addDockWidget(_BELOW, dock)
            dock.show()
        if docks:
            docks[0].raise_()
            high = min(_height(docks[0]), round(self._frame.height() * _MOST_OF_HEIGHT))
            self._frame.resizeDocks(docks[:1], [high], Qt.Orientation.Vertical)

    def _tabs_width(self, slot: PanelSlot) -> int:
        """The room in which all tabs of a place can be read, in whatever language their titles are."""
        words = self._frame.fontMetrics()
        return sum(words.horizontalAdvance(dock.windowTitle()) + _TAB_AIR for dock in self._in(slot))

    def _lay_aside(self) -> None:
        """What is seldom wanted is hidden, but comes up as a tab when it is; so does what stands on another page."""
        frame = self._frame
        beside = next(self._in(PanelSlot.RIGHT_BOTTOM), next(self._in(PanelSlot.RIGHT_TOP), None))
        called_up = [dock for name, dock in self.docks.items() if ALL_PANELS[name].also is self._modes.mode]
        homeless = [dock for dock in called_up if frame.dockWidgetArea(dock) is _NOWHERE]
        for dock in (*self._in(PanelSlot.ASIDE), *homeless):
            frame.addDockWidget(_RIGHT, dock)
            if beside is not None:
                frame.tabifyDockWidget(beside, dock)
                beside.raise_()
            dock.hide()

    def _in(self, slot: PanelSlot) -> Iterator[QDockWidget]:
        """The docks of a slot on the present page."""
        mode = self._modes.mode
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
