"""The fields of a unit as text: what a table shows, a spreadsheet pastes and a file of comma-separated values holds.

`FIELDS` are the columns every scenario has; values that only a ruleset understands are further columns, one a name.
Reading a text is strict and says what is wrong, because whatever is accepted here goes into the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from editor.model.design.design import Design
from editor.model.design.known_words import lexicon_for, with_hint, word_problem
from editor.model.design.stations import NOWHERE, Station, station_of
from editor.model.design.units.unit_names import (
    formation_title,
    formations_called,
    to_suggest,
    type_title,
    types_called,
)
from editor.model.words import checked_id, checked_kind, checked_line
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.core.words.lexicon import Lexicon, WordKind
from engine.definitions.bounds import LARGEST, LONGEST_ID, LONGEST_VALUE
from engine.definitions.counters import CounterType
from engine.definitions.model import Value
from engine.definitions.oob import UnitEntry
from engine.definitions.suggest import did_you_mean


class Field(StrEnum):
    """A column; the names are those of the files."""

    ID = "id"
    NAME = "name"
    TYPE = "type"
    FORMATION = "formation"
    PLACE = "at"
    TURN = "turn"
    STEP = "step"
    TRAITS = "traits"
    CODE = "code"
    SIDE = "side"
    FACTORS = "factors"


Column: TypeAlias = str
"""A `Field`, or the name of a value."""

FIELDS: Final = tuple(Field)
READ_ONLY: Final = frozenset({Field.SIDE, Field.FACTORS})
"""What the counter type says, and no unit by itself."""
MOST_STEPS: Final = 19
LONGEST_CODE: Final = 8
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_SEPARATORS = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """A unit and where and when it enters the game, as a row of a table has them."""

    unit: UnitEntry
    station: Station = NOWHERE


class RecordDraft:
    """A record in the making: fields are gathered, and the unit is made anew once."""

    def __init__(self, record: UnitRecord) -> None:
        self._record = record
        self._station = record.station
        self._fields: dict[str, Any] = {}

    @property
    def id(self) -> str:
        return str(self.field("id"))

    @property
    def type(self) -> str:
        return str(self.field("type"))

    def field(self, name: str) -> Any:
        """A field of the unit as it will be."""
        return self._fields[name] if name in self._fields else getattr(self._record.unit, name)

    def put(self, name: str, value: Any) -> None:
        self._fields[name] = value

    def put_place(self, place: str | None) -> None:
        self._station = self._station._replace(place=place)

    def put_turn(self, turn: int | None) -> None:
        self._station = self._station._replace(turn=turn)

    def record(self) -> UnitRecord:
        """What it has become; the same object where nothing is another."""
        unit = self._record.unit
        changes = {name: value for name, value in self._fields.items() if getattr(unit, name) != value}
        if not changes and self._station == self._record.station:
            return self._record
        return UnitRecord(unit.replace(**changes) if changes else unit, self._station)


@dataclass(slots=True)
class Reader:
    """Reads texts as fields of a design. One reader serves a whole table, so that names are gathered once."""

    design: Design
    further_formations: dict[str, str] = field(default_factory=dict)
    """Formations that will be there too, by id with their names."""
    further_types: dict[str, CounterType] = field(default_factory=dict)
    """Counter types that will be there too, by id."""
    hints_left: int = 20
    """Suggestions are a search through all names; the first few mistakes are worth it."""

    def set(self, draft: RecordDraft, column: Column, text: str) -> None:
        """Read one field of a record from a text; raises CannotEdit."""
        words = text.strip()
        match column:
            case Field.ID:
                draft.put("id", checked_id(words))
            case Field.NAME:
                draft.put("name", checked_line(words) or None)
            case Field.TYPE:
                draft.put("type", self.type_id(words))
            case Field.FORMATION:
                draft.put("formation", self.formation_id(words) if words else None)
            case Field.STEP:
                draft.put("step", self.step(words, draft.type))
            case Field.TRAITS:
                traits = (checked_kind(word) for word in _SEPARATORS.split(words) if word)
                draft.put("traits", tuple(self.known(WordKind.TRAIT, trait) for trait in dict.fromkeys(traits)))
            case Field.CODE:
                draft.put("code", _code(words))
            case Field.PLACE:
                draft.put_place(self.place(words) if words else None)
            case Field.TURN:
                draft.put_turn(self.turn(words) if words else None)
            case Field.SIDE | Field.FACTORS:
                raise CannotEdit(message("design.cannot.of-the-type", column=message(f"design.column.{column}")))
            case _:
                draft.put("values", self.with_value(draft.field("values"), column, words))

    def type_id(self, text: str) -> str:
        """A counter type by its id, or by a name that only one has."""
        if text in self.design.types:
            return text
        if not text:
            raise CannotEdit(message("design.cannot.type-missing"))
        named = types_called(self.design, text)
        if len(named) == 1:
            return named[0]
        if named:
            titles = tuple(type_title(self.design, each) for each in named)
            raise CannotEdit(message("design.cannot.which-type", name=text, titles=titles))
        known = to_suggest(text, self.design.types, (type_title(self.design, each) for each in self.design.types))
        raise self._unknown(message("design.cannot.no-type", name=text[:LONGEST_ID]), text, known)

    def formation_id(self, text: str) -> str:
        """A formation by its id, or by a name that only one has."""
        if text in self.design.formations or text in self.further_formations:
            return text
        wanted = text.casefold()
        named = [*formations_called(self.design, text)]
        named += [each for each, name in self.further_formations.items() if name.casefold() == wanted]
        if len(named) == 1:
            return named[0]
        if named:
            known = self.design.formations
            called = tuple(formation_title(self.design, each) if each in known else each for each in named)
            raise CannotEdit(message("design.cannot.which-formation", name=text, titles=called))
        said = message("design.cannot.no-formation", name=text[:LONGEST_ID])
        titles = (formation_title(self.design, each) for each in self.design.formations)
        raise self._unknown(said, text, to_suggest(text, self.design.formations, titles))

    def step(self, text: str, kind: str) -> int:
        """Steps lost, as many as the counter has faces for."""
        if not text:
            return 0
        found = self.design.types.get(kind) or self.further_types.get(kind)
        most = len(found.steps) - 1 if found is not None else MOST_STEPS
        if not _is_short_number(text) or int(text) > most:
            raise CannotEdit(message("design.cannot.bad-step", text=text[:LONGEST_ID], most=most))
        return int(text)

    def turn(self, text: str) -> int:
        """A turn of the scenario."""
        first, last = self.design.scenario.first_turn, self.design.scenario.last_turn
        if not _is_short_number(text) or not first <= int(text) <= last:
            raise CannotEdit(message("design.cannot.bad-turn", text=text[:LONGEST_ID], first=first, last=last))
        return int(text)

    def place(self, text: str) -> str:
        """A place of the map or a box of the rules, as it is written; a box or a space that is called so by its id."""
        if self.design.has_place(text):
            return text
        named = [place for place, title in self._places if title.casefold() == text.strip().casefold()]
        if len(named) == 1:
            return named[0]
        said = message("design.cannot.no-such-place", name=text[:LONGEST_ID])
        known = to_suggest(text, (place for place, _ in self._places), (title for _, title in self._places))
        raise self._unknown(said, text, known)

    @property
    def _places(self) -> tuple[tuple[str, str], ...]:
        """The boxes and spaces by id, with what they are called."""
        plan = self.design.plan
        called = {**self.design.boxes, **{box.id: box.title for box in plan.boxes.values() if box.title}}
        called.update((space.id, space.name) for space in plan.spaces.values() if space.name)
        return tuple(called.items())

    def known(self, kind: WordKind, text: str) -> str:
        """A word that the rules of the game know; raises CannotEdit for any other."""
        unknown = self._lexicon.unknown(kind, text) if self._lexicon is not None else None
        if unknown is not None:
            raise self._unknown(unknown.said, text, unknown.known)
        return text

    def with_value(self, values: Mapping[str, Value], column: Column, text: str) -> dict[str, Value]:
        """The values of a unit with one of them read anew; it goes where there is no text."""
        name = checked_kind(column)
        if not text:
            return {each: value for each, value in values.items() if each != name}
        found = read_value(text)
        problem = word_problem(self.design, WordKind.UNIT_VALUE, name, value=found)
        if problem is not None:
            raise CannotEdit(problem)
        return {**values, name: found}

    @property
    def _lexicon(self) -> Lexicon | None:
        return lexicon_for(self.design)

    def _unknown(self, said: Message, text: str, known: Iterable[str]) -> CannotEdit:
        self.hints_left -= 1
        hint = did_you_mean(text, known) if self.hints_left >= 0 else None
        return CannotEdit(with_hint(said, hint))


def text_of(design: Design, unit: str, column: Column) -> str:
    """A field of a unit as text."""
    entry = design.units[unit]
    match column:
        case Field.ID:
            return entry.id
        case Field.NAME:
            return entry.name or ""
        case Field.TYPE:
            return entry.type
        case Field.FORMATION:
            return entry.formation or ""
        case Field.STEP:
            return str(entry.step) if entry.step else ""
        case Field.TRAITS:
            return " ".join(entry.traits)
        case Field.PLACE:
            return station_of(design, unit).place or ""
        case Field.TURN:
            turn = station_of(design, unit).turn
            return "" if turn is None else str(turn)
        case Field.CODE:
            return entry.code or ""
        case Field.SIDE:
            return design.side_of(unit)
        case Field.FACTORS:
            return _factors(design.types.get(entry.type), entry.step)
    return value_text(entry.values.get(column))


def value_columns(design: Design) -> tuple[str, ...]:
    """The names of all values that units have, in the order in which they come."""
    return tuple(dict.fromkeys(name for unit in design.units.values() for name in unit.values))


def value_text(value: Value | None) -> str:
    """A value as it is typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def read_value(text: str) -> Value:
    """A whole number, a number, yes or no, or else words."""
    if text.casefold() in ("yes", "no"):
        return text.casefold() == "yes"
    if _NUMBER.match(text):
        number = float(text)
        if abs(number) > LARGEST:
            raise CannotEdit(message("edit.cannot.number-too-large", name=text[:LONGEST_ID], limit=LARGEST))
        return number if "." in text else int(text)
    if len(text) > LONGEST_VALUE:
        raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_VALUE))
    return checked_line(text)


def _factors(kind: CounterType | None, step: int) -> str:
    if kind is None:
        return ""
    values = kind.steps[min(step, len(kind.steps) - 1)].values()
    return "-".join(value_text(value) for value in values if not isinstance(value, bool | str))


def _is_short_number(text: str) -> bool:
    """Thousands of digits are no number that Python reads."""
    return text.isdecimal() and len(text) <= LONGEST_CODE


def _code(text: str) -> str | None:
    if len(text) > LONGEST_CODE:
        raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_CODE))
    return checked_line(text) or None
