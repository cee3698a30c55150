"""Where an answer is not what a position expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.writing.coders import Json

HAS, LACKS, AT = "has", "lacks", "at"


def compare(expected: Json, found: Json, path: str = "") -> Iterator[str]:
    """One line for each difference. Of an object only the keys that are named count, of a list everything.

    Null is also expected of a key that should not be there at all.

    A reckoning may be expected by its value alone. Of a list it may also be said what it `has` and what it `lacks`, and
    of a list of places what is at some of them.
    """
    here = path or "answer"
    if isinstance(found, Mapping) and set(found) == {"value", "terms"} and not isinstance(expected, Mapping):
        yield from compare(expected, found["value"], path)
    elif isinstance(expected, Mapping) and _is_list(found) and expected:
        yield from _parts(expected, found, here)
    elif isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            inner = f"{path}.{key}" if path else str(key)
            if key in found:
                yield from compare(value, found[key], inner)
            elif value is not None:
                yield f"{inner}: expected {value!r}, there is none"
    elif _is_list(expected) and _is_list(found) and len(expected) == len(found):
        for number, (value, each) in enumerate(zip(expected, found, strict=True), start=1):
            yield from compare(value, each, f"{path}[{number}]")
    elif isinstance(expected, bool) is not isinstance(found, bool) or expected != found:
        yield f"{here}: expected {expected!r}, found {found!r}"


def _parts(expected: Mapping[str, Json], found: Sequence[Json], here: str) -> Iterator[str]:
    """What is expected of some parts of a list."""
    if set(expected) <= {HAS, LACKS}:
        for word, wanted in expected.items():
            for each in wanted if _is_list(wanted) else (wanted,):
                if any(not list(compare(each, item)) for item in found) is not (word == HAS):
                    yield f"{here}: {each!r} is {'not in it' if word == HAS else 'in it'}"
    elif all(isinstance(item, Mapping) and AT in item for item in found):
        places = {item[AT]: item for item in found}
        for place, wanted in expected.items():
            yield from compare(wanted, places.get(place), f"{here}[{place}]")
    else:
        yield f"{here}: expected {dict(expected)!r}, found a list"


def _is_list(value: Json) -> bool:
    return isinstance(value, (list, tuple))
