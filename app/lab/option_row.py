"""The optional rules that games of the lab are played with, in a row; nothing where a game has none."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from app.play.games.option_fields import OptionField, option_field, option_value
from engine.core.state import Scalar
from engine.lab.options import chosen_options
from engine.narration.option_words import option_words


class OptionRow(QWidget):
    """One field an optional rule, as the scenario has it unless somebody says otherwise."""

    changed = Signal()

    def __init__(self, ruleset: str, known: Mapping[str, Scalar], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known = dict(known)
        self.fields: dict[str, OptionField] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for name, value in self._known.items():
            title, about = option_words(ruleset, name)
            field = self.fields[name] = option_field(value)
            field.setAccessibleName(title)
            field.setToolTip(about or self.tr("An optional rule of this game"))
            if isinstance(field, QCheckBox):
                field.setText(title)
                field.toggled.connect(lambda _: self.changed.emit())
            else:
                row.addWidget(QLabel(title))
                signal = field.editingFinished if isinstance(field, QLineEdit) else field.valueChanged
                signal.connect(lambda *_: self.changed.emit())
            row.addWidget(field)
        row.addStretch(1)
        self.setVisible(bool(self.fields))

    def chosen(self) -> dict[str, Scalar]:
        """What is to be otherwise than it usually is."""
        return chosen_options(self._known, {name: option_value(field) for name, field in self.fields.items()})
