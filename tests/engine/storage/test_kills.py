"""Killed at any instant of any work, a file is whole, and nothing that was said to be on the disk is missing.

A few times in the ordinary run; REDOUBT_KILLS says how often in all (`make fuzz KILLS=`).
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.definitions import drafts
from engine.definitions.game_record import GameRecord
from engine.definitions.oob import OrderOfBattle
from engine.storage.contents import Contents
from engine.storage.exchange import export_folder
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.kills import WAYS, YESTERDAY, killed, number_of, numbered
from tests.helpers.strokes import ask, start_child

KILLS = int(os.environ.get("REDOUBT_KILLS", "0")) // len(WAYS) or 2


def painted(contents: Contents) -> int:
    strokes = sorted(int(name.removeprefix("stroke-")) for name in contents.maps["ford"].texts if "stroke-" in name)
    assert strokes == list(range(1, len(strokes) + 1)), "no stroke is missing in the middle"
    if strokes:
        assert set(contents.maps["ford"].sheets["main"].terrain[0].tolist()) == {1 + strokes[-1] % 2}, "it is whole"
    return len(strokes)


def enlisted(contents: Contents) -> int:
    army = contents.documents["oob", "armies"]
    assert isinstance(army, OrderOfBattle)
    (name,) = {unit.name for unit in army.units}
    return int(name or 0)


def played(contents: Contents) -> int:
    game = contents.documents["game", "evening"]
    assert isinstance(game, GameRecord)
    return len(game.actions) - 2


COUNTED: dict[str, Callable[[Contents], int]] = {
    "painting": painted,
    "the order of battle": enlisted,
    "play": played,
}
"""How far a file has come, where each run begins anew from the first file."""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bystander, two folders of text, and a file that a crash left, with its log."""
    monkeypatch.setenv(drafts.STATE, str(tmp_path / "state"))
    folder = tmp_path / "work"
    folder.mkdir()
    crashed = tmp_path / "crashed.redoubt"
    Store.create(crashed, numbered(0)).close()
    with start_child(crashed) as child:
        ask(child)
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"crashed.redoubt{ending}", folder / f"spare{ending}")
    for number in range(2):
        Store.create(tmp_path / "text.redoubt", numbered(number)).close()
        export_folder(tmp_path / "text.redoubt", folder / f"text-{number}")
    Store.create(folder / "bystander.redoubt", numbered(7)).close()
    return folder


def bystanders(folder: Path) -> dict[str, bytes]:
    """Every file that nobody works on."""
    return {
        str(found.relative_to(folder)): found.read_bytes()
        for found in folder.rglob("*")
        if found.is_file() and not found.name.startswith(("game.", "source.", ".redoubt-"))
    }


@pytest.mark.parametrize("way", WAYS)
def test_killed_at_any_instant_the_file_is_whole(work: Path, way: str) -> None:
    path, chance = work / "game.redoubt", random.Random(way)
    before = bystanders(work)
    for _ in range(KILLS):
        for left in work.glob("game.*"):
            left.unlink()
        Store.create(path, numbered(0)).close()
        last = killed(way, path, chance.uniform(0.0, 0.12))
        assert bystanders(work) == before, "no other file is touched"
        for backup in work.glob("*.backup"):
            assert number_of(inspect(backup, YESTERDAY).contents) == 0, "no backup is there by half"
        drafts.sweep()
        assert not list(work.glob(".redoubt-*")), "the next start leaves no draft of it"
        if way.startswith("import") and not path.exists():
            continue
        check_whole(path, work.parent / "copy")
        found = inspect(path, YESTERDAY)
        if way in COUNTED:
            assert COUNTED[way](found.contents) - last in (0, 1), "only what was in flight may be missing"
        elif way == "undo":
            assert len([name for name in found.contents.maps["ford"].texts if "stroke-" in name]) in (0, 1)
        elif way.startswith("Save As"):
            assert number_of(found.contents) in (0, last, last + 1), "the old one or the new one"
        elif way.startswith("import"):
            assert number_of(found.contents) in (0, 1), "one of the two texts, and whole"
        else:
            assert number_of(found.contents) == 0
        with Store(path, YESTERDAY) as store:
            assert store.contents == found.contents


def check_whole(path: Path, copy: Path) -> None:
    """What SQLite itself says of the file and its log, asked of a copy."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for found in path.parent.glob("game.redoubt*"):
        shutil.copy(found, copy)
    raw = sqlite3.connect(copy / path.name)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    raw.close()
