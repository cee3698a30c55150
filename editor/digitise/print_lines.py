"""Lines that are printed: how much of a stretch of the map is in the colour of a sample.

A river keeps near to hexsides and a railway near to the middles of hexes without lying on them. So a stretch is looked
at from end to end, at each place across a little way to both sides, and counts for how many of its places show the
colour. What that says is a price: a way along printed stretches costs next to nothing, any other costs its length.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from editor.digitise.print_sight import LineColour, PrintSight
from editor.digitise.transforms import Floats

_ALONG: Final = np.linspace(0.08, 0.92, 11)
_ACROSS: Final = 9
SIDE_REACH: Final = 0.3
"""How far beside a hexside a river may run, in circumradii."""
STEP_REACH: Final = 0.42
"""How far beside the straight line from one hex to the next a road may run."""
_NEAR: Final = 0.36
_NEAREST, _FARTHEST = 20.0, 60.0
"""Colours apart by this share of what sets the line off from the ground are half alike, within these grey values."""
CHEAPEST: Final = 0.04
"""What a stretch costs that is wholly printed, in its length."""
PRINTED: Final = 0.62
"""The share from which on a stretch is taken for printed when a whole colour is traced."""
WEAK: Final = 0.42


class PrintedLines:
    """Stretches of one print, for one colour."""

    def __init__(self, sight: PrintSight, colour: LineColour) -> None:
        self._sight = sight
        self._colour = np.array(colour.rgb)
        self._near = min(max(_NEAR * colour.contrast, _NEAREST), _FARTHEST)

    def shares(self, starts: Floats, ends: Floats, reach: float) -> Floats:
        """Of stretches of the map plane, how much of each is in the colour; `reach` is how far beside it is looked."""
        along = ends - starts
        length = np.maximum(np.hypot(*along.T), 1e-9)
        normal = np.column_stack((-along[:, 1], along[:, 0])) / length[:, None]
        off = np.linspace(-reach, reach, _ACROSS)
        at = (
            starts[:, None, None, :]
            + _ALONG[None, :, None, None] * along[:, None, None, :]
            + off[None, None, :, None] * normal[:, None, None, :]
        )
        colours = self._sight.colours(at).astype(np.float64)
        apart = np.sqrt(((colours - self._colour) ** 2).sum(axis=-1))
        alike = np.nan_to_num(1.0 / (1.0 + (apart / self._near) ** 4), nan=0.0)
        best = alike.max(axis=2)
        return np.asarray(best.mean(axis=1))

    def prices(self, starts: Floats, ends: Floats, reach: float) -> Floats:
        """What each stretch costs, at most 1."""
        shares = self.shares(starts, ends, reach)
        return np.asarray(CHEAPEST + (1.0 - CHEAPEST) * np.clip(1.0 - shares, 0.0, 1.0) ** 1.5)
