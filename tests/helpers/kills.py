"""A process that works on a file in one of many ways, over and over, and is killed at any instant.

Each way says what it has done once that is on the disk, so that whoever looks at the file afterwards can tell what must
be in it. Nothing beside its target may change.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from engine.definitions.drafts import STATE, state_folder
from engine.definitions.game_record import GameRecord
from engine.definitions.oob import OrderOfBattle
from engine.definitions.plan import TextPlan
from engine.storage.coding.map_encoding import CellChange, cell_deltas, part_deltas
from engine.storage.contents import Contents, diff
from engine.storage.deltas import Delta, inverted
from engine.storage.exchange import import_folder
from engine.storage.inspection import inspect
from engine.storage.store import Store
from engine.storage.upgrades.migrations import CURRENT, Lineage
from tests.helpers.projects import small_contents

Say = Callable[[int], object]

YESTERDAY = Lineage(CURRENT.version, {CURRENT.version - 1: lambda _: None})
"""How a file of yesterday becomes one of today where only its number is another."""
MANY = 150
"""Texts that a state of the file has, all with the same number: a state that is there by half is seen."""
DEEPEST = 4
"""Changes that a process is let make at most before it is killed, and some more that it makes meanwhile."""
OPENING = 0.12
"""Seconds within which one is killed that has only begun."""


def numbered(number: int) -> Contents:
    """Contents of which every part says the number."""
    contents = small_contents()
    plan = contents.maps["ford"]
    for each in range(MANY):
        mark = TextPlan(f"mark-{each}", str(number), (0.0, 0.0))
        plan.texts[mark.id] = mark
    return contents


def number_of(contents: Contents) -> int:
    """The number that every part says; raises AssertionError where they differ."""
    found = {text.text for name, text in contents.maps["ford"].texts.items() if name.startswith("mark-")}
    assert len(found) == 1, found
    return int(found.pop())


def paint(path: Path, say: Say) -> None:
    """Strokes of the brush: the number of texts `stroke-n`."""
    with Store(path) as store:
        plan = store.contents.maps["ford"]
        sheet = plan.sheets["main"]
        for number in itertools.count(1):
            changes = [CellChange(col, 1, sheet.code(col, 1), 1 + number % 2) for col in range(1, sheet.size[0] + 1)]
            sheet.terrain[0, :] = 1 + number % 2
            mark = TextPlan(f"stroke-{number}", str(number), (0.0, 0.0))
            plan.texts[mark.id] = mark
            store.commit([*cell_deltas(plan, "main", changes), *part_deltas(plan, None, mark)], f"stroke {number}")
            say(number)


def enlist(path: Path, say: Say) -> None:
    """The order of battle: every unit is renamed at once, in one change."""
    with Store(path) as store:
        for number in itertools.count(1):
            army = store.contents.documents["oob", "armies"]
            assert isinstance(army, OrderOfBattle)
            named = army.replace(units=tuple(unit.replace(name=str(number)) for unit in army.units))
            _put(store, army, named, f"names {number}")
            say(number)


def play(path: Path, say: Say) -> None:
    """A game: an action more each time."""
    with Store(path) as store:
        for number in itertools.count(1):
            game = store.contents.documents["game", "evening"]
            assert isinstance(game, GameRecord)
            longer = game.model_copy(update={"actions": (*game.actions, {"kind": "pass", "number": number})})
            _put(store, game, longer, f"action {number}")
            say(number)


def _put(store: Store, before: OrderOfBattle | GameRecord, after: OrderOfBattle | GameRecord, label: str) -> None:
    key = (before.KIND, before.id)
    store.commit(diff(Contents(documents={key: before}), Contents(documents={key: after})), label)
    store.contents.documents[key] = after


def undo(path: Path, say: Say) -> None:
    """Strokes and their undoing: `standing` says how many texts there are after each step."""
    with Store(path) as store:
        plan = store.contents.maps["ford"]
        history: list[list[Delta]] = []
        for number in itertools.count(1):
            if standing(number) > standing(number - 1):
                mark = TextPlan(f"stroke-{len(history) + 1}", "1", (0.0, 0.0))
                history.append(part_deltas(plan, None, mark))
                store.commit(history[-1], f"step {number}")
            else:
                store.commit(inverted(history.pop()), f"step {number}")
            say(number)


def standing(number: int) -> int:
    """Strokes that stand after so many steps: three are made and undone one by one, over and over."""
    return (0, 1, 2, 3, 2, 1)[number % 6]


def save_as(path: Path, say: Say) -> None:
    """Save As over a file that a crash left, with its log beside it; what was written is looked at again."""
    for number in itertools.count(1):
        Path(shutil.copy(path.with_name("spare"), path.with_name("game.next"))).replace(path)
        shutil.copy(path.with_name("spare-wal"), path.with_name(f"{path.name}-wal"))
        with Store.create(path.with_name("source.redoubt"), numbered(number)) as store:
            store.save_as(path)
        assert number_of(inspect(path).contents) == number
        say(number)


def take_in(path: Path, say: Say) -> None:
    """Import to a place where an orphan log lies; what was written is looked at again."""
    for number in itertools.count(1):
        path.unlink(missing_ok=True)
        shutil.copy(path.with_name("spare-wal"), path.with_name(f"{path.name}-wal"))
        import_folder(path.with_name(f"text-{number % 2}"), path)
        assert number_of(inspect(path).contents) == number % 2
        say(number)


def migrate(path: Path, say: Say) -> None:
    """A file that is of yesterday each time."""
    for number in itertools.count(1):
        raw = sqlite3.connect(path, isolation_level=None)
        raw.execute(f"PRAGMA user_version={CURRENT.version - 1:d}")
        raw.close()
        Store(path, YESTERDAY).close()
        for backup in path.parent.glob("*.backup"):
            backup.unlink()
        say(number)


WAYS: dict[str, Callable[[Path, Say], None]] = {
    "painting": paint,
    "the order of battle": enlist,
    "play": play,
    "undo": undo,
    "Save As over a file with an orphan log": save_as,
    "import onto an orphan log": take_in,
    "migration": migrate,
}


def _work(way: str, path: str, state: str, said: Connection) -> None:
    os.environ[STATE] = state  # the server that forks it may be older than the test
    with suppress(BrokenPipeError):
        said.send(0)
        WAYS[way](Path(path), said.send)


def killed(way: str, path: Path, chance: random.Random) -> int:
    """Let a process work in a way, kill it, and return the number it last said was on the disk.

    It is killed while it opens the file, or while it is at one of its first changes: at any instant of that change,
    by the time the ones before took, so that a busy machine is no shelter.
    """
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    context.set_forkserver_preload([__name__, "tests.helpers.projects"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(way, str(path), str(state_folder()), theirs))
    process.start()
    theirs.close()
    last, begun, wanted = int(ours.recv()), time.monotonic(), chance.randrange(DEEPEST)
    with suppress(EOFError, OSError):
        while last < wanted:
            last = int(ours.recv())
    time.sleep(chance.uniform(0.0, 1.5 * (time.monotonic() - begun) / last if last else OPENING))
    process.kill()
    with suppress(EOFError, OSError):
        while True:
            last = int(ours.recv())
    process.join()
    assert process.exitcode == -signal.SIGKILL, f"{way}: it was killed and did not end by itself"
    process.close()
    ours.close()
    return last
