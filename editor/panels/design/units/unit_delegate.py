"""How cells of the unit table are edited: what may stand there drops down, and what nobody knows is marked as typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QLineEdit, QStyleOptionViewItem, QWidget

from editor.model.design.cell_words import held_offers, marks_problem, place_offers, told
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, meant, offers
from editor.model.design.stations import station_of
from editor.model.design.units.unit_fields import FIELDS, Column, Field, Reader, RecordDraft, UnitRecord
from editor.model.design.units.unit_names import formation_title, type_title
from editor.panels.design.word_fields import WordDelegate, WordsLine
from editor.refusal import CannotEdit
from engine.core.messages import Message
from engine.core.words.lexicon import WordKind

_Index = QModelIndex | QPersistentModelIndex
_UNIT = Qt.ItemDataRole.UserRole


class UnitDelegate(WordDelegate):
    """`design` gives the design as it is; `column_of` says which field a column of the table is."""

    def __init__(
        self, design: Callable[[], Design | None], column_of: Callable[[int], Column], parent: QWidget
    ) -> None:
        super().__init__(parent, self._choices, self._wrong)
        self._design = design
        self._column_of = column_of

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        made = super().createEditor(parent, option, index)
        if isinstance(made, QLineEdit) and self._column_of(index.column()) == Field.TRAITS:
            WordsLine(made, self._design, _traits, lambda now, text: marks_problem(now, text, WordKind.TRAIT))
        return made

    def _choices(self, index: _Index) -> Sequence[OfferedWord]:
        design, column = self._design(), self._column_of(index.column())
        if design is None:
            return ()
        match column:
            case Field.TYPE:
                return tuple(OfferedWord(each, type_title(design, each), each) for each in design.types)
            case Field.FORMATION:
                held = (OfferedWord(each, formation_title(design, each), each) for each in design.formations)
                return (OfferedWord("", ""), *held)
            case Field.PLACE:
                return place_offers(design)
            case Field.TURN:
                first, last = design.scenario.first_turn, design.scenario.last_turn
                return tuple(OfferedWord(text, text) for text in ("", *map(str, range(first, last + 1))))
        return held_offers(design, WordKind.UNIT_VALUE, column) if column not in FIELDS else ()

    def _wrong(self, index: _Index, text: str) -> str:
        """What the reader of cells will say."""
        design, unit = self._design(), str(index.data(_UNIT) or "")
        if design is None or unit not in design.units:
            return ""
        chosen = meant(self._choices(index), text)
        return told(design, _problem(design, unit, self._column_of(index.column()), chosen))


def _problem(design: Design, unit: str, column: Column, text: str) -> Message | None:
    try:
        draft = RecordDraft(UnitRecord(design.units[unit], station_of(design, unit)))
        Reader(design).set(draft, column, text)
    except CannotEdit as bad:
        return bad.message
    return None


def _traits(design: Design) -> tuple[OfferedWord, ...]:
    return offers(design, WordKind.TRAIT)
