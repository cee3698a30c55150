"""JSON in a column, read without trust.

Text is bounded before it is parsed, numbers before they are built and depth after, so that no row of a file
from elsewhere can cost more than its size. What is written is the shortest text, always the same for the same
value.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final

from engine.definitions.bounds import LARGEST, LONGEST_ID, LONGEST_VALUE

MOST_CHARACTERS: Final = 4 * 1024 * 1024
"""Of one column; the longest are the orders of play of a head, a hundredth of this."""
DEEPEST: Final = 40
_LARGEST_INTEGER: Final = 2**63 - 1


class ColumnError(ValueError):
    """A column holds what none of ours would."""


def _integer(text: str) -> int:
    if len(text) > 20 or abs(value := int(text)) > _LARGEST_INTEGER:
        raise ColumnError("a number beyond 64 bits")
    return value


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ColumnError("a number too large")
    return value


def _refuse(text: str) -> float:
    raise ColumnError(f"{text} is not a number")


_DECODER: Final = json.JSONDecoder(parse_int=_integer, parse_float=_number, parse_constant=_refuse)


def to_json(value: object) -> str:
    """A value as column text; order of keys is kept, because it is the author's."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as bad:
        raise ColumnError(str(bad)) from None
    if len(text) > MOST_CHARACTERS:
        raise ColumnError("too long")
    return text


def from_json(text: str) -> Any:
    """The value of column text."""
    if len(text) > MOST_CHARACTERS:
        raise ColumnError("too long")
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError) as bad:
        raise ColumnError(str(bad)) from None
    if text.count("[") + text.count("{") > DEEPEST:
        _check_depth(value)
    if "\\u" in text:
        _check_letters(value)
    return value


def object_from_json(text: str) -> dict[str, Any]:
    """The mapping of column text."""
    value = from_json(text)
    if not isinstance(value, dict):
        raise ColumnError("not a mapping")
    return value


def scalars_from_json(text: str) -> dict[str, str | int | float | bool]:
    """A mapping of plain values, as attributes are."""
    if text == "{}":
        return {}
    value = object_from_json(text)
    for name, item in value.items():
        if not isinstance(item, str | int | float):
            raise ColumnError("an attribute that is not a plain value")
        is_bounded = len(item) <= LONGEST_VALUE if isinstance(item, str) else abs(item) <= LARGEST
        if not is_bounded or len(name) > LONGEST_ID:
            raise ColumnError("an attribute that is too long or too large")
    return value


def _check_letters(value: object) -> None:
    """Half of a pair of characters, which only an escape can bring in, can be neither written again nor shown."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as bad:
        raise ColumnError(f"half of a character: {bad.reason}") from None


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            item
            for outer in level
            if isinstance(outer, dict | list)
            for item in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise ColumnError("too deep")
