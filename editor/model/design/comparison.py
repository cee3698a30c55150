"""What differs between two scenarios, in groups, each difference with the unit or the place that it is about.

Units are the same where their ids are; everything is told by the names that people know it by. No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from editor.model.design.cell_words import place_title
from editor.model.design.design import Design
from editor.model.design.spoken import Group, Spoken
from engine.definitions.charts.chart_changes import differences
from engine.definitions.scenario import Control
from engine.narration.victory_words import victory_sentences


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is one thing here and another there; None where there is nothing."""

    group: Group
    what: str
    """The id or the key it goes by; `name` is what it is called."""
    here: str | None
    there: str | None
    unit: str = ""
    place: str = ""
    """As the scenario writes it."""
    name: str = ""


_HEAD: Final = ("title", "ruleset", "map", "sides", "first_turn", "last_turn", "description", "notes")
_OF_UNITS: Final = ("name", "type", "formation", "step", "code", "traits", "values")
_OF_SETUP: Final = ("at", "area", "step", "marks", "values")
_OF_FORMATIONS: Final = ("name", "parent", "side", "band")
_OF_CARDS: Final = ("name", "side", "deck", "values", "traits", "removed_after_event", "text")


def compare(one: Design, other: Design) -> tuple[Difference, ...]:
    """Every difference, group by group."""
    return tuple(_every(one, other))


def _every(one: Design, other: Design) -> Iterator[Difference]:
    here, there = one.scenario, other.scenario
    ours, theirs = Spoken(one), Spoken(other)
    for field in _HEAD:
        if getattr(here, field) != getattr(there, field):
            yield Difference(Group.HEAD, field, ours.head(field), theirs.head(field))
    both = _Both(ours, theirs)
    yield from both.pairs(
        Group.TYPES, one.types, other.types, lambda said, kind: said.fields(kind, tuple(type(kind).model_fields))
    )
    yield from both.pairs(
        Group.FORMATIONS, one.formations, other.formations, lambda said, each: said.fields(each, _OF_FORMATIONS)
    )
    yield from both.pairs(Group.UNITS, one.units, other.units, lambda said, unit: said.fields(unit, _OF_UNITS))
    yield from both.pairs(
        Group.SETUP, one.placements, other.placements, lambda said, placed: said.fields(placed, _OF_SETUP)
    )
    yield from both.pairs(Group.CONTROL, _held(here.control), _held(there.control), lambda said, side: said.side(side))
    yield from both.pairs(Group.MARKERS, _laid(here.markers), _laid(there.markers), lambda _, level: str(level))
    yield from _schedule(both)
    yield from _charts(both)
    yield from both.pairs(Group.CARDS, one.cards, other.cards, lambda said, card: said.fields(card, _OF_CARDS))
    yield from both.pairs(
        Group.OBJECTIVES,
        {each.at: each for each in here.objectives},
        {each.at: each for each in there.objectives},
        lambda said, objective: said.fields(objective, ("value", "side", "name")),
    )
    yield from both.pairs(Group.VICTORY, _won(ours), _won(theirs), lambda _, sentence: sentence)
    yield from both.pairs(Group.OPTIONS, here.options, there.options, lambda said, value: said.value("", value))
    yield from both.pairs(Group.VALUES, here.values, there.values, lambda said, value: said.value("", value))


class _Both:
    """Two designs, and how each speaks of itself."""

    def __init__(self, ours: Spoken, theirs: Spoken) -> None:
        self.ours, self.theirs = ours, theirs

    def name(self, group: Group, what: str, *, is_ours: bool) -> str:
        """What a thing is called, by whoever has it."""
        return (self.ours if is_ours else self.theirs).name(group, what)

    def pairs(
        self, group: Group, here: Mapping[str, Any], there: Mapping[str, Any], words: Callable[[Spoken, Any], str]
    ) -> Iterator[Difference]:
        """The things of two lists that are not the same in both."""
        for what in dict.fromkeys((*here, *there)):
            one, other = here.get(what), there.get(what)
            if one == other:
                continue
            yield Difference(
                group,
                what,
                words(self.ours, one) if what in here else None,
                words(self.theirs, other) if what in there else None,
                what if group in (Group.UNITS, Group.SETUP) else "",
                _place(group, what),
                self.name(group, what, is_ours=what in here),
            )


def _place(group: Group, what: str) -> str:
    """Where a thing is; that of a marker stands before its kind, and may have spaces in it."""
    if group is Group.MARKERS:
        return what.rpartition(" ")[0]
    return what if group in (Group.CONTROL, Group.OBJECTIVES) else ""


def _held(control: Iterable[Control]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in control:
        for name in (each.region,) if each.region is not None else each.locations:
            found[name] = each.side
    return found


def _laid(markers: Iterable[Any]) -> dict[str, int]:
    return {f"{each.at} {each.marker}": each.level for each in markers}


def _won(said: Spoken) -> dict[str, str]:
    """How a scenario is won in its own words, sentence by sentence."""
    sentences = victory_sentences(said.design.scenario, lambda label: place_title(said.design, label))
    return {str(number): sentence for number, sentence in enumerate(sentences, start=1)}


def _schedule(both: _Both) -> Iterator[Difference]:
    def entries(said: Spoken) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for entry in said.design.scenario.schedule:
            words = f"{entry.turn}" if entry.at is None else f"{entry.turn}, {place_title(said.design, entry.at)}"
            more = said.value("values", entry.values)
            found[entry.unit, entry.kind.value] = f"{words} ({more})" if more else words
        return found

    here, there = entries(both.ours), entries(both.theirs)
    for key in dict.fromkeys((*here, *there)):
        if here.get(key) != there.get(key):
            unit, kind = key
            name = both.name(Group.UNITS, unit, is_ours=key in here)
            yield Difference(Group.SCHEDULE, f"{unit} ({kind})", here.get(key), there.get(key), unit, name=name)


def _charts(both: _Both) -> Iterator[Difference]:
    one, other = both.ours.design, both.theirs.design
    if one.scenario.ruleset != other.scenario.ruleset:
        return
    for change in differences(one.charts, other.charts):
        parts = [str(part) for part in change.path if part not in ("cells", "entries")]
        name = " / ".join(both.ours.word(part) for part in parts)
        before, after = both.ours.value("", change.before), both.theirs.value("", change.after)
        yield Difference(Group.CHARTS, " / ".join(parts), before, after, name=name)
