"""The menu bar, and nothing in it that does nothing.

Each menu is a module of its own, and is given here what it needs of the window. What cannot act now is greyed: nothing
is open, nothing is selected, or the mode is not the one for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from app.application import NAME
from app.dialogs.preferences import PreferencesDialog
from app.files.sharing import Sharing
from app.lab.lab_opening import LabOpening
from app.language import kept_language
from app.menu_letters import OpenMenuLetters
from app.menus.design_menu import DesignMenu
from app.menus.edit_menu import EditMenu
from app.menus.entries import entry
from app.menus.file_menu import FileMenu
from app.menus.help_menu import FIRST_MAP, Help
from app.menus.map_menu import MapMenu
from app.menus.overlay_menu import OverlayMenu
from app.menus.play_menu import PlayMenu
from app.menus.tool_menu import ToolMenu
from app.menus.view_menu import ViewMenu

if TYPE_CHECKING:
    from app.window import MainWindow


class Menus(QObject):
    """Made with the window, once for it: File, Edit, Map, Tools, Scenario, Play, Overlays, View and Help."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._bar = window.menuBar()
        bench, actions, play, settings = window.bench, window.file_actions, window.play, window.settings
        sharing = Sharing(window, actions, bench, window.scan_images, settings)
        file, edit, whole = self._menu(self.tr("&File")), self._menu(self.tr("&Edit")), self._menu(self.tr("&Map"))
        tools, design = self._menu(self.tr("&Tools")), self._menu(self.tr("&Scenario"))
        playing, overlays = self._menu(self.tr("&Play")), self._menu(self.tr("&Overlays"))
        view, aid = self._menu(self.tr("&View")), self._menu(self.tr("&Help"))
        self.file: FileMenu = FileMenu(
            file,
            window,
            actions,
            sharing,
            bench=bench,
            background=window.background,
            modes=window,
            start=window.show_start,
        )
        self.edit = EditMenu(edit, window, bench, window.undo_group, play, modes=window)
        self.map = MapMenu(whole, window, bench, window)
        self.tools = ToolMenu(tools, bench, window.tools, window, window.bar.hint)
        self.design = DesignMenu(design, window, window.designer, bench, actions, modes=window, settings=settings)
        self.lab = LabOpening(window, actions, play, window)
        test = self.tr("Let computers play this scenario many times: who wins, how surely, and what decides it")
        self.playtest = entry(design, self.tr("Playtest &Lab..."), "Ctrl+Shift+Y", test, self.lab.open)
        self.play = PlayMenu(playing, play, window.files, window.toggle_mode)
        self.overlays = OverlayMenu(overlays, play, bench, window.middle, settings)
        self.view = ViewMenu(
            view, window, bench, window.docks, window.files, loupe=window.scans.loupe, modes=window, settings=settings
        )
        self._build_help(aid, window.help)
        edit.addSeparator()
        prefer = self.tr("Colours, the size of the type, the language, and how a game is played")
        entry(edit, self.tr("Preferences..."), "Ctrl+,", prefer, lambda: self.ask_preferences(window))
        OpenMenuLetters(self._bar, self)

    def _menu(self, title: str) -> QMenu:
        menu = self._bar.addMenu(title)
        menu.setToolTipsVisible(True)
        return menu

    def _build_help(self, menu: QMenu, shown: Help) -> None:
        keys = QKeySequence.StandardKey
        here = self.tr("The rules at the case that is named, or the page of the panel, the tool or the mode at hand")
        entry(menu, self.tr("&Help on This"), keys.HelpContents, here, shown.show_help, picture="help")
        index = self.tr("Every case of a game's rules in our own words, found by number or by words")
        entry(menu, self.tr("&Rules Index"), "F3", index, shown.reference.show_rules)
        charts = self.tr("The combat tables, terrain chart, tracks and numbers of a game, each with its source")
        entry(menu, self.tr("&Charts"), "F4", charts, shown.reference.show_charts)
        menu.addSeparator()
        entry(menu, self.tr("&Manual"), "Ctrl+Shift+F1", self.tr("Read the manual"), shown.show_manual)
        first = self.tr("Read how a first map is made, step by step")
        entry(menu, self.tr("Your &First Map"), "Ctrl+F1", first, lambda: shown.show_manual(FIRST_MAP))
        game = self.tr("Play a first game in the window, each step waiting until you have done it")
        entry(menu, self.tr("Your First &Game"), "Ctrl+F2", game, shown.begin_lesson)
        about = self.tr("&About {0}").format(NAME)
        entry(menu, about, "Shift+F1", self.tr("What this program is and who made its parts"), shown.show_about)

    def ask_preferences(self, window: MainWindow) -> PreferencesDialog:
        """Show the choices of the program."""
        dialog = PreferencesDialog(
            window.look,
            kept_language(window.settings),
            (self.play.time.animate, self.play.cards, *window.play.sideboard.switches),
            dress=window.show_look,
            speak=window.language_wanted.emit,
            parent=window,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def refresh(self) -> None:
        """Something was opened, the mode is another: fill the lists and grey what cannot act."""
        self.file.refresh()
        self.edit.refresh()
        self.map.refresh()
        self.tools.refresh()
        self.design.refresh()
        self.playtest.setEnabled(self.lab.can_open)
        self.lab.follow()
        self.play.refresh()
        self.overlays.refresh()
        self.view.refresh()

    def follow_file(self, *, is_open: bool) -> None:
        """Something was saved or changed: grey what cannot act."""
        self.file.follow_file(is_open=is_open)
