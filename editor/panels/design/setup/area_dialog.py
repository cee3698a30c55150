"""Leaving it to the player where units begin: anywhere in a region, near a place, or at one of some places."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from editor.commands.design.setup import set_area
from editor.documents.design_bench import DesignBench
from editor.model.design.cell_words import place_offers, place_problem, places_problem
from editor.panels.design.design_dialog import DesignDialog
from editor.panels.design.word_fields import WordsLine
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.scenario import Area, Within

HERE, REGION, NEAR, SOME = "here", "region", "near", "some"
_FARTHEST = 20


class AreaDialog(DesignDialog):
    """Begins with what the first of the units has."""

    def __init__(self, desk: DesignBench, units: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._units = tuple(units)
        self.setWindowTitle(self.tr("Left to the Player"))
        self.go.setText(self.tr("&Apply"))
        self.setMinimumWidth(400)
        self.kind = QComboBox()
        self.kind.addItem(self.tr("no: they begin where they stand"), HERE)
        self.kind.addItem(self.tr("anywhere in a region"), REGION)
        self.kind.addItem(self.tr("near a place"), NEAR)
        self.kind.addItem(self.tr("at one of some places"), SOME)
        self.row(self.tr("&Player's choice"), self.kind, self.tr("Where their owner may put them before play begins"))
        self.region = QComboBox()
        for region in self.design.plan.regions:
            self.region.addItem(self.design.region_title(region), region)
        self.row(self.tr("&Region"), self.region, self.tr("The region they may be put in"))
        self.place = QLineEdit()
        self.row(self.tr("&Place"), self.place, self.tr("The place they may be put at or near"))
        self.hexes = QSpinBox()
        self.hexes.setRange(0, _FARTHEST)
        self.hexes.setValue(2)
        self.row(self.tr("&Distance"), self.hexes, self.tr("How many hexes or connections away at most"))
        self.places = QLineEdit()
        self.row(self.tr("P&laces"), self.places, self.tr("The places to choose from, with commas between"))
        WordsLine(self.place, lambda: desk.design, place_offers, place_problem, separators="\n")
        WordsLine(self.places, lambda: desk.design, place_offers, places_problem, separators=",")
        self._begin()
        self.kind.currentIndexChanged.connect(self._show)
        self._show()

    def _begin(self) -> None:
        placed = self.design.placements[self._units[0]]
        area = placed.area
        self.place.setText(placed.at)
        self.places.setText(placed.at)
        if area is None:
            return
        kind = REGION if area.region is not None else NEAR if area.within is not None else SOME
        self.kind.setCurrentIndex(self.kind.findData(kind))
        if area.region is not None:
            self.region.setCurrentIndex(max(0, self.region.findData(area.region)))
        elif area.within is not None:
            self.place.setText(area.within.place)
            self.hexes.setValue(area.within.hexes)
        else:
            self.places.setText(", ".join(area.any_of))

    def _show(self) -> None:
        kind = self.kind.currentData()
        self.region.setEnabled(kind == REGION)
        self.place.setEnabled(kind == NEAR)
        self.hexes.setEnabled(kind == NEAR)
        self.places.setEnabled(kind == SOME)

    def area(self) -> Area | None:
        """What was asked for; raises CannotEdit where it is not whole."""
        kind = self.kind.currentData()
        if kind == HERE:
            return None
        if kind == REGION:
            if self.region.currentData() is None:
                raise CannotEdit(message("design.cannot.no-region-here"))
            return Area(region=str(self.region.currentData()))
        labels = tuple(each.strip() for each in self.places.text().split(",") if each.strip())
        place = self.place.text().strip()
        if (kind == NEAR and not place) or (kind == SOME and not labels):
            raise CannotEdit(message("design.cannot.no-area"))
        return Area(within=Within(place=place, hexes=self.hexes.value())) if kind == NEAR else Area(any_of=labels)

    def act(self) -> None:
        scenario, area = self.desk.scenario, self.area()
        if scenario is not None:
            scenario.push(lambda design: set_area(design, self._units, area))
