"""The choices of the program in one place: how it looks, which language it speaks, and how a game is played.

Nothing waits for a button: each choice is seen at once. Switches that stand in a menu too are the same switches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.forms import choice
from app.look import Look
from engine.narration.language import LANGUAGES

_LIGHT, _DARK, _DARK_WITH_PAPER = (False, False), (True, False), (True, True)


class PreferencesDialog(QDialog):
    """Shows what is chosen, and hands on what is chosen instead."""

    def __init__(
        self,
        look: Look,
        language: str,
        switches: Sequence[QAction],
        *,
        dress: Callable[[Look], object],
        speak: Callable[[str], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self.setMinimumWidth(440)
        self._look, self._dress, self._speak = look, dress, speak
        self.theme = choice(
            (
                (self.tr("Light"), _LIGHT),
                (self.tr("Dark"), _DARK),
                (self.tr("Dark window, paper map"), _DARK_WITH_PAPER),
            )
        )
        self.theme.setCurrentIndex((_LIGHT, _DARK, _DARK_WITH_PAPER).index((look.dark, look.dark and look.paper_map)))
        self.type_size = choice(
            (
                (self.tr("Small"), "small"),
                (self.tr("Normal"), "normal"),
                (self.tr("Large"), "large"),
                (self.tr("Very large"), "larger"),
            ),
            look.type_size,
        )
        self.language = choice(
            ((self.tr("As this computer"), ""), *((name, code) for code, name in LANGUAGES.items())), language
        )
        self.theme.activated.connect(self._choose_theme)
        self.type_size.activated.connect(self._choose_size)
        self.language.activated.connect(lambda _: self._speak(str(self.language.currentData())))
        self.switches = [_switch(action) for action in switches]
        self._lay_out()

    def go_on_from(self, other: PreferencesDialog) -> None:
        """Stand where the dialog of a window stood that was made anew, with the keyboard in the same field."""
        self.move(other.pos())
        (self.language if other.focusWidget() is other.language else self.type_size).setFocus()

    def _lay_out(self) -> None:
        looks, game = QGroupBox(self.tr("The window")), QGroupBox(self.tr("A game"))
        form = QFormLayout(looks)
        rows: tuple[tuple[str, QComboBox], ...] = (
            (self.tr("&Colours"), self.theme),
            (self.tr("&Type size"), self.type_size),
            (self.tr("&Language"), self.language),
        )
        for words, field in rows:
            form.addRow(words, field)
        column = QVBoxLayout(game)
        for box in self.switches:
            column.addWidget(box)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        for widget in (looks, game, buttons):
            whole.addWidget(widget)

    def _choose_theme(self) -> None:
        dark, paper = self.theme.currentData()
        self._take(replace(self._look, dark=dark, paper_map=paper))

    def _choose_size(self) -> None:
        self._take(replace(self._look, type_size=str(self.type_size.currentData())))

    def _take(self, look: Look) -> None:
        if look != self._look:
            self._look = look
            self._dress(look)


def _switch(action: QAction) -> QCheckBox:
    """A box that is the switch of a menu, wherever it is turned."""
    box = QCheckBox(action.text())
    box.setToolTip(action.statusTip())
    box.setChecked(action.isChecked())
    box.toggled.connect(action.setChecked)
    action.toggled.connect(box.setChecked)
    return box
