"""The dialogs before a game: a new one, one that was saved, and the list of what keeps a scenario from being played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.cli.exits import issue_line
from app.forms import FormDialog, choice, number
from app.play.names import side_title
from app.play.setup import MOST_SEED, NewGame, fresh_seed, options_of, sides_of
from app.play.table import PERSON
from engine.core.state import Scalar
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import Issue
from engine.definitions.project import Project
from engine.rulesets.words import catalogue
from engine.session.bots import BOTS
from engine.session.session import UndoPolicy


class NewGameDialog(FormDialog):
    """Which scenario, who plays, which seed, which optional rules, how far undo goes."""

    def __init__(self, project: Project, scenario: str, parent: QWidget | None = None) -> None:
        super().__init__("", "", "", parent)
        self.setWindowTitle(self.tr("New Game"))
        self.go.setText(self.tr("&Begin"))
        self._project = project
        playable = {name: one.title or name for name, one in project.scenarios.items() if sides_of(one.ruleset)}
        self.scenario = choice(((title, name) for name, title in sorted(playable.items())), scenario)
        self.row(self.tr("S&cenario"), self.scenario, self.tr("What is played"))
        self.seed = number(0, MOST_SEED, fresh_seed())
        self.row(self.tr("S&eed"), self.seed, self.tr("All chance follows from it: the same seed gives the same dice"))
        self.policy = choice(
            (
                (self.tr("Up to the last die or secret"), UndoPolicy.TO_BARRIER),
                (self.tr("Anything, to try things out"), UndoPolicy.UNLOCKED),
            ),
            UndoPolicy.TO_BARRIER,
        )
        self.row(self.tr("&Undo"), self.policy, self.tr("How far decisions can be taken back"))
        self._fixed = self.form.rowCount()
        self.players: dict[str, QComboBox] = {}
        self.options: dict[str, QCheckBox | QSpinBox | QLineEdit] = {}
        self.scenario.currentIndexChanged.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        """The sides and optional rules of the chosen scenario's game."""
        while self.form.rowCount() > self._fixed:
            self.form.removeRow(self._fixed)
        self.players, self.options = {}, {}
        name = str(self.scenario.currentData() or "")
        if name not in self._project.scenarios:
            self.go.setEnabled(False)
            return
        who = ((self.tr("a person"), PERSON), *((self.tr("the computer ({0})").format(bot), bot) for bot in BOTS))
        for side in sides_of(self._project.scenarios[name].ruleset):
            self.players[side] = choice(who, PERSON)
            self.row(side_title(side), self.players[side], self.tr("Who decides for this side"))
        for option, value in options_of(self._project, name).items():
            self.options[option] = _option_field(value)
            self.row(side_title(option), self.options[option], self.tr("An optional rule of this game"))

    def asked(self) -> NewGame:
        """What was chosen."""
        return NewGame(
            scenario=str(self.scenario.currentData()),
            seed=self.seed.value(),
            players={side: str(field.currentData()) for side, field in self.players.items()},
            options={name: _option_value(field) for name, field in self.options.items()},
            policy=UndoPolicy(self.policy.currentData()),
        )


def _option_field(value: Scalar) -> QCheckBox | QSpinBox | QLineEdit:
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        return box
    if isinstance(value, int):
        return number(-9999, 9999, value)
    return QLineEdit(value)


def _option_value(field: QCheckBox | QSpinBox | QLineEdit) -> Scalar:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    return field.value() if isinstance(field, QSpinBox) else field.text()


class SavedGamesDialog(QDialog):
    """The games of the open file, to go on with one."""

    def __init__(self, games: Mapping[str, GameRecord], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Saved Games"))
        self.setMinimumSize(420, 260)
        self.list = QListWidget()
        for name, record in reversed(list(games.items())):
            words = self.tr("{0}: {1}, {2} actions").format(name, record.title or record.scenario, len(record.actions))
            item = QListWidgetItem(words)
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.tr("&Go On"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.list.itemActivated.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(self.list)
        column.addWidget(buttons)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def chosen(self) -> str:
        """The name of the game."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(Qt.ItemDataRole.UserRole)) if chosen else ""


class IssuesDialog(QDialog):
    """What keeps a scenario from being played, one line an error."""

    def __init__(self, issues: Iterable[Issue], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("This Cannot Be Played Yet"))
        self.setMinimumSize(560, 300)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.addItems([issue_line(issue, catalogue()) for issue in issues])
        note = QLabel(self.tr("Mend these in the editor, then play."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(note)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
