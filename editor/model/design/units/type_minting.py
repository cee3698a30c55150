"""Counter types made of what a table says of counters: side, nation, symbol, size, movement and factors. No Qt.

Rows that say the same share one type. A type that is known and says just that is taken; what is said otherwise makes
another one beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from editor.model.design.cell_words import side_problem
from editor.model.design.design import Design
from editor.model.design.ids import id_from
from editor.model.design.known_words import lexicon_for, word_problem
from editor.model.design.sides import side_of_words, side_title
from editor.model.design.units.unit_fields import read_value
from editor.model.design.units.unit_names import types_called
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.words.lexicon import WordKind
from engine.definitions.bounds import LONGEST_ID
from engine.definitions.counters import CounterType

COUNTER: Final = "counter."
"""Begins the columns that say something of the counter rather than of the unit."""
FACTORS: Final = "factors"
PLAIN: Final = ("side", "nation", "symbol", "size", "movement_class")
_BETWEEN = re.compile(r"[-/ ]+")


def factor_names(design: Design) -> tuple[str, ...]:
    """What counters of the game print, in the order in which they do."""
    printed = dict.fromkeys(name for kind in design.types.values() for name in kind.steps[0])
    lexicon = lexicon_for(design)
    return tuple(dict.fromkeys((*printed, *(lexicon.texts(WordKind.FACTOR) if lexicon is not None else ()))))


def counter_columns(design: Design) -> tuple[str, ...]:
    """Every column that says something of a counter."""
    return tuple(f"{COUNTER}{name}" for name in (*PLAIN, FACTORS, *factor_names(design)))


class TypeMinting:
    """One table's types in the making."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._made: dict[str, CounterType] = {}

    def type_for(self, named: str, said: Mapping[str, str], unit: str) -> CounterType:
        """The type of a row, by its name and what is said of it; raises CannotEdit for words that nobody knows."""
        fields = self._fields({column.removeprefix(COUNTER): text for column, text in said.items()})
        base = self._known(named)
        if base is not None and all(_held(base, name) == value for name, value in fields.items()):
            return base
        for known in (self._design.types[called] for called in types_called(self._design, named or unit)):
            if all(_held(known, name) == value for name, value in fields.items()):
                return known
        name = base.name if base is not None else named
        for each in self._made.values():
            if each.name == (name or each.name) and all(_held(each, name) == value for name, value in fields.items()):
                return each
        return self._make(base, name or unit, fields)

    def _known(self, named: str) -> CounterType | None:
        types = self._design.types
        if named in types:
            return types[named]
        found = types_called(self._design, named) if named else ()
        return types[found[0]] if len(found) == 1 else None

    def _fields(self, said: Mapping[str, str]) -> dict[str, Any]:
        fields: dict[str, Any] = {name: said[name] for name in PLAIN if name in said}
        if "side" in fields:
            problem = side_problem(self._design, fields["side"])
            if problem is not None:
                raise CannotEdit(problem)
            fields["side"] = side_of_words(self._design, fields["side"])
        names = factor_names(self._design)
        if FACTORS in said:
            numbers = [each for each in _BETWEEN.split(said[FACTORS]) if each]
            fields |= {f"step.{name}": read_value(text) for name, text in zip(names, numbers, strict=False)}
        for name in names:
            if name in said:
                fields[f"step.{name}"] = read_value(said[name])
        for name, value in fields.items():
            wrong = (
                word_problem(self._design, WordKind.FACTOR, name.removeprefix("step."), value=value)
                if name.startswith("step.")
                else None
            )
            if wrong is not None:
                raise CannotEdit(wrong)
        return fields

    def _make(self, base: CounterType | None, name: str, fields: Mapping[str, Any]) -> CounterType:
        design = self._design
        if base is None and "side" not in fields:
            raise CannotEdit(
                message("design.cannot.no-type", name=name[:LONGEST_ID])
                if name
                else message("design.cannot.type-missing")
            )
        plain = {key: value for key, value in fields.items() if not key.startswith("step.")}
        step = {key.removeprefix("step."): value for key, value in fields.items() if key.startswith("step.")}
        words = name or f"{side_title(design, fields['side'])} {fields.get('symbol', '')}".strip()
        made = id_from(words, "type", {**design.types, **self._made})
        try:
            if base is not None:
                steps = ({**base.steps[0], **step}, *base.steps[1:])
                kind = base.replace(id=made, name=words, steps=steps, limit=None, **plain)
            else:
                kind = CounterType.from_data({"id": made, "name": words, "steps": [step], **plain})
        except ValidationError as bad:
            raise CannotEdit(message("design.cannot.bad-counter", name=words[:LONGEST_ID])) from bad
        self._made[made] = kind
        return kind


def _held(kind: CounterType, name: str) -> object:
    """What a type says under the name of a column."""
    return kind.steps[0].get(name.removeprefix("step.")) if name.startswith("step.") else getattr(kind, name)
