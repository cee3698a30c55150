"""Versions of one scenario in the results: whoever changed it and wants to know what that did has played it before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.lab.arms import Arm
from engine.lab.shelves import ResultShelf
from engine.lab.sweep import is_of_sweep

MOST_VERSIONS = 8
"""So many are offered, the latest first."""


@dataclass(frozen=True, slots=True)
class PlayedVersion:
    """A scenario as it was, and how many games the players in question have played of it."""

    arm: Arm
    games: int


def last_played(shelf: ResultShelf, like: Arm) -> Arm | None:
    """The arm that was begun last of those that differ from this one in who plays, and of which there are games."""
    known = (each for each in reversed(shelf.arms()) if replace(each, players=like.players, name="").id == like.id)
    return next((each for each in known if shelf.seeds(each.id)), None)


def earlier_versions(shelf: ResultShelf, now: Arm) -> tuple[PlayedVersion, ...]:
    """What else was played as this scenario with these players, the latest first; values of a sweep are no versions."""
    return tuple(found for found, _ in zip(_others(shelf, now), range(MOST_VERSIONS), strict=False))


def _others(shelf: ResultShelf, now: Arm) -> Iterator[PlayedVersion]:
    seen = {frozenset(now.documents)}
    for arm in reversed(shelf.arms()):
        version = frozenset(arm.documents)
        is_one = (arm.scenario, arm.ruleset, arm.begins) == (now.scenario, now.ruleset, None)
        if not is_one or version in seen or is_of_sweep(arm):
            continue
        played = replace(now, documents=arm.documents, name="")
        games = len(shelf.seeds(played.id))
        if games:
            seen.add(version)
            yield PlayedVersion(played, games)
