"""From pydantic's errors to issues with a file, a line, words of our own, and a guess at what was meant.

Every error of a document is reported at once. Errors that pydantic files under a branch of a union are
brought back to the value they are about, and one value gets one issue.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.core.messages import Message, message
from engine.definitions.flaws import FLAW, Flaw
from engine.definitions.issues import DefinitionError, Issue, Path, Where, error
from engine.definitions.model import COLOUR_PATTERN, ID_PATTERN, PICTURE_PATTERN, WORD_PATTERN, Model, shown
from engine.definitions.strict_yaml import Located
from engine.definitions.suggest import did_you_mean

MOST_ISSUES = 100
"""Past this many, a document has one thing wrong with it, and a longer list helps nobody."""

HOPELESS = 10_000
"""With this many errors a file is not what it says it is; listing them would take longer than reading it."""

M = TypeVar("M", bound=Model)

_EXPECTED = {
    "string_type": "text",
    "int_type": "integer",
    "int_from_float": "integer",
    "float_type": "number",
    "bool_type": "flag",
    "tuple_type": "list",
    "list_type": "list",
    "dict_type": "mapping",
    "mapping_type": "mapping",
    "model_type": "mapping",
    "model_attributes_type": "mapping",
    "none_required": "nothing",
}
_LONGEST_NAME = 64
_QUOTED = re.compile(r"'([^']*)'")


def read(model: type[M], located: Located, path: Path = (), data: object = None) -> M:
    """A model from located data (or from `data`, standing at `path` in it), or `DefinitionError` with all issues."""
    content = _inside(located.data, path) if data is None else data
    try:
        return model.from_data(content)
    except ValidationError as bad:
        raise DefinitionError(list(issues_of(bad, model, content, located, path))) from None


def issues_of(
    bad: ValidationError, model: type[Model], data: object, located: Located, base: Path = ()
) -> Iterator[Issue]:
    """The issues of a failed validation, one a value, in the order of the text."""
    if bad.error_count() > HOPELESS:
        yield error(message("issue.hopeless", count=bad.error_count()), located.where(base))
        return
    found: dict[Path, Issue] = {}
    for detail in bad.errors(include_url=False):
        for flaw in _flaws(detail, model, data):
            path = (*base, *flaw.path)
            found.setdefault(path, error(flaw.message, located.where(path), flaw.hint))
    around = {path[:length] for path in found for length in range(len(path))}
    # A list whose items are refused is short of items by that alone, and need not be told so.
    kept = [issue for path, issue in found.items() if issue.code != "list-too-short" or path not in around]
    misspelt = set(_meant_instead(found))
    kept = [issue for issue in kept if issue.code != "missing-field" or issue not in misspelt]
    ordered = sorted(kept, key=lambda i: (i.where.line or 0, i.where.column or 0))
    yield from ordered[:MOST_ISSUES]
    if len(ordered) > MOST_ISSUES:
        said = message("issue.more-issues", count=len(ordered) - MOST_ISSUES)
        yield error(said, Where(located.file, ordered[MOST_ISSUES].where.line))


def _meant_instead(found: Mapping[Path, Issue]) -> Iterator[Issue]:
    """The fields that are missing because they are there under a name that is spelt wrong, which is said of it."""
    for path, issue in found.items():
        names = issue.hint.args.get("names") if issue.code == "unknown-field" and issue.hint is not None else None
        if isinstance(names, tuple) and names and (missing := found.get((*path[:-1], str(names[0])))) is not None:
            yield missing


def first_said(bad: ValidationError) -> Message:
    """What is wrong first with data that stands in no text, and in which field: a row of a file, a stamp."""
    detail = bad.errors(include_url=False)[0]
    loc = _loc(detail)
    flaw = _field_flaw(detail, loc) or next(iter(_inner_flaws(detail, loc)), None) or _value_flaw(detail, loc)
    field = Where(path=flaw.path).field
    return message("issue.of-field", field=field, said=flaw.message) if field else flaw.message


def _flaws(detail: Mapping[str, Any], model: type[Model], data: object) -> Iterable[Flaw]:
    loc = _loc(detail)
    path = _path_in(data, loc)
    found = _field_flaw(detail, loc)
    if found is None:
        return _inner_flaws(detail, path) or [_value_flaw(detail, path)]
    if detail["type"] == "missing":
        return [Flaw(found.message, (*_path_in(data, loc[:-1]), str(loc[-1])))]
    return [Flaw(found.message, path, did_you_mean(str(loc[-1]), _field_names(model, path[:-1])))]


def _loc(detail: Mapping[str, Any]) -> Path:
    return tuple(part for part in detail["loc"] if part != "[key]")


def _field_flaw(detail: Mapping[str, Any], loc: Path) -> Flaw | None:
    """A field that is missing, or that nobody knows."""
    match detail["type"]:
        case "missing":
            return Flaw(message("issue.missing-field", name=str(loc[-1])), loc[:-1])
        case "extra_forbidden":
            return Flaw(message("issue.unknown-field", name=str(loc[-1])), loc[:-1])
    return None


def _inner_flaws(detail: Mapping[str, Any], path: Path) -> list[Flaw]:
    """What a validator of ours has found in a value."""
    inner: tuple[Flaw, ...] = detail["ctx"]["flaws"] if detail["type"] == FLAW else ()
    return [Flaw(flaw.message, (*path, *flaw.path), flaw.hint) for flaw in inner]


def _value_flaw(detail: Mapping[str, Any], path: Path) -> Flaw:
    kind: str = detail["type"]
    ctx: Mapping[str, Any] = detail.get("ctx", {})
    value = detail.get("input")
    if kind in _EXPECTED:
        return Flaw(_wrong_type(_EXPECTED[kind], value), path, _quoting_hint(_EXPECTED[kind], value))
    if kind == "string_pattern_mismatch":
        pattern = str(ctx.get("pattern"))
        return Flaw(_bad_pattern(pattern, value), path, _plain_hint(pattern, value))
    if kind in ("literal_error", "enum"):
        choices = _QUOTED.findall(str(ctx.get("expected")))
        hint = did_you_mean(value if isinstance(value, str) else "", choices)
        return Flaw(message("issue.not-a-choice", found=shown(value)), path, hint)
    said = _out_of_bounds(kind, ctx)
    return Flaw(said or message("issue.invalid-value", found=shown(value), problem=str(detail["msg"])), path)


def _wrong_type(expected: str, value: object) -> Message:
    words = {
        "text": message("issue.expected.text"),
        "integer": message("issue.expected.integer"),
        "number": message("issue.expected.number"),
        "flag": message("issue.expected.flag"),
        "list": message("issue.expected.list"),
        "mapping": message("issue.expected.mapping"),
        "nothing": message("issue.expected.nothing"),
    }
    return message("issue.wrong-type", expected=words[expected], found=shown(value))


def _quoting_hint(expected: str, value: object) -> Message | None:
    if expected == "text" and isinstance(value, (bool, int, float)):
        return message("yaml.quote-it", quoted=f'"{shown(value)}"')
    return None


def _plain_hint(pattern: str, value: object) -> Message | None:
    """The same name in small letters with hyphens, where that would do: `Axis` is probably `axis`."""
    if pattern not in (ID_PATTERN, WORD_PATTERN) or not isinstance(value, str) or len(value) > _LONGEST_NAME:
        return None
    plain = re.sub(r"[\s_]+", "-", value.strip().lower())
    return message("issue.did-you-mean", names=(plain,)) if re.match(pattern, plain) else None


def _bad_pattern(pattern: str, value: object) -> Message:
    if pattern == ID_PATTERN:
        return message("issue.bad-id", found=shown(value))
    if pattern == WORD_PATTERN:
        return message("issue.bad-word", found=shown(value))
    if pattern == COLOUR_PATTERN:
        return message("issue.bad-colour", found=shown(value))
    if pattern == PICTURE_PATTERN:
        return message("issue.bad-picture-name", found=shown(value))
    return message("issue.bad-pattern", found=shown(value), pattern=pattern)


def _out_of_bounds(kind: str, ctx: Mapping[str, Any]) -> Message | None:
    match kind:
        case "greater_than_equal":
            return message("issue.number-too-small", limit=ctx["ge"])
        case "less_than_equal":
            return message("issue.number-too-big", limit=ctx["le"])
        case "greater_than":
            return message("issue.number-not-above", limit=ctx["gt"])
        case "less_than":
            return message("issue.number-not-below", limit=ctx["lt"])
        case "finite_number":
            return message("issue.number-not-finite")
        case "string_too_long":
            return message("issue.text-too-long", limit=ctx["max_length"])
        case "string_too_short":
            return message("issue.text-too-short", limit=ctx["min_length"])
        case "too_long":
            return message("issue.list-too-long", limit=ctx["max_length"], count=int(ctx.get("actual_length") or 0))
        case "too_short":
            return message("issue.list-too-short", limit=ctx["min_length"], count=int(ctx.get("actual_length") or 0))
    return None


def _inside(data: object, path: Path) -> object:
    for part in path:
        data = data[part]  # type: ignore[index]
    return data


def _path_in(data: object, loc: Iterable[str | int]) -> Path:
    """The parts of pydantic's location that lead somewhere in the data; the names of union branches do not."""
    path: list[str | int] = []
    for part in loc:
        if isinstance(data, dict) and part in data:
            data = data[str(part)]
        elif isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
            data = data[part]
        else:
            continue
        path.append(part)
    return tuple(path)


def _field_names(model: type[Model], path: Path) -> tuple[str, ...]:
    """The fields that the model at a path of the document knows."""
    candidates: list[Any] = [model]
    for part in path:
        candidates = [step for one in candidates for step in _step(one, part)]
    names: list[str] = []
    for one in candidates:
        if isinstance(one, type) and issubclass(one, BaseModel):
            names += [field.alias or name for name, field in one.model_fields.items()]
    return tuple(dict.fromkeys(names))


def _step(kind: Any, part: str | int) -> Iterator[Any]:
    """The types that the value under a key or index of such a type may have."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            if (field.alias or name) == part:
                yield from _alternatives(field.annotation)
        return
    arguments = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if origin is tuple and isinstance(part, int):
        yield from _alternatives(arguments[0] if Ellipsis in arguments else arguments[min(part, len(arguments) - 1)])
    elif arguments and isinstance(origin, type) and issubclass(origin, Mapping):
        yield from _alternatives(arguments[1])


def _alternatives(annotation: Any) -> Iterator[Any]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        yield from _alternatives(typing.get_args(annotation)[0])
    elif origin in (typing.Union, types.UnionType):
        for one in typing.get_args(annotation):
            yield from _alternatives(one)
    else:
        yield annotation
