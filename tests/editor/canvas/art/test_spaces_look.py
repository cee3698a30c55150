"""The map of spaces beside a printed one: depth lines, bands along borders, relief, names that find room."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from PySide6.QtGui import QColor, QImage

from app.files.map_opening import open_anything
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style, style_names
from editor.canvas.tiles.tile_cache import FULL_SIZE, TILE, TileCache, TileKey
from editor.geometry.lattice import Box
from engine.definitions.plan import BoxPlan, LinkPlan, MapPlan, PathPlan, RegionPlan, ShapePlan, SpacePlan
from tests.editor.canvas.art.test_map_picture import painted, picture_of
from tests.helpers.pixels import share_unlike


def square(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def island(**relief: str) -> MapPlan:
    """A sea of 40 by 40 with an island of 20 by 20, which is one country; and relief in its middle."""
    plan = MapPlan("island", "", "demo")
    plan.regions["land"] = RegionPlan("land", "country", "Land", frozenset(), "#3060c0")
    plan.shapes["sea"] = ShapePlan("sea", (square(0, 0, 40, 40),), terrain="sea")
    plan.shapes["land"] = ShapePlan("land", (square(10, 10, 30, 30),), terrain="clear", level=1)
    plan.shapes["in-land"] = ShapePlan("in-land", (square(10, 10, 30, 30),), region="land", level=2)
    for name, terrain in relief.items():
        plan.shapes[name] = ShapePlan(name, (square(15, 15, 25, 25),), terrain=terrain, level=2)
    return plan


def colours(image: QImage, scale: float, *points: tuple[float, float]) -> list[QColor]:
    return [image.pixelColor(round(x * scale), round(y * scale)) for x, y in points]


@pytest.mark.parametrize("style", style_names())
def test_water_grows_deeper_away_from_the_shore(style: str) -> None:
    picture = picture_of(island(), style)
    shallow, deeper, deep, open_sea = colours(
        painted(picture, Box(0, 0, 40, 40), 20), 20, (9.85, 20), (9.55, 20), (9.1, 20), (5, 20)
    )
    assert len({each.name() for each in (shallow, deeper, deep, open_sea)}) == 4
    assert open_sea == picture.looks.terrain("sea").colour
    assert shallow.lightness() > deeper.lightness() > deep.lightness() > open_sea.lightness()


@pytest.mark.parametrize("style", style_names())
def test_a_country_is_a_band_along_its_border_and_a_wash_within(style: str) -> None:
    picture = picture_of(island(), style)
    at_border, within = colours(painted(picture, Box(0, 0, 40, 40), 20), 20, (10.2, 20), (20, 20))
    plan = island()
    del plan.shapes["in-land"]
    (bare,) = colours(painted(picture_of(plan, style), Box(0, 0, 40, 40), 20), 20, (20, 20))
    differs = [abs(each.red() - bare.red()) + abs(each.blue() - bare.blue()) for each in (within, at_border)]
    assert 0 < differs[0] * 2 < differs[1], "the wash is faint beside the band"


def test_no_band_runs_along_the_frame_of_the_map() -> None:
    plan = island()
    whole = (square(0, 0, 40, 40),)
    plan.shapes["land"] = dataclasses.replace(plan.shapes["land"], rings=whole)
    plan.shapes["in-land"] = dataclasses.replace(plan.shapes["in-land"], rings=whole)
    at_frame, within = colours(painted(picture_of(plan), Box(0, 0, 40, 40), 20), 20, (0.3, 20), (20, 20))
    assert at_frame == within


def test_ground_on_ground_of_its_own_sort_is_relief_without_a_shore() -> None:
    box = Box(0, 0, 40, 40)
    plain, high = painted(picture_of(island()), box, 20), painted(picture_of(island(alps="mountain")), box, 20)
    within, without = ((310, 310, 180, 180), (210, 210, 70, 70))
    assert share_unlike(plain.copy(*within), high.copy(*within)) > 0.1
    assert share_unlike(plain.copy(*without), high.copy(*without)) == 0
    coast = picture_of(island()).looks.style.coast.colour
    edge = {high.pixelColor(300, y).name() for y in range(310, 490)}
    assert coast not in edge


def test_a_changed_shape_changes_its_depth_lines() -> None:
    plan = island()
    picture = picture_of(plan)
    painted(picture, Box(0, 0, 40, 40), 10)
    plan.shapes["land"] = dataclasses.replace(plan.shapes["land"], rings=(square(15, 15, 30, 30),))
    boxes = picture.shapes_changed(["land"])
    assert min(box.left for box in boxes) < 10 - max(picture.looks.style.coast.depths) + 0.3
    assert share_unlike(painted(picture, Box(0, 0, 40, 40), 10), painted(picture_of(plan), Box(0, 0, 40, 40), 10)) == 0


@pytest.mark.parametrize("scale", [5.0, 12.0, 40.0])
def test_the_ground_of_outlines_shows_no_seams(scale: float) -> None:
    picture, side = picture_of(island(alps="mountain")), TILE / scale
    whole = painted(picture, Box(0, 0, 2 * side, side), scale)
    cache = TileCache(picture)
    for across in (0, 1):
        tile = cache.make(TileKey(scale, across, 0))
        assert share_unlike(tile, whole.copy(across * TILE, 0, TILE, TILE)) < 0.0005


# Names


def crowd() -> MapPlan:
    """Two spaces so close that their names cannot both stand below, and one far from both."""
    plan = MapPlan("crowd", "", "demo")
    for name, x in (("Aaaaaaaa", 0.0), ("Bbbbbbbb", 2.2), ("Cccccccc", 20.0)):
        plan.spaces[name] = SpacePlan(name, name, (x, 0.0), "clear")
    return plan


def test_names_that_want_the_same_room_stand_above_or_beside() -> None:
    written = picture_of(crowd()).spaces.names.at(14.0)
    assert len(written) == 3
    assert written["Aaaaaaaa"].y > 0 > written["Bbbbbbbb"].y
    for one, other in itertools.combinations(written.values(), 2):
        assert not one.box.grown(-0.2).meets(other.box.grown(-0.2))


def test_a_space_that_moves_away_tells_whose_names_stand_elsewhere_now() -> None:
    plan = crowd()
    picture = picture_of(plan)
    before = picture.spaces.names.at(14.0)["Bbbbbbbb"]
    plan.spaces["Aaaaaaaa"] = dataclasses.replace(plan.spaces["Aaaaaaaa"], position=(-20.0, 0.0))
    boxes = picture.places_changed(spaces=["Aaaaaaaa"])
    now = picture.spaces.names.at(14.0)["Bbbbbbbb"]
    assert now.y > 0 > before.y
    assert any(box == before.box for box in boxes)
    assert any(box == now.box for box in boxes)


@pytest.mark.parametrize("scenario", ["europe-1941-45", "summer-1941"])
def test_names_are_written_from_thirty_per_cent_on(scenario: str) -> None:
    opened = open_anything(scenario)
    picture = MapPicture(opened.plan, Looks(opened.palette, bundled_style("paper")))
    written = picture.spaces.names.at(0.3 * FULL_SIZE)
    assert len(written) >= 0.95 * len(opened.plan.spaces)
    assert all(name.size * 0.3 * FULL_SIZE >= 8 for name in written.values())
    assert len(picture.spaces.names.at(0.5 * FULL_SIZE)) == len(opened.plan.spaces)


def test_a_connection_of_boxes_that_touch_has_no_room_and_is_not_drawn() -> None:
    plan = MapPlan("boxes", "", "demo")
    size = {"width": 4.0, "height": 4.0}
    plan.boxes["west"] = BoxPlan("west", "West", (0.0, 0.0), size)
    plan.boxes["east"] = BoxPlan("east", "East", (4.0, 0.0), size)
    plan.links["way"] = LinkPlan("way", "west", "east", "regular", one_way=True)
    plan.paths["rail"] = PathPlan("rail", "rail", ("west", "east"))
    picture = picture_of(plan)
    painted(picture, Box(-3, -3, 7, 3), 20)
    assert picture.spaces.track_boxes() == {}
