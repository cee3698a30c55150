"""Terrain of a map on the globe, from a picture of it: relief or the ground from above, by samples of each terrain.

The picture is plain in longitude and latitude, and a box says which part of the globe it shows. Places that are known
to be mountain, forest or desert are named; every hex of land is then what its part of the picture resembles most, by
the same reckoning that reads printed maps. Water is left to the files that know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from editor.digitise.geography.geo_frame import GeoBox
from editor.digitise.geography.geo_ground import LAND
from editor.digitise.geography.geo_import import GeoImport, PictureCounts
from editor.digitise.terrain.hex_features import hex_features
from editor.digitise.terrain.terrain_classes import TerrainProposal, propose
from editor.digitise.transforms import Floats
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, error
from engine.definitions.plan import Cell


@dataclass(frozen=True, slots=True)
class TerrainSample:
    """A place on the globe whose terrain is known."""

    terrain: str
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class PicturedTerrain:
    """An import with the terrain of a picture laid on its land, and how it was told."""

    imported: GeoImport
    proposal: TerrainProposal

    @property
    def counts(self) -> dict[str, int]:
        """How many hexes each terrain has."""
        seen = self.proposal.confidence > 0
        return {name: int((self.proposal.kinds[seen] == kind).sum()) for kind, name in enumerate(self.proposal.classes)}

    @property
    def doubtful(self) -> int:
        return len(self.proposal.doubtful())


def pictured(
    found: GeoImport,
    pixels: npt.NDArray[np.uint8],
    box: GeoBox,
    samples: Sequence[TerrainSample],
    names: Mapping[str, str] | None = None,
) -> PicturedTerrain:
    """Lay the terrain of a picture on the land of an import; raises DefinitionError for samples that are not on it.

    `names` are what a person calls the terrains.
    """
    frame, sheet = found.frame, found.plan.sheets[found.changes.sheet]
    cells = [cell for cell in sheet.cells() if _kind(found, cell) == LAND]
    numbers = {(cell.col, cell.row): number for number, cell in enumerate(cells)}
    known: dict[int, str] = {}
    for sample in samples:
        there = frame.cell_at(sample.latitude, sample.longitude)
        number = None if there is None else numbers.get(there)
        if number is None:
            place = f"{sample.latitude:g}, {sample.longitude:g}"
            terrain = (names or {}).get(sample.terrain, sample.terrain)
            raise DefinitionError([error(message("digitise.geo.sample-off-land", terrain=terrain, place=place))])
        known[number] = sample.terrain
    at = np.array([(cell.col, cell.row) for cell in cells], dtype=np.int64).reshape(-1, 2)
    middles = frame.lattice.centres(at[:, 0], at[:, 1])

    def places(points: Floats) -> Floats:
        latitudes, longitudes = frame.to_globe(points)
        height, width = pixels.shape[:2]
        x = (longitudes - box.west) % 360.0 / (box.east - box.west) * width
        y = (box.north - latitudes) / (box.north - box.south) * height
        return np.stack((x, y), axis=-1)

    half = 0.5 * frame.lattice.scale
    right, down = np.array((half, 0.0)), np.array((0.0, half))
    features = hex_features(
        pixels,
        places(middles),
        places(middles + right) - places(middles - right),
        places(middles + down) - places(middles - down),
    )
    proposal = propose(features, known)
    painted = dict(found.changes.cells)
    for number, cell in enumerate(cells):
        if proposal.confidence[number] > 0:
            painted[cell] = proposal.name(number)
    changes = replace(found.changes, cells=painted)
    told = PicturedTerrain(replace(found, changes=changes), proposal)
    counts = {(names or {}).get(terrain, terrain): count for terrain, count in told.counts.items()}
    return replace(told, imported=replace(told.imported, picture=PictureCounts(counts, told.doubtful)))


def _kind(found: GeoImport, cell: Cell) -> int:
    ground = found.ground
    return int(ground.kinds[cell.row - ground.span.top, cell.col - ground.span.left])
