"""Where names are written on hexes is kept from frame to frame, and found anew when what stands there changes."""

from __future__ import annotations

import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.canvas.art.words.hex_words import HexWords
from editor.geometry.lattice import Box
from engine.definitions.plan import Cell, FeaturePlan
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
