"""Templates of units are notes of the file; one that refuses them says why."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from editor.documents.unit_templates import UnitTemplates
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.oob import UnitEntry
from engine.storage.errors import FileError


def test_a_file_that_refuses_a_template_is_told_of() -> None:
    full = message("file.disk-full", file="ford")

    def refuse(*_: object) -> None:
        raise FileError(full, Path("ford"))

    store = SimpleNamespace(notes=dict, note=refuse)
    bench: Any = SimpleNamespace(scenario=SimpleNamespace(is_read_only=False, map=SimpleNamespace(store=store)))
    with pytest.raises(CannotEdit) as refused:
        UnitTemplates(bench).keep("guards", UnitEntry(id="guards", type="infantry"))
    assert refused.value.message == full
