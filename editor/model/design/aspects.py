"""What a change of documents touches of one scenario: so that a panel looks again only at what it shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from editor.model.documents_change import DocumentEdit, DocumentsChange, Name
from engine.definitions.cards import Cards
from engine.definitions.counters import Counters
from engine.definitions.oob import OrderOfBattle
from engine.definitions.palette import Palette
from engine.definitions.scenario import Scenario


class Aspect(StrEnum):
    """A part of a scenario that some panel is about."""

    HEAD = "head"
    """Title, sides, turns, ruleset, map, and which documents it is made of."""
    WORDS = "words"
    """The description and the designer's notes, which change with every key."""
    TYPES = "types"
    UNITS = "units"
    FORMATIONS = "formations"
    CARDS = "cards"
    SETUP = "setup"
    CONTROL = "control"
    MARKERS = "markers"
    VALUES = "values"
    SCHEDULE = "schedule"
    OBJECTIVES = "objectives"
    OPTIONS = "options"
    CHARTS = "charts"
    PALETTE = "palette"


EVERYTHING: Final = frozenset(Aspect)
_OF_FIELDS: Final = {
    "description": Aspect.WORDS,
    "notes": Aspect.WORDS,
    "setup": Aspect.SETUP,
    "control": Aspect.CONTROL,
    "markers": Aspect.MARKERS,
    "values": Aspect.VALUES,
    "schedule": Aspect.SCHEDULE,
    "objectives": Aspect.OBJECTIVES,
    "victory": Aspect.OBJECTIVES,
    "otherwise": Aspect.OBJECTIVES,
    "options": Aspect.OPTIONS,
    "charts": Aspect.CHARTS,
}
_DOCUMENTS: Final = {"counters": Aspect.TYPES, "oob": Aspect.UNITS, "cards": Aspect.CARDS}


@dataclass(frozen=True, slots=True)
class DesignTouched:
    """Aspects that may be others than before, and of long lists which things."""

    aspects: frozenset[Aspect] = frozenset()
    units: frozenset[str] = field(default=frozenset())
    """Units that were added, changed, removed, or set up elsewhere."""
    types: frozenset[str] = field(default=frozenset())

    def __bool__(self) -> bool:
        return bool(self.aspects)

    def has(self, *aspects: Aspect) -> bool:
        """Whether any of these may be another."""
        return not self.aspects.isdisjoint(aspects)


def touched_of(change: DocumentsChange, scenario: str) -> DesignTouched:
    """What a change touches of a scenario."""
    found: set[Aspect] = set()
    units: set[str] = set()
    types: set[str] = set()
    own = change.edits.get(("scenario", scenario))
    if own is not None:
        if not (isinstance(own.before, Scenario) and isinstance(own.after, Scenario)):
            return DesignTouched(EVERYTHING)
        found |= _of_scenario(own.before, own.after)
        units |= _other(own.before.setup, own.after.setup, "unit")
    for name, edit in change.edits.items():
        _of_document(name, edit, found, units, types)
    return DesignTouched(frozenset(found), frozenset(units), frozenset(types))


def _of_scenario(before: Scenario, after: Scenario) -> set[Aspect]:
    found: set[Aspect] = set()
    for name in Scenario.model_fields:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        found.add(_OF_FIELDS.get(name, Aspect.HEAD))
        if name in _DOCUMENTS:
            found.add(_DOCUMENTS[name])
            if name == "oob":
                found.add(Aspect.FORMATIONS)
        if name == "ruleset":
            return set(EVERYTHING)
    return found


def _of_document(name: Name, edit: DocumentEdit, found: set[Aspect], units: set[str], types: set[str]) -> None:
    kind = type(edit.after or edit.before)
    if kind is OrderOfBattle:
        if _items(edit.before, "formations") != _items(edit.after, "formations"):
            found.add(Aspect.FORMATIONS)
        others = _other(_items(edit.before, "units"), _items(edit.after, "units"), "id")
        if others or _items(edit.before, "units") != _items(edit.after, "units"):
            found.add(Aspect.UNITS)
            units |= others
    elif kind is Counters:
        found.add(Aspect.TYPES)
        types |= _other(_items(edit.before, "types"), _items(edit.after, "types"), "id")
    elif kind is Cards:
        found.add(Aspect.CARDS)
    elif kind is Palette:
        found.add(Aspect.PALETTE)


def _items(document: Any, name: str) -> tuple[Any, ...]:
    return () if document is None else getattr(document, name)


def _other(before: Iterable[Any], after: Iterable[Any], key: str) -> set[str]:
    """The names of things that are not the same in both lists, wherever they stand."""
    old = {getattr(item, key): item for item in before}
    new = {getattr(item, key): item for item in after}
    changed = {name for name, item in new.items() if old.get(name) is not item and old.get(name) != item}
    return changed | (old.keys() - new.keys())
