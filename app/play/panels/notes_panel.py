"""The notes on the map as a list: write, colour, move and delete them, and jump to where they are."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.play.games.map_notes import COLOURS, LONGEST, MapNote, NoteBook
from engine.narration.language import labelled

_ID = Qt.ItemDataRole.UserRole


class GameNotesPanel(QWidget):
    """Changes go to the note book, which tells when it has changed."""

    place_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.book = NoteBook()
        self._label: Callable[[str], str] = lambda key: key
        self._chosen: Callable[[], str] = lambda: ""
        self._side: Callable[[], str] = lambda: ""
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.tr("Notes on the map"))
        self.text = QLineEdit()
        self.text.setMaxLength(LONGEST)
        self.text.setPlaceholderText(self.tr("What the note says"))
        self.text.setAccessibleName(self.tr("What the note says"))
        self.colour = QComboBox()
        self.colour.setAccessibleName(self.tr("Colour of the note"))
        self.colour.setToolTip(self.tr("Colour of the note"))
        names = (self.tr("Yellow"), self.tr("Red"), self.tr("Blue"), self.tr("Green"), self.tr("Violet"))
        for name, colour in zip(names, COLOURS, strict=True):
            self.colour.addItem(_swatch(colour), name, colour)
        self.empty = QLabel(self.tr("No notes yet. Choose a place on the map and press Shift+N to put one there."))
        self.empty.setWordWrap(True)
        self.add = self._button(self.tr("New"), self.tr("Put a note on the place that is chosen on the map"))
        self.move_here = self._button(self.tr("Move here"), self.tr("Move the note to the place chosen on the map"))
        self.delete = self._button(self.tr("Delete"), self.tr("Delete the note; Take back brings it back"))
        self.take_back = self._button(self.tr("Take back"), self.tr("Take back the last change of a note"))
        self._lay_out()
        self._listen()
        self.refresh()

    def _lay_out(self) -> None:
        fields = QHBoxLayout()
        fields.addWidget(self.text, 1)
        fields.addWidget(self.colour)
        row = QGridLayout()
        row.setSpacing(4)
        for number, button in enumerate((self.add, self.move_here, self.delete, self.take_back)):
            row.addWidget(button, number // 2, number % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addWidget(self.empty)
        column.addWidget(self.list, 1)
        column.addLayout(fields)
        column.addLayout(row)

    def _listen(self) -> None:
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(self._jump)
        self.list.itemClicked.connect(self._jump)
        self.text.editingFinished.connect(self._write)
        self.colour.activated.connect(self._paint)
        self.add.clicked.connect(self.put_note)
        self.move_here.clicked.connect(self._move)
        self.delete.clicked.connect(self._delete)
        self.take_back.clicked.connect(self._undo)
        self.list.installEventFilter(self)
        self.text.installEventFilter(self)

    def _button(self, words: str, about: str) -> QPushButton:
        button = QPushButton(words)
        button.setToolTip(about)
        return button

    def take(
        self, book: NoteBook, label: Callable[[str], str], chosen: Callable[[], str], side: Callable[[], str]
    ) -> None:
        """Show the notes of a game.

        `label` names places, `chosen` is the one chosen on the map, `side` the one at the screen.
        """
        self.book, self._label, self._chosen, self._side = book, label, chosen, side
        self.refresh()

    @property
    def note(self) -> MapNote | None:
        """The note that is chosen."""
        return self._note_of(self.list.currentItem())

    def _note_of(self, item: QListWidgetItem | None) -> MapNote | None:
        return self.book.note(item.data(_ID)) if item is not None else None

    def refresh(self) -> None:
        """List the notes as they are."""
        before = self.note.id if self.note is not None else None
        self.list.blockSignals(True)
        self.list.clear()
        for note in self.book.readable():
            words = note.text or self.tr("(nothing written yet)")
            item = QListWidgetItem(_swatch(note.colour), labelled(self._label(note.place), words))
            item.setData(_ID, note.id)
            self.list.addItem(item)
            if note.id == before:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self.empty.setVisible(not self.book.readable())
        self.list.setVisible(bool(self.book.readable()))
        self.take_back.setEnabled(self.book.can_undo)
        self._choose()

    def select(self, id: int) -> None:
        """Choose a note."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_ID) == id:
                self.list.setCurrentRow(row)

    def put_note(self) -> bool:
        """Put a note on the place that is chosen on the map, and let it be written; False without a place."""
        place = self._chosen()
        if not place:
            return False
        made = self.book.add(place, colour=self.colour.currentData() or COLOURS[0], side=self._side())
        self.refresh()
        self.select(made.id)
        self.text.setFocus()
        return True

    def _choose(self) -> None:
        note = self.note
        for widget in (self.text, self.move_here, self.delete):
            widget.setEnabled(note is not None)
        if note is None:
            self.text.clear()
        elif not self.text.hasFocus() or self.text.text() != note.text:
            self.text.setText(note.text)
            self.colour.setCurrentIndex(COLOURS.index(note.colour) if note.colour in COLOURS else 0)

    def _write(self) -> None:
        note = self.note
        if note is not None and self.text.text() != note.text:
            self.book.change(note.id, text=self.text.text())
            self.refresh()

    def _paint(self) -> None:
        note = self.note
        if note is not None:
            self.book.change(note.id, colour=self.colour.currentData())
            self.refresh()

    def _move(self) -> None:
        note, place = self.note, self._chosen()
        if note is not None and place:
            self.book.change(note.id, place=place)
            self.refresh()

    def _delete(self) -> None:
        note = self.note
        if note is not None:
            self.book.remove(note.id)
            self.refresh()

    def _undo(self) -> None:
        self.book.undo()
        self.refresh()

    def _jump(self, item: QListWidgetItem | None) -> None:
        note = self._note_of(item)
        if note is not None:
            self.place_wanted.emit(note.place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the list Enter jumps and Delete deletes; in the text Enter writes, and is no choice of the game."""
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            key, is_press = event.key(), event.type() == QEvent.Type.KeyPress
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                if is_press and watched is self.text:
                    self._write()
                elif is_press:
                    self._jump(self.list.currentItem())
                return True
            if key == Qt.Key.Key_Delete and watched is self.list:
                event.accept()
                if is_press:
                    self._delete()
                return True
        return super().eventFilter(watched, event)


def _swatch(colour: str) -> QIcon:
    pixmap = QPixmap(12, 12)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(colour))
    painter.setPen(QColor(colour).darker(160))
    painter.drawEllipse(1, 1, 10, 10)
    painter.end()
    return QIcon(pixmap)
