"""Find and replace among the units: what would change, unit by unit and field by field, before anything does."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from editor.model.design.design import Design
from editor.model.design.units.unit_fields import READ_ONLY, Column, Reader, RecordDraft, UnitRecord, text_of
from editor.model.pattern_cost import may_run_away
from editor.refusal import CannotEdit
from engine.core.messages import Message, message

LONGEST_PATTERN: Final = 200
PATIENCE: Final = 3.0
"""Seconds after which a search that is still at it is given up."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for, where, and what takes its place."""

    find: str
    put: str = ""
    columns: tuple[Column, ...] = ()
    is_case_kept: bool = False
    """Whether capitals count."""
    is_whole: bool = False
    """Whether the whole field must be it."""
    is_pattern: bool = False
    """Whether it is a regular expression; groups may be put back as \\1."""

    def compiled(self) -> re.Pattern[str]:
        """Raises CannotEdit for what cannot be looked for."""
        if not self.find:
            raise CannotEdit(message("design.cannot.find-nothing"))
        if len(self.find) > LONGEST_PATTERN:
            raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_PATTERN))
        if self.is_pattern and may_run_away(self.find):
            raise CannotEdit(message("design.cannot.slow-pattern"))
        words = self.find if self.is_pattern else re.escape(self.find)
        if self.is_whole:
            words = rf"\A(?:{words})\Z"
        try:
            return re.compile(words, 0 if self.is_case_kept else re.IGNORECASE)
        except re.error as bad:
            raise CannotEdit(message("design.cannot.bad-pattern", problem=str(bad))) from None


@dataclass(frozen=True, slots=True)
class Replacement:
    """One field that would change, and why it cannot where it cannot."""

    unit: str
    column: Column
    before: str
    after: str
    problem: Message | None = None


def replacements(design: Design, search: Search, units: Collection[str] | None = None) -> list[Replacement]:
    """Every field that would change, among some units or among all; raises CannotEdit for a search that is none."""
    pattern = search.compiled()
    put = search.put if search.is_pattern else search.put.replace("\\", r"\\")
    reader, until = Reader(design), monotonic() + PATIENCE
    found = []
    for unit in design.units if units is None else [each for each in design.units if each in units]:
        if search.is_pattern and monotonic() > until:
            raise CannotEdit(message("design.cannot.slow-pattern"))
        for column in editable(search.columns):
            before = text_of(design, unit, column)
            try:
                after = pattern.sub(put, before)
            except (re.error, IndexError) as bad:
                raise CannotEdit(message("design.cannot.bad-pattern", problem=str(bad))) from None
            if after != before:
                found.append(Replacement(unit, column, before, after, _problem(reader, unit, column, after)))
    return found


def editable(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns that a unit has by itself."""
    return tuple(column for column in columns if column not in READ_ONLY)


def _problem(reader: Reader, unit: str, column: Column, text: str) -> Message | None:
    try:
        reader.set(RecordDraft(UnitRecord(reader.design.units[unit])), column, text)
    except CannotEdit as bad:
        return bad.message
    return None
