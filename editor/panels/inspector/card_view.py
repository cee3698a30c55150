"""A card as widgets: icon, title and what can be done in one line, the fields below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.model.change import Change
from editor.panels.colour_button import colour_chip
from editor.panels.icons import icon, icon_pixmap
from editor.panels.inspector.cards import CardField, CardOffer, Deed, FieldKind, InspectorCard
from editor.panels.inspector.field_editors import FieldEditor, editor_for
from editor.panels.panel import GAP, tool_button
from engine.definitions.plan import Scalar

_INDENT = 22
"""How far fields stand in from the icon of a card."""
_ROOM = 210
"""What a form has for a label and its field in a panel of the usual width; a choice that needs more stands below."""
_MOST_DEEDS = 2
"""Buttons beside which a title and its detail still have room in one line."""


class CardView(QFrame):
    """Shows one card; `push` carries out what its fields and deeds make."""

    def __init__(
        self,
        card: InspectorCard,
        push: Callable[[Callable[[], Change]], bool],
        *,
        first: bool = False,
        read_only: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.card = card
        self._push = push
        self.setObjectName(card.name)
        self.setAccessibleName(card.title)
        self.editors: dict[str, FieldEditor] = {}
        """By the names of the fields."""
        self.deeds: dict[str, QToolButton] = {}
        self.offers: dict[str, QMenu] = {}
        self._picture = QLabel()
        self._title = QLabel()
        self._detail = QLabel()
        self._head(first=first)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, GAP)
        column.setSpacing(GAP)
        column.addLayout(self._top(read_only=read_only))
        if self._is_crowded:
            column.addWidget(self._detail)
        column.addLayout(self._form(read_only=read_only))
        if card.offers and not read_only:
            column.addLayout(self._bottom())
        self.show_card(card)

    def _head(self, *, first: bool) -> None:
        font = self._title.font()
        font.setBold(True)
        if first:
            font.setPointSizeF(font.pointSizeF() * 1.3)
        self._title.setFont(font)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._detail.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        if self._is_crowded:
            self._detail.setWordWrap(True)
            self._detail.setIndent(_INDENT)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def _is_crowded(self) -> bool:
        """Whether so much can be done with the thing that what it says of itself needs a line of its own."""
        return len(self.card.deeds) > _MOST_DEEDS

    def _top(self, *, read_only: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self._picture)
        row.addWidget(self._title, 1)
        if not self._is_crowded:
            row.addWidget(self._detail)
        for deed in self.card.deeds:
            if deed.make is None or not read_only:
                button = self.deeds[deed.name] = self._button(deed)
                row.addWidget(button)
        return row

    def _form(self, *, read_only: bool) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(_INDENT, 0, 0, 0)
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(4)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        labels = {field.name: self._label(field) for field in self.card.fields if field.kind is not FieldKind.FLAG}
        widest = max((label.sizeHint().width() for label in labels.values()), default=0)
        for field in self.card.fields:
            editor = self.editors[field.name] = editor_for(field, self._put)
            if read_only and field.edit is not None:
                editor.widget.setEnabled(False)
            label = labels.get(field.name)
            if label is None:
                form.addRow("", editor.widget)
                continue
            label.setBuddy(editor.widget)
            least = editor.widget.minimumSizeHint().width() if isinstance(editor.widget, QComboBox) else 0
            if widest + form.horizontalSpacing() + least > _ROOM:
                form.addRow(label)
                form.addRow(editor.widget)
            else:
                form.addRow(label, editor.widget)
        return form

    def _label(self, field: CardField) -> QLabel:
        label = QLabel(field.title)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setToolTip(field.tip)
        return label

    def _bottom(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(_INDENT, 0, 0, 0)
        row.setSpacing(GAP)
        for offer in self.card.offers:
            row.addWidget(self._offer(offer))
        row.addStretch()
        return row

    def _button(self, deed: Deed) -> QToolButton:
        return tool_button(deed.icon, deed.title, deed.tip, lambda: self._do(deed.name))

    def _offer(self, offer: CardOffer) -> QPushButton:
        button = QPushButton(icon("add"), offer.title)
        button.setFlat(True)
        button.setIconSize(QSize(14, 14))
        button.setAccessibleName(offer.tip or offer.title)
        button.setToolTip(offer.tip)
        button.setStatusTip(offer.tip)
        menu = self.offers[offer.name] = QMenu(button)
        for choice in offer.choices:
            action = menu.addAction(choice.title.replace("&", "&&"))
            action.setData(choice.value)
            action.setStatusTip(f"{offer.title}: {choice.title}")
            if choice.colour:
                action.setIcon(
                    QIcon(colour_chip(choice.colour, QSize(16, 12), self.palette(), self.devicePixelRatioF()))
                )
            action.triggered.connect(lambda _=False, value=choice.value, name=offer.name: self._take(name, value))
        button.setMenu(menu)
        return button

    # Showing and doing

    def show_card(self, card: InspectorCard) -> None:
        """Show another state of the same thing."""
        self.card = card
        self._title.setText(card.title)
        self._title.setToolTip(card.title)
        self._detail.setText(card.detail)
        self.draw_icon()
        for field in card.fields:
            self.editors[field.name].show_field(field)

    def draw_icon(self) -> None:
        """Draw the icon in the colours of the theme."""
        self._picture.setPixmap(icon_pixmap(self.card.icon, 16, ratio=self.devicePixelRatioF()))

    def _put(self, field: CardField, value: Scalar | None) -> None:
        edit = field.edit
        if edit is None or not self._push(lambda: edit(value)):
            self.editors[field.name].show_field(field)

    def _do(self, name: str) -> None:
        deed = next(deed for deed in self.card.deeds if deed.name == name)
        if deed.make is not None:
            self._push(deed.make)
        elif deed.do is not None:
            deed.do()

    def _take(self, name: str, value: str) -> None:
        offer = next(offer for offer in self.card.offers if offer.name == name)
        self._push(lambda: offer.make(value))
