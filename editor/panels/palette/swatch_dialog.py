"""A kind of the designer's own: its name, colour, pattern or sign, and the attributes things of it have.

What is seen in the dialog is what will be seen on the map, in both the list of patterns and the sample.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.art.looks import LineLook, Looks
from editor.canvas.art.patterns import PATTERNS
from editor.canvas.art.style import Style
from editor.documents.workbench import InkGroup
from editor.model.words import slug, unused
from editor.panels.colour_button import ColourButton
from editor.panels.palette.attribute_table import AttributeTable
from editor.panels.palette.pattern_words import pattern_word
from editor.panels.palette.swatch_pictures import SwatchPictures
from editor.panels.panel import MARGIN, note
from editor.panels.picture_field import PictureField
from engine.core.messages import Message
from engine.definitions.bounds import LONGEST_LINE
from engine.definitions.palette import (
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    Palette,
    RegionSwatch,
    Swatch,
    TerrainSwatch,
)
from engine.narration.language import catalogue
from engine.storage.store import Store

SIGNS: Final = (
    "city", "capital", "town", "village", "port", "supply", "airfield", "factory", "oil", "fort", "objective", "beach",
    "bridge", "dot",
)  # fmt: skip
STROKES: Final = ("line", "dashes", "dots", "ribbon", "road", "rail", "ticks", "teeth", "bridge", "arrows")
_LINES = (InkGroup.SIDES, InkGroup.PATHS, InkGroup.CONNECTIONS)
_SAMPLE = "sample"
_NOTHING = " "
"""Keeps the room of a line, so that nothing moves when there is something to say."""


def no_store() -> Store | None:
    """Where no file is open that a picture could be kept in."""
    return None


class SwatchDialog(QDialog):
    """Makes a kind, or changes one."""

    def __init__(
        self,
        group: InkGroup,
        style: Style,
        *,
        swatch: Swatch | None = None,
        taken: Collection[str] = (),
        store: Callable[[], Store | None] = no_store,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.group = group
        self._style = style
        self._known = swatch
        self._taken = frozenset(taken)
        self.setWindowTitle(self.tr("New Kind") if swatch is None else self.tr("Change {0}").format(swatch.name))
        self.name = QLineEdit(swatch.name if swatch is not None else "")
        self.name.setMaxLength(LONGEST_LINE)
        self.name.setPlaceholderText(self.tr("Such as Wooded steppe"))
        self.name.setAccessibleName(self.tr("Name"))
        self.colour = ColourButton(_colour_of(swatch))
        self.usual_colour = QCheckBox(self.tr("Colour of the style"))
        self.usual_colour.setChecked(not self.colour.colour)
        self.pattern = QComboBox()
        self.width_ = QDoubleSpinBox()
        if group in _LINES:
            self.width_.setRange(0.02, 2.0)
            self.width_.setSingleStep(0.01)
            self.width_.setDecimals(3)
            self.width_.setValue(self._line_look(swatch).width)
            self.width_.setSuffix(self.tr(" of a hex side"))
            self.width_.setAccessibleName(self.tr("Width"))
        self.picture = PictureField(store)
        self.picture.set_picture((swatch.picture if isinstance(swatch, TerrainSwatch) else None) or "")
        self.refusal = note()
        self.refusal.setVisible(False)
        self.attributes = AttributeTable()
        self.sample = QLabel()
        self.sample.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sample.setMinimumSize(120, 64)
        self._need = note(_NOTHING)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._fill_patterns(swatch)
        self._lay_out(swatch)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(self._show)
        self.colour.colour_changed.connect(self._colour_chosen)
        self.usual_colour.toggled.connect(self._show)
        self.pattern.currentIndexChanged.connect(self._show)
        self.width_.valueChanged.connect(self._show)
        self.picture.picture_changed.connect(self._picture_taken)
        self.picture.refused.connect(self._refuse)
        self._show()

    # What is made

    @property
    def id(self) -> str:
        """The id of the kind: the one it has, or one that follows from its name."""
        if self._known is not None:
            return self._known.id
        return unused(slug(self.name.text(), "kind"), lambda name: name in self._taken, "-")

    def swatch(self) -> Swatch:
        """The kind as it is described."""
        return self._swatch(self.id, self.name.text().strip() or self.id)

    def _swatch(self, id: str, name: str, pattern: str | None = None) -> Swatch:
        fields: dict[str, object] = {"id": id, "name": name}
        colour = "" if self.usual_colour.isChecked() else self.colour.colour
        if colour:
            fields["colour"] = colour
        chosen = self.pattern.currentData() if pattern is None else pattern
        if self.group is InkGroup.TERRAIN:
            picture = self.picture.picture if pattern is None else ""
            return TerrainSwatch.model_validate({**fields, "pattern": chosen, "picture": picture or None})
        if self.group is InkGroup.FEATURES:
            return FeatureSwatch.model_validate({**fields, "icon": chosen, "attributes": self.attributes.attributes()})
        if self.group in _LINES:
            width = self.width_.value()
            described = {"dash": chosen, "width": width, "attributes": self.attributes.attributes()}
            return LineSwatch.model_validate({**fields, **described})
        if self.group is InkGroup.REGIONS:
            return RegionSwatch.model_validate(fields)
        return BoxSwatch.model_validate(fields)

    # How it is shown

    def _fill_patterns(self, swatch: Swatch | None) -> None:
        names, chosen = self._pattern_names(swatch)
        self.pattern.setAccessibleName(self._pattern_title())
        self.pattern.setIconSize(QSize(44, 30) if self.group in _LINES else QSize(34, 31))
        for name in names:
            picture = self._picture(self._swatch(self.id, _SAMPLE, name))
            small = QIcon(picture.scaled(self.pattern.iconSize() * self.devicePixelRatioF()))
            self.pattern.addItem(small, pattern_word(name), name)
        self.pattern.setCurrentIndex(max(0, self.pattern.findData(chosen)))
        self.pattern.setMaxVisibleItems(14)

    def _pattern_names(self, swatch: Swatch | None) -> tuple[tuple[str, ...], str]:
        looks = Looks(Palette.model_construct(id="none"), self._style)
        if self.group is InkGroup.TERRAIN:
            known = Looks(_palette_of(self.group, swatch), self._style) if swatch is not None else looks
            return PATTERNS, known.terrain(swatch.id).pattern if swatch is not None else "clear"
        if self.group is InkGroup.FEATURES:
            known = Looks(_palette_of(self.group, swatch), self._style) if swatch is not None else looks
            return SIGNS, known.sign(swatch.id).sign if swatch is not None else "dot"
        if self.group in _LINES:
            return STROKES, self._line_look(swatch).stroke if swatch is not None else "line"
        return (), ""

    def _line_look(self, swatch: Swatch | None) -> LineLook:
        looks = Looks(_palette_of(self.group, swatch), self._style)
        find = {InkGroup.SIDES: looks.side, InkGroup.PATHS: looks.path, InkGroup.CONNECTIONS: looks.connection}
        return find[self.group](swatch.id if swatch is not None else "any")

    def _lay_out(self, swatch: Swatch | None) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self.tr("&Name"), self.name)
        form.addRow("", self._need)
        colours = QHBoxLayout()
        colours.addWidget(self.colour)
        colours.addWidget(self.usual_colour)
        colours.addStretch()
        label = QLabel(self.tr("&Colour"))
        label.setBuddy(self.colour)
        form.addRow(label, colours)
        if self.pattern.count():
            form.addRow(self._pattern_title(), self.pattern)
        if self.group is InkGroup.TERRAIN:
            form.addRow(self.tr("P&icture"), self.picture)
            form.addRow("", self.refusal)
        if self.group in _LINES:
            form.addRow(self.tr("&Width"), self.width_)
        form.addRow(self.tr("Sample"), self.sample)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, 2 * MARGIN)
        column.addLayout(form)
        if isinstance(swatch, FeatureSwatch | LineSwatch):
            self.attributes.show_attributes(swatch.attributes)
        if self.group is InkGroup.FEATURES or self.group in _LINES:
            column.addWidget(self.attributes)
        column.addWidget(self._buttons)
        self.setMinimumWidth(400)

    def _pattern_title(self) -> str:
        if self.group is InkGroup.TERRAIN:
            return self.tr("&Pattern")
        return self.tr("&Sign") if self.group is InkGroup.FEATURES else self.tr("&Stroke")

    def _colour_chosen(self) -> None:
        self.usual_colour.setChecked(False)
        self._show()

    def _picture_taken(self) -> None:
        self.refusal.setVisible(False)
        self._show()

    def _refuse(self, said: Message) -> None:
        """A picture was not taken: say why beside it, and keep the one there was."""
        self.refusal.setText(catalogue().text(said))
        self.refusal.setVisible(True)

    def _show(self) -> None:
        named = bool(self.name.text().strip())
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(named)
        self._need.setText(_NOTHING if named else self.tr("A kind needs a name"))
        self.sample.setPixmap(self._picture(self._swatch(self.id, _SAMPLE), double=True))

    def _picture(self, swatch: Swatch, *, double: bool = False) -> QPixmap:
        pictures = SwatchPictures(Looks(_palette_of(self.group, swatch), self._style))
        ratio = self.devicePixelRatioF()
        picture = pictures.get(self.group, swatch.id, 2 * ratio if double else ratio)
        picture.setDevicePixelRatio(ratio)
        return picture


def _palette_of(group: InkGroup, swatch: Swatch | None) -> Palette:
    """A palette of one kind."""
    fields = {} if swatch is None else {group.value: (swatch,)}
    return Palette(id="sample").replace(**fields)


def _colour_of(swatch: Swatch | None) -> str:
    """The colour a palette gave a kind; none when it left that to the style."""
    if swatch is None or "colour" not in swatch.model_fields_set:
        return ""
    return str(getattr(swatch, "colour", "") or "")
