"""The dialog that begins a new game from a moment of this one: its title, and who goes on with it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from app.dialogs.forms import FormDialog
from app.play.games.players import PlayerFields
from app.play.table import GameTable


class BranchDialog(FormDialog):
    """Options and seed stay as they are, because the log up to the branch rests on them."""

    def __init__(self, table: GameTable, title: str, colours: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("Branch into a New Game"))
        self.go.setText(self.tr("&Branch"))
        self.title = QLineEdit(self.tr("{0}, from action {1}").format(title, table.step))
        self.title.setMaxLength(200)
        self.row(self.tr("&Title"), self.title, self.tr("What the new game is called"))
        words = self.tr("The new game begins after action {0} of {1}. This one stays as it is.")
        note = QLabel(words.format(table.step, table.length))
        note.setWordWrap(True)
        self.form.addRow(note)
        self._players = PlayerFields(self, table.players, colours, table.brief.scenario.ruleset)
        self.title.selectAll()

    def players(self) -> dict[str, str]:
        """Who goes on."""
        return self._players.players()
