"""The particulars of chosen entries of the schedule: turn, arrival or withdrawal, place, values, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QSpinBox, QWidget

from editor.model.design.cell_words import place_problem, values_problem
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, offers
from editor.model.design.timeline import Item
from editor.model.design.value_words import value_words
from editor.panels.design.word_fields import WordsLine
from editor.panels.icons import icon
from editor.panels.panel import column_of, note, tool_button
from engine.core.messages import Message
from engine.core.words.lexicon import WordKind
from engine.definitions.scenario import ScheduleKind


class EntryForm(QWidget):
    """Says what is typed; several entries at once show what they share."""

    turn_set = Signal(int)
    kind_set = Signal(object)
    place_set = Signal(str)
    values_set = Signal(str)
    pick_wanted = Signal()

    def __init__(
        self, words: Callable[[Message], str], design: Callable[[], Design | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._shows = False
        self.who = QLabel()
        self.who.setWordWrap(True)
        self.who.setTextFormat(Qt.TextFormat.PlainText)
        self.turn = QSpinBox()
        self.turn.setRange(0, 10_000)
        self.turn.setKeyboardTracking(False)
        self.kind = QComboBox()
        self.kind.addItem(self.tr("arrives"), ScheduleKind.ARRIVAL)
        self.kind.addItem(self.tr("is withdrawn"), ScheduleKind.WITHDRAWAL)
        self.place = QLineEdit()
        self.place.setPlaceholderText(self.tr("where the rules say"))
        pick = self.tr("Click the place on the map; Esc gives up")
        self.pick = tool_button("eyedropper", self.tr("Pick on the map"), pick, self.pick_wanted.emit)
        self.pick.setCheckable(True)
        self.values = QLineEdit()
        self.values.setPlaceholderText(self.tr("name=value, ..."))
        WordsLine(self.place, design, _every_place, place_problem, separators="\n")
        named = WordKind.UNIT_VALUE
        WordsLine(self.values, design, lambda now: offers(now, named), values_problem, separators=",", ending="=")
        self.trouble = note()
        self._lay_out()
        self.turn.valueChanged.connect(self._turn_changed)
        self.kind.activated.connect(lambda _: self.kind_set.emit(self.kind.currentData()))
        self.place.editingFinished.connect(lambda: self._edited(self.place, self.place_set.emit))
        self.values.editingFinished.connect(lambda: self._edited(self.values, self.values_set.emit))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        where = QHBoxLayout()
        where.addWidget(self.place, 1)
        where.addWidget(self.pick)
        for label, field, tip in (
            (self.tr("&Turn"), self.turn, self.tr("The turn on which it happens")),
            (self.tr("&Unit"), self.kind, self.tr("Whether it comes or goes")),
        ):
            field.setToolTip(tip)
            field.setAccessibleName(label.replace("&", ""))
            form.addRow(label, field)
        self.place.setToolTip(self.tr("Where it enters or leaves; empty lets the rules decide"))
        self.place.setAccessibleName(self.tr("Place"))
        self.values.setToolTip(self.tr("Values that the game reads with the entry, as name=value"))
        self.values.setAccessibleName(self.tr("Values"))
        place = QLabel(self.tr("&Place"))
        place.setBuddy(self.place)
        form.addRow(place, where)
        form.addRow(self.tr("&Values"), self.values)
        column = column_of(self, margin=0)
        column.addWidget(self.who)
        column.addLayout(form)
        column.addWidget(self.trouble)
        column.addStretch(1)

    def show_items(self, items: Sequence[Item], name: Callable[[str], str]) -> None:
        """Show what entries have in common."""
        self._shows = True
        self.setEnabled(bool(items))
        entries = [item.entry for item in items]
        match entries:
            case []:
                self.who.setText(self.tr("Nothing is chosen."))
            case [entry]:
                self.who.setText(name(entry.unit))
            case _:
                self.who.setText(self.tr("{0} entries").format(len(entries)))
        first = entries[0] if entries else None
        self.turn.setValue(first.turn if first is not None else 0)
        kinds = {entry.kind for entry in entries}
        self.kind.setCurrentIndex(self.kind.findData(kinds.pop()) if len(kinds) == 1 else -1)
        places = {entry.at or "" for entry in entries}
        self.place.setText(places.pop() if len(places) == 1 else "")
        self.place.setModified(False)
        values = {value_words(entry.values) for entry in entries}
        self.values.setText(values.pop() if len(values) == 1 else "")
        self.values.setModified(False)
        said = dict.fromkeys(self._words(problem) for item in items for problem in item.problems)
        self.trouble.setText("\n".join(said))
        self.trouble.setVisible(bool(said))
        self._shows = False

    def theme_changed(self) -> None:
        """Draw the icon in the colours of the theme."""
        self.pick.setIcon(icon("eyedropper"))

    def _turn_changed(self, turn: int) -> None:
        if not self._shows:
            self.turn_set.emit(turn)

    @staticmethod
    def _edited(field: QLineEdit, tell: Callable[[str], object]) -> None:
        if field.isModified():
            field.setModified(False)
            tell(field.text())


def _every_place(design: Design) -> tuple[OfferedWord, ...]:
    """The boxes of the rules and the places of the map."""
    return tuple(OfferedWord(name, name) for name in (*design.boxes, *design.places.names()))
