"""The Play menu: a new game, a saved one, the obvious choice, the next unit, the list of actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.files.open_file import Files
from app.menus.entries import entry
from app.menus.time_menu import TimeMenu
from app.play.play_mode import PlayMode


class PlayMenu(QObject):
    """What is done in a game with the keyboard; `toggle` goes from the editor to the game and back."""

    def __init__(self, menu: QMenu, play: PlayMode, files: Files, toggle: Callable[[], None]) -> None:
        super().__init__(menu)
        self._play, self._files = play, files
        desk = play.desk
        go = self.tr("Play the scenario on the screen, or go back to where you came from")
        self.go = entry(menu, self.tr("&Play Scenario"), "F5", go, toggle, picture="play-mode")
        new = self.tr("Begin a game: scenario, who plays each side, seed and optional rules")
        self.new = entry(menu, self.tr("&New Game..."), "Ctrl+F5", new, play.new_game.ask)
        saved = self.tr("List the games of the open file, to go on with one, rename, copy or delete it")
        self.saved = entry(menu, self.tr("&Saved Games..."), "Shift+F5", saved, play.keeping.ask_saved)
        written = self.tr("Write the game that is played to a file of its own")
        self.write_out = entry(menu, self.tr("&Export Game..."), "Ctrl+Shift+F5", written, play.keeping.ask_write_out)
        read = self.tr("Read a game from a file and go on with it")
        self.read_in = entry(menu, self.tr("I&mport Game..."), "Ctrl+Shift+I", read, play.keeping.ask_read_in)
        who = self.tr("Let other persons or computers play from now on")
        self.players = entry(menu, self.tr("&Who Plays..."), "Ctrl+Shift+W", who, play.keeping.ask_players)
        over = self.tr("Go on from this position in the scenario as it is now; the game as it was stays in the file")
        words = self.tr("Take O&ver into the Changed Scenario")
        self.over = entry(menu, words, "Ctrl+Alt+Shift+W", over, play.keeping.take_over)
        menu.addSeparator()
        obvious = self.tr("Take the obvious choice of the question that is asked, or act where the cursor is")
        self.default = entry(menu, self.tr("&Obvious Choice"), "Return", obvious, desk.keys.enter)
        self.default.setShortcuts([QKeySequence("Return"), QKeySequence("Enter")])
        self.default.setAutoRepeat(False)
        after, before = self.tr("Choose the next unit that can act"), self.tr("Choose the unit that can act before it")
        self.next = entry(menu, self.tr("Ne&xt Unit"), "F8", after, desk.keys.next_unit)
        self.previous = entry(menu, self.tr("P&revious Unit"), "Shift+F8", before, lambda: desk.keys.next_unit(-1))
        find = self.tr("Find an action by its words and take it with Enter")
        self.find = entry(menu, self.tr("&Find Action"), "F9", find, self._find, picture="search")
        menu.addSeparator()
        what = self.tr(
            "Show beside it what is known of the unit and the place under the pointer, or of the chosen place"
        )
        self.describe = entry(menu, self.tr("&Describe Place"), "F12", what, play.hovering.describe)
        cards = self.tr("Show what is known of a unit and a place when the pointer rests there")
        is_on = play.hovering.is_on
        self.cards = entry(
            menu, self.tr("Cards at the Po&inter"), "Shift+F12", cards, play.hovering.set_on, checked=is_on
        )
        self._in_play: tuple[QAction, ...] = (self.default, self.next, self.previous, self.find, self.describe)
        self._in_play += (self.write_out, self.players)
        self._in_play += play.sideboard.add_entries(menu)
        menu.addSeparator()
        self.time = TimeMenu(menu, play)

    def _find(self) -> None:
        self._play.show_panel("actions")
        self._play.desk.scene.actions.begin_search()

    def refresh(self) -> None:
        """Grey what cannot act."""
        plays, is_open = self._play.is_on, self._files.opened is not None
        self.go.setEnabled(is_open)
        self.saved.setEnabled(is_open)
        for action in self._in_play:
            action.setEnabled(plays)
        self.over.setEnabled(plays and self._play.map.is_other)
        self.time.refresh()
