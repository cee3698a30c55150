"""What makes a map handsome and legible: names clear of numbers, rivers of their width, lines that run into towns."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Shown
from editor.canvas.art.signs import name_offset
from editor.canvas.art.style import bundled_style, style_names
from editor.canvas.art.words.lettering import word_box
from editor.canvas.tiles.tile_cache import TILE, TileCache, TileKey
from editor.geometry.lattice import Box
from engine.definitions.plan import BoxPlan, Cell, FeaturePlan, LinkPlan, MapPlan, PathPlan, SidePlan, canonical_side
from tests.editor.canvas.art.test_map_picture import painted
from tests.editor.canvas.demo_maps import PALETTE, hex_map
from tests.editor.canvas.gallery import GALLERY, gallery
from tests.helpers.pixels import pixels, share_unlike


def picture_of(plan: MapPlan, style: str = "paper", shown: Shown | None = None) -> MapPicture:
    return MapPicture(plan, Looks(GALLERY, bundled_style(style)), shown)


@pytest.mark.parametrize("style", style_names())
@pytest.mark.parametrize("edge", ["whole", "half"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_everything_is_drawn_at_every_zoom_and_without_a_seam(orientation: str, edge: str, style: str) -> None:
    picture = picture_of(gallery(orientation, edge), style)
    for scale in (3.0, 9.0, 20.0, 40.0):
        side = TILE / scale
        whole = painted(picture, Box(0, 0, 2 * side, side), scale)
        cache = TileCache(picture)
        for across in (0, 1):
            tile = cache.make(TileKey(scale, across, 0))
            assert share_unlike(tile, whole.copy(across * TILE, 0, TILE, TILE)) < 0.0005


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("sign", ["capital", "city", "town", "village"])
def test_a_name_stands_clear_of_the_numbers_around_it(orientation: str, sign: str) -> None:
    """Names up to two hexes wide, against the numbers of all hexes around."""
    plan = hex_map(9, 9, orientation=orientation, lines=False)
    looks = Looks(PALETTE, bundled_style("paper"))
    picture = MapPicture(plan, looks)
    lattice = picture.index.lattices["main"]
    number, style = looks.lettering("number"), looks.lettering("city" if sign in ("city", "capital") else "town")
    top = -0.79 if orientation == "flat" else -0.68
    x, y = lattice.centre(5, 5)
    name = word_box("Wwwwwwwwy", style, x, y + name_offset(sign), size=style.size)
    letters = Box(
        name.left, y + name_offset(sign) - 0.37 * style.size, name.right, y + name_offset(sign) + 0.37 * style.size
    )
    for col, row in itertools.product(range(3, 8), range(3, 8)):
        left, high = lattice.centre(col, row)
        written = Box(left - 0.34, high + top, left + 0.34, high + top + 0.73 * number.size)
        assert not letters.meets(written), (col, row)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("scale", [23.0, 27.0, 40.0, 70.0])
def test_no_pixel_of_a_name_is_one_of_a_number(orientation: str, scale: float) -> None:
    plan = hex_map(9, 9, orientation=orientation, lines=False)
    plan.sheets["main"].terrain[:] = 1
    plan.features["town"] = FeaturePlan("town", "main:5,5", "city", "Weissgypsjung", {"capital": True})
    picture = picture_of(plan)
    x, y = picture.index.lattices["main"].centre(5, 5)
    found = []
    for shown in (Shown(numbers=False, names=False), Shown(numbers=False), Shown(names=False)):
        picture.shown = shown
        found.append(pixels(painted(picture, Box(x - 2.5, y - 2, x + 2.5, y + 2), scale)))
    bare, named, numbered = found
    inks = [np.abs(one - bare).max(axis=2) > 60 for one in (named, numbered)]
    assert inks[0].any()
    assert inks[1].any()
    assert not (inks[0] & inks[1]).any()


@pytest.mark.parametrize(("orientation", "direction"), [("flat", 0), ("pointy", 0)])
def test_a_number_gives_way_to_a_river_above_it(orientation: str, direction: int) -> None:
    """On pointy hexes when there is one on each side of it."""
    plan = hex_map(9, 9, orientation=orientation, lines=False)
    plan.sheets["main"].terrain[:] = 1
    grid = plan.sheets["main"].grid
    for each in (direction,) if orientation == "flat" else (direction, 5):
        plan.sides[canonical_side(grid, Cell("main", 5, 5), each, "major-river")] = SidePlan()
    picture = picture_of(plan)
    x, y = picture.index.lattices["main"].centre(5, 5)
    box = Box(x - 0.5, y - 1, x + 0.5, y)
    picture.shown = Shown(numbers=False)
    bare = pixels(painted(picture, box, 60.0))
    picture.shown = Shown()
    ink = np.abs(pixels(painted(picture, box, 60.0)) - bare).max(axis=2)
    top = int(np.flatnonzero((ink > 90).any(axis=1))[0])
    usual = hex_map(9, 9, orientation=orientation, lines=False)
    usual.sheets["main"].terrain[:] = 1
    picture = picture_of(usual, shown=Shown(numbers=False))
    bare = pixels(painted(picture, box, 60.0))
    picture.shown = Shown()
    ink = np.abs(pixels(painted(picture, box, 60.0)) - bare).max(axis=2)
    assert top > int(np.flatnonzero((ink > 90).any(axis=1))[0]) + 2


@pytest.mark.parametrize("scale", [5.0, 14.0, 40.0])
def test_the_longest_name_is_not_cut_at_the_edge_of_a_tile(scale: float) -> None:
    plan = hex_map(60, 40, lines=False)
    name = "The Upper and Lower Fords of the River Beyond the Great Marshes"
    plan.features["ford"] = FeaturePlan("ford", "main:30,12", "city", name)
    picture = picture_of(plan)
    x, y = picture.index.lattices["main"].centre(30, 12)
    whole = painted(picture, Box(x - 14, y - 2, x + 14, y + 4), scale)
    for left, right in ((x - 14, x - 3), (x + 4, x + 14)):
        part = painted(picture, Box(left, y - 2, right, y + 4), scale)
        there = round((left - x + 14) * scale)
        assert share_unlike(part, whole.copy(there, 0, part.width(), part.height())) < 0.003


def test_where_two_names_have_no_room_the_more_important_stays() -> None:
    plan = hex_map(20, 12, lines=False)
    for name, at, kind in (("Great City", "main:8,6", "city"), ("Small Town", "main:9,6", "town")):
        plan.features[name] = FeaturePlan(name, at, kind, name)
    both = painted(picture_of(plan), Box(0, 0, 30, 20), 14.0)
    del plan.features["Small Town"]
    plan.features["dot"] = FeaturePlan("dot", "main:9,6", "town")
    alone = painted(picture_of(plan), Box(0, 0, 30, 20), 14.0)
    assert share_unlike(both, alone) == 0.0
    large = painted(picture_of(hex_map(20, 12, lines=False)), Box(0, 0, 30, 20), 14.0)
    assert share_unlike(both, large) > 0.001


def test_names_keep_a_legible_size_where_hexes_are_small() -> None:
    plan = hex_map(30, 24, lines=False)
    plan.features["city"] = FeaturePlan("city", "main:12,12", "city", "Metropolis")
    with_name, without = picture_of(plan), picture_of(plan, shown=Shown(names=False))
    changed = pixels(painted(with_name, with_name.bounds, 6.0)) != pixels(painted(without, without.bounds, 6.0))
    rows = np.flatnonzero(changed.any(axis=(1, 2)))
    assert rows.max() - rows.min() >= 9


def test_a_new_name_is_repainted_as_far_as_it_drives_others_away() -> None:
    plan = hex_map(40, 12, lines=False)
    plan.features["town"] = FeaturePlan("town", "main:14,6", "town", "A Town With A Long Name")
    picture = picture_of(plan)
    cache = TileCache(picture)
    keys = [key for scale in (5.0, 14.0, 40.0) for key in cache.keys_in(picture.bounds, scale)]
    for key in keys:
        cache.make(key)
    plan.features["city"] = FeaturePlan("city", "main:17,6", "city", "Newly Founded")
    cache.dirty(picture.features_changed(["city"]))
    fresh = TileCache(picture_of(plan))
    assert max(share_unlike(cache.make(key), fresh.make(key)) for key in keys) < 0.0001


def river(breadths: list[dict[str, float | int]]) -> MapPlan:
    """A straight river from one edge of the map to the other, piece by piece."""
    plan = hex_map(12, 8, lines=False)
    sheet = plan.sheets["main"]
    sheet.terrain[:] = 1
    for number, attributes in enumerate(breadths):
        for direction in (3, 2) if number % 2 else (2, 3):
            side = canonical_side(sheet.grid, Cell("main", 1 + number, 4), direction, "river")
            plan.sides[side] = SidePlan(attributes=dict(attributes))
    return plan


def water(plan: MapPlan, columns: tuple[int, int]) -> int:
    """How many pixels are of a river's colour between two columns of hexes."""
    image = pixels(painted(picture_of(plan, shown=Shown(grid=False, numbers=False)), Box(0, 0, 18, 14), 40.0))
    part = image[:, int(columns[0] * 60) : int(columns[1] * 60)]
    return int((np.abs(part - (0xC4, 0xB0, 0x7F)).max(axis=2) < 12).sum())


def test_a_river_is_as_wide_as_its_rank_or_width_says() -> None:
    usual = water(river([{}] * 10), (5, 8))
    assert water(river([{"rank": 1}] * 10), (5, 8)) > 1.35 * usual
    assert water(river([{"rank": 9}] * 10), (5, 8)) < 0.7 * usual
    assert water(river([{"width": 0.3}] * 10), (5, 8)) > 1.7 * usual
    assert water(river([{"width": -3}] * 10), (5, 8)) == usual, "what makes no sense is passed over"


def test_a_river_tapers_to_its_source() -> None:
    plan = river([{}] * 10)
    for side in [side for side in plan.sides if side.col <= 4]:
        del plan.sides[side]
    assert water(plan, (4, 6)) < 0.85 * water(river([{}] * 10), (4, 6))


def test_a_railway_runs_into_a_town_and_past_everything_else() -> None:
    plan = hex_map(9, 9, lines=False)
    plan.sheets["main"].terrain[:] = 1
    plan.paths["line"] = PathPlan("line", "rail", ("main:4,5", "main:5,5", "main:6,5"))
    picture = picture_of(plan)
    x, y = picture.index.lattices["main"].centre(5, 5)
    box = Box(x - 0.04, y - 0.04, x + 0.04, y + 0.04)

    def inked() -> bool:
        return bool((pixels(painted(picture, box, 200.0)).sum(axis=2) < 300).any())

    plan.features["port"] = FeaturePlan("port", "main:5,5", "airfield")
    picture.features_changed(["port"])
    assert not inked()
    plan.features["town"] = FeaturePlan("town", "main:5,5", "town")
    picture.features_changed(["town"])
    near = Box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
    to_town = painted(picture, near, 60.0)
    del plan.features["town"]
    picture.features_changed(["town"])
    assert share_unlike(to_town, painted(picture, near, 60.0)) > 0.02


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_numbers_of_cut_hexes_stand_on_the_map(orientation: str) -> None:
    """Outside the edge at which hexes are cut there is nothing but paper."""
    picture = picture_of(gallery(orientation, "half"), shown=Shown(names=False))
    edge = picture.sheet("main").bounds()
    assert edge is not None
    for part in (
        Box(edge.left, edge.top - 0.8, edge.right, edge.top - 0.1),
        Box(edge.left - 0.8, edge.top, edge.left - 0.1, edge.bottom),
        Box(edge.left, edge.bottom + 0.1, edge.right, edge.bottom + 0.8),
    ):
        image = pixels(painted(picture, part, 40.0))
        assert (image == image[0, 0]).all()


def test_a_link_leaves_a_box_at_its_edge() -> None:
    plan = hex_map(8, 6, lines=False)
    plan.boxes["box"] = BoxPlan("box", "", (20.0, 5.0), {"width": 6.0, "height": 4.0})
    plan.links["way"] = LinkPlan("way", "box", "main:4,3", "inset")
    picture = picture_of(plan)
    inside = pixels(painted(picture, Box(17.3, 3.6, 22.5, 6.5), 30.0))
    assert (inside == inside[0, 0]).all()
    track = picture.spaces.track_boxes()["way"]
    assert track.right == pytest.approx(17.3, abs=0.01)


def test_small_hexes_show_lines_in_their_stronger_ink() -> None:
    plan = hex_map(12, 8, lines=False)
    plan.sheets["main"].terrain[:] = 1
    plan.paths["road"] = PathPlan("road", "road", tuple(f"main:{col},4" for col in range(2, 11)))
    image = pixels(painted(picture_of(plan), Box(0, 0, 18, 14), 5.0))
    assert (image.sum(axis=2) < 480).any(), "darker than the body of a road"


def test_a_stopped_painting_leaves_the_painter_as_it_was() -> None:
    picture = picture_of(gallery("flat", "half"))
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        picture.paint(painter, Patch(picture.bounds, 5.0, raster=False, tick=stop))
    painter.end()
