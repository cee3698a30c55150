"""Values that only a game understands, as a person types them: `name=value`, numbers and yes or no among words."""

from __future__ import annotations

from collections.abc import Mapping

from editor.model.design.units.unit_fields import read_value, value_text
from editor.model.words import checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.model import Value


def value_of(text: str) -> Value:
    """A typed text as a value: a number, yes or no, or a word; raises CannotEdit."""
    return read_value(text.strip())


def value_words(values: Mapping[str, Value]) -> str:
    """Several values in one line."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in values.items())


def values_of(text: str) -> dict[str, Value]:
    """A line of values; raises CannotEdit."""
    found: dict[str, Value] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, sign, value = part.partition("=")
        if not sign or not value.strip():
            raise CannotEdit(message("design.cannot.not-a-value", text=part))
        found[checked_kind(name.strip())] = value_of(value)
    return found
