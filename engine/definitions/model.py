"""The ground every authored model stands on: closed, strict, frozen, and written in the order it is declared.

A model is read from plain data (what strict YAML gives, what a JSON column holds) and written back to it
without loss; fields that stand at their defaults are not written, so that a file says only what its author
meant. Ids are lower case with hyphens because they become file names, keys and words in rules; numbers are
bounded because a board game has none that are not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, NoReturn, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
)
from pydantic_core import CoreSchema, core_schema

from engine.core.messages import message
from engine.definitions.bounds import (
    LARGEST,
    LARGEST_QUANTITY,
    LONGEST_ID,
    LONGEST_LINE,
    LONGEST_TEXT,
    LONGEST_VALUE,
)
from engine.definitions.flaws import flaw

K = TypeVar("K")
V = TypeVar("V")

Value: TypeAlias = str | int | float | bool
"""What an attribute holds, once read."""

ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
WORD_PATTERN = r"^[a-z0-9]+([-_][a-z0-9]+)*$"
COLOUR_PATTERN = r"^#[0-9a-f]{6}$"
PICTURE_PATTERN = r"^blob:[0-9a-f]{64}$"
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_INTEGER_TEXT = re.compile(r"(?:0|-?[1-9][0-9]{0,17})\Z")


class FrozenDict(dict[K, V]):
    """A dict that keeps its order and does not change, so that a frozen model is frozen all the way down."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a definition does not change; build a new one")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return (FrozenDict, (dict(self),))

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, _: object) -> FrozenDict[K, V]:
        return self


class Checked:
    """Marks a type that one function validates and that is written as it is, lists for tuples.

    A union in pydantic reports an error for each of its branches; one function reports the one that matters.
    """

    def __init__(self, function: Callable[[object], object]) -> None:
        self.function = function

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.function)


def _frozen(value: Mapping[K, V]) -> Mapping[K, V]:
    return FrozenDict(value)


def _printable(value: str) -> str:
    if _CONTROL.search(value):
        raise flaw(message("issue.control-character"))
    return value


def checked_scalar(value: object) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        if len(value) > LONGEST_VALUE:
            raise flaw(message("issue.text-too-long", limit=LONGEST_VALUE))
        return _printable(value)
    if isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST:
            raise flaw(message("issue.number-out-of-range", low=-LARGEST, high=LARGEST))
        return value
    raise flaw(message("issue.wrong-type", expected=message("issue.expected.scalar"), found=shown(value)))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise flaw(message("issue.wrong-type", expected=message("issue.expected.number"), found=shown(value)))
    if not -LARGEST_QUANTITY <= value <= LARGEST_QUANTITY:
        raise flaw(message("issue.number-out-of-range", low=-LARGEST_QUANTITY, high=LARGEST_QUANTITY))
    return value


def _cell(value: object) -> object:
    """Whole numbers may stand without quotes in a table; they are words there, not quantities."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _written_cell(value: str) -> str | int:
    return int(value) if _INTEGER_TEXT.match(value) else value


Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=LONGEST_ID)]
"""The name of a document or of a thing in one: lower case, digits, hyphens."""
Word = Annotated[str, StringConstraints(pattern=WORD_PATTERN, max_length=LONGEST_ID)]
"""The name of a value, trait, mark or parameter: as an id, underscores allowed."""
Line = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_LINE), AfterValidator(_printable)]
"""A name or title."""
Label = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
"""How a text names a place: its printed label or its key."""
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT), AfterValidator(_printable)]
"""Prose."""
Cell = Annotated[
    str,
    BeforeValidator(_cell),
    StringConstraints(min_length=1, max_length=64),
    AfterValidator(_printable),
    PlainSerializer(_written_cell),
]
"""A word of a table: a heading such as 3:1 or a result such as DR2."""
Colour = Annotated[str, StringConstraints(pattern=COLOUR_PATTERN)]
"""`#rrggbb`."""
Picture = Annotated[str, StringConstraints(pattern=PICTURE_PATTERN)]
"""`blob:<sha256>`: a picture by the hash of its bytes, which lie beside the documents."""
Integer = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Turn = Annotated[int, Field(ge=0, le=10_000)]
Number = Annotated[float, Checked(_number)]
"""A quantity; whole numbers stay whole, so that 3 is not written back as 3.0."""
Scalar = Annotated[Value, Checked(checked_scalar)]
"""What an attribute may hold; true and false are not numbers here."""
Values = Annotated[Mapping[Word, Scalar], AfterValidator(_frozen)]
"""Named attributes that only a ruleset understands."""
NO_VALUES: Mapping[str, Value] = FrozenDict()
Frozen = AfterValidator(_frozen)
"""Goes into the annotation of every mapping."""

M = TypeVar("M", bound="Model")


class Model(BaseModel):
    """A piece of authored data."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, populate_by_name=True)

    @classmethod
    def from_data(cls: type[M], data: object) -> M:
        """Read plain data; raises pydantic's ValidationError (`faults.read` turns that into issues).

        The way leads through JSON text, where strictness asks for true types and yet lets a list be a tuple.
        """
        return cls.model_validate_json(json.dumps(data))

    def to_data(self) -> dict[str, Any]:
        """Plain data in the order of declaration, without what stands at its default."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)

    def replace(self: M, **changes: object) -> M:
        """The same with some fields changed, and validated again."""
        unknown = changes.keys() - type(self).model_fields.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        return type(self).model_validate({**self._fields(), **changes})

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in type(self).model_fields} | (self.model_extra or {})


class Document(Model):
    """A file of its own: what it is and in which version of the format is told by its first line."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1

    id: Id
    title: Line | None = None

    @classmethod
    def format_line(cls) -> str:
        return f"redoubt/{cls.KIND}/{cls.VERSION}"

    def to_document(self) -> dict[str, Any]:
        """The data of the whole file, first line included."""
        return {"format": self.format_line(), **self.to_data()}


def shown(value: object, longest: int = 40) -> str:
    """A value as a message quotes it."""
    if isinstance(value, Mapping):
        return "{...}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[...]" if value else "[]"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (str, int, float, bool, type(None))) else "?"
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
