"""The print as the map sees it: the pixels of a scan that lies under the map, asked by points of the map plane.

A scan is read at a size at which its hexes are some thirty pixels apart: enough for a river, and little enough to be
held. The bend of the paper is followed where the calibration knows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.bent_placement import BentPlacement
from editor.digitise.terrain.hex_features import HexFeatures, hex_features
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Ints, Lattice
from engine.definitions.plan import Point

_ALIKE: Final = 30.0
"""Grey values that pixels of one printed line may be apart."""
_POINT: Final = 0.4
_PLAIN: Final = 0.75
"""What lies right under the click, as a share of the reach, is the line if so much of it has one colour."""
_PLACES: Final = 12
_RING: Final = (2.4, 3.6)
"""How far about a click other colours are looked for, in reaches: beyond the symbol of a town."""
_COLOURS: Final = 6
_BESIDE: Final = 0.4
"""How far beside the way from the ground to its colour a pixel of a line may be, as a share of how far along."""


def told_apart(colours: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Red, green and blue as half the light and two differences: a grey line across a blue one leaves it blue."""
    red, green, blue = colours[..., 0], colours[..., 1], colours[..., 2]
    return np.stack(((red + green + blue) / 6, red - green, blue - green), axis=-1)


@dataclass(frozen=True, slots=True)
class LineColour:
    """The colour of a printed line, as `told_apart` has it, and how far it is from that of the ground about it."""

    tone: tuple[float, float, float]
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
        """The colour of the line that a click means: what stands out from the ground about it, most of it alike.

        Who clicks a river hits it or just misses it, and thin lines of the grid may cross there. None beside the scan.
        """
        here = told_apart(self._around(point, reach))
        if len(here) < 40:
            return None
        ground = np.median(told_apart(self._around(point, 4.0 * reach)), axis=0)
        off = np.sqrt(((here - ground) ** 2).sum(axis=1))
        out, _ = _most_alike(here[off >= 0.75 * float(np.percentile(off, 97))])
        right_here = told_apart(self._around(point, _POINT * reach))
        if len(right_here):
            under, plain = _most_alike(right_here)
            if plain >= _PLAIN and float(np.sqrt(((under - ground) ** 2).sum())) >= 0.5 * float(off.max()):
                out = under
        colour = self._pure(point, 3.0 * reach, out, ground)
        light, warm, cool = (float(value) for value in colour)
        return LineColour((light, warm, cool), float(np.sqrt(((colour - ground) ** 2).sum())))

    def colours_about(self, point: Point, reach: float) -> list[LineColour]:
        """Colours of lines in a ring about a click, those that many places of it show first."""
        found: list[tuple[LineColour, int]] = []
        for angle in np.linspace(0.0, 2 * np.pi, _PLACES, endpoint=False):
            for far in _RING:
                at = point[0] + far * reach * float(np.cos(angle)), point[1] + far * reach * float(np.sin(angle))
                colour = self.colour_near(at, reach)
                if colour is None:
                    continue
                for number, (known, count) in enumerate(found):
                    if float(np.hypot(*np.subtract(known.tone, colour.tone)[:2])) < _ALIKE:
                        found[number] = known, count + 1
                        break
                else:
                    found.append((colour, 1))
        return [colour for colour, _ in sorted(found, key=lambda each: -each[1])[:_COLOURS]]

    def _pure(
        self, point: Point, reach: float, colour: npt.NDArray[np.float32], ground: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32]:
        """The same colour where it is strongest near by: a thin line is partly ground, and crossed by others."""
        way = (colour - ground) / max(float(np.sqrt(((colour - ground) ** 2).sum())), 1e-6)
        off = told_apart(self._around(point, reach)) - ground
        along = off @ way
        beside = np.sqrt(np.maximum((off**2).sum(axis=1) - along**2, 0.0))
        along = np.where(beside <= _BESIDE * along, along, 0.0)
        strong = off[along >= 0.9 * float(along.max())]
        return np.asarray(ground + strong.mean(axis=0)) if float(along.max()) > 0 else colour

    def _around(self, point: Point, reach: float) -> npt.NDArray[np.float32]:
        """The colours in a square about a point, as far as the scan shows them."""
        line = np.linspace(-reach, reach, 13)
        x, y = np.meshgrid(line, line)
        found = self.colours(np.column_stack((point[0] + x.ravel(), point[1] + y.ravel())))
        return found[np.isfinite(found).all(axis=1)]

    def features(self, lattice: Lattice, cells: Ints) -> HexFeatures:
        """What the ground of hexes looks like."""
        middles = lattice.centres(cells[:, 0], cells[:, 1])
        centres = self.places(middles)
        step = 0.5 * lattice.scale
        across = self.places(middles + np.array((step, 0.0))) - self.places(middles - np.array((step, 0.0)))
        down = self.places(middles + np.array((0.0, step))) - self.places(middles - np.array((0.0, step)))
        return hex_features(self.pixels, centres, across, down)


def _most_alike(colours: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], float]:
    """The colour that most of some have, and how many of them."""
    apart = np.sqrt(((colours[:, None] - colours[None]) ** 2).sum(axis=2))
    alike = apart <= _ALIKE
    most = alike[int(alike.sum(axis=1).argmax())]
    return np.median(colours[most], axis=0), float(most.mean())
