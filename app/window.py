"""The main window: one map with its counters, the units of the chosen place beside it, and the menus.

It opens what `open_anything` can open and says in one line why when it cannot. What it remembers (its size, recent
files, the theme) lies in the settings it is given.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMainWindow, QMessageBox, QStackedWidget

from app.application import NAME, set_theme
from app.cli.exits import failure_line
from app.manual import ManualWindow
from app.menus import Menus
from app.opening import OpenedScenario, open_anything
from app.places import PlaceNames
from app.render import render
from app.units_dock import UnitsDock
from editor.canvas.canvas import MapCanvas
from editor.canvas.style import Style, bundled_style
from engine.definitions.issues import DefinitionError
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.rulesets.words import catalogue
from engine.storage.errors import FileError

MOST_RECENT = 8
_EXPORT_WIDTH = 4000


class MainWindow(QMainWindow):
    """Looks at one scenario or map at a time."""

    def __init__(self, settings: QSettings) -> None:
        super().__init__()
        self._settings = settings
        self._opened: OpenedScenario | None = None
        self._names: PlaceNames | None = None
        self._manual: ManualWindow | None = None
        self.is_dark = settings.value("dark", False, type=bool) is True
        self.canvas = MapCanvas(MapPlan("none", "", "none"), Palette.model_construct(id="none"), self._style())
        nothing = QLabel(self.tr("Open a map or an example from the File menu."))
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(nothing)
        self._pages.addWidget(self.canvas)
        self.setCentralWidget(self._pages)
        self.dock = UnitsDock(self.canvas.counters.picture_of, self)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self._zoom_label = QLabel()
        self.statusBar().addPermanentWidget(self._zoom_label)
        numbers = settings.value("numbers", True, type=bool) is True
        self.menus = Menus(self, numbers=numbers)
        self.show_numbers(numbers)
        self.canvas.hovered.connect(self._show_hovered)
        self.canvas.clicked.connect(self.choose_place)
        self.canvas.zoomed.connect(self._show_zoom)
        self.dock.units.itemSelectionChanged.connect(self._choose_unit)
        self.resize(QSize(1280, 800))
        self._restore()
        self._show_title()

    # Opening

    def open(self, target: str | Path, choice: str | None = None) -> bool:
        """Open something; when it cannot be, say why in one line and keep what is open."""
        try:
            opened = open_anything(target, choice)
        except DefinitionError as bad:
            return self._refuse(failure_line(bad.issues))
        except FileError as bad:
            return self._refuse(catalogue().text(bad.message))
        except OSError as bad:
            return self._refuse(f"{target}: {bad.strerror or bad}")
        self.show_opened(opened)
        if Path(target).exists():
            self._remember(str(Path(target).resolve()))
        return True

    def open_choice(self, choice: str) -> None:
        """Show another scenario of the open file."""
        if self._opened is not None:
            self.open(self._opened.source, choice)

    def show_opened(self, opened: OpenedScenario) -> None:
        """Show what was opened."""
        self._opened = opened
        self._names = PlaceNames(opened)
        self.canvas.set_map(opened.plan, opened.palette)
        self.canvas.counters.set_counters(opened.counters)
        self._pages.setCurrentWidget(self.canvas)
        self.canvas.setFocus()
        self.dock.show_turn(opened.turn_line)
        self.choose_place("")
        self.menus.refresh()
        self._show_title()

    @property
    def opened(self) -> OpenedScenario | None:
        """What is shown, if anything."""
        return self._opened

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        kinds = self.tr("Maps and projects (*.redoubt *.yaml);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Open"), self._folder(), kinds)
        if path:
            self.open(path)

    def ask_open_folder(self) -> None:
        """Ask for the folder of a scenario and open it."""
        path = QFileDialog.getExistingDirectory(self, self.tr("Open Folder"), self._folder())
        if path:
            self.open(path)

    def ask_export(self) -> None:
        """Ask for a name and save the map as a picture there."""
        if self._opened is None:
            return
        suggested = str(Path(self._folder()) / f"{self._opened.plan.id}.png")
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Export Picture"), suggested, self.tr("Pictures (*.png)"))
        if path:
            self.export(Path(path).with_suffix(".png"))

    def export(self, png: Path) -> bool:
        """Save the whole map, as it is shown, as a picture."""
        if self._opened is None:
            return False
        counters = self.menus.counters.isChecked()
        try:
            size = render(
                self._opened, png, _EXPORT_WIDTH, dark=self.is_dark, counters=counters, shown=self.canvas.shown
            )
        except OSError as bad:
            return self._refuse(f"{png}: {bad.strerror or bad}")
        self.statusBar().showMessage(self.tr("{0}: {1} x {2} pixels").format(png, *size), 8000)
        return True

    def _refuse(self, line: str) -> bool:
        QMessageBox.critical(self, NAME, line)
        return False

    def _folder(self) -> str:
        recent = self.recent_files()
        return str(Path(recent[0]).parent) if recent else str(Path.home())

    # What is chosen and seen

    def choose_place(self, key: str) -> None:
        """Put the halo on a place and list its units."""
        units = self.canvas.counters.stack(key) if key else ()
        self.canvas.select(key)
        if not key or self._names is None:
            self.dock.show_place("", "", ())
            return
        details = "  ·  ".join(part for part in (self._names.terrain(key), *self._names.features(key)) if part)
        self.dock.show_place(self._names.label(key), details, units)

    def _choose_unit(self) -> None:
        chosen = [item.data(Qt.ItemDataRole.UserRole) for item in self.dock.units.selectedItems()]
        self.canvas.select(self.canvas.selected, [unit for unit in chosen if unit])

    def _show_hovered(self, key: str) -> None:
        if key and self._names is not None:
            self.statusBar().showMessage(self._names.line(key, self.canvas.counters.stack(key)))
        else:
            self.statusBar().clearMessage()

    def _show_zoom(self, zoom: float) -> None:
        self._zoom_label.setText(f"{zoom * 100:.0f} %")

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self._opened.title} - {NAME}" if self._opened is not None else NAME)

    def show_numbers(self, on: bool) -> None:
        """Print hex numbers or not."""
        self.canvas.set_shown(replace(self.canvas.shown, numbers=on))
        self._settings.setValue("numbers", on)

    def show_counters(self, on: bool) -> None:
        """Show the counters or not."""
        self.canvas.counters.setVisible(on)

    def show_dark(self, on: bool) -> None:
        """Dark theme or light."""
        self.is_dark = on
        self._settings.setValue("dark", on)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            set_theme(app, dark=on)
        self.canvas.set_style_shown(self._style())
        self.choose_place(self.canvas.selected)

    def _style(self) -> Style:
        return bundled_style("night" if self.is_dark else "paper")

    # Help

    def show_manual(self) -> None:
        """Open the manual beside the map."""
        if self._manual is None:
            self._manual = ManualWindow(self)
        self._manual.show()

    def show_about(self) -> None:
        """Say what this program is."""
        QMessageBox.about(self, self.tr("About {0}").format(NAME), about_text())

    # What is remembered

    def recent_files(self) -> list[str]:
        """What was opened last, newest first, as far as it is still there."""
        kept = self._settings.value("recent", [])
        paths = [kept] if isinstance(kept, str) else list(kept) if isinstance(kept, list) else []
        return [path for path in paths if isinstance(path, str) and Path(path).exists()]

    def _remember(self, path: str) -> None:
        self._settings.setValue("recent", [path, *(p for p in self.recent_files() if p != path)][:MOST_RECENT])
        self.menus.refresh()

    def _restore(self) -> None:
        geometry, state = self._settings.value("geometry"), self._settings.value("state")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            self.restoreState(state)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("state", self.saveState())
        super().closeEvent(event)


def about_text() -> str:
    """Name, version, and whose work is inside."""
    try:
        version = metadata.version("redoubt")
    except metadata.PackageNotFoundError:
        version = ""
    return (
        f"<h3>{NAME} {version}</h3>"
        "<p>A workshop for board wargames: paint the map, write the order of battle, play it under the real rules.</p>"
        "<p>Set in Inter (SIL Open Font License 1.1). Unit symbols after military-symbol (MIT licence). "
        "Built on Qt for Python (LGPL).</p>"
        "<p>The games named are their publishers'; none of their art or text is inside.</p>"
    )
