"""Maps of Tiled with parts missing, empty, elsewhere or of the wrong kind: each comes in or is told in words."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_import import import_tiled
from engine.core.messages import message

GIDS = [1, 2, 3, 0, 2, 1]
CHANGES = 300
ODD: tuple[Any, ...] = (None, "", "x", -1, 0, 10**30, 1e300, True, [], {}, [[]], "0", 2.5, "hexagonal")
TSX = '<tileset name="Land" tilecount="4" columns="4"><tile id="0" type="Forest"/></tileset>'
TSJ = {"name": "Land", "tilecount": 4, "columns": 4, "tiles": [{"id": 0, "type": "Forest"}]}


def base() -> dict[str, Any]:
    """A map with everything in it."""
    packed = base64.b64encode(zlib.compress(np.array(GIDS, dtype="<u4").tobytes())).decode()
    size = {"width": 3, "height": 2}
    return {
        "type": "map",
        "orientation": "hexagonal",
        "infinite": False,
        **size,
        "tilewidth": 14,
        "tileheight": 12,
        "hexsidelength": 6,
        "staggeraxis": "x",
        "staggerindex": "even",
        "properties": [{"name": "a", "type": "int", "value": 3}],
        "tilesets": [{"firstgid": 1, **TSJ, "tilewidth": 14, "tileheight": 12}],
        "layers": [
            {"type": "tilelayer", "name": "ground", **size, "data": GIDS},
            {
                "type": "group",
                "name": "g",
                "layers": [
                    {
                        "type": "tilelayer",
                        "name": "on it",
                        **size,
                        "encoding": "base64",
                        "compression": "zlib",
                        "data": packed,
                    }
                ],
            },
            {
                "type": "objectgroup",
                "name": "things",
                "objects": [
                    {"name": "road", "x": 7, "y": 6, "polyline": [{"x": 0, "y": 0}, {"x": 20, "y": 6}]},
                    {"name": "town", "x": 8, "y": 7, "point": True, "properties": [{"name": "n", "value": "v"}]},
                    {"name": "said", "x": 9, "y": 9, "text": {"text": "Here", "pixelsize": 9}},
                    {"name": "said", "x": 9, "y": 9, "text": {"text": "There", "pixelsize": 9}},
                ],
            },
        ],
    }


def changed(luck: Random, whole: dict[str, Any]) -> dict[str, Any]:
    """The same with a few of its parts gone or replaced."""
    found = copy.deepcopy(whole)
    for _ in range(luck.randrange(1, 4)):
        part: Any = found
        while True:
            key = luck.choice(list(part)) if isinstance(part, dict) else luck.randrange(len(part))
            if isinstance(part[key], (dict, list)) and part[key] and luck.random() < 0.8:
                part = part[key]
                continue
            break
        if luck.random() < 0.3:
            del part[key]
        else:
            part[key] = luck.choice(ODD)
        if not found:
            break
    return found


def test_whatever_is_changed_in_a_map_is_taken_or_told(tmp_path: Path) -> None:
    luck, taken = Random(20), 0
    path = tmp_path / "odd.tmj"
    for _ in range(CHANGES):
        path.write_text(json.dumps(changed(luck, base())), encoding="utf-8")
        with suppress(ExchangeError):
            import_tiled(path)
            taken += 1
    assert taken > CHANGES // 10
    assert [each.name for each in tmp_path.iterdir()] == ["odd.tmj"]


def tmx(tmp_path: Path, tileset: str, layers: str, *, infinite: str = "0", name: str = "odd.tmx") -> Path:
    path = tmp_path / name
    path.write_text(
        f'<map orientation="hexagonal" width="3" height="2" tilewidth="14" tileheight="12" hexsidelength="6" '
        f'staggeraxis="x" staggerindex="odd" infinite="{infinite}">{tileset}{layers}</map>',
        encoding="utf-8",
    )
    return path


CSV = '<layer name="ground" width="3" height="2"><data encoding="csv">1,2,3,0,2,1</data></layer>'


@pytest.mark.parametrize("source", ["gone.tsx", "../../etc/passwd", "x\0y.tsx", "odd.tmx", ".", "/etc/shadow"])
def test_a_tileset_that_cannot_be_had_costs_the_names_of_its_tiles(tmp_path: Path, source: str) -> None:
    whole = base() | {"tilesets": [{"firstgid": 1, "source": source}]}
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(whole), encoding="utf-8")
    found = import_tiled(path)
    (sheet,) = found.plan.sheets.values()
    assert int((sheet.terrain != 0).sum()) == 5
    assert [said.key for said in found.left_out][:1] == ["exchange.tiled-tileset"]


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
@pytest.mark.parametrize(("name", "text"), [("land.tsx", TSX), ("land.tsj", json.dumps(TSJ))])
def test_either_kind_of_map_takes_either_kind_of_tileset(tmp_path: Path, ending: str, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    if ending == ".tmx":
        path = tmx(tmp_path, f'<tileset firstgid="1" source="{name}"/>', CSV)
    else:
        path = tmp_path / "odd.tmj"
        path.write_text(json.dumps(base() | {"tilesets": [{"firstgid": 1, "source": name}]}), encoding="utf-8")
    found = import_tiled(path)
    assert "forest" in found.plan.terrain_names
    assert "exchange.tiled-tileset" not in [said.key for said in found.left_out]


def test_an_empty_layer_of_a_map_without_bounds_is_nothing(tmp_path: Path) -> None:
    chunk = '<chunk x="0" y="0" width="3" height="2">1,2,3,0,2,1</chunk>'
    layers = '<layer name="none" width="3" height="2"><data encoding="csv"></data></layer>'
    layers += f'<layer name="ground" width="3" height="2"><data encoding="csv">{chunk}</data></layer>'
    (sheet,) = import_tiled(tmx(tmp_path, "", layers, infinite="1")).plan.sheets.values()
    assert sheet.size == (3, 2)
    whole = base() | {"infinite": True}
    whole["layers"] = [{"type": "tilelayer", "name": "none", "width": 3, "height": 2, "chunks": []}, *whole["layers"]]
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(whole), encoding="utf-8")
    (sheet,) = import_tiled(path).plan.sheets.values()
    assert sheet.size == (3, 2)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_all_four_ways_to_shift_lie_as_in_tiled(tmp_path: Path, axis: str, index: str) -> None:
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(base() | {"staggeraxis": axis, "staggerindex": index}), encoding="utf-8")
    (sheet,) = import_tiled(path).plan.sheets.values()
    first, second = (sheet.grid.centre(*cell) for cell in ((0, 0), (1, 0) if axis == "x" else (0, 1)))
    across = 1 if axis == "x" else 0
    assert (second[across] > first[across]) is (index == "odd"), "what has an odd number is moved on, or moved back"


def test_a_road_across_a_hole_is_two_roads(tmp_path: Path) -> None:
    whole = base() | {"width": 6, "height": 1, "staggeraxis": "y", "hexsidelength": 4}
    road = {"name": "road", "x": 7, "y": 6, "polyline": [{"x": 0, "y": 0}, {"x": 70, "y": 0}]}
    whole["layers"] = [
        {"type": "tilelayer", "name": "ground", "width": 6, "height": 1, "data": [1, 1, 1, 0, 1, 1]},
        {"type": "objectgroup", "name": "roads", "objects": [road]},
    ]
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(whole), encoding="utf-8")
    roads = {each.through for each in import_tiled(path).plan.paths.values()}
    assert roads == {("map:0,0", "map:1,0", "map:2,0"), ("map:4,0", "map:5,0")}


def laid(tmp_path: Path, whole: dict[str, Any]) -> Path:
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


@pytest.mark.parametrize("where", ["9" * 5000, "ten", 10**30, 2.5, None])
def test_a_block_that_begins_nowhere_is_told_of(tmp_path: Path, where: object) -> None:
    chunk = {"x": where, "y": 0, "width": 3, "height": 2, "data": GIDS}
    layer = {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "chunks": [chunk]}
    with pytest.raises(ExchangeError) as bad:
        import_tiled(laid(tmp_path, base() | {"infinite": True, "layers": [layer]}))
    assert bad.value.message.key == "exchange.tiled-number"


@pytest.mark.parametrize("words", ["[1, ", "[" * 100_000])
@pytest.mark.parametrize(
    ("name", "what"),
    [("redoubt:name", {"point": True}), ("redoubt:more", {"text": {"text": "Here", "pixelsize": 9}})],
)
def test_a_property_of_ours_on_a_strange_map_that_is_no_json_is_told_of(
    tmp_path: Path, name: str, what: dict[str, object], words: str
) -> None:
    whole = base()
    thing = {"name": "town", "x": 8, "y": 7, **what, "properties": [{"name": name, "value": words}]}
    whole["layers"][2]["objects"] = [thing]
    with pytest.raises(ExchangeError) as bad:
        import_tiled(laid(tmp_path, whole))
    assert bad.value.message.args["name"] == "town"


def test_tiles_whose_long_names_differ_only_at_the_end_are_two_terrains(tmp_path: Path) -> None:
    long = "a wood of very old and very tall trees that nobody has ever walked through"
    names = [f"{long} in winter", f"{long} in summer", f"{long} in Winter!"]
    tiles = [{"id": number, "type": name} for number, name in enumerate(names)]
    found = import_tiled(laid(tmp_path, base() | {"tilesets": [{"firstgid": 1, **TSJ, "tiles": tiles}]})).plan
    (sheet,) = found.sheets.values()
    assert len(set(sheet.terrain.ravel().tolist()) - {0}) == 2
    assert all(len(name) <= 64 for name in found.terrain_names)


def test_layers_that_would_fill_the_memory_are_refused(tmp_path: Path) -> None:
    side = 1_000
    packed = base64.b64encode(zlib.compress(np.ones(side * side, dtype="<u4").tobytes())).decode()
    layer = {
        "type": "tilelayer",
        "name": "ground",
        "width": side,
        "height": side,
        "encoding": "base64",
        "compression": "zlib",
        "data": packed,
    }
    with pytest.raises(ExchangeError) as bad:
        import_tiled(laid(tmp_path, base() | {"width": side, "height": side, "layers": [layer] * 40}))
    assert bad.value.message.key == "exchange.tiled-too-large"


def test_more_kinds_of_tiles_than_anybody_tells_apart_are_refused(tmp_path: Path) -> None:
    size = {"width": 200, "height": 200}
    many = {"type": "tilelayer", "name": "many", **size, "data": list(range(1, 40_001))}
    one = {"type": "tilelayer", "name": "one", **size, "data": [1] * 40_000}
    for layers in ([many], [one, many]):
        with pytest.raises(ExchangeError) as bad:
            import_tiled(laid(tmp_path, base() | {**size, "layers": layers}))
        assert bad.value.message.key == "exchange.tiled-kinds"


@pytest.mark.parametrize(
    ("name", "value"),
    [("staggeraxis", "z"), ("staggerindex", "all"), ("hexsidelength", 4000)],
    ids=str,
)
def test_what_makes_no_grid_is_told_by_its_own_name(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "odd.tmj"
    path.write_text(json.dumps(base() | {name: value}), encoding="utf-8")
    with pytest.raises(ExchangeError) as refused:
        import_tiled(path)
    assert refused.value.message == message("exchange.tiled-number", file="odd.tmj", name=name, found=str(value))
