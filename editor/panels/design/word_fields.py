"""Cells that know their vocabulary: what may stand there drops down, and a word that nobody knows is marked as typed.

`mark` shows a field as wrong and says why beside it. `WordDelegate` does both for the cells of a table, `WordsLine` for
a line that holds several words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QColor, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from editor.model.design.cell_words import told
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord
from editor.panels.icons import icon
from engine.core.messages import Message

_Index = QModelIndex | QPersistentModelIndex
_WRONG = QColor("#c0392b")
_WIDE_ENOUGH = 150
"""Pixels of a field in which a word can be read beside its mark and its arrow."""
_MARK = "wrong-word"
_TIP = "tip-when-right"

Problem = Callable[[str], str]
"""What is wrong with a text, in words; nothing where it is well."""


def mark(field: QLineEdit, problem: str) -> None:
    """Show a line as wrong, with the reason as its tip and in its mark; or as right."""
    found = field.findChild(QAction, _MARK)
    if not problem:
        if found is not None:
            field.removeAction(found)
            found.setObjectName("")
            found.deleteLater()
            field.setPalette(QPalette())
            field.setToolTip(str(field.property(_TIP) or ""))
        return
    if found is None:
        field.setProperty(_TIP, field.toolTip())
        found = QAction(icon("error"), problem, field)
        found.setObjectName(_MARK)
        field.addAction(found, QLineEdit.ActionPosition.TrailingPosition)
        palette = QPalette(field.palette())
        palette.setColor(QPalette.ColorRole.Text, _WRONG)
        field.setPalette(palette)
    found.setToolTip(problem)
    field.setToolTip(problem)


def marked(field: QLineEdit) -> str:
    """What a line is marked with; nothing for one that is right."""
    found = field.findChild(QAction, _MARK)
    return found.toolTip() if found is not None else ""


def watch(field: QLineEdit, problem: Problem) -> None:
    """Mark a line while it is typed."""
    _Watcher(field, problem)


class _Watcher(QObject):
    """Goes with its line, which a table makes and takes away as it likes."""

    def __init__(self, field: QLineEdit, problem: Problem) -> None:
        super().__init__(field)
        self._problem = problem
        field.textChanged.connect(self._look)

    def _look(self, text: str) -> None:
        field = self.parent()
        if isinstance(field, QLineEdit):
            mark(field, self._problem(text) if text.strip() else "")


def drop_down(parent: QWidget, offers: Sequence[OfferedWord], problem: Problem) -> QComboBox:
    """A field to choose from or to type into, marked while what is typed is no word."""
    field = QComboBox(parent)
    field.setEditable(True)
    field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    for row, each in enumerate(offers):
        field.addItem(each.title, each.text)
        field.setItemData(row, each.about or each.title, Qt.ItemDataRole.ToolTipRole)
    completer = field.completer()
    if completer is not None:
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    line = field.lineEdit()
    if line is not None:
        watch(line, problem)
    return field


class WordDelegate(QStyledItemDelegate):
    """Cells with a vocabulary. `offers` says what may stand in a cell, `problem` what is wrong with a text for it."""

    def __init__(
        self,
        parent: QWidget,
        offers: Callable[[_Index], Sequence[OfferedWord]],
        problem: Callable[[_Index, str], str],
    ) -> None:
        super().__init__(parent)
        self._offers = offers
        self._problem = problem

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        offers, at = self._offers(index), QPersistentModelIndex(index)
        if offers:
            field = drop_down(parent, offers, lambda text: self._problem(at, text))
            _Closer(field, self)
            return field
        made = super().createEditor(parent, option, index)
        if isinstance(made, QLineEdit):
            watch(made, lambda text: self._problem(at, text))
        return made

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            text = str(index.data(Qt.ItemDataRole.EditRole) or "")
            row = editor.findData(text)
            editor.setCurrentText(editor.itemText(row) if row >= 0 else text)
            line = editor.lineEdit()
            if line is not None:
                line.selectAll()
        else:
            super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:
        """A cell may be narrower than what is typed into it: its field is never too narrow for a word and a mark."""
        super().updateEditorGeometry(editor, option, index)
        above = editor.parentWidget()
        wide = max(editor.width(), min(_WIDE_ENOUGH, above.width() if above is not None else _WIDE_ENOUGH))
        room = above.width() - wide if above is not None else editor.x()
        editor.setGeometry(max(0, min(editor.x(), room)), editor.y(), wide, editor.height())

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            row = editor.findText(editor.currentText())
            model.setData(index, editor.itemData(row) if row >= 0 else editor.currentText())
        else:
            super().setModelData(editor, model, index)


class _Closer(QObject):
    """Enter ends the writing of a cell while words are dropped down, too: these would keep the key to themselves.

    The word that was chosen is put into the field after the key, so the field closes a moment later; a key that comes
    before that closes it and goes to the table, as it would have done for a slower hand.
    """

    def __init__(self, field: QComboBox, delegate: WordDelegate) -> None:
        super().__init__(field)
        self._delegate = delegate
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._finish)
        field.installEventFilter(self)
        line = field.lineEdit()
        if line is not None:
            line.returnPressed.connect(self._wait)
            line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        field = self.parent()
        if (
            not isinstance(event, QKeyEvent)
            or event.type() != QEvent.Type.KeyPress
            or not self._soon.isActive()
            or not isinstance(field, QComboBox)
            or self._has_words_down()
        ):
            return super().eventFilter(watched, event)
        self._soon.stop()
        viewport = field.parentWidget()
        table = viewport.parentWidget() if viewport is not None else None
        self._finish()
        if table is not None:
            QApplication.sendEvent(table, event)
        return True

    def _has_words_down(self) -> bool:
        field = self.parent()
        completer = field.completer() if isinstance(field, QComboBox) else None
        popup = completer.popup() if completer is not None else None
        return popup is not None and popup.isVisible()

    def _wait(self) -> None:
        """Where no words are dropped down the table itself hears the key, and the field is gone before long."""
        if self._has_words_down():
            self._soon.start()

    def _finish(self) -> None:
        field = self.parent()
        if isinstance(field, QComboBox) and field.isVisible():
            self._delegate.commitData.emit(field)
            self._delegate.closeEditor.emit(field)


class _LastWord(QCompleter):
    """Completes the word that is being typed and leaves those before it."""

    def __init__(self, separators: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._separators = separators
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)

    def splitPath(self, path: str) -> list[str]:
        return [path[self._begin(path) :].lstrip()]

    def pathFromIndex(self, index: _Index) -> str:
        field = self.widget()
        text = field.text() if isinstance(field, QLineEdit) else ""
        before = text[: self._begin(text)]
        joint = " " if before and not before.endswith(" ") else ""
        return f"{before}{joint}{super().pathFromIndex(index)}"

    def _begin(self, text: str) -> int:
        return max(text.rfind(each) for each in self._separators) + 1


class WordsLine(QObject):
    """Lets a line offer the words that it may hold, on Down too, and marks it while one of them is unknown."""

    def __init__(
        self,
        field: QLineEdit,
        design: Callable[[], Design | None],
        offers: Callable[[Design], Sequence[OfferedWord]],
        problem: Callable[[Design, str], Message | None],
        *,
        separators: str = " ,;",
        ending: str = "",
    ) -> None:
        super().__init__(field)
        self._field, self._design, self._offers, self._problem = field, design, offers, problem
        self._ending = ending
        self._names = QStringListModel(self)
        self._completer = _LastWord(separators, field)
        self._completer.setModel(self._names)
        field.setCompleter(self._completer)
        field.installEventFilter(self)
        watch(field, self._wrong)

    def _wrong(self, text: str) -> str:
        design = self._design()
        return told(design, self._problem(design, text)) if design is not None else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            design = self._design()
            offers = self._offers(design) if design is not None else ()
            self._names.setStringList([f"{each.text}{self._ending}" for each in offers])
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Down
            and not event.modifiers()
        ):
            self._completer.setCompletionPrefix(self._completer.splitPath(self._field.text())[0])
            self._completer.complete()
            return True
        return super().eventFilter(watched, event)
