"""What is painted: the same whole or in tiles, the same after an edit as if painted anew, and true to the plan."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from editor.canvas.art.ground import GroundMarks
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import FEATURES, Patch, PausedError, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.tiles.tile_cache import TILE, TileCache, TileKey
from editor.geometry.lattice import Box
from engine.definitions.plan import (
    Cell,
    FeaturePlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    ShapePlan,
    SidePlan,
    TextPlan,
    canonical_side,
)
from tests.editor.canvas.demo_maps import PALETTE, TERRAIN, dressed_map, hex_map, space_map
from tests.helpers.pixels import pixels, share_unlike


def picture_of(plan: MapPlan, style: str = "paper") -> MapPicture:
    return MapPicture(plan, Looks(PALETTE, bundled_style(style)))


def painted(picture: MapPicture, box: Box, scale: float) -> QImage:
    image = QImage(round(box.width * scale), round(box.height * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    painter.translate(-box.left, -box.top)
    picture.paint(painter, Patch(box, scale))
    painter.end()
    return image


@pytest.mark.parametrize("scale", [3.0, 9.0, 20.0, 40.0, 80.0])
@pytest.mark.parametrize("plan", [dressed_map(), hex_map(20, 20, orientation="pointy"), space_map()])
def test_tiles_show_no_seams(plan: MapPlan, scale: float) -> None:
    picture = picture_of(plan)
    side = TILE / scale
    whole = painted(picture, Box(0, 0, 2 * side, 2 * side), scale)
    cache = TileCache(picture)
    for across in (0, 1):
        for down in (0, 1):
            tile = cache.make(TileKey(scale, across, down))
            part = whole.copy(across * TILE, down * TILE, TILE, TILE)
            assert share_unlike(tile, part) < 0.0005


@pytest.mark.parametrize("scale", [5.0, 9.0, 40.0])
def test_a_patch_that_is_put_off_has_painted_nothing_and_needs_less_the_next_time(scale: float) -> None:
    def stop() -> None:
        raise PausedError

    picture, image = picture_of(dressed_map()), QImage(400, 400, QImage.Format.Format_RGB32)
    image.fill(0x123456)
    asked = 0
    while True:
        asked += 1
        painter = QPainter(image)
        painter.scale(scale, scale)
        try:
            picture.paint(painter, Patch(Box(0, 0, 400 / scale, 400 / scale), scale, made=stop))
            break
        except PausedError:
            assert (pixels(image) == pixels(image)[0, 0]).all(), "nothing is painted that would be painted again"
        finally:
            painter.end()
    assert asked > 3
    assert not (pixels(image) == pixels(image)[0, 0]).all()


def test_ground_is_looked_up_by_the_pixel_only_where_there_is_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[Box] = []
    look_up = GroundMarks.pixels

    def noted(ground: GroundMarks, box: Box, scale: float) -> QImage:
        looked_up.append(box)
        return look_up(ground, box, scale)

    monkeypatch.setattr(GroundMarks, "pixels", noted)
    picture, scale = picture_of(hex_map(10, 8)), 5.0
    sheet = picture.sheet("main").bounds()
    assert sheet is not None
    painted(picture, Box(-40, -30, 60, 50), scale)
    (box,) = looked_up
    pixel = 1 / scale
    assert all(0 <= over < pixel for over in (sheet.left - box.left, sheet.top - box.top))
    assert all(0 <= over < pixel for over in (box.right - sheet.right, box.bottom - sheet.bottom))
    painted(picture, Box(-40, -30, -20, -10), scale)
    assert looked_up == [box], "nothing of the sheet is there"


def _edits(plan: MapPlan) -> dict[str, object]:
    """One edit of each kind, carried out on the plan; what to tell the canvas."""
    sheet = plan.sheets["main"]
    cell = Cell("main", 8, 7)
    sheet.terrain[sheet.index(8, 7)] = TERRAIN.index("sea") + 1  # type: ignore[index]
    sides = [canonical_side(sheet.grid, Cell("main", 9, 9), direction, "river") for direction in (0, 1, 2)]
    gone = next(side for side in plan.sides if side.kind == "river" and side not in sides)
    for side in sides:
        plan.sides[side] = SidePlan()
    del plan.sides[gone]
    plan.paths["new"] = PathPlan("new", "rail", ("main:5,5", "main:6,5", "main:7,6"))
    del plan.paths[next(iter(plan.paths))]
    removed = {*picture_paths(plan), "new"}
    plan.features["here"] = FeaturePlan("here", "main:10,10", "city", "New Town")
    return {"cells": [cell], "sides": [*sides, gone], "paths": removed, "features": ["here"]}


def picture_paths(plan: MapPlan) -> set[str]:
    return set(plan.paths) | {f"p{number}" for number in range(30)}


@pytest.mark.parametrize("layered", [False, True])
@pytest.mark.parametrize("scale", [4.0, 9.0, 24.0, 40.0])
def test_an_edit_repaints_to_what_a_new_picture_shows(scale: float, layered: bool) -> None:
    plan = dressed_map()
    picture = picture_of(plan)
    cache = TileCache(picture, layered=layered)
    keys = list(cache.keys_in(picture.bounds, scale))
    for key in keys:
        cache.make(key)
    made = cache.painted
    told = _edits(plan)
    ground, boxes = picture.cells_changed(told["cells"])  # type: ignore[arg-type]
    boxes += picture.sides_changed(told["sides"])  # type: ignore[arg-type]
    boxes += picture.paths_changed(told["paths"])  # type: ignore[arg-type]
    boxes += picture.features_changed(told["features"])  # type: ignore[arg-type]
    cache.dirty(boxes, ground)
    fresh = TileCache(picture_of(plan), layered=layered)
    worst = max(share_unlike(cache.make(key), fresh.make(key)) for key in keys)
    assert worst < 0.0008
    assert cache.painted == made, "no tile was painted whole"


@pytest.mark.parametrize("layered", [False, True])
@pytest.mark.parametrize("scale", [20.0, 40.0])
def test_painting_one_hex_after_another_ends_where_painting_all_does(scale: float, layered: bool) -> None:
    plan = hex_map(20, 16)
    picture = picture_of(plan)
    cache = TileCache(picture, layered=layered)
    key = TileKey(scale, 0, 0)
    cache.make(key)
    rng = np.random.default_rng(3)
    sheet = plan.sheets["main"]
    for _ in range(40):
        col, row = int(rng.integers(1, 16)), int(rng.integers(1, 13))
        sheet.terrain[sheet.index(col, row)] = int(rng.integers(0, len(TERRAIN) + 1))  # type: ignore[index]
        ground, whole = picture.cells_changed([Cell("main", col, row)])
        cache.dirty(whole, ground)
        cache.ready(key)
    assert share_unlike(cache.make(key), TileCache(picture_of(plan), layered=layered).make(key)) < 0.0008


def test_many_changed_cells_are_repainted_too() -> None:
    plan = hex_map(40, 30)
    picture = picture_of(plan)
    cache = TileCache(picture)
    key = TileKey(10.0, 0, 0)
    cache.make(key)
    cells = [Cell("main", col, row) for col in range(5, 30) for row in range(5, 25)]
    for cell in cells:
        plan.sheets["main"].terrain[plan.sheets["main"].index(cell.col, cell.row)] = 2  # type: ignore[index]
    ground, whole = picture.cells_changed(cells)
    cache.dirty(whole, ground)
    assert share_unlike(cache.make(key), TileCache(picture_of(plan)).make(key)) < 0.0008


@pytest.mark.parametrize("scale", [3.0, 10.0, 16.0, 60.0])
def test_the_ground_has_the_colour_of_its_terrain(scale: float) -> None:
    plan = hex_map(12, 10, lines=False)
    picture = picture_of(plan)
    sheet = picture.sheet("main")
    image = painted(picture, picture.bounds, scale)
    unlike = 0
    beside = 0.0 if scale < 7 else 0.78  # where patterns do not reach
    for cell in plan.sheets["main"].cells():
        look = picture.looks.terrain(plan.terrain_at(cell) or "")
        x, y = sheet.lattice.centre(cell.col, cell.row)
        at = image.pixelColor(
            round((x + beside - picture.bounds.left) * scale), round((y - picture.bounds.top) * scale)
        )
        unlike += abs(at.lightnessF() - look.colour.lightnessF()) > 0.08
    assert unlike <= 8, "only a pattern, a grid line or a number may stand there instead"


def test_half_hexes_are_cut_at_the_border() -> None:
    plan = hex_map(10, 8, edge="half", lines=False)
    picture = picture_of(plan)
    whole = picture_of(hex_map(10, 8, lines=False))
    assert picture.bounds.width == pytest.approx(whole.bounds.width - 2)
    assert picture.bounds.height < whole.bounds.height
    lattice = picture.sheet("main").lattice
    x, y = lattice.centre(1, 4)
    assert picture.key_at(x + 0.3, y) == "main:1,4"
    assert picture.key_at(x - 0.3, y) is None
    image = painted(picture, picture.bounds, 10)
    left = image.pixelColor(2, image.height() // 2)
    assert left.name() == picture.looks.paper.name()


def test_a_hex_that_is_not_there_is_paper() -> None:
    plan = hex_map(6, 6, lines=False)
    plan.sheets["main"].terrain[2, 2] = 0
    picture = picture_of(plan)
    x, y = picture.sheet("main").lattice.centre(3, 3)
    image = painted(picture, Box(x - 0.2, y - 0.2, x + 0.2, y + 0.2), 40)
    assert image.pixelColor(8, 8) == picture.looks.paper
    assert picture.key_at(x, y) is None


def test_hexsides_are_found_from_either_hex() -> None:
    picture = picture_of(hex_map(6, 6, lines=False))
    lattice = picture.sheet("main").lattice
    for direction in range(6):
        x, y = lattice.centre(3, 3)
        mx, my = lattice.midpoints[direction]
        side = picture.side_at(x + mx * 0.9, y + my * 0.9)
        assert side is not None
        assert (side.key, side.direction) == ("main:3,3", direction)


def test_places_know_where_their_counters_stand() -> None:
    picture = picture_of(dressed_map())
    assert picture.place("main:3,3") is not None
    box = picture.place("reserve")
    assert box is not None
    assert box.columns > 1
    assert picture.place("nowhere") is None
    assert picture.outline("main:3,3") is not None
    assert picture.outline("nowhere") is None


def test_spaces_and_connections_are_found_under_the_pointer() -> None:
    plan = space_map()
    picture = picture_of(plan)
    for space in plan.spaces.values():
        assert picture.key_at(*space.position) == space.id
    ax, ay = plan.spaces["s0"].position
    bx, by = plan.spaces["s1"].position
    assert picture.spaces.link_at((ax + bx) / 2, (ay + by) / 2) == "l0"
    assert picture.key_at((ax + bx) / 2, (ay + by) / 2) is None


def test_parallel_connections_do_not_lie_on_one_another() -> None:
    plan = space_map()
    together = [link.id for link in plan.links.values() if {link.a, link.b} == {"s5", "s6"}]
    assert len(together) == 2
    tracks = picture_of(plan).spaces.track_boxes()
    boxes = [tracks[link] for link in together]
    assert boxes[0] != boxes[1]


def test_what_is_not_shown_is_not_painted() -> None:
    plan = hex_map(8, 8)
    picture = picture_of(plan)
    with_all = painted(picture, picture.bounds, 40)
    for field in ("numbers", "grid", "names"):
        picture.shown = dataclasses.replace(Shown(), **{field: False})
        assert share_unlike(with_all, painted(picture, picture.bounds, 40)) > 0.001


def test_a_faded_feature_fades_with_its_name() -> None:
    """In a hex it is the sign and the name, at a space the signs alone: the name is that of the space."""
    plan = hex_map(9, 9, lines=False)
    plan.sheets["main"].terrain[:] = 1
    plan.features["town"] = FeaturePlan("town", "main:5,5", "city", "Weissenburg")
    x, y = picture_of(plan).index.lattices["main"].centre(5, 5)
    spaces = space_map()
    for shown_plan, box in (
        (plan, Box(x - 1.2, y + 0.42, x + 1.2, y + 0.76)),
        (spaces, Box(spaces.spaces["s2"].position[0] + 0.7, -0.6, spaces.spaces["s2"].position[0] + 1.4, 2.0)),
    ):
        picture = picture_of(shown_plan)
        inks = []
        for strength in (0.0, 0.4, 1.0):
            picture.shown = Shown(numbers=False, grid=False, strengths=((FEATURES, strength),))
            inks.append(pixels(painted(picture, box, 40.0)).sum())
        assert inks[2] < inks[1] < inks[0], "the stronger the darker"


def test_small_hexes_carry_no_numbers() -> None:
    plan = hex_map(8, 8, lines=False)
    picture = picture_of(plan)
    small = painted(picture, picture.bounds, 12)
    picture.shown = Shown(numbers=False)
    assert share_unlike(small, painted(picture, picture.bounds, 12)) == 0


def test_terrain_made_up_while_painting_gets_a_look() -> None:
    plan = hex_map(6, 6, lines=False)
    picture = picture_of(plan)
    painted(picture, picture.bounds, 20)
    plan.sheets["main"].terrain[2, 2] = plan.code_of("lava")
    picture.cells_changed([Cell("main", 3, 3)])
    painted(picture, picture.bounds, 20)
    painted(picture, picture.bounds, 5)
    assert picture.looks.terrain("lava").pattern == "clear"


def test_a_text_over_water_is_lettered_as_water() -> None:
    plan = hex_map(6, 6, lines=False)
    plan.sheets["main"].terrain[:] = TERRAIN.index("sea") + 1
    x, y = picture_of(plan).sheet("main").lattice.centre(3, 3)
    plan.texts["t"] = TextPlan("t", "SEA", (x, y), size=2.0)
    picture = picture_of(plan)
    image = painted(picture, Box(x - 3, y - 1.5, x + 3, y + 1.5), 40)
    ink = picture.looks.lettering("water").colour
    names = {image.pixelColor(px, py).name() for px in range(0, 240, 2) for py in range(0, 120, 2)}
    assert ink in names


def shores() -> MapPlan:
    """A sea with an island in it, half of which belongs to a country."""
    plan = MapPlan("shores", "", "demo")
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset(), "#3060c0")
    square = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
    island, hole = (
        tuple((10 + side * x, 10 + side * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))) for side in (6.0, 1.0)
    )
    plan.shapes["a-tint"] = ShapePlan("a-tint", (((4.0, 4.0), (10.0, 4.0), (4.0, 10.0)),), region="north", level=2)
    plan.shapes["land"] = ShapePlan("land", (island, hole), terrain="clear", level=1)
    plan.shapes["sea"] = ShapePlan("sea", (square,), terrain="sea")
    return plan


def test_shapes_are_the_ground_those_of_a_higher_level_on_top_and_rings_in_rings_are_holes() -> None:
    picture = picture_of(shores())
    image = painted(picture, Box(0, 0, 20, 20), 10)
    sea, land = picture.looks.terrain("sea").colour, picture.looks.terrain("clear").colour
    assert (sea, land) == tuple(image.pixelColor(*at) for at in ((20, 100), (140, 140)))
    assert abs(image.pixelColor(100, 100).hslHue() - sea.hslHue()) < 8, (
        "a hole shows the water, shallow so close to land"
    )
    assert image.pixelColor(60, 60) not in (sea, land)
    picture.shown = Shown(regions=False)
    assert painted(picture, Box(0, 0, 20, 20), 10).pixelColor(60, 60) == land
    assert picture.bounds.left < 0
    assert picture.bounds.right > 20


def test_a_tint_follows_its_region_and_goes_with_it() -> None:
    plan = shores()
    picture = picture_of(plan)
    before = painted(picture, Box(0, 0, 20, 20), 10).pixelColor(60, 60)
    plan.regions["north"] = dataclasses.replace(plan.regions["north"], colour="#c03030")
    assert painted(picture, Box(0, 0, 20, 20), 10).pixelColor(60, 60) != before
    del plan.regions["north"]
    land = picture.looks.terrain("clear").colour
    assert painted(picture, Box(0, 0, 20, 20), 10).pixelColor(60, 60) == land


def test_a_text_over_the_water_of_a_shape_is_lettered_as_water() -> None:
    plan = shores()
    plan.texts["sea"] = TextPlan("sea", "SEA", (10.0, 2.0), size=2.0)
    plan.texts["isle"] = TextPlan("isle", "ISLE", (10.0, 13.0), size=2.0)
    picture = picture_of(plan)
    for top, role in ((0.5, "water"), (11.5, "text")):
        image = painted(picture, Box(6, top, 14, top + 3), 40)
        names = {image.pixelColor(x, y).name() for x in range(0, 320, 2) for y in range(0, 120, 2)}
        assert picture.looks.lettering(role).colour in names


def test_a_map_without_anything_is_paper() -> None:
    picture = picture_of(MapPlan("empty", "", "demo"))
    image = painted(picture, picture.bounds, 40)
    assert image.pixelColor(40, 40) == picture.looks.paper
    assert picture.key_at(0, 0) is None
