"""Scenarios follow the map: a unit set up in a hex is in that hex still when the hex is numbered anew.

A scenario names places as they are printed, so that it can be read. When a change of the map gives places other names,
whatever a scenario of that map named by the old one is named by the new one, in the same entry of the history. Undo
brings back the very words that stood there before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from editor.model.change import Change
from editor.model.edits import Part, SheetHead
from engine.core.words.lexicon import Takes, WordKind
from engine.definitions.maps.map_places import Places
from engine.definitions.model import Document, Value
from engine.definitions.plan import MapPlan, SpacePlan
from engine.definitions.scenario import Area, Scenario
from engine.rulesets.assembly import lexicon_of
from engine.rulesets.registry import find_game

Name: TypeAlias = tuple[str, str]
"""The kind and the id of a document."""

_OF_LABELS = frozenset((Part.SHEET_ORDER, Part.JOINS))


def scenarios_of(documents: Mapping[Name, Document], map_id: str) -> dict[Name, Scenario]:
    """The scenarios that are played on a map."""
    return {
        name: document
        for name, document in documents.items()
        if isinstance(document, Scenario) and document.map == map_id
    }


def may_rename(change: Change) -> bool:
    """Whether a change may give places other names: other numbers, other sheets, spaces called otherwise."""
    for (part, _), edit in change.records.items():
        if part in _OF_LABELS or (part in (Part.SHEET, Part.SPACE) and _names(edit.before) != _names(edit.after)):
            return True
    return False


def _names(record: object) -> object:
    """What the names of places follow from; a sheet that is only moved prints what it printed."""
    if isinstance(record, SheetHead):
        return record.grid, record.first, record.size, record.labels
    return record.name if isinstance(record, SpacePlan) else None


class Followers:
    """What scenarios said before and after one entry of the history."""

    def __init__(self) -> None:
        self._pairs: list[tuple[Scenario, Scenario]] = []

    def follow(
        self, scenarios: Mapping[Name, Scenario], before: MapPlan, after: MapPlan, *, is_undo: bool
    ) -> dict[Name, Scenario]:
        """The scenarios that must be worded anew, as they will be."""
        old, new = Places(before), Places(after)
        found: dict[Name, Scenario] = {}
        for name, scenario in scenarios.items():
            known = self._known(scenario, is_undo=is_undo)
            worded = known if known is not None else _worded(scenario, old, new)
            if worded != scenario:
                found[name] = worded
                if known is None:
                    self._pairs.append((worded, scenario) if is_undo else (scenario, worded))
        return found

    def _known(self, scenario: Scenario, *, is_undo: bool) -> Scenario | None:
        """What a scenario said on the other side of this entry, if it was there and nobody has changed it since."""
        for first, second in reversed(self._pairs):
            here, there = (second, first) if is_undo else (first, second)
            if here == scenario:
                return there
        return None


def _area(area: Area | None, named: Callable[[str], str]) -> Area | None:
    if area is None or area.region is not None:
        return area
    if area.within is not None:
        return area.replace(within=area.within.replace(place=named(area.within.place)))
    return area.replace(any_of=tuple(named(text) for text in area.any_of))


def _held(
    scenario: Scenario, named: Callable[[str], str], values: Mapping[str, Value], kind: WordKind
) -> Mapping[str, Value]:
    """Values as they will be: those that the game takes for places are named anew."""
    entry = find_game(scenario.ruleset) if values else None
    if entry is None:
        return values
    lexicon, found = lexicon_of(entry), dict(values)
    for name, value in values.items():
        word = lexicon.find(kind, name)
        if word is not None and word.takes is Takes.PLACE and named(str(value)) != str(value):
            found[name] = named(str(value))
    return found


def _worded(scenario: Scenario, old: Places, new: Places) -> Scenario:
    def named(text: str) -> str:
        key = old.key(text)
        return text if key is None or new.key(text) == key else new.label(key)

    held = partial(_held, scenario, named)
    return scenario.replace(
        setup=tuple(
            each.replace(at=named(each.at), area=_area(each.area, named), values=held(each.values, WordKind.UNIT_VALUE))
            for each in scenario.setup
        ),
        values=held(scenario.values, WordKind.VALUE),
        control=tuple(
            each.replace(locations=tuple(named(text) for text in each.locations)) if each.locations else each
            for each in scenario.control
        ),
        markers=tuple(each.replace(at=named(each.at)) for each in scenario.markers),
        schedule=tuple(
            each.replace(at=None if each.at is None else named(each.at), values=held(each.values, WordKind.UNIT_VALUE))
            for each in scenario.schedule
        ),
        objectives=tuple(each.replace(at=named(each.at)) for each in scenario.objectives),
        victory=tuple(
            each.replace(hold=tuple(named(text) for text in each.hold)) if each.hold else each
            for each in scenario.victory
        ),
    )
