"""The View menu: the mode, the zoom, what is shown, the panels, and the ways to find something."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QDockWidget, QMenu, QWidget

from app.docks import Docks
from app.files.open_file import Files
from app.language import SYSTEM, kept_language
from app.look import Look, kept_look
from app.menus.entries import entry, explain
from app.modes import Mode, ModeSwitch
from app.panel_shelf import ALL_PANELS
from editor.canvas.scans.loupe import Loupe
from editor.documents.workbench import EditLayer, Workbench
from editor.panels.command_palette import CommandPalette
from editor.panels.go_to import GoToDialog
from engine.narration.language import LANGUAGES

_SPEAK: Final = MappingProxyType({"en": "Speak English", "fr": "Parler français"})
"""Said in its own language in every language."""


class ViewMenu(QObject):
    """How the map and the window look; what the window alone can do is asked of it."""

    numbers_wanted = Signal(bool)
    dark_wanted = Signal(bool)
    paper_wanted = Signal(bool)
    """A dark window is to show the map on paper, or not."""
    language_wanted = Signal(str)
    went = Signal(str)
    """A place was looked for and found."""

    def __init__(
        self,
        menu: QMenu,
        frame: QWidget,
        bench: Workbench,
        docks: Docks,
        files: Files,
        *,
        loupe: Loupe,
        modes: ModeSwitch,
        settings: QSettings,
    ) -> None:
        super().__init__(menu)
        self._frame, self._bench, self._docks, self._files = frame, bench, docks, files
        self._loupe, self._modes, self._settings = loupe, modes, settings
        self._finder: GoToDialog | None = None
        self._commands: CommandPalette | None = None
        mode_help = self.tr("Edit the map with the tools, or only look at it with its counters")
        self.mode = entry(
            menu, self.tr("&Edit Mode"), "F6", mode_help, self._set_edits, checked=False, picture="edit-mode"
        )
        go_help = self.tr("Look at a hex by its number, or at a place by its name")
        self.go_to = entry(menu, self.tr("&Go to Place..."), "Ctrl+G", go_help, self.ask_go_to, picture="go-to")
        find_help = self.tr("Find any command by its name")
        entry(menu, self.tr("Co&mmand Palette..."), "Ctrl+K", find_help, self.ask_command, picture="command")
        menu.addSeparator()
        self._build_zoom(menu)
        menu.addSeparator()
        self._build_shown(menu)
        self._build_languages(menu)
        menu.addSeparator()
        self._build_panels(menu)
        bench.layers_changed.connect(self._follow_layers)

    def _build_zoom(self, menu: QMenu) -> None:
        canvas = self._bench.canvas
        larger, smaller = self.tr("Show the map larger"), self.tr("Show the map smaller")
        entry(menu, self.tr("Zoom &In"), "Ctrl++", larger, canvas.zoom_in, picture="zoom-in")
        entry(menu, self.tr("Zoom &Out"), "Ctrl+-", smaller, canvas.zoom_out, picture="zoom-out")
        self.fit = entry(menu, self.tr("&Fit Map"), "Ctrl+0", self.tr("Show all of the map"), canvas.fit, picture="fit")
        full = self.tr("Show the map at 100 %")
        entry(menu, self.tr("&Actual Size"), "Ctrl+1", full, lambda: canvas.set_zoom(1.0), picture="actual-size")

    def _build_shown(self, menu: QMenu) -> None:
        settings, bench = self._settings, self._bench
        numbers = settings.value("numbers", True, type=bool) is True
        self.numbers = entry(
            menu,
            self.tr("Hex &Numbers"),
            "Ctrl+Shift+N",
            self.tr("Print the numbers in the hexes"),
            self.numbers_wanted.emit,
            checked=numbers,
        )
        self.grid = entry(
            menu,
            self.tr("Gri&d"),
            "Ctrl+'",
            self.tr("Draw the edges of the hexes"),
            lambda on: bench.show_layer(EditLayer.GRID, on),
            checked=bench.layers[EditLayer.GRID].visible,
            picture="grid",
        )
        self.counters = entry(
            menu,
            self.tr("&Counters"),
            "Ctrl+Shift+C",
            self.tr("Show the counters on the map"),
            lambda on: bench.show_layer(EditLayer.COUNTERS, on),
            checked=True,
        )
        self.loupe = entry(
            menu,
            self.tr("&Loupe over Scans"),
            "Ctrl+Shift+L",
            self.tr("Keep a loupe over the pixels of the scan under the pointer; or hold Z"),
            self._loupe.keep_open,
            checked=False,
            picture="loupe",
        )
        self._loupe.toggled.connect(self.loupe.setChecked)
        self.dark = entry(
            menu,
            self.tr("Dar&k Theme"),
            "Ctrl+Shift+D",
            self.tr("Light lettering on a dark ground"),
            self.dark_wanted.emit,
            checked=kept_look(settings).dark,
        )
        self.paper_map = entry(
            menu,
            self.tr("Paper Map in t&he Dark"),
            "Ctrl+Alt+Shift+D",
            self.tr("In a dark window, show the map as it is printed"),
            self.paper_wanted.emit,
            checked=kept_look(settings).paper_map,
        )

    def follow_look(self, look: Look) -> None:
        """Tick what was chosen elsewhere."""
        for action, on in ((self.dark, look.dark), (self.paper_map, look.paper_map)):
            action.setChecked(on)

    def _build_languages(self, menu: QMenu) -> None:
        """Each language is called as it calls itself, so that whoever is lost finds the way back."""
        self.languages = menu.addMenu(self.tr("Lang&uage"))
        self.languages.setToolTipsVisible(True)
        group = QActionGroup(self)
        kept = kept_language(self._settings)
        names = {SYSTEM: self.tr("&As This Computer"), **LANGUAGES}
        for number, (code, name) in enumerate(names.items()):
            about = self.tr("Speak the language of this computer") if code == SYSTEM else _SPEAK[code]
            act = partial(self.language_wanted.emit, code)
            action = entry(self.languages, name, f"Ctrl+Alt+Shift+{number + 1}", about, act)
            action.setCheckable(True)
            action.setChecked(code == kept)
            group.addAction(action)

    def _build_panels(self, menu: QMenu) -> None:
        docks, play = self._docks, self._docks.play
        self.panels = menu.addMenu(self.tr("&Panels"))
        self.panels.setToolTipsVisible(True)
        for name, dock in docks.docks.items():
            action = dock.toggleViewAction()
            raise_before_hiding(dock)
            about = docks.panels[name].about or docks.panels[name].title
            self._add_panel(action, ALL_PANELS[name].keys, about)
            action.triggered.connect(lambda _=False, panel=docks.panels[name]: give_focus(panel))
        for dock in (*play.docks.values(), docks.units):
            raise_before_hiding(dock)
        for name, panel in play.panels.items():
            self._add_panel(play.docks[name].toggleViewAction(), panel.keys, panel.about)
        self.units = docks.units.toggleViewAction()
        self._add_panel(self.units, "Ctrl+U", self.tr("Show the list of units beside the map"))
        alone = self.tr("Show the map alone, without any panel; again brings them back as they stood")
        self.bare = entry(menu, self.tr("Hide All Panel&s"), "F11", alone, docks.set_bare, checked=False)
        docks.bared.connect(self.bare.setChecked)
        reset = self.tr("Put all panels back where they usually are")
        entry(menu, self.tr("&Reset Panels"), "Ctrl+Alt+0", reset, docks.reset)

    def _add_panel(self, action: QAction, keys: str, about: str) -> None:
        explain(action, keys, about)
        self.panels.addAction(action)

    def _follow_layers(self) -> None:
        layers = self._bench.layers
        self.grid.setChecked(layers[EditLayer.GRID].visible)
        self.counters.setChecked(layers[EditLayer.COUNTERS].visible)

    def ask_go_to(self) -> GoToDialog:
        """Ask for a place and look at it."""
        if self._finder is None:
            self._finder = GoToDialog(self._bench, self._frame)
            self._finder.went.connect(self.went)
        self._finder.begin()
        return self._finder

    def ask_command(self) -> CommandPalette:
        """Ask for a command and do it."""
        if self._commands is None:
            self._commands = CommandPalette(lambda: self._frame.findChildren(QAction), self._frame)
        self._commands.begin()
        return self._commands

    def _set_edits(self, on: bool) -> None:
        if on is not (self._modes.mode is Mode.EDIT):
            self._modes.set_mode(Mode.EDIT if on else Mode.VIEW)
        self.refresh()

    def refresh(self) -> None:
        """Show the mode that the window is in."""
        mode = self._modes.mode
        self.mode.setEnabled(self._files.opened is not None)
        self.go_to.setEnabled(self._bench.document is not None)
        self.mode.setChecked(mode is Mode.EDIT)
        self.loupe.setEnabled(mode is Mode.EDIT)
        for name, dock in self._docks.docks.items():
            _offer(dock.toggleViewAction(), on=self._docks.is_for(name, mode))
        for dock in self._docks.play.docks.values():
            _offer(dock.toggleViewAction(), on=mode is Mode.PLAY)


def _offer(action: QAction, *, on: bool) -> None:
    """The menu of panels lists those of the page on the screen; all of them would be a menu that nobody reads."""
    action.setEnabled(on)
    action.setVisible(on)


def raise_before_hiding(dock: QDockWidget) -> None:
    """Let the entry of a panel that is a tab behind another bring it to the front; only one that is seen goes away."""
    action = dock.toggleViewAction()

    def toggle() -> None:
        if dock.isHidden() or dock.visibleRegion().isEmpty():
            dock.show()
            dock.raise_()
        else:
            dock.close()
        action.setChecked(not dock.isHidden())

    action.triggered.disconnect()
    action.triggered.connect(lambda _=False: toggle())


def give_focus(panel: QWidget) -> None:
    """Let a panel that was called up take the keys, if it says what in it does: Alt+8 and then Ins adds a scan."""
    inner = panel.focusProxy()
    if inner is not None and panel.isVisible():
        inner.setFocus(Qt.FocusReason.ShortcutFocusReason)
