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
from tests.helpers.kills import WAYS, YESTERDAY, killed, number_of, numbered, standing
from tests.helpers.strokes import ask, start_child

ASKED = int(os.environ.get("REDOUBT_KILLS", "0"))
KILLS = -(-ASKED // len(WAYS)) or 2
"""Of each way."""


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


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bystander, the file that each begins with, two folders of text, and one that a crash left."""
    folder, crashed = tmp_path_factory.mktemp("furnished"), tmp_path_factory.mktemp("crashed") / "crashed.redoubt"
    Store.create(crashed, numbered(0)).close()
    with start_child(crashed) as child:
        ask(child)
        for ending in ("", "-wal"):
            shutil.copy(f"{crashed}{ending}", folder / f"spare{ending}")
    for number in range(2):
        text = crashed.with_name(f"text-{number}.redoubt")
        Store.create(text, numbered(number)).close()
        export_folder(text, folder / f"text-{number}")
    shutil.copy(crashed.with_name("text-0.redoubt"), folder / "first.redoubt")
    Store.create(folder / "bystander.redoubt", numbered(7)).close()
    return folder


@pytest.fixture
def work(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The furnished folder, to work in."""
    monkeypatch.setenv(drafts.STATE, str(tmp_path / "state"))
    return shutil.copytree(furnished, tmp_path / "work")


def bystanders(folder: Path) -> dict[str, bytes]:
    """Every file that nobody works on."""
    return {
        str(found.relative_to(folder)): found.read_bytes()
        for found in folder.rglob("*")
        if found.is_file() and not found.name.startswith(("game.", "source.", ".redoubt-"))
    }


@pytest.mark.parametrize("way", WAYS)
def test_killed_at_any_instant_the_file_is_whole(work: Path, way: str, capsys: pytest.CaptureFixture[str]) -> None:
    path, chance = work / "game.redoubt", random.Random(way)
    before, said = bystanders(work), 0
    for _ in range(KILLS):
        for left in work.glob("game.*"):
            left.unlink()
        shutil.copy(work / "first.redoubt", path)
        last = killed(way, path, chance)
        said += last
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
            stand = len([name for name in found.contents.maps["ford"].texts if "stroke-" in name])
            assert stand in (standing(last), standing(last + 1)), "what was undone stays undone"
        elif way.startswith("Save As"):
            assert number_of(found.contents) in (0, last, last + 1), "the old one or the new one"
        elif way.startswith("import"):
            assert number_of(found.contents) in (0, 1), "one of the two texts, and whole"
        else:
            assert number_of(found.contents) == 0
        with Store(path, YESTERDAY) as store:
            assert store.contents == found.contents
    if ASKED:
        with capsys.disabled():
            print(f"\n{way}: {KILLS} kills, {said} changes said to be on the disk, every file whole")


def check_whole(path: Path, copy: Path) -> None:
    """What SQLite itself says of the file and its log, asked of a copy."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for found in path.parent.glob("game.redoubt*"):
        shutil.copy(found, copy)
    raw = sqlite3.connect(copy / path.name)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    raw.close()
