"""A region of the map: what it is called, what kind it is, its colour, and whether it begins with the selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from editor.model.words import slug
from editor.panels.colour_button import ColourButton
from editor.panels.panel import MARGIN
from engine.definitions.bounds import LONGEST_LINE
from engine.definitions.palette import RegionSwatch
from engine.definitions.plan import RegionPlan

COLOURS: Final = ("#b0623c", "#3f6f8c", "#6d8b3c", "#8c4f7d", "#c79a2e", "#3c8b7d", "#a8443c", "#5a5fa8")
"""What new regions are given in turn; each can be told from the next on any ground."""
_USUAL_KIND: Final = "region"


class RegionAnswer(NamedTuple):
    """What was filled in."""

    title: str
    kind: str
    colour: str
    from_selection: bool


class RegionDialog(QDialog):
    """Makes a region, or changes one."""

    def __init__(
        self,
        kinds: Sequence[RegionSwatch],
        *,
        region: RegionPlan | None = None,
        kind: str = "",
        colour: str = COLOURS[0],
        selected: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New Region") if region is None else self.tr("Change Region"))
        self.title = QLineEdit(region.title if region is not None else "")
        self.title.setMaxLength(LONGEST_LINE)
        self.title.setPlaceholderText(self.tr("Such as Northern front"))
        self.title.setAccessibleName(self.tr("Title"))
        self.kind = QComboBox()
        self.kind.setEditable(True)
        self.kind.setAccessibleName(self.tr("Kind"))
        self.kind.setToolTip(self.tr("Regions of one kind are alike: countries, weather zones, theatres"))
        for swatch in kinds:
            self.kind.addItem(swatch.name, swatch.id)
        if self.kind.findData(_USUAL_KIND) < 0 and not kinds:
            self.kind.addItem(self.tr("Region"), _USUAL_KIND)
        if region is not None:
            known = self.kind.findData(region.kind)
            self.kind.setCurrentIndex(known)
            if known < 0:
                self.kind.setEditText(region.kind)
        elif kind:
            self.kind.setCurrentIndex(self.kind.findData(kind))
        self._colours = {swatch.id: swatch.colour for swatch in kinds if swatch.colour}
        self.colour = ColourButton(region.colour if region is not None else colour)
        if region is None:
            self._follow_kind()
            self.kind.currentIndexChanged.connect(self._follow_kind)
        one, several = self.tr("Begin with the selected place"), self.tr("Begin with the {0} selected places")
        self.from_selection = QCheckBox(one if selected == 1 else several.format(selected))
        self.from_selection.setChecked(selected > 0)
        form = QFormLayout()
        form.addRow(self.tr("&Title"), self.title)
        form.addRow(self.tr("&Kind"), self.kind)
        form.addRow(self.tr("&Colour"), self.colour)
        if region is None and selected:
            form.addRow("", self.from_selection)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, 2 * MARGIN)
        column.addLayout(form)
        column.addWidget(buttons)
        self.setMinimumWidth(340)
        self.title.textChanged.connect(self._check)
        self._check()

    def answer(self) -> RegionAnswer:
        """What was filled in; a kind that was typed is made such as files can hold."""
        at = self.kind.findText(self.kind.currentText())
        kind = str(self.kind.itemData(at)) if at >= 0 else slug(self.kind.currentText(), _USUAL_KIND)
        return RegionAnswer(self.title.text().strip(), kind, self.colour.colour, self.from_selection.isChecked())

    def _follow_kind(self) -> None:
        """A new region has the colour of its kind until another is chosen."""
        colour = self._colours.get(str(self.kind.currentData()))
        if colour:
            self.colour.set_colour(colour)

    def _check(self) -> None:
        self._ok.setEnabled(bool(self.title.text().strip()))
