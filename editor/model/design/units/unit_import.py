"""Units from a file or the clipboard: which column is which field, and every mistake by its row.

An `ImportSheet` is the text as rows; `guessed` says which column probably holds which field, from its heading, and a
person may say otherwise. `imported` reads every row and tells everything that is wrong, so that a file is mended once
and not twenty times. Rows are counted as a spreadsheet counts them: the heading is row 1.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from editor.model.design.design import Design
from editor.model.design.ids import id_from
from editor.model.design.known_words import WITH_HINT, lexicon_for
from editor.model.design.stations import station_of
from editor.model.design.units.type_minting import COUNTER, TypeMinting, factor_names
from editor.model.design.units.unit_fields import (
    READ_ONLY,
    Column,
    Field,
    Reader,
    RecordDraft,
    UnitRecord,
    text_of,
    value_columns,
)
from editor.model.design.units.unit_matching import KnownUnits
from editor.model.words import checked_id
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.core.progress import in_slices
from engine.core.words.lexicon import WordKind
from engine.definitions.counters import CounterType
from engine.definitions.issues import Issue, Where, error
from engine.definitions.oob import UnitEntry

MOST_BYTES: Final = 16 * 1024 * 1024
MOST_ROWS: Final = 50_000
_SLICE: Final = 500
"""Rows that are read between two questions whether anybody still waits."""
SKIP: Final = ""
"""The field of a column that is left out."""

_HEADINGS: Final[Mapping[str, Column]] = {
    "id": Field.ID, "unit": Field.ID, "unit id": Field.ID, "key": Field.ID, "code": Field.CODE,
    "name": Field.NAME, "designation": Field.NAME, "title": Field.NAME, "unit name": Field.NAME,
    "type": Field.TYPE, "counter": Field.TYPE, "unit type": Field.TYPE, "kind": Field.TYPE, "counter type": Field.TYPE,
    "formation": Field.FORMATION, "army": Field.FORMATION, "command": Field.FORMATION, "parent": Field.FORMATION,
    "front": Field.FORMATION, "belongs to": Field.FORMATION,
    "step": Field.STEP, "steps lost": Field.STEP, "lost": Field.STEP, "reduced": Field.STEP,
    "traits": Field.TRAITS, "tags": Field.TRAITS, "abilities": Field.TRAITS,
    "at": Field.PLACE, "place": Field.PLACE, "hex": Field.PLACE, "location": Field.PLACE, "space": Field.PLACE,
    "setup": Field.PLACE, "start": Field.PLACE, "position": Field.PLACE,
    "turn": Field.TURN, "arrives": Field.TURN, "arrival": Field.TURN, "entry turn": Field.TURN,
    "reinforcement": Field.TURN, "game turn": Field.TURN,
    "side": "counter.side", "owner": "counter.side", "factors": "counter.factors", "nation": "counter.nation",
    "nationality": "counter.nation", "symbol": "counter.symbol", "size": "counter.size", "echelon": "counter.size",
    "class": "counter.movement_class", "movement class": "counter.movement_class",
}  # fmt: skip
"""How spreadsheets head these columns, in small letters."""
_UNKNOWN: Final = "unit"
"""Stands in the place of an id or a type that a row does not give."""


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """A text as rows of fields, the first of which are headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong in a row, and in which column."""

    row: int
    column: str
    said: Message

    def issue(self, file: str) -> Issue:
        """The same as an issue of the file it was read from."""
        parts = self.said.args if self.said.key == WITH_HINT else {}
        said, hint = parts.get("said", self.said), parts.get("hint")
        assert isinstance(said, Message)
        return error(said, Where(file, self.row, path=(self.column,)), hint if isinstance(hint, Message) else None)


@dataclass(slots=True)
class Import:
    """What a file brings in."""

    records: dict[str, UnitRecord] = field(default_factory=dict)
    """Units by id, those that are known already and new ones."""
    formations: dict[str, str] = field(default_factory=dict)
    """Formations that have to be made, by id with their names."""
    types: dict[str, CounterType] = field(default_factory=dict)
    """Counter types that have to be made, by id."""
    mistakes: list[Mistake] = field(default_factory=list)
    unchanged: int = 0
    """Rows that say what is so already."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to take what is not plain."""

    makes_formations: bool = False
    """Whether a formation that is not known is made; else it is a mistake."""
    updates: bool = True
    """Whether a unit that is known already is changed; else it is a mistake."""
    usual_type: str = ""
    """The type of rows that name none."""


def sheet_of(text: str) -> ImportSheet:
    """Read a text, with commas, semicolons or tabs between fields; raises CannotEdit for what is no table."""
    if len(text) > MOST_BYTES:
        raise CannotEdit(message("design.cannot.file-too-big", limit=MOST_BYTES))
    lines = text.removeprefix("\ufeff")
    try:
        rows = list(csv.reader(io.StringIO(lines), delimiter=_delimiter(lines), strict=True))
    except csv.Error as bad:
        raise CannotEdit(message("design.cannot.not-a-table", problem=str(bad))) from None
    if not rows or not any(cell.strip() for cell in rows[0]):
        raise CannotEdit(message("design.cannot.no-headings"))
    if len(rows) > MOST_ROWS:
        raise CannotEdit(message("design.cannot.too-many-rows", most=MOST_ROWS))
    return ImportSheet(tuple(cell.strip() for cell in rows[0]), tuple(tuple(row) for row in rows[1:]))


def _delimiter(text: str) -> str:
    """What stands between fields: whichever of the three the first line has most of."""
    first = text.partition("\n")[0]
    return max("\t;,", key=lambda mark: (first.count(mark), mark == ","))


def guessed(sheet: ImportSheet, design: Design) -> tuple[Column, ...]:
    """The field that each column probably holds; each field once."""
    lexicon = lexicon_for(design)
    values = {*value_columns(design), *(lexicon.texts(WordKind.UNIT_VALUE) if lexicon is not None else ())}
    factors = set(factor_names(design))
    taken: set[Column] = set()
    found = []
    for heading in sheet.headings:
        plain = " ".join(heading.casefold().replace("_", " ").replace("-", " ").split())
        guess = _HEADINGS.get(plain, SKIP)
        if guess is SKIP and plain in factors:
            guess = f"{COUNTER}{plain}"
        if guess is SKIP and plain not in _HEADINGS and heading in values:
            guess = heading
        if guess in taken:
            guess = SKIP
        if guess != SKIP:
            taken.add(guess)
        found.append(guess)
    return tuple(found)


def has_headings(sheet: ImportSheet, design: Design) -> bool:
    """Whether the first row of a table names fields, as that of a copied spreadsheet does."""
    known = [column for column in guessed(sheet, design) if column != SKIP]
    return bool(sheet.rows) and len(known) >= 2 and (Field.ID in known or Field.TYPE in known)


def imported(sheet: ImportSheet, mapping: Sequence[Column], design: Design, wishes: Wishes | None = None) -> Import:
    """Read every row; whatever is wrong is told by its row and leaves that row out."""
    return _Reading(sheet, mapping, design, wishes or Wishes()).read()


class _Reading:
    """One import in the making."""

    def __init__(self, sheet: ImportSheet, mapping: Sequence[Column], design: Design, wishes: Wishes) -> None:
        self._sheet = sheet
        self._columns = [
            (index, column) for index, column in enumerate(mapping) if column != SKIP and column not in READ_ONLY
        ]
        # The id comes first, and the type before the steps it has.
        order = {Field.ID: 0, Field.TYPE: 1}
        self._columns.sort(key=lambda pair: order.get(pair[1], 2))  # type: ignore[call-overload]
        self._design = design
        self._wishes = wishes
        self._reader = Reader(design)
        self._found = Import()
        self._minting = TypeMinting(design)
        self._rows_of: dict[str, int] = {}
        self._taken = set(design.units)
        ids = next((index for index, column in self._columns if column == Field.ID), None)
        named = {row[ids].strip() for row in sheet.rows if ids < len(row)} if ids is not None else set()
        self._known = KnownUnits(design, named)

    def read(self) -> Import:
        """Every row after the other; whoever watches may stop waiting in between."""
        numbered = list(enumerate(self._sheet.rows, start=2))
        for some in in_slices(numbered, _SLICE):
            for number, row in some:
                if any(cell.strip() for cell in row):
                    self._read_row(number, row)
        return self._found

    def _read_row(self, number: int, row: tuple[str, ...]) -> None:
        if len(row) > len(self._sheet.headings):
            said = message("design.mistake.long-row", found=len(row), wanted=len(self._sheet.headings))
            self._tell(number, "", said)
            return
        texts = {column: row[index] for index, column in self._columns if index < len(row)}
        before, fine = self._start(number, texts)
        draft = RecordDraft(before)
        if before.unit.id in self._design.units:
            fine = self._read_counter(number, draft, texts) and fine
        for column, text in texts.items():
            if column.startswith(COUNTER) or column in (Field.ID, Field.TYPE):
                continue
            if column == Field.STEP and not self._has_type(draft.type):
                continue  # the type is the mistake, and how many steps it has nobody knows
            try:
                self._set(draft, column, text)
            except CannotEdit as bad:
                fine = self._tell(number, column, bad.message)
        record = draft.record()
        unit = record.unit.id
        self._rows_of.setdefault(unit, number)
        if not fine:
            return
        if unit in self._design.units and record is before:
            self._found.unchanged += 1
        else:
            self._found.records[unit] = record

    def _start(self, number: int, texts: Mapping[Column, str]) -> tuple[UnitRecord, bool]:
        """The unit of a row before its fields are read, known or new, and whether it can be taken.

        One that cannot be is read on all the same, so that every mistake of its row is told.
        """
        unit = texts.get(Field.ID, "").strip() or self._meant(texts)
        fine = True
        if unit in self._rows_of:
            fine = self._tell(number, Field.ID, message("design.mistake.id-twice", id=unit, row=self._rows_of[unit]))
        if unit in self._design.units:
            if fine and not self._wishes.updates:
                fine = self._tell(number, Field.ID, message("design.cannot.id-taken", id=unit))
            return UnitRecord(self._design.units[unit], station_of(self._design, unit)), fine
        kind = _UNKNOWN
        try:
            kind = self._type(texts)
        except CannotEdit as bad:
            fine = self._tell(number, Field.TYPE, bad.message)
        name = texts.get(Field.NAME, "").strip() or kind
        try:
            wanted = checked_id(unit) if unit else id_from(name, "unit", self._taken)
        except CannotEdit as bad:
            return UnitRecord(UnitEntry(id=_UNKNOWN, type=kind)), self._tell(number, Field.ID, bad.message)
        self._taken.add(wanted)
        return UnitRecord(UnitEntry(id=wanted, type=kind)), fine

    def _meant(self, texts: Mapping[Column, str]) -> str:
        """The id of the known unit that a row without one means by its name, if it may be changed."""
        name = texts.get(Field.NAME, "").strip()
        if not name or not self._wishes.updates:
            return ""
        kind: CounterType | None = None
        if texts.get(Field.TYPE, "").strip() or _of_the_counter(texts):
            try:
                kind = self._type_said(self._type(texts))
            except CannotEdit:
                return ""
        return self._known.claim(name, texts.get(Field.FORMATION, "").strip(), kind) or ""

    def _read_counter(self, number: int, draft: RecordDraft, texts: Mapping[Column, str]) -> bool:
        """Give a known unit the counter that its row speaks of; what is so already is not asked about."""
        unit = draft.id
        of_unit = {"counter.side": Field.SIDE, "counter.factors": Field.FACTORS}
        said = {
            column: text
            for column, text in texts.items()
            if column not in of_unit or text.strip() != text_of(self._design, unit, of_unit[column])
        }
        if not texts.get(Field.TYPE, "").strip():
            if not _of_the_counter(said):
                return True
            said[Field.TYPE] = draft.type
        try:
            draft.put("type", self._type(said))
        except CannotEdit as bad:
            return self._tell(number, Field.TYPE, bad.message)
        return True

    def _type(self, texts: Mapping[Column, str]) -> str:
        """The counter type of a row: a known one, or one made of what the row says of its counter."""
        named = texts.get(Field.TYPE, "").strip() or self._wishes.usual_type
        said = _of_the_counter(texts)
        if not said:
            return self._reader.type_id(named)
        kind = self._minting.type_for(named, said, texts.get(Field.NAME, "").strip())
        if kind.id not in self._design.types:
            self._found.types[kind.id] = self._reader.further_types[kind.id] = kind
        return kind.id

    def _has_type(self, id: str) -> bool:
        return id in self._design.types or id in self._found.types

    def _type_said(self, id: str) -> CounterType:
        return self._found.types[id] if id in self._found.types else self._design.types[id]

    def _set(self, draft: RecordDraft, column: Column, text: str) -> None:
        try:
            self._reader.set(draft, column, text)
        except CannotEdit:
            name = text.strip()
            if column != Field.FORMATION or not self._wishes.makes_formations:
                raise
            taken = {**self._design.formations, **self._found.formations}
            made = id_from(name, "formation", taken)
            self._found.formations[made] = name
            self._reader.further_formations[made] = name
            self._reader.set(draft, column, made)

    def _tell(self, row: int, column: str, said: Message) -> bool:
        self._found.mistakes.append(Mistake(row, column, said))
        return False


def _of_the_counter(texts: Mapping[Column, str]) -> dict[Column, str]:
    """What a row says of its counter rather than of the unit."""
    return {column: text.strip() for column, text in texts.items() if column.startswith(COUNTER) and text.strip()}


def exported(design: Design, units: Sequence[str], columns: Sequence[Column], *, delimiter: str = ",") -> str:
    """Units as a table of text, headings first, that `sheet_of` reads back."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([text_of(design, unit, column) for column in columns] for unit in units)
    return out.getvalue()
