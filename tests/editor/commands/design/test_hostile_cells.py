"""Cells of a pasted block or of a stranger's table: a refusal in words, or what the file can hold and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from editor.commands.design.bulk import import_units
from editor.commands.design.charts import set_chart_value, value_like
from editor.commands.design.turns import paste_turns, set_value
from editor.commands.design.units import set_fields
from editor.model.design.design import Design
from editor.model.design.units.unit_fields import FIELDS
from editor.model.design.units.unit_import import guessed, imported, sheet_of
from editor.model.design.value_words import value_of
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.storage.coding.document_codec import document_differences
from tests.editor.commands.design.anything import furnished
from tests.helpers.hostile import LONG_NAME, markup

EXTREMES = {
    "a huge number": "1e300",
    "one beyond any": "1e999",
    "no number": "nan",
    "infinity": "-inf",
    "a whole number of 64 bits": str(2**63),
    "five thousand digits": "9" * 5_000,
    "a number below zero": "-1",
    "other digits": "٣²",
    "a text without end": LONG_NAME,
    "markup": markup("/dev/zero"),
    "signs nobody sees": "a\x00b\x1b\u202e",
    "a formula": "=1+1",
    "half a pair": "\ud800",
}
Attempt = Callable[[Design, str], DocumentsChange]


def paste_into_a_unit(column: str) -> Attempt:
    return lambda design, text: set_fields(design, {next(iter(design.units)): {column: text}})


def import_column(column: str) -> Attempt:
    def attempt(design: Design, text: str) -> DocumentsChange:
        quoted = text.replace('"', '""')
        cells = {"id": "stranger", "type": next(iter(design.types)), column: f'"{quoted}"'}
        sheet = sheet_of(f"{','.join(cells)}\n{','.join(cells.values())}\n")
        return import_units(design, imported(sheet, guessed(sheet, design), design))

    return attempt


def paste_a_turn(field: str) -> Attempt:
    return lambda design, text: paste_turns(design, 1, [field], [[text]])


def set_cell(design: Design, text: str) -> DocumentsChange:
    return set_chart_value(design, ("parameters", "stack_limit"), value_like(2, text))


def set_start_value(design: Design, text: str) -> DocumentsChange:
    return set_value(design, "points", value_of(text))


ATTEMPTS: dict[str, Attempt] = {
    **{f"{column} of a unit": paste_into_a_unit(column) for column in (*FIELDS, "strength")},
    **{f"{column} of a table": import_column(column) for column in (*FIELDS, "strength")},
    **{f"{field} of a turn": paste_a_turn(field) for field in ("date", "weather", "vp", "title")},
    "a number of the charts": set_cell,
    "a value that play begins with": set_start_value,
}


def written(design: Design, change: DocumentsChange) -> Iterator[str]:
    """Every document that a change makes, as text that was read again as the same; rows are made of each, too."""
    after = change.applied(design.documents)
    for name in change:
        document = after.get(name)
        if document is not None:
            assert type(document).from_data(document.to_data()) == document
            document_differences(design.documents.get(name), document)
            yield f"{document.to_data()}"


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_cell_from_a_stranger_is_refused_in_words_or_kept_within_the_bounds(attempt: str) -> None:
    design = furnished(0 if attempt.endswith("turn") else 1)
    for extreme, text in EXTREMES.items():
        try:
            change = ATTEMPTS[attempt](design, text)
        except CannotEdit:
            continue
        for document in written(design, change):
            assert LONG_NAME not in document, extreme
            assert "9" * 5_000 not in document, extreme
