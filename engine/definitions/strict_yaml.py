"""YAML without its traps, and with the line of every value.

Ordinary YAML 1.1 reads `1:2` as 62, `NO` as false, `0101` as 65 and `2026-01-02` as a date. Here a plain
word is a number only if it looks like one in arithmetic, `true`, `false`, `null` and `~` are the only
other words with a meaning, and all else is text. Duplicate keys, keys that are not text, tags, directives
and several documents in one file are refused. So are anchors and aliases, altogether: no definition needs
them, and nine nested ones make a bomb. Size, depth and the number of values are bounded before anything is
built, and the parser's events are read with a stack of our own, so that no input can exhaust Python's.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import yaml

from engine.core.messages import Message, message
from engine.core.progress import SLICE, give_up_if_unwanted
from engine.definitions.issues import DefinitionError, Issue, Path, Where, error
from engine.definitions.yaml_faults import syntax_issue

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | bool | None"
Mark: TypeAlias = "tuple[int, int, dict[str, Mark] | list[Mark] | None]"
"""Line, column and the marks of what is inside; for an entry of a mapping, the place of its key."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\Z")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMBER_STARTS = frozenset("0123456789+-.")

_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)

LARGEST_INTEGER: Final = 2**63 - 1
"""What SQLite and JSON readers of 64 bits hold."""


MOST_SLIPS = 50
"""How many duplicate keys and the like are gathered before reading stops."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one document: generous for a hand-written file, and for a saved game of 100,000 actions."""

    size: int = 16 * 1024 * 1024  # bytes, or characters when the text is already decoded
    values: int = 1_000_000  # scalars, lists and mappings, keys included
    depth: int = 40


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Located:
    """Plain data that remembers where in which file each value stands."""

    data: Data
    file: str
    marks: Mark

    def where(self, path: Path = ()) -> Where:
        """The place of a value, or of the innermost thing around it that exists."""
        line, column, inside = self.marks
        for part in path:
            found: Mark | None = None
            if isinstance(inside, dict) and isinstance(part, str):
                found = inside.get(part)
            elif isinstance(inside, list) and isinstance(part, int) and 0 <= part < len(inside):
                found = inside[part]
            if found is None:
                break
            line, column, inside = found
        return Where(self.file, line or None, column or None, path)


def unlocated(data: object, file: str = "") -> Located:
    """Data that came from no text, such as a column of the file; its issues have paths and no lines."""
    return Located(data, file, (0, 0, None))  # type: ignore[arg-type]


def load(text: str | bytes, file: str = "", limits: Limits = LIMITS) -> Located:
    """Read one document, or raise `DefinitionError` with the place of what is wrong."""
    return _read(text, file, limits, several=False)[0]


def load_all(text: str | bytes, file: str = "", limits: Limits = LIMITS) -> tuple[Located, ...]:
    """Read every document of a text, with a line of `---` between them; each is bounded by the limits for itself."""
    return _read(text, file, limits, several=True)


def _read(text: str | bytes, file: str, limits: Limits, *, several: bool) -> tuple[Located, ...]:
    decoded = _decoded(text, file, limits)
    found = _UNPRINTABLE.search(decoded)
    if found is not None:
        code = f"U+{ord(found.group()):04X}"
        raise _refused(message("yaml.control-character", code=code), _at_offset(decoded, found.start(), file))
    loader = _Loader(decoded)
    try:
        return _Builder(loader, file, limits).documents(several=several)
    except yaml.YAMLError as bad:
        raise DefinitionError([syntax_issue(bad, decoded, file)]) from None
    finally:
        loader.dispose()


def _decoded(text: str | bytes, file: str, limits: Limits) -> str:
    if len(text) > limits.size:
        raise _refused(message("yaml.too-big", limit=limits.size), Where(file, 1, 1))
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as bad:
        before = text[: bad.start]
        where = Where(file, before.count(b"\n") + 1, bad.start - before.rfind(b"\n"))
        raise _refused(message("yaml.not-utf8"), where) from None


def _at_offset(text: str, offset: int, file: str) -> Where:
    return Where(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _refused(said: Message, where: Where, hint: Message | None = None) -> DefinitionError:
    return DefinitionError([error(said, where, hint)])


class _Builder:
    """Turns the parser's events into data and marks; slips that can be stepped over are gathered."""

    def __init__(self, loader: Any, file: str, limits: Limits) -> None:
        self._next = loader.get_event
        self._file = file
        self._limits = limits
        self._issues: list[Issue] = []

    def documents(self, *, several: bool) -> tuple[Located, ...]:
        self._next()
        start = self._next()
        if isinstance(start, yaml.StreamEndEvent):
            raise _refused(message("yaml.empty"), Where(self._file, 1, 1))
        found: list[Located] = []
        while not isinstance(start, yaml.StreamEndEvent):
            if found and not several:
                raise _refused(message("yaml.several-documents"), self._where(start))
            if start.version or start.tags:
                raise _refused(message("yaml.directive"), self._where(start))
            data, marks = self._node(Where(self._file, 1, 1) if not found else self._where(start))
            found.append(Located(data, self._file, marks))
            self._next()
            start = self._next()
        if self._issues:
            raise DefinitionError(self._issues)
        return tuple(found)

    def _node(self, begun: Where) -> tuple[Data, Mark]:
        """Read the value of a document that begins there. The stack holds the open containers around the innermost."""
        event = self._next()
        if isinstance(event, yaml.ScalarEvent):
            return self._top_scalar(event, begun)
        data, marks = self._container(event)
        root: Mark = (event.start_mark.line + 1, event.start_mark.column + 1, marks)
        stack: list[tuple[Any, Any]] = []
        top = data
        values = 1
        while True:
            event = self._next()
            if type(event) in _ENDS:
                if not stack:
                    return data, root
                top, marks = stack.pop()
                continue
            if type(top) is dict:
                key = self._key(event, marks)
                mark = event.start_mark
                value, inside = self._value(self._next())
                top[key] = value
                marks[key] = (mark.line + 1, mark.column + 1, inside)
                values += 2
            else:
                mark = event.start_mark
                value, inside = self._value(event)
                top.append(value)
                marks.append((mark.line + 1, mark.column + 1, inside))
                values += 1
            if values % SLICE < 2:  # an entry of a mapping counts for two
                give_up_if_unwanted()
            if values > self._limits.values:
                raise _refused(message("yaml.too-many-values", limit=self._limits.values), self._where(event))
            if inside is not None:
                stack.append((top, marks))
                if len(stack) >= self._limits.depth:
                    raise _refused(message("yaml.too-deep", limit=self._limits.depth), self._where(event))
                top, marks = value, inside

    def _value(self, event: Any) -> tuple[Any, Any]:
        """A value and, if it is a container still to be filled, the empty marks of what will be in it."""
        return (self._scalar(event), None) if type(event) is yaml.ScalarEvent else self._container(event)

    def _top_scalar(self, event: Any, begun: Where) -> tuple[Data, Mark]:
        if event.value == "" and event.implicit[0]:
            raise _refused(message("yaml.empty"), begun)
        return self._scalar(event), (event.start_mark.line + 1, event.start_mark.column + 1, None)

    def _container(self, event: Any) -> tuple[Any, Any]:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise _refused(message("yaml.alias", name=str(event.anchor)), self._where(event))
        if event.tag is not None:
            raise _refused(message("yaml.tag", tag=event.tag), self._where(event))
        return ({}, {}) if isinstance(event, yaml.MappingStartEvent) else ([], [])

    def _key(self, event: Any, marks: dict[str, Mark]) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._container(event)
            raise _refused(message("yaml.key-not-text", key="[...]"), self._where(event))
        value = self._scalar(event)
        text = str(event.value)
        if not isinstance(value, str):
            hint = message("yaml.quote-it", quoted=f'"{text}"')
            self._note(error(message("yaml.key-not-text", key=text), self._where(event), hint))
        elif text == "<<" and event.implicit[0]:
            self._note(error(message("yaml.merge-key"), self._where(event)))
        earlier = marks.get(text)
        if earlier is not None:
            said = message("yaml.duplicate-key", key=text, first=earlier[0])
            self._note(error(said, self._where(event)))
        return text

    def _scalar(self, event: Any) -> Data:
        if event.anchor is not None:
            raise _refused(message("yaml.alias", name=event.anchor), self._where(event))
        if event.tag is not None:
            raise _refused(message("yaml.tag", tag=event.tag), self._where(event))
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[0] not in _NUMBER_STARTS:
            return text
        number = plain_number(text)
        if number is None:
            self._note(error(message("yaml.number-too-big", number=text[:40]), self._where(event)))
            return 0
        return number

    def _note(self, found: Issue) -> None:
        self._issues.append(found)
        if len(self._issues) >= MOST_SLIPS:
            raise DefinitionError(self._issues)

    def _where(self, event: Any) -> Where:
        return Where(self._file, event.start_mark.line + 1, event.start_mark.column + 1)


def plain_number(text: str) -> int | float | str | None:
    """A plain word as a number, as itself when it is text after all, as None when no number can hold it."""
    if _INTEGER.match(text):
        if len(text) > 20 or abs(whole := int(text)) > LARGEST_INTEGER:
            return None
        return whole
    if _FLOAT.match(text):
        value = float(text)
        return value if math.isfinite(value) else None
    return None if _NO_NUMBER.match(text) else text
