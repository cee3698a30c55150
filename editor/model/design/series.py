"""Numbered series: "1st to 12th Rifle Division" is one pattern, twelve names and twelve ids.

A pattern holds the place of the number: {n} plain, {n:02} with leading zeros, {th} as an ordinal, {roman} as the Romans
wrote it. Ordinals are English; another language writes {n} and its own ending.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from editor.model.design.ids import free_id
from editor.model.words import checked_line, slug
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.oob import UnitEntry

MOST: Final = 1000
LARGEST_ROMAN: Final = 3999
_PLACE = re.compile(r"\{(n(?::0?[1-9])?|th|roman)\}")
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Series:
    """What a run of units has in common, and what runs through it."""

    pattern: str
    first: int
    last: int
    like: UnitEntry
    """The template: every field but id and name is taken from it."""
    every: int = 1

    def numbers(self) -> range:
        """The numbers, in order; raises CannotEdit for a run that is none."""
        if self.every < 1 or self.first < 0 or self.last < self.first:
            raise CannotEdit(message("design.cannot.bad-run", first=self.first, last=self.last))
        found = range(self.first, self.last + 1, self.every)
        if len(found) > MOST:
            raise CannotEdit(message("design.cannot.long-run", most=MOST))
        return found

    def units(self, taken: set[str]) -> tuple[UnitEntry, ...]:
        """The units, with ids that nobody has."""
        used = set(taken)
        found = []
        for number in self.numbers():
            name = named(self.pattern, number)
            made = free_id(slug(name, "unit"), used)
            used.add(made)
            found.append(self.like.replace(id=made, name=name))
        return tuple(found)


def has_number(pattern: str) -> bool:
    """Whether a number runs through a name."""
    return _PLACE.search(pattern) is not None


def next_number(pattern: str, names: Collection[str], after: int = 0) -> int:
    """The first number beyond one whose name nobody bears, as a run goes on; 1 for a run that begins."""
    for number in range(after + 1, after + MOST + 1):
        try:
            if named(pattern, number) not in names:
                return number
        except CannotEdit:
            break
    return after + 1


def named(pattern: str, number: int) -> str:
    """The name with a number in it."""
    if not _PLACE.search(pattern):
        raise CannotEdit(message("design.cannot.no-number"))
    name = checked_line(_PLACE.sub(lambda found: _written(found[1], number), pattern).strip())
    if not name:
        raise CannotEdit(message("design.cannot.no-name"))
    return name


def pattern_of(name: str) -> tuple[str, int] | None:
    """The pattern a name would be one of, and its number; None for a name without one. 3rd Army is {th} Army."""
    found = re.search(r"(\d+)(st|nd|rd|th)\b", name)
    if found and found[0] == ordinal(int(found[1])):
        return f"{name[: found.start()]}{{th}}{name[found.end() :]}", int(found[1])
    found = re.search(r"\d+", name)
    if found and len(found[0]) <= 6:
        place = f"{{n:0{len(found[0])}}}" if found[0].startswith("0") and len(found[0]) < 10 else "{n}"
        return f"{name[: found.start()]}{place}{name[found.end() :]}", int(found[0])
    for found in re.finditer(r"\b[IVXLCDM]+\b", name):
        number = _from_roman(found[0])
        if number is not None:
            return f"{name[: found.start()]}{{roman}}{name[found.end() :]}", number
    return None


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def roman(number: int) -> str:
    """XLVIII; the Romans had no nothing and stopped before four thousand."""
    if not 1 <= number <= LARGEST_ROMAN:
        raise CannotEdit(message("design.cannot.not-roman", number=number, most=LARGEST_ROMAN))
    found = ""
    for value, letters in _ROMAN:
        while number >= value:
            found, number = found + letters, number - value
    return found


def _from_roman(word: str) -> int | None:
    number, rest = 0, word
    for value, letters in _ROMAN:
        while rest.startswith(letters):
            number, rest = number + value, rest[len(letters) :]
    return number if not rest and number <= LARGEST_ROMAN and roman(number) == word else None


def _written(place: str, number: int) -> str:
    if place == "th":
        return ordinal(number)
    if place == "roman":
        return roman(number)
    return f"{number:{place.partition(':')[2]}}"
