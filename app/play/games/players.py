"""Who plays: a person, another person at the same screen, or a computer; as words, and as fields to choose in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from app.dialogs.forms import FormDialog, choice
from app.play.table import OTHER_PERSON, PERSON
from engine.narration.language import labelled, title, word
from engine.players.registry import LEVELS

RANDOM = "random"
"""Who does anything at all, for a first look at a scenario."""
_SWATCH = 14


def player_words(who: str) -> str:
    """Who that is."""
    if who == PERSON:
        return QCoreApplication.translate("Players", "a person")
    return (
        QCoreApplication.translate("Players", "another person")
        if who == OTHER_PERSON
        else QCoreApplication.translate("Players", "the computer ({0})").format(word(who))
    )


def seating_words(players: Mapping[str, str], game: str) -> str:
    """Every side, as its game calls it, and who plays it, in one line."""
    return ", ".join(labelled(title(side, game), player_words(who)) for side, who in players.items())


def everybody() -> tuple[str, ...]:
    """Everyone who can play a side."""
    return (PERSON, OTHER_PERSON, *LEVELS, RANDOM)


def usual_players(sides: Iterable[str]) -> dict[str, str]:
    """A person for the first side and another for each other one."""
    return {side: OTHER_PERSON if number else PERSON for number, side in enumerate(sides)}


class PlayerFields:
    """One field a side, with the side's colour beside it, in a form."""

    def __init__(self, form: FormDialog, players: Mapping[str, str], colours: Mapping[str, str], game: str) -> None:
        self.fields: dict[str, QComboBox] = {}
        for side, who in players.items():
            field = choice(((player_words(each), each) for each in everybody()), who)
            self.fields[side] = field
            form.row(
                title(side, game),
                _with_swatch(field, colours.get(side, "")),
                QCoreApplication.translate("Players", "Who decides for this side"),
            )
            field.setAccessibleName(title(side, game))

    def players(self) -> dict[str, str]:
        """What was chosen."""
        return {side: str(field.currentData()) for side, field in self.fields.items()}


class SeatingDialog(FormDialog):
    """Who plays from now on, in a game that has begun."""

    def __init__(
        self, players: Mapping[str, str], colours: Mapping[str, str], game: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            QCoreApplication.translate("Players", "Who Plays"),
            "",
            QCoreApplication.translate("Players", "&Change"),
            parent,
        )
        self._fields = PlayerFields(self, players, colours, game)

    @property
    def fields(self) -> dict[str, QComboBox]:
        """The field of each side."""
        return self._fields.fields

    def players(self) -> dict[str, str]:
        """What was chosen."""
        return self._fields.players()


def swatch(colour: str) -> QPixmap:
    """A small square of a colour."""
    pixmap = QPixmap(_SWATCH, _SWATCH)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(QColor(128, 128, 128))
    painter.setBrush(QColor(colour))
    painter.drawRect(0, 0, _SWATCH - 1, _SWATCH - 1)
    painter.end()
    return pixmap


def _with_swatch(field: QComboBox, colour: str) -> QWidget:
    if not colour:
        return field
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    mark = QLabel()
    mark.setPixmap(swatch(colour))
    row.addWidget(mark)
    row.addWidget(field, 1)
    both.setFocusProxy(field)
    return both
