"""A saved game as text: its scenario, its seed and the log of actions. The log is the game.

Actions stay as plain objects here; the codec of the ruleset makes decisions of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, JsonValue

from engine.definitions.model import NO_VALUES, Document, Id, Values
from engine.definitions.strict_yaml import LARGEST_INTEGER


class GameRecord(Document):
    """Everything needed to play a game again to the byte."""

    KIND: ClassVar[str] = "game"

    scenario: Id
    ruleset: Id
    seed: Annotated[int, Field(ge=0, le=LARGEST_INTEGER)]
    options: Values = NO_VALUES
    schema_version: Annotated[int, Field(ge=1, le=10_000)] = 1
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    """The fingerprint of the state the log leads to; empty when nobody took it."""
    actions: tuple[Mapping[str, JsonValue], ...] = ()
