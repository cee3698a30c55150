"""The fields of the export dialog: options in, options out.

What does not concern the chosen format is hidden, and what the map has not got (counters, scans, a scale) cannot be
chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.art.style import style_names
from editor.export.options import (
    LARGEST_HEX,
    LARGEST_SCALE,
    NARROWEST,
    SMALLEST_HEX,
    WIDEST_MARGIN,
    WIDEST_OVERLAP,
    ExportOptions,
    Format,
    Pages,
    Paper,
    Turn,
)
from engine.narration.language import title

T = TypeVar("T")


class ExportFields(QWidget):
    """Everything that can be chosen about an export, except where it goes."""

    changed = Signal()

    def __init__(
        self, *, widest: int, has_scale: bool, has_counters: bool, has_scans: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._has_scale = has_scale
        self._missing = {name for name, has in (("counters", has_counters), ("scans", has_scans)) if not has}
        self._chosen = ExportOptions()
        self.format = _combo(
            (
                (self.tr("PNG picture"), Format.PNG),
                (self.tr("SVG drawing"), Format.SVG),
                (self.tr("PDF to print"), Format.PDF),
            )
        )
        self.style_ = _combo((title(name), name) for name in style_names())
        self.shown = {
            "numbers": QCheckBox(self.tr("Hex &numbers")),
            "names": QCheckBox(self.tr("N&ames")),
            "grid": QCheckBox(self.tr("&Grid")),
            "regions": QCheckBox(self.tr("&Regions")),
            "counters": QCheckBox(self.tr("&Counters")),
            "scans": QCheckBox(self.tr("&Scans")),
        }
        self.width_ = QSpinBox()
        self.width_.setRange(NARROWEST, widest)
        self.width_.setSingleStep(500)
        self.width_.setSuffix(self.tr(" pixels"))
        self.pages = _combo(
            (
                (self.tr("Many sheets, to be glued"), Pages.TILES),
                (self.tr("One sheet of paper"), Pages.FIT),
                (self.tr("One page, as large as the map"), Pages.ONE),
            )
        )
        self.by_scale = _combo(((self.tr("Hex size"), False), (self.tr("Map scale"), True)))
        self.hex_mm = _millimetres(SMALLEST_HEX, LARGEST_HEX, self.tr(" mm across"))
        self.map_scale = QSpinBox()
        self.map_scale.setRange(1_000, LARGEST_SCALE)
        self.map_scale.setSingleStep(50_000)
        self.map_scale.setPrefix("1 : ")
        self.map_scale.setGroupSeparatorShown(True)
        self.paper = _combo((str(paper.value), paper) for paper in Paper)
        self.turn = _combo(
            (
                (self.tr("Whichever takes fewer sheets"), Turn.BEST),
                (self.tr("Portrait"), Turn.PORTRAIT),
                (self.tr("Landscape"), Turn.LANDSCAPE),
            )
        )
        self.margin = _millimetres(0.0, WIDEST_MARGIN, self.tr(" mm"))
        self.overlap = _millimetres(0.0, WIDEST_OVERLAP, self.tr(" mm"))
        self.furniture = {
            "crop_marks": QCheckBox(self.tr("C&ut marks")),
            "page_labels": QCheckBox(self.tr("Sheet na&mes")),
            "overview": QCheckBox(self.tr("First page shows all sheets")),
        }
        self._boxes = {**self.shown, **self.furniture}
        self._lay_out()
        self._explain()
        self._connect()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(self.tr("&Format"), self.format)
        self._form.addRow(self.tr("Loo&k"), self.style_)
        shown = QGridLayout()
        for number, box in enumerate(self.shown.values()):
            shown.addWidget(box, number // 2, number % 2)
        self._form.addRow(self.tr("Show"), shown)
        self._form.addRow(self.tr("&Width"), self.width_)
        self._form.addRow(self.tr("La&yout"), self.pages)
        self._form.addRow(self.tr("Size &by"), self.by_scale)
        self._form.addRow(self.tr("&Hexes"), self.hex_mm)
        self._form.addRow(self.tr("Scal&e"), self.map_scale)
        self._form.addRow(self.tr("&Paper"), self.paper)
        self._form.addRow(self.tr("&Turned"), self.turn)
        self._form.addRow(self.tr("Marg&ins"), self.margin)
        self._form.addRow(self.tr("O&verlap"), self.overlap)
        furniture = QVBoxLayout()
        furniture.setContentsMargins(0, 0, 0, 0)
        for box in self.furniture.values():
            furniture.addWidget(box)
        self._furniture = QWidget()
        self._furniture.setLayout(furniture)
        self._form.addRow(self.tr("Print"), self._furniture)
        self._form.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._form)

    def _explain(self) -> None:
        for widget, text in (
            (self.format, self.tr("A PNG is a picture of pixels, an SVG a drawing to go on with, a PDF is for paper")),
            (self.style_, self.tr("The colours the map is exported in, whatever is on the screen")),
            (self.width_, self.tr("How many pixels the picture is wide; its height follows")),
            (self.pages, self.tr("How the map is laid on paper")),
            (self.by_scale, self.tr("Say how large a hex is, or how much smaller than the ground the map is")),
            (self.hex_mm, self.tr("From one side of a hex to the opposite one")),
            (self.map_scale, self.tr("How many times smaller than the ground the map is printed")),
            (self.paper, self.tr("The sheets the printer takes")),
            (self.turn, self.tr("Which way up the sheets are")),
            (self.margin, self.tr("What the printer cannot reach, on every side of a sheet")),
            (self.overlap, self.tr("What neighbouring sheets both print, to glue one onto the other")),
            (self.furniture["crop_marks"], self.tr("Short lines in the margins that show where to cut")),
            (self.furniture["page_labels"], self.tr("Each sheet is named by its row and column, such as B3")),
            (self.furniture["overview"], self.tr("An extra page with the whole map and how its sheets go together")),
            (self.shown["numbers"], self.tr("Print the number of each hex")),
            (self.shown["names"], self.tr("Print the names of places and the lettering")),
            (self.shown["grid"], self.tr("Print the outlines of the hexes")),
            (self.shown["regions"], self.tr("Tint the regions that have a colour")),
            (self.shown["counters"], self.tr("Print the counters that stand on the map")),
            (self.shown["scans"], self.tr("Print the scans that lie under the map")),
        ):
            widget.setToolTip(text)
            widget.setStatusTip(text)
        for name in self._missing:
            self.shown[name].setEnabled(False)

    def _connect(self) -> None:
        combos = (self.format, self.style_, self.pages, self.by_scale, self.paper, self.turn)
        for combo in combos:
            combo.currentIndexChanged.connect(self._follow)
        for box in self._boxes.values():
            box.toggled.connect(self._follow)
        for spin in (self.width_, self.map_scale):
            spin.valueChanged.connect(self._follow)
        for length in (self.hex_mm, self.margin, self.overlap):
            length.valueChanged.connect(self._follow)

    # Options in and out

    @property
    def kind(self) -> Format:
        """The chosen format."""
        return Format(self.format.currentData())

    def options(self) -> ExportOptions:
        """What is chosen now; what this map has not got is as it was chosen for another."""
        scale = self.map_scale.value() if self.by_scale.currentData() else 0
        flags = {name: box.isChecked() for name, box in self._boxes.items() if name not in self._missing}
        return replace(
            self._chosen,
            style=str(self.style_.currentData()),
            width=self.width_.value(),
            hex_mm=self.hex_mm.value(),
            map_scale=scale if self._has_scale else self._chosen.map_scale,
            pages=Pages(self.pages.currentData()),
            paper=Paper(self.paper.currentData()),
            turn=Turn(self.turn.currentData()),
            margin_mm=self.margin.value(),
            overlap_mm=self.overlap.value(),
            **flags,
        )

    def set_options(self, kind: Format, options: ExportOptions) -> None:
        """Choose these."""
        self._chosen = options
        self.blockSignals(True)
        try:
            _choose(self.format, kind)
            _choose(self.style_, options.style)
            for name, box in self._boxes.items():
                box.setChecked(getattr(options, name) and name not in self._missing)
            self.width_.setValue(options.width)
            _choose(self.pages, options.pages)
            _choose(self.by_scale, bool(options.map_scale))
            self.hex_mm.setValue(options.hex_mm)
            self.map_scale.setValue(options.map_scale or 1_000_000)
            _choose(self.paper, options.paper)
            _choose(self.turn, options.turn)
            self.margin.setValue(options.margin_mm)
            self.overlap.setValue(options.overlap_mm)
        finally:
            self.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        kind, pages = self.kind, Pages(self.pages.currentData())
        on_paper, sized = kind is Format.PDF, kind is not Format.PNG
        tiled = on_paper and pages is Pages.TILES
        real = sized and not (on_paper and pages is Pages.FIT)
        by_scale = self._has_scale and bool(self.by_scale.currentData())
        for widget, is_shown in (
            (self.width_, kind is Format.PNG),
            (self.pages, on_paper),
            (self.by_scale, real and self._has_scale),
            (self.hex_mm, real and not by_scale),
            (self.map_scale, real and by_scale),
            (self.paper, on_paper and pages is not Pages.ONE),
            (self.turn, on_paper and pages is not Pages.ONE),
            (self.margin, on_paper),
            (self.overlap, tiled),
            (self._furniture, tiled),
        ):
            self._form.setRowVisible(widget, is_shown)
        self.changed.emit()


def _combo(entries: Iterable[tuple[str, object]]) -> QComboBox:
    combo = QComboBox()
    for text, value in entries:
        combo.addItem(text, value)
    return combo


def _choose(combo: QComboBox, value: object) -> None:
    for number in range(combo.count()):
        if combo.itemData(number) == value:
            combo.setCurrentIndex(number)
            return


def _millimetres(low: float, high: float, suffix: str) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(low, high)
    spin.setDecimals(1)
    spin.setSingleStep(0.5)
    spin.setSuffix(suffix)
    return spin
