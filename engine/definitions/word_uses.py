"""Where authored documents use words that only the rules of their game can know.

Each function lists the uses of one sort of document: the kind of word, the word, what goes with it, and the way to it.
Whether the rules know them is asked elsewhere (`word_checks`), so that scenarios, positions and charts are held to the
same lexicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.words.lexicon import WordKind
from engine.definitions.cards import Card
from engine.definitions.counters import CounterType
from engine.definitions.issues import Path
from engine.definitions.model import Value, Values
from engine.definitions.oob import Formation, UnitEntry
from engine.definitions.scenario import Scenario


@dataclass(frozen=True, slots=True)
class WordUse:
    """A word that somebody wrote: as what, where, and what goes with it."""

    kind: WordKind
    text: str
    path: Path
    value: Value | None = None
    of: str | None = None
    """The table a result stands in, or the side a phase should belong to."""


def each_of(kind: WordKind, texts: Iterable[str], path: Path) -> Iterator[WordUse]:
    """A list of words."""
    for number, text in enumerate(texts):
        yield WordUse(kind, text, (*path, number))


def named(kind: WordKind, values: Mapping[str, Value] | Values, path: Path) -> Iterator[WordUse]:
    """Values by their names."""
    for name, value in values.items():
        yield WordUse(kind, name, (*path, name), value)


def in_type(counter: CounterType, path: Path) -> Iterator[WordUse]:
    """What a counter says of itself."""
    yield from _side(counter.side, path)
    yield from each_of(WordKind.TRAIT, counter.traits, (*path, "traits"))
    for number, step in enumerate(counter.steps):
        yield from named(WordKind.FACTOR, step, (*path, "steps", number))
    yield from named(WordKind.TYPE_VALUE, counter.values, (*path, "values"))


def in_unit(unit: UnitEntry, path: Path) -> Iterator[WordUse]:
    """What the order of battle says of a unit."""
    yield from each_of(WordKind.TRAIT, unit.traits, (*path, "traits"))
    yield from named(WordKind.UNIT_VALUE, unit.values, (*path, "values"))


def in_formation(formation: Formation, path: Path) -> Iterator[WordUse]:
    yield from _side(formation.side, path)


def _side(side: str | None, path: Path) -> Iterator[WordUse]:
    if side is not None:
        yield WordUse(WordKind.SIDE, side, (*path, "side"))


def in_card(card: Card, path: Path) -> Iterator[WordUse]:
    yield from _side(card.side, path)
    yield from each_of(WordKind.CARD_TRAIT, card.traits, (*path, "traits"))
    yield from named(WordKind.CARD_VALUE, card.values, (*path, "values"))


def in_scenario(scenario: Scenario) -> Iterator[WordUse]:
    """What a scenario itself says; its counters, units and cards are asked for themselves."""
    yield from each_of(WordKind.SIDE, scenario.sides, ("sides",))
    for number, placed in enumerate(scenario.setup):
        yield from each_of(WordKind.MARK, placed.marks, ("setup", number, "marks"))
        yield from named(WordKind.UNIT_VALUE, placed.values, ("setup", number, "values"))
    for number, marker in enumerate(scenario.markers):
        yield WordUse(WordKind.MARKER, marker.marker, ("markers", number, "marker"))
    yield from named(WordKind.VALUE, scenario.values, ("values",))
    for number, entry in enumerate(scenario.schedule):
        yield from named(WordKind.UNIT_VALUE, entry.values, ("schedule", number, "values"))
    yield from in_charts(scenario.charts, ("charts",))


def in_charts(patch: Mapping[str, Any], path: Path) -> Iterator[WordUse]:
    """What a patch of charts puts into tables and tracks; whatever is not shaped like one is refused elsewhere."""
    for name, table in _mapping(patch.get("tables")).items():
        for row, columns in _mapping(_mapping(table).get("cells")).items():
            for column, result in _mapping(columns).items():
                here = (*path, "tables", name, "cells", row, column)
                yield WordUse(WordKind.RESULT, str(result), here, of=name)
        for number, cells in enumerate(_list(_mapping(_mapping(table).get("instead")).get("cells"))):
            for place, result in enumerate(_list(cells)):
                here = (*path, "tables", name, "instead", "cells", number, place)
                yield WordUse(WordKind.RESULT, str(result), here, of=name)
    for name, track in _mapping(patch.get("tracks")).items():
        for field in ("entries", "instead"):
            for number, entry in enumerate(_list(_mapping(track).get(field))):
                yield from _in_entry(_mapping(entry), (*path, "tracks", name, field, number))


def _in_entry(entry: Mapping[str, Any], path: Path) -> Iterator[WordUse]:
    for kind in (WordKind.WEATHER, WordKind.SEASON):
        if isinstance(entry.get(kind), str):
            yield WordUse(kind, entry[kind], (*path, kind.value))


def _mapping(data: object) -> Mapping[str, Any]:
    return data if isinstance(data, Mapping) else {}


def _list(data: object) -> Iterable[Any]:
    return data if isinstance(data, (list, tuple)) else ()
