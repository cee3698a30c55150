"""Small files that unpack to huge modules are refused in words that name the file; large honest ones come in."""

from __future__ import annotations

import random
from pathlib import Path
from time import process_time

import numpy as np
import pytest
import shapely

from app.cli.main import run
from editor.digitise.exchange.vassal_bounds import MOST, MOST_IN_STACK, PIECES, PLACES, STACKS, Tally
from editor.digitise.exchange.vassal_import import import_vassal
from editor.digitise.exchange.vassal_outlines import Outlines, inside
from tests.editor.digitise.exchange.vassal_modules import BOARDS, build_file, hex_grid, module, slot, stack

COUNTED = 'first="H" hType="N" vType="N" hOff="1" vOff="1"'
LONGEST = 20.0
"""Processor seconds for the worst of them; a person at the window waits as long for a large scan."""


def stacks(count: int) -> str:
    return "".join(stack(f"s{number}", slot("1st"), x=390, y=299) for number in range(count))


def regions(count: int) -> str:
    """All of one name, and all in one place."""
    one = f'<{BOARDS}.board.Region name="R" originx="5" originy="5"/>'
    return f"<{BOARDS}.board.RegionGrid>{one * count}</{BOARDS}.board.RegionGrid>"


def zones(count: int, path: str, grid: str = "") -> str:
    one = f'<{BOARDS}.board.mapgrid.Zone name="Z" path="{path}">{grid}</{BOARDS}.board.mapgrid.Zone>'
    return f"<{BOARDS}.board.ZonedGrid>{one * count}</{BOARDS}.board.ZonedGrid>"


def tangle(corners: int) -> str:
    """An outline that crosses itself about as often as it can."""
    rng = random.Random(1)
    return ";".join(f"{rng.randint(0, 400)},{rng.randint(0, 300)}" for _ in range(corners))


def wrapped(traits: int) -> str:
    kind = "piece;;;red.png;Deep"
    for number in range(traits):
        kind = f"mark;M{number}\t" + kind.replace("\t", "\\\t")
    return f'<VASSAL.build.widget.PieceSlot entryName="x" gpid="1">+/null/{kind}/null</VASSAL.build.widget.PieceSlot>'


def nested(depth: int) -> str:
    """Stacks in stacks."""
    inner = slot("Deep")
    for number in range(depth):
        inner = stack(f"s{number}", inner, x=50, y=50)
    return inner


SLIVERS = zones(1_000, "0,0;2000,2000;2000,2000;0,1") + hex_grid(COUNTED, dx=4, dy=4)
REFUSED = {
    "stacks": (build_file(hex_grid(COUNTED), stacks(MOST[STACKS] + 1)), "stacks at the start"),
    "counters on one stack": (
        build_file(hex_grid(COUNTED), stack("tower", slot("1st") * (MOST_IN_STACK + 1), x=50, y=50)),
        "on one stack, tower",
    ),
    "counters": (build_file(hex_grid(COUNTED), slot("1st") * (MOST[PIECES] + 1)), "counters"),
    "stacks in stacks": (build_file(hex_grid(COUNTED), nested(300)), "deep in one another"),
    "regions": (build_file(regions(MOST[PLACES] + 1)), "zones and regions"),
    "zones": (build_file(zones(MOST[PLACES] + 1, "0,0;9,0;9,9")), "zones and regions"),
    "corners": (build_file(zones(60, tangle(1000))), "corners"),
    "traits in traits": (build_file(hex_grid(COUNTED), wrapped(380) * 200), "traits"),
    "outlines over one another": (
        build_file(SLIVERS).replace('image="front.png"', 'width="2000" height="2000"'),
        "over one another",
    ),
}
TAKEN = {
    "as many stacks as may be, about as many regions": build_file(regions(MOST[PLACES] // 2), stacks(MOST[STACKS])),
    "as many stacks as may be, among slivers": build_file(
        zones(1_000, "0,0;400,300;400,300;0,1"), stacks(MOST[STACKS])
    ),
    "an outline that crosses itself": build_file(zones(1, tangle(2_000), hex_grid(COUNTED)) + hex_grid(COUNTED)),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_no_module_has_is_refused_in_words_that_name_the_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, word = REFUSED[name]
    source = module(tmp_path / "hostile.vmod", text)
    start = process_time()
    assert run(["import", str(source), str(tmp_path / "out.redoubt")]) == 3
    assert process_time() - start < LONGEST
    said = capsys.readouterr().err
    assert "hostile.vmod" in said
    assert word in said
    assert not (tmp_path / "out.redoubt").exists()


@pytest.mark.parametrize("name", list(TAKEN))
def test_what_is_just_within_the_bounds_comes_in_soon(name: str, tmp_path: Path) -> None:
    source = module(tmp_path / "large.vmod", TAKEN[name])
    start = process_time()
    assert import_vassal(source).boards
    assert process_time() - start < LONGEST


def test_a_point_lies_in_an_outline_as_often_as_a_polygon_says() -> None:
    rng = np.random.default_rng(4)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 40))
    radii = rng.uniform(40, 100, 40)
    star = [(float(r * np.cos(a)), float(r * np.sin(a))) for r, a in zip(radii, angles, strict=True)]
    points = rng.uniform(-110, 110, (30, 40, 2))
    wanted = shapely.contains_xy(shapely.Polygon(star), points[..., 0], points[..., 1])
    assert 0.2 < wanted.mean() < 0.8
    assert (inside(star, points, Tally("x")) == wanted).all()
    outlines = Outlines([[(500.0, 500.0), (600.0, 500.0), (600.0, 600.0)], star])
    alone = [outlines.first_around((float(x), float(y))) for x, y in points.reshape(-1, 2)]
    assert alone == [1 if each else None for each in wanted.ravel()]


def test_where_an_outline_is_crossed_twice_it_is_outside_as_in_vassal() -> None:
    bow = [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)]
    points = np.array([(1.0, 5.0), (9.0, 5.0), (5.0, 1.0), (5.0, 9.0)])
    assert inside(bow, points, Tally("x")).tolist() == [True, True, False, False]
