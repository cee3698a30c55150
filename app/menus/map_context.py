"""The right-click menu of the map: what can be done with the place or the counter under the pointer.

A game lists its own actions there. While a map or a scenario is worked on, the place under the pointer is selected
first, unless it is part of what is selected already, so that the entries act on what was pointed at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.modes import Mode
from editor.commands.design.setup import unplace_units

if TYPE_CHECKING:
    from app.window import MainWindow


class MapContextMenu(QObject):
    """Makes the menu anew for each click."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.shown: QMenu | None = None
        window.canvas.menu_wanted.connect(self.pop_up)

    def pop_up(self, at: QPoint) -> None:
        """Show the menu for a point of the view."""
        menu = self.menu_at(at)
        if menu is not None:
            self.shown = menu
            menu.popup(self._window.canvas.viewport().mapToGlobal(at))

    def menu_at(self, at: QPoint) -> QMenu | None:
        """The menu for a point of the view; none where a game answers itself, or nothing is open."""
        window = self._window
        if window.opened is None or window.mode is Mode.PLAY:
            return None
        menu = QMenu(window)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._forget)
        key, unit = window.canvas.location_at(at) or "", window.canvas.unit_at(at) or ""
        if key:
            title = menu.addAction(window.place.name(key))
            title.setEnabled(False)
            menu.addSeparator()
        if window.mode is Mode.EDIT:
            self._add_editing(menu, at)
        elif window.mode is Mode.DESIGN:
            self._add_setup(menu, key, unit)
        elif key:
            self._add(menu, self.tr("List the Units Here"), lambda: self._list_units(key))
        view = window.menus.view
        menu.addSeparator()
        menu.addActions([view.fit, view.go_to, view.bare])
        menu.addActions([window.menus.play.go] if window.play.scenario is not None else [])
        return menu

    def _forget(self) -> None:
        self.shown = None

    def _add(self, menu: QMenu, words: str, act: object) -> QAction:
        entry = menu.addAction(words)
        entry.triggered.connect(lambda _=False: act())  # type: ignore[operator]
        return entry

    def _add_editing(self, menu: QMenu, at: QPoint) -> None:
        window, edit = self._window, self._window.menus.edit
        window.tools.select_under(at)
        self._add(menu, self.tr("Show in the Inspector"), lambda: window.docks.show_panel("inspector"))
        menu.addAction(edit.rename)
        menu.addSeparator()
        menu.addActions([edit.cut, edit.copy, edit.paste, edit.duplicate, edit.delete])
        menu.addSeparator()
        menu.addActions([edit.keep])

    def _add_setup(self, menu: QMenu, key: str, unit: str) -> None:
        window, desk = self._window, self._window.designer.desk
        if key:
            desk.point_out(key)
        if unit and unit not in desk.selected_units:
            desk.select_units((unit,))
        units = desk.selected_units
        stack = tuple(counter.unit for counter in window.canvas.counters.stack(key)) if key else ()
        if len(stack) > 1:
            self._add(menu, self.tr("Choose All Units Here"), lambda: desk.select_units(stack))
        hand = window.designer.hand
        set_up = self._add(menu, self.tr("Set Up the Chosen Units Here"), lambda: hand.set_up(units, key))
        set_up.setEnabled(bool(units and key))
        off = self._add(
            menu,
            self.tr("Take the Chosen Units off the Map"),
            lambda: desk.push(lambda design: unplace_units(design, units)),
        )
        off.setEnabled(bool(units))
        found = self._add(menu, self.tr("Show in the Unit Table"), lambda: window.docks.show_panel("units"))
        found.setEnabled(bool(units))

    def _list_units(self, key: str) -> None:
        self._window.choose_place(key)
        self._window.dock.show()
        self._window.dock.raise_()
