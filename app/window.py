"""The main window: one map, looked at or worked on, with its panels around it.

It brings together what others do: `Files` opens and keeps, the tools gesture, the documents change, the panels show.
What it remembers (sizes, panels, recent files, the theme) lies in the settings it is given.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QUndoGroup
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app.banner import Banner
from app.chosen_place import ChosenPlace
from app.coach.coach import Coach
from app.design.designer import Designer
from app.docks import Docks
from app.files.file_actions import FileActions
from app.files.file_drops import FileDrops, ways_to_open
from app.files.file_notices import Announcing
from app.files.last_views import LastViews
from app.files.leave_dialog import Leaving
from app.files.map_opening import OpenedScenario
from app.files.open_file import Files, recovery_folder
from app.files.recent_files import RecentFiles
from app.files.window_title import title_of
from app.first_inks import take_inks
from app.look import Look, keep_look, kept_look, put_on
from app.menus.help_menu import Help
from app.menus.map_context import MapContextMenu
from app.menus.menu_bar import Menus
from app.menus.tool_menu import MainBar
from app.modes import Mode
from app.panel_dock import keep_on_screen
from app.panel_shelf import make_panels
from app.place_words import PlaceNames, room_around
from app.play.play_mode import PlayMode
from app.reference.reference import Reference
from app.start_page.start_page import StartPage
from app.start_page.starting import Starting
from app.status_line import StatusLine
from app.units_dock import UnitsDock
from app.written_fields import settle, settle_and_stay
from editor.canvas.canvas import MapCanvas
from editor.digitise.grid.found_grid import FoundSheet
from editor.documents.background import Background
from editor.documents.map_document import MapDocument
from editor.documents.scan_images import ScanImages
from editor.documents.scan_layer import ScanLayer
from editor.documents.workbench import Workbench
from editor.panels.history_panel import HistoryPanel
from editor.panels.scans.calibration_dialog import CalibrationDialog
from editor.panels.scans.scans_panel import ScansPanel
from editor.tools.toolbox import ToolController
from engine.core.messages import Message
from engine.definitions.charts.chart_pages import ChartPart
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import catalogue


class MainWindow(QMainWindow):
    """Looks at one scenario or map at a time, or edits it."""

    language_wanted = Signal(str)
    """Someone chose another language; the window itself cannot speak it."""
    mode_changed = Signal()
    renewal_wanted = Signal()
    """Someone chose another size of type, which sets in when widgets are made."""

    def __init__(self, settings: QSettings, recovery: Path | None = None) -> None:
        super().__init__()
        self.settings = settings
        self.look = kept_look(settings)
        self.mode = Mode.START
        self._page = Mode.EDIT
        """What playing goes back to: the map or the scenario."""
        self._before_start = Mode.VIEW
        self.calibration: CalibrationDialog | None = None
        self._heard: MapDocument | None = None
        self.files = Files(recovery if recovery is not None else recovery_folder())
        self.canvas = MapCanvas(MapPlan("none", "", "none"), Palette.model_construct(id="none"), self.look.map_style)
        self.views = LastViews(settings, self.canvas)
        self.bench = Workbench(self.canvas)
        self.tools = ToolController(self.bench, self)
        self.scan_images = ScanImages(parent=self)
        self.scans = ScanLayer(self.bench, self.scan_images, self)
        self.background = Background("window", parent=self)
        self.undo_group = QUndoGroup(self)
        self.banner = Banner()
        self._lay_out()
        self.dock = UnitsDock(self.canvas.counters.picture_of, self)
        self.place = ChosenPlace(self.canvas, self.dock, self.status, self._own_names)
        self.file_actions = FileActions(self, self.files, RecentFiles(settings), self, self._is_elsewhere)
        self.play = PlayMode(
            self,
            self.bench,
            self.file_actions,
            self,
            settings=settings,
            banner=self.banner,
            units=self.dock,
            background=self.background,
        )
        self.help = Help(self, Reference(self, self.play), self, self.bench)
        self.designer = Designer(self.bench, self.files, self, self.file_actions.open_choice, self)
        panels = make_panels(self.designer.desk, self.tools, self.scans, self.file_actions.revert)
        self.docks = Docks(self, panels, self.dock, self.play, modes=self, settings=settings)
        self.designer.desk.panel_wanted.connect(self.docks.show_panel)
        self.bar = MainBar()
        self.addToolBar(self.bar)
        self.menus = Menus(self)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.menus.tools.box)
        save_as, recover = self.menus.file.ask_save_as, self.menus.file.ask_recover
        self.context_menu = MapContextMenu(self)
        self.leaving = Leaving(self, self.files, save_as)
        self.announcing = Announcing(self.banner, self.files, save_as=save_as, recover=recover, parent=self)
        self._fill_bar()
        self.show_numbers(self.menus.view.numbers.isChecked())
        self._connect()
        unpack, read = self.menus.file.sharing.unpack, self.menus.file.exchange.read
        self.file_actions.ways = ways_to_open(unpack, read, self.starting.scan)
        self.drops = FileDrops(self, open_file=self.open, scan=self.starting.scan)
        self.resize(QSize(1280, 800).boundedTo(self.screen().availableSize()))
        self.docks.restore()
        self.menus.refresh()
        self._show_state()

    def _lay_out(self) -> None:
        self.start_page = StartPage(self.files.recovery)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.canvas)
        self.middle = QWidget()
        column = QVBoxLayout(self.middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self._pages, 1)
        self.setCentralWidget(self.middle)
        self.canvas.room = self.middle
        keep_on_screen(self)
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

    @property
    def _scans_panel(self) -> ScansPanel:
        panel = self.docks.panels["scans"]
        assert isinstance(panel, ScansPanel)
        return panel

    @property
    def _history_panel(self) -> HistoryPanel:
        panel = self.docks.panels["history"]
        assert isinstance(panel, HistoryPanel)
        return panel

    def _connect(self) -> None:
        self._connect_play()
        self._connect_files()
        self.designer.edited.connect(self.play.note_edit)
        self.play.named_by.connect(self.place.name_by)
        view = self.menus.view
        view.numbers_wanted.connect(self.show_numbers)
        view.dark_wanted.connect(self.show_dark)
        view.paper_wanted.connect(lambda on: self.show_look(replace(self.look, paper_map=on)))
        view.language_wanted.connect(self.language_wanted)
        view.went.connect(self.designer.desk.point_out)
        self.canvas.clicked.connect(self.choose_place)
        self.dock.units.itemSelectionChanged.connect(self._choose_unit)
        self.bench.reported.connect(self.status.report)
        self.bench.details_wanted.connect(lambda: self.docks.show_panel("inspector"))
        self.bench.palette_changed.connect(self.place.name_anew)
        self.tools.hint_changed.connect(self._show_hint)
        self._scans_panel.calibrate_wanted.connect(self.calibrate)
        self._scans_panel.number_wanted.connect(self.calibrate)
        self.undo_group.indexChanged.connect(lambda _: self.menus.map.refresh())

    def _connect_play(self) -> None:
        play, reference = self.play, self.help.reference
        play.place_wanted.connect(self.choose_place)
        play.turn_told.connect(self.dock.show_turn)
        play.taken.connect(self.docks.restore)
        play.followed.connect(self.menus.play.refresh)
        play.followed.connect(self.menus.edit.follow_history)
        play.case_wanted.connect(reference.show_case)
        play.table_wanted.connect(lambda name: reference.show_chart(ChartPart.TABLES, name))

    def _connect_files(self) -> None:
        self.file_actions.opened.connect(self.views.look_as_left)
        self.file_actions.trying.connect(lambda: settle_and_stay(self))
        self.file_actions.kept.connect(self.announcing.tell_kept)
        self.file_actions.said.connect(self.status.say)
        self.file_actions.said.connect(self._history_panel.refresh)
        self.file_actions.remembered.connect(self.menus.refresh)
        self.files.opened_changed.connect(self._show_opened)
        self.files.state_changed.connect(self._show_state)
        self.files.lost.connect(self.announcing.tell_lost)
        self.coach: Coach = Coach(self)
        self.help.lesson_wanted.connect(self.coach.begin)
        self.starting: Starting = Starting(self)

    # Opening and keeping

    @property
    def opened(self) -> OpenedScenario | None:
        """What is shown, if anything."""
        return self.files.opened

    def open(self, target: str | Path, choice: str | None = None) -> bool:
        """Open something; when it cannot be, say why in one line and keep what is open."""
        return self.file_actions.open(target, choice)

    def _is_elsewhere(self, path: Path, choice: str | None) -> bool:
        """Whether a window of this program, this one or another, has a file open; then it comes forward."""
        windows = [found for found in QApplication.topLevelWidgets() if isinstance(found, MainWindow)]
        other = next((found for found in windows if found.files.has_open(path)), None)
        if other is not None:
            other.come_forward(choice)
        return other is not None

    def enter_opened(self, *, resume: bool) -> None:
        """Show what was just opened: if wanted where it was left, a game at its decision; else the map."""
        self._page = Mode.DESIGN if resume and self.files.was_left_in_design else Mode.EDIT
        if resume and self.play.resume():
            self.enter_play()
        else:
            self.set_mode(self._page if self.files.can_edit else Mode.VIEW)

    def come_forward(self, choice: str | None = None) -> None:
        """Show what is open already, and of it what is asked for."""
        if choice is not None:
            self.open_choice(choice)
        elif self.mode is Mode.START:
            self.come_back()
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        self.status.say(self.tr("{0} is open already").format(self.files.name or self.tr("This map")))

    def open_choice(self, choice: str) -> None:
        """Show another scenario or map of the open file."""
        self.file_actions.open_choice(choice)

    def new_map(self, plan: MapPlan) -> bool:
        """Begin a map that has no name yet."""
        return self.file_actions.new_map(plan)

    def save_as(self, path: Path) -> bool:
        """Go on under a name."""
        return self.file_actions.save_as(path)

    def take_over(self, other: MainWindow) -> None:
        """Go on with what is open in another window, which closes; the history, the mode and the game stay."""
        game, mode, at = other.play.handed(), other.mode, other.canvas.selected
        seen = other.canvas.look()
        self.files.take_over(other.files)
        other.put_away()
        self.play.adopt(game)
        if self.opened is not None and mode is not Mode.START:
            self._page = other._page
            self._enter(mode)
            self.views.look_at(seen)
            self.choose_place(at)
        elif mode is Mode.START:
            self.show_start()
            self._page, self._before_start = other._page, other._before_start
        if other.coach.is_on:
            self.coach.begin()

    def put_away(self) -> None:
        """Let go of what works beside the window; the file is not closed."""
        self.scan_images.close()
        self.background.close()
        self.start_page.close_down()
        self.starting.close_down()
        self.menus.lab.close()

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
            self.place.name_anew()
            self._enter(Mode.START)
            return
        palette = self.bench.palette if self.bench.document is not None else opened.palette
        is_same = self.canvas.shows_same(opened.plan) and self.views.is_of(self.files.project)
        seen = self.canvas.look()
        self.views.leave()
        self.canvas.set_map(opened.plan, palette)
        self.views.come(self.files.project, opened.plan.id, seen if is_same else None)
        self.canvas.counters.set_counters(opened.counters)
        self.place.name_anew()
        self._pages.setCurrentWidget(self.canvas)
        self.canvas.setFocus()
        self.dock.show_turn(opened.turn_line)
        self.choose_place("")
        if self.bench.document is not None:
            self.undo_group.addStack(self.bench.document.undo_stack)
            take_inks(self.bench, self.tools)
        self.announcing.say_word()
        mode = self._page if self.mode is Mode.PLAY and not self.play.fits_screen else self.mode
        mode = Mode.VIEW if mode is Mode.START else mode
        self._enter(mode if self.files.can_edit else Mode.VIEW)

    def _listen(self, document: MapDocument | None) -> None:
        """Hear what becomes of the map that is worked on, and of no other."""
        if self._heard is not None:
            self._heard.history.map_failed.disconnect(self.announcing.tell_failure)
            self._heard.changed.disconnect(self.status.refresh)
            self._heard.changed.disconnect(self.play.note_edit)
            self._heard.undo_stack.indexChanged.disconnect(self.play.note_edit)
            self._heard.undo_stack.indexChanged.disconnect(self.status.answer)
        self._heard = document
        if document is not None:
            document.history.map_failed.connect(self.announcing.tell_failure)
            document.changed.connect(self.status.refresh)
            document.changed.connect(self.play.note_edit)
            document.undo_stack.indexChanged.connect(self.play.note_edit)
            document.undo_stack.indexChanged.connect(self.status.answer)

    # Modes

    def set_mode(self, mode: Mode) -> None:
        """Look, edit or play; what is only looked at becomes a working copy when it is to be edited or played."""
        settle(self)
        if mode is Mode.PLAY:
            if self.play.go_on():
                self.enter_play()
            return
        if mode.is_authoring and self.files.opened is not None and self.files.project is None:
            if self.files.word is not None:
                self.announcing.say_word()
                mode = Mode.VIEW
            elif not self.file_actions.tried(self.files.start_editing, self.files.name):
                mode = Mode.VIEW
        if mode.is_authoring and not self.files.can_edit:
            self.announcing.say_word()
            mode = Mode.VIEW
        self._enter(mode)
        self.play.keeping.note_mode(in_play=False)
        if mode.is_authoring:
            self.files.note_page(in_design=mode is Mode.DESIGN)

    def _enter(self, mode: Mode) -> None:
        """Let the window be in a mode that what is open allows."""
        is_other = mode is not self.mode
        if is_other:
            self.docks.remember()
            self.play.leave()
        self.mode = mode
        starts = mode is Mode.START or self.opened is None
        self._pages.setCurrentWidget(self.start_page if starts else self.canvas)
        self.status.zoom.setVisible(not starts)
        edits, works = mode is Mode.EDIT, mode.is_authoring
        self._page = mode if works else self._page
        self.undo_group.setActiveStack(self.bench.document.undo_stack if works and self.bench.document else None)  # type: ignore[arg-type]
        if edits and not self.bench.tool and self.tools.tools:
            self.bench.set_tool(next(iter(self.tools.tools)))
        self.tools.set_active(edits)
        self.scans.set_shown(edits)
        self.canvas.set_air(room_around(self.canvas.plan) if works else None)
        if works:
            self.canvas.select("")
        self.designer.set_shown(mode is Mode.DESIGN)
        if mode is Mode.PLAY:
            self.play.enter()
        if is_other:
            self.docks.restore()
        self.menus.refresh()
        self._show_state()
        self.mode_changed.emit()

    def enter_play(self) -> None:
        """Show the game that was begun or taken up."""
        self._enter(Mode.PLAY)
        self.play.keeping.note_mode(in_play=True)

    def toggle_mode(self) -> None:
        """From the editor to the game and back; what cannot be played is edited or looked at."""
        if self.mode is Mode.PLAY:
            self.set_mode(self._page if self.files.can_edit else Mode.VIEW)
        elif self.play.scenario is not None:
            self.set_mode(Mode.PLAY)
        else:
            self.set_mode(Mode.VIEW if self.mode is Mode.EDIT else Mode.EDIT)

    def show_start(self) -> None:
        """Show the page the program begins with; what is open stays open."""
        settle(self)
        if self.mode is not Mode.START:
            self._before_start = self.mode
        self._enter(Mode.START)
        self.starting.show_page()

    def come_back(self) -> None:
        """From the start page to what is open."""
        if self.opened is not None:
            self.set_mode(self._before_start)

    def calibrate(self, scan: str, found: FoundSheet | None = None) -> None:
        """Find out where a scan lies, with its grid if that was found."""
        if self.calibration is None:
            self.calibration = CalibrationDialog(self.bench, self.scan_images, self)
        self.calibration.calibrate(scan, found)

    # What is chosen and seen

    def choose_place(self, key: str) -> None:
        """Look at a place; in the designer its units are chosen."""
        if self.mode is Mode.DESIGN:
            self.designer.choose_place(key)
        else:
            self.place.choose(key)

    def _choose_unit(self) -> None:
        chosen = [item.data(Qt.ItemDataRole.UserRole) for item in self.dock.units.selectedItems()]
        if self.mode is Mode.PLAY:
            if chosen and chosen[0]:
                self.play.desk.choose_unit(str(chosen[0]))
            return
        self.canvas.select(self.canvas.selected, [unit for unit in chosen if unit])

    def _own_names(self) -> PlaceNames | None:
        """The words of the open map."""
        opened, document = self.files.opened, self.bench.document
        if document is not None:
            return PlaceNames(document.plan, self.bench.palette, document.contents)
        return PlaceNames(opened.plan, opened.palette) if opened is not None else None

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

    def show_dark(self, on: bool) -> None:
        """Dark theme or light."""
        self.show_look(replace(self.look, dark=on))

    def show_look(self, look: Look) -> None:
        """Look another way: the window at once, the type in a window that is made anew."""
        before, self.look = self.look, look
        keep_look(self.settings, look)
        put_on(look, before, self.canvas)
        self.start_page.draw(by_night=look.is_by_night)
        if self.mode is not Mode.EDIT:
            self.choose_place(self.canvas.selected)
        self.menus.view.follow_look(look)
        if look.type_size != before.type_size:
            self.renewal_wanted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        settle(self)
        if not self.leaving.may_close():
            event.ignore()
            return
        self.docks.remember()
        self.views.leave()
        self.files.close()
        self.put_away()
        super().closeEvent(event)
