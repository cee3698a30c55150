"""An experiment: arms that are played on the same seeds, as data that can be saved, shared and run again.

Running it plays what is not on the shelf yet and tells after each game how far it is. It can be left at any moment:
what was played stays, and the next run goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from engine.core.messages import message
from engine.definitions.strict_yaml import LARGEST_INTEGER
from engine.lab.arms import Arm, LabError
from engine.lab.crews import Crew, Job
from engine.lab.playing import MOST_READY
from engine.lab.results import GameResult
from engine.lab.shelves import ResultShelf

FORMAT = "redoubt/experiment/1"
MOST_GAMES = 1_000_000
"""Of each arm."""
LARGEST_SEED = LARGEST_INTEGER - MOST_GAMES
"""Of the first game, so that those of all the others can be kept."""
_TOGETHER = 10
"""So many games of an arm are played one after another where there are many arms."""
_PUT_BY = 1.0
"""Seconds after which games that have ended are put by at the latest."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Arms, the first seed and how many."""

    arms: tuple[Arm, ...]
    games: int
    seed: int = 1

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def jobs(self, shelf: ResultShelf) -> list[Job]:
        """What is still to be played, seed by seed, so that the arms can be compared at any moment.

        Of more arms than a process has at hand several seeds each in turn: it would read a map anew for every game.
        """
        arms = {arm.id: arm for arm in self.arms}
        played = {name: shelf.seeds(name) for name in arms}
        step = 1 if len(arms) <= MOST_READY else _TOGETHER
        return [
            Job(arm, seed)
            for begin in range(0, self.games, step)
            for name, arm in arms.items()
            for seed in self.seeds[begin : begin + step]
            if seed not in played[name]
        ]

    def to_text(self) -> str:
        told = {
            "format": FORMAT,
            "arms": [arm.to_json() for arm in self.arms],
            "games": self.games,
            "seed": self.seed,
        }
        return json.dumps(told, indent=1, sort_keys=True)

    @classmethod
    def from_text(cls, text: str | bytes) -> Experiment:
        """An experiment as it was saved; raises LabError where the text is none."""
        try:
            told: Mapping[str, Any] = json.loads(text)
            games, seed = told["games"], told["seed"]
            are_whole = type(games) is int and type(seed) is int
            if told["format"] != FORMAT or not told["arms"] or not are_whole:
                raise LabError(message("lab.no-experiment"))
            if not 1 <= games <= MOST_GAMES or not 0 <= seed <= LARGEST_SEED:
                raise LabError(message("lab.no-experiment"))
            return cls(tuple(map(Arm.from_json, told["arms"])), games, seed)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise LabError(message("lab.no-experiment")) from None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an experiment is."""

    done: int
    wanted: int
    new: int
    """Games that this run has played."""
    seconds: float
    """What this run has taken so far."""

    @property
    def an_hour(self) -> float:
        """Games an hour, at the rate so far."""
        return 3600 * self.new / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """About how long it will go on; None before anything is known."""
        return (self.wanted - self.done) * self.seconds / self.new if self.new else None


def run(
    experiment: Experiment, shelf: ResultShelf, crew: Crew, is_wanted: Callable[[], bool] = lambda: True
) -> Iterator[Progress]:
    """Play what is missing. What has ended is on the shelf whenever this says anything but for a second of games."""
    jobs = experiment.jobs(shelf)
    wanted = experiment.games * len({arm.id for arm in experiment.arms})
    began = last = monotonic()
    ended: dict[str, list[GameResult]] = {}
    arms = {arm.id: arm for arm in experiment.arms}

    def put_by() -> None:
        for name, results in ended.items():
            shelf.keep(arms[name], results)
        ended.clear()

    for arm in experiment.arms:
        shelf.keep(arm, ())
    new = 0
    yield Progress(wanted - len(jobs), wanted, 0, 0.0)
    try:
        for job, result in crew.play(jobs, is_wanted):
            ended.setdefault(job.arm.id, []).append(result)
            new += 1
            if monotonic() - last > _PUT_BY or new == len(jobs):
                put_by()
                last = monotonic()
            yield Progress(wanted - len(jobs) + new, wanted, new, monotonic() - began)
    finally:
        put_by()
