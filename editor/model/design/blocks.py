"""A block of cells on its way to or from a spreadsheet: rows of texts with tabs between them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from editor.model.design.units.unit_fields import READ_ONLY, Column
from editor.refusal import CannotEdit
from engine.core.messages import message

MOST_CELLS: Final = 1_000_000


def block_text(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a spreadsheet takes them."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


def block_of(text: str) -> list[list[str]]:
    """The rows of a text from a spreadsheet; raises CannotEdit for what is none."""
    if len(text) > MOST_CELLS * 16:
        raise CannotEdit(message("design.cannot.file-too-big", limit=MOST_CELLS * 16))
    try:
        rows = list(csv.reader(io.StringIO(text.removesuffix("\n")), delimiter="\t", strict=True))
    except csv.Error as bad:
        raise CannotEdit(message("design.cannot.not-a-table", problem=str(bad))) from None
    if not rows or not any(rows):
        raise CannotEdit(message("design.cannot.nothing-to-paste"))
    return rows


def laid(
    block: Sequence[Sequence[str]], units: Sequence[str], columns: Sequence[Column]
) -> dict[str, dict[Column, str]]:
    """Which cells a block fills: laid from the first of these units and columns on, or one cell over all of them.

    Columns that follow from the type are passed over, so that a copied row can be pasted whole.
    """
    if len(block) == 1 and len(block[0]) == 1:
        return {unit: dict.fromkeys(_own(columns), block[0][0]) for unit in units}
    if len(block) > len(units):
        raise CannotEdit(message("design.cannot.paste-over-the-end", rows=len(block), room=len(units)))
    found: dict[str, dict[Column, str]] = {}
    for unit, row in zip(units, block, strict=False):
        cells = dict(zip(columns, row, strict=False))
        found[unit] = {column: cells[column] for column in _own(cells)}
    return found


def _own(columns: Iterable[Column]) -> list[Column]:
    return [column for column in columns if column not in READ_ONLY]
