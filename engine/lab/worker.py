"""What runs in a process of its own: takes an arm and a seed, plays, and hands back what is kept of the game.

Only the names of the standard library are imported above: the account of cases that came up is opened before the first
rule is loaded, in our own processes and on the machines of a cluster alike.
"""

from __future__ import annotations

import importlib
import os
import signal
from multiprocessing.connection import Connection
from typing import Any

RECORD_VARIABLE = "REDOUBT_RECORD_CASES"
STARTED = "started"
"""What a process says when it is up."""


def play_packed(arm: dict[str, Any], seed: int) -> Any:
    """One game of an arm that was sent as data."""
    os.environ.setdefault(RECORD_VARIABLE, "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    arms = importlib.import_module("engine.lab.arms")
    playing = importlib.import_module("engine.lab.playing")
    return playing.play_game(arms.Arm.from_json(arm), seed)


def _sendable(bad: Exception) -> Exception:
    """What went wrong, in a form that goes over the line: a word of the lab's own."""
    arms = importlib.import_module("engine.lab.arms")
    own: Exception = bad if isinstance(bad, arms.LabError) else arms.failed(bad)
    return own


def serve(line: Connection) -> None:
    """Play what comes over a line until it is closed. An arm is sent once, and then named."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    known: dict[str, dict[str, Any]] = {}
    try:
        line.send(STARTED)
        while True:
            name, arm, seed = line.recv()
            if arm is not None:
                known[name] = arm
            try:
                line.send(play_packed(known[name], seed))
            except Exception as bad:
                line.send(_sendable(bad))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
