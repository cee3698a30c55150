"""Three states of a document become one: what was changed here goes on top of what was changed elsewhere.

Fields are taken one by one, lists of named things (units, counters, placements) thing by thing, and mappings entry by
entry. Where both changed the same, there is no merging, and the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.definitions.model import Document, Model

D = TypeVar("D", bound=Document)


class _ConflictError(Exception):
    """Both changed the same thing."""


def merged(before: D, after: D, current: D) -> D | None:
    """`current` with what turned `before` into `after`; None when that touches what was changed in `current`."""
    if not type(before) is type(after) is type(current):
        return None
    changes: dict[str, Any] = {}
    try:
        for name in type(before).model_fields:
            old, new, now = (getattr(document, name) for document in (before, after, current))
            if old is not new and old != new:
                changes[name] = _value(old, new, now)
    except _ConflictError:
        return None
    return current.replace(**changes)


def _value(old: Any, new: Any, now: Any) -> Any:
    if now is old or now == old:
        return new
    if now == new:
        return now
    if isinstance(old, Mapping) and isinstance(new, Mapping) and isinstance(now, Mapping):
        return _mapping(old, new, now)
    if isinstance(old, tuple) and isinstance(new, tuple) and isinstance(now, tuple):
        return _things(old, new, now)
    raise _ConflictError


def _mapping(old: Mapping[str, Any], new: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(now)
    for key in {**old, **new}:
        if old.get(key) == new.get(key) and (key in old) == (key in new):
            continue
        if old.get(key) != now.get(key):
            raise _ConflictError
        if key in new:
            result[key] = new[key]
        else:
            result.pop(key, None)
    return result


def _things(old: tuple[Any, ...], new: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[Any, ...]:
    """Lists of named things; a new order of what was there before is more than can be merged."""
    was, will, is_ = (_by_name(things) for things in (old, new, now))
    kept = [name for name in will if name in was]
    if kept != [name for name in was if name in will]:
        raise _ConflictError
    result = dict(is_)
    for name, thing in was.items():
        if will.get(name) != thing:
            if is_.get(name) != thing:
                raise _ConflictError
            if name in will:
                result[name] = will[name]
            else:
                del result[name]
    follows: str | None = None
    for name, thing in will.items():
        if name not in was:
            if name in is_:
                raise _ConflictError
            result = _after(result, follows, name, thing)
        follows = name
    return tuple(result.values())


def _by_name(things: tuple[Any, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for thing in things:
        name = getattr(thing, "id", None) or getattr(thing, "unit", None) if isinstance(thing, Model) else None
        if name is None or name in found:
            raise _ConflictError
        found[str(name)] = thing
    return found


def _after(things: dict[str, Any], follows: str | None, name: str, thing: Any) -> dict[str, Any]:
    if follows is None:
        return {name: thing, **things}
    result: dict[str, Any] = {}
    for key, value in things.items():
        result[key] = value
        if key == follows:
            result[name] = thing
    result.setdefault(name, thing)
    return result
