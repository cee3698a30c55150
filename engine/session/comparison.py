"""Where an answer is not what a position expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.coders import Json


def compare(expected: Json, found: Json, path: str = "") -> Iterator[str]:
    """One line for each difference. Of an object only the keys that are named count, of a list everything.

    A reckoning may be expected by its value alone.
    """
    here = path or "answer"
    if isinstance(found, Mapping) and set(found) == {"value", "terms"} and not isinstance(expected, Mapping):
        yield from compare(expected, found["value"], path)
    elif isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            inner = f"{path}.{key}" if path else str(key)
            if key in found:
                yield from compare(value, found[key], inner)
            else:
                yield f"{inner}: expected {value!r}, there is none"
    elif _is_list(expected) and _is_list(found) and len(expected) == len(found):
        for number, (value, each) in enumerate(zip(expected, found, strict=True), start=1):
            yield from compare(value, each, f"{path}[{number}]")
    elif isinstance(expected, bool) is not isinstance(found, bool) or expected != found:
        yield f"{here}: expected {expected!r}, found {found!r}"


def _is_list(value: Json) -> bool:
    return isinstance(value, (list, tuple))
