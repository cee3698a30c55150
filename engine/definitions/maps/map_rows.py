"""Terrain as rows of letters, the way one would type a map.

Each sheet has a legend from single characters to terrains and one line of text a row of hexes. The writer
picks the characters from the names alone, in the order in which the map came by its terrains, so that a new
terrain never changes the letters of the others; when the alphabet is used up it goes on through the scripts
of the world, which have more letters than a map can have terrains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.definitions.plan import Codes

ABSENT: Final = "-"
"""Where no cell is, in what the writer writes; a person may choose another."""

_GROUND: Final = "."
_ASCII: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;+*=~^!?%&@$<>|/_()[]{}"
_WISHED: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.")
_SCRIPTS: Final = (
    (0x00C0, 0x024F),  # Latin with its accents
    (0x0391, 0x03C9),  # Greek
    (0x0410, 0x044F),  # Cyrillic
    (0x4E00, 0x9FFF),  # Han
    (0xAC00, 0xD7A3),  # Hangul
    (0x20000, 0x2A6DF),  # Han, the rare ones
)


def pick_letters(terrains: Sequence[str]) -> list[str]:
    """A character of its own for every terrain; those of the first ones do not depend on the later ones."""
    taken = {ABSENT}
    spare = _spare_letters()
    picked = []
    for number, name in enumerate(terrains):
        wishes = _GROUND if number == 0 else name.lower() + name.upper()
        letter = next((wish for wish in wishes if wish not in taken and wish in _WISHED), None)
        while letter is None or letter in taken:
            letter = next(spare)
        taken.add(letter)
        picked.append(letter)
    return picked


def _spare_letters() -> Iterator[str]:
    yield from _ASCII
    for first, last in _SCRIPTS:
        for point in range(first, last + 1):
            letter = chr(point)
            if letter.isalpha():
                yield letter


def write_rows(terrain: Codes, letters: Sequence[str]) -> list[str]:
    """One line of text a row of cells; `letters[code - 1]` is the character of a code."""
    alphabet = [ABSENT, *letters]
    return ["".join([alphabet[code] for code in row]) for row in terrain.tolist()]


def codes_used(terrain: Codes) -> list[int]:
    """The codes that occur, the absent cell among them, in their order."""
    return [int(code) for code in np.unique(terrain)]


class RowTrouble(NamedTuple):
    """A row that cannot be read: where, and the character that is not in the legend ("" when the row is too long)."""

    row: int
    column: int
    character: str


def read_rows(rows: Iterable[str], legend: Mapping[str, int], terrain: Codes) -> Iterator[RowTrouble]:
    """Paint rows over a sheet that holds its fill, and tell of every row that cannot be read."""
    width = terrain.shape[1]
    for down, row in enumerate(rows):
        if len(row) > width:
            yield RowTrouble(down, width, "")
            continue
        try:
            terrain[down, : len(row)] = [legend[character] for character in row]
        except KeyError:
            column = next(at for at, character in enumerate(row) if character not in legend)
            yield RowTrouble(down, column, row[column])
