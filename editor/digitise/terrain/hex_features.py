"""What the ground of each hex of a picture looks like: its colour, how uneven that is, and its grain.

Hexes are looked at away from their sides, where grid, rivers and coasts are printed. Medians and quartiles stand for
the colour, so that a number or the sign of a town in a hex does not change it. Colours are told as brightness and two
ratios of red, green and blue: uneven light changes the brightness alone, and that can be taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.transforms import Floats

_ROW: Final = 13
"""Places looked at across a hex, in each of two directions."""
_INNER: Final = 0.78
"""The part of a hex that is looked at, in circumradii."""
_CHUNK: Final = 2_000
_DIM: Final = 24.0
"""Added to each colour before the logarithm: what is nearly black has no hue."""
NAMES: Final = ("brightness", "red-green", "blue-green", "unevenness", "hue-unevenness", "grain", "coarse-grain")
BRIGHTNESS: Final = 0
GRAINS: Final = slice(5, 7)
"""Where among the values the grain is."""


@dataclass(frozen=True, slots=True)
class HexFeatures:
    """One row a hex: `values` by `NAMES`, where it lies in the picture, and whether the picture shows it."""

    values: Floats
    at: Floats
    """From -1 to 1 across and down the picture: what uneven light depends on."""
    is_seen: npt.NDArray[np.bool_]
    colours: npt.NDArray[np.float32]
    """The places of each hex, as brightness and two ratios."""


def hex_features(pixels: npt.NDArray[np.uint8], centres: Floats, across: Floats, down: Floats) -> HexFeatures:
    """The features of hexes with these centres, in pixels whose corner is (0, 0).

    `across` and `down` are what a circumradius to the right and downwards on the map is in the picture, hex by hex.
    """
    spots = _spots()
    count = len(centres)
    values = np.zeros((count, len(NAMES)))
    seen = np.zeros(count, dtype=bool)
    colours = np.zeros((count, len(spots), 3), dtype=np.float32)
    height, width = pixels.shape[:2]
    for start in range(0, count, _CHUNK):
        part = slice(start, min(start + _CHUNK, count))
        at = (
            centres[part, None, :]
            + spots[None, :, :1] * across[part, None, :]
            + spots[None, :, 1:] * down[part, None, :]
        )
        inside = ((at >= 0) & (at < (width, height))).all(axis=2)
        seen[part] = inside.mean(axis=1) > 0.9
        where = np.clip(at, 0, (width - 1, height - 1)).astype(np.int64)
        colours[part] = _told(pixels[where[..., 1], where[..., 0]])
        values[part] = _measured(colours[part])
    size = np.array((width, height), dtype=np.float64)
    return HexFeatures(values, 2.0 * centres / size - 1.0, seen, colours)


def _spots() -> Floats:
    """Places in a hex of circumradius 1, in rows, the same for either way that hexes stand."""
    line = np.linspace(-_INNER, _INNER, _ROW)
    x, y = np.meshgrid(line, line)
    round_ = np.hypot(x, y) <= _INNER
    return np.column_stack((x[round_], y[round_]))


def _told(colours: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Red, green and blue as brightness and ratios, in logarithms."""
    logs = np.log(colours.astype(np.float32) + np.float32(_DIM))
    red, green, blue = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack(((red + green + blue) / 3, red - green, blue - green), axis=-1)


def _measured(colours: npt.NDArray[np.float32]) -> Floats:
    low, middle, high = np.percentile(colours, (25, 50, 75), axis=1)
    spread = high - low
    light = colours[..., 0]
    next_ = np.median(np.abs(np.diff(light, axis=1)), axis=1)
    further = np.percentile(np.abs(light[:, 3:] - light[:, :-3]), 75, axis=1)
    uneven = np.sqrt(spread[:, 0] + 1e-4)
    hues = np.sqrt(spread[:, 1] + spread[:, 2] + 1e-4)
    return np.column_stack(
        (middle[:, 0], middle[:, 1], middle[:, 2], uneven, hues, np.sqrt(next_ + 1e-4), np.sqrt(further + 1e-4))
    )
