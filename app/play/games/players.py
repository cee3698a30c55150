"""Who plays: a person, another person at the same screen, or a computer; as words, and as fields to choose in.

Whoever says nothing plays the first side against the computer. What else people commonly want is one click: the other
side, both sides by oneself, or a second person at the same screen; any other seating is chosen side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QRadioButton, QWidget

from app.dialogs.forms import FormDialog, choice
from app.play.table import OTHER_PERSON, PERSON
from engine.narration.language import labelled, title, word
from engine.players.registry import LEVELS

RANDOM = "random"
"""Who does anything at all, for a first look at a scenario."""
OPPONENT = "normal"
"""Who sits on the other side unless somebody else is asked for."""
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


def level_words(who: str) -> str:
    """How a computer plays; nothing of a person."""
    said = {
        "easy": QCoreApplication.translate("Players", "takes what looks best right now, and is often a little out"),
        "normal": QCoreApplication.translate("Players", "plans where all its units should stand together"),
        "hard": QCoreApplication.translate("Players", "thinks three times as long, and tries its plans out first"),
        RANDOM: QCoreApplication.translate("Players", "does anything at all: to try a scenario out"),
    }
    return said.get(who, "")


def seating_words(players: Mapping[str, str], game: str) -> str:
    """Every side, as its game calls it, and who plays it, in one line."""
    return ", ".join(labelled(title(side, game), player_words(who)) for side, who in players.items())


def everybody() -> tuple[str, ...]:
    """Everyone who can play a side."""
    return (PERSON, OTHER_PERSON, *LEVELS, RANDOM)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays each side, and what that is called by the person who chooses it."""

    title: str
    players: Mapping[str, str]


def common_seatings(sides: Sequence[str], game: str) -> list[Seating]:
    """What people commonly want, the usual first: one side against the computer, all sides, or two persons in turn."""
    alone = [
        Seating(title(side, game), {each: PERSON if each == side else OPPONENT for each in sides}) for side in sides
    ]
    return [
        *alone,
        Seating(QCoreApplication.translate("Players", "b&oth sides"), dict.fromkeys(sides, PERSON)),
        Seating(
            QCoreApplication.translate("Players", "&with another person"),
            {side: OTHER_PERSON if number else PERSON for number, side in enumerate(sides)},
        ),
    ]


class PlayerFields:
    """What is commonly wanted as one click, and below it one field a side, with the side's colour beside it.

    The fields stand in a form from row `at` on, or at its end.
    """

    def __init__(
        self, form: FormDialog, players: Mapping[str, str], colours: Mapping[str, str], game: str, *, at: int = -1
    ) -> None:
        self._form, self._at = form, at
        self._rows: list[QWidget] = []
        self.fields: dict[str, QComboBox] = {}
        self.seatings = [(QRadioButton(each.title), each) for each in common_seatings(list(players), game)]
        self._row(
            QCoreApplication.translate("Players", "You play"),
            self._beside_each_other(),
            QCoreApplication.translate(
                "Players", "One side against the computer, both sides by yourself, or in turns with another person"
            ),
        )
        for side, who in players.items():
            field = _who_plays(who)
            self.fields[side] = field
            self._row(
                title(side, game),
                _with_swatch(field, colours.get(side, "")),
                _all_levels(),
            )
            field.setAccessibleName(title(side, game))
            field.currentIndexChanged.connect(lambda _: self._mark())
        self._mark()

    def _row(self, label: str, field: QWidget, tip: str) -> None:
        self._form.row(label, field, tip, at=self._at + len(self._rows) if self._at >= 0 else -1)
        self._rows.append(field)

    def _beside_each_other(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        for button, seating in self.seatings:
            layout.addWidget(button)
            button.clicked.connect(lambda _, chosen=seating: self._seat(chosen))
        layout.addStretch(1)
        return row

    def _seat(self, seating: Seating) -> None:
        """Choose who plays each side; a computer that was chosen keeps its level."""
        level = next((who for who in self.players().values() if who in LEVELS), OPPONENT)
        for side, who in seating.players.items():
            field = self.fields[side]
            field.setCurrentIndex(field.findData(level if who == OPPONENT else who))
        self._mark()

    def _mark(self) -> None:
        """Mark what was chosen, if it is one of the common seatings, whatever the level of the computer."""
        chosen = {side: OPPONENT if who in LEVELS else who for side, who in self.players().items()}
        for button, seating in self.seatings:
            button.setAutoExclusive(False)
            button.setChecked(seating.players == chosen)
            button.setAutoExclusive(True)

    def players(self) -> dict[str, str]:
        """What was chosen."""
        return {side: str(field.currentData()) for side, field in self.fields.items()}

    def in_order(self) -> list[QWidget]:
        """What can be chosen in, from the top down."""
        return [*(button for button, _ in self.seatings), *self.fields.values()]

    def take_away(self) -> None:
        """Take the fields out of the form, for those of another game."""
        for field in self._rows:
            self._form.form.removeRow(field)


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


def _all_levels() -> str:
    """What a field for whoever plays a side is about, with all levels that can be chosen in it."""
    levels = (labelled(word(each), level_words(each)) for each in everybody() if level_words(each))
    return "\n".join((QCoreApplication.translate("Players", "Who decides for this side"), *levels))


def _who_plays(who: str) -> QComboBox:
    """A field for whoever plays a side; each computer says how it plays."""
    field = choice(((player_words(each), each) for each in everybody()), who)
    for row, each in enumerate(everybody()):
        if level_words(each):
            field.setItemData(row, labelled(player_words(each), level_words(each)), Qt.ItemDataRole.ToolTipRole)
    return field


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
