"""How a validator inside a model says what is wrong, so that the words survive the trip through pydantic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_core import PydanticCustomError

from engine.core.messages import Message
from engine.definitions.issues import Path

FLAW = "redoubt_flaws"
"""The type of the errors raised here, by which `faults` knows them again."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong, at a path relative to the value being validated."""

    message: Message
    path: Path = ()
    hint: Message | None = None


def flaws(found: Sequence[Flaw]) -> PydanticCustomError:
    """The exception to raise for everything a validator found at once."""
    return PydanticCustomError(FLAW, "{summary}", {"summary": str(found[0].message), "flaws": tuple(found)})


def flaw(said: Message, path: Path = (), hint: Message | None = None) -> PydanticCustomError:
    """The exception to raise for a single thing wrong."""
    return flaws([Flaw(said, path, hint)])
