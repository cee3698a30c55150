"""All chance is in the state: throw n of seed s is a fixed number, the same on every machine.

A throw hashes the seed, the number of the throw and an attempt with BLAKE2b and takes the first 64 bits.
Values beyond the last whole multiple of the number of faces are rejected and the attempt counted up, so
every face is exactly as likely as every other. Nothing here, and nothing in a ruleset, uses `random`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64


def throw(seed: int, number: int, faces: int) -> int:
    """The face, from 1, that throw `number` of `seed` shows on a die of so many faces."""
    if faces < 1:
        raise ValueError(f"a die needs at least one face, not {faces}")
    limit = _SPAN - _SPAN % faces
    attempt = 0
    while True:
        value = int.from_bytes(blake2b(b"%d:%d:%d" % (seed, number, attempt), digest_size=8).digest(), "big")
        if value < limit:
            return value % faces + 1
        attempt += 1


def shuffled(seed: int, number: int, items: Sequence[T]) -> tuple[tuple[T, ...], int]:
    """The items in a random order, and the number of throws that took (Fisher and Yates, from the end)."""
    order = list(items)
    used = 0
    for last in range(len(order) - 1, 0, -1):
        other = throw(seed, number + used, last + 1) - 1
        used += 1
        order[last], order[other] = order[other], order[last]
    return tuple(order), used


class Lots:
    """Chance outside a game, for whoever imagines one: the same salt and try give the same lots.

    The hash is another than that of games, so that no salt can happen to foretell the dice of a seed.
    """

    def __init__(self, salt: int, attempt: int = 0) -> None:
        self.seed = int.from_bytes(blake2b(b"lots:%d:%d" % (salt, attempt), digest_size=7).digest(), "big")
        self._drawn = 0

    def among(self, items: Sequence[T]) -> T:
        """One of several, each as likely as every other."""
        self._drawn += 1
        return items[throw(self.seed, self._drawn, len(items)) - 1]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """All of them in any order."""
        order, used = shuffled(self.seed, self._drawn + 1, items)
        self._drawn += used
        return order


@dataclass(frozen=True, slots=True)
class Given:
    """Chance laid down beforehand, as a position does: dice, cards to draw, results of tables, used in order.

    When a list runs out chance goes on as usual from the seed.
    """

    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


NOTHING_GIVEN = Given()
