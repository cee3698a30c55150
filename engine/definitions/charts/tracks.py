"""Tracks: the turn track, and any other list of entries a ruleset reads by turn or by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from engine.core.messages import message
from engine.definitions.charts.tables import UnknownChart
from engine.definitions.flaws import Flaw, flaw, flaws
from engine.definitions.model import Checked, FrozenDict, Id, Line, Model, Turn, Value, Word, checked_scalar, shown
from engine.definitions.sources import CellSources, Source, SourceField
from engine.definitions.suggest import did_you_mean

Attribute: TypeAlias = Value | tuple[Value, ...]


def _attribute(value: object) -> Attribute:
    if isinstance(value, (list, tuple)):
        if len(value) > 1000:
            raise flaw(message("issue.list-too-long", limit=1000, count=len(value)))
        return tuple(checked_scalar(item) for item in value)
    if isinstance(value, dict):
        raise flaw(message("issue.wrong-type", expected=message("issue.expected.attribute"), found=shown(value)))
    return checked_scalar(value)


class TrackEntry(Model):
    """One box of a track. Anything beyond the usual fields is an attribute that the ruleset understands."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[Attribute, Checked(_attribute)]] = Field(init=False)

    id: Id | None = None
    turn: Turn | None = None
    title: Line | None = None
    date: Line | None = None
    season: Word | None = None
    weather: Word | None = None

    @property
    def key(self) -> str | None:
        """What names the entry: its id, or its turn."""
        if self.id is not None:
            return self.id
        return None if self.turn is None else str(self.turn)

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """The fields beyond the usual ones."""
        return self.model_extra or {}

    def get(self, name: str) -> Attribute | None:
        """A field or attribute by name, None when the entry does not have it."""
        if name in type(self).model_fields:
            value: Attribute | None = getattr(self, name)
            return value
        return self.attributes.get(name)


class Track(Model):
    """Entries in order; those with the turn as their name stand in the order of turns."""

    source: SourceField
    title: Line | None = None
    entries: Annotated[tuple[TrackEntry, ...], Field(max_length=10_000)] = ()
    sources: CellSources = FrozenDict()

    @model_validator(mode="after")
    def _has_order(self) -> Self:
        found: list[Flaw] = []
        seen: set[str] = set()
        latest = -1
        for index, entry in enumerate(self.entries):
            key = entry.key
            if key is not None and key in seen:
                found.append(Flaw(message("issue.entry-twice", name=key), ("entries", index)))
            elif entry.id is None and entry.turn is not None and entry.turn < latest:
                found.append(Flaw(message("issue.turns-out-of-order", turn=entry.turn), ("entries", index)))
            if key is not None:
                seen.add(key)
            if entry.id is None and entry.turn is not None:
                latest = max(latest, entry.turn)
        found += [
            Flaw(message("issue.unknown-row", name=name), ("sources", name), did_you_mean(name, seen))
            for name in self.sources
            if name not in seen
        ]
        if found:
            raise flaws(found)
        return self

    def at(self, turn: int) -> TrackEntry:
        """The entry of a turn."""
        for entry in self.entries:
            if entry.turn == turn:
                return entry
        raise UnknownChart("turn", str(turn), [str(entry.turn) for entry in self.entries])

    def latest(self, turn: int) -> TrackEntry | None:
        """The last entry whose turn has come, for tracks that only note changes."""
        found = None
        for entry in self.entries:
            if entry.turn is not None and entry.turn <= turn:
                found = entry
        return found

    def entry(self, key: str) -> TrackEntry:
        for entry in self.entries:
            if entry.key == key:
                return entry
        raise UnknownChart("entry", key, [found.key or "" for found in self.entries])

    def turns(self) -> tuple[int, ...]:
        return tuple(entry.turn for entry in self.entries if entry.turn is not None)

    def source_of(self, key: str, field: str) -> Source:
        """Where a single field of an entry comes from."""
        return self.sources.get(key, {}).get(field, self.source)
