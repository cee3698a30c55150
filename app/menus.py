"""The menus of the main window, and nothing in them that does nothing.

Entries that cannot act now are greyed: there are no recent files, or the open file holds only one scenario.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.actions import entry
from app.application import NAME
from engine.rulesets.library import bundled_scenarios

if TYPE_CHECKING:
    from app.window import MainWindow


class Menus(QObject):
    """File, View and Help."""

    def __init__(self, window: MainWindow, *, numbers: bool) -> None:
        super().__init__(window)
        self._window = window
        self._build_file()
        self._build_view(numbers=numbers)
        self._build_help()
        self.refresh()

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(title)
        menu.setToolTipsVisible(True)
        return menu

    def _build_file(self) -> None:
        window, keys = self._window, QKeySequence.StandardKey
        menu = self._menu(self.tr("&File"))
        entry(menu, self.tr("&Open..."), keys.Open, self.tr("Open a project, a scenario or a map"), window.ask_open)
        folder_help = self.tr("Open the folder of a scenario")
        entry(menu, self.tr("Open &Folder..."), "Ctrl+Shift+O", folder_help, window.ask_open_folder)
        self.examples = menu.addMenu(self.tr("Open &Example"))
        self.recent = menu.addMenu(self.tr("&Recent Files"))
        self.scenarios = menu.addMenu(self.tr("&Scenario"))
        for sub, fill in (
            (self.examples, self._fill_examples),
            (self.recent, self._fill_recent),
            (self.scenarios, self._fill_scenarios),
        ):
            sub.setToolTipsVisible(True)
            sub.aboutToShow.connect(fill)
        menu.addSeparator()
        export_help = self.tr("Save the whole map as a picture")
        self.export = entry(menu, self.tr("Export &Picture..."), "Ctrl+E", export_help, window.ask_export)
        menu.addSeparator()
        entry(menu, self.tr("&Quit"), "Ctrl+Q", self.tr("Leave the program"), window.close)

    def _build_view(self, *, numbers: bool) -> None:
        window, canvas = self._window, self._window.canvas
        menu = self._menu(self.tr("&View"))
        entry(menu, self.tr("Zoom &In"), "Ctrl++", self.tr("Show the map larger"), canvas.zoom_in)
        entry(menu, self.tr("Zoom &Out"), "Ctrl+-", self.tr("Show the map smaller"), canvas.zoom_out)
        entry(menu, self.tr("&Fit Map"), "Ctrl+0", self.tr("Show all of the map"), canvas.fit)
        full = self.tr("Show the map at 100 %")
        entry(menu, self.tr("&Actual Size"), "Ctrl+1", full, lambda: canvas.set_zoom(1.0))
        menu.addSeparator()
        self.numbers = entry(
            menu,
            self.tr("Hex &Numbers"),
            "Ctrl+Shift+N",
            self.tr("Print the numbers in the hexes"),
            window.show_numbers,
            checked=numbers,
        )
        self.counters = entry(
            menu,
            self.tr("&Counters"),
            "Ctrl+Shift+C",
            self.tr("Show the counters on the map"),
            window.show_counters,
            checked=True,
        )
        self.units = entry(
            menu,
            self.tr("&Units"),
            "Ctrl+U",
            self.tr("Show the list of units beside the map"),
            window.dock.setVisible,
            checked=True,
        )
        window.dock.visibilityChanged.connect(lambda: self.units.setChecked(not window.dock.isHidden()))
        menu.addSeparator()
        self.dark = entry(
            menu,
            self.tr("&Dark Theme"),
            "Ctrl+Shift+D",
            self.tr("Light lettering on a dark ground"),
            window.show_dark,
            checked=window.is_dark,
        )

    def _build_help(self) -> None:
        menu, window = self._menu(self.tr("&Help")), self._window
        keys = QKeySequence.StandardKey
        entry(menu, self.tr("&Manual"), keys.HelpContents, self.tr("Read the manual"), window.show_manual)
        about = self.tr("&About {0}").format(NAME)
        entry(menu, about, "Shift+F1", self.tr("What this program is and who made its parts"), window.show_about)

    def refresh(self) -> None:
        """Something was opened, or nothing is: fill the lists and grey what cannot act."""
        self._fill_examples()
        self._fill_recent()
        self._fill_scenarios()
        self.export.setEnabled(self._window.opened is not None)

    def _fill_examples(self) -> None:
        self.examples.clear()
        for name, found in bundled_scenarios().items():
            title = found.scenario.title or name
            _choice(self.examples, title, found.scenario.description or title, name, self._window.open)
        self.examples.setEnabled(not self.examples.isEmpty())

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in self._window.recent_files():
            _choice(self.recent, Path(path).name, path, path, self._window.open)
        self.recent.setEnabled(not self.recent.isEmpty())

    def _fill_scenarios(self) -> None:
        self.scenarios.clear()
        opened = self._window.opened
        choices = (opened.choices or {}) if opened is not None else {}
        for name, title in choices.items():
            action = _choice(self.scenarios, title, title, name, self._window.open_choice)
            action.setCheckable(True)
            action.setChecked(opened is not None and name == opened.choice)
        self.scenarios.setEnabled(len(choices) > 1)


def _choice(menu: QMenu, text: str, about: str, value: str, act: Callable[[str], object]) -> QAction:
    """An entry of a list that is filled anew each time it opens."""
    action = menu.addAction(text.replace("&", "&&"))
    action.setToolTip(about)
    action.setStatusTip(about)
    action.triggered.connect(lambda _=False: act(value))
    return action
