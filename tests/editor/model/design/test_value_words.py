"""Values that only a game understands, as a person types them."""

from __future__ import annotations

import pytest

from editor.model.design.units.unit_fields import value_text
from editor.model.design.value_words import value_of, value_words, values_of
from engine.definitions.model import Value


@pytest.mark.parametrize("value", [3, -2, 0.5, 100_000.25, True, False, "north"])
def test_a_value_is_read_back_as_it_was_written(value: Value) -> None:
    found = value_of(value_text(value))
    assert (type(found), found) == (type(value), value)


def test_a_line_of_values_is_read_back() -> None:
    values: dict[str, Value] = {"points": 2, "share": 0.5, "free": True}
    assert values_of(value_words(values)) == values
