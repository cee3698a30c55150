"""The print as the map sees it: the pixels of a scan that lies under the map, asked by points of the map plane.

A scan is read at a size at which its hexes are some thirty pixels apart: enough for a river, and little enough to be
held. The bend of the paper is followed where the calibration knows it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from editor.digitise.bent_placement import BentPlacement
from editor.digitise.terrain.hex_features import HexFeatures, hex_features
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Ints, Lattice
from engine.definitions.plan import Point


@dataclass(frozen=True, slots=True)
class LineColour:
    """The colour of a printed line, and how far it is from that of the ground about it, in grey values."""

    rgb: tuple[float, float, float]
    contrast: float


@dataclass(frozen=True)
class PrintSight:
    """Pixels of a scan halved `level` times, and where the map plane lies on the whole scan."""

    pixels: npt.NDArray[np.uint8]
    placement: BentPlacement
    level: int = 0

    def places(self, planes: Floats) -> Floats:
        """Where points of the map plane are among these pixels; the corner of the first is (0, 0)."""
        return np.asarray(self.placement.pixels(planes.reshape(-1, 2)).reshape(planes.shape) / 2**self.level)

    def colours(self, planes: Floats) -> npt.NDArray[np.float32]:
        """The colours at points of the map plane; beside the scan they are not a number."""
        at = self.places(planes)
        height, width = self.pixels.shape[:2]
        inside = ((at >= 0) & (at < (width, height))).all(axis=-1)
        where = np.clip(np.nan_to_num(at), 0, (width - 1, height - 1)).astype(np.int64)
        found = self.pixels[where[..., 1], where[..., 0]].astype(np.float32)
        found[~inside] = np.nan
        return found

    def colour_near(self, point: Point, reach: float) -> LineColour | None:
        """The colour that a click means: of the pixels within a reach, that which differs most from the rest of them.

        Who clicks a river hits it or just misses it, and the river is what stands out. None beside the scan.
        """
        line = np.linspace(-reach, reach, 9)
        x, y = np.meshgrid(line, line)
        around = self.colours(np.column_stack((point[0] + x.ravel(), point[1] + y.ravel())))
        around = around[np.isfinite(around).all(axis=1)]
        if len(around) < 9:
            return None
        here = self.colours(np.array([point]))[0]
        ground = np.median(around, axis=0)
        off = np.sqrt(((around - ground) ** 2).sum(axis=1))
        far = off >= max(float(off.max()) * 0.7, 1.0)
        if np.isfinite(here).all() and float(np.sqrt(((here - ground) ** 2).sum())) >= 0.5 * float(off.max()):
            far = np.sqrt(((around - here) ** 2).sum(axis=1)) < 0.4 * float(off.max()) + 6.0
        colour = np.median(around[far], axis=0)
        red, green, blue = (float(value) for value in colour)
        return LineColour((red, green, blue), float(np.sqrt(((colour - ground) ** 2).sum())))

    def features(self, lattice: Lattice, cells: Ints) -> HexFeatures:
        """What the ground of hexes looks like."""
        middles = lattice.centres(cells[:, 0], cells[:, 1])
        centres = self.places(middles)
        step = 0.5 * lattice.scale
        across = self.places(middles + np.array((step, 0.0))) - self.places(middles - np.array((step, 0.0)))
        down = self.places(middles + np.array((0.0, step))) - self.places(middles - np.array((0.0, step)))
        return hex_features(self.pixels, centres, across, down)
