"""The next place by the keyboard, on hexes of any size."""

from __future__ import annotations

import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.geometry.place_neighbours import place_towards
from tests.editor.canvas.demo_maps import PALETTE, hex_map


@pytest.mark.parametrize("scale", [0.05, 0.5, 1.0, 3.0, 20.0])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_step_leads_into_the_very_next_hex_however_large_hexes_are(orientation: str, scale: float) -> None:
    plan = hex_map(8, 8, orientation=orientation, lines=False)
    sheet = plan.sheets["main"]
    sheet.scale = scale
    sheet.terrain[:] = 1
    picture = MapPicture(plan, Looks(PALETTE, bundled_style("paper")))
    for way in ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)):
        found = place_towards(picture, "main:4,4", (0.0, 0.0), way)
        col, row = (int(part) for part in found.removeprefix("main:").split(","))
        assert (col, row) in sheet.grid.neighbours(4, 4), f"{way} led to {found}"
