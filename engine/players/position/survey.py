"""What a player has found out for a phase: who is strong, where supply runs and reaches, what the enemy threatens.

Within a phase little of this changes from one decision to the next. Mights are kept as long as the records of their
units stand, what rests on the enemies as long as they stand as they did, and lines as they were when the phase began.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from engine.core.appraisal import Might
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.players.position.lifelines import Lifelines, lifelines

T = TypeVar("T")

Paths = Mapping[Location, tuple[Location, ...]]


class Survey:
    """Of one player in one phase."""

    def __init__(self) -> None:
        self._mights: dict[UnitId, tuple[Unit, Might]] = {}
        self._lines: tuple[Lifelines | None] | None = None
        self._fed: tuple[Collection[Location] | None] | None = None
        self._kept: dict[str, tuple[object, object]] = {}
        self._reached: dict[UnitId, tuple[Unit, Paths]] = {}

    def copied(self) -> Survey:
        """What is known so far, for somebody who looks at a position that might come."""
        found = Survey()
        found._mights.update(self._mights)
        found._lines, found._fed = self._lines, self._fed
        found._kept.update(self._kept)
        found._kept.pop("enemy-reach", None)
        return found

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        """What a unit can do, as long as nothing about it has changed."""
        known = self._mights.get(unit.id)
        if known is not None and known[0] is unit:
            return known[1]
        found = game.ruleset.might(game, state, unit)
        self._mights[unit.id] = (unit, found)
        return found

    def lifelines(self, game: Game, state: State, side: Side) -> Lifelines | None:
        """Where supply ran when it was first asked for."""
        if self._lines is None:
            self._lines = (lifelines(game, state, side),)
        return self._lines[0]

    def fed(self, game: Game, state: State, side: Side) -> Collection[Location] | None:
        """Where supply reached when it was first asked for; None where a game answers unit by unit alone."""
        if self._fed is None:
            self._fed = (game.ruleset.fed(game, state, side),)
        return self._fed[0]

    def reached(self, unit: Unit, find: Callable[[], Paths]) -> Paths:
        """Where a unit can go and by which way, as long as nothing about it has changed."""
        known = self._reached.get(unit.id)
        if known is None or known[0] is not unit:
            known = self._reached[unit.id] = (unit, find())
        return known[1]

    def kept(self, name: str, key: object, make: Callable[[], T]) -> T:
        """Something that was found before, as long as what it rests on is the same."""
        known = self._kept.get(name)
        if known is not None and known[0] == key:
            return known[1]  # type: ignore[return-value]
        found = make()
        self._kept[name] = (key, found)
        return found
