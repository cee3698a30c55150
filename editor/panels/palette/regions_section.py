"""The regions of the map as a legend: colour, title and how many places each holds, by kind.

The one chosen is the ink of the region brush. A region is made, renamed, coloured and taken away here; its places
stay on the map whatever happens to it. Kinds have swatches of their own: the ruleset's, and those the designer adds.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor.commands.regions import LegendEntry, create_region, delete_region, edit_region, legend
from editor.commands.swatches import delete_swatch, put_swatch
from editor.documents.workbench import Ink, InkGroup, Workbench
from editor.model.selection import of_region
from editor.panels.button_menu import offer_buttons
from editor.panels.colour_button import colour_chip
from editor.panels.command_push import push
from editor.panels.palette.region_dialog import COLOURS, RegionDialog
from editor.panels.palette.swatch_dialog import SwatchDialog
from editor.panels.palette.swatch_pictures import SwatchPictures
from editor.panels.panel import EmptyState, column_of, key_action, tool_button
from editor.refusal import CannotEdit
from engine.definitions.palette import RegionSwatch
from engine.definitions.plan import SwatchKey
from engine.narration.language import counted

_ID: Final = Qt.ItemDataRole.UserRole
_KIND: Final = Qt.ItemDataRole.UserRole + 1
_GROUP: Final = InkGroup.REGIONS.value
_CHIP: Final = QSize(22, 14)
_ROW: Final = 26


class RegionsSection(QWidget):
    """Lists regions; the window's panels know only `chosen`."""

    chosen = Signal(object)
    """An `Ink`: someone took up a region to paint with."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench = bench
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("Region"), self.tr("Places")])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(False)
        self.tree.setIconSize(_CHIP)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(12)
        self.tree.setAccessibleName(self.tr("Regions"))
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._nothing = EmptyState("region", self.tr("No regions yet. Add one and paint it over the map."))
        self._list: tuple[tuple[str, str], ...] = ()
        self._filter = ""
        self._lay_out()
        self.tree.itemSelectionChanged.connect(self._choose)
        self.tree.itemChanged.connect(self._renamed)
        self.tree.itemDoubleClicked.connect(lambda _item, _column: self.edit())
        bench.ink_changed.connect(self._show_ink)
        bench.region_wanted.connect(self.add, Qt.ConnectionType.QueuedConnection)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        add = tool_button("add", self.tr("New region"), self.tr("Make a region"), self.add, shortcut="Ins")
        kind = tool_button("palette", self.tr("New kind"), self.tr("Make a kind of region of your own"), self.add_kind)
        edit = tool_button("edit", self.tr("Change region"), self.tr("Change title, kind and colour"), self.edit)
        select = tool_button("select-region", self.tr("Select places"), self.tr("Select its places"), self.select)
        delete = tool_button(
            "delete",
            self.tr("Delete region"),
            self.tr("Delete the region or your own kind; its places stay"),
            self.delete,
        )
        self._edit, self._select, self._delete = edit, select, delete
        for button in (add, kind, edit, select, delete):
            row.addWidget(button)
        row.addStretch()
        column = column_of(self, margin=0)
        column.addWidget(self.tree, 1)
        column.addWidget(self._nothing, 1)
        column.addLayout(row)
        key_action(self.tree, self.tr("New region"), "Ins", self.add)
        key_action(self.tree, self.tr("Delete region"), "Del", self.delete)
        offer_buttons(self.tree, (add, kind, edit, select, delete))

    # What is listed

    def refresh(self, wanted: str = "") -> None:
        """Show the regions as they are; `wanted` leaves out those whose title does not have it."""
        document = self.bench.document
        self._filter = wanted.casefold()
        entries = [] if document is None else legend(document.plan)
        entries = [entry for entry in entries if self._filter in entry.title.casefold()]
        kinds = [] if wanted else self._kinds()
        listed = (*(("", repr(kind)) for kind in kinds), *((entry.kind, entry.id) for entry in entries))
        self.tree.blockSignals(True)
        if listed != self._list:
            self._fill(entries, kinds)
            self._list = listed
        for entry in entries:
            self._show_entry(entry)
        self.tree.blockSignals(False)
        self.tree.setVisible(bool(entries) or bool(kinds) or bool(wanted))
        self._nothing.setVisible(not entries and not kinds and not wanted)
        self._show_ink()

    def theme_changed(self) -> None:
        """Draw the chips on the new ground."""
        self._list = ()
        self._nothing.theme_changed()
        self.refresh(self._filter)

    def _fill(self, entries: list[LegendEntry], kinds: list[RegionSwatch]) -> None:
        self.tree.clear()
        named = {swatch.id: swatch for swatch in (*kinds, *self._kinds())}
        heads: dict[str, QTreeWidgetItem] = {}
        for kind in (*(swatch.id for swatch in kinds), *(entry.kind for entry in entries)):
            if kind not in heads:
                heads[kind] = self._head(named[kind])
        for entry in entries:
            item = QTreeWidgetItem()
            item.setSizeHint(0, QSize(0, _ROW))
            item.setData(0, _ID, entry.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            heads[entry.kind].addChild(item)
        self.tree.expandAll()

    def _head(self, swatch: RegionSwatch) -> QTreeWidgetItem:
        """The line of a kind, with its swatch."""
        head = QTreeWidgetItem([swatch.name])
        bold = QFont(self.tree.font())
        bold.setBold(True)
        head.setFont(0, bold)
        head.setSizeHint(0, QSize(0, _ROW))
        head.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        head.setData(0, _KIND, swatch.id)
        looks = self.bench.canvas.picture.looks
        head.setIcon(0, QIcon(SwatchPictures(looks).get(InkGroup.REGIONS, swatch.id, self.devicePixelRatioF())))
        head.setToolTip(0, self.tr("Regions of the kind {0}").format(swatch.name))
        self.tree.addTopLevelItem(head)
        return head

    def _show_entry(self, entry: LegendEntry) -> None:
        item = self._item(entry.id)
        if item is not None:
            item.setText(0, entry.title)
            item.setText(1, f"{entry.size:n}")
            chip = colour_chip(entry.colour, _CHIP, self.palette(), self.devicePixelRatioF())
            picture = QIcon(chip)
            picture.addPixmap(chip, QIcon.Mode.Selected)
            item.setIcon(0, picture)
            item.setToolTip(0, self.tr("{0}: {1} {1:place|places}").format(entry.title, counted(entry.size)))

    def _item(self, region: str) -> QTreeWidgetItem | None:
        for top in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(top)
            for number in range(head.childCount() if head is not None else 0):
                item = head.child(number) if head is not None else None
                if item is not None and item.data(0, _ID) == region:
                    return item
        return None

    def _show_ink(self) -> None:
        ink = self.bench.ink_of(InkGroup.REGIONS)
        item = self._item(ink.id) if ink is not None else None
        self.tree.blockSignals(True)
        self.tree.setCurrentItem(item)  # type: ignore[arg-type]  # None clears it
        self.tree.blockSignals(False)
        self._show_buttons()

    def _show_buttons(self) -> None:
        """A kind can be changed; taken away only when it is the designer's own."""
        document, kind = self.bench.document, self.kind
        own = document is not None and SwatchKey(_GROUP, kind) in document.plan.swatches
        self._edit.setEnabled(bool(self.region or kind))
        self._select.setEnabled(bool(self.region))
        self._delete.setEnabled(bool(self.region) or own)

    @property
    def kind(self) -> str:
        """The id of the chosen kind, or empty when a region is chosen, or nothing."""
        items = self.tree.selectedItems()
        return str(items[0].data(0, _KIND) or "") if items else ""

    @property
    def region(self) -> str:
        """The id of the chosen region, or empty."""
        items = self.tree.selectedItems()
        return str(items[0].data(0, _ID) or "") if items else ""

    def _choose(self) -> None:
        if self.region:
            self.chosen.emit(Ink(InkGroup.REGIONS, self.region))
        self._show_buttons()

    def _renamed(self, item: QTreeWidgetItem) -> None:
        document, region = self.bench.document, str(item.data(0, _ID) or "")
        if document is None or region not in document.plan.regions:
            return
        if item.text(0) != (document.plan.regions[region].title or region):
            push(self.bench, lambda: edit_region(document.plan, region, title=item.text(0).strip()))
            self.refresh(self._filter)

    # What is done

    def add(self) -> None:
        """Ask for a region and make it; it is taken up at once."""
        document = self.bench.document
        if document is None:
            return
        selection = self.bench.selection
        colour = COLOURS[len(document.plan.regions) % len(COLOURS)]
        dialog = RegionDialog(self._kinds(), kind=self.kind, colour=colour, selected=len(selection), parent=self)
        dialog.finished.connect(dialog.deleteLater)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        answer = dialog.answer()
        before = set(document.plan.regions)
        cells = selection.cells if answer.from_selection else None
        places = selection.places if answer.from_selection else ()
        push(
            self.bench,
            lambda: create_region(
                document.plan, answer.kind, answer.title, colour=answer.colour, cells=cells, places=places
            ),
        )
        for region in set(document.plan.regions) - before:
            self.chosen.emit(Ink(InkGroup.REGIONS, region))

    def add_kind(self) -> None:
        """Ask for a kind of region of one's own and add it."""
        if self.bench.document is not None:
            taken = [swatch.id for swatch in self._kinds()]
            self._ask_kind(SwatchDialog(InkGroup.REGIONS, self.bench.canvas.style_shown, taken=taken, parent=self))

    def _edit_kind(self, kind: str) -> None:
        swatch = next(swatch for swatch in self._kinds() if swatch.id == kind)
        style = self.bench.canvas.style_shown
        self._ask_kind(SwatchDialog(InkGroup.REGIONS, style, swatch=swatch, parent=self))

    def _ask_kind(self, dialog: SwatchDialog) -> None:
        document = self.bench.document
        dialog.finished.connect(dialog.deleteLater)
        if dialog.exec() == QDialog.DialogCode.Accepted and document is not None:
            push(self.bench, lambda: put_swatch(document.plan, _GROUP, dialog.swatch()))

    def edit(self) -> None:
        """Ask for other properties of the chosen region, or for another look of the chosen kind."""
        document, region = self.bench.document, self.region
        if document is not None and self.kind:
            self._edit_kind(self.kind)
            return
        if document is None or not region:
            return
        dialog = RegionDialog(self._kinds(), region=document.plan.regions[region], parent=self)
        dialog.finished.connect(dialog.deleteLater)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            answer = dialog.answer()
            push(
                self.bench,
                lambda: edit_region(document.plan, region, kind=answer.kind, title=answer.title, colour=answer.colour),
            )

    def delete(self) -> None:
        """Take the chosen region away, or the chosen kind when it is the designer's own."""
        document, region, kind = self.bench.document, self.region, self.kind
        if document is not None and SwatchKey(_GROUP, kind) in document.plan.swatches:
            push(self.bench, lambda: delete_swatch(document.plan, _GROUP, kind))
        elif document is not None and region:
            push(self.bench, lambda: delete_region(document.plan, region))

    def select(self) -> None:
        """Select the places of the chosen region."""
        document, region = self.bench.document, self.region
        if document is not None and region:
            try:
                self.bench.select(of_region(document.plan, region))
            except CannotEdit as bad:
                self.bench.refuse(bad)

    def _kinds(self) -> list[RegionSwatch]:
        """The kinds of regions that the palette has, and those the map uses besides."""
        document = self.bench.document
        known = list(self.bench.palette.regions)
        used = dict.fromkeys(region.kind for region in document.plan.regions.values()) if document is not None else {}
        named = {swatch.id for swatch in known}
        more = (RegionSwatch(id=kind, name=kind.replace("-", " ").capitalize()) for kind in used if kind not in named)
        return [*known, *more]
