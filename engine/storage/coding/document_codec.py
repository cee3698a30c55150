"""Documents other than maps as rows: a head with all that is small, and a row for every item of a long list.

Two thousand units are two thousand rows, so that renaming one is one row of the journal. Items with a name are
keyed by it and say whom they follow, so that one put in the middle moves nobody else; the others are numbered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from engine.core.messages import Message
from engine.definitions.documents import KINDS
from engine.definitions.model import Document, Model
from engine.storage.coding.columns import ColumnError, from_json, object_from_json, to_json
from engine.storage.coding.map_decoding import ContentError, Fetch, reading
from engine.storage.deltas import Delta, Key, Row

Name: TypeAlias = tuple[str, str]
"""Kind and id of a document."""


@dataclass(frozen=True, slots=True)
class ItemList:
    """A field of a document that is stored item by item; without a `name` items are known by their number."""

    field: str
    table: str
    name: Callable[[Any], str] | None = None


def _own_id(item: Any) -> str:
    return str(item.id)


def _unit(item: Any) -> str:
    return str(item.unit)


_SPLIT: Final[dict[str, tuple[ItemList, ...]]] = {
    "counters": (ItemList("types", "counter_type", _own_id),),
    "oob": (ItemList("formations", "formation", _own_id), ItemList("units", "unit", _own_id)),
    "cards": (ItemList("cards", "card", _own_id),),
    "scenario": (
        ItemList("setup", "placement", _unit),
        ItemList("control", "control"),
        ItemList("markers", "marker"),
        ItemList("schedule", "schedule"),
        ItemList("objectives", "objective"),
    ),
    "game": (ItemList("actions", "game_action"),),
    "played": (),
}
"""Kinds with tables of their own. A scenario's `charts` are split too, by `_chart_rows`."""

_CHARTS: Final = "charts"
_OVERRIDES: Final = "chart_override"
_WITH_CHARTS: Final = "scenario"
_GAME: Final = "game"
_PLAYED: Final = "played"

_Entries: TypeAlias = dict[str, tuple[str, Any]]
"""Items under their keys, each with the key of the one before."""
_MISSING: Final = object()


def document_differences(before: Document | None, after: Document | None) -> list[Delta]:
    """What turns the rows of one state of a document into those of another; None is one that is not there."""
    if before is not None and after is not None and (before.KIND, before.id) != (after.KIND, after.id):
        return document_differences(before, None) + document_differences(None, after)
    either = after or before
    if either is None or before is after:
        return []
    old, new = _head(before), _head(after)
    table, key = _head_place(either)
    deltas = [] if old == new else [Delta(table, key, old, new)]
    for table, entries in _lists(either.KIND):
        deltas += _list_differences(table, either.id, entries(before), entries(after))
    for items in _numbered(either.KIND):
        deltas += _number_differences(items, either.id, before, after)
    return deltas


def _head_place(document: Document) -> tuple[str, Key]:
    if document.KIND in _SPLIT:
        return document.KIND, (document.id,)
    return "document", (document.KIND, document.id)


def _head(document: Document | None) -> Row | None:
    if document is None:
        return None
    split = {items.field for items in _SPLIT.get(document.KIND, ())} | {"id"}
    if document.KIND == _WITH_CHARTS:
        split.add(_CHARTS)
    head = document.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=split)
    return (to_json(head),)


def _lists(kind: str) -> Iterator[tuple[str, Callable[[Document | None], _Entries]]]:
    for items in _SPLIT.get(kind, ()):
        if items.name is not None:
            yield items.table, lambda document, items=items: _items(document, items)  # type: ignore[misc]
    if kind == _WITH_CHARTS:
        yield _OVERRIDES, _overrides


def _numbered(kind: str) -> tuple[ItemList, ...]:
    return tuple(items for items in _SPLIT.get(kind, ()) if items.name is None)


def _items(document: Document | None, items: ItemList) -> _Entries:
    if document is None or items.name is None:
        return {}
    return _named((items.name(value), value) for value in getattr(document, items.field))


def _number_differences(
    items: ItemList, document: str, before: Document | None, after: Document | None
) -> Iterator[Delta]:
    """What changes in a list whose items are numbered; a log that grew by one is passed over up to its end."""
    old: Sequence[Any] = getattr(before, items.field, ())
    new: Sequence[Any] = getattr(after, items.field, ())
    for number, (was, now) in enumerate(zip_longest(old, new, fillvalue=_MISSING)):
        if was is not now and was != now:
            yield Delta(items.table, (document, number), _body(was), _body(now))


def _body(value: Any) -> Row | None:
    if value is _MISSING:
        return None
    return (to_json(value.to_data() if isinstance(value, Model) else value),)


def _named(values: Iterable[tuple[str, Any]]) -> _Entries:
    """Items under their names; a name used twice is numbered, so that nothing is lost of what a check will refuse."""
    entries: _Entries = {}
    times: Counter[str] = Counter()
    follows = ""
    for name, value in values:
        key = name
        while key in entries:
            times[name] += 1
            key = f"{name}#{times[name] + 1}"
        entries[key] = (follows, value)
        follows = key
    return entries


def _overrides(document: Document | None) -> _Entries:
    """A scenario's changes to the charts, one row a chart: `/tables/combat`."""
    charts: Mapping[str, Any] = {} if document is None else getattr(document, _CHARTS)

    def flat() -> Iterator[tuple[str, Any]]:
        for section, inside in charts.items():
            if isinstance(inside, Mapping) and inside:
                yield from ((f"/{_escaped(section)}/{name}", value) for name, value in inside.items())
            else:
                yield f"/{_escaped(section)}", inside

    return _named(flat())


def _escaped(section: str) -> str:
    return section.replace("~", "~0").replace("/", "~1")


def _list_differences(table: str, document: str, old: _Entries, new: _Entries) -> Iterator[Delta]:
    for key in {**old, **new}:
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None and was[0] == now[0] and (was[1] is now[1] or was[1] == now[1]):
            continue
        yield Delta(table, (document, key), _item_row(was), _item_row(now))


def _item_row(entry: tuple[str, Any] | None) -> Row | None:
    if entry is None:
        return None
    follows, value = entry
    return (follows, to_json(value.to_data() if isinstance(value, Model) else value))


# Reading


def documents_of(fetch: Fetch, set_aside: dict[str, str | Message]) -> dict[Name, Document]:
    """Every document of a file that is not a map; saved games that make no sense are `set_aside`, with the reason."""
    found: dict[Name, Document] = {}
    for kind in _SPLIT:
        if kind == _GAME:
            found |= _games(fetch, set_aside)
            continue
        if kind == _PLAYED:
            found |= _played(fetch)
            continue
        tables = [*(table for table, _ in _lists(kind)), *(items.table for items in _numbered(kind))]
        lists = {table: _by_document(table, fetch(table)) for table in tables}
        for name, head in fetch(kind):
            found[kind, name] = _document(kind, name, head, lists)
    for kind, name, head in fetch("document"):
        with reading("document", kind, name):
            if kind not in KINDS or kind in _SPLIT:
                raise ColumnError("a kind of document that does not belong here")
        found[kind, name] = _document(kind, name, head, {})
    return found


def _games(fetch: Fetch, set_aside: dict[str, str | Message]) -> dict[Name, Document]:
    """The saved games, each read by itself: one that makes no sense takes nothing else of the file with it."""
    (items,) = _SPLIT[_GAME]
    logs: defaultdict[str, list[Any]] = defaultdict(list)
    for game, number, body in fetch(items.table):
        logs[game].append((game, number, body))
    heads: dict[str, str] = {name: head for name, head in fetch(_GAME)}  # noqa: C416 - rows are no pairs to mypy
    found: dict[Name, Document] = {}
    for name in {**heads, **logs}:
        try:
            with reading(_GAME, name):
                head = heads[name]
            log = _by_document(items.table, logs.get(name, ()))
            found[_GAME, name] = _document(_GAME, name, head, {items.table: log})
        except ContentError as bad:
            set_aside[name] = bad.problem
    return found


def _played(fetch: Fetch) -> dict[Name, Document]:
    """What games are played with. One that makes no sense is passed over: its game takes the scenario of today."""
    found: dict[Name, Document] = {}
    for name, head in fetch(_PLAYED):
        with suppress(ContentError):
            found[_PLAYED, name] = _document(_PLAYED, name, head, {})
    return found


def _document(kind: str, name: str, head: str, lists: Mapping[str, Mapping[str, list[tuple[Any, str]]]]) -> Document:
    with reading(kind, name):
        data = {**object_from_json(head), "id": name}
    for items in _SPLIT.get(kind, ()):
        rows = lists[items.table].get(name)
        if rows:
            data[items.field] = _bodies(items.table, name, rows)
    if kind == _WITH_CHARTS:
        rows = lists[_OVERRIDES].get(name)
        if rows:
            data[_CHARTS] = _charts(zip((key for key, _ in rows), _bodies(_OVERRIDES, name, rows), strict=True))
    with reading(kind, name):
        return KINDS[kind].from_data(data)


def _bodies(table: str, document: str, rows: Iterable[tuple[Any, str]]) -> list[Any]:
    values = []
    for key, body in rows:
        try:
            values.append(from_json(body))
        except ColumnError as bad:
            raise ContentError(table, (document, key), str(bad)) from None
    return values


def _charts(rows: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    charts: dict[str, Any] = {}
    for path, value in rows:
        section, slash, name = path.removeprefix("/").partition("/")
        section = section.replace("~1", "/").replace("~0", "~")
        inside = charts.setdefault(section, {}) if slash else None
        if inside is None:
            charts[section] = value
        elif isinstance(inside, dict):
            inside[name] = value
    return charts


def _by_document(table: str, rows: Iterable[Any]) -> dict[str, list[tuple[Any, str]]]:
    """The keys and bodies of each document's items, in their order."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for document, *row in rows:
        found[document].append(row)
    ordered: dict[str, list[tuple[Any, str]]] = {}
    for document, items in found.items():
        if len(items[0]) == 2:
            with reading(table, document):
                if [number for number, _ in items] != list(range(len(items))):
                    raise ColumnError("items are not numbered in order")
            ordered[document] = [(number, body) for number, body in items]
        else:
            ordered[document] = _in_order(items)
    return ordered


def _in_order(items: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Items after those they follow; what follows nobody that exists comes last rather than getting lost."""
    bodies = {key: body for key, _, body in items}
    after: defaultdict[str, list[str]] = defaultdict(list)
    for key, follows, _ in items:
        after[follows].append(key)
    ordered: dict[str, str] = {}
    for start in ("", *sorted(bodies)):
        waiting = [start] if start not in ordered else []
        while waiting:
            key = waiting.pop()
            if key in ordered:
                continue
            if key in bodies:
                ordered[key] = bodies[key]
            waiting += reversed(after.get(key, ()))
    return list(ordered.items())
