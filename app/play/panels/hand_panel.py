"""The hand: painted cards side by side, each with a button for each of its uses.

A use that is not allowed now is a grey button whose tooltip says why, with the case. Arrow keys go from card to card,
number keys take a use, Enter asks which, and Space, or a pointer that rests, shows the card in large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.play.panels.card_backs import BacksView
from app.play.panels.card_peek import CardPeek, removed_words, use_words
from app.play.panels.when_seen import WhenSeen
from app.reference.case_link import CASE
from editor.canvas.cards.card_painter import paint_face
from editor.canvas.paint_guard import guarded_event
from engine.narration.card_book import CardBook
from engine.narration.hands import CardUse, HeldCard, Order, in_order
from engine.narration.language import labelled

_NARROW, _WIDE = 118, 176
_REST = 650
"""After so many milliseconds over a card the pointer rests, and the card is shown in large."""
_KEY = "play/hand-order"


class CardTile(QWidget):
    """A card of the hand with its buttons."""

    wanted = Signal(object)
    rested = Signal(object)
    left = Signal()
    taken = Signal(object)

    def __init__(self, card: HeldCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{card.title}, {card.face.chief} {card.face.chief_words}")
        self.setAccessibleDescription(card.face.text)
        self._small = self.font()
        self._small.setPointSizeF(self._small.pointSizeF() * 0.75)
        self.buttons: list[tuple[CardUse, QToolButton]] = []
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self._look_closer)
        self._laid_under: QPoint | None = None
        """Where the pointer was when this card was laid, which is nobody's wish to see what came under it."""
        self._row = QHBoxLayout()
        self._row.setSpacing(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addStretch(1)
        column.addLayout(self._row)
        self.show_uses(card)

    def show_uses(self, card: HeldCard) -> None:
        """The same card, of which something else can be done now."""
        self.card = card
        made = [button for _, button in self.buttons]
        for gone in made[len(card.uses) :]:
            self._row.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(made) < len(card.uses):
            made.append(self._button(len(made)))
        self.buttons = list(zip(card.uses, made, strict=False))
        for use, button in self.buttons:
            button.setText(use.short.replace("&", "&&"))
            button.setEnabled(use.action is not None)
            button.setToolTip(labelled(use_words(card.face, use), use.why_not) if use.why_not else use.words)
            button.setAccessibleName(use.words)
            button.setProperty(CASE, use.rule)
        self.update()

    def _button(self, number: int) -> QToolButton:
        button = QToolButton()
        button.setFont(self._small)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: self.wanted.emit(self.buttons[number][0].action))
        self._row.addWidget(button, 1)
        return button

    def face_rect(self) -> QRect:
        """Where the face is painted."""
        foot = self.buttons[0][1].sizeHint().height() + 2 if self.buttons else 0
        return QRect(0, 0, self.width(), max(0, self.height() - foot))

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        can_act = bool(self.card.allowed)
        paint_face(
            painter,
            QRectF(self.face_rect()),
            self.card.face,
            removed_words=removed_words(),
            lit=self.hasFocus(),
            faded=bool(self.card.uses) and not can_act,
        )
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.taken.emit(self)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def lie_under(self, pointer: QPoint) -> None:
        """It was laid just now: a pointer that has not moved since does not rest on it."""
        self._laid_under = pointer

    def _look_closer(self) -> None:
        if QCursor.pos() == self._laid_under:
            self._rest.start()
        else:
            self.rested.emit(self)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._rest.start()

    def leaveEvent(self, event: QEvent) -> None:
        self._rest.stop()
        self.left.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.rested.emit(self)


class HandPanel(QWidget):
    """Cards side by side, as wide as there is room for."""

    chosen = Signal(object)
    map_wanted = Signal()
    """Whoever chose by keys is done with the cards."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("The cards in hand"))
        self.settings: QSettings | None = None
        self.tiles: list[CardTile] = []
        self._when_seen = WhenSeen(self)
        self._shown: tuple[HeldCard, ...] | None = None
        self._current = ""
        self.asked: QMenu | None = None
        self.peek = CardPeek(self)
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Order of the hand"))
        self.order.setToolTip(self.tr("How the cards in hand are sorted"))
        for order, words in (
            (Order.DRAWN, self.tr("As drawn")),
            (Order.TITLE, self.tr("By title")),
            (Order.VALUE, self.tr("By value")),
            (Order.SORT, self.tr("By sort")),
            (Order.USES, self.tr("By uses now")),
        ):
            self.order.addItem(words, order)
        self.order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.order.setMinimumContentsLength(5)
        self.order.currentIndexChanged.connect(self._sort)
        self.count = QLabel()
        self.empty = QLabel(self.tr("No cards in hand"))
        self.backs = BacksView()
        self._table = QWidget()
        self._row = QHBoxLayout(self._table)
        self._row.setContentsMargins(2, 2, 2, 2)
        self._row.setSpacing(5)
        self._row.addWidget(self.empty)
        self._row.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._table)
        self._lay_beside()

    def _lay_beside(self) -> None:
        """Order, number and backs at the left, the cards beside them."""
        aside = QVBoxLayout()
        aside.setSpacing(4)
        for widget in (self.order, self.count, self.backs):
            aside.addWidget(widget)
        aside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 4, 6, 4)
        row.addLayout(aside)
        row.addWidget(self.area, 1)

    @property
    def buttons(self) -> list[tuple[CardUse, QToolButton]]:
        """Every use of every card, with its button."""
        self._when_seen.catch_up()
        return [each for tile in self.tiles for each in tile.buttons]

    def remember_in(self, settings: QSettings) -> None:
        """Keep the order that is chosen in these settings."""
        self.settings = settings
        self.order.setCurrentIndex(max(0, self.order.findData(settings.value(_KEY, Order.DRAWN))))

    def follow(self, hand: Callable[[], Sequence[HeldCard]], book: CardBook) -> None:
        """Show the cards that are held when somebody sees them."""
        self._when_seen.fill(lambda: self.show_hand(hand(), book))

    def show_hand(self, cards: Sequence[HeldCard], book: CardBook) -> None:
        """Show these cards, and the backs of those in other hands."""
        self.backs.show_piles(book.enemy_hands(), book.inks)
        if tuple(cards) != self._shown:
            self._shown = tuple(cards)
            self._lay_out()

    def _sort(self) -> None:
        if self.settings is not None:
            self.settings.setValue(_KEY, str(self.order.currentData()))
        if self._shown is not None:
            self._lay_out()

    def _lay_out(self) -> None:
        """Put the cards side by side; one that lay there already only shows what can be done with it now."""
        had_focus = any(tile.hasFocus() for tile in self.tiles)
        self.peek.hide()
        before = {tile.card.id: tile for tile in self.tiles}
        cards = in_order(self._shown or (), Order(self.order.currentData()))
        for card in cards:
            if card.id in before:
                before[card.id].show_uses(card)
        if [tile.card.id for tile in self.tiles] != [card.id for card in cards]:
            self.tiles = [before.pop(card.id) if card.id in before else self._tile(card) for card in cards]
            self._fill_row(list(before.values()))
        again = next((tile for tile in self.tiles if tile.card.id == self._current), None)
        if had_focus and self.tiles:
            (again or self.tiles[0]).setFocus()

    def _fill_row(self, gone: Sequence[CardTile]) -> None:
        while self._row.takeAt(0) is not None:
            pass
        for tile in gone:
            tile.hide()
            tile.deleteLater()
        for tile in self.tiles:
            self._row.addWidget(tile)
            tile.lie_under(QCursor.pos())
        self._row.addWidget(self.empty)
        self._row.addStretch(1)
        self.empty.setVisible(not self.tiles)
        count = len(self.tiles)
        self.count.setText(self.tr("1 card") if count == 1 else self.tr("{0} cards").format(count))
        self._resize_tiles()

    def _tile(self, card: HeldCard) -> CardTile:
        tile = CardTile(card)
        tile.wanted.connect(self.chosen)
        tile.rested.connect(self._show_large)
        tile.left.connect(self.peek.hide)
        tile.taken.connect(self._go_to)
        tile.installEventFilter(self)
        return tile

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_tiles()

    def _resize_tiles(self) -> None:
        """As wide as they can be side by side, but neither too narrow to read nor wider than a card is."""
        if not self.tiles:
            return
        room = self.area.viewport().width() - 4 - self._row.spacing() * len(self.tiles)
        wide = max(_NARROW, min(_WIDE, room // len(self.tiles)))
        for tile in self.tiles:
            tile.setFixedWidth(wide)

    def sizeHint(self) -> QSize:
        return QSize(900, 250)

    # Keys and the large view

    def _go_to(self, tile: CardTile) -> None:
        self._current = tile.card.id
        self.area.ensureWidgetVisible(tile, 8, 0)
        if self.peek.isVisible():
            self._show_large(tile)

    def _show_large(self, tile: CardTile) -> None:
        face = tile.face_rect()
        self.peek.show_card(tile.card.face, tile.card.uses, QRect(tile.mapToGlobal(face.topLeft()), face.size()))

    def begin_choosing(self) -> None:
        """Give the keyboard to the first card, or to the one it was at."""
        self._when_seen.catch_up()
        if self.tiles:
            (next((tile for tile in self.tiles if tile.card.id == self._current), None) or self.tiles[0]).setFocus()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Keys on a card."""
        if isinstance(watched, CardTile) and isinstance(event, QKeyEvent) and self._is_ours(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._press(watched, Qt.Key(event.key()))
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def _is_ours(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return is_plain and (key in _KEYS or Qt.Key.Key_1 <= key <= Qt.Key.Key_9)

    def _press(self, tile: CardTile, key: Qt.Key) -> None:
        at, last = self.tiles.index(tile), len(self.tiles) - 1
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if key == Qt.Key.Key_Right else -1
            self.tiles[max(0, min(last, at + step))].setFocus()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.tiles[0 if key == Qt.Key.Key_Home else last].setFocus()
        elif key == Qt.Key.Key_Space:
            if self.peek.isVisible():
                self.peek.hide()
            else:
                self._show_large(tile)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(tile)
        elif key == Qt.Key.Key_Escape:
            if self.peek.isVisible():
                self.peek.hide()
            else:
                self.map_wanted.emit()
        else:
            self._use(tile, key - Qt.Key.Key_1)

    def _use(self, tile: CardTile, number: int) -> None:
        """Put a card to a use by its number; what forbids one stands on the card in large."""
        if number < len(tile.buttons):
            use, button = tile.buttons[number]
            if use.action is not None:
                button.click()
            else:
                self._show_large(tile)

    def _ask(self, tile: CardTile) -> None:
        """Take the only use there is, or ask which; where there is none, the card in large says why."""
        allowed = tile.card.allowed
        if not allowed:
            self._show_large(tile)
            return
        if len(allowed) == 1:
            self.chosen.emit(allowed[0].action)
            return
        menu = QMenu(self)
        for number, use in enumerate(tile.card.uses, start=1):
            words = use_words(tile.card.face, use).replace("&", "&&")
            entry = menu.addAction(f"&{number}  {words}")
            entry.setEnabled(use.action is not None)
            entry.triggered.connect(lambda _=False, action=use.action: self.chosen.emit(action))
        if self.asked is not None:
            self.asked.deleteLater()
        self.asked = menu
        self.peek.hide()
        menu.popup(tile.mapToGlobal(QPoint(0, 0)))


_KEYS = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Space,
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Escape,
    }
)
