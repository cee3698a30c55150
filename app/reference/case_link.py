"""The number of a case as something to press: it opens the rules index there.

Whatever else names a case says so in its property `case`, or just in words; F1 looks for it under the pointer and where
the keyboard is.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QToolButton, QWidget

CASE = "case"
"""The property of a widget that names a case."""


class CaseLink(QToolButton):
    """A number to press; without a case it is not there."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        font = self.font()
        font.setUnderline(True)
        self.setFont(font)
        self._colour()
        self.clicked.connect(lambda: self.wanted.emit(self.case))
        self.show_case("", "")

    @property
    def case(self) -> str:
        return str(self.property(CASE) or "")

    def show_case(self, rule: str, words: str) -> None:
        """Name a case; the words are what is written."""
        self.setProperty(CASE, rule)
        self.setText(words)
        self.setToolTip(self.tr("Read case {0} in the rules index (F1)").format(rule) if rule else "")
        self.setAccessibleName(self.toolTip() or words)
        self.setEnabled(bool(rule))
        self.setVisible(bool(words))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and event.spontaneous() is False:
            self._colour()

    def _colour(self) -> None:
        """Letters in the colour of links, whatever the theme."""
        ink = QApplication.palette().color(QPalette.ColorRole.Link)
        if self.palette().color(QPalette.ColorRole.ButtonText) != ink:
            palette = self.palette()
            palette.setColor(QPalette.ColorRole.ButtonText, ink)
            self.setPalette(palette)


def keeps_enter(event: QEvent) -> bool:
    """Keep Enter for the widget that has the keyboard, though it is a key of the window; True where it was that."""
    is_enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if is_enter and event.type() == QEvent.Type.ShortcutOverride:
        event.accept()
        return True
    return False


def pointed_words() -> list[str]:
    """What is written under the pointer and where the keyboard is: a row of a list, a tip, a label."""
    found: list[str] = []
    pointer = QCursor.pos()
    for widget, point in ((QApplication.widgetAt(pointer), pointer), (QApplication.focusWidget(), None)):
        view = widget.parent() if widget is not None and not isinstance(widget, QAbstractItemView) else widget
        if widget is None:
            continue
        if isinstance(view, QAbstractItemView):
            at = view.indexAt(view.viewport().mapFromGlobal(point)) if point is not None else view.currentIndex()
            found += [str(at.data(role) or "") for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)]
        elif isinstance(widget, (QLabel, QAbstractButton)):
            found += [widget.text(), widget.toolTip()]
    return [words for words in found if words]


def pointed_case() -> str:
    """The case that the widget under the pointer, or the one with the keyboard, or what it lies in, names."""
    for start in (QApplication.widgetAt(QCursor.pos()), QApplication.focusWidget()):
        widget: QObject | None = start
        while widget is not None:
            case = widget.property(CASE)
            if case:
                return str(case)
            widget = widget.parent()
    return ""
