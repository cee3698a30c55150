"""Hills that cast a shadow and rivers with their names along them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Shown
from editor.canvas.art.style import bundled_style, style_names
from editor.canvas.tiles.tile_cache import TILE, TileCache, TileKey
from editor.geometry.lattice import Box
from engine.definitions.plan import Cell, MapPlan, SideKey
from tests.editor.canvas.art.test_map_picture import painted, picture_of
from tests.editor.canvas.demo_maps import PALETTE, hex_map
from tests.editor.canvas.gallery import walk
from tests.helpers.pixels import pixels, share_unlike


def plain(**terrain: tuple[int, int]) -> MapPlan:
    """A map of clear hexes with one of another terrain."""
    plan = hex_map(12, 12, lines=False)
    sheet = plan.sheets["main"]
    sheet.terrain[:] = plan.terrain_names.index("clear") + 1
    for name, at in terrain.items():
        sheet.terrain[sheet.index(*at)] = plan.terrain_names.index(name) + 1
    return plan


@pytest.mark.parametrize("style", style_names())
def test_a_mountain_throws_its_shadow_to_the_south_east_and_none_to_the_north_west(style: str) -> None:
    picture, flat = picture_of(plain(mountain=(6, 6)), style), picture_of(plain(), style)
    x, y = picture.sheet("main").lattice.centre(6, 6)
    box = Box(x - 2, y - 2, x + 2, y + 2)
    with_it, without = painted(picture, box, 40), painted(flat, box, 40)
    darker, brighter = ((pixels(with_it) - pixels(without)).sum(axis=2) * way > 6 for way in (-1, 1))
    assert darker[95:115, 110:125].mean() > 0.5, "beyond its south-east side"
    outside = (slice(20, 60), slice(10, 45))
    assert not darker[outside].any()
    assert not brighter[outside].any()


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["erased", "undone"])
def test_a_mountain_that_is_levelled_takes_its_shadow_along(is_forgotten: bool) -> None:
    plan = plain(mountain=(6, 6))
    picture = picture_of(plan)
    cache = TileCache(picture)
    before = cache.make(TileKey(20.0, 0, 0))
    sheet = plan.sheets["main"]
    sheet.terrain[sheet.index(6, 6)] = plan.terrain_names.index("clear") + 1
    if is_forgotten:
        del plan.terrain_names[plan.terrain_names.index("clear") + 1 :]
    repaints = picture.cells_changed([Cell("main", 6, 6)])
    x, y = picture.sheet("main").lattice.centre(6, 6)
    covered = [*repaints.ground, *repaints.whole]
    assert any(box.left < x - 1.3 and x + 1.3 < box.right and y + 1.3 < box.bottom for box in covered)
    after = painted(picture, Box(0, 0, TILE / 20, TILE / 20), 20)
    assert share_unlike(after, painted(picture_of(plan), Box(0, 0, TILE / 20, TILE / 20), 20)) == 0
    assert share_unlike(after, before) > 0


def river(name: str = "Wide") -> tuple[MapPlan, list[SideKey]]:
    """A river across the map."""
    plan = hex_map(24, 20, lines=False)
    plan.sheets["main"].terrain[:] = plan.terrain_names.index("clear") + 1
    walk(plan, (3, 15), 0, "LRLRLRLRLRLRLRLRLR", "river", **({"name": name} if name else {}))
    return plan, list(plan.sides)


@pytest.mark.parametrize("style", style_names())
def test_a_river_has_its_name_along_it(style: str) -> None:
    named, nameless = (MapPicture(river(name)[0], Looks(PALETTE, bundled_style(style))) for name in ("Wide", ""))
    box = named.bounds
    assert share_unlike(painted(named, box, 30), painted(nameless, box, 30)) > 0.00005
    named.shown = Shown(names=False)
    assert share_unlike(painted(named, box, 30), painted(nameless, box, 30)) == 0


def test_a_river_that_loses_its_name_tells_where_it_was() -> None:
    plan, sides = river()
    picture = picture_of(plan)
    before = painted(picture, picture.bounds, 30)
    for side in sides:
        plan.sides[side] = dataclasses.replace(plan.sides[side], attributes={})
    boxes = picture.sides_changed(sides)
    assert boxes
    after = painted(picture, picture.bounds, 30)
    changed = np.argwhere(np.abs(pixels(before) - pixels(after)).max(axis=2) > 24) / 30
    left, top = picture.bounds.left, picture.bounds.top
    assert len(changed)
    assert all(
        any(box.left <= x + left <= box.right and box.top <= y + top <= box.bottom for box in boxes)
        for y, x in changed.tolist()
    )
