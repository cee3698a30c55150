"""The contract suite at length: `make fuzz GAME= SCENARIO= ACTIONS= SEED= EVERY= BOTS=`, or `tests.contract.fuzz`.

Plays games, random ones or those of other computers, with every check at every step, or at one step in EVERY. On a
fault it writes a saved game that leads up to it, for `redoubt replay`, and ends with exit code 1. Where no game is
chosen, `--kills` also kills processes that paint, play, undo, save, import and migrate, so many times in all, and says
how much each had done: the tests of the storage that do so read the number from REDOUBT_KILLS.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

os.environ.setdefault("REDOUBT_GAMES", "tests.helpers.toys")

from engine.definitions.documents import dump_document
from engine.definitions.game_record import GameRecord
from tests.contract.checks import Fault, hold_to_contract
from tests.contract.game_checks import ROOT
from tests.contract.playthrough import begin
from tests.contract.subjects import Subject, subject, subject_names


@dataclass
class Account:
    """What a run of the fuzzer has done."""

    actions: int = 0
    ended: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    ran: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)


def hunt(
    found: Subject, actions: int, seed: int, account: Account, *, every: int = 1, bots: tuple[str, ...] = ("random",)
) -> None:
    """Play games, each with the next seed, until so many actions are done or a fault is found."""
    left = actions
    while left > 0:
        playthrough = begin(found, seed, bots)
        try:
            hold_to_contract(playthrough, left, account.ran, elsewhere=left == actions, every=every)
        except Fault as fault:
            account.faults.append(fault)
        account.kinds.update(step.action.kind for step in playthrough.steps)
        account.actions += len(playthrough.steps)
        account.ended += playthrough.last.outcome is not None
        if account.faults or not playthrough.steps:
            return
        left -= len(playthrough.steps)
        seed += 1


def write_fault(fault: Fault, folder: Path) -> Path:
    """A saved game that leads up to a fault; its last action is the one the fault is about."""
    playthrough = fault.playthrough
    found = playthrough.subject
    record = GameRecord(
        id=f"fault-{found.scenario}-{playthrough.seed}",
        title=f"{fault.check}: {fault.error}"[:200].splitlines()[0],
        scenario=found.scenario,
        ruleset=found.entry.id,
        seed=playthrough.seed,
        options=dict(found.game.options),
        actions=tuple(playthrough.actions()),
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{record.id}.yaml"
    path.write_text(dump_document(record), encoding="utf-8")
    return path


def told(account: Account, seconds: float) -> str:
    """The account for people."""
    lines = [f"actions done: {account.actions} in {seconds:.0f} s, games ended: {account.ended}"]
    lines += ["by kind: " + ", ".join(f"{kind} {number}" for kind, number in sorted(account.kinds.items()))]
    lines += ["checks: " + ", ".join(f"{check} {number}" for check, number in account.ran.items())]
    return "\n".join(lines)


def kill_while_saving(kills: int) -> bool:
    """Run the storage's own test at length; True if every file was whole again."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "tests/engine/storage", "-k", "kill"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "REDOUBT_KILLS": str(kills)}, check=False)
    return done.returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="", help="the id of a game; all of them if left out")
    parser.add_argument("--scenario", default="", help="the folder of a scenario; all of them if left out")
    parser.add_argument("--actions", type=int, default=20_000, help="shared out among the scenarios")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="each check looks at one step in so many")
    parser.add_argument("--bots", default="random", help="who plays, as `redoubt playout` has it")
    parser.add_argument("--kills", type=int, default=0, help="how often to kill a process that works on a file")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="where saved games of faults go")
    options = parser.parse_args(arguments)
    chosen = subject_names(options.game, options.scenario)
    if not chosen:
        print(f"no scenario {options.scenario or 'at all'} of {options.game or 'any game'}", file=sys.stderr)
        return 2
    failed = False
    for number, names in enumerate(chosen):
        share = options.actions // len(chosen) + (number < options.actions % len(chosen))
        account, started = Account(), perf_counter()
        bots = tuple(options.bots.split(","))
        hunt(subject(*names), share, options.seed, account, every=options.every, bots=bots)
        print(f"{'/'.join(names)}\n{told(account, perf_counter() - started)}", flush=True)
        for fault in account.faults:
            failed = True
            game = write_fault(fault, options.out)
            print(f"FAULT {fault}\nplay it again: redoubt replay --any-end {game}", flush=True)
    if options.kills and not options.game:
        print(f"killing processes that work on a file, {options.kills} times", flush=True)
        failed |= not kill_while_saving(options.kills)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
