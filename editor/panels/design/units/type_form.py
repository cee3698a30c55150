"""The fields of one counter type, each written as it is changed, with both faces above them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from editor.canvas.counters.counter_pictures import type_picture
from editor.canvas.counters.counter_signs import known_symbol, symbol_names, symbol_picture
from editor.documents.design_bench import DesignBench
from editor.model.design.cell_words import marks_problem
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, offers
from editor.model.design.units.unit_fields import LONGEST_CODE
from editor.panels.colour_button import ColourButton
from editor.panels.design.units.face_preview import FacePreview
from editor.panels.design.units.factor_table import FactorTable
from editor.panels.design.word_fields import WordsLine
from editor.panels.panel import GAP, note, tool_button
from editor.panels.picture_field import PictureField
from engine.core.words.lexicon import WordKind
from engine.definitions.counters import CounterType
from engine.definitions.palette import by_id
from engine.narration.language import title
from engine.storage.store import Store

SIZES: Final = ("", "•", "••", "•••", "I", "II", "III", "x", "xx", "xxx", "xxxx", "xxxxx")
"""The marks above a symbol, from a squad to an army group."""
_SYMBOL = QSize(30, 20)
_TRAIT: Final = WordKind.TRAIT


class TypeForm(QWidget):
    """Shows one type. It changes nothing itself: `edited` says which fields are to be what."""

    edited = Signal(str, object)
    """The field that was changed, and what it is to be."""
    refused = Signal(object)

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._is_filling = False
        self.preview = FacePreview(desk)
        self.lent = note(self.tr("The game lends these counters. The first change copies the sheet into this file."))
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.words = self._line("name", self.tr("&Name"), self.tr("What counters of this type are called"))
        self.side = self._choice("side", self.tr("Si&de"), self.tr("Whose counters they are"))
        self.nation = self._choice("nation", self.tr("N&ation"), self.tr("Gives the counters their colours"))
        self.symbol = self._choice("symbol", self.tr("S&ymbol"), self.tr("The sign in the middle"), is_open=True)
        self.symbol.setIconSize(_SYMBOL)
        self.mark = self._choice("size", self.tr("Si&ze"), self.tr("The mark above the symbol"), is_open=True)
        self.movement = self._choice(
            "movement_class", self.tr("&Movement"), self.tr("Its column of the terrain chart"), is_open=True
        )
        self.traits = self._line(
            "traits", self.tr("Tra&its"), self.tr("Words that the rules know, with spaces between")
        )
        WordsLine(self.traits, lambda: desk.design, _traits, lambda design, text: marks_problem(design, text, _TRAIT))
        self.code = self._line("code", self.tr("C&ode"), self.tr("A few letters in the upper left corner"))
        self.code.setMaxLength(LONGEST_CODE)
        self.code.textEdited.connect(self._show_code)
        self.limit = QSpinBox()
        self.limit.setRange(-1, 9999)
        self.limit.setSpecialValueText(self.tr("as many as wanted"))
        self.limit.editingFinished.connect(self._set_limit)
        self._row(self.tr("Co&unters"), self.limit, self.tr("How many there are; more cannot come into play"))
        self.ground = self._colour(
            "colour", self.tr("&Ground"), self.tr("The colour of the counter; none is its nation's")
        )
        self.ink = self._colour("ink", self.tr("In&k"), self.tr("The colour of what is printed; none is its nation's"))
        self.band = self._colour("band", self.tr("Stri&pe"), self.tr("A stripe across the top"))
        self.picture = PictureField(self._store)
        self.picture.picture_changed.connect(lambda picture: self._tell("picture", picture or None))
        self.picture.refused.connect(self.refused)
        self._row(self.tr("Pict&ure"), self.picture, self.tr("Art of your own in the symbol's place: PNG, JPEG or SVG"))
        self.steps = FactorTable(self.tr("Factors by step"), lambda: desk.design, WordKind.FACTOR, is_stepped=True)
        self.values = FactorTable(self.tr("Other values"), lambda: desk.design, WordKind.TYPE_VALUE, is_stepped=False)
        self.steps.edited.connect(lambda: self._tell("steps", self.steps.rows()))
        self.values.edited.connect(lambda: self._tell("values", (self.values.rows() or ({},))[0]))
        for table in (self.steps, self.values):
            table.refused.connect(self.refused)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(GAP)
        for widget in (self.preview, self.lent):
            column.addWidget(widget)
        column.addWidget(self.steps)
        column.addLayout(self.form)
        column.addWidget(self.values)
        column.addStretch(1)

    # Fields

    def _row(self, label: str, field: QWidget, tip: str) -> None:
        field.setToolTip(tip)
        field.setAccessibleName(label.replace("&", ""))
        self.form.addRow(label, field)

    def _line(self, name: str, label: str, tip: str) -> QLineEdit:
        field = QLineEdit()
        field.editingFinished.connect(lambda: self._tell(name, _read(name, field.text())))
        self._row(label, field, tip)
        return field

    def _choice(self, name: str, label: str, tip: str, *, is_open: bool = False) -> QComboBox:
        field = QComboBox()
        field.setEditable(is_open)
        field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(10)
        if is_open:
            field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            field.textActivated.connect(lambda text: self._tell(name, text.strip() or None))
            line = field.lineEdit()
            if line is not None:
                line.editingFinished.connect(lambda: self._tell(name, field.currentText().strip() or None))
        else:
            field.currentIndexChanged.connect(lambda _: self._tell(name, field.currentData() or None))
        self._row(label, field, tip)
        return field

    def _colour(self, name: str, label: str, tip: str) -> ColourButton:
        field = ColourButton()
        field.colour_changed.connect(lambda colour: self._tell(name, colour or None))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(field)
        row.addWidget(
            tool_button("clear", self.tr("No colour"), self.tr("No colour of its own"), lambda: field.choose(""))
        )
        row.addStretch(1)
        self._row(label, both, tip)
        field.setToolTip(tip)
        return field

    def _store(self) -> Store | None:
        scenario = self._desk.scenario
        return scenario.map.store if scenario is not None else None

    def _show_code(self, text: str) -> None:
        """Let the faces show letters while they are typed."""
        self.preview.show_faces([replace(face, code=text.strip()) for face in self.preview.faces])

    def _set_limit(self) -> None:
        self._tell("limit", self.limit.value() if self.limit.value() >= 0 else None)

    def _tell(self, field: str, value: object) -> None:
        if not self._is_filling:
            self.edited.emit(field, value)

    # Showing

    def show_type(self, design: Design, kind: CounterType) -> None:
        """Show a type as it is."""
        self._is_filling = True
        nations = by_id(design.palette.nations)
        faces = [type_picture(kind, nations, lost) for lost in range(len(kind.steps))]
        self.preview.show_faces(faces if len(faces) > 1 else [*faces, replace(faces[0], is_hidden=True)])
        self.lent.setVisible(design.is_lent("counters", design.type_homes.get(kind.id, "")))
        for field, text in (
            (self.words, kind.name),
            (self.traits, " ".join(kind.traits)),
            (self.code, kind.code or ""),
        ):
            if field.text() != text:
                field.setText(text)
        sides = [
            ("", self.tr("none")),
            *((side, title(side, design.scenario.ruleset)) for side in design.scenario.sides),
        ]
        _fill(self.side, sides, kind.side or "")
        _fill(
            self.nation,
            [("", self.tr("none")), *((each.id, each.name) for each in nations.values())],
            kind.nation or "",
        )
        _fill_open(self.symbol, ("", *sorted(symbol_names())), kind.symbol or "", _symbol_icon)
        _fill_open(self.mark, SIZES, kind.size or "")
        _fill_open(self.movement, ("", *design.charts.terrain.classes), kind.movement_class or "")
        self.limit.setValue(kind.limit if kind.limit is not None else -1)
        self.ground.set_colour(kind.colour or "")
        self.ink.set_colour(kind.ink or "")
        self.band.set_colour(kind.band or "")
        self.picture.set_picture(kind.picture or "")
        self.steps.show_rows(kind.steps)
        self.values.show_rows((kind.values,))
        self._is_filling = False


def _traits(design: Design) -> tuple[OfferedWord, ...]:
    return offers(design, _TRAIT)


def _read(name: str, text: str) -> object:
    """What a line of text means for a field."""
    if name == "traits":
        return tuple(dict.fromkeys(text.replace(",", " ").split()))
    return text.strip() if name == "name" else text.strip() or None


def _fill(field: QComboBox, choices: list[tuple[str, str]], current: str) -> None:
    """The choices of a field; one that is not among them is shown by its id."""
    if current and current not in [value for value, _ in choices]:
        choices = [*choices, (current, current)]
    if [field.itemData(number) for number in range(field.count())] != [value for value, _ in choices]:
        field.clear()
        for value, title in choices:
            field.addItem(title, value)
    field.setCurrentIndex(field.findData(current))


def _fill_open(
    field: QComboBox, choices: tuple[str, ...], current: str, icon: Callable[[str], QIcon] | None = None
) -> None:
    if [field.itemText(number) for number in range(field.count())] != list(choices):
        field.clear()
        for each in choices:
            if icon is not None and each:
                field.addItem(icon(each), each)
            else:
                field.addItem(each)
    if field.currentText() != current:
        field.setCurrentText(current)


@cache
def _symbol_icon(name: str) -> QIcon:
    """A unit symbol on a pale ground, so that it is seen in every theme."""
    pixmap = QPixmap(_SYMBOL * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor("#efe9d8"))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(1, 1, _SYMBOL.width() - 2, _SYMBOL.height() - 2)
    known = known_symbol(name)
    if known is not None:
        QSvgRenderer(QByteArray(symbol_picture(known, "#1d1a15", 1.6))).render(painter, box)
    painter.setPen(Qt.GlobalColor.black)
    painter.drawRect(box)
    painter.end()
    return QIcon(pixmap)
