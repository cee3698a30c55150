"""A process that commits strokes to a file and says the number of each one after it is committed.

It is run as a program of its own, to be locked out by, looked at and killed. Each stroke writes a text
`stroke-N` on the map `ford` and repaints the first row, so that whoever reads the file can tell which strokes it has
and that none of them is there by half.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from engine.definitions.plan import TextPlan
from engine.storage.coding.map_encoding import CellChange, cell_deltas, part_deltas
from engine.storage.store import Store

CHILD = Path(__file__)
ROOT = CHILD.parents[2]


@contextmanager
def start_child(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the process on a file; it makes a stroke for every line it is sent, and ends when the lines do."""
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        yield child
    finally:
        if child.poll() is None:
            child.stdin.close()
            child.wait(timeout=300)
        child.stdout.close()
        if not child.stdin.closed:
            child.stdin.close()


def ask(child: subprocess.Popen[str]) -> int:
    """Let the child make a stroke; returns its number once it is committed."""
    child.stdin.write("\n")
    child.stdin.flush()
    return int(child.stdout.readline())


def strokes(path: Path, prompts: Iterable[object], say: Callable[[int], object]) -> None:
    """Commit a stroke for every prompt, and say its number once it is committed."""
    with Store(path) as store:
        plan = store.contents.maps["ford"]
        sheet = plan.sheets["main"]
        codes = [plan.terrain_names.index(name) + 1 for name in ("clear", "forest")]
        number = sum(text.startswith("stroke-") for text in plan.texts)
        for _ in prompts:
            number += 1
            width = sheet.size[0]
            changes = [CellChange(col, 1, sheet.code(col, 1), codes[number % 2]) for col in range(1, width + 1)]
            sheet.terrain[0, :] = codes[number % 2]
            mark = TextPlan(f"stroke-{number}", str(number), (0.0, 0.0))
            plan.texts[mark.id] = mark
            store.commit([*cell_deltas(plan, "main", changes), *part_deltas(plan, None, mark)], f"stroke {number}")
            say(number)


def strokes_without_end(path: str, said: Connection) -> None:
    """What the process does that is going to be killed."""
    strokes(Path(path), itertools.repeat(None), said.send)


def killed_after(path: Path, seconds: float) -> int:
    """Let a process make strokes as fast as it can, kill it, and return the last stroke it said was committed.

    The time runs from its first stroke. A server that has everything imported forks the process where it can.
    """
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    context.set_forkserver_preload([__name__])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=strokes_without_end, args=(str(path), theirs))
    process.start()
    theirs.close()
    last = int(ours.recv())
    time.sleep(seconds)
    process.kill()
    try:
        while True:
            last = int(ours.recv())
    except (EOFError, OSError):
        pass
    process.join()
    assert process.exitcode == -signal.SIGKILL, "it was killed and did not end by itself"
    process.close()
    ours.close()
    return last


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    strokes(Path(sys.argv[1]), sys.stdin, _say)
