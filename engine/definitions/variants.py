"""Variants of a position: what each says laid over what is common, in the text itself, so that every line is kept.

A variant names what is different. What is kept by name, such as units and values, is taken over name by name, and null
takes a name away; a unit keeps what the variant does not say of it. Its questions come after the common ones. All
else stands in the place of what the position says. The game itself is common: map, counters, charts and options.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.messages import message
from engine.definitions import faults
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, Issue, error
from engine.definitions.position import Position
from engine.definitions.strict_yaml import Located, Mark, unlocated
from engine.definitions.suggest import did_you_mean

VARIANTS, FORMAT = "variants", "format"
BY_NAME = ("values", "units", "control", "markers", "side_markers", "pools", "extra")
REPLACED = ("id", "title", "seed", "turn", "side", "phase", "remove", "given", "play")
ADDED = ("ask",)


def variants_of(source: Loaded[Position]) -> tuple[Loaded[Position] | DefinitionError, ...]:
    """The variants of a position as positions of their own, or what is wrong with one; nothing where it has none."""
    located = source.origin or unlocated(source.document.to_document())
    return tuple(_variant(located, number) for number in range(len(source.document.variants)))


def _variant(located: Located, number: int) -> Loaded[Position] | DefinitionError:
    whole: Any = located.data
    variant = whole[VARIANTS][number]
    issues = [_not_varied(located, number, name) for name in variant if name not in (*BY_NAME, *REPLACED, *ADDED)]
    if issues:
        return DefinitionError(issues)
    data, marks = dict(whole), _inside(located.marks)
    own_mark = _mark(_mark(located.marks, VARIANTS), number)
    own = _inside(own_mark)
    del data[VARIANTS]
    for name, value in variant.items():
        mark = own.get(name, own_mark)
        if name in ADDED and isinstance(value, list) and isinstance(data.get(name, []), list):
            common = data.get(name, [])
            data[name] = [*common, *value]
            before = [_mark(marks.get(name, own_mark), item) for item in range(len(common))]
            marks[name] = (*mark[:2], [*before, *(_mark(mark, item) for item in range(len(value)))])
        elif name in BY_NAME and isinstance(value, dict) and isinstance(data.get(name, {}), dict):
            over = _unit_over if name == "units" else _in_place
            data[name], inside = _laid_over(data.get(name, {}), _inside(marks.get(name)), value, _inside(mark), over)
            marks[name] = (*mark[:2], inside)
        else:
            data[name], marks[name] = value, mark
    merged = Located(data, located.file, (*own_mark[:2], marks))
    content = {name: value for name, value in data.items() if name != FORMAT}
    try:
        return Loaded(faults.read(Position, merged, data=content), merged)
    except DefinitionError as bad:
        return bad


def _laid_over(
    common: dict[str, Any],
    common_marks: dict[str, Mark],
    own: dict[str, Any],
    own_marks: dict[str, Mark],
    over: Callable[[Any, Any], Any],
) -> tuple[dict[str, Any], dict[str, Mark]]:
    """What is kept by name, name by name; a name that is told anew comes last, as it does in a text."""
    data, marks = dict(common), dict(common_marks)
    for name, value in own.items():
        data.pop(name, None)
        marks.pop(name, None)
        if value is None:
            continue
        data[name] = over(common.get(name), value)
        if name in own_marks:
            line, column, inside = own_marks[name]
            kept = _inside(common_marks.get(name)) if isinstance(data[name], dict) else {}
            marks[name] = (line, column, {**kept, **inside} if isinstance(inside, dict) else inside)
    return data, marks


def _in_place(common: Any, own: Any) -> Any:
    return own


def _unit_over(common: Any, own: Any) -> Any:
    """A unit keeps what is not said anew; a place alone is where it stands now."""
    if isinstance(common, dict) and isinstance(own, str):
        return {**common, "at": own}
    if isinstance(own, dict) and isinstance(common, (dict, str)):
        return {**({"at": common} if isinstance(common, str) else common), **own}
    return own


def _not_varied(located: Located, number: int, name: str) -> Issue:
    known = (*BY_NAME, *REPLACED, *ADDED)
    said = message("issue.not-varied", name=name)
    return error(said, located.where((VARIANTS, number, name)), did_you_mean(name, known))


def _inside(mark: Mark | None) -> dict[str, Mark]:
    return dict(mark[2]) if mark is not None and isinstance(mark[2], dict) else {}


def _mark(mark: Mark, part: str | int) -> Mark:
    """The mark of a part, or that of the whole where it has none."""
    inside = mark[2]
    found: Mark = (mark[0], mark[1], None)
    if isinstance(inside, dict) and isinstance(part, str):
        found = inside.get(part, found)
    elif isinstance(inside, list) and isinstance(part, int) and part < len(inside):
        found = inside[part]
    return found
