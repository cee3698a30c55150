"""Markers that lie on the map when play begins: a kind and a level are chosen and laid, and all of them are listed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHeaderView,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.design.markers import MOST, put_markers
from editor.documents.design_bench import DesignBench
from editor.documents.design_brush import DesignBrush, MarkerBrush
from editor.geometry.place_names import place_name
from editor.panels.colour_button import colour_chip
from editor.panels.panel import GAP, heading, key_action, note
from engine.definitions.palette import by_id

_WHICH = Qt.ItemDataRole.UserRole
_CHIP = QSize(16, 10)


class MarkerPage(QWidget):
    """A page of the Setup panel."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__()
        self._desk = desk
        self.kind = QComboBox()
        self.kind.setToolTip(self.tr("The marker that a stroke lays"))
        self.level = QSpinBox()
        self.level.setRange(1, MOST)
        self.level.setToolTip(self.tr("The level of the marker, such as that of a trench"))
        self.list = QTreeWidget()
        self.list.setHeaderLabels([self.tr("Place"), self.tr("Marker"), self.tr("Level")])
        self.list.setRootIsDecorated(False)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.setAccessibleName(self.tr("Markers on the map"))
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._look)
        key_action(self.list, self.tr("Take away"), "Del", self.remove)
        self.nothing = note(self.tr("This game has no markers that lie on the map when play begins."))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Mar&ker"), self.kind)
        form.addRow(self.tr("&Level"), self.level)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(note(self.tr("Lay them on the map with the left button, take them away with the right one.")))
        column.addLayout(form)
        column.addWidget(self.nothing)
        column.addWidget(heading(self.tr("On the map")))
        column.addWidget(self.list, 1)
        self.kind.currentIndexChanged.connect(self._take_up)
        self.level.valueChanged.connect(self._take_up)

    @property
    def brush(self) -> DesignBrush | None:
        """What a stroke lays as it is chosen here; None in a game without markers."""
        kind = self.kind.currentData()
        return MarkerBrush(str(kind), self.level.value()) if kind is not None else None

    def _take_up(self) -> None:
        if self.isVisible():
            self._desk.set_brush(self.brush)

    def show_design(self) -> None:
        """The scenario is another, or its markers are."""
        design = self._desk.design
        if design is None:
            return
        swatches, chosen = by_id(design.palette.markers), self.kind.currentData()
        if [self.kind.itemData(row) for row in range(self.kind.count())] != list(swatches):
            self.kind.blockSignals(True)
            self.kind.clear()
            for swatch in swatches.values():
                chip = (
                    QIcon(colour_chip(swatch.colour, _CHIP, self.palette())) if swatch.colour is not None else QIcon()
                )
                self.kind.addItem(chip, swatch.name, swatch.id)
            self.kind.setCurrentIndex(max(0, self.kind.findData(chosen)))
            self.kind.blockSignals(False)
        for field in (self.kind, self.level):
            field.setEnabled(bool(swatches))
        self.nothing.setVisible(not swatches)
        self.list.clear()
        for marker in design.scenario.markers:
            key = design.places.key(marker.at) or marker.at
            name = swatches[marker.marker].name if marker.marker in swatches else marker.marker
            item = QTreeWidgetItem([place_name(design.plan, key), name, str(marker.level)])
            item.setData(0, _WHICH, (marker.marker, key))
            self.list.addTopLevelItem(item)

    def _look(self, item: QTreeWidgetItem) -> None:
        _, key = item.data(0, _WHICH)
        self._desk.point_out(key)
        self._desk.canvas.look_at(key)

    def remove(self) -> None:
        """Take the chosen marker off the map."""
        item = self.list.currentItem()
        if item is not None:
            marker, key = item.data(0, _WHICH)
            self._desk.push(lambda design: put_markers(design, marker, (key,), 0))
