"""Values that only a game understands, as a person types them: `name=value`, numbers and yes or no among words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from editor.model.words import checked_kind, checked_text
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import LONGEST_VALUE
from engine.definitions.model import Value

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_WORDS = {"yes": True, "no": False}


def value_of(text: str) -> Value:
    """A typed text as a value: a whole number, yes or no, or a word; raises CannotEdit."""
    words = text.strip()
    if len(words) > LONGEST_VALUE:
        raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_VALUE))
    if _WHOLE.match(words):
        return int(words)
    return _WORDS.get(words.casefold(), checked_text(words))


def text_of_value(value: Value) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def value_words(values: Mapping[str, Value]) -> str:
    """Several values in one line."""
    return ", ".join(f"{name}={text_of_value(value)}" for name, value in values.items())


def values_of(text: str) -> dict[str, Value]:
    """A line of values; raises CannotEdit."""
    found: dict[str, Value] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, sign, value = part.partition("=")
        if not sign or not value.strip():
            raise CannotEdit(message("design.cannot.not-a-value", text=part))
        found[checked_kind(name.strip())] = value_of(value)
    return found
