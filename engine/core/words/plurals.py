"""One hex, two hexes: a number that chooses the word that goes with it.

Where a template is filled in with a `Counted`, `{count:hex|hexes}` is the word for that many, by the rule of its
language; any other format is that of a plain number. A form for each case stands between the bars, in the order of
the rule: first for one, last for everything that has no form of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Self

ENGLISH: Final = "en"
BAR: Final = "|"


def _one_alone(count: int) -> int:
    return 0 if abs(count) == 1 else 1


def _below_two(count: int) -> int:
    return 0 if abs(count) < 2 else 1


RULES: Final[Mapping[str, Callable[[int], int]]] = MappingProxyType({ENGLISH: _one_alone, "fr": _below_two})
"""Which form a number takes, by language; one that is not here counts as English does."""


def plural_form(forms: str, count: int, language: str = ENGLISH) -> str:
    """The form for a number, of several between bars."""
    known = forms.split(BAR)
    return known[min(RULES.get(language, _one_alone)(count), len(known) - 1)]


class Counted(int):
    """A whole number in a sentence of a language."""

    language: str

    def __new__(cls, count: int, language: str = ENGLISH) -> Self:
        made = super().__new__(cls, count)
        made.language = language
        return made

    def __format__(self, spec: str) -> str:
        return plural_form(spec, self, self.language) if BAR in spec else super().__format__(spec)
