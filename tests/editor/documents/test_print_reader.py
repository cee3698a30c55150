"""A print is read anew when what it is laid on has changed, and only then."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from editor.documents import print_reader
from editor.documents.print_reader import PrintReader
from editor.documents.scan_facts import ScanFacts
from engine.definitions.plan import ScanPlan
from tests.helpers.plans import small_plan


def test_a_sheet_that_lies_otherwise_is_read_with_its_new_numbering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_reader, "colours_of", lambda *_: np.zeros((40, 40, 3), dtype=np.uint8))
    plan = small_plan()
    sheet = next(iter(plan.sheets.values()))
    facts = ScanFacts(40, 40, rms=0.2, sheet=sheet.id)
    scan = ScanPlan("north", "", "ab" * 32, attributes=facts.written())
    images: Any = SimpleNamespace(image=lambda _: SimpleNamespace(pyramid=SimpleNamespace(levels=[(40, 40)])))
    reader = PrintReader(images, lambda point: (scan, point), lambda _: None)  # type: ignore[arg-type, return-value]
    first = reader.at(plan, (0.0, 0.0))
    assert first is not None
    assert reader.at(plan, (3.0, 1.0)) is first
    plan.sheets[sheet.id] = replace(sheet, scale=2.0)
    assert reader.at(plan, (0.0, 0.0)) is not first
