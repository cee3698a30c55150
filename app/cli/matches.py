"""`redoubt match`: two players on the same sides of the same seeds, so many seeds at a time as there are cores."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from app.cli.bots import check_bot
from app.cli.exits import CommandFailed, Exit, say, tell
from app.cli.targets import read_project
from engine.core.game import Game
from engine.core.messages import message
from engine.lab.crews import cores
from engine.players.match import Match, match_of_seed
from engine.rulesets.assembly import assemble


@dataclass(frozen=True, slots=True)
class _Pairing:
    """Who is compared with whom."""

    first: str
    second: str
    against: str
    most: int

    def play(self, game: Game, seed: int) -> Match:
        return match_of_seed(game, self.first, self.second, seed, against=self.against, most=self.most)


def play_match(options: argparse.Namespace) -> Exit:
    """Compare two players; any fault of the rules makes the command fail."""
    game = assemble(read_project(options.file), options.scenario)
    for name in (options.first, options.second, options.against):
        check_bot(name)
    pairing = _Pairing(options.first, options.second, options.against, options.most_actions)
    found = Match(pairing.first, pairing.second, pairing.against)
    seeds = range(options.seeds[0], options.seeds[1] + 1)
    workers = min(options.workers or cores(), len(seeds))
    if workers == 1:
        told: Iterator[Match] = (pairing.play(game, seed) for seed in seeds)
    else:
        told = _told_by_processes(options.file, options.scenario, pairing, seeds, workers)
    for of_one in told:
        found.add(of_one)
        if not options.json:
            low, high = found.interval()
            shares = {"share": f"{found.better:.0%}", "low": f"{low:.0%}", "high": f"{high:.0%}"}
            tell(message("cli.pairs", count=found.pairs, first=found.first, **shares))
    if options.json:
        say(json.dumps(found.as_json(), indent=2))
    return Exit.FOUND if found.faults else Exit.FINE


def _told_by_processes(
    target: str, scenario: str | None, pairing: _Pairing, seeds: Sequence[int], workers: int
) -> Iterator[Match]:
    """What each seed told, in their order, from processes that end with this command however it ends."""
    spawning = multiprocessing.get_context("spawn")
    crew = ProcessPoolExecutor(workers, mp_context=spawning, initializer=_begin, initargs=(target, scenario, pairing))
    played = [crew.submit(_play, seed) for seed in seeds]
    try:
        for each in played:
            yield each.result()
    except BrokenProcessPool:
        raise CommandFailed(Exit.FOUND, message("cli.match-died")) from None
    finally:
        if not all(each.done() for each in played):
            for process in multiprocessing.active_children():
                process.terminate()
        crew.shutdown()


class _Bench:
    """What a process plays with, made once."""

    game: Game
    pairing: _Pairing


def _begin(target: str, scenario: str | None, pairing: _Pairing) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _Bench.game, _Bench.pairing = assemble(read_project(target), scenario), pairing


def _play(seed: int) -> Match:
    return _Bench.pairing.play(_Bench.game, seed)
