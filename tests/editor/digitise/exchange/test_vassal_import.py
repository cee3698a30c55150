"""VASSAL modules come in with every hex in its place, or are refused in a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.vassal_import import Imported, import_vassal
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_pixels import png_of
from engine.core.boards.hexes import Orientation, Parity
from engine.definitions.bounds import MOST_SHEETS
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Scenario
from engine.storage.blobs import Blob
from engine.storage.store import Store
from tests.editor.digitise.exchange.vassal_modules import BOARDS, build_file, hex_grid, module, png, slot, stack

PLAIN = 'first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1" stagger="false"'


def the_map(found: Imported) -> MapPlan:
    (plan,) = found.contents.maps.values()
    return plan


def pixel_of(plan: MapPlan, label: str) -> tuple[float, float]:
    """Where on the board the hex with a label lies."""
    (sheet,) = plan.sheets.values()
    cell = sheet.labels.parse(sheet.grid, label, sheet.extent)
    assert cell is not None
    to_pixel = Transform(plan.scans["board"].placement).inverse()
    return to_pixel.point(*sheet.grid.centre(*cell))


def scenario(found: Imported) -> Scenario:
    (only,) = (each for each in found.contents.documents.values() if isinstance(each, Scenario))
    return only


def brought_in(tmp_path: Path, board: str, stacks: str = "") -> Imported:
    return import_vassal(module(tmp_path / "little.vmod", build_file(board, stacks)))


@pytest.mark.parametrize(
    ("numbering", "label", "pixel"),
    [
        (PLAIN, "0101", (40, 35)),
        (PLAIN, "0201", (92, 65)),
        (PLAIN.replace('stagger="false"', 'stagger="true"'), "0202", (92, 65)),
        (PLAIN.replace('first="H"', 'first="V"').replace('sep=""', 'sep="."'), "02.01", (40, 95)),
        (PLAIN.replace('hType="N"', 'hType="A"').replace('hOff="1"', 'hOff="0"'), "B01", (92, 65)),
        (PLAIN + ' vDescend="true"', "0107", (40, 35)),
        (PLAIN + ' locationFormat="K$gridLocation$"', "K0101", (40, 35)),
    ],
    ids=["plain", "odd columns lower", "staggered", "rows first", "letters", "descending", "prefix"],
)
def test_numbering_puts_each_label_in_its_hex(
    tmp_path: Path, numbering: str, label: str, pixel: tuple[float, float]
) -> None:
    plan = the_map(brought_in(tmp_path, hex_grid(numbering)))
    assert pixel_of(plan, label) == pytest.approx(pixel)


def test_the_picture_of_a_board_counts_as_calibrated(tmp_path: Path) -> None:
    facts = ScanFacts.of(the_map(brought_in(tmp_path, hex_grid(PLAIN))).scans["board"])
    assert facts.rms == 0.0
    assert facts.sheet == "map"


def test_a_board_on_its_side_has_pointed_hexes(tmp_path: Path) -> None:
    plan = the_map(brought_in(tmp_path, hex_grid(PLAIN, sideways="true")))
    (sheet,) = plan.sheets.values()
    assert sheet.grid.orientation is Orientation.POINTY
    assert sheet.grid.parity is Parity.ODD
    assert pixel_of(plan, "0101") == pytest.approx((35, 40))
    assert pixel_of(plan, "0201") == pytest.approx((65, 92))


def test_stacks_stand_where_they_are_told_by_number_or_by_pixel(tmp_path: Path) -> None:
    stacks = stack("a", slot("1st Infantry"), location="0302") + stack("b", slot("2nd Infantry"), x=147, y=150)
    found = brought_in(tmp_path, hex_grid(PLAIN), stacks)
    (scenario,) = (each for each in found.contents.documents.values() if isinstance(each, Scenario))
    assert [placement.at for placement in scenario.setup] == ["map:2,1", "map:2,2"]
    assert scenario.sides == ("red",)
    assert not found.left_out


def test_a_stack_without_a_name_that_stands_nowhere_is_told_by_its_board(tmp_path: Path) -> None:
    found = brought_in(tmp_path, hex_grid(PLAIN), stack(" ", slot("1st"), x=4000, y=35))
    assert [(said.key, said.args["stack"]) for said in found.left_out] == [("exchange.stack-nowhere", "Front")]


def test_regions_are_spaces_and_squares_are_refused_with_a_word(tmp_path: Path) -> None:
    board = (
        f'<{BOARDS}.board.RegionGrid><{BOARDS}.board.Region name="Kiev" originx="100" originy="50"/>'
        f'</{BOARDS}.board.RegionGrid><{BOARDS}.board.SquareGrid dx="10" dy="10"/>'
    )
    found = brought_in(tmp_path, board)
    assert [space.name for space in the_map(found).spaces.values()] == ["Kiev"]
    assert [said.key for said in found.left_out] == ["exchange.square-grid"]


def test_zones_have_grids_of_their_own_and_count_from_their_own_size(tmp_path: Path) -> None:
    zone = f'<{BOARDS}.board.mapgrid.Zone name="East" path="200,0;400,0;400,300;200,300">{hex_grid(PLAIN, x0=222)}'
    track = f'<{BOARDS}.board.mapgrid.Zone name="Turns" path="0,0;100,0;100,80;0,80"/>'
    board = f"<{BOARDS}.board.ZonedGrid>{zone}</{BOARDS}.board.mapgrid.Zone>{track}</{BOARDS}.board.ZonedGrid>"
    plan = the_map(brought_in(tmp_path, board))
    assert list(plan.sheets) == ["east"]
    assert pixel_of(plan, "0101") == pytest.approx((222, 35))
    assert [box.title for box in plan.boxes.values()] == ["Turns"]


def zoned(*zones: str) -> str:
    """A board with hexes all over it, and zones in it."""
    return f"<{BOARDS}.board.ZonedGrid>{''.join(zones)}{hex_grid(PLAIN)}</{BOARDS}.board.ZonedGrid>"


def zone(name: str, left: int, right: int, inner: str = "", *, uses_board: bool = False) -> str:
    path = f"{left},0;{right},0;{right},300;{left},300"
    said = f'name="{name}" path="{path}" useParentGrid="{str(uses_board).lower()}"'
    return f"<{BOARDS}.board.mapgrid.Zone {said}>{inner}</{BOARDS}.board.mapgrid.Zone>"


def test_a_zone_that_only_names_a_part_of_the_board_takes_no_counters_from_its_hexes(tmp_path: Path) -> None:
    stacks = stack("a", slot("1st"), x=40, y=35)
    found = brought_in(tmp_path, zoned(zone("Poland", 0, 200, uses_board=True)), stacks)
    assert not the_map(found).boxes
    plain = brought_in(tmp_path, hex_grid(PLAIN), stacks)
    assert (the_map(found).sheets["map"].terrain == the_map(plain).sheets["map"].terrain).all()
    places = [[each.at for each in scenario(which).setup] for which in (found, plain)]
    assert places[0] == places[1] != []


def test_hexes_of_the_board_end_where_a_zone_has_places_of_its_own(tmp_path: Path) -> None:
    regions = f'<{BOARDS}.board.RegionGrid><{BOARDS}.board.Region name="T1" originx="350" originy="50"/>'
    found = brought_in(
        tmp_path, zoned(zone("Turns", 330, 400, f"{regions}</{BOARDS}.board.RegionGrid>"), zone("Dead", 0, 60))
    )
    plan = the_map(found)
    sheet, to_pixel = plan.sheets["map"], Transform(plan.scans["board"].placement).inverse()
    across = [to_pixel.point(*sheet.grid.centre(each.col, each.row))[0] for each in sheet.cells()]
    assert min(across) > 60
    assert max(across) < 330
    assert [space.name for space in plan.spaces.values()] == ["T1"]
    assert [box.title for box in plan.boxes.values()] == ["Dead"], "a zone beside regions is a box all the same"


def test_a_zone_over_the_whole_board_does_not_take_all_its_hexes(tmp_path: Path) -> None:
    assert the_map(brought_in(tmp_path, zoned(zone("All", 0, 400)))).sheets


def test_a_board_drawn_as_svg_has_its_hexes(tmp_path: Path, qapp: QApplication) -> None:
    drawn = b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="9" height="9"/></svg>'
    text = build_file(hex_grid(PLAIN)).replace("front.png", "front.svg")
    found = import_vassal(module(tmp_path / "m.vmod", text, {"images/front.svg": drawn}), as_png=png_of)
    assert not found.left_out
    assert the_map(found).scans["board"].attributes["width"] == 400
    assert pixel_of(the_map(found), "0101") == pytest.approx((40, 35))


def test_the_command_writes_a_file_with_the_board_as_a_scan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = module(tmp_path / "little.vmod", build_file(hex_grid(PLAIN), stack("a", slot("1st"), location="0302")))
    target = tmp_path / "little.redoubt"
    assert run(["import", str(source), str(target)]) == 0
    with Store(target) as store:
        assert len(store.scans()) == 2
        assert len(store.contents.maps) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["little.redoubt", "little.vmod"]


HOSTILE = {
    "entities": build_file("", before='<!DOCTYPE x [<!ENTITY a "b">]>'),
    "remote": build_file("", before='<!DOCTYPE x SYSTEM "http://localhost/x.dtd">'),
    "cut": build_file("")[:90],
    "deep": "<a>" * 5000 + "</a>" * 5000,
    "other": "<html/>",
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_build_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ExchangeError):
        import_vassal(module(tmp_path / "bad.vmod", HOSTILE[name]))


def test_no_name_in_the_zip_leads_out_of_it(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    text = build_file(hex_grid(PLAIN)).replace("front.png", "../../../escape.png")
    source = module(inside / "bad.vmod", text, {"../escape.png": b"x", "images/../../escape.png": b"x"})
    run(["import", str(source), str(inside / "out.redoubt")])
    assert [path.name for path in tmp_path.iterdir()] == ["inside"]


@pytest.mark.parametrize("grid", [hex_grid(dx=0), hex_grid(dx="nan"), hex_grid(dy=1e300), hex_grid(dx="", dy="x")])
def test_a_grid_of_nonsense_does_no_harm(tmp_path: Path, grid: str) -> None:
    brought_in(tmp_path, grid)


def test_what_is_no_zip_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.vmod"
    path.write_bytes(b"PK\x03\x04 nothing more")
    assert run(["import", str(path), str(tmp_path / "out.redoubt")]) == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out.redoubt").exists()


def test_counters_with_long_names_of_digits_are_told_apart(tmp_path: Path) -> None:
    """An id may have 64 letters; a name that fills it leaves no room for the number that tells two apart."""
    name = "1" + "st guards rifle division of the order of the red banner " * 2
    slots = slot(name) + slot(name, image="front.png") + slot(name)
    found = brought_in(tmp_path, hex_grid(PLAIN), stack("a", slots, location="0302"))
    (scenario,) = (each for each in found.contents.documents.values() if isinstance(each, Scenario))
    assert len({placement.unit for placement in scenario.setup}) == 3


def test_two_boards_with_stacks_are_two_scenarios_even_if_one_is_called_as_the_module(tmp_path: Path) -> None:
    other = f'<{BOARDS}.Board image="front.png" name="Little War">{hex_grid(PLAIN)}</{BOARDS}.Board>'
    whole = build_file(
        hex_grid(PLAIN),
        stack("a", slot("1st"), location="0302") + stack("b", slot("2nd"), location="0402", board="Little War"),
    ).replace("</VASSAL.build.module.map.BoardPicker>", f"{other}</VASSAL.build.module.map.BoardPicker>")
    found = import_vassal(module(tmp_path / "two.vmod", whole))
    scenarios = [each for each in found.contents.documents.values() if isinstance(each, Scenario)]
    assert sorted(each.map for each in scenarios) == ["front", "little-war"]


def test_a_board_that_goes_beyond_our_bounds_is_left_out_and_the_others_are_taken(tmp_path: Path) -> None:
    path = "0,0;400,0;400,300;0,300"
    zone = f'<{BOARDS}.board.mapgrid.Zone name="Part" path="{path}">{hex_grid(PLAIN)}</{BOARDS}.board.mapgrid.Zone>'
    zones = f"<{BOARDS}.board.ZonedGrid>{zone * (MOST_SHEETS + 1)}</{BOARDS}.board.ZonedGrid>"
    other = f'<{BOARDS}.Board image="front.png" name="Sky">{zones}</{BOARDS}.Board>'
    whole = build_file(hex_grid(PLAIN)).replace(
        "</VASSAL.build.module.map.BoardPicker>", f"{other}</VASSAL.build.module.map.BoardPicker>"
    )
    found = import_vassal(module(tmp_path / "far.vmod", whole))
    assert [plan.title for plan in found.contents.maps.values()] == ["Front"]
    assert [said.key for said in found.left_out] == ["exchange.board-unfit"]


def test_every_picture_is_hashed_once_however_many_a_module_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards of many megabytes would be hashed again for every counter."""
    hashed: list[int] = []
    hash_of = Blob.sha256.fget  # type: ignore[attr-defined]

    def counting(blob: Blob) -> object:
        hashed.append(len(blob.data))
        return hash_of(blob)

    monkeypatch.setattr(Blob, "sha256", property(counting))
    pictures = {f"images/{number}.png": png(10 + number, 10) for number in range(12)}
    slots = "".join(slot(f"Unit {number}", f"{number}.png") for number in range(12))
    text = build_file(hex_grid(PLAIN), stack("all", slots, location="0101"))
    found = import_vassal(module(tmp_path / "many.vmod", text, pictures))
    assert len(found.pictures) == 13
    assert len(hashed) == 13
