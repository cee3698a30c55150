"""One hex, two hexes: a number that chooses the word that goes with it.

Where a template is filled in with a `Counted`, `{count:hex|hexes}` is the word for that many, by the rule of its
language; any other format is that of a plain number. A form for each case stands between the bars, in the order of
the rule: first for one, last for everything that has no form of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Self, TypeAlias

ENGLISH: Final = "en"
BAR: Final = "|"


Quantity: TypeAlias = int | Fraction


def _one_alone(count: Quantity) -> int:
    """Half a point is one as well, one and a half are two."""
    return 0 if count and -1 <= count <= 1 else 1


def _below_two(count: Quantity) -> int:
    return 0 if -2 < count < 2 else 1


RULES: Final[Mapping[str, Callable[[Quantity], int]]] = MappingProxyType({ENGLISH: _one_alone, "fr": _below_two})
"""Which form a number takes, by language; one that is not here counts as English does."""


_POINTS: Final[Mapping[str, str]] = MappingProxyType({"fr": ","})


def plural_form(forms: str, count: Quantity, language: str = ENGLISH) -> str:
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


class Measured(float):
    """A number with decimals in a sentence of a language, behind a comma where it has one."""

    language: str

    def __new__(cls, value: float, language: str = ENGLISH) -> Self:
        made = super().__new__(cls, value)
        made.language = language
        return made

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(".", _POINTS.get(self.language, "."))


class CountedParts(Fraction):
    """A number in a sentence of a language that need not be whole: 1½ is written so."""

    language: str

    def __new__(cls, count: Fraction, language: str = ENGLISH) -> Self:
        made = super().__new__(cls, count)
        made.language = language
        return made

    def __format__(self, spec: str) -> str:
        return plural_form(spec, self, self.language) if BAR in spec else mixed(self)


def mixed(value: Quantity) -> str:
    """A number as one reads it: halves, thirds and quarters as such, behind the whole."""
    whole, rest = divmod(abs(Fraction(value)), 1)
    if rest and rest not in _PARTS:
        return f"{Fraction(value).numerator}/{Fraction(value).denominator}"
    return f"{'-' if value < 0 else ''}{whole if whole or not rest else ''}{_PARTS.get(rest, '')}"


_PARTS: Final[Mapping[Fraction, str]] = MappingProxyType(
    {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 3): "⅓"}
)
