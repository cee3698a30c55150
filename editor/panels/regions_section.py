"""The regions of the map as a legend: colour, title and how many places each holds, by kind.

The one chosen is the ink of the region brush. A region is made, renamed, coloured and taken away here; its places
stay on the map whatever happens to it.
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
from editor.documents.workbench import Ink, InkGroup, Workbench
from editor.model.refusal import CannotEdit
from editor.model.selection import of_region
from editor.panels.colour_button import colour_chip
from editor.panels.panel import EmptyState, column_of, key_action, tool_button
from editor.panels.pushing import push
from editor.panels.region_dialog import COLOURS, RegionDialog
from engine.definitions.palette import Swatch, by_id

_ID: Final = Qt.ItemDataRole.UserRole
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
        self.tree.itemDoubleClicked.connect(lambda item, _column: self.edit() if item.data(0, _ID) else None)
        bench.ink_changed.connect(self._show_ink)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        add = tool_button("add", self.tr("New region"), self.tr("Make a region"), self.add, shortcut="Ins")
        edit = tool_button("edit", self.tr("Change region"), self.tr("Change title, kind and colour"), self.edit)
        select = tool_button("select-region", self.tr("Select places"), self.tr("Select its places"), self.select)
        delete = tool_button(
            "delete", self.tr("Delete region"), self.tr("Delete the region; its places stay"), self.delete
        )
        self._for_one = (edit, select, delete)
        for button in (add, *self._for_one):
            row.addWidget(button)
        row.addStretch()
        column = column_of(self, margin=0)
        column.addWidget(self.tree, 1)
        column.addWidget(self._nothing, 1)
        column.addLayout(row)
        key_action(self.tree, self.tr("New region"), "Ins", self.add)
        key_action(self.tree, self.tr("Delete region"), "Del", self.delete)

    # What is listed

    def refresh(self, wanted: str = "") -> None:
        """Show the regions as they are; `wanted` leaves out those whose title does not have it."""
        document = self.bench.document
        self._filter = wanted.casefold()
        entries = [] if document is None else legend(document.plan)
        entries = [entry for entry in entries if self._filter in entry.title.casefold()]
        listed = tuple((entry.kind, entry.id) for entry in entries)
        self.tree.blockSignals(True)
        if listed != self._list:
            self._fill(entries)
            self._list = listed
        for entry in entries:
            self._show_entry(entry)
        self.tree.blockSignals(False)
        self.tree.setVisible(bool(entries) or bool(wanted))
        self._nothing.setVisible(not entries and not wanted)
        self._show_ink()

    def theme_changed(self) -> None:
        """Draw the chips on the new ground."""
        self._list = ()
        self._nothing.theme_changed()
        self.refresh(self._filter)

    def _fill(self, entries: list[LegendEntry]) -> None:
        self.tree.clear()
        kinds = by_id(self._kinds())
        heads: dict[str, QTreeWidgetItem] = {}
        bold = QFont(self.tree.font())
        bold.setBold(True)
        for entry in entries:
            if entry.kind not in heads:
                head = QTreeWidgetItem([kinds[entry.kind].name if entry.kind in kinds else entry.kind])
                head.setFont(0, bold)
                head.setSizeHint(0, QSize(0, _ROW))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.tree.addTopLevelItem(head)
                heads[entry.kind] = head
            item = QTreeWidgetItem()
            item.setSizeHint(0, QSize(0, _ROW))
            item.setData(0, _ID, entry.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            heads[entry.kind].addChild(item)
        self.tree.expandAll()

    def _show_entry(self, entry: LegendEntry) -> None:
        item = self._item(entry.id)
        if item is not None:
            item.setText(0, entry.title)
            item.setText(1, f"{entry.size:n}")
            chip = colour_chip(entry.colour, _CHIP, self.palette(), self.devicePixelRatioF())
            picture = QIcon(chip)
            picture.addPixmap(chip, QIcon.Mode.Selected)
            item.setIcon(0, picture)
            item.setToolTip(0, self.tr("{0}: {1} places").format(entry.title, entry.size))

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
        for button in self._for_one:
            button.setEnabled(item is not None)

    @property
    def region(self) -> str:
        """The id of the chosen region, or empty."""
        items = self.tree.selectedItems()
        return str(items[0].data(0, _ID) or "") if items else ""

    def _choose(self) -> None:
        if self.region:
            self.chosen.emit(Ink(InkGroup.REGIONS, self.region))
        for button in self._for_one:
            button.setEnabled(bool(self.region))

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
        dialog = RegionDialog(self._kinds(), colour=colour, selected=len(selection), parent=self)
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

    def edit(self) -> None:
        """Ask for other properties of the chosen region."""
        document, region = self.bench.document, self.region
        if document is None or not region:
            return
        dialog = RegionDialog(self._kinds(), region=document.plan.regions[region], parent=self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            answer = dialog.answer()
            push(
                self.bench,
                lambda: edit_region(document.plan, region, kind=answer.kind, title=answer.title, colour=answer.colour),
            )

    def delete(self) -> None:
        """Take the chosen region away."""
        document, region = self.bench.document, self.region
        if document is not None and region:
            push(self.bench, lambda: delete_region(document.plan, region))

    def select(self) -> None:
        """Select the places of the chosen region."""
        document, region = self.bench.document, self.region
        if document is not None and region:
            try:
                self.bench.select(of_region(document.plan, region))
            except CannotEdit as bad:
                self.bench.refuse(bad)

    def _kinds(self) -> list[Swatch]:
        """The kinds of regions that the palette has, and those the map uses besides."""
        document = self.bench.document
        known = list(self.bench.palette.regions)
        used = dict.fromkeys(region.kind for region in document.plan.regions.values()) if document is not None else {}
        named = {swatch.id for swatch in known}
        more = (Swatch(id=kind, name=kind.replace("-", " ").capitalize()) for kind in used if kind not in named)
        return [*known, *more]
