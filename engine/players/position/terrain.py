"""The lie of the land as arrays: which places lie beside which, and how far each is from another.

It follows from the board alone, so it is found once a game and shared by all who think about it.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from engine.core.game import Game
from engine.core.ids import Location

Distances = npt.NDArray[np.int16]
Indexes = npt.NDArray[np.intp]

Fading = npt.NDArray[np.float64]

FAR = 999
"""How far it is to where no way leads."""
DECAY = 0.72
"""How much of what pulls is left one step further away, where a game does not say otherwise."""
NEAR = 10
"""How far an enemy draws anybody on."""


class Land:
    """Neighbours and distances over ground that can be stood on."""

    def __init__(self, game: Game) -> None:
        self.size = game.board.size
        ground = [game.ruleset.is_ground(game, Location(at)) for at in range(self.size)]
        self.is_ground = ground
        self.beside: tuple[tuple[Location, ...], ...] = tuple(
            tuple(dict.fromkeys(Location(to) for to, _ in links if ground[to])) if ground[at] else ()
            for at, links in enumerate(game.board.links)
        )
        self._far: dict[Location, Distances] = {}
        self._rings: dict[tuple[Location, int], tuple[Indexes, ...]] = {}
        self._fading: dict[tuple[Location, float], Fading] = {}
        self._near: dict[Location, tuple[Indexes, Fading]] = {}

    def distances(self, origin: Location) -> Distances:
        """How many steps it is from a place to every other."""
        found = self._far.get(origin)
        if found is None:
            found = np.full(self.size, FAR, dtype=np.int16)
            for step, ring in enumerate(self._layers(origin, self.size)):
                found[ring] = step
            self._far[origin] = found
        return found

    def rings(self, origin: Location, radius: int) -> tuple[Indexes, ...]:
        """The places at each distance up to a radius, from the origin itself on."""
        key = (origin, radius)
        found = self._rings.get(key)
        if found is None:
            layers = self._layers(origin, radius)
            found = self._rings[key] = tuple(np.array(layer, dtype=np.intp) for layer in layers)
        return found

    def _layers(self, origin: Location, radius: int) -> list[list[Location]]:
        layers, seen = [[origin]], {origin}
        while len(layers) <= radius:
            ring: list[Location] = []
            for at in layers[-1]:
                for to in self.beside[at]:
                    if to not in seen:
                        seen.add(to)
                        ring.append(to)
            if not ring:
                break
            layers.append(ring)
        return layers

    def fading(self, origin: Location, decay: float = DECAY) -> Fading:
        """What is left everywhere of something at a place of which so much is left one step further away."""
        found = self._fading.get((origin, decay))
        if found is None:
            found = self._fading[(origin, decay)] = decay ** self.distances(origin).astype(np.float64)
        return found

    def fading_near(self, origin: Location) -> tuple[Indexes, Fading]:
        """The same within a few steps alone: which places, and what is left there."""
        found = self._near.get(origin)
        if found is None:
            rings = self.rings(origin, NEAR)
            fades = [np.full(len(ring), DECAY**step) for step, ring in enumerate(rings)]
            found = self._near[origin] = (np.concatenate(rings), np.concatenate(fades))
        return found


_lands: WeakKeyDictionary[Game, Land] = WeakKeyDictionary()


def land_of(game: Game) -> Land:
    """The land of a game, found once."""
    found = _lands.get(game)
    if found is None:
        found = _lands[game] = Land(game)
    return found
