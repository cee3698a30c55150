"""A long sitting with the program, made short: games, files, pages, languages and themes by the hundred.

`python -m tests.helpers.soak` (`make soak`) plays it at length and prints what it cost; a smaller one is a test. What
was closed must be gone, counted by the object, and the memory at the end must be near what it was once everything had
been used for the first time. The window has whole turns of an event loop, as in the program: only there Qt deletes
what was to be deleted later. The memory is told twice: what the system says the process has, and what of it is in use.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings, QTimer

from app.application import application
from app.language import speak_in
from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.play.table import GameTable
from app.program import Program
from app.spare_memory import give_back_memory
from app.window import MainWindow
from editor.documents.map_document import MapDocument
from editor.documents.project_file import ProjectFile
from engine.core.game import Game
from engine.definitions.plan import MapPlan
from engine.players.player import Budget
from engine.players.random_player import RandomPlayer
from engine.storage.store import Store
from tests.helpers.projects import small_contents
from tests.helpers.worker_memory import resident

MOST_GROWTH = 60 * 1024 * 1024
"""Bytes that a whole sitting may leave behind."""
WATCHED = (MainWindow, MapDocument, ProjectFile, MapPlan, Game, GameTable, Store)


@dataclass(frozen=True, slots=True)
class Sitting:
    """How much is done."""

    actions: int
    files: int
    modes: int
    languages: int
    scenario: str = "barbarossa"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sitting left behind: bytes of memory, and objects beyond those that were there before."""

    growth: int
    used: int
    """Bytes more that are in use; the rest of the growth is free, and the C library could not return it."""
    left: Counter[str]
    actions: int


class _Account(ctypes.Structure):
    """What `mallinfo2` of the C library of Linux tells."""

    _fields_ = tuple((name, ctypes.c_size_t) for name in ("arena", "a", "b", "c", "mapped", "d", "e", "used", "f", "g"))


def in_use() -> int:
    """Bytes that the C library has given out and not got back, where it tells."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if ask is None:
        return 0
    ask.restype = _Account
    told = ask()
    return int(told.used + told.mapped)


def turn() -> None:
    """One turn of an event loop, in which all that waits is done."""
    loop = QEventLoop()
    QTimer.singleShot(0, loop.quit)
    loop.exec()


def alive() -> Counter[str]:
    """How many there are of what a window, a file or a game brings along."""
    for _ in range(3):
        turn()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, WATCHED))


def soak(folder: Path, sitting: Sitting, *, warm: Sitting | None = None) -> Outcome:
    """Sit through it once to warm up and once in earnest; each sitting has a window of its own, which is closed."""
    (folder / "warm").mkdir()
    (folder / "long").mkdir()
    _sit(folder / "warm", warm or sitting)
    objects = alive()
    give_back_memory()
    memory, used = resident(), in_use()
    played = _sit(folder / "long", sitting)
    left = alive() - objects
    give_back_memory()
    return Outcome(resident() - memory, in_use() - used, left, played)


def _sit(folder: Path, sitting: Sitting) -> int:
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    for name, value in (("play/check-ends", False), ("animate", False)):
        settings.setValue(name, value)
    program = Program(settings, folder / "recovery")
    program.window.resize(1100, 750)
    program.window.show()
    _open_files(program, folder, sitting.files)
    played = _play(program, sitting)
    _change_modes(program, sitting.modes)
    for language in (("fr", "en") * sitting.languages)[: sitting.languages * 2]:
        program.change_language(language)
        program.window.show_dark(language == "fr")
        turn()
    window = program.window
    window.show_dark(False)
    window.files.close()
    window.put_away()
    window.close()
    window.deleteLater()
    speak_in("en")
    return played


def _open_files(program: Program, folder: Path, count: int) -> None:
    for number in range(count):
        path = folder / f"file-{number}.redoubt"
        Store.create(path, small_contents()).close()
        assert program.window.open(str(path))
        program.window.set_mode(Mode.EDIT)
        turn()
    program.window.files.close()


def _play(program: Program, sitting: Sitting) -> int:
    """Let somebody who knows nothing play, through the same door as a click."""
    window = program.window
    assert window.open(sitting.scenario)
    played, seed = 0, 0
    while played < sitting.actions:
        seed += 1
        window.set_mode(Mode.EDIT)
        assert window.play.begin(NewGame(_scenario(window), seed))
        window.enter_play()
        bot, table = RandomPlayer(seed), window.play.table
        while table is not None and not table.is_over and played < sitting.actions:
            if table.awaited is not None:
                window.play.desk.take_seat()
            window.play.desk.submit(bot.choose(table.game, table.view, table.menu, Budget()).action)
            played += 1
            if played % 10 == 0:
                turn()
    return played


def _scenario(window: MainWindow) -> str:
    scenario = window.play.scenario
    assert scenario is not None
    return scenario.id


def _change_modes(program: Program, count: int) -> None:
    pages = cycle((Mode.EDIT, Mode.DESIGN, Mode.PLAY))
    for mode, _ in zip(pages, range(count), strict=False):
        program.window.set_mode(mode)
        turn()


def main() -> int:
    """The whole sitting, as the issue of trust names it; ends with 1 when too much is left behind."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()
    with tempfile.TemporaryDirectory() as folder:
        warm = Sitting(actions=100, files=3, modes=6, languages=1)
        outcome = soak(Path(folder), Sitting(actions=3_000, files=50, modes=100, languages=10), warm=warm)
    megabytes, used = outcome.growth / 1024 / 1024, outcome.used / 1024 / 1024
    left = dict(outcome.left) or "nothing"
    sys.stdout.write(
        f"{outcome.actions} actions: {megabytes:+.1f} MB, {used:+.1f} MB of it in use, left behind {left}\n"
    )
    return int(outcome.growth > MOST_GROWTH or bool(outcome.left))


if __name__ == "__main__":
    sys.exit(main())
