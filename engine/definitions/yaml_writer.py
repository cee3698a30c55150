"""Definitions as YAML text that diffs well and that no reader of YAML 1.1 can misread.

Keys keep the order they are given in. What fits on a line and holds no more than a list or two stands on
one line, so that a unit or a hexside is one line of a diff; everything longer stands one value a line.
Text is quoted unless it is plainly a word: anything that begins with a digit, contains a colon or spells
a boolean somewhere in the world is quoted. `strict_yaml.load(dump(data)).data == data` for all data that
`load` can return.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from engine.definitions.strict_yaml import LARGEST_INTEGER, LIMITS

WIDTH = 110
"""Columns of a line that holds a whole list or mapping."""

_PLAIN = re.compile(r"[^\W\d_](?:[\w./()'+-]| (?! |\Z))*\Z")
_RESERVED = frozenset(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"])
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')
_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_BLOCK_LINE = re.compile("[\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*\\Z")
_LONGEST_KEY = 100
"""YAML wants a key of over 1,024 bytes announced by a question mark; ours is announced well before."""
_FLOW_DEPTH = 2
"""How many lists or mappings, one inside the other, a single line may hold."""


def dump(data: object) -> str:
    """The text of a document; raises ValueError for what `load` would refuse (NaN, keys that are not text ...)."""
    _measure(data)
    if isinstance(data, Mapping) and data:
        lines = list(_mapping(data, ""))
    elif _is_list(data) and data:
        lines = list(_sequence(data, ""))
    else:
        lines = [_flow(data)]
    return "\n".join(lines) + "\n"


def _measure(data: object) -> None:
    """Refuse what could be written and not be read again."""
    values = 0
    level: list[object] = [data]
    depth = 0
    while level:
        values += len(level)
        inside: list[object] = []
        containers = False
        for value in level:
            if isinstance(value, Mapping):
                for key in value:
                    _checked_key(key)
                values += len(value)
                inside.extend(value.values())
                containers = True
            elif _is_list(value):
                inside.extend(value)
                containers = True
        depth += containers
        if values > LIMITS.values or depth > LIMITS.depth:
            raise ValueError(f"over {LIMITS.values} values, or {LIMITS.depth} levels")
        level = inside


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, (list, tuple))


def _mapping(data: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in data.items():
        written = _text(_checked_key(key))
        if len(written) > _LONGEST_KEY:
            yield f"{indent}? {written}"
            start = f"{indent}:"
        else:
            start = f"{indent}{written}:"
        yield from _value(start, value, indent)


def _sequence(items: Sequence[object], indent: str) -> Iterator[str]:
    for item in items:
        flow = _one_line(item, len(indent) + 2)
        if flow is not None:
            yield f"{indent}- {flow}"
            continue
        inner = f"{indent}  "
        if isinstance(item, str):
            yield from _block_text(f"{indent}-", item, indent)
            continue
        lines = _lines(item, inner)
        yield f"{indent}- {next(lines)[len(inner) :]}"
        yield from lines


def _lines(value: object, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        return _mapping(value, indent)
    assert _is_list(value), "scalars stand on one line"
    return _sequence(value, indent)


def _value(start: str, value: object, indent: str) -> Iterator[str]:
    """The value of a key, on its line when it fits there, below it otherwise."""
    flow = _one_line(value, len(start) + 1)
    if flow is not None:
        yield f"{start} {flow}"
    elif isinstance(value, str):
        yield from _block_text(start, value, indent)
    elif isinstance(value, Mapping):
        yield start
        yield from _mapping(value, f"{indent}  ")
    else:
        yield start
        yield from _lines(value, indent)


def _block_text(start: str, text: str, indent: str) -> Iterator[str]:
    """Text of several lines as it is read; `_one_line` has made sure that a block can hold it."""
    body, keep = (text[:-1], "|") if text.endswith("\n") else (text, "|-")
    yield f"{start} {keep}"
    for line in body.split("\n"):
        yield f"{indent}  {line}" if line else ""


def _one_line(value: object, column: int) -> str | None:
    """The value on a single line, or None when it should stand on several."""
    if isinstance(value, str):
        return None if _suits_block(value) else _text(value)
    if not isinstance(value, Mapping) and not _is_list(value):
        return _flow(value)
    if not value:
        return _flow(value)
    if not _is_shallow(value, _FLOW_DEPTH, WIDTH - column):
        return None
    flow = _flow(value)
    return flow if column + len(flow) <= WIDTH else None


def _suits_block(text: str) -> bool:
    if "\n" not in text or text[0] in "\n " or text.endswith("\n\n"):
        return False
    body = text.removesuffix("\n")
    return all(_BLOCK_LINE.match(line) and not line.endswith(" ") for line in body.split("\n"))


def _is_shallow(value: object, depth: int, room: int) -> bool:
    """Whether a value could be flow text at all; looks at no more values than a line has room for."""
    items = list(value.values()) if isinstance(value, Mapping) else value
    assert isinstance(items, Sequence)
    if len(items) * 3 > room:
        return False
    if isinstance(value, Mapping) and any(len(key) > _LONGEST_KEY for key in value):
        return False
    inner = [item for item in items if isinstance(item, Mapping) or _is_list(item)]
    if _is_list(value) and inner and (any(isinstance(item, Mapping) for item in inner) or len(inner) == len(items)):
        return _are_points(items)
    if any(isinstance(item, str) and "\n" in item for item in items):
        return False
    return not inner or (depth > 1 and all(_is_shallow(item, depth - 1, room) for item in inner))


def _are_points(items: Sequence[object]) -> bool:
    """Points such as [3, 4] may share a line; the rows of a table may not."""
    return all(_is_list(item) and len(item) == 2 and all(isinstance(x, (int, float)) for x in item) for item in items)


def _flow(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise ValueError(f"no definition holds a number as large as {value}")
        return str(int(value))
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(_checked_key(k))}: {_flow(v)}" for k, v in value.items()) + "}"
    if _is_list(value):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    raise ValueError(f"a definition cannot hold {type(value).__name__}")


def _checked_key(key: object) -> str:
    if not isinstance(key, str):
        raise ValueError(f"keys are text, not {key!r}")
    return key


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"a definition cannot hold {value}")
    text = repr(float(value))
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa}.0e{exponent}" if e and "." not in mantissa else text


def _text(text: str) -> str:
    if _PLAIN.match(text) and text.casefold() not in _RESERVED:
        return text
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("half of a character pair cannot be written")
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    return _NAMED.get(char) or (f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}")
