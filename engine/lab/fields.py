"""Fields over the map: how many units stood where, what was fought for and what changed hands, turn by turn.

A game keeps only the places where there was something, as numbers in columns; many games together are summed into one
array a layer. Layers are, in this order: presence of each side, combat, control gained by each side.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.core.messages import message
from engine.lab import packing
from engine.lab.arms import LabError

MOST_TURNS = 1000
"""Of a game: what says it went on longer is not one of ours."""


class MapField(StrEnum):
    """What can be shown on the map."""

    PRESENCE = "presence"
    COMBAT = "combat"
    CONTROL = "control"


def layer_of(kind: MapField, side: int, sides: int) -> int:
    """The number of a layer; combat is nobody's."""
    return {MapField.PRESENCE: side, MapField.COMBAT: sides, MapField.CONTROL: sides + 1 + side}[kind]


FieldCounts = Mapping[tuple[int, int, int], int]
"""By turn, layer and location, how many."""


def pack_fields(counts: FieldCounts) -> bytes:
    """The fields of one game."""
    rows = np.array([(*key, count) for key, count in sorted(counts.items())], dtype="<i4").reshape(-1, 4)
    return packing.packed(np.ascontiguousarray(rows.T).tobytes())


def unpack_fields(packed: bytes) -> NDArray[np.int32]:
    """Columns of turn, layer, location and count."""
    if not packed:
        return np.zeros((4, 0), dtype=np.int32)
    return np.frombuffer(packing.unpacked(packed), dtype="<i4").reshape(4, -1).astype(np.int32, copy=False)


@dataclass(frozen=True, slots=True)
class FieldSums:
    """The fields of many games, added up."""

    games: int
    first_turn: int
    sums: NDArray[np.int64]
    """By turn from the first, layer and location."""

    @property
    def turns(self) -> range:
        return range(self.first_turn, self.first_turn + self.sums.shape[0])

    def mean(self, kind: MapField, side: int, sides: int, turn: int | None = None) -> NDArray[np.float64]:
        """How many there were at each place in a game, on the average: in one turn, or in a turn on the average.

        What was fought for and what changed hands is added up over the turns instead.
        """
        layer = self.sums[:, layer_of(kind, side, sides), :]
        if turn is not None:
            found = layer[turn - self.first_turn] if turn in self.turns else np.zeros(layer.shape[1])
            return np.asarray(found / max(1, self.games), dtype=np.float64)
        whole = layer.sum(axis=0) / max(1, self.games)
        return np.asarray(whole / max(1, len(self.turns)) if kind is MapField.PRESENCE else whole, dtype=np.float64)


def sum_fields(fields: Iterable[bytes], *, sides: int, places: int) -> FieldSums:
    """Add up the fields of games; raises LabError for what is none of a board of so many places."""
    try:
        read = [unpack_fields(each) for each in fields]
    except (ValueError, zlib.error):
        raise LabError(message("lab.bad-result")) from None
    turns = (
        [int(each[0].min()) for each in read if each.shape[1]],
        [int(each[0].max()) for each in read if each.shape[1]],
    )
    first, last = (min(turns[0]), max(turns[1])) if turns[0] else (0, -1)
    are_ours = all(
        ((each[1:3] >= 0) & (each[1:3] < np.array([[2 * sides + 1], [places]]))).all() for each in read if each.shape[1]
    )
    if not are_ours or last - first >= MOST_TURNS:
        raise LabError(message("lab.bad-result"))
    sums = np.zeros((last - first + 1, 2 * sides + 1, places), dtype=np.int64)
    for turn, layer, place, count in read:
        np.add.at(sums, (turn - first, layer, place), count)
    return FieldSums(len(read), first, sums)
