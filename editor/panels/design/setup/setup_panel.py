"""The setup: where units begin, who holds what, and which markers lie on the map.

What is chosen above is what the mouse does on the map: it moves units, or paints control, or lays markers.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QStackedWidget, QToolButton, QWidget

from editor.documents.design_bench import DesignBench
from editor.documents.design_brush import ControlBrush, HoldingBrush, MarkerBrush
from editor.model.design.aspects import Aspect, DesignTouched
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.setup.holding_page import HoldingPage
from editor.panels.design.setup.marker_page import MarkerPage
from editor.panels.design.setup.placing_page import PlacingPage
from editor.panels.icons import icon
from editor.panels.panel import column_of
from engine.narration.language import catalogue, cited

_UNITS, _CONTROL, _MARKERS = range(3)
_SMALL = QSize(12, 12)
"""Pixels of a picture beside a word: in the usual width of the panel the three words fit in French, too."""
_MOST_FAULTS = 3


class SetupPanel(DesignPanel):
    """Three pages, one for each thing that is laid on the map."""

    name = "setup"
    shows = frozenset(
        {Aspect.SETUP, Aspect.CONTROL, Aspect.MARKERS, Aspect.UNITS, Aspect.TYPES, Aspect.PALETTE, Aspect.HEAD}
    )

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.placing, self.holding, self.markers = PlacingPage(desk), HoldingPage(desk), MarkerPage(desk)
        self.pages = QStackedWidget()
        self.buttons = QButtonGroup(self)
        self.faults = QLabel()
        self.faults.setWordWrap(True)
        self.faults.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout()
        row.setSpacing(0)
        for number, (page, text, picture, tip) in enumerate(
            (
                (self.placing, self.tr("Units"), "counter", self.tr("The mouse on the map moves units")),
                (self.holding, self.tr("Control"), "region-brush", self.tr("The mouse on the map paints who holds it")),
                (self.markers, self.tr("Markers"), "stamp", self.tr("The mouse on the map lays markers")),
            )
        ):
            self.pages.addWidget(page)
            button = QToolButton()
            button.setText(text)
            button.setIcon(icon(picture))
            button.setIconSize(_SMALL)
            button.setToolTip(tip)
            button.setStatusTip(tip)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self.buttons.addButton(button, number)
            row.addWidget(button)
        row.addStretch()
        self.buttons.idClicked.connect(self.show_page)
        column = column_of(self.body)
        column.addLayout(row)
        column.addWidget(self.faults)
        column.addWidget(self.pages, 1)
        self.desk.faults_changed.connect(self._show_faults)
        self.desk.brush_changed.connect(self._follow_brush)
        self._follow_brush()
        self._show_faults()
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Setup")

    @property
    def about(self) -> str:
        return self.tr("Where units begin, who holds what, and which markers lie on the map")

    def show_page(self, number: int) -> None:
        """Show a page and let the mouse do what it is about."""
        self.pages.setCurrentIndex(number)
        brushes = {_CONTROL: self.holding.brush, _MARKERS: self.markers.brush}
        self.desk.set_brush(brushes.get(number))
        self._check(number)

    def _follow_brush(self) -> None:
        """The brush was put away, or another panel has set one."""
        brush = self.desk.brush
        if isinstance(brush, ControlBrush | HoldingBrush):
            self._check(_CONTROL)
        elif isinstance(brush, MarkerBrush):
            self._check(_MARKERS)
        elif brush is None and self.pages.currentIndex() != _MARKERS:
            self._check(_UNITS)

    def _check(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self.buttons.button(number).setChecked(True)

    def _show_faults(self) -> None:
        design = self.design
        words = catalogue(design.scenario.ruleset) if design is not None else catalogue()
        found = [cited(words.text(each.said), each.rule) for each in self.desk.faults]
        more = len(found) - _MOST_FAULTS
        lines = [*found[:_MOST_FAULTS], *([self.tr("and {0} more; see Playable").format(more)] if more > 0 else [])]
        self.faults.setText("\n".join(f"⚠ {line}" for line in lines))
        self.faults.setVisible(bool(lines))

    def scenario_opened(self) -> None:
        self._show_everything()
        self._show_faults()

    def scenario_changed(self, touched: DesignTouched) -> None:
        if touched.has(Aspect.SETUP, Aspect.UNITS, Aspect.TYPES, Aspect.HEAD):
            self.placing.show_design()
        if touched.has(Aspect.CONTROL, Aspect.TYPES, Aspect.PALETTE, Aspect.HEAD):
            self.holding.show_design()
        if touched.has(Aspect.MARKERS, Aspect.PALETTE, Aspect.HEAD):
            self.markers.show_design()

    def places_changed(self) -> None:
        self._show_everything()

    def theme_changed(self) -> None:
        self.placing.show_design()

    def _show_everything(self) -> None:
        for page in (self.placing, self.holding, self.markers):
            page.show_design()
