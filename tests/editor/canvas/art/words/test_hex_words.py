"""Where names are written on hexes is kept from frame to frame, and found anew when what stands there changes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainter

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Layer, Patch, Portion, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.art.words.hex_words import HexWords
from editor.canvas.tiles.tile_painting import clear_image
from editor.geometry.lattice import Box
from engine.definitions.plan import BoxPlan, Cell, FeaturePlan
from tests.editor.canvas.demo_maps import PALETTE, hex_map

SCALE = 24.0


def test_where_a_name_is_written_is_found_once_a_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[float] = []
    find = HexWords._new_name_box

    def noted(words: HexWords, cell: Cell, feature: str, scale: float) -> Box | None:
        found.append(scale)
        return find(words, cell, feature, scale)

    monkeypatch.setattr(HexWords, "_new_name_box", noted)
    plan = hex_map(8, 8)
    plan.features.clear()
    plan.features["town"] = FeaturePlan("town", "main:4,4", "town", "Longtown on the River")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    boxes = {picture.name_box("town", SCALE) for _ in range(3)}
    assert None not in boxes
    assert len(boxes) == 1
    picture.name_box("town", 2 * SCALE)
    assert found == [SCALE, 2 * SCALE]


def test_a_name_gives_way_to_that_of_a_greater_place_and_comes_back_when_it_goes() -> None:
    plan = hex_map(8, 8)
    plan.features.clear()
    plan.features["town"] = FeaturePlan("town", "main:4,4", "town", "Longtown on the River")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    before = picture.name_box("town", SCALE)
    assert before is not None
    plan.features["city"] = FeaturePlan("city", "main:4,5", "city", "Greater Longtown", name_offset=(0.0, -1.7))
    picture.features_changed(["city"])
    assert picture.name_box("town", SCALE) is None
    del plan.features["city"]
    picture.features_changed(["city"])
    assert picture.name_box("town", SCALE) == before


@pytest.mark.parametrize("at", ["main:1,4", "main:8,4", "main:1,1", "main:4,8"])
def test_a_name_at_the_edge_stands_inside_the_paper_where_it_is_large_for_its_hex(at: str) -> None:
    """When all of a map is seen, names keep a legible size and would reach over the edge, where they are cut off."""
    plan = hex_map(8, 8)
    plan.features.clear()
    plan.features["town"] = FeaturePlan("town", at, "city", "Longtown on the River")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    box, paper = picture.name_box("town", 12.0), picture.bounds
    assert box is not None
    assert box.common(paper) == pytest.approx(box)
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    assert picture.name_at(*middle, 12.0) == "town"
    assert picture.name_at(box.right - 0.1, middle[1], 12.0) == "town", "far from its hex it is found too"


def test_a_name_comes_back_to_its_place_when_the_paper_grows() -> None:
    plan = hex_map(8, 8)
    plan.features.clear()
    plan.features["town"] = FeaturePlan("town", "main:1,4", "city", "Longtown on the River")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    inside = picture.name_box("town", 12.0)
    plan.boxes["box"] = BoxPlan("box", "A box far to the left", (-30.0, 0.0))
    picture.places_changed(boxes=["box"])
    usual = picture.name_box("town", 12.0)
    assert inside is not None
    assert usual is not None
    assert usual.left < inside.left


def test_names_are_as_large_on_a_screen_of_many_pixels() -> None:
    """A point of such a screen is several pixels: what is legible is a matter of points."""
    plan = hex_map(8, 8)
    plan.features.clear()
    plan.features["town"] = FeaturePlan("town", "main:4,4", "city", "Kalin")
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")), Shown(numbers=False))
    for points in (3.0, 8.0, 12.0):
        written = [
            _extent(picture, Patch(picture.bounds, points * ratio, portion=Portion.INK, to_point=ratio))
            for ratio in (1.0, 2.0)
        ]
        assert written[0] == pytest.approx(written[1], abs=1.5), f"where a circumradius has {points} points"


def _extent(picture: MapPicture, patch: Patch) -> float:
    """How high the letters in a picture are, in points."""
    box = patch.box
    image = clear_image(round(box.width * patch.scale), round(box.height * patch.scale))
    painter = QPainter(image)
    painter.scale(patch.scale, patch.scale)
    painter.translate(-box.left, -box.top)
    picture.paint_layer(painter, patch, Layer.NAMES)
    painter.end()
    rows = [y for y in range(image.height()) if any(image.pixelColor(x, y).alpha() for x in range(image.width()))]
    return (rows[-1] - rows[0] + 1) / patch.to_point if rows else 0.0
