"""Killed at any instant, a file loses at most the stroke under the mouse.

A few times in the ordinary run; a tenth as often as REDOUBT_KILLS says otherwise (`make fuzz` asks for 200), since one
file lives through all of them and grows. The kills of each kind of work are counted in test_kills.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
from pathlib import Path

from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.projects import small_contents
from tests.helpers.strokes import killed_after, start_child

KILLS = int(os.environ.get("REDOUBT_KILLS", "60")) // 10


def integrity(path: Path, folder: Path) -> list[tuple[str]]:
    """What SQLite itself says of the file and its log, asked of a copy."""
    for found in path.parent.glob(f"{path.name}*"):
        (folder / found.name).write_bytes(found.read_bytes())
    raw = sqlite3.connect(folder / path.name)
    answer = raw.execute("PRAGMA integrity_check").fetchall()
    raw.close()
    return answer


def test_a_process_killed_while_it_saves_strokes_loses_at_most_the_last(tmp_path: Path) -> None:
    path = tmp_path / "work" / "game.redoubt"
    path.parent.mkdir()
    copies = tmp_path / "copies"
    Store.create(path, small_contents()).close()
    chance = random.Random(1941)
    for kill in range(KILLS):
        last = killed_after(path, chance.uniform(0.0, 0.08))
        folder = copies / str(kill)
        folder.mkdir(parents=True)
        assert integrity(path, folder) == [("ok",)]
        plan = inspect(path).contents.maps["ford"]
        strokes = sorted(int(name.removeprefix("stroke-")) for name in plan.texts if name.startswith("stroke-"))
        assert strokes == list(range(1, strokes[-1] + 1)), "no stroke is missing in the middle"
        assert strokes[-1] - last in (0, 1), "the one in flight may be there or not, those said to be there are"
        row = set(plan.sheets["main"].terrain[0].tolist())
        assert row == {(1, 2)[strokes[-1] % 2]}, "a stroke is there whole"
    with Store(path) as store:
        assert len(store.history(limit=10**6)) == strokes[-1]
    assert [found.name for found in path.parent.iterdir()] == ["game.redoubt"]


def test_a_process_killed_while_it_opens_or_closes_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    chance = random.Random(7)
    for _ in range(max(3, KILLS // 4)):
        with start_child(path) as child:
            child.stdin.write("\n")
            child.stdin.close()
            try:
                child.wait(timeout=chance.uniform(0.2, 1.2))
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
                child.wait()
        assert inspect(path).contents.documents == small_contents().documents
