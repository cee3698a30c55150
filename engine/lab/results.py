"""What is kept of a game: one row for the game, one for each turn, what the units did, and compact fields for the map.

All of it follows from the arm and the seed, to the byte, wherever it was played; only the seconds do not, and are no
part of what is compared.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.messages import message
from engine.definitions.bounds import LARGEST_QUANTITY
from engine.lab import packing
from engine.lab.arms import LabError

DRAW = ""
"""The winner of a game that nobody won."""
NOBODY = "-"
"""The letter of an objective that nobody holds; sides have their number in the order of the sides."""


@dataclass(frozen=True, slots=True)
class TurnRow:
    """How it stood when a turn was over, and what the turn had cost; the row before the first turn is the beginning.

    Tuples have a number for each side, in the order of the sides.
    """

    turn: int
    score: float
    steps_lost: tuple[int, ...]
    units_lost: tuple[int, ...]
    held: tuple[int, ...]
    attacks: int
    holders: str
    """A letter for each objective."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What happened in a game, by unit, column, terrain, card and case."""

    kinds: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of decision was taken."""
    columns: Mapping[str, int] = field(default_factory=dict)
    """How often dice were read in each column of a table."""
    terrains: Mapping[str, int] = field(default_factory=dict)
    """How often each terrain was fought for."""
    moved: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    died: Mapping[str, int] = field(default_factory=dict)
    """In which turn units were lost."""
    arrived: Mapping[str, int] = field(default_factory=dict)
    """In which turn units came onto the map."""
    cards: Mapping[str, int] = field(default_factory=dict)
    """How often each card was played."""
    cases: tuple[str, ...] = ()
    """The cases of the rules that came up."""

    def packed(self) -> bytes:
        told = {
            "kinds": dict(sorted(self.kinds.items())),
            "columns": dict(sorted(self.columns.items())),
            "terrains": dict(sorted(self.terrains.items())),
            "moved": sorted(self.moved),
            "fought": sorted(self.fought),
            "died": dict(sorted(self.died.items())),
            "arrived": dict(sorted(self.arrived.items())),
            "cards": dict(sorted(self.cards.items())),
            "cases": sorted(self.cases),
        }
        return packing.packed(json.dumps(told, separators=(",", ":")).encode())

    @classmethod
    def unpacked(cls, packed: bytes) -> Deeds:
        """As it was put by; raises LabError for what none of ours is."""
        try:
            told = json.loads(packing.unpacked(packed))
            counts = [_counts(told[name]) for name in ("kinds", "columns", "terrains", "died", "arrived", "cards")]
            names = [tuple(map(str, told[name])) for name in ("moved", "fought", "cases")]
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError, zlib.error):
            raise LabError(message("lab.bad-result")) from None
        kinds, columns, terrains, died, arrived, cards = counts
        moved, fought, cases = names
        return cls(kinds, columns, terrains, moved, fought, died, arrived, cards, cases)


def _counts(told: Mapping[str, Any]) -> Mapping[str, int]:
    if not all(type(count) is int and abs(count) <= LARGEST_QUANTITY for count in told.values()):
        raise ValueError("counts that are none")
    return told


NO_DEEDS = Deeds().packed()


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of an arm."""

    seed: int
    winner: str
    """The side that won, or DRAW."""
    level: str
    """How well; empty in a game that did not end."""
    rule: str
    """The case by which it ended."""
    score: float
    """At the end; more is better for the first side."""
    turn: int
    """The last turn."""
    actions: int
    fault: str
    """What went wrong, if anything did."""
    digest: str
    """The fingerprint of the state it ended in, so that a game that is opened again is known to be the same."""
    turns: tuple[TurnRow, ...] = ()
    deeds: bytes = NO_DEEDS
    """What happened, packed: most who ask for many games do not want it of each."""
    fields: bytes = b""
    """Where, packed; see `fields.py`."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_known(self) -> bool:
        """Whether it was played at all, be it to a fault; False of one that was given up with its process."""
        return bool(self.digest)

    @property
    def is_finished(self) -> bool:
        return bool(self.level) and not self.fault

    def worth_to(self, side: str) -> float:
        """1 for a game that a side won, 0 for one that it lost, a half for what nobody won."""
        return 0.5 if self.winner == DRAW else float(self.winner == side)

    def told(self) -> Deeds:
        """What happened."""
        return Deeds.unpacked(self.deeds)

    def canonical(self) -> bytes:
        """The game as bytes: the same wherever and however it was played."""
        told: dict[str, Any] = {
            "seed": self.seed, "winner": self.winner, "level": self.level, "rule": self.rule, "score": self.score,
            "turn": self.turn, "actions": self.actions, "fault": self.fault, "digest": self.digest,
            "turns": [
                [row.turn, row.score, row.steps_lost, row.units_lost, row.held, row.attacks, row.holders]
                for row in self.turns
            ],
            "deeds": self.deeds.hex(), "fields": self.fields.hex(),
        }  # fmt: skip
        return json.dumps(told, separators=(",", ":")).encode()


def check_result(game: GameResult, sides: Sequence[str], objectives: int) -> None:
    """Raise LabError for a game that cannot be one between these sides."""
    counted = (len(each) for row in game.turns for each in (row.steps_lost, row.units_lost, row.held))
    followed = (len(row.holders) for row in game.turns)
    is_ours = game.winner in (DRAW, *sides) and all(count == len(sides) for count in counted)
    if not is_ours or any(count != objectives for count in followed):
        raise LabError(message("lab.bad-result"))


def broken(seed: int, fault: str) -> GameResult:
    """A game of which nothing is known but that it could not be played: the next run tries it again."""
    return GameResult(seed, DRAW, "", "", 0.0, 0, 0, fault, "")
