"""What is selected, down to its attributes, and a field to change each: one edit, one entry of the history.

A single place shows all that stands on it, runs along its sides and through it; many show what they have in common; a
thing that a tool has picked shows itself; and with nothing selected the map and its sheets show.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from editor.canvas.paint_guard import guarded_event
from editor.documents.workbench import Workbench
from editor.model.edits import Part
from editor.model.touched import Touched
from editor.panels.icons import icon
from editor.panels.inspector.card_view import CardView
from editor.panels.inspector.cards import InspectorCard
from editor.panels.inspector.map_cards import MapCards
from editor.panels.inspector.place_cards import PlaceCards
from editor.panels.inspector.thing_cards import ThingCards
from editor.panels.panel import MARGIN, Panel, column_of

_PAUSE: Final = 30
"""Milliseconds after a change until the fields show it."""
_REST: Final = 400
"""The same, after the last of several changes, when so many places are selected."""
_MANY: Final = 2000


class InspectorPanel(Panel):
    """Cards of what is selected."""

    name = "inspector"

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self._things = ThingCards(bench)
        self._places = PlaceCards(bench)
        self._map = MapCards(bench)
        self.views: list[CardView] = []
        """The cards from top to bottom."""
        self._shows_map = False
        self.map_button = QPushButton(icon("globe"), self.tr("Map and Sheets"))
        self.map_button.setFlat(True)
        self.map_button.setToolTip(self.tr("Show the properties of the map and its sheets"))
        self.map_button.clicked.connect(lambda _=False: self.show_map())
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._column.setSpacing(MARGIN)
        self._column.addStretch()
        self._area = QScrollArea()
        self._area.setWidget(self._list)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = column_of(self.body, margin=0)
        column.addWidget(self._area, 1)
        column.addWidget(self.map_button, 0, Qt.AlignmentFlag.AlignRight)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE)
        self._soon.timeout.connect(self.refresh)
        bench.selection_changed.connect(self._select)
        bench.picked_changed.connect(self._select)
        bench.palette_changed.connect(self._soon.start)
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Inspector")

    @property
    def about(self) -> str:
        return self.tr("The properties of what is selected")

    def document_opened(self) -> None:
        if self.document is None:
            self._soon.stop()
            self._clear()
            self.show_nothing("inspector", self.tr("Open or make a map to see its properties."))
        else:
            self.show_body()
            self.refresh()

    def map_changed(self, touched: Touched) -> None:
        """Fields follow at once; what takes counting waits until the hand rests."""
        if len(self.bench.selection) > _MANY:
            self._soon.start(_REST)
        elif not self._soon.isActive():
            self._soon.start(_PAUSE)

    def theme_changed(self) -> None:
        for view in self.views:
            view.draw_icon()

    def show_map(self) -> None:
        """Show the map and its sheets though something is selected, until something else is."""
        self._shows_map = True
        self.refresh()

    def _select(self) -> None:
        self._shows_map = False
        self._soon.start(0)

    # What is shown

    def refresh(self) -> None:
        """Show things as they are now; fields stay where they are as long as the same things are shown."""
        self._soon.stop()
        if self.document is None:
            return
        cards = self._cards()
        if [view.card.shape for view in self.views] == [card.shape for card in cards]:
            for view, card in zip(self.views, cards, strict=True):
                view.show_card(card)
            return
        self._clear()
        for number, card in enumerate(cards):
            if number:
                self._column.insertWidget(self._column.count() - 1, _Hair())
            view = CardView(card, self.push, first=number == 0, read_only=self.document.is_read_only)
            self.views.append(view)
            self._column.insertWidget(self._column.count() - 1, view)

    def _cards(self) -> list[InspectorCard]:
        picked, selection = self.bench.picked, self.bench.selection
        cards: list[InspectorCard] = []
        if not self._shows_map:
            if picked is not None and picked.part in (Part.SPACE, Part.BOX):
                cards = self._places.one(str(picked.key), self._things)
            elif picked is not None and picked.part is Part.SHEET:
                cards = self._map.one(str(picked.key))
            elif picked is not None:
                card = self._things.card(picked)
                cards = [] if card is None else [card]
            cards = cards or self._places.cards(selection, self._things)
        self.map_button.setVisible(bool(cards))
        return cards or self._map.cards()

    def _clear(self) -> None:
        self.views.clear()
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()


class _Hair(QWidget):
    """A thin line between two cards, of a colour that is quiet in both themes."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        colour.setAlphaF(0.18)
        QPainter(self).fillRect(self.rect(), colour)
