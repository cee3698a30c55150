"""The games of the open file in a list: go on with one, give it another title, copy it, write it out, delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.play.games.players import seating_words
from engine.definitions.game_record import GameRecord

if TYPE_CHECKING:
    from app.play.games.saved_games import Keeping

_ID = Qt.ItemDataRole.UserRole
TITLE, SCENARIO, TURN, ACTIONS, PLAYERS, CHANGED = range(6)


class SavedGamesDialog(QDialog):
    """One row a game, the one played last on top."""

    go_on_wanted = Signal(str)

    def __init__(self, keeping: Keeping, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self.setWindowTitle(self.tr("Saved Games"))
        self.resize(860, 380)
        self.list = QTreeWidget()
        self.list.setHeaderLabels(
            [
                self.tr("Title"),
                self.tr("Scenario"),
                self.tr("Turn"),
                self.tr("Actions"),
                self.tr("Who plays"),
                self.tr("Last played"),
            ]
        )
        self.list.setRootIsDecorated(False)
        self.list.setAlternatingRowColors(True)
        self.list.setUniformRowHeights(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setAccessibleName(self.tr("The games of this file"))
        self.nothing = QLabel(
            self.tr("There are no games in this file yet. F5 begins one; Import reads one from a file.")
        )
        self.nothing.setWordWrap(True)
        self._build_buttons()
        column = QVBoxLayout(self)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)
        column.addWidget(self._buttons)
        self.list.itemActivated.connect(lambda *_: self._go_on())
        self.list.itemChanged.connect(self._renamed)
        self.list.currentItemChanged.connect(lambda *_: self._follow())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill()

    def _build_buttons(self) -> None:
        roles = QDialogButtonBox.ButtonRole
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.go = self._buttons.addButton(self.tr("&Go On"), roles.AcceptRole)
        self.go.setToolTip(self.tr("Go on with this game (Enter)"))
        self.rename = self._button(self.tr("&Rename"), self.tr("Give this game another title (F2)"), self._rename)
        self.copy = self._button(
            self.tr("&Duplicate"), self.tr("A second game that stands where this one does"), self._copy
        )
        self.out = self._button(self.tr("&Export..."), self.tr("Write this game to a file of its own"), self._write_out)
        self.into = self._button(
            self.tr("&Import..."), self.tr("Read a game that was written to a file"), self._read_in
        )
        self.away = self._button(self.tr("De&lete..."), self.tr("Take this game out of the file (Del)"), self._delete)
        self._buttons.accepted.connect(self._go_on)
        self._buttons.rejected.connect(self.reject)
        for keys, act in (("F2", self._rename), ("Del", self._delete)):
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    def _button(self, words: str, about: str, act: object) -> QPushButton:
        button = self._buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
        button.setToolTip(about)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def fill(self, chosen: str = "") -> None:
        """List what there is, with one chosen."""
        self.list.blockSignals(True)
        self.list.clear()
        for record in reversed(self._keeping.games.values()):
            self.list.addTopLevelItem(self._row(record))
        self.list.blockSignals(False)
        header = self.list.header()
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        for column in (SCENARIO, TURN, ACTIONS, PLAYERS, CHANGED):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        rows = [self.list.topLevelItem(number) for number in range(self.list.topLevelItemCount())]
        wanted = next((row for row in rows if row is not None and row.data(TITLE, _ID) == chosen), None)
        first = wanted or (rows[0] if rows else None)
        if first is not None:
            self.list.setCurrentItem(first)
        self.nothing.setVisible(not rows)
        self._follow()

    def _row(self, record: GameRecord) -> QTreeWidgetItem:
        moment = QDateTime.fromString(record.changed, Qt.DateFormat.ISODate).toLocalTime()
        when = QLocale().toString(moment, QLocale.FormatType.ShortFormat) if moment.isValid() else ""
        row = QTreeWidgetItem(
            [
                self._keeping.game_title(record.id),
                self._keeping.scenario_title(record),
                str(record.turn),
                str(len(record.actions)),
                seating_words(record.players, record.ruleset),
                when,
            ]
        )
        row.setData(TITLE, _ID, record.id)
        row.setFlags(row.flags() | Qt.ItemFlag.ItemIsEditable)
        for column in (TURN, ACTIONS):
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if record.branch is not None:
            words = self.tr("Branched from {0} after action {1}")
            row.setToolTip(TITLE, words.format(self._keeping.game_title(record.branch.game), record.branch.actions))
        return row

    def chosen(self) -> str:
        """The id of the game that is chosen."""
        row = self.list.currentItem()
        return str(row.data(TITLE, _ID)) if row is not None else ""

    def _follow(self) -> None:
        for button in (self.go, self.rename, self.copy, self.out, self.away):
            button.setEnabled(bool(self.chosen()))

    def _go_on(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.accept()
            self.go_on_wanted.emit(chosen)

    def _rename(self) -> None:
        row = self.list.currentItem()
        if row is not None:
            self.list.editItem(row, TITLE)

    def _renamed(self, row: QTreeWidgetItem, column: int) -> None:
        game = str(row.data(TITLE, _ID))
        if column == TITLE:
            self._keeping.rename(game, row.text(TITLE))
            self.list.blockSignals(True)
            row.setText(TITLE, self._keeping.game_title(game))
            self.list.blockSignals(False)

    def _copy(self) -> None:
        self.fill(self._keeping.duplicate(self.chosen()) or self.chosen())

    def _write_out(self) -> None:
        self._keeping.ask_write_out(self.chosen())

    def _read_in(self) -> None:
        if self._keeping.ask_read_in():
            self.accept()

    def _delete(self) -> None:
        row = self.list.currentItem()
        if row is None:
            return
        words = self.tr("Delete the game {0}? It cannot be brought back.").format(row.text(TITLE))
        if QMessageBox.question(self, self.tr("Delete Game"), words) == QMessageBox.StandardButton.Yes:
            self._keeping.delete(self.chosen())
            self.fill()
