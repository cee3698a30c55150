"""What a file holds, as far as a list of files tells it: its maps, its scenarios, and the game that was played last."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.definitions.game_record import GameRecord
from engine.definitions.scenario import Scenario
from engine.storage.contents import Contents
from engine.storage.inspection import inspect


@dataclass(frozen=True, slots=True)
class HeldInFile:
    """Enough of a file to be recognised by."""

    maps: tuple[str, ...] = ()
    """The titles of its maps."""
    scenarios: tuple[Scenario, ...] = ()
    game: GameRecord | None = None
    """The game that was played last."""

    @property
    def scenario(self) -> Scenario | None:
        """The scenario of the game, or the first there is."""
        played = self.game.scenario if self.game is not None else ""
        first = self.scenarios[0] if self.scenarios else None
        return next((each for each in self.scenarios if each.id == played), first)


def held_in(contents: Contents) -> HeldInFile:
    """What some contents hold."""
    documents = contents.documents.values()
    games = [each for each in documents if isinstance(each, GameRecord)]
    scenarios = sorted(
        (each for each in documents if isinstance(each, Scenario)), key=lambda each: (each.order, each.id)
    )
    return HeldInFile(
        tuple(plan.title or plan.id for plan in contents.maps.values()),
        tuple(scenarios),
        max(games, key=lambda game: (game.changed, len(game.id), game.id), default=None),
    )


def held_by(path: Path) -> HeldInFile:
    """What a file holds, which is not touched; raises FileError."""
    return held_in(inspect(path).contents)
