"""Which counters a scenario needs on card: two steps on each, full strength in front and the weaker behind.

A unit of four steps has two counters. A counter with one step has the colours of its owner behind, and nothing else, so
that it can lie hidden. Chits that are drawn, and markers, are counters too. No Qt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import NO_BANDS, unit_picture
from engine.core.messages import Catalogue, message
from engine.definitions.cards import Card
from engine.definitions.counters import CounterType
from engine.definitions.oob import UnitEntry
from engine.definitions.palette import MarkerSwatch, Nation, UnitMarkerSwatch
from engine.definitions.scenario import ScheduleKind
from engine.narration.names import Names
from engine.rulesets.brief import Brief

_CHIT: Final = "#d8ccb0"
_OF_EACH: Final = 4
_BRIGHT: Final = 140


@dataclass(frozen=True, slots=True)
class PrintedCounter:
    """Both sides of a counter."""

    front: CounterPicture
    back: CounterPicture
    note: str = ""
    """Where it is set up, or when and where it comes."""
    is_marker: bool = False


def printed_counters(
    units: Iterable[UnitEntry],
    types: Mapping[str, CounterType],
    nations: Mapping[str, Nation],
    bands: Mapping[str, str] = NO_BANDS,
    notes: Mapping[str, str] = NO_BANDS,
) -> tuple[PrintedCounter, ...]:
    """Every counter of an order of battle, sides together; a unit of an unknown type has none."""
    known = [(types[unit.type], unit) for unit in units if unit.type in types]
    ordered = sorted(known, key=lambda pair: (pair[0].side or "", pair[0].nation or ""))
    return tuple(
        replace(counter, note=notes.get(unit.id, ""))
        for kind, unit in ordered
        for counter in _counters(unit, kind, nations, bands)
    )


def set_up_notes(brief: Brief, words: Catalogue) -> dict[str, str]:
    """What each unit has written on its counter: the place where it is set up, or the turn on which it comes."""
    found: dict[str, str] = {}
    names = Names(brief, brief.scenario.sides, brief.board)
    for entry in brief.scenario.schedule:
        if entry.kind is ScheduleKind.ARRIVAL and entry.at is None:
            found[entry.unit] = words.text(message("set-up.arrival-note", turn=entry.turn))
        elif entry.kind is ScheduleKind.ARRIVAL and entry.at is not None:
            place = names.place(brief.board.at(entry.at))
            found[entry.unit] = words.text(message("set-up.arrival-place-note", turn=entry.turn, place=place))
    for placed in brief.scenario.setup:
        place = names.place(brief.board.at(placed.at))
        if placed.unit not in found:
            found[placed.unit] = place
    return found


def printed_chits(cards: Iterable[Card]) -> tuple[PrintedCounter, ...]:
    """What is drawn blind and has no text to read: strength markers out of a cup, and not cards."""
    return tuple(_worded(card.id, card.name, _CHIT) for card in cards if not card.text)


def printed_markers(markers: Iterable[MarkerSwatch], laid: Iterable[str] = ()) -> tuple[PrintedCounter, ...]:
    """The markers of a game, a few of each, and of those that lie there from the beginning as many more."""
    counts = Counter(laid)
    return tuple(
        replace(_worded(f"{marker.id}-{number}", marker.name, marker.colour or _CHIT), is_marker=True)
        for marker in markers
        for number in range(_OF_EACH + counts[marker.id])
    )


def printed_unit_markers(markers: Iterable[UnitMarkerSwatch]) -> tuple[PrintedCounter, ...]:
    """What is laid on units to tell their condition, as many of each as its game says."""
    return tuple(
        replace(_worded(f"{marker.id}-{number}", marker.name, marker.colour or _CHIT), is_marker=True)
        for marker in markers
        for number in range(marker.copies)
    )


def is_worded(picture: CounterPicture) -> bool:
    """Whether words are all that is on a counter."""
    return bool(picture.name) and not picture.symbol and picture.factors == picture.name


def _worded(name: str, words: str, ground: str) -> PrintedCounter:
    """A counter with nothing but words on it, blank behind."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    ink = "#14181a" if 0.3 * red + 0.6 * green + 0.1 * blue > _BRIGHT else "#ffffff"
    front = CounterPicture(name, "", name=words, ground=ground, ink=ink, factors=words)
    return PrintedCounter(front, replace(front, is_hidden=True))


def _counters(
    unit: UnitEntry, kind: CounterType, nations: Mapping[str, Nation], bands: Mapping[str, str]
) -> list[PrintedCounter]:
    band = bands.get(unit.formation or "", "")
    faces = [unit_picture(unit, kind, nations, step=lost, band=band) for lost in range(len(kind.steps))]
    found = []
    for number in range(0, len(faces), 2):
        front = faces[number]
        back = faces[number + 1] if number + 1 < len(faces) else replace(front, is_hidden=True)
        found.append(PrintedCounter(front, back))
    return found
