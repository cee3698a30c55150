"""From nothing to a drawing with a real pointer and real keys, on a screen of 1280 x 720: the mapper's first hour."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from tests.app.real_map import TOWNS
from tests.app.real_walk import told_by
from tests.helpers.screen import screen

LAYERS = {"paper", "ground", "grid", "sides", "paths", "signs", "names"}


def test_a_map_is_painted_named_stamped_and_drawn(tmp_path: Path) -> None:
    with screen(1280, 720) as made:
        told = told_by(made, "tests.app.real_map", str(tmp_path))
    assert told["size"] == [20, 15]
    assert told["window"] == [1280, 720]
    assert (told["forest"], told["hills"]) == ("forest", "hill")
    assert told["sides"] == ["river"]
    assert told["river"] > 20
    assert told["lines"] == ["rail"]
    assert sorted(name for _, name in told["towns"]) == sorted(TOWNS.values()), "no letter went to a tool"
    assert 6 <= told["stamped"] <= told["hill hexes"]
    assert not told["map moved"], "the map stays where it is when a tool is taken in hand"
    assert len(told["entries"]) == 10, "one gesture, one entry: a town and its name are one"
    root = ET.parse(tmp_path / "luki.svg").getroot()
    groups = {group.get("id") for group in root.findall("{http://www.w3.org/2000/svg}g")}
    assert groups >= LAYERS
