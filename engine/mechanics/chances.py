"""Chances: what the faces of a die come to, and what that costs both sides on average."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from engine.core.answers import Chance, Losses, Throw

Costs = Callable[[str], tuple[Losses, Losses]]
"""What a result costs the attacker and the defender, in steps."""


def chances_of(
    read: Sequence[tuple[str, str]], costs: Costs, shares: Sequence[Fraction] | None = None
) -> tuple[Chance, ...]:
    """The results of a throw, given the row and the result of each face, in the order in which faces come to them.

    `shares` says how likely each face, or each sum of several dice, is; without it all are alike.
    """
    weights = shares if shares is not None else (Fraction(1, len(read)),) * len(read)
    rows: dict[str, list[str]] = {}
    likely: dict[str, Fraction] = {}
    for (row, result), share in zip(read, weights, strict=True):
        rows.setdefault(result, []).append(row)
        likely[result] = likely.get(result, Fraction()) + share
    found = []
    for result, held in rows.items():
        attacker, defender = costs(result)
        found.append(Chance(result, likely[result], tuple(dict.fromkeys(held)), attacker, defender))
    return tuple(found)


def expected(throws: Iterable[Throw]) -> tuple[Losses, Losses]:
    """The steps that attacker and defender lose on average over some throws."""
    attacker = defender = Losses()
    for throw in throws:
        for chance in throw.chances:
            attacker += chance.attacker.times(chance.share)
            defender += chance.defender.times(chance.share)
    return attacker, defender
