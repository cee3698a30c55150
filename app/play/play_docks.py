"""The panels of a game in docks around the map: where they usually stand, and which of them a game has a use for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.panel_dock import PanelDock
from app.play.panels.panel_list import GamePanelSlot, PlayPanel
from app.play.panels.when_seen import WhenSeen
from app.play.table import GameTable

_CARDS_HEIGHT, _BARS = 280, 198
"""Pixels that cards take at the foot of a large window, and what all bars take; of a small one the map keeps half."""
_RIGHT, _BELOW = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


class PlayDocks:
    """A dock for each panel; the list of units, which other modes have too, stands with those at the top."""

    def __init__(self, frame: QMainWindow, panels: Mapping[str, PlayPanel], units: QDockWidget) -> None:
        self._frame, self._panels, self._units = frame, panels, units
        self._laid_for: GameTable | None = None
        """The game that the panels were last shown for."""
        self._lent: tuple[QDockWidget, bool, list[QDockWidget]] | None = None
        """A panel that came forward by itself, whether it was hidden before, and what it covered."""
        self.docks: dict[str, QDockWidget] = {name: self._dock(panel) for name, panel in panels.items()}

    def _dock(self, panel: PlayPanel) -> QDockWidget:
        dock = PanelDock(panel.title, f"play-{panel.name}-dock", panel.widget, panel.about, self._frame)
        if panel.slot is GamePanelSlot.BELOW:
            dock.setFeatures(dock.features() | QDockWidget.DockWidgetFeature.DockWidgetVerticalTitleBar)
        return dock

    def _in(self, slot: GamePanelSlot) -> list[QDockWidget]:
        return [self.docks[name] for name, panel in self._panels.items() if panel.slot is slot]

    def arrange(self) -> None:
        """The usual places of the panels: what can be done above, why and what happened below, cards at the foot."""
        frame = self._frame
        tops = [*self._in(GamePanelSlot.RIGHT_TOP), self._units]
        bottoms, below = self._in(GamePanelSlot.RIGHT_BOTTOM), self._in(GamePanelSlot.BELOW)
        frame.addDockWidget(_RIGHT, tops[0])
        frame.addDockWidget(_RIGHT, bottoms[0])
        frame.splitDockWidget(tops[0], bottoms[0], Qt.Orientation.Vertical)
        frame.addDockWidget(_BELOW, below[0])
        for first, *others in (tops, bottoms + self._in(GamePanelSlot.ASIDE), below):
            for dock in others:
                frame.tabifyDockWidget(first, dock)
        for dock in (*tops, *bottoms):
            dock.show()
        for dock in self._in(GamePanelSlot.ASIDE):
            dock.hide()
        frame.resizeDocks([tops[0], bottoms[0]], [300, 300], Qt.Orientation.Horizontal)
        frame.resizeDocks([tops[0], bottoms[0]], [260, 500], Qt.Orientation.Vertical)
        self._size_cards()

    def _size_cards(self) -> None:
        """As high as cards are in a window of this size."""
        high = self._frame.height()
        cards = min(_CARDS_HEIGHT, high // 4, high // 2 - _BARS)
        self._frame.resizeDocks(self._in(GamePanelSlot.BELOW)[:1], [cards], Qt.Orientation.Vertical)

    @property
    def _has_cards(self) -> bool:
        return any(not dock.isHidden() for dock in self._in(GamePanelSlot.BELOW))

    def show_for(self, table: GameTable | None) -> None:
        """Of panels in tabs show the first, and only those that the game has a use for."""
        is_other = table is not self._laid_for
        self._laid_for = table
        had_cards = self._has_cards
        for name, panel in self._panels.items():
            if table is None or not panel.is_wanted(table):
                self.docks[name].hide()
            elif panel.slot is GamePanelSlot.BELOW and (is_other or panel.opens(table)):
                self.docks[name].setVisible(panel.opens(table))
        for slot in (GamePanelSlot.RIGHT_TOP, GamePanelSlot.RIGHT_BOTTOM, GamePanelSlot.BELOW):
            shown = [dock for dock in self._in(slot) if not dock.isHidden()]
            if shown and is_other:
                shown[0].raise_()
        if self._has_cards and not had_cards:
            self._size_cards()  # else they are as high as what the designer has there

    def bring_forward(self, name: str) -> None:
        """Show a panel, before the others of its tabs, with all that it has to say."""
        self.docks[name].show()
        self.docks[name].raise_()
        _catch_up(self._panels[name].widget)

    def lend(self, name: str) -> None:
        """Show a panel for as long as a question is about it."""
        if self._lent is None:
            others = [*self._in(GamePanelSlot.RIGHT_BOTTOM), *self._in(GamePanelSlot.ASIDE)]
            covered = [each for each in others if not each.visibleRegion().isEmpty()]
            self._lent = (self.docks[name], self.docks[name].isHidden(), covered)
        self.bring_forward(name)

    def give_back(self) -> None:
        """Bring back what a panel covered that came forward by itself, unless another was called since."""
        if self._lent is None:
            return
        (dock, was_hidden, covered), self._lent = self._lent, None
        if dock.visibleRegion().isEmpty():
            return
        if was_hidden:
            dock.hide()
        for each in covered:
            if each is not dock and not each.isHidden():
                each.raise_()


def _catch_up(panel: QWidget) -> None:
    """Let a panel that comes to the front say what it put off."""
    for waiting in panel.findChildren(WhenSeen, options=Qt.FindChildOption.FindDirectChildrenOnly):
        waiting.catch_up()
