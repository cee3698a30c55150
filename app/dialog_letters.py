"""In a dialog each letter is one field's: what would answer to a letter that is taken gets another one, or none.

A letter that two things answer chooses neither: Alt+S in the New Map dialog went to and fro between the spaces and the
separator. Dialogs are put together in many places and in two languages, so this looks at what is there, from the top
down, when a dialog is shown or laid out anew. The widget style hands each dialog over as it is dressed.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QWidget

from app.menu_letters import marked, mnemonic, without_letter

_CHANGES = (QEvent.Type.Show, QEvent.Type.LayoutRequest)


class DialogLetters(QObject):
    """Watches dialogs."""

    def watch(self, widget: object) -> None:
        """Look after the letters of a widget, if it is a dialog."""
        if isinstance(widget, QDialog):
            widget.removeEventFilter(self)
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _CHANGES and isinstance(watched, QDialog):
            share_letters(watched)
        return False


def share_letters(dialog: QWidget) -> None:
    """Leave each letter to the first that has it, from the top down; the others take a free letter of their words."""
    shown = [widget for widget in marked(dialog) if widget.isVisibleTo(dialog)]
    shown.sort(key=lambda widget: _place(widget, dialog))
    taken = {mnemonic(widget.text()) for widget in shown}
    seen: set[str] = set()
    for widget in shown:
        letter = mnemonic(widget.text())
        if letter in seen:
            _reletter(widget, taken)
        seen.add(letter)


def _place(widget: QWidget, dialog: QWidget) -> tuple[int, int]:
    at = widget.mapTo(dialog, QPoint())
    return at.y(), at.x()


def _reletter(widget: QLabel | QAbstractButton, taken: set[str]) -> None:
    text = without_letter(widget.text())
    for number, letter in enumerate(text):
        changed = f"{text[:number]}&{text[number:]}"
        if letter.isalpha() and mnemonic(changed) not in taken:
            text = changed
            taken.add(mnemonic(changed))
            break
    widget.setText(text)
