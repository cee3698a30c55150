"""Modules as strangers made them over twenty years, and as nobody should: each comes in or is told in words."""

from __future__ import annotations

import itertools
import math
import zipfile
from collections.abc import Mapping
from pathlib import Path
from time import process_time

import pytest

from app.cli.main import run
from editor.digitise.exchange.vassal_import import Imported, import_vassal
from editor.digitise.exchange.vassal_pieces import read_piece
from editor.digitise.transforms import Transform
from engine.definitions.plan import NO_CELL
from tests.editor.digitise.exchange.vassal_modules import BOARDS, build_file, hex_grid, module, png, slot, stack

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>'
GIF = (
    b"GIF89a\x90\x01\x2c\x01\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
PLAIN = 'first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1" stagger="false"'


def nested(depth: int) -> str:
    """Widgets in widgets, a counter at the bottom."""
    inner = slot("Deep")
    for level in range(depth):
        kind = ("TabWidget", "ListWidget", "PanelWidget", "BoxWidget")[level % 4]
        inner = f'<VASSAL.build.widget.{kind} entryName="w{level}">{inner}</VASSAL.build.widget.{kind}>'
    return f"<VASSAL.build.module.PieceWindow name='All'>{inner}</VASSAL.build.module.PieceWindow>"


def wrapped(traits: int) -> str:
    """A counter of so many traits, each wrapped in the next."""
    kind, state = "piece;;;red.png;Deep", "null;0;0;1;0"
    for number in range(traits):
        kind, state = (
            f"mark;M{number}\t" + kind.replace("\t", "\\\t"),
            f"v{number}\t" + state.replace("\t", "\\\t"),
        )
    return f"+/null/{kind}/{state}".replace("&", "&amp;").replace("<", "&lt;")


def zoned(*zones: str) -> str:
    return f"<{BOARDS}.board.ZonedGrid>{''.join(zones)}</{BOARDS}.board.ZonedGrid>"


def zone(name: str, path: str, inner: str = "") -> str:
    return f'<{BOARDS}.board.mapgrid.Zone name="{name}" path="{path}">{inner}</{BOARDS}.board.mapgrid.Zone>'


SQUARE = f'<{BOARDS}.board.SquareGrid dx="40" dy="40" x0="0" y0="0"/>'
REGIONS = (
    f'<{BOARDS}.board.RegionGrid fontsize="9">'
    + "".join(f'<{BOARDS}.board.Region name="R{n}" originx="{20 * n}" originy="{15 * n}"/>' for n in range(9))
    + f"</{BOARDS}.board.RegionGrid>"
)
NO_GPID = (
    '<VASSAL.build.widget.PieceSlot entryName="Bare">+/null/piece;;;;Bare/null;0;0</VASSAL.build.widget.PieceSlot>'
)
LONG_PIECE = f'<VASSAL.build.widget.PieceSlot entryName="x" gpid="1">{wrapped(200)}</VASSAL.build.widget.PieceSlot>'
EMPTY_SLOTS = '<VASSAL.build.widget.PieceSlot/><VASSAL.build.widget.CardSlot entryName=""/>'
STRANGE: dict[str, str] = {
    "nested widgets": build_file(hex_grid(PLAIN), nested(60)),
    "slots without anything": build_file(hex_grid(PLAIN), EMPTY_SLOTS + stack("s", EMPTY_SLOTS + NO_GPID, x=50, y=50)),
    "traits in traits": build_file(hex_grid(PLAIN), stack("s", LONG_PIECE, x=50, y=50)),
    "several zones": build_file(
        zoned(
            zone("A", "0,0;200,0;200,300;0,300", hex_grid(PLAIN)),
            zone("B", "200,0;400,0;400,300;200,300", hex_grid(PLAIN, dx=26, dy=30, x0=210, y0=20)),
            zone("Squares", "0,0;50,0;50,50", SQUARE),
            zone("Track", "0,0;80,0;80,20;0,20", REGIONS),
            zone("", ""),
            zone("crooked", "1,1;x,y;9"),
        )
    ),
    "regions alone": build_file(REGIONS, stack("s", slot("1st"), location="R3")),
    "squares alone": build_file(SQUARE, stack("s", slot("1st"), x=10, y=10)),
    "no grid at all": build_file("", stack("s", slot("1st"), x=10, y=10)),
    "two grids": build_file(hex_grid(PLAIN) + hex_grid(PLAIN, dx=30)),
    "grid of a tenth": build_file(hex_grid(PLAIN, dx=2.5, dy=2.9)),
    "far origin": build_file(hex_grid(PLAIN, x0=-99999, y0=99999)),
    "offsets below zero": build_file(
        hex_grid(PLAIN.replace('hOff="1"', 'hOff="-40"').replace('vOff="1"', 'vOff="-3"'))
    ),
    "letters far on": build_file(hex_grid(PLAIN.replace('hType="N"', 'hType="A"').replace('hOff="1"', 'hOff="700"'))),
    "many leading zeros": build_file(hex_grid(PLAIN.replace('hLeading="1"', 'hLeading="900"'))),
    "separators": build_file(hex_grid(PLAIN.replace('sep=""', 'sep="&lt;&amp;&#10;-"'))),
    "no picture": build_file(hex_grid(PLAIN)).replace("front.png", "gone.png"),
    "svg board": build_file(hex_grid(PLAIN)).replace("front.png", "front.svg"),
    "gif board": build_file(hex_grid(PLAIN)).replace("front.png", "front.gif"),
    "no extension": build_file(hex_grid(PLAIN)).replace("front.png", "front2"),
    "size without a picture": build_file(hex_grid(PLAIN)).replace(
        'image="front.png"', 'width="9999999" height="9999999"'
    ),
    "old names": build_file(hex_grid(PLAIN)).replace("VASSAL.build.GameModule", "VASSAL.launch.BasicModule"),
    "board of no map": "<VASSAL.build.GameModule><Board name='x'/></VASSAL.build.GameModule>",
    "empty": "<VASSAL.build.GameModule/>",
}
MORE: Mapping[str, bytes] = {
    "images/front.svg": SVG,
    "images/front.gif": GIF,
    "images/front2.png": png(400, 300),
    "/etc/absolute.png": b"x",
    "images/..\\..\\windows.png": b"x",
    "C:/drive.png": b"x",
}


@pytest.mark.parametrize("name", list(STRANGE))
def test_it_comes_in_or_is_told_in_words(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = module(tmp_path / "strange.vmod", STRANGE[name], MORE)
    start = process_time()
    code = run(["import", str(source), str(tmp_path / "out.redoubt")])
    assert process_time() - start < 20
    said = capsys.readouterr()
    assert code in (0, 3), said.err
    assert (said.out if code == 0 else said.err).strip()
    assert {path.name for path in tmp_path.iterdir()} <= {"strange.vmod", "out.redoubt"}


def test_a_board_beyond_measure_among_many_is_left_out(tmp_path: Path) -> None:
    one = f'<{BOARDS}.Board name="Front" width="4000" height="4000">{hex_grid(PLAIN, dx=3, dy=3)}</{BOARDS}.Board>'
    text = build_file("").replace(
        "</VASSAL.build.module.map.BoardPicker>", one * 400 + "</VASSAL.build.module.map.BoardPicker>"
    )
    start = process_time()
    found = import_vassal(module(tmp_path / "many.vmod", text))
    assert process_time() - start < 10
    assert any(said.key == "exchange.too-many-boards" for said in found.left_out)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.vmod"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("buildFile.xml", "w") as target:
        for _ in range(65):
            target.write(b" " * (1 << 20))
    start = process_time()
    assert run(["import", str(path), str(tmp_path / "out.redoubt")]) == 3
    assert process_time() - start < 5
    assert not (tmp_path / "out.redoubt").exists()


def test_a_counter_of_a_megabyte_takes_no_time() -> None:
    kind = "piece;;;red.png;" + "x" * 200_000
    for number in range(300):
        kind = f"mark;M{number}\t" + kind.replace("\t", "\\\t")
    start = process_time()
    read_piece(f"+/null/{kind}/null")
    assert process_time() - start < 2.0


def pixels(found: Imported) -> dict[str, tuple[float, float]]:
    """Where on the board each label lies."""
    (plan,) = found.contents.maps.values()
    (sheet,) = plan.sheets.values()
    to_pixel = Transform(plan.scans["board"].placement).inverse()
    return {
        sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent): to_pixel.point(
            *sheet.grid.centre(cell.col, cell.row)
        )
        for cell in sheet.cells()
        if sheet.code(cell.col, cell.row) != NO_CELL
    }


def as_vassal_counts(
    *, is_sideways: bool, is_staggered: bool, h_descends: bool, v_descends: bool, letters: bool
) -> dict[str, tuple[float, float]]:
    """The names of all hexes of the board, reckoned from the place of each as VASSAL reckons them."""
    board, wide, high, (x0, y0) = (400, 300), 52.0, 60.0, (40.0, 35.0)
    most_rows, most_columns = math.floor(board[1] / wide + 0.5), math.floor(board[0] / high + 0.5)
    found = {}
    for c, r in itertools.product(range(-1, 9), range(-1, 9)):
        x, y = x0 + wide * c, y0 + high * (r + 0.5 * (c % 2))
        pixel = (y, x) if is_sideways else (x, y)
        if not (0 <= pixel[0] <= board[0] and 0 <= pixel[1] <= board[1]):
            continue
        column, row = c, r
        if v_descends if is_sideways else h_descends:
            column = (most_rows if is_sideways else most_columns) - c
        falls = h_descends if is_sideways else v_descends
        if falls:
            row = (most_columns if is_sideways else most_rows) - r
        if is_staggered and c % 2:
            row += -1 if falls else 1
        if letters and column + 1 >= 0 and row + 1 >= 0:
            found["ABCDEFGHIJKLMNOP"[column + 1] + f"{row + 1:02}"] = pixel
        elif not letters and column + 1 >= 0 and row + 1 >= 0:
            found[f"{column + 1:02}{row + 1:02}"] = pixel
    return found


@pytest.mark.parametrize("is_sideways", [False, True])
def test_every_way_to_count_names_every_hex_as_vassal_does(is_sideways: bool, tmp_path: Path) -> None:
    for staggered, h_descends, v_descends, letters in itertools.product((False, True), repeat=4):
        numbering = (
            f'first="H" sep="" hType="{"A" if letters else "N"}" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1" '
            f'stagger="{str(staggered).lower()}" hDescend="{str(h_descends).lower()}" '
            f'vDescend="{str(v_descends).lower()}"'
        )
        text = build_file(hex_grid(numbering, sideways=str(is_sideways).lower()))
        brought = import_vassal(module(tmp_path / "counted.vmod", text))
        found = pixels(brought)
        wanted = as_vassal_counts(
            is_sideways=is_sideways,
            is_staggered=staggered,
            h_descends=h_descends,
            v_descends=v_descends,
            letters=letters,
        )
        assert set(found) == set(wanted), numbering
        (sheet,) = next(iter(brought.contents.maps.values())).sheets.values()
        assert (sheet.terrain != NO_CELL).any(axis=0).all(), "no column and no row is empty"
        assert (sheet.terrain != NO_CELL).any(axis=1).all()
        for label, pixel in wanted.items():
            assert found[label] == pytest.approx(pixel, abs=0.01), numbering


@pytest.mark.parametrize(
    ("numbering", "label"),
    [
        ("visible='true'", "0101"),
        (PLAIN + ' locationFormat="$column$-$row$"', "01-01"),
        (PLAIN + ' locationFormat="N$row$/$column$"', "N01/01"),
    ],
    ids=["what is not said counts from one", "column and row", "row and column"],
)
def test_a_format_and_what_is_not_said_name_the_first_hex(numbering: str, label: str, tmp_path: Path) -> None:
    found = pixels(import_vassal(module(tmp_path / "said.vmod", build_file(hex_grid(numbering)))))
    assert found[label] == pytest.approx((40, 35))
