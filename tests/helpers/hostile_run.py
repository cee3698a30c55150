"""Every hostile file there is, tried in processes of their own: `make hostile`.

A child takes a part of the files, and says after each what became of it: by `check`, by `render`, and in the window,
where it is edited, designed and played. One that dies, stands still or works without end is noticed from outside, with
the file that did it, by the time of the processor that it uses: on a busy machine the clock says nothing. The suite
tries a sample of the same files in one process.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("REDOUBT_GAMES", "tests.helpers.toys")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QMessageBox

from app.application import application
from app.cli.exits import Exit
from app.cli.main import run
from app.modes import Mode
from app.window import MainWindow
from engine.players.player import Budget
from engine.players.random_player import RandomPlayer
from tests.helpers.bait import Bait
from tests.helpers.hostile import hostile_files
from tests.helpers.mutilate import Mutilated

ROOT: Final = Path(__file__).parents[2]
MOST_SECONDS: Final = 5.0
"""Of the processor, for one of the things that are done with a file."""
ENDLESS: Final = 60.0
"""Seconds of the processor without a word after which a child works without end."""
STILL: Final = 120.0
"""Seconds of the clock in which a child that stands still has used next to no processor."""
NEXT_TO_NONE: Final = 0.2
"""Seconds of the processor that a waiting window uses for its timers, and one that is only kept waiting exceeds."""
STEPS: Final = 5
"""Decisions that are made in a game where a file can be played."""
WIDEST: Final = 2_000
"""Pixels of a window that was made half as wide."""
ENDS: Final = {Exit.FINE, Exit.FOUND, Exit.BAD_INPUT}


@dataclass(slots=True)
class Trial:
    """What became of one file."""

    name: str
    ends: dict[str, str] = field(default_factory=dict)
    """By what was done with it: a code, `map`, or `refused`."""
    seconds: float = 0.0
    """Of the processor, for the longest of them."""
    faults: list[str] = field(default_factory=list)


class Tries:
    """Tries files in one window, as the suite and the long run both do."""

    def __init__(self, window: MainWindow, bait: Bait, refusals: list[str], unseen: list[str], picture: Path) -> None:
        self._window, self._bait, self._refusals, self._unseen = window, bait, refusals, unseen
        self._picture = picture

    def of(self, case: Mutilated, modes: Sequence[Mode]) -> Trial:
        """Check it, draw it, open it and look at its pages."""
        trial = Trial(case.name)
        for command in (["check", str(case.path)], ["render", str(case.path), str(self._picture), "--width", "300"]):
            with self._timed(trial, command[0]):
                trial.ends[command[0]] = self._ran(trial, command)
        with self._timed(trial, "window"):
            try:
                trial.ends["window"] = self._opened(trial, case.path, modes)
            except Exception as bad:
                trial.faults.append(f"the window raises {type(bad).__name__}: {bad}")
        trial.faults += [f"an exception that nobody saw: {bad}" for bad in self._unseen]
        if self._bait.was_taken():
            trial.faults.append("a file was opened that it names")
        self._unseen.clear()
        return trial

    def _ran(self, trial: Trial, command: list[str]) -> str:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(command)
        said = err.getvalue()
        if code not in ENDS or "Traceback" in out.getvalue() + said:
            trial.faults.append(f"{command[0]} ended with {code}: {said}")
        if (len(said.splitlines()) == 1) != (code == Exit.BAD_INPUT):
            trial.faults.append(f"{command[0]} says no line, or several: {said}")
        return str(int(code))

    def _opened(self, trial: Trial, path: Path, modes: Sequence[Mode]) -> str:
        self._refusals.clear()
        if not self._window.open(str(path)):
            if len(self._refusals) != 1:
                trial.faults.append(f"the window says {self._refusals}")
            return "refused"
        for mode in modes:
            self._window.set_mode(mode)
            for _ in range(3):
                QApplication.processEvents()
            if mode is Mode.PLAY:
                trial.ends["game"] = self._played()
        self._window.grab()
        if self._window.width() > WIDEST:
            trial.faults.append(f"the window is {self._window.width()} pixels wide")
        return "map"

    def _played(self) -> str:
        """Go on with the game of the file, or begin one, by whatever the menu offers."""
        play = self._window.play
        if self._window.mode is not Mode.PLAY or play.table is None:
            return "refused"
        bot, length = RandomPlayer(len(self._window.files.name)), play.table.length
        for _ in range(STEPS):
            if play.table.is_over:
                break
            if play.table.awaited is not None:
                play.desk.take_seat()
            choice = bot.choose(play.table.game, play.table.view, play.table.menu, Budget())
            play.desk.submit(choice.action)
            QApplication.processEvents()
        return "played" if play.table.length > length or play.table.is_over else "stands"

    @contextlib.contextmanager
    def _timed(self, trial: Trial, what: str) -> Iterator[None]:
        start = process_time()
        yield
        took = process_time() - start
        trial.seconds = max(trial.seconds, took)
        if took > MOST_SECONDS:
            trial.faults.append(f"{what} took {took:.1f} s")


def try_part(part: int, parts: int) -> None:
    """The child: every so manieth file, each told as a line of JSON before it is tried and after."""
    told = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    refusals: list[str] = []
    unseen: list[str] = []
    sys.excepthook = lambda kind, bad, _trace: unseen.append(f"{kind.__name__}: {bad}")
    QMessageBox.critical = lambda _parent, _title, words: refusals.append(words)  # type: ignore[assignment, method-assign, misc]
    application()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "files").mkdir()
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        for name, value in (("play/check-ends", False), ("animate", False)):
            settings.setValue(name, value)
        window = MainWindow(settings, folder / "recovery")
        window.resize(1100, 750)
        window.show()
        with Bait(folder / "bait.png") as bait:
            tries = Tries(window, bait, refusals, unseen, folder / "map.png")
            for case in hostile_files(folder / "files", str(bait.path), every=parts, first=part):
                faulthandler.dump_traceback_later(STILL / 2)  # where a file makes it stand still
                print(json.dumps({"name": case.name}), file=told, flush=True)
                found = tries.of(case, (Mode.EDIT, Mode.DESIGN, Mode.PLAY))
                print(json.dumps(asdict(found)), file=told, flush=True)
        window.files.close()


def tried(part: int, parts: int) -> list[Trial]:
    """What a child said of its part; where it died or stood still, the file it was at has that fault."""
    command = [sys.executable, "-m", "tests.helpers.hostile_run", "--part", str(part), "--parts", str(parts)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    found: list[Trial] = []
    at = ""
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, bufsize=0) as child:
        for line in _lines(child):
            said = json.loads(line)
            at = said["name"]
            if "ends" in said:
                found.append(Trial(**said))
                at = ""
        code = child.wait()
    if code:
        found.append(Trial(at or "the end", faults=[f"the process ended with {code}"]))
    return found


def _lines(child: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """What a child says; one that stands still, or works without end, is killed."""
    assert child.stdout is not None
    rest = b""
    begun = used(child.pid)
    with selectors.DefaultSelector() as waiting:
        waiting.register(child.stdout, selectors.EVENT_READ)
        while True:
            before = used(child.pid)
            if not waiting.select(STILL):
                now = used(child.pid)
                if now - before < NEXT_TO_NONE or now - begun > ENDLESS:
                    break
                continue
            begun = used(child.pid)
            piece = child.stdout.read(1 << 16)
            if not piece:
                return
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
    child.kill()


def used(process: int) -> float:
    """Seconds of the processor that a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, default=14)
    parser.add_argument("--part", type=int, help="only the files of one part, in this process")
    parser.add_argument("--only", type=int, nargs="*", help="only these parts, each in a process of its own")
    options = parser.parse_args(arguments)
    if options.part is not None:
        try_part(options.part, options.parts)
        return 0
    count, faults, ends, longest = 0, 0, Counter[str](), 0.0
    for part in options.only or range(options.parts):
        for trial in tried(part, options.parts):
            count += 1
            ends.update(f"{what} {end}" for what, end in trial.ends.items())
            longest = max(longest, trial.seconds)
            for fault in trial.faults:
                faults += 1
                sys.stdout.write(f"FAULT {trial.name}: {fault}\n")
        sys.stdout.write(f"part {part}: {count} files so far\n")
        sys.stdout.flush()
    told = ", ".join(f"{what} {number}" for what, number in sorted(ends.items()))
    sys.stdout.write(f"{count} files: {told}; the longest took {longest:.1f} s; faults: {faults}\n")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
