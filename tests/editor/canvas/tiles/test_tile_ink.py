"""Tiles keep what is drawn on the ground apart, so that a stroke of terrain paints the ground alone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QPainter

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Portion, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.tiles.tile_cache import TILE, TileCache, TileKey
from editor.geometry.ground import Ground
from editor.geometry.vertices import corners_of, hexsides_along
from engine.definitions.plan import NO_CELL, Cell, MapPlan, SidePlan, TextPlan, canonical_side
from tests.editor.canvas.demo_maps import PALETTE, TERRAIN, dressed_map, hex_map
from tests.helpers.pixels import pixels, share_unlike

SCALE = 40.0
KEY = TileKey(SCALE, 0, 0)
MB = TILE * TILE * 4


class Watched(MapPicture):
    """A map that remembers which portions of it were painted."""

    def __init__(self, plan: MapPlan) -> None:
        super().__init__(plan, Looks(PALETTE, bundled_style("paper")))
        self.portions: list[Portion] = []

    def paint(self, painter: QPainter, patch: Patch) -> None:
        self.portions.append(patch.portion)
        super().paint(painter, patch)


def made(plan: MapPlan, budget: int = 64 * MB) -> tuple[Watched, TileCache]:
    picture = Watched(plan)
    cache = TileCache(picture, budget, layered=True)
    for across in (0, 1):
        cache.make(TileKey(SCALE, across, 0))
    picture.portions.clear()
    return picture, cache


def lay(plan: MapPlan, cells: list[tuple[int, int]], terrain: str | None) -> list[Cell]:
    """Lay a terrain, or nothing, without telling anybody."""
    sheet = plan.sheets["main"]
    for col, row in cells:
        sheet.terrain[sheet.index(col, row)] = NO_CELL if terrain is None else TERRAIN.index(terrain) + 1  # type: ignore[index]
    return [Cell("main", col, row) for col, row in cells]


def stroke(picture: MapPicture, cache: TileCache, cells: list[tuple[int, int]], terrain: str | None) -> None:
    ground, whole = picture.cells_changed(lay(picture.plan, cells, terrain))
    cache.dirty(whole, ground)
    for across in (0, 1):
        cache.ready(TileKey(SCALE, across, 0))


def assert_as_new(cache: TileCache, plan: MapPlan) -> None:
    fresh = TileCache(Watched(plan), layered=True)
    for across in (0, 1):
        key = TileKey(SCALE, across, 0)
        assert share_unlike(cache.make(key), fresh.make(key)) < 0.0008


@pytest.mark.parametrize("plan", [dressed_map(), hex_map(20, 20, orientation="pointy"), hex_map(20, 16, edge="half")])
def test_ground_and_ink_laid_together_are_the_picture(plan: MapPlan) -> None:
    picture = Watched(plan)
    whole, parted = TileCache(picture).make(KEY), TileCache(picture, layered=True).make(KEY)
    off = np.abs(pixels(whole) - pixels(parted)).max(axis=2)
    assert off.max() <= 3, "no more than what is rounded twice"
    assert float((off > 1).mean()) < 0.01


def test_a_stroke_on_land_paints_the_ground_and_nothing_else() -> None:
    plan = hex_map(20, 16)
    inland = [(col, row) for col in range(3, 7) for row in range(3, 6)]
    lay(plan, [(col, row) for col in range(1, 10) for row in range(1, 9)], "clear")
    picture, cache = made(plan)
    stroke(picture, cache, inland, "forest")
    assert set(picture.portions) == {Portion.BASE}
    assert_as_new(cache, plan)


def test_a_hex_that_comes_or_goes_takes_its_number_and_outline_with_it() -> None:
    plan = hex_map(20, 16)
    picture, cache = made(plan)
    stroke(picture, cache, [(4, 4)], None)
    assert Portion.TOP in picture.portions
    assert_as_new(cache, plan)


def test_a_river_whose_end_becomes_sea_is_drawn_again() -> None:
    plan = hex_map(20, 16, lines=False)
    lay(plan, [(col, row) for col in range(1, 21) for row in range(1, 17)], "clear")
    grid = plan.sheets["main"].grid
    for direction in (0, 1, 2):
        plan.sides[canonical_side(grid, Cell("main", 5, 4), direction, "river")] = SidePlan()
    picture, cache = made(plan)
    stroke(picture, cache, [(9, 6)], "sea")
    assert Portion.TOP not in picture.portions, "the sea is far from its ends"
    stroke(picture, cache, [(5, 3), (6, 3)], "sea")
    assert Portion.TOP in picture.portions
    assert_as_new(cache, plan)
    picture.portions.clear()
    stroke(picture, cache, [(5, 3), (6, 3)], "clear")
    assert Portion.TOP in picture.portions
    assert_as_new(cache, plan)


def test_strokes_here_and_there_end_where_a_new_picture_begins() -> None:
    plan = dressed_map()
    picture, cache = made(plan)
    rng = np.random.default_rng(11)
    for _ in range(25):
        col, row = int(rng.integers(1, 18)), int(rng.integers(1, 8))
        terrain = TERRAIN[int(rng.integers(len(TERRAIN)))] if rng.random() > 0.1 else None
        stroke(picture, cache, [(col, row), (col + 1, row), (col, row + 1)], terrain)
    assert_as_new(cache, plan)


def test_lettering_of_water_that_becomes_land_leaves_nothing_of_itself() -> None:
    """Water has its letters wider apart: what is painted again must reach as far as they did."""
    plan = hex_map(20, 16, lines=False)
    lay(plan, [(col, row) for col in range(1, 21) for row in range(1, 17)], "sea")
    at = MapPicture(plan, Looks(PALETTE, bundled_style("paper"))).sheet("main").lattice.centre(7, 4)
    plan.texts["t"] = TextPlan("t", "MER DES SARGASSES", at)
    picture, cache = made(plan)
    for terrain in ("clear", "sea"):
        stroke(picture, cache, [(7, 4)], terrain)
        fresh = TileCache(Watched(plan), layered=True)
        assert share_unlike(cache.make(KEY), fresh.make(KEY)) < 0.0001
    del plan.texts["t"]
    cache.dirty(picture.places_changed(texts=["t"]))
    assert_as_new(cache, plan)


def test_something_else_at_the_source_of_a_river_widens_it_as_far_as_it_tapers() -> None:
    plan = hex_map(20, 16, lines=False)
    lay(plan, [(col, row) for col in range(1, 21) for row in range(1, 17)], "clear")
    ground = Ground(plan)
    spot, plane = ground.spot(Cell("main", 3, 4)), ground.plane("main")
    assert spot is not None
    assert plane is not None
    chain = [corners_of(spot)[0]]
    while len(chain) < 9:
        onward = (corner for corner in chain[-1].neighbours() if corner not in chain)
        chain.append(max(onward, key=lambda corner: corner.point(plane)[0]))
    for hexside in hexsides_along(ground, chain):
        plan.sides[hexside.carrying("river")] = SidePlan()
    picture, cache = made(plan)
    beyond = next(corner for corner in chain[0].neighbours() if corner not in chain)
    border = hexsides_along(ground, [chain[0], beyond])[0].carrying("border")
    for _ in range(2):
        if plan.sides.pop(border, None) is None:
            plan.sides[border] = SidePlan()
        cache.dirty(picture.sides_changed([border]))
        fresh = TileCache(Watched(plan), layered=True)
        assert share_unlike(cache.make(KEY), fresh.make(KEY)) < 0.00005


def test_ink_that_had_no_room_is_drawn_anew_where_it_is_needed() -> None:
    plan = hex_map(60, 60)
    picture, cache = made(plan)
    cache.budget = 90 * MB
    for down in range(8):
        for across in range(6):
            cache.make(TileKey(SCALE, across, down))
    picture.portions.clear()
    assert cache.bytes <= cache.budget
    assert KEY in cache
    stroke(picture, cache, [(3, 3)], "forest")
    assert Portion.TOP in picture.portions
    picture.portions.clear()
    stroke(picture, cache, [(3, 3)], "clear")
    assert Portion.TOP not in picture.portions, "it is kept from then on"
    assert_as_new(cache, plan)


def test_faint_layers_are_faint_in_the_ink_too() -> None:
    plan = dressed_map()
    picture, cache = made(plan)
    picture.shown = Shown(strengths=(("sides", 0.4), ("features", 0.5)))
    cache.clear()
    whole = TileCache(picture).make(KEY)
    assert share_unlike(cache.make(KEY), whole, by=4) < 0.001


def test_small_hexes_are_painted_in_one() -> None:
    picture = Watched(hex_map(60, 60))
    cache = TileCache(picture, layered=True)
    cache.make(TileKey(6.0, 0, 0))
    assert picture.portions == [Portion.WHOLE]
