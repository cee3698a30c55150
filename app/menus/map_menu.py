"""The Map menu: what is done to the map as a whole, to its sheets and to its numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.dialogs import map_dialogs
from app.menus.entries import entry
from app.modes import Mode, ModeSwitch
from editor.documents.workbench import Workbench
from editor.tools.selection import selection_actions


class MapMenu(QObject):
    """Each entry asks in a dialog what is meant."""

    def __init__(self, menu: QMenu, frame: QWidget, bench: Workbench, modes: ModeSwitch) -> None:
        super().__init__(menu)
        self._frame, self._bench, self._modes = frame, bench, modes
        self._menu = menu
        self.actions: dict[str, QAction] = {}
        self._add(
            "properties",
            self.tr("Map &Properties..."),
            "Ctrl+Alt+P",
            self.tr("The title, the game and the borders of the map"),
            map_dialogs.properties,
        )
        self._add(
            "replace",
            self.tr("Replace &Terrain..."),
            "Ctrl+H",
            self.tr("Turn every hex of one terrain into another"),
            map_dialogs.replacing,
        )
        menu.addSeparator()
        self._build_shape(menu)
        menu.addSeparator()
        self._build_sheets()
        bench.selection_changed.connect(self.refresh)

    def _build_shape(self, menu: QMenu) -> None:
        self._add(
            "resize",
            self.tr("&Resize..."),
            "Ctrl+Alt+Z",
            self.tr("Make a sheet larger or smaller"),
            map_dialogs.resizing,
        )
        self._add(
            "add-lines",
            self.tr("Add Ro&ws or Columns..."),
            "Ctrl+Alt+A",
            self.tr("Add or remove rows and columns at an edge"),
            map_dialogs.adding_lines,
        )
        crop = self.tr("Cut the sheet down to the selected hexes")
        self.actions["crop"] = entry(
            menu,
            self.tr("&Crop to Selection"),
            "Ctrl+Alt+C",
            crop,
            lambda: selection_actions.crop_to_selection(self._bench),
            picture="crop",
        )
        self._add(
            "renumber",
            self.tr("Re&number..."),
            "Ctrl+Alt+N",
            self.tr("Print other numbers in the hexes"),
            map_dialogs.renumbering,
        )

    def _build_sheets(self) -> None:
        for name, text, keys, about, make in (
            (
                "add-sheet",
                self.tr("&Add Sheet or Inset..."),
                "Ctrl+Alt+H",
                self.tr("Lay another sheet beside the map"),
                map_dialogs.adding_sheet,
            ),
            (
                "join",
                self.tr("&Join Sheets..."),
                "Ctrl+Alt+J",
                self.tr("Lay two sheets on one another where they overlap"),
                map_dialogs.joining,
            ),
            (
                "split",
                self.tr("&Split Sheets..."),
                "Ctrl+Alt+X",
                self.tr("Take a joined sheet off the others"),
                map_dialogs.splitting,
            ),
            (
                "link-inset",
                self.tr("&Link an Inset..."),
                "Ctrl+Alt+I",
                self.tr("Let units pass between a hex of an inset and one of the main map"),
                map_dialogs.linking_inset,
            ),
            (
                "remove-sheet",
                self.tr("Re&move Sheet..."),
                "Ctrl+Shift+Del",
                self.tr("Take a sheet away with all that lies on it"),
                map_dialogs.removing_sheet,
            ),
        ):
            self._add(name, text, keys, about, make)

    def _add(
        self,
        name: str,
        text: str,
        keys: str,
        about: str,
        make: Callable[[Workbench, QWidget], map_dialogs.MapForm],
    ) -> None:
        self.actions[name] = entry(self._menu, text, keys, about, lambda: make(self._bench, self._frame).open())

    def refresh(self) -> None:
        """Grey what cannot act on this map."""
        bench = self._bench
        document = bench.document
        edits = self._modes.mode is Mode.EDIT and document is not None
        sheets = len(document.plan.sheets) if document is not None else 0
        joined = bool(document.plan.joins) if document is not None else False
        can = {
            "properties": True,
            "replace": sheets > 0,
            "resize": sheets > 0,
            "add-lines": sheets > 0,
            "crop": bool(bench.selection.cells),
            "renumber": sheets > 0,
            "add-sheet": True,
            "join": sheets > 1,
            "split": joined,
            "link-inset": sheets > 1,
            "remove-sheet": sheets > 1,
        }
        for name, action in self.actions.items():
            action.setEnabled(edits and can[name])
