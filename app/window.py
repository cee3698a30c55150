"""The main window: one map, looked at or worked on, with its panels around it.

It brings together what others do: `Files` opens and keeps, the tools gesture, the documents change, the panels show.
What it remembers (sizes, panels, recent files, the theme) lies in the settings it is given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QUndoGroup
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMessageBox, QStackedWidget, QVBoxLayout, QWidget

from app.application import NAME, set_theme
from app.banner import Banner
from app.cli.exits import failure_line
from app.design.designer import Designer
from app.docks import Docks
from app.files.file_notices import Announcing
from app.files.leave_dialog import Leaving
from app.files.map_opening import OpenedScenario
from app.files.open_file import Files, Kept, recovery_folder
from app.files.recent_files import RecentFiles
from app.files.window_title import title_of
from app.first_inks import take_inks
from app.menus.help_menu import Help
from app.menus.menu_bar import Menus
from app.menus.tool_menu import MainBar
from app.modes import Mode
from app.place_words import PlaceNames
from app.play.play_mode import PlayMode
from app.status_line import StatusLine
from app.units_dock import UnitsDock
from editor.canvas.art.style import Style, bundled_style
from editor.canvas.canvas import MapCanvas
from editor.digitise.geography.geo_change import change_of
from editor.digitise.geography.geo_import import GeoChanges
from editor.documents.background import Background
from editor.documents.map_document import MapDocument
from editor.documents.scan_images import ScanImages
from editor.documents.scan_layer import ScanLayer
from editor.documents.workbench import EditLayer, Workbench
from editor.panels.scans.calibration_dialog import CalibrationDialog
from editor.panels.scans.scans_panel import ScansPanel
from editor.refusal import CannotEdit
from editor.tools.locks import check_change
from editor.tools.toolbox import ToolController
from engine.core.messages import Message, message
from engine.definitions.issues import DefinitionError
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.history import Version

_BESIDE_HEXES, _BESIDE_SPACES, _FOR_A_START = 1.0, 3.0, 6.0
"""Table around the paper while editing, in hex radii: boxes and spaces are laid beside what is there."""


class MainWindow(QMainWindow):
    """Looks at one scenario or map at a time, or edits it."""

    language_wanted = Signal(str)
    """Someone chose another language; the window itself cannot speak it."""

    def __init__(self, settings: QSettings, recovery: Path | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.recent = RecentFiles(settings)
        self.is_dark = settings.value("dark", False, type=bool) is True
        self.mode = Mode.VIEW
        self._page = Mode.EDIT
        """What playing goes back to: the map or the scenario."""
        self._names: PlaceNames | None = None
        self.calibration: CalibrationDialog | None = None
        self._heard: MapDocument | None = None
        self.files = Files(recovery if recovery is not None else recovery_folder())
        self.canvas = MapCanvas(MapPlan("none", "", "none"), Palette.model_construct(id="none"), self._style())
        self.bench = Workbench(self.canvas)
        self.tools = ToolController(self.bench, self)
        self.scan_images = ScanImages(parent=self)
        self.scans = ScanLayer(self.bench, self.scan_images, self)
        self.background = Background("window", parent=self)
        self.undo_group = QUndoGroup(self)
        self.help = Help(self)
        self.banner = Banner()
        self._lay_out()
        self.dock = UnitsDock(self.canvas.counters.picture_of, self)
        self.play = PlayMode(self)
        self.designer = Designer(self)
        self.docks = Docks(self)
        self.bar = MainBar(self)
        self.addToolBar(self.bar)
        self.menus = Menus(self)
        save_as, recover = self.menus.file.ask_save_as, self.menus.file.ask_recover
        self.leaving = Leaving(self, self.files, save_as)
        self.announcing = Announcing(self.banner, self.files, save_as=save_as, recover=recover, parent=self)
        self._fill_bar()
        self.show_numbers(self.menus.view.numbers.isChecked())
        self._connect()
        self.resize(QSize(1280, 800).boundedTo(self.screen().availableSize()))
        self.docks.restore()
        self.menus.refresh()
        self._show_state()

    def _lay_out(self) -> None:
        nothing = QLabel(
            self.tr("Begin a new map (Ctrl+N), or open a map or an example from the File menu.").replace("&", "")
        )
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        nothing.setWordWrap(True)
        self._pages = QStackedWidget()
        self._pages.addWidget(nothing)
        self._pages.addWidget(self.canvas)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._pages, 1)
        self.setCentralWidget(middle)
        self.status = StatusLine(self.statusBar(), self.canvas)

    def _fill_bar(self) -> None:
        file, edit, view = self.menus.file, self.menus.edit, self.menus.view
        self.bar.fill(
            (file.new, file.open, file.save),
            (view.mode, self.menus.design.page, self.menus.play.go),
            (edit.undo, edit.redo),
            (edit.cut, edit.copy, edit.paste),
            (view.fit,),
        )

    def _connect(self) -> None:
        self.canvas.clicked.connect(self.choose_place)
        self.dock.units.itemSelectionChanged.connect(self._choose_unit)
        self.bench.reported.connect(self.status.report)
        self.bench.details_wanted.connect(lambda: self.docks.show_panel("inspector"))
        self.bench.palette_changed.connect(self._renew_names)
        self.tools.hint_changed.connect(self._show_hint)
        scans = self.docks.panels["scans"]
        assert isinstance(scans, ScansPanel)
        scans.calibrate_wanted.connect(self.calibrate)
        self.undo_group.indexChanged.connect(lambda _: self.menus.map.refresh())
        self.files.opened_changed.connect(self._show_opened)
        self.files.state_changed.connect(self._show_state)
        self.files.lost.connect(self.announcing.tell_lost)

    # Opening and keeping

    @property
    def opened(self) -> OpenedScenario | None:
        """What is shown, if anything."""
        return self.files.opened

    def open(self, target: str | Path, choice: str | None = None) -> bool:
        """Open something; when it cannot be, say why in one line and keep what is open."""
        other = self._window_with(Path(target))
        if other is not None:
            other.come_forward(choice)
            return True
        before = self.files.project
        kept = Kept.CLOSED

        def act() -> None:
            nonlocal kept
            kept = self.files.open(target, choice)

        if not self.tried(act, str(target)):
            return False
        if self.files.project is not before or before is None:
            self.set_mode(Mode.EDIT if self.files.can_edit else Mode.VIEW)
        self.announcing.tell_kept(kept)
        if Path(target).exists():
            self._remember(str(Path(target).resolve()))
        return True

    def _window_with(self, path: Path) -> MainWindow | None:
        """The window of this program that has a file open, this one or another."""
        windows = [found for found in QApplication.topLevelWidgets() if isinstance(found, MainWindow)]
        return next((found for found in windows if found.files.has_open(path)), None)

    def come_forward(self, choice: str | None = None) -> None:
        """Show what is open already, and of it what is asked for."""
        if choice is not None:
            self.open_choice(choice)
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        self.status.say(self.tr("{0} is open already").format(self.files.name or self.tr("This map")))

    def open_choice(self, choice: str) -> None:
        """Show another scenario or map of the open file."""
        self.tried(lambda: self.files.choose(choice), choice)

    def new_map(self, plan: MapPlan) -> bool:
        """Begin a map that has no name yet."""
        kept = Kept.CLOSED

        def act() -> None:
            nonlocal kept
            kept = self.files.new(plan)

        if not self.tried(act, plan.title):
            return False
        self.set_mode(Mode.EDIT)
        self.announcing.tell_kept(kept)
        return True

    def add_map(self, plan: MapPlan) -> bool:
        """Begin another map in the open file."""
        if not self.tried(lambda: self.files.add_map(plan), plan.title):
            return False
        self.set_mode(Mode.EDIT)
        return True

    def lay_geography(self, changes: GeoChanges) -> bool:
        """Lay an import that was worked out for the open map onto it, as one entry of its history."""
        document = self.bench.document
        if document is None:
            return False
        try:
            change = change_of(document.plan, changes, message("window.do.import-geography"))
            check_change(self.bench, change)
        except CannotEdit as bad:
            return self.refuse(catalogue().text(bad.message))
        return document.push(change)

    def save_as(self, path: Path) -> bool:
        """Go on under a name."""
        if not self.tried(lambda: self.files.save_as(path), str(path)):
            return False
        self._remember(str(path.resolve()))
        if self.mode is Mode.VIEW:
            self.set_mode(Mode.EDIT)
        self.status.say(self.tr("Saved as {0}").format(path))
        return True

    def save_version(self, name: str) -> bool:
        """Give the present state a name to come back to."""
        if not self.tried(lambda: self.files.save(name), name):
            return False
        self.status.say(self.tr("Saved: {0}").format(name))
        return True

    def revert(self, version: Version) -> bool:
        """Go back to a version."""
        if not self.tried(lambda: self.files.revert(version), version.name):
            return False
        self.status.say(self.tr("The map is as it was in: {0}").format(version.name))
        return True

    def tried(self, act: Callable[[], object], about: str) -> bool:
        """Do something with files; what goes wrong is said in one line, and the answer is False."""
        self.designer.settle()
        try:
            act()
        except DefinitionError as bad:
            return self.refuse(failure_line(bad.issues))
        except FileError as bad:
            return self.refuse(catalogue().text(bad.message))
        except OSError as bad:
            return self.refuse(f"{about}: {bad.strerror or bad}")
        return True

    def refuse(self, line: str) -> bool:
        """Say why something cannot be done."""
        QMessageBox.critical(self, NAME, line)
        return False

    def take_over(self, other: MainWindow) -> None:
        """Go on with what is open in another window, which closes; the history, the mode and the game stay."""
        game, mode, at = other.play.handed(), other.mode, other.canvas.selected
        seen = other.canvas.look()
        self.files.take_over(other.files)
        other.put_away()
        self.play.adopt(game)
        if self.opened is not None:
            self._enter(mode)
            self.canvas.look_again(seen)
            self.choose_place(at)

    def put_away(self) -> None:
        """Let go of what works beside the window; the file is not closed."""
        self.scan_images.close()
        self.background.close()

    def _show_opened(self) -> None:
        """Put what was opened on the canvas."""
        opened, document = self.files.opened, self.files.document
        self.status.clear()
        self.undo_group.setActiveStack(None)  # type: ignore[arg-type]
        if not self.play.is_of(self.files.project):
            self.play.forget()
        self.bench.set_document(document if self.files.can_edit else None)
        self._listen(self.bench.document)
        self.designer.follow()
        if opened is None:
            self._renew_names()
            self._pages.setCurrentIndex(0)
            self._enter(Mode.VIEW)
            return
        palette = self.bench.palette if self.bench.document is not None else opened.palette
        self.canvas.set_map(opened.plan, palette)
        self.canvas.counters.set_counters(opened.counters)
        self._renew_names()
        self._pages.setCurrentWidget(self.canvas)
        self.canvas.setFocus()
        self.dock.show_turn(opened.turn_line)
        self.choose_place("")
        if self.bench.document is not None:
            self.undo_group.addStack(self.bench.document.undo_stack)
            take_inks(self.bench, self.tools)
        self.announcing.say_word()
        mode = self._page if self.mode is Mode.PLAY and not self.play.fits_screen else self.mode
        self._enter(mode if self.files.can_edit else Mode.VIEW)

    def _listen(self, document: MapDocument | None) -> None:
        """Hear what becomes of the map that is worked on, and of no other."""
        if self._heard is not None:
            self._heard.history.map_failed.disconnect(self.announcing.tell_failure)
            self._heard.changed.disconnect(self.status.refresh)
            self._heard.changed.disconnect(self.play.note_edit)
            self._heard.undo_stack.indexChanged.disconnect(self.play.note_edit)
        self._heard = document
        if document is not None:
            document.history.map_failed.connect(self.announcing.tell_failure)
            document.changed.connect(self.status.refresh)
            document.changed.connect(self.play.note_edit)
            document.undo_stack.indexChanged.connect(self.play.note_edit)

    # Modes

    def set_mode(self, mode: Mode) -> None:
        """Look, edit or play; what is only looked at becomes a working copy when it is to be edited or played."""
        self.designer.settle()
        if mode is Mode.PLAY:
            if self.play.go_on():
                self.enter_play()
            return
        if mode.is_authoring and self.files.opened is not None and self.files.project is None:
            if self.files.word is not None:
                self.announcing.say_word()
                mode = Mode.VIEW
            elif not self.tried(self.files.start_editing, self.files.name):
                mode = Mode.VIEW
        if mode.is_authoring and not self.files.can_edit:
            self.announcing.say_word()
            mode = Mode.VIEW
        self._enter(mode)

    def _enter(self, mode: Mode) -> None:
        """Let the window be in a mode that what is open allows."""
        is_other = mode is not self.mode
        if is_other:
            self.docks.remember()
            self.play.leave()
        self.mode = mode
        edits, works = mode is Mode.EDIT, mode.is_authoring
        self._page = mode if works else self._page
        self.undo_group.setActiveStack(self.bench.document.undo_stack if works and self.bench.document else None)  # type: ignore[arg-type]
        if edits and not self.bench.tool and self.tools.tools:
            self.bench.set_tool(next(iter(self.tools.tools)))
        self.tools.set_active(edits)
        self.scans.set_shown(edits)
        self.canvas.set_air(_room_around(self.canvas.plan) if works else None)
        if works:
            self.canvas.select("")
        self.designer.set_shown(mode is Mode.DESIGN)
        if mode is Mode.PLAY:
            self.play.enter()
        if is_other:
            self.docks.restore()
        self.menus.refresh()
        self._show_state()

    def enter_play(self) -> None:
        """Show the game that was begun or taken up."""
        self._enter(Mode.PLAY)

    def toggle_mode(self) -> None:
        """From the editor to the game and back; what cannot be played is edited or looked at."""
        if self.mode is Mode.PLAY:
            self.set_mode(self._page if self.files.can_edit else Mode.VIEW)
        elif self.play.scenario is not None:
            self.set_mode(Mode.PLAY)
        else:
            self.set_mode(Mode.VIEW if self.mode is Mode.EDIT else Mode.EDIT)

    def calibrate(self, scan: str) -> None:
        """Find out where a scan lies."""
        if self.calibration is None:
            self.calibration = CalibrationDialog(self.bench, self.scan_images, self)
        self.calibration.calibrate(scan)

    # What is chosen and seen

    def choose_place(self, key: str) -> None:
        """Put the halo on a place and list its units; the designer chooses them."""
        if self.mode is Mode.DESIGN:
            self.designer.choose_place(key)
            return
        units = self.canvas.counters.stack(key) if key else ()
        self.canvas.select(key)
        if not key or self._names is None:
            self.dock.show_place("", "", ())
            return
        details = "  ·  ".join(part for part in (self._names.terrain(key), *self._names.features(key)) if part)
        self.dock.show_place(self._names.label(key), details, units)

    def _choose_unit(self) -> None:
        chosen = [item.data(Qt.ItemDataRole.UserRole) for item in self.dock.units.selectedItems()]
        if self.mode is Mode.PLAY:
            if chosen and chosen[0]:
                self.play.desk.choose_unit(str(chosen[0]))
            return
        self.canvas.select(self.canvas.selected, [unit for unit in chosen if unit])

    def _renew_names(self) -> None:
        """Read the words of the map again, as after another kind was added."""
        opened, document = self.files.opened, self.bench.document
        if document is not None:
            self._names = PlaceNames(document.plan, self.bench.palette, document.contents)
        elif opened is not None:
            self._names = PlaceNames(opened.plan, opened.palette)
        else:
            self._names = None
        self.status.set_names(self._names)

    def use_names(self, names: PlaceNames | None) -> None:
        """Name places as the map of a game does, or again as the open one does."""
        if names is None:
            self._renew_names()
        else:
            self._names = names
            self.status.set_names(names)

    def _show_hint(self, said: Message) -> None:
        self.menus.tools.show_hint(catalogue().text(said))

    def _show_state(self) -> None:
        """The title and what is said about the file."""
        project, opened = self.files.project, self.files.opened
        is_unnamed = project is not None and not project.is_named
        self.setWindowTitle(title_of(self.files))
        self.setWindowModified(not self.files.is_saved and self.files.can_edit)
        self.status.kept.setText(self.tr("Unnamed: kept in the recovery folder") if is_unnamed else "")
        self.status.kept.setToolTip(str(project.path) if project is not None and is_unnamed else "")
        self.menus.follow_file(is_open=opened is not None)

    def show_numbers(self, on: bool) -> None:
        """Print hex numbers or not."""
        self.canvas.set_shown(replace(self.canvas.shown, numbers=on))
        self.settings.setValue("numbers", on)

    def show_layer(self, layer: EditLayer, on: bool) -> None:
        """Show a layer or not."""
        layers = self.bench.layers
        if layers[layer].visible is not on:
            self.bench.set_layers(layers.with_state(layer, replace(layers[layer], visible=on)))

    def show_dark(self, on: bool) -> None:
        """Dark theme or light."""
        self.is_dark = on
        self.settings.setValue("dark", on)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            set_theme(app, dark=on)
        self.canvas.set_style_shown(self._style())
        if self.mode is not Mode.EDIT:
            self.choose_place(self.canvas.selected)

    def _style(self) -> Style:
        return bundled_style("night" if self.is_dark else "paper")

    # What is remembered

    def folder(self) -> str:
        """Where a file dialog begins."""
        return self.recent.folder()

    def _remember(self, path: str) -> None:
        if Path(path).parent != self.files.recovery.resolve():
            self.recent.add(path)
            self.menus.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.leaving.may_close():
            event.ignore()
            return
        self.docks.remember()
        self.files.close()
        self.put_away()
        super().closeEvent(event)


def _room_around(plan: MapPlan) -> float:
    """How much of the table is shown around a map that is edited."""
    return _BESIDE_HEXES if plan.sheets else _BESIDE_SPACES if plan.spaces else _FOR_A_START
