"""Terrain of a map on the globe from a picture of it, by samples; water and samples at sea are left alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from editor.digitise.geography.geo_frame import GeoBox
from editor.digitise.geography.geo_import import GeoImport, GeoOptions
from editor.digitise.geography.geo_picture import TerrainSample, pictured
from engine.definitions.issues import DefinitionError
from engine.definitions.plan import Cell
from tests.editor.digitise.geography.small_worlds import box, imported, world

LAND = world(box(-50, -50, 400, 130))


@pytest.fixture
def found() -> GeoImport:
    return imported(LAND, GeoOptions())


def picture(found: GeoImport) -> tuple[np.ndarray, GeoBox]:
    """Brown in the west of the map, green in the east."""
    plan = found.plan.sheets["main"]
    lattice = found.frame.lattice
    corners = [found.frame.place(*lattice.centre(*cell)) for cell in (plan.extent.first, plan.extent.last)]
    (north, west), (south, east) = corners
    part = GeoBox(min(south, north) - 1, west - 1, max(south, north) + 1, east + 1)
    pixels = np.zeros((160, 200, 3), dtype=float)
    pixels[:, :100], pixels[:, 100:] = (170, 130, 90), (70, 120, 60)
    noisy = np.clip(pixels + np.random.default_rng(1).normal(0, 6, pixels.shape), 0, 255)
    return noisy.astype(np.uint8), part


def test_each_hex_of_land_is_what_its_part_of_the_picture_resembles(found: GeoImport) -> None:
    pixels, part = picture(found)
    sheet = found.plan.sheets["main"]
    (left, top), (right, _) = sheet.extent.first, sheet.extent.last
    west, east = (found.frame.place(*found.frame.lattice.centre(col, top + 2)) for col in (left + 1, right - 1))
    told = pictured(found, pixels, part, [TerrainSample("mountain", *west), TerrainSample("forest", *east)])
    plan = told.imported.result()
    assert plan.terrain_at(Cell("main", left, top + 1)) == "mountain"
    assert plan.terrain_at(Cell("main", right, top + 1)) == "forest"
    assert set(told.counts) == {"mountain", "forest"}
    before = found.result()
    waters = [cell for cell in sheet.cells() if before.terrain_at(cell) in ("sea", "lake")]
    assert all(plan.terrain_at(cell) == before.terrain_at(cell) for cell in waters)


def test_a_sample_that_is_not_on_land_is_refused(found: GeoImport) -> None:
    pixels, part = picture(found)
    with pytest.raises(DefinitionError):
        pictured(found, pixels, part, [TerrainSample("forest", 80.0, 170.0)])


def test_a_sample_beyond_the_end_of_the_projection_is_refused_too(found: GeoImport) -> None:
    pixels, part = picture(found)
    with pytest.raises(DefinitionError):
        pictured(found, pixels, part, [TerrainSample("forest", math.nan, 0.0)])
