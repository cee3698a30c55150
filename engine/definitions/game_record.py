"""A saved game as text: its scenario, its seed and the log of actions. The log is the game.

Actions stay as plain objects here; the codec of the ruleset makes decisions of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, JsonValue

from engine.definitions.model import NO_VALUES, Count, Document, Frozen, FrozenDict, Id, Model, Turn, Values, Word
from engine.definitions.played import PlayedDocument
from engine.definitions.strict_yaml import LARGEST_INTEGER


class BranchPoint(Model):
    """Where a game left another one: after how many of its actions."""

    game: Id
    actions: Count


class GameRecord(Document):
    """Everything needed to play a game again to the byte, and what a list of games wants to say about it."""

    KIND: ClassVar[str] = "game"

    scenario: Id
    ruleset: Id
    seed: Annotated[int, Field(ge=0, le=LARGEST_INTEGER)]
    options: Values = NO_VALUES
    schema_version: Annotated[int, Field(ge=1, le=10_000)] = 1
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    """The fingerprint of the state the log leads to; empty when nobody took it."""
    players: Annotated[Mapping[Id, Word], Frozen] = FrozenDict()
    """Who decides for each side."""
    undo: Literal["to-barrier", "unlocked"] = "to-barrier"
    turn: Turn = 0
    """The turn the log leads to."""
    changed: Annotated[str, Field(pattern=r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$")] = ""
    """When it was last played, in world time."""
    branch: BranchPoint | None = None
    played_with: tuple[Id, ...] = ()
    """The documents it is played with, as they were when it began: scenario, map, counters and the rest. Empty in
    games that do not carry their scenario; those are played with the scenario of that name."""
    begins: Id | None = None
    """The state the log begins from, where the position was taken over from another game; without one it begins as
    the scenario does."""
    carries: tuple[PlayedDocument, ...] = ()
    """In a game that lies in a file of text by itself, what `played_with` and `begins` name."""
    actions: tuple[Mapping[str, JsonValue], ...] = ()
