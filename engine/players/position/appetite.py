"""What the enemy would go for: each of its units strikes in one place, so that not all is struck that could be.

It takes what brings it most for the strength that it needs there, and goes on as long as it has somebody left for the
next. What the last of these brought is the going rate: what brings more is likely struck, what brings less is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.ids import Location

ENOUGH = 3.0
"""With so many times the strength of the defence an attack is sure enough for nobody else to be wanted."""
TOO_FEW = 1.5
"""With less than so many times nobody attacks."""
LEAST_DEFENCE = 0.5
LEAST_BOOTY = 0.5


@dataclass(frozen=True, slots=True)
class Blow:
    """What one enemy could strike with, and where."""

    force: float
    places: frozenset[Location]


def going_rate(blows: Sequence[Blow], booty: Mapping[Location, float], defence: Sequence[float]) -> float:
    """What the least of the attacks brings, for each strength of the defence, for which the enemy has units enough.

    Those strike first who have the fewest places to choose from; nothing at all where nobody is attacked.
    """
    left = sorted(range(len(blows)), key=lambda each: (len(blows[each].places), -blows[each].force))
    rate = 0.0
    for at in sorted(booty, key=lambda each: (-brings(booty[each], defence[each]), each)):
        strong = max(LEAST_DEFENCE, defence[at])
        force, joining = 0.0, set[int]()
        for number in left:
            if force >= ENOUGH * strong:
                break
            if at in blows[number].places:
                force += blows[number].force
                joining.add(number)
        if force >= TOO_FEW * strong:
            left = [number for number in left if number not in joining]
            rate = brings(booty[at], defence[at])
    return rate


def brings(booty: float, defence: float) -> float:
    """What a place brings whoever takes it, for each strength that it has to beat."""
    return max(LEAST_BOOTY, booty) / max(LEAST_DEFENCE, defence)


def chosen(booty: float, defence: float, rate: float, sharpness: float) -> float:
    """How likely the enemy strikes here and not somewhere else."""
    return 1.0 / (1.0 + float((rate / brings(booty, defence)) ** sharpness))
