"""Coders: how a value of each type is written as JSON and read back.

A coder is a pair of functions built once from a type. Decoding trusts nothing: every value is checked against its
type, and an error names the path to it.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, TypeAlias, Union, get_args, get_origin, get_type_hints

from immutables import Map

from engine.core.board import Board
from engine.core.boards.board_parts import UnknownLocation
from engine.core.boards.edge_names import edge_name, find_edge
from engine.core.ids import NOWHERE, EdgeIndex, Location
from engine.core.messages import Message, message
from engine.core.refusals import MalformedData

_FRACTION = re.compile(r"-?[0-9]{1,999}(/[1-9][0-9]{0,998})?", re.ASCII)
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,998}", re.ASCII)

Json: TypeAlias = Any
Path: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True)
class Coder:
    """Encode a value; decode JSON found at a path, or raise MalformedData."""

    encode: Callable[[Any], Json]
    decode: Callable[[Json, Path], Any]


class CoderFactory:
    """Builds coders from types for one board; places are written by their keys or, for people, by their labels."""

    def __init__(self, board: Board, *, by_label: bool = False) -> None:
        self._board = board
        self._by_label = by_label
        self._made: dict[Any, Coder] = {}
        self.bases: dict[type, Coder] = {}

    def hints(self, cls: type) -> dict[str, Any]:
        """The types of a class's fields, class variables left out."""
        found = get_type_hints(cls)
        return {name: hint for name, hint in found.items() if get_origin(hint) is not ClassVar}

    def coder(self, hint: Any) -> Coder:
        """The coder of a type; the same one each time it is asked for."""
        if hint in self.bases:
            return self.bases[hint]
        if hint not in self._made:
            placeholder = Coder(lambda value: value, lambda data, path: data)
            self._made[hint] = placeholder
            made = self._make(hint)
            placeholder.encode, placeholder.decode = made.encode, made.decode
        return self._made[hint]

    def _make(self, hint: Any) -> Coder:
        if hint is Location:
            return self._location()
        if hint is EdgeIndex:
            return self._edge()
        if hasattr(hint, "__supertype__"):
            return self._make(hint.__supertype__)
        if hint in (str, int, bool, type(None)):
            return _plain(hint)
        if hint is Fraction:
            return _fraction()
        if hint is Any:
            return Coder(lambda value: value, lambda data, path: data)
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            return self._union(get_args(hint))
        if origin is tuple:
            return self._tuple(get_args(hint))
        if origin is frozenset:
            return self._frozenset(get_args(hint)[0])
        if origin in (Map, dict, Mapping):
            return self._map(*get_args(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum(hint)
        if is_dataclass(hint) and isinstance(hint, type):
            return self.record(hint)
        raise TypeError(f"the codec cannot write values of type {hint!r}")

    def record(self, cls: type, kind: str | None = None) -> Coder:
        """A dataclass as an object; with a kind, that stands first in it."""
        hints = self.hints(cls)
        parts = [(each.name, self.coder(hints[each.name])) for each in fields(cls) if each.init]
        required = {
            each.name
            for each in fields(cls)
            if each.init and each.default is MISSING and each.default_factory is MISSING
        }
        known = {name for name, _ in parts} | ({"kind"} if kind else set())

        def encode(value: Any) -> Json:
            written: dict[str, Json] = {"kind": kind} if kind else {}
            for name, coder in parts:
                written[name] = coder.encode(getattr(value, name))
            return written

        def decode(data: Json, path: Path) -> Any:
            if not isinstance(data, Mapping):
                raise MalformedData(message("data.no-object", names=tuple(sorted(known))), path)
            unknown, missing = set(data) - known, required - set(data)
            if unknown or missing:
                strange = (message("data.unknown-field", name=name) for name in sorted(map(str, unknown)))
                wanted = (message("data.no-field", name=name) for name in sorted(missing))
                raise MalformedData(message("data.fields", faults=(*strange, *wanted)), path)
            values = {name: coder.decode(data[name], (*path, name)) for name, coder in parts if name in data}
            try:
                return cls(**values)
            except (ValueError, TypeError) as error:
                raise MalformedData(str(error), path) from None

        return Coder(encode, decode)

    def _location(self) -> Coder:
        board = self._board
        name = partial(_label_or_key, board) if self._by_label else board.key

        def encode(value: Location) -> Json:
            return None if value == NOWHERE else name(value)

        def decode(data: Json, path: Path) -> Location:
            if data is None:
                return NOWHERE
            found = board.find(data) if isinstance(data, str) else None
            if found is None:
                raise MalformedData(message("data.no-location", found=_shortened(data)), path)
            return found

        return Coder(encode, decode)

    def _edge(self) -> Coder:
        board = self._board

        def encode(value: EdgeIndex) -> Json:
            if self._by_label and _edge_of_name(board, written := edge_name(board, value)) == value:
                return written
            edge = board.edges[value]
            if edge.b == NOWHERE:
                return f"{board.key(edge.a)}/{edge.direction}~{edge.kind}"
            number = _twins(board, edge.a, edge.b, edge.kind).index(value)
            return f"{board.key(edge.a)}~{board.key(edge.b)}~{edge.kind}{f'#{number + 1}' if number else ''}"

        def decode(data: Json, path: Path) -> EdgeIndex:
            text = data if isinstance(data, str) else ""
            ends, _, kind = text.rpartition("~")
            near, slash, direction = ends.rpartition("/")
            if slash and "~" not in direction:
                a = board.find(near)
                found = board.hexside(a, int(direction)) if a is not None and direction in tuple("012345") else None
            else:
                a, b = (board.find(end) for end in (ends.split("~", 1) if "~" in ends else (ends, "")))
                name, mark, number = kind.partition("#")
                twins = _twins(board, a, b, name) if a is not None and b is not None else []
                found = next((edge for i, edge in enumerate(twins) if str(i + 1) == (number if mark else "1")), None)
            if found is None:
                found = _edge_of_name(board, text)
            if found is None:
                raise MalformedData(message("data.no-edge", found=_shortened(data)), path)
            return EdgeIndex(found)

        return Coder(encode, decode)

    def _union(self, options: tuple[Any, ...]) -> Coder:
        rest = tuple(option for option in options if option is not type(None))
        optional = len(rest) < len(options)
        if len(rest) == 1:
            inner = self.coder(rest[0])
        elif all(option in (str, int, bool) for option in rest):
            inner = _scalar(rest)
        else:
            raise TypeError(f"the codec cannot tell {options!r} apart")

        def encode(value: Any) -> Json:
            return None if value is None else inner.encode(value)

        def decode(data: Json, path: Path) -> Any:
            return None if optional and data is None else inner.decode(data, path)

        return Coder(encode, decode)

    def _tuple(self, args: tuple[Any, ...]) -> Coder:
        if len(args) == 2 and args[1] is Ellipsis:
            item = self.coder(args[0])
            return Coder(
                lambda value: [item.encode(each) for each in value],
                lambda data, path: tuple(item.decode(each, (*path, i)) for i, each in enumerate(_list(data, path))),
            )
        items = [self.coder(arg) for arg in args]

        def decode(data: Json, path: Path) -> Any:
            found = _list(data, path)
            if len(found) != len(items):
                raise MalformedData(message("data.how-many", expected=len(items), found=len(found)), path)
            return tuple(
                coder.decode(each, (*path, i)) for i, (coder, each) in enumerate(zip(items, found, strict=True))
            )

        return Coder(lambda value: [coder.encode(each) for coder, each in zip(items, value, strict=True)], decode)

    def _frozenset(self, arg: Any) -> Coder:
        item = self.coder(arg)

        def decode(data: Json, path: Path) -> Any:
            listed = _list(data, path)
            found = frozenset(item.decode(each, (*path, i)) for i, each in enumerate(listed))
            if len(found) != len(listed):
                raise MalformedData(message("data.twice"), path)
            return found

        return Coder(
            lambda value: sorted(item.encode(each) for each in value),
            decode,
        )

    def _map(self, key: Any, value: Any) -> Coder:
        """An object; its keys are text, and in order, because a persistent map has another order in every run."""
        keys, values = self._key(key), self.coder(value)

        def encode(found: Mapping[Any, Any]) -> Json:
            written = {keys.encode(name): values.encode(each) for name, each in found.items()}
            return {name: written[name] for name in sorted(written)}

        def decode(data: Json, path: Path) -> Any:
            if not isinstance(data, Mapping):
                raise _wrong_type(message("issue.expected.mapping"), data, path)
            found = {
                keys.decode(name, (*path, name)): values.decode(each, (*path, name)) for name, each in data.items()
            }
            if len(found) != len(data):
                raise MalformedData(message("data.same-key"), path)
            return Map(found)

        return Coder(encode, decode)

    def _key(self, hint: Any) -> Coder:
        """Keys are text in JSON: names, places, edges and words as they are, whole numbers by their digits."""
        inner = self.coder(hint)
        plain = getattr(hint, "__supertype__", hint)
        if hint is Location:
            return Coder(_somewhere(inner.encode), inner.decode)
        if hint is EdgeIndex or plain is str:
            return inner
        if isinstance(hint, type) and issubclass(hint, Enum) and all(isinstance(each.value, str) for each in hint):
            return inner
        if plain is not int:
            raise TypeError(f"the codec cannot write values of type {hint!r} as keys")
        return Coder(str, _digits)


def _label_or_key(board: Board, location: Location) -> str:
    """The printed label, unless another place is found under it."""
    label = board.label(location)
    return label if board.find(label) == location else board.key(location)


def _edge_of_name(board: Board, text: str) -> EdgeIndex | None:
    """An edge as a person writes it, in an action of a position."""
    try:
        return find_edge(board, text)
    except UnknownLocation:
        return None


def tagged(factory: CoderFactory, classes: tuple[type[Any], ...], what: str) -> Coder:
    """One of several classes, told apart by their kinds."""
    by_kind = {cls.kind: cls for cls in classes}
    if len(by_kind) != len(classes):
        twice = sorted({cls.kind for cls in classes if sum(other.kind == cls.kind for other in classes) > 1})
        raise TypeError(f"two sorts of {what} share a kind: {', '.join(twice)}")
    made: dict[str, Coder] = {}

    def coder(kind: str) -> Coder:
        if kind not in made:
            made[kind] = factory.record(by_kind[kind], kind)
        return made[kind]

    def encode(value: Any) -> Json:
        if by_kind.get(value.kind) is not type(value):
            raise TypeError(f"{type(value).__name__} is not in the vocabulary of this ruleset")
        return coder(value.kind).encode(value)

    def decode(data: Json, path: Path) -> Any:
        kind = data.get("kind") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or kind not in by_kind:
            raise MalformedData(message(f"data.unknown-{what}", found=_shortened(kind)), path)
        return coder(kind).decode(data, path)

    return Coder(encode, decode)


def _plain(kind: type) -> Coder:
    words = {
        str: message("issue.expected.text"),
        int: message("issue.expected.integer"),
        bool: message("issue.expected.flag"),
        type(None): message("issue.expected.nothing"),
    }

    def decode(data: Json, path: Path) -> Any:
        if type(data) is not kind:
            raise _wrong_type(words[kind], data, path)
        return data

    return Coder(lambda value: value, decode)


def _scalar(kinds: tuple[Any, ...]) -> Coder:
    def decode(data: Json, path: Path) -> Any:
        if type(data) not in kinds:
            raise _wrong_type(message("issue.expected.scalar"), data, path)
        return data

    return Coder(lambda value: value, decode)


def _fraction() -> Coder:
    def decode(data: Json, path: Path) -> Fraction:
        if type(data) is int:
            return Fraction(data)
        if not isinstance(data, str) or _FRACTION.fullmatch(data) is None:
            raise MalformedData(message("data.no-fraction", found=_shortened(data)), path)
        return Fraction(data)

    return Coder(str, decode)


def _digits(name: Json, path: Path) -> int:
    if not isinstance(name, str) or _INTEGER.fullmatch(name) is None:
        raise MalformedData(message("data.no-number-key"), path)
    return int(name)


def _enum(cls: type[Enum]) -> Coder:
    def decode(data: Json, path: Path) -> Enum:
        for each in cls:
            if type(data) is type(each.value) and data == each.value:
                return each
        raise MalformedData(message("data.no-choice", names=tuple(str(each.value) for each in cls)), path)

    return Coder(lambda value: value.value, decode)


def _somewhere(encode: Callable[[Any], Json]) -> Callable[[Any], Json]:
    """Nowhere has no key of its own, so nothing can be kept under it."""

    def key(value: Location) -> Json:
        if value == NOWHERE:
            raise TypeError("nowhere is no place to keep something at")
        return encode(value)

    return key


def _wrong_type(expected: Message, data: Json, path: Path) -> MalformedData:
    return MalformedData(message("data.wrong-type", expected=expected, found=_shortened(data)), path)


def _shortened(data: Json, longest: int = 60) -> str:
    """A value as an error quotes it, however long it is."""
    text = repr(data)
    return text if len(text) <= longest else f"{text[:longest]}..."


def _twins(board: Board, a: Location, b: Location, kind: str) -> list[int]:
    """The edges of one kind between two places, nearly always one; several are told apart by their order."""
    return [edge for edge in board.edges_between(a, b) if board.edges.kind(edge) == kind]


def _list(data: Json, path: Path) -> list[Any]:
    if not isinstance(data, list):
        raise _wrong_type(message("issue.expected.list"), data, path)
    return data
