"""Who holds what when play begins: a side is chosen and painted, place by place or region by region."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QFormLayout, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from editor.commands.design.control import paint_region
from editor.documents.design_bench import DesignBench
from editor.documents.design_brush import ControlBrush, DesignBrush, HoldingBrush
from editor.model.design.initial_control import NOBODY, holders
from editor.model.design.sides import side_colours, side_title
from editor.panels.colour_button import colour_chip
from editor.panels.panel import GAP, heading, key_action, note

_REGION = Qt.ItemDataRole.UserRole
_CHIP = QSize(16, 10)


class HoldingPage(QWidget):
    """A page of the Setup panel."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__()
        self._desk = desk
        self.side = QComboBox()
        self.side.setToolTip(self.tr("Who holds what the stroke goes over"))
        self.unit = QComboBox()
        self.unit.setToolTip(self.tr("What a stroke takes: single places, or whole regions of a kind"))
        self.regions = QTreeWidget()
        self.regions.setHeaderLabels([self.tr("Region"), self.tr("Held by")])
        self.regions.setRootIsDecorated(False)
        self.regions.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.regions.header().setStretchLastSection(False)
        self.regions.setAccessibleName(self.tr("Regions"))
        self.regions.setToolTip(self.tr("Enter gives a region to the side, Delete wipes it clean"))
        self.regions.itemDoubleClicked.connect(lambda *_: self.give())
        key_action(self.regions, self.tr("Give to the side"), "Return", self.give)
        key_action(self.regions, self.tr("Wipe clean"), "Del", self.wipe)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Side"), self.side)
        form.addRow(self.tr("&Takes"), self.unit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(
            note(
                self.tr(
                    "Paint on the map with the left button, wipe with the right one. "
                    "Shift draws a rectangle, Ctrl fills what hangs together."
                )
            )
        )
        column.addLayout(form)
        column.addWidget(heading(self.tr("Regions")))
        column.addWidget(self.regions, 1)
        self.side.currentIndexChanged.connect(self._take_up)
        self.unit.currentIndexChanged.connect(self._take_up)

    @property
    def brush(self) -> DesignBrush:
        """What a stroke lays as it is chosen here."""
        side, kind = str(self.side.currentData() or NOBODY), str(self.unit.currentData() or "")
        return HoldingBrush(side, kind) if kind else ControlBrush(side)

    def _take_up(self) -> None:
        if self.isVisible():
            self._desk.set_brush(self.brush)

    def show_design(self) -> None:
        """The scenario is another, or who holds what is."""
        design = self._desk.design
        if design is None:
            return
        colours, kinds = side_colours(design), {kind.id: kind.name for kind in design.palette.regions}
        found = dict.fromkeys(region.kind for region in design.plan.regions.values())
        sides = [(side_title(design, side), side) for side in design.scenario.sides]
        self._fill(self.side, [*sides, (self.tr("Nobody"), NOBODY)])
        for row, (_, side) in enumerate(sides):
            self.side.setItemIcon(row, QIcon(colour_chip(colours[side], _CHIP, self.palette())))
        whole = self.tr("Whole regions: {0}")
        self._fill(
            self.unit,
            [(self.tr("Single places"), ""), *((whole.format(kinds.get(kind, kind)), kind) for kind in found)],
        )
        held = holders(design)
        current = self.regions.currentItem()
        chosen = str(current.data(0, _REGION)) if current is not None else ""
        self.regions.clear()
        for region in design.plan.regions.values():
            owners = {held.get(key, NOBODY) for key in region.members}
            owner = owners.pop() if len(owners) == 1 else None
            words = self.tr("several") if owner is None else side_title(design, owner) if owner else self.tr("nobody")
            item = QTreeWidgetItem([design.region_title(region.id), words])
            item.setData(0, _REGION, region.id)
            self.regions.addTopLevelItem(item)
            if region.id == chosen:
                self.regions.setCurrentItem(item)

    def _fill(self, box: QComboBox, items: list[tuple[str, str]]) -> None:
        if [(box.itemText(row), box.itemData(row)) for row in range(box.count())] == items:
            return
        chosen = box.currentData()
        box.blockSignals(True)
        box.clear()
        for text, data in items:
            box.addItem(text, data)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.blockSignals(False)

    def give(self) -> None:
        """Give the chosen region to the side."""
        self._paint(str(self.side.currentData() or NOBODY))

    def wipe(self) -> None:
        """Let nobody hold the chosen region."""
        self._paint(NOBODY)

    def _paint(self, side: str) -> None:
        item = self.regions.currentItem()
        if item is not None:
            region = str(item.data(0, _REGION))
            self._desk.push(lambda design: paint_region(design, side, region))
