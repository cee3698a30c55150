"""The bases of everything that is written down: actions, events and frames.

Each is a frozen dataclass with a stable `kind`, the word that stands for its class in saved games. A ruleset
lists its own; nothing registers itself by being imported.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self, get_args, get_type_hints

from engine.core.facets import DieThrow, UnitLoss, UnitMove
from engine.core.ids import NOWHERE, CardId, EdgeIndex, Location, Side, UnitId

SECRET = "secret"  # noqa: S105 - a key of field metadata


def secret() -> Any:
    """A field of an event that only the event's `audience` may read; it must admit None."""
    return field(metadata={SECRET: True})


@dataclass(frozen=True, slots=True)
class Action:
    """A small decision. Its fields say what it touches: `UnitId`, `Location`, `CardId` are found by type.

    They are found alone, with None for nothing, and in tuples and frozensets.
    """

    kind: ClassVar[str]

    @classmethod
    def touches(cls) -> dict[str, tuple[str, ...]]:
        """The names of the fields that hold units, locations, cards and edges."""
        return _touching_fields(cls)

    def units(self) -> tuple[UnitId, ...]:
        return _touched(self, "unit")

    def locations(self) -> tuple[Location, ...]:
        return _touched(self, "location")

    def cards(self) -> tuple[CardId, ...]:
        return _touched(self, "card")

    @property
    def struck(self) -> tuple[Location, ...]:
        """The places that it attacks; none unless an action says so."""
        return ()

    def content(self) -> dict[str, Any]:
        """What it is made of: each field by its name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


_TOUCHED: dict[type[Any], dict[str, tuple[str, ...]]] = {}


def _touching_fields(cls: type[Any]) -> dict[str, tuple[str, ...]]:
    if cls not in _TOUCHED:
        hints = get_type_hints(cls)
        wanted = {"unit": UnitId, "location": Location, "card": CardId, "edge": EdgeIndex}
        _TOUCHED[cls] = {
            word: tuple(each.name for each in fields(cls) if _holds(hints[each.name], kind))
            for word, kind in wanted.items()
        }
    return _TOUCHED[cls]


def _holds(hint: Any, kind: Any) -> bool:
    inside = get_args(hint)
    return hint is kind or (kind in inside and set(inside) <= {kind, Ellipsis, type(None)})


def _touched(record: Action | Event, word: str) -> tuple[Any, ...]:
    found: list[Any] = []
    for name in _touching_fields(type(record))[word]:
        value = getattr(record, name)
        if isinstance(value, (tuple, frozenset)):
            found += sorted(value) if isinstance(value, frozenset) else value
        elif value is not None:
            found.append(value)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with every outcome in it, enough to narrate and to animate it.

    Fields made with `secret()` are for the sides in `audience` alone; others read None there. What it moved, threw and
    cost an event says by its facets, which whoever shows or counts it reads instead of the fields of a game.
    """

    kind: ClassVar[str]

    @property
    def audience(self) -> frozenset[Side]:
        """The sides that may read the secret fields; nobody unless an event says so."""
        return frozenset()

    def seen_by(self, side: Side) -> Self:
        """The event as a side may know it."""
        hidden = {each.name: None for each in fields(self) if each.metadata.get(SECRET)}
        if not hidden or side in self.audience:
            return self
        return replace(self, **hidden)

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        """The units that are somewhere else now, each with its way."""
        return ()

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        """The dice that were thrown."""
        return ()

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        """The steps and the units that it cost."""
        return ()

    @property
    def played(self) -> tuple[CardId, ...]:
        """The cards that were played for all to see."""
        return ()

    @property
    def place(self) -> Location | None:
        """Where it happened: the last place it names, unless an event knows better; None if it names none."""
        named = [place for place in self.named_places() if place != NOWHERE]
        return named[-1] if named else None

    def named_units(self) -> tuple[UnitId, ...]:
        """The units it speaks of, found by the types of its fields."""
        return _touched(self, "unit")

    def named_places(self) -> tuple[Location, ...]:
        """The places it speaks of."""
        return _touched(self, "location")


@dataclass(frozen=True, slots=True)
class Frame:
    """One level of the stack of what is being done: a phase, or something a phase called for."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is in a game: the turn, the phase by the name that a position gives it, and whose phase it is."""

    turn: int
    phase: str
    side: Side


@dataclass(frozen=True, slots=True)
class Begun:
    """A phase that began while an action was carried out, and how many events that action had led to before."""

    moment: Moment
    after: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the side that won, or none, and how well, in the ruleset's own words."""

    winner: Side | None
    level: str
    rule: str
