"""Maps go to Tiled and come back the same; what was changed there is taken; strange and broken ones are told of."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from app.files.map_opening import OpenedScenario, open_anything
from app.files.tiled_writing import write_tiled
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_import import import_tiled, read_tiled
from editor.digitise.exchange.tiled.tiled_map import ObjectLayer
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.plan import NO_CELL, MapPlan, RegionPlan
from engine.narration.language import catalogue
from engine.storage.store import Store

HEX_MAP = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="3" height="2" tilewidth="14" tileheight="12" hexsidelength="6"
 staggeraxis="{axis}" staggerindex="odd" infinite="0">
 <tileset firstgid="1" name="Land" tilewidth="14" tileheight="12" tilecount="3" columns="3">
  <image source="{image}" width="42" height="12"/>
  <tile id="0" type="Open Field"/>
  <tile id="1"><properties><property name="terrain" value="forest"/></properties></tile>
 </tileset>
 <layer name="ground" width="3" height="2"><data {how}>{data}</data></layer>
 <layer name="towns" width="3" height="2"><data encoding="csv">0,3,0,0,0,0</data></layer>
 <objectgroup name="roads">
  <object id="1" type="highway" x="7" y="6"><polyline points="0,0 20,0"/></object>
  <object id="2" name="Depot" type="dump" x="7" y="18"><point/></object>
  <object id="3" name="Nowhere" x="900" y="900"><point/></object>
  <object id="4" x="7" y="6"><polygon points="0,0 3,3 3,0"/></object>
 </objectgroup>
</map>
"""
GIDS = np.array([1, 2, 3, 0, 2 | 0x8000_0000, 1], dtype="<u4")


@pytest.fixture(params=("pulkovo-heights", "summer-1941", "kharkov-1943"))
def opened(request: pytest.FixtureRequest, qapp: QApplication) -> OpenedScenario:
    return open_anything(str(request.param))


def strange(folder: Path, how: str, data: str, *, axis: str = "x", image: str = "land.png") -> Path:
    path = folder / "strange.tmx"
    path.write_text(HEX_MAP.format(axis=axis, how=how, data=data, image=image), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_a_map_comes_back_from_tiled_as_it_went(opened: OpenedScenario, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"map{ending}"
    write_tiled(opened, path)
    found = import_tiled(path)
    assert found.plan == opened.plan
    assert found.left_out == []
    tiles = QImage(str(tmp_path / "map-tiles.png"))
    assert tiles.width() == max(1, len(opened.plan.terrain_names)) * ((tiles.height() > 56 and 56) or 64)


def test_the_tiles_are_drawn_as_the_hexes_of_the_map(qapp: QApplication, tmp_path: Path) -> None:
    opened = open_anything("kharkov-1943")
    write_tiled(opened, tmp_path / "map.tmx")
    tiles = QImage(str(tmp_path / "map-tiles.png"))
    width = tiles.width() // len(opened.plan.terrain_names)
    middles = {
        tiles.pixelColor(n * width + width // 2, tiles.height() // 2).name() for n in range(tiles.width() // width)
    }
    assert tiles.pixelColor(0, 0).alpha() == 0
    assert len(middles) > 2


def test_what_was_painted_and_moved_in_tiled_wins(qapp: QApplication, tmp_path: Path) -> None:
    opened = open_anything("kharkov-1943")
    path = tmp_path / "map.tmj"
    write_tiled(opened, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    ground = data["layers"][0]
    place = next(n for n, gid in enumerate(ground["data"]) if gid and gid != 2)
    old = ground["data"][place]
    ground["data"][place] = 2
    (features,) = (layer for layer in data["layers"] if layer["name"] == "features")
    moved = features["objects"][0]
    before = moved["x"], moved["y"]
    moved["x"] += 48
    moved["y"] += 28
    path.write_text(json.dumps(data), encoding="utf-8")
    plan = import_tiled(path).plan
    (sheet,) = plan.sheets.values()
    (was,) = opened.plan.sheets.values()
    changed = np.argwhere(sheet.terrain != was.terrain)
    assert len(changed) == 1
    assert int(sheet.terrain[tuple(changed[0])]) == 2 != old
    differing = [name for name, each in plan.features.items() if each.at != opened.plan.features[name].at]
    assert len(differing) == 1
    assert before != (moved["x"], moved["y"])


def test_what_was_added_in_tiled_under_names_as_people_write_them_comes_in(qapp: QApplication, tmp_path: Path) -> None:
    opened = open_anything("kharkov-1943")
    path = tmp_path / "map.tmj"
    write_tiled(opened, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    (tileset,) = data["tilesets"]
    count = tileset["tilecount"]
    tileset["tiles"] += [{"id": count, "type": "Steppe"}, {"id": count + 1, "type": "deep_wood"}]
    tileset["tilecount"] = count + 2
    ground = data["layers"][0]["data"]
    places = [place for place, gid in enumerate(ground) if gid][:2]
    ground[places[0]], ground[places[1]] = count + 1, count + 2
    (features,) = (layer for layer in data["layers"] if layer["name"] == "features")
    there = features["objects"][0]
    said = [
        {"name": "Population", "type": "int", "value": 5_000_000},
        {"name": "Held by", "type": "string", "value": "Soviet"},
        {"name": "held-by", "type": "string", "value": "x" * 5000},
    ]
    new = {"id": 9999, "name": "Neu", "type": "City", "x": there["x"], "y": there["y"], "point": True}
    features["objects"].append(new | {"properties": said})
    path.write_text(json.dumps(data), encoding="utf-8")
    plan = import_tiled(path).plan
    assert plan.terrain_names[-2:] == ["steppe", "deep-wood"]
    (city,) = (each for each in plan.features.values() if each.kind == "city" and each.name == "Neu")
    assert city.attributes == {"population": "5000000", "held-by": "Soviet", "held-by-2": "x" * 2000}
    assert compile_map(plan).size


def test_a_hex_taken_away_in_tiled_leaves_its_regions(qapp: QApplication, tmp_path: Path) -> None:
    opened = open_anything("kharkov-1943")
    plan = opened.plan
    (sheet,) = plan.sheets.values()
    first, second = [cell.key for cell in sheet.cells()][:2]
    plan.regions["corner"] = RegionPlan("corner", "front", "Corner", frozenset((first, second)))
    path = tmp_path / "map.tmj"
    write_tiled(opened, path)
    data = json.loads(path.read_text(encoding="utf-8"))
    tiles = data["layers"][0]["data"]
    tiles[next(n for n, gid in enumerate(tiles) if gid)] = 0
    path.write_text(json.dumps(data), encoding="utf-8")
    found = import_tiled(path)
    assert found.plan.regions["corner"].members == {second}
    assert "exchange.tiled-members" in [said.key for said in found.left_out]


@pytest.mark.parametrize(
    ("how", "data"),
    [
        ('encoding="csv"', ",".join(map(str, GIDS.tolist()))),
        ('encoding="base64"', base64.b64encode(GIDS.tobytes()).decode()),
        ('encoding="base64" compression="zlib"', base64.b64encode(zlib.compress(GIDS.tobytes())).decode()),
        ('encoding="base64" compression="gzip"', base64.b64encode(gzip.compress(GIDS.tobytes(), mtime=0)).decode()),
        ("", "".join(f'<tile gid="{gid}"/>' for gid in GIDS.tolist())),
    ],
)
def test_a_strange_map_comes_in_however_its_tiles_are_written(tmp_path: Path, how: str, data: str) -> None:
    found = import_tiled(strange(tmp_path, how, data), colour=lambda image, box: "#102030")
    plan = found.plan
    (sheet,) = plan.sheets.values()
    names = [[plan.terrain_names[code - 1] if code else "" for code in row] for row in sheet.terrain.tolist()]
    assert names == [["open-field", "forest", "land-2"], ["", "forest", "open-field"]]
    assert {key.id for key in plan.swatches if key.group == "terrain"} == {"open-field", "forest", "land-2"}
    kinds = {(feature.kind, feature.at): feature.name for feature in plan.features.values()}
    assert kinds == {("land-2", "map:1,0"): ""}
    (road,) = plan.paths.values()
    assert (road.kind, road.through) == ("highway", ("map:0,0", "map:1,0", "map:2,0"))
    assert [catalogue().text(said) for said in found.left_out] == [
        "roads: 3 objects lie on no place of the map, or are outlines; left out."
    ]


def test_the_picture_of_a_tileset_lies_beside_the_tileset(tmp_path: Path) -> None:
    path = strange(tmp_path, 'encoding="csv"', ",".join(map(str, GIDS.tolist())))
    text = path.read_text(encoding="utf-8")
    begin, end = text.index("<tileset"), text.index("</tileset>") + len("</tileset>")
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "land.tsx").write_text(text[begin:end].replace('firstgid="1" ', ""), encoding="utf-8")
    path.write_text(f'{text[:begin]}<tileset firstgid="1" source="sets/land.tsx"/>{text[end:]}', encoding="utf-8")
    asked: set[Path] = set()
    import_tiled(path, colour=lambda image, box: asked.add(image))
    assert asked == {tmp_path / "sets" / "land.png"}


def test_shifted_rows_lie_as_in_tiled(tmp_path: Path) -> None:
    plan = import_tiled(strange(tmp_path, 'encoding="csv"', ",".join(map(str, GIDS.tolist())), axis="y")).plan
    (sheet,) = plan.sheets.values()
    assert (sheet.grid.orientation.value, sheet.grid.parity.value) == ("pointy", "odd")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("hexagonal", "orthogonal"), "only hexagonal maps"),
        (
            lambda text: text.replace('width="3" height="2" tilewidth', 'width="99999" height="99999" tilewidth'),
            "more than",
        ),
        (lambda text: text.replace("1,2,3,0", "1,2,3"), "5 tiles where there should be 6"),
        (lambda text: text.replace("1,2,3,0", "1,2,banana,0"), "cannot be read"),
        (lambda text: text.replace('encoding="csv">1', 'encoding="base64" compression="zstd">1'), "zstd"),
        (lambda text: text.replace('x="7" y="6"><polyline', 'x="1e400" y="6"><polyline'), "may not be"),
        (lambda text: text[:300], "cannot be read"),
        (lambda text: "<html/>", "not a map of Tiled"),
        (lambda text: text.replace("<map ", '<!DOCTYPE m [<!ENTITY x "y">]><map ', 1), "entities"),
    ],
)
def test_a_broken_map_is_refused_with_a_word(tmp_path: Path, change, said: str) -> None:
    path = strange(tmp_path, 'encoding="csv"', ",".join(map(str, GIDS.tolist())))
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ExchangeError) as refused:
        import_tiled(path)
    assert said in catalogue().text(refused.value.message)


def test_a_map_of_ours_with_a_broken_property_is_refused(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "map.tmj"
    write_tiled(open_anything("kharkov-1943"), path)
    whole = json.loads(path.read_text(encoding="utf-8"))
    for broken in ("{", "[]", '{"id": "x", "sheets": [{"id": 3}]}'):
        for each in whole["properties"]:
            if each["name"] == "redoubt:map":
                each["value"] = broken
        path.write_text(json.dumps(whole), encoding="utf-8")
        with pytest.raises(ExchangeError):
            import_tiled(path)


def test_infinite_maps_are_joined_from_their_chunks(tmp_path: Path) -> None:
    chunk = {"width": 2, "height": 2, "data": [1, 1, 1, 1]}
    whole = {
        "type": "map",
        "orientation": "hexagonal",
        "infinite": True,
        "width": 2,
        "height": 2,
        "tilewidth": 14,
        "tileheight": 12,
        "hexsidelength": 6,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "tilesets": [],
        "layers": [
            {
                "type": "tilelayer",
                "name": "ground",
                "width": 4,
                "height": 2,
                "chunks": [{**chunk, "x": -3, "y": 0}, {**chunk, "x": 1, "y": 4}],
            },
            {"type": "imagelayer", "name": "backdrop"},
        ],
    }
    path = tmp_path / "wide.tmj"
    path.write_text(json.dumps(whole), encoding="utf-8")
    found = import_tiled(path)
    (sheet,) = found.plan.sheets.values()
    cells = {(cell.col, cell.row) for cell in sheet.cells()}
    assert cells == {(-3, 0), (-2, 0), (-3, 1), (-2, 1), (1, 4), (2, 4), (1, 5), (2, 5)}
    assert [said.key for said in found.left_out] == ["exchange.tiled-layer"]


def test_the_commands_write_and_read_tiled(qapp: QApplication, tmp_path: Path) -> None:
    file, out, back = tmp_path / "a.redoubt", tmp_path / "a.tmx", tmp_path / "b.redoubt"
    assert run(["import", "kharkov-1943", str(file)]) == 0
    assert run(["export", str(file), str(out)]) == 0
    assert run(["import", str(out), str(back)]) == 0
    with Store(file) as one, Store(back) as other:
        assert one.contents.maps == other.contents.maps


@pytest.mark.skipif(shutil.which("tiled") is None, reason="the real Tiled is not on this machine")
@pytest.mark.parametrize("name", ["pulkovo-heights", "kharkov-1943", "summer-1941"])
def test_the_real_tiled_opens_it_and_writes_it_again(qapp: QApplication, tmp_path: Path, name: str) -> None:
    opened = open_anything(name)
    path, again = tmp_path / "map.tmx", tmp_path / "again.tmx"
    write_tiled(opened, path)
    done = subprocess.run(
        ["tiled", "--export-map", "tmx", str(path), str(again)],
        env={"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kept = import_tiled(again).plan
    assert _without_rounding(kept) == _without_rounding(opened.plan)
    layers = [layer.name for layer in read_tiled(again).layers if isinstance(layer, ObjectLayer)]
    assert layers == [layer.name for layer in read_tiled(path).layers if isinstance(layer, ObjectLayer)]


def _without_rounding(plan: MapPlan) -> object:
    """What a map is but for the last digits of numbers, which Tiled writes its own way."""
    sheets = [(sheet.id, sheet.first, sheet.size, sheet.terrain.tolist()) for sheet in plan.sheets.values()]
    assert all((sheet.terrain != NO_CELL).any() for sheet in plan.sheets.values())
    features = {name: (each.at, each.kind, each.name) for name, each in plan.features.items()}
    places = sorted(plan.spaces), sorted(plan.boxes)
    return sheets, features, plan.sides, plan.paths, plan.links, plan.regions, places, sorted(plan.texts)
