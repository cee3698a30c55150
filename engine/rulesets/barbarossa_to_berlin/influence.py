"""Who is near enough to the victory spaces to fight for them: strength that fades with every space of the way."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from engine.core.game import Game
from engine.core.ids import Location
from engine.rulesets.barbarossa_to_berlin.materials import Materials

FADES = 0.62
"""What is left of a strength one space further away."""
NOBODY = 1.0
"""As if so much strength lay at every space on its own, so that a lone corps far away holds nothing."""
FAR = 8
"""From how far on nobody counts any more."""

Strengths = npt.NDArray[np.float64]

_nearness: WeakKeyDictionary[Game, dict[tuple[Location, ...], Strengths]] = WeakKeyDictionary()


def nearness(game: Game, places: tuple[Location, ...]) -> Strengths:
    """For some spaces, a row each, what is left there of a strength at any space, by the spaces between them."""
    known = _nearness.setdefault(game, {})
    found = known.get(places)
    if found is None:
        found = known[places] = np.array([_spread(game, at) for at in places])
    return found


def _spread(game: Game, at: Location) -> Strengths:
    materials: Materials = game.materials
    found = np.zeros(game.board.size)
    ring, seen, left = {at}, {at}, 1.0
    for _ in range(FAR):
        found[list(ring)] = left
        ring = {to for each in ring for to in materials.neighbours[each]} - seen
        if not ring:
            break
        seen |= ring
        left *= FADES
    return found


def balances(game: Game, places: tuple[Location, ...], own: Strengths, enemy: Strengths) -> Strengths:
    """For each of some spaces from -1, all the enemy's, to 1: whose strength weighs more upon it."""
    near = nearness(game, places)
    ours, theirs = near @ own, near @ enemy
    found: Strengths = (ours - theirs) / (ours + theirs + NOBODY)
    return found
