"""The stamps of the file, with their pictures: taken in hand with a click, turned and mirrored before they come down.

Nine of them have a key, 1 to 9, which takes them while the stamp tool is in hand.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QWidget,
)

from editor.canvas.art.fragment_picture import fragment_picture
from editor.documents.workbench import Workbench
from editor.model.fragment import Fragment, Mirror
from editor.panels.button_menu import pop_up
from editor.panels.icons import icon_pixmap
from editor.panels.panel import Panel, column_of, key_action, tool_button
from editor.refusal import CannotEdit
from editor.tools.selection.selection_actions import keep_stamp, take_stamp, turn_stamp
from editor.tools.selection.stamp_book import SLOTS, StampBook

_PICTURE = QSize(72, 60)
_CELL = QSize(92, 92)
_NAME = Qt.ItemDataRole.UserRole
_UNIT = 14.0
"""Pixels a circumradius in a picture; a large stamp has fewer."""


class StampsPanel(Panel):
    """Lists the stamps of the open file."""

    name = "stamps"

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.list = QListWidget()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setIconSize(_PICTURE)
        self.list.setGridSize(_CELL)
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.title)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.itemClicked.connect(lambda _: self.take())
        self.list.itemActivated.connect(lambda _: self.take())
        self.list.customContextMenuRequested.connect(self.show_menu)
        self.how = QLabel(self.tr("Select a piece of the map and press + to keep it as a stamp."))
        self.how.setWordWrap(True)
        self._lay_out()
        bench.stamps_changed.connect(self.refresh)
        bench.palette_changed.connect(self.refresh)
        bench.canvas.renewed.connect(self.refresh)
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Stamps")

    @property
    def about(self) -> str:
        return self.tr("Pieces of map kept under a name, to be laid down again")

    def _lay_out(self) -> None:
        keep, drop = self.tr("Keep what is selected or was copied as a stamp"), self.tr("Throw the stamp away")
        row = QHBoxLayout()
        row.setSpacing(2)
        for picture, text, tip, act in (
            ("add", self.tr("Keep as stamp"), keep, self.ask_keep),
            ("rename", self.tr("Rename"), self.tr("Give the stamp another name"), self.ask_rename),
            ("delete", self.tr("Delete"), drop, self.drop),
            ("rotate-left", self.tr("Turn left"), self.tr("Turn the stamp in hand to the left"), self.turn_left),
            ("rotate", self.tr("Turn right"), self.tr("Turn the stamp in hand to the right"), self.turn_right),
            ("mirror", self.tr("Mirror"), self.tr("Mirror the stamp in hand"), self.mirror),
        ):
            row.addWidget(tool_button(picture, text, tip, act))
        row.addStretch()
        column = column_of(self.body)
        column.addWidget(self.how)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        key_action(self.list, self.tr("Rename"), "F2", self.ask_rename)
        key_action(self.list, self.tr("Delete"), "Del", self.drop)

    # What is listed

    def document_opened(self) -> None:
        self.refresh()

    def theme_changed(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """List the stamps as they are, those with a key first."""
        chosen = self.chosen
        self.list.clear()
        if self.bench.document is None:
            self.show_nothing("stamp", self.tr("Open a map to see its stamps."))
            return
        self.show_body()
        book = StampBook(self.bench.document)
        slots = book.slots()
        order = {name: number for number, name in enumerate(slots, start=1) if name}
        for stamp in sorted(book.stamps(), key=lambda stamp: order.get(stamp.name, SLOTS + 1)):
            number = order.get(stamp.name)
            words = stamp.name if number is None else f"{number}  {stamp.name}"
            item = QListWidgetItem(QIcon(self._picture(stamp.fragment)), words)
            item.setData(_NAME, stamp.name)
            item.setToolTip(self._tip(stamp.name, number))
            self.list.addItem(item)
            if stamp.name == chosen:
                self.list.setCurrentItem(item)
        self.how.setVisible(not self.list.count())

    def _tip(self, name: str, number: int | None) -> str:
        if number is None:
            return self.tr("Take {0} in hand").format(name)
        return self.tr("Take {0} in hand (K, then {1})").format(name, number)

    def _picture(self, fragment: Fragment) -> QPixmap:
        ratio = self.devicePixelRatioF()
        made = fragment_picture(fragment, self.bench.canvas.picture.looks, _UNIT * ratio)
        if made is None:
            return icon_pixmap("stamp", 32, ratio=ratio)
        pixmap = QPixmap.fromImage(made.image).scaled(
            _PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    @property
    def chosen(self) -> str:
        """The name of the chosen stamp, or empty."""
        row = self.list.currentRow()
        return "" if row < 0 else str(self.list.item(row).data(_NAME))

    # What is done

    def take(self) -> None:
        """Take the chosen stamp in hand and give the map the keyboard."""
        if self.chosen and take_stamp(self.bench, self.chosen):
            self.bench.canvas.setFocus()

    def ask_keep(self) -> None:
        """Ask for a name and keep what is selected."""
        self._ask(self.tr("Keep as Stamp"), "", lambda name: keep_stamp(self.bench, name))

    def ask_rename(self) -> None:
        """Ask for another name of the chosen stamp."""
        old = self.chosen
        if old:
            self._ask(self.tr("Rename Stamp"), old, lambda name: self._change(lambda book: book.rename(old, name)))

    def drop(self) -> None:
        """Throw the chosen stamp away."""
        name = self.chosen
        if name:
            self._change(lambda book: book.drop(name))

    def set_slot(self, number: int) -> None:
        """Let a key from 1 to 9 take the chosen stamp in hand."""
        name = self.chosen
        if name:
            self._change(lambda book: book.set_slot(number, name))

    def turn_left(self) -> None:
        turn_stamp(self.bench, turns=-1)

    def turn_right(self) -> None:
        turn_stamp(self.bench, turns=1)

    def mirror(self) -> None:
        turn_stamp(self.bench, mirror=Mirror.LEFT_RIGHT)

    def menu(self) -> QMenu:
        """What can be done with the chosen stamp."""
        menu = QMenu(self)
        for text, act in (
            (self.tr("Take in Hand"), self.take),
            (self.tr("Rename"), self.ask_rename),
            (self.tr("Delete"), self.drop),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, act=act: act())
        keys = menu.addMenu(self.tr("Key on the Map"))
        for number in range(1, SLOTS + 1):
            action = QAction(str(number), keys)
            action.triggered.connect(lambda _=False, number=number: self.set_slot(number))
            keys.addAction(action)
        return menu

    def show_menu(self, at: QPoint) -> None:
        """Offer what can be done with the stamp under the pointer."""
        item = self.list.itemAt(at)
        if item is not None:
            self.list.setCurrentItem(item)
            pop_up(self.menu(), self.list.viewport().mapToGlobal(at))

    def _ask(self, title: str, name: str, act: Callable[[str], object]) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle(title)
        dialog.setLabelText(self.tr("What is the stamp to be called?"))
        dialog.setTextValue(name)
        dialog.textValueSelected.connect(act)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _change(self, act: Callable[[StampBook], object]) -> None:
        if self.bench.document is None:
            return
        try:
            act(StampBook(self.bench.document))
        except CannotEdit as bad:
            self.bench.refuse(bad)
        self.bench.stamps_changed.emit()
