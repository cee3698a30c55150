"""The hexes of a map as a table that a spreadsheet opens without harm."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

from editor.digitise.exchange.hex_table import COLUMNS, hex_table
from engine.definitions.plan import FeaturePlan
from tests.helpers.plans import small_plan


def test_no_word_of_a_map_is_taken_for_a_formula() -> None:
    plan = small_plan()
    (sheet,) = plan.sheets.values()
    sheet.labels = replace(sheet.labels, prefix="=1+")
    sheet.terrain[0, 0] = plan.code_of("@sum")
    plan.features["f"] = FeaturePlan("f", "main:1,1", "-1")
    head, first, *rest = csv.reader(StringIO(hex_table(plan)))
    assert tuple(head) == COLUMNS
    assert first[:2] == ["main", "'=1+0101"]
    assert first[-3:] == ["'@sum", "'-1", ""]
    assert all(cell[:1] not in tuple("=+@") for row in (first, *rest) for cell in row)
