"""What stands beside a game: piles and a browser of cards, notes, statistics, and the check before a phase ends.

None of it decides anything. It is made once for a window, follows the game that is shown, and brings its panels and its
entries of the Play menu with it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.files.open_file import Files
from app.menus.entries import entry
from app.play.desk import Desk
from app.play.games.game_document import Keeper
from app.play.games.map_notes import MapNote, NoteBook, keep_notes, notes_of_game
from app.play.input.auto_scroll import Following
from app.play.input.end_phase_check import EndCheck
from app.play.input.finished_units import LeftUnits
from app.play.input.forced import SETTING as FORCED
from app.play.input.map_keys import REST
from app.play.input.map_keys import SETTING as ENTER_REST
from app.play.panels.card_browser import CardBrowser
from app.play.panels.notes_panel import GameNotesPanel
from app.play.panels.panel_list import GamePanelSlot, PlayPanel
from app.play.panels.piles_panel import PilesPanel
from app.play.panels.statistics_panel import StatisticsPanel
from app.play.scene.advice_marks import AdviceMarks
from app.play.scene.computer_trails import ComputerTrails
from app.play.scene.note_flags import NoteFlags
from app.play.table import GameTable
from engine.core.ids import NO_SIDE
from engine.definitions.game_record import GameRecord
from engine.narration.card_book import Pile
from engine.narration.explanations import Explained, Row
from engine.narration.hands import has_cards, has_printed_cards
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.store import Store


class Sideboard(QObject):
    """Makes these things and joins them to the game."""

    not_kept = Signal(str)
    """Why notes that were written are not in the file."""

    def __init__(
        self,
        desk: Desk,
        files: Files,
        settings: QSettings,
        *,
        keeper: Callable[[], Keeper | None],
        show_panel: Callable[[str], None],
    ) -> None:
        super().__init__(desk)
        self._desk, self._files, self._settings = desk, files, settings
        self._keeper, self._show_panel = keeper, show_panel
        self._table: GameTable | None = None
        self._viewer = NO_SIDE
        self._was_left = False
        self.switches: tuple[QAction, ...] = ()
        """The entries that say how a game is played."""
        self.following = Following(desk)
        self.left = LeftUnits(desk)
        self.check = EndCheck(desk, settings, lambda: self.left.units)
        self.following.is_asked_aside = self.check.bar.isVisible
        desk.keys.rest = desk.scene.prompt.rest = _whole(settings.value(ENTER_REST, REST), REST)
        desk.forced.is_on = lambda: settings.value(FORCED, True, type=bool) is True
        self.piles = PilesPanel(desk.scene)
        self.browser = CardBrowser(desk.scene)
        self.statistics = StatisticsPanel(desk.scene)
        self.notes = GameNotesPanel()
        self.flags = NoteFlags(desk.canvas)
        self.trails = ComputerTrails(desk)
        self.advice = AdviceMarks(desk)
        for layer in (self.flags, self.trails, self.advice):
            desk.canvas.scene().addItem(layer)
        desk.scene.hand.remember_in(settings)
        self.piles.opened.connect(self.open_pile)
        self.notes.place_wanted.connect(self._look_at)
        self.statistics.step_wanted.connect(self._show_step)
        desk.scene.refreshed.connect(self._follow)
        desk.place_chosen.connect(self._choose_note)

    def panels(self) -> tuple[PlayPanel, ...]:
        """The panels, as play mode lists them."""
        return (
            PlayPanel(
                "piles",
                self.tr("Piles"),
                self.tr("Decks, discards, cards in front of the sides, and cards out of the game"),
                "Alt+Shift+P",
                self.piles,
                GamePanelSlot.BELOW,
                has_printed_cards,
                has_cards,
            ),
            PlayPanel(
                "cards",
                self.tr("Cards"),
                self.tr("Every card of the game, and where it is as far as you may know"),
                "Alt+Shift+B",
                self.browser,
                GamePanelSlot.BELOW,
                has_printed_cards,
                has_cards,
            ),
            PlayPanel(
                "notes",
                self.tr("Notes"),
                self.tr("Your notes on the map"),
                "Alt+Shift+N",
                self.notes,
                GamePanelSlot.ASIDE,
            ),
            PlayPanel(
                "statistics",
                self.tr("Statistics"),
                self.tr("Losses, places held, score and dice over the game"),
                "Alt+Shift+G",
                self.statistics,
                GamePanelSlot.ASIDE,
            ),
        )

    def add_entries(self, menu: QMenu) -> tuple[QAction, ...]:
        """The entries of the Play menu; given are those that need a game."""
        leave = self.tr("Have done with the unit in hand for this phase, and go on to the next; again takes it up")
        cards = self.tr("Go to the cards in hand with the keyboard")
        note = self.tr("Put a note on the place that is chosen on the map")
        made = (
            entry(menu, self.tr("&Leave Unit"), "Ctrl+F8", leave, self.left.leave_unit),
            entry(menu, self.tr("Choose a &Card"), "Ctrl+F9", cards, self.choose_card),
            entry(menu, self.tr("Put a No&te"), "Shift+N", note, self.put_note),
        )
        ask = self.tr("Name what could still be done before a phase is ended")
        asking = entry(
            menu,
            self.tr("Chec&k before a Phase Ends"),
            "Ctrl+Shift+Return",
            ask,
            self.check.set_on,
            checked=self.check.is_on,
        )
        only = self.tr("Make a decision that has one choice by itself, and tell it; dice and ends of phases are yours")
        forced = entry(
            menu,
            self.tr("Forced Decisions &by Themselves"),
            "Alt+Shift+Return",
            only,
            lambda on: self._settings.setValue(FORCED, on),
            checked=self._desk.forced.is_on(),
        )
        self.switches = (asking, forced)
        self.check.bar.silenced.connect(lambda: asking.setChecked(False))
        return made

    # Following the game

    def _follow(self) -> None:
        table = self._desk.table
        if table is None:
            return
        if table is not self._table:
            self._table, self._viewer = table, table.viewer
            book = NoteBook(self._notes_in_file(), self._keep, lambda note: _may_read(table, note))
            self.notes.take(book, self._label, lambda: self._desk.canvas.selected, lambda: table.viewer)
            self.flags.show_notes(book.readable())
        elif table.viewer != self._viewer or self._was_left:
            self._viewer = table.viewer
            self.notes.refresh()
            self.flags.show_notes(self.notes.book.readable())
        self._was_left = False

    def leave(self) -> None:
        """The game is left: nothing of it stays on the map."""
        self.check.put_away()
        self.flags.show_notes(())
        self._was_left = True

    def _notes_in_file(self) -> tuple[MapNote, ...]:
        """The notes of the game; a new one may have the name of one that was deleted, and forgets what that had."""
        store, game = self._kept()
        project = self._files.project
        if store is None or project is None:
            return ()
        found = notes_of_game(store, game)
        if found and (GameRecord.KIND, game) not in project.contents.documents:
            with suppress(FileError):
                keep_notes(store, game, NoteBook())
            return ()
        return found

    def _kept(self) -> tuple[Store | None, str]:
        """The file and the name of the game in it."""
        project, keeper = self._files.project, self._keeper()
        if project is None or keeper is None:
            return None, ""
        return project.store, keeper.id

    def _keep(self) -> None:
        """Write the notes into the file, and show them."""
        self.flags.show_notes(self.notes.book.readable())
        store, game = self._kept()
        if store is None:
            return
        try:
            keep_notes(store, game, self.notes.book)
        except FileError as bad:
            words = self.tr("The note stands here, but was not kept: {0}")
            self.not_kept.emit(words.format(catalogue().text(bad.message)))

    def _label(self, key: str) -> str:
        at = self._table.board.find(key) if self._table is not None else None
        return self._table.names.place(at) if self._table is not None and at is not None else key

    def _choose_note(self, key: str) -> None:
        """A place with a note on it was chosen on the map: the note is chosen in the list."""
        there = self.notes.book.at(key) if key else ()
        if there:
            self.notes.select(there[-1].id)

    def notes_at(self, key: str) -> tuple[Explained, ...]:
        """The notes of a place, whole, for the card beside the pointer."""
        rows = tuple(Row(note.text) for note in self.notes.book.at(key) if note.text)
        return (Explained(self.tr("Your notes"), rows),) if rows else ()

    # What is asked for

    def open_pile(self, pile: Pile) -> None:
        """Show the cards of a pile."""
        self._show_panel("cards")
        self.browser.show_pile(pile)

    def choose_card(self) -> None:
        """Give the keyboard to the hand."""
        if self._table is not None and has_cards(self._table):
            self._show_panel("hand")
            self._desk.scene.hand.begin_choosing()
        else:
            self._desk.scene.prompt.say(self.tr("This game has no hands of cards."))

    def put_note(self) -> None:
        """Put a note on the chosen place."""
        self._show_panel("notes")
        if not self.notes.put_note():
            self._desk.scene.prompt.say(self.tr("Choose a place on the map first, then put the note there."))

    def _look_at(self, key: str) -> None:
        at = self._table.board.find(key) if self._table is not None else None
        if at is not None:
            self._desk.look_at(at)

    def _show_step(self, step: int) -> None:
        self._show_panel("log")
        self._desk.scene.log.show_step(step)


def _whole(kept: object, usual: int) -> int:
    """A number as the settings have it; what is none is as usual."""
    try:
        return int(str(kept))
    except ValueError:
        return usual


def _may_read(table: GameTable, note: MapNote) -> bool:
    """A note is for whoever plays the side it was put for, and only for them while they share the screen."""
    return not note.side or table.players.get(note.side) == table.players.get(table.viewer)
