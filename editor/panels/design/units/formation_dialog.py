"""What there is to say of a formation: its name, its side, and the stripe across its counters."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from editor.commands.design.formations import edit_formation
from editor.documents.design_bench import DesignBench
from editor.model.design.sides import side_title
from editor.panels.colour_button import ColourButton
from editor.panels.design.design_dialog import DesignDialog


class FormationDialog(DesignDialog):
    """One formation."""

    def __init__(self, desk: DesignBench, formation: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        held = self.design.formations[formation]
        self._formation = formation
        self.setWindowTitle(self.tr("Formation"))
        self.go.setText(self.tr("&Apply"))
        self.setMinimumWidth(360)
        self.words = QLineEdit(held.name)
        self.row(self.tr("&Name"), self.words, self.tr("What the formation is called"))
        self.side = QComboBox()
        self.side.addItem(self.tr("that of the formation above"), "")
        for side in self.design.scenario.sides:
            self.side.addItem(side_title(self.design, side), side)
        self.side.setCurrentIndex(max(0, self.side.findData(held.side or "")))
        self.row(self.tr("&Side"), self.side, self.tr("Whom it fights for"))
        self.band = ColourButton(held.band or "")
        none = QPushButton(self.tr("N&one"))
        none.setToolTip(self.tr("No stripe of its own"))
        none.setAutoDefault(False)
        none.clicked.connect(lambda _=False: self.band.choose(""))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.band, 1)
        row.addWidget(none)
        self.row(self.tr("S&tripe"), both, self.tr("A coloured band across the top of the counters of its units"))

    def act(self) -> None:
        scenario = self.desk.scenario
        if scenario is None:
            return
        name, side, band = self.words.text(), str(self.side.currentData() or "") or None, self.band.colour or None
        scenario.push(lambda design: edit_formation(design, self._formation, name=name, side=side, band=band))
