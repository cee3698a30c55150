"""16.1: on which edges of the map a hex lies, as reinforcements do not change theirs."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location

NORTH, SOUTH, WEST, EAST = "north", "south", "west", "east"


def edges_of(game: Game, at: Location) -> frozenset[str]:
    """The edges that a hex lies on: one, two in a corner, none inside the map."""
    cell = game.board.cell(at)
    if cell is None:
        return frozenset()
    west, north, east, south = game.materials.ground.extent
    found = {WEST: cell[0] == west, EAST: cell[0] == east, NORTH: cell[1] == north, SOUTH: cell[1] == south}
    return frozenset(edge for edge, lies in found.items() if lies)
