"""How well a few typed letters fit a name: what the command palette and the search fields go by.

Letters must come in order; those at the beginning of words and those in a row count for more, long names for less. No
Qt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_AT_START: Final = 8.0
_AT_WORD: Final = 6.0
_IN_A_ROW: Final = 4.0
_ANYWHERE: Final = 1.0
_WHOLE: Final = 40.0


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Small letters without accents."""
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in taken_apart if not unicodedata.combining(letter))


def score(wanted: str, name: str) -> float:
    """How well letters fit a name: 0 when they do not, 1 for everything when nothing is wanted."""
    letters, text = _plain(wanted.strip()), _plain(name)
    if not letters:
        return 1.0
    if letters == text:
        return _WHOLE * 2
    total = _WHOLE * text.startswith(letters) + _WHOLE / 2 * (f" {letters}" in text)
    spots = places(wanted, name)
    if spots is None:
        return 0.0
    before = -2
    for at in spots:
        if at == 0:
            total += _AT_START
        elif not text[at - 1].isalnum():
            total += _AT_WORD
        elif at == before + 1:
            total += _IN_A_ROW
        else:
            total += _ANYWHERE
        before = at
    return total / (1 + 0.02 * len(text))


def places(wanted: str, name: str) -> Sequence[int] | None:
    """Which letters of a name were meant, the beginnings of words before others; None when they are not all there."""
    letters, text = _plain(wanted).replace(" ", ""), _plain(name)
    by_words = _matched(letters, text, words=True)
    return by_words if by_words is not None else _matched(letters, text, words=False)


def _matched(letters: str, text: str, *, words: bool) -> list[int] | None:
    found: list[int] = []
    at = 0
    for letter in letters:
        spot = text.find(letter, at)
        follows = bool(found) and spot == found[-1] + 1
        if words and not follows:
            spot = next((n for n in range(at, len(text)) if text[n] == letter and _begins(text, n)), spot)
        if spot < 0:
            return None
        found.append(spot)
        at = spot + 1
    return found


def _begins(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
