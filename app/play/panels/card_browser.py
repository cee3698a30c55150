"""Every card of the game with its face, and where it is now as far as the side at the screen may know.

Words search titles, texts and sorts; two lists narrow it down to a side or a pile. Cards that are alike and lie in one
place are shown once, with their number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.card_peek import CardPeek, removed_words
from app.play.panels.when_seen import WhenSeen
from app.play.scene.game_scene import GameScene
from editor.canvas.cards.card_painter import paint_face
from engine.narration.card_book import THIS_TURN, CardBook, Pile
from engine.narration.card_faces import CardFace
from engine.narration.language import labelled

_WIDE, _LOW, _HIGH = 150, 140, 198
"""How wide a face is, and between which heights, so that a whole row is seen in a low panel."""
_FOOT = 30
_ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card and where it is; `count` of them are alike."""

    face: CardFace
    side: str
    where: str
    count: int = 1


def entries_of(book: CardBook) -> list[CardEntry]:
    """Every card of the game, those that are alike in one place together."""
    where = book.whereabouts()
    alike: Counter[tuple[object, ...]] = Counter()
    first: dict[tuple[object, ...], CardFace] = {}
    for face in book.faces():
        printed = (face.title, face.text, face.points, where[face.id], face.id if face.text else "")
        alike[printed] += 1
        first.setdefault(printed, face)
    return [CardEntry(face, book.side(face.id), where[face.id], alike[printed]) for printed, face in first.items()]


class CardsModel(QAbstractListModel):
    """The cards that match."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[CardEntry] = []

    def show_entries(self, entries: list[CardEntry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return len(self.entries)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == _ENTRY:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return labelled(entry.face.title, entry.where)
        return None


class FaceDelegate(QStyledItemDelegate):
    """Paints a card and, beneath it, where it is."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(_WIDE + 8, face_height(self._view) + _FOOT + 8)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry: CardEntry = index.data(_ENTRY)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        box = QRectF(rect.left() + 4, rect.top() + 4, _WIDE, face_height(self._view))
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        paint_face(painter, box, entry.face, removed_words=removed_words(), lit=chosen)
        painter.save()
        palette: QPalette = option.palette
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.85)
        painter.setFont(font)
        words = entry.where if entry.count == 1 else f"{entry.count} x  {entry.where}"
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(QRectF(rect.left() + 2, box.bottom() + 2, rect.width() - 4, _FOOT), int(flags), words)
        painter.restore()


def face_height(view: QListView) -> int:
    """As high as a card is, or as there is room for."""
    return max(_LOW, min(_HIGH, view.viewport().height() - _FOOT - 14))


class CardBrowser(QWidget):
    """Faces in rows, as many as fit."""

    def __init__(self, scene: GameScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._when_seen = WhenSeen(self)
        self._scene = scene
        self._entries: list[CardEntry] = []
        self._this_turn: frozenset[str] = frozenset()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a card: a title, a word of its text, a sort"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Find a card"))
        self.side = QComboBox()
        self.side.setAccessibleName(self.tr("Whose cards"))
        self.side.setToolTip(self.tr("Show the cards of one side only"))
        self.where = QComboBox()
        self.where.setAccessibleName(self.tr("Where the cards are"))
        self.where.setToolTip(self.tr("Show the cards of one pile only"))
        self.count = QLabel()
        self.list = QListView()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setItemDelegate(FaceDelegate(self.list))
        self.list.setAccessibleName(self.tr("The cards of the game"))
        self.model = CardsModel(self)
        self.list.setModel(self.model)
        self.peek = CardPeek(self)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addWidget(self.side)
        row.addWidget(self.where)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.list, 1)

    def _listen(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.side.currentIndexChanged.connect(self._filter)
        self.where.currentIndexChanged.connect(self._filter)
        self.list.doubleClicked.connect(self._show_large)
        self.list.selectionModel().currentChanged.connect(self._follow)
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        self._scene.refreshed.connect(lambda _: self._when_seen.fill(self._refresh))

    def _refresh(self) -> None:
        """Read the cards again, when they are to be seen."""
        book = self._scene.book
        table = self._scene.table
        if book is None or table is None:
            return
        entries = entries_of(book)
        if entries == self._entries and self._this_turn == frozenset(book.played_this_turn().cards):
            return
        self._entries = entries
        sides = [(table.names.side(side), side) for side in table.game.ruleset.sides]
        self._this_turn = frozenset(book.played_this_turn().cards)
        piles = [(where, where) for where in sorted({entry.where for entry in entries})]
        if self._this_turn:
            piles.append((book.played_this_turn().title, THIS_TURN))
        held = {entry.side for entry in entries}
        _refill(self.side, self.tr("Both sides"), [(title, side) for title, side in sides if side in held])
        _refill(self.where, self.tr("Everywhere"), piles)
        self.side.setVisible(self.side.count() > 1)
        self._filter()

    def show_pile(self, pile: Pile) -> None:
        """Show what lies in one pile."""
        self._refresh()
        self.search.clear()
        self.side.setCurrentIndex(0)
        wanted = THIS_TURN if pile.name == THIS_TURN else pile.title
        self.where.setCurrentIndex(max(0, self.where.findData(wanted)))
        self.list.setFocus()

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        side, where = self.side.currentData() or "", self.where.currentData() or ""
        shown = [
            entry
            for entry in self._entries
            if (not side or entry.side == side) and self._is_at(entry, where) and _has(entry.face, words)
        ]
        self.peek.hide()
        self.model.show_entries(shown)
        number = sum(entry.count for entry in shown)
        self.count.setText(self.tr("1 card") if number == 1 else self.tr("{0} cards").format(number))

    def _is_at(self, entry: CardEntry, where: str) -> bool:
        if where == THIS_TURN:
            return entry.face.id in self._this_turn
        return not where or entry.where == where

    def _show_large(self, index: QModelIndex | QPersistentModelIndex) -> None:
        entry = index.data(_ENTRY)
        if isinstance(entry, CardEntry):
            rect = self.list.visualRect(index)
            top = self.list.viewport().mapToGlobal(rect.topLeft())
            self.peek.show_card(entry.face, (), QRect(top, rect.size()), entry.where)

    def _follow(self, now: QModelIndex) -> None:
        if self.peek.isVisible():
            self._show_large(now)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Space shows the card in large, and so does a pointer that rests on it."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Space and self.list.currentIndex().isValid():
                if self.peek.isVisible():
                    self.peek.hide()
                else:
                    self._show_large(self.list.currentIndex())
                return True
        elif watched is self.list.viewport():
            if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
                self._rest(event.pos())
                return True
            if event.type() == QEvent.Type.Resize:
                self.list.scheduleDelayedItemsLayout()
            if event.type() in (QEvent.Type.Leave, QEvent.Type.MouseMove, QEvent.Type.Wheel):
                self.peek.hide()
        return super().eventFilter(watched, event)

    def _rest(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        if index.isValid():
            self._show_large(index)


def _has(face: CardFace, words: list[str]) -> bool:
    said = " ".join((face.title, face.text, face.number, *face.traits)).casefold()
    return all(word in said for word in words)


def _refill(box: QComboBox, everything: str, choices: list[tuple[str, str]]) -> None:
    """Other choices, the one that was chosen staying so where it is still there."""
    chosen = box.currentData()
    box.blockSignals(True)
    box.clear()
    box.addItem(everything, "")
    for title, value in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.blockSignals(False)
