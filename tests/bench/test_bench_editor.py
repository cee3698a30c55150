"""The editor on large maps: what a stroke, a frame, a fill, opening and saving cost at 60,000 and 1,000,000 hexes.

Every hex of these maps is a row of the file, and there are rivers, railways and towns all over them. Both times are
printed beside the targets: by the clock, and what the processor worked, which a busy machine does not spoil. What is
asserted are counts and ratios, which hold on any machine: nothing a person does costs in proportion to the map.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench import editor_measures
from tests.bench.editor_measures import HEXES

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]
SIZES = {60_000: (300, 200), 1_000_000: (1000, 1000)}
TARGETS = {
    "fit: stroke and repaint": ("p95 < 16", "p95 < 50"),
    "1:1: stroke and repaint": ("p95 < 16", "p95 < 50"),
    "fit: pan": ("< 8", ""),
    "1:1: pan": ("< 8", ""),
    "open to complete picture": ("", "opens"),
}
Found = dict[str, Any]


def run(*task: str) -> Found:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(Path(editor_measures.__file__)), *task]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Found]:
    found = {}
    for hexes, (cols, rows) in SIZES.items():
        path = tmp_path_factory.mktemp(str(hexes)) / "map.redoubt"
        made = run("make", str(path), str(cols), str(rows))
        found[hexes] = {"write new file": made, **run("work", str(path))}
    return found


def shown(value: Any) -> str:
    """One cell of the table, in milliseconds."""
    if not isinstance(value, dict):
        return f"{value:,.0f}"
    if "wall" in value:
        return f"{value['wall']:,.0f} ({value['work']:,.0f})"
    return f"{value['wall p50']:.1f} / {value['wall p95']:.1f} ({value['work p50']:.1f} / {value['work p95']:.1f})"


def test_the_editor_on_large_maps(measured: dict[int, Found]) -> None:
    small, large = measured[60_000], measured[1_000_000]
    print("\nmilliseconds, p50 / p95 or once, by the clock (and worked); memory in MB")
    print(f"{'':30}{'60,000 hexes':>32} {'target':>9}{'1,000,000 hexes':>34} {'target':>9}")
    for name, value in small.items():
        targets = TARGETS.get(name, ("", ""))
        print(f"{name:30}{shown(value):>32} {targets[0]:>9}{shown(large[name]):>34} {targets[1]:>9}")
    for found in measured.values():
        for zoom in ("fit", "1:1"):
            assert found[f"{zoom}: rows of a stroke"] <= HEXES, "a stroke writes no row it did not paint"
        assert found["1:1: tiles painted whole"] <= 4, "a stroke repaints parts of tiles"
        assert found["fill hexes"] > 20_000


@pytest.mark.parametrize(
    "name", ["1:1: stroke written", "1:1: repaint", "1:1: a move of the brush", "1:1: pan", "fit: repaint"]
)
def test_a_map_sixteen_times_as_large_costs_no_more(measured: dict[int, Found], name: str) -> None:
    small, large = (measured[hexes][name]["work p50"] for hexes in SIZES)
    assert large < 4 * max(small, 1.0)


def test_memory_grows_by_far_less_than_the_map(measured: dict[int, Found]) -> None:
    grown = [found["memory open"] - found["memory empty"] for found in measured.values()]
    assert grown[1] < 16 * max(grown[0], 10)
    assert grown[1] * 1e6 / 1_000_000 < 400, "bytes a hex, with a river, a town or a railway every few"
