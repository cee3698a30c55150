"""The widgets of the inspector: one for each kind of field, all with the same manners.

What was typed counts when Enter is pressed or the field is left, once; Esc brings back what was there. A field whose
things differ says so and stays empty until someone gives all of them one value.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetrics, QIcon, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget

from editor.panels.colour_button import ColourButton, colour_chip
from editor.panels.inspector.cards import CardField, FieldKind
from engine.definitions.bounds import LONGEST_LINE, LONGEST_TEXT
from engine.definitions.plan import Scalar

_CHIP: Final = QSize(18, 12)
_DECIMALS: Final = 4
"""How exactly a number is shown; it is kept as it is until another is typed."""
_SHORTEST: Final = 8
_LONGEST: Final = 20
"""Letters up to which a choice is never cut: it wraps below its label instead. A longer one never widens the panel."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("FieldEditor", text)


class FieldEditor(QObject):
    """Shows a field and tells when someone gives it another value."""

    def __init__(self, field: CardField, put: Callable[[CardField, Scalar | None], None]) -> None:
        super().__init__()
        self.field = field
        self._put = put
        self.widget: QWidget = self._make()
        self.widget.setObjectName(field.name)
        self.widget.setAccessibleName(field.title)
        self.widget.setToolTip(field.tip)
        self.widget.setStatusTip(field.tip)
        self.show_field(field)

    def show_field(self, field: CardField) -> None:
        """Show another state of the same field, without a word to anyone."""
        self.field = field
        self.widget.blockSignals(True)
        self._show()
        self.widget.blockSignals(False)

    def put(self, value: Scalar | None) -> None:
        """Someone gave it a value; the same as before is no edit."""
        same = value == self.field.value and type(value) is type(self.field.value)
        if self.field.edit is not None and (self.field.several or not same):
            self._put(self.field, value)

    @abstractmethod
    def _make(self) -> QWidget:
        """The widget for this sort of field."""

    @abstractmethod
    def _show(self) -> None:
        """Show the value of the field in it."""

    @property
    def _several(self) -> str:
        return _tr("several") if self.field.several else ""


class FactEditor(FieldEditor):
    """Something to read, which can be copied."""

    def _make(self) -> QWidget:
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        return self._label

    def _show(self) -> None:
        value = self.field.value
        self._label.setText("–" if value is None else f"{value:n}" if isinstance(value, int) else str(value))


class LineEditor(FieldEditor):
    """A line of text."""

    def _make(self) -> QWidget:
        self.line = QLineEdit()
        self.line.setMaxLength(LONGEST_LINE)
        self.line.editingFinished.connect(self._finished)
        self.line.installEventFilter(self)
        return self.line

    def _show(self) -> None:
        self.line.setText("" if self.field.value is None else str(self.field.value))
        self.line.setCursorPosition(0)
        self.line.setPlaceholderText(self._several)
        self.line.setModified(False)

    def _finished(self) -> None:
        if self.line.isModified():
            self.line.setModified(False)
            self._take(self.line.text())

    def _take(self, text: str) -> None:
        self.put(text if text or isinstance(self.field.value, str) else None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._key(Qt.Key(event.key())):
            return True
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_Escape and self.line.isModified():
            self.show_field(self.field)
            return True
        return False


class NumberEditor(LineEditor):
    """A number, or nothing; the arrows count up and down."""

    def _show(self) -> None:
        super()._show()
        value = self.field.value
        if value is not None:
            self.line.setText(f"{round(value, _DECIMALS):.10g}" if isinstance(value, float) else str(value))
        if not self.field.several:
            self.line.setPlaceholderText(_tr("not set"))

    def _take(self, text: str) -> None:
        if not text.strip():
            self.put(None)
            return
        value = self._read(text)
        if value is None:
            self.show_field(self.field)
        else:
            self.put(value)

    def _read(self, text: str) -> Scalar | None:
        try:
            number = float(text.strip().replace(",", "."))
        except ValueError:
            return None
        if not math.isfinite(number):
            return None
        if self.field.kind is FieldKind.INTEGER:
            return int(number) if number == int(number) and abs(number) < 1e9 else None
        return number

    def _key(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            now = self._read(self.line.text() or "0")
            step = 1 if key == Qt.Key.Key_Up else -1
            if isinstance(now, int | float):
                self.put(now + step)
            return True
        return super()._key(key)


class LinesEditor(FieldEditor):
    """Text of several lines; Ctrl+Enter or leaving it ends the edit."""

    def _make(self) -> QWidget:
        self.text = _LeavingText(self._finished, self._taken_back)
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(3 * QFontMetrics(self.text.font()).lineSpacing() + 12)
        return self.text

    def _show(self) -> None:
        self.text.setPlainText("" if self.field.value is None else str(self.field.value))
        self.text.document().setModified(False)

    def _finished(self) -> None:
        if self.text.document().isModified():
            self.text.document().setModified(False)
            self.put(self.text.toPlainText()[:LONGEST_TEXT])

    def _taken_back(self) -> bool:
        """What was written is not meant; False where nothing was."""
        is_written = self.text.document().isModified()
        if is_written:
            self.show_field(self.field)
        return is_written


class _LeavingText(QPlainTextEdit):
    def __init__(self, finished: Callable[[], None], taken_back: Callable[[], bool]) -> None:
        super().__init__()
        self._finished, self._taken_back = finished, taken_back

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._finished()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self._finished()
        elif event.key() != Qt.Key.Key_Escape or not self._taken_back():
            super().keyPressEvent(event)


class FlagEditor(FieldEditor):
    """Yes or no; half ticked where the things differ or nothing was said."""

    def _make(self) -> QWidget:
        self.box = QCheckBox(self.field.title)
        self.box.clicked.connect(lambda _=False: self.put(self.field.value is not True))
        return self.box

    def _show(self) -> None:
        value = self.field.value
        self.box.setTristate(value is None)
        states = Qt.CheckState
        state = states.PartiallyChecked if self.field.several else states.Checked if value else states.Unchecked
        self.box.setCheckState(state)


class ChoiceEditor(FieldEditor):
    """One of several."""

    def _make(self) -> QWidget:
        self.combo = QComboBox()
        self.combo.setIconSize(_CHIP)
        if any(len(choice.title) > _LONGEST for choice in self.field.choices):
            self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.combo.setMinimumContentsLength(_SHORTEST)
        else:
            self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for choice in self.field.choices:
            if choice.colour:
                chip = colour_chip(choice.colour, _CHIP, self.combo.palette(), self.combo.devicePixelRatioF())
                self.combo.addItem(QIcon(chip), choice.title, choice.value)
            else:
                self.combo.addItem(choice.title, choice.value)
        self.combo.activated.connect(lambda number: self.put(str(self.combo.itemData(number))))
        return self.combo

    def _show(self) -> None:
        self.combo.setPlaceholderText(self._several or "–")
        value = self.field.value
        self.combo.setCurrentIndex(-1 if value is None else self.combo.findData(value))


class ColourEditor(FieldEditor):
    """A colour."""

    def _make(self) -> QWidget:
        self.button = ColourButton()
        self.button.colour_changed.connect(self.put)
        return self.button

    def _show(self) -> None:
        self.button.set_colour(str(self.field.value or ""))


_EDITORS: Final[dict[FieldKind, type[FieldEditor]]] = {
    FieldKind.FACT: FactEditor,
    FieldKind.TEXT: LineEditor,
    FieldKind.LINES: LinesEditor,
    FieldKind.INTEGER: NumberEditor,
    FieldKind.NUMBER: NumberEditor,
    FieldKind.FLAG: FlagEditor,
    FieldKind.CHOICE: ChoiceEditor,
    FieldKind.COLOUR: ColourEditor,
}


def editor_for(field: CardField, put: Callable[[CardField, Scalar | None], None]) -> FieldEditor:
    """The widget for a field."""
    kind = field.kind if field.edit is not None else FieldKind.FACT
    return _EDITORS[kind](field, put)
