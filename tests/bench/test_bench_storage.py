"""What opening, saving and a stroke cost on the largest map of the targets, and that a stroke is not a rewrite.

20,000 hexes none of which is at its fill, 7,800 hexsides, 2,000 units and their setup. Times are printed; what is
asserted are ratios and counts, which hold on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

import pytest

from engine.definitions.oob import OrderOfBattle
from engine.storage.coding.map_encoding import CellChange, cell_deltas
from engine.storage.contents import Contents, diff
from engine.storage.copies import write_new
from engine.storage.exchange import export_folder, import_folder
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.projects import large_contents

pytestmark = pytest.mark.bench

ROUNDS = 7
STROKES = 300
HEXES = 50


def seconds(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        run()
        times.append(perf_counter() - begin)
    return median(times)


def stroke(contents: Contents, chance: random.Random) -> list[CellChange]:
    """A row of hexes painted over in memory."""
    plan = contents.maps["large"]
    sheet = plan.sheets["main"]
    left, row = chance.randint(1, sheet.size[0] - HEXES), chance.randint(1, sheet.size[1])
    code = chance.randint(1, len(plan.terrain_names))
    changes = [CellChange(col, row, sheet.code(col, row), code) for col in range(left, left + HEXES)]
    sheet.terrain[row - 1, left - 1 : left - 1 + HEXES] = code
    return changes


def test_open_and_save_the_largest_map(tmp_path: Path) -> None:
    contents = large_contents()
    path = tmp_path / "large.redoubt"
    write = seconds(lambda: write_new(path, contents))
    size = path.stat().st_size
    opened = seconds(lambda: Store(path).close())
    looked = seconds(lambda: inspect(path))
    store = Store(path)
    army = contents.documents["oob", "armies"]
    assert isinstance(army, OrderOfBattle)
    first = army.units[0].replace(name="Renamed")
    contents.documents["oob", "armies"] = army.replace(units=(first, *army.units[1:]))
    begin = perf_counter()
    rows = store.write(contents, "one unit renamed")
    saved = perf_counter() - begin
    copied = seconds(lambda: store.copy_to(tmp_path / "copy.redoubt"))
    named = seconds(lambda: store.save("a version"))
    store.close()
    begin = perf_counter()
    export_folder(path, tmp_path / "folder")
    exported = perf_counter() - begin
    begin = perf_counter()
    import_folder(tmp_path / "folder", tmp_path / "again.redoubt")
    imported = perf_counter() - begin
    print(f"\nfile, 20,000 hexes, 7,800 hexsides, 2,000 units: {size / 1e6:.2f} MB")
    print(f"  open (all checks) {opened * 1e3:.0f} ms, look at {looked * 1e3:.0f} ms")
    print(f"  write new {write * 1e3:.0f} ms, save one unit by difference {saved * 1e3:.0f} ms ({rows} row)")
    print(f"  name a version {named * 1e3:.1f} ms, save a copy {copied * 1e3:.0f} ms")
    print(f"  export to YAML {exported * 1e3:.0f} ms, import {imported * 1e3:.0f} ms")
    assert rows == 1, "a save writes what changed and nothing else"
    assert named < write


def test_a_stroke_costs_what_it_changed(tmp_path: Path) -> None:
    contents = large_contents()
    path = tmp_path / "large.redoubt"
    write = seconds(lambda: write_new(path, contents), 3)
    chance = random.Random(7)
    with Store(path) as store:
        before = store.contents
        times = []
        for number in range(STROKES):
            changes = stroke(contents, chance)
            begin = perf_counter()
            store.commit(cell_deltas(contents.maps["large"], "main", changes), f"stroke {number}")
            times.append(perf_counter() - begin)
        entries = store.history(limit=STROKES)
        found = diff(before, contents)
        begin = perf_counter()
        store.revert(store.versions()[0])
        reverted = perf_counter() - begin
        assert store.read().maps == before.maps
    middle, late = median(times), quantiles(times, n=20)[-1]
    print(f"\nstroke of {HEXES} hexes committed: p50 {middle * 1e3:.2f} ms, p95 {late * 1e3:.2f} ms")
    print(f"  a {write / middle:.0f}th of writing the file; {STROKES} strokes reverted in {reverted * 1e3:.0f} ms")
    assert max(entry.changes for entry in entries) <= HEXES, "a stroke writes no row it did not paint"
    assert len(found) <= STROKES * HEXES
    assert middle * 20 < write, "a stroke is far from a rewrite"
