"""A line before what is worth keeping: where it should run, and what a unit adds to it that stands at a place.

A line runs a march away from the enemy, through places from which it covers what one holds, and whoever stands in it
also covers the places beside. Where somebody covers already, another is hardly needed; so units spread, and what could
be walked round is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from engine.core.ids import Location
from engine.players.position.terrain import Land

AWAY: Sequence[float] = (0.0, 0.5, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2)
"""How much of a line runs at each distance from the nearest enemy."""
BEHIND = 0.93
"""How much of what a line covers is left one step further before it."""
TWICE = 0.25
"""How much a place is still worth covering where one covers it already."""


class Front:
    """The line of one side, with those counted who stand where they mean to."""

    def __init__(
        self, land: Land, held: Mapping[Location, float], enemies: Iterable[Location], own: Iterable[Location]
    ) -> None:
        self._beside = land.beside
        self.need = _need(land, held, sorted(set(enemies)))
        """What it is worth that a place is covered."""
        self.covering = [0] * land.size
        """How many cover each place."""
        for at in own:
            self._count(at, 1)

    def _count(self, at: Location, change: int) -> None:
        for each in (at, *self._beside[at]):
            self.covering[each] += change

    def shift(self, origin: Location, to: Location) -> None:
        """Somebody means to go somewhere else."""
        self._count(origin, -1)
        self._count(to, 1)

    def worth(self, at: Location, stands: Location | None) -> float:
        """What a unit adds to the line at a place, without what it does where it stands."""
        there = {stands, *self._beside[stands]} if stands is not None else set()
        found = 0.0
        for each in (at, *self._beside[at]):
            others = self.covering[each] - (each in there)
            if others < 2:
                found += self.need[each] * (TWICE if others else 1.0)
        return found


def _need(land: Land, held: Mapping[Location, float], enemies: Sequence[Location]) -> list[float]:
    """By how far the enemy is, and by what lies behind; 1 is the most that a place can want.

    What lies nearer to the enemy than to a place is not covered from there.
    """
    far = np.full(land.size, len(AWAY))
    nearest = np.zeros(land.size, dtype=np.intp)
    for at in enemies:
        for distance, ring in enumerate(land.rings(at, len(AWAY) - 1)):
            nearer = ring[far[ring] > distance]
            far[nearer], nearest[nearer] = distance, at
    band = np.flatnonzero(far < len(AWAY))
    away = np.array(AWAY)[far[band]]
    covered = np.zeros(len(band))
    for at, worth in held.items():
        distances = land.distances(at)
        is_between = distances[band] < distances[nearest[band]]
        covered += worth * land.fading(at, BEHIND)[band] * is_between
    found = np.zeros(land.size)
    found[band] = covered * away
    most = float(found.max())
    wanted: list[float] = (found / most if most > 0 else found).tolist()
    return wanted
