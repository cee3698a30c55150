"""Where a number comes from: every chart says so, and none may pass for more than it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator

from engine.core.messages import message
from engine.definitions.flaws import flaw
from engine.definitions.model import Cell, Frozen, shown
from engine.definitions.suggest import did_you_mean

_CASE = r"[0-9]+(?:\.[0-9]+)*(?:[ /]?[A-Za-z])?"
_RULEBOOK = re.compile(rf"rulebook ({_CASE}(?:, {_CASE})*)\Z")


class SourceKind(StrEnum):
    """A fact from the rulebook, a fact from a published chart, our reconstruction, or a designer's own number."""

    RULEBOOK = "rulebook"
    PUBLISHED = "published chart"
    RECONSTRUCTION = "reconstruction"
    DESIGNER = "designer"


@dataclass(frozen=True, slots=True)
class Source:
    """The kind of source and, for a rulebook, the numbered cases."""

    kind: SourceKind
    cases: tuple[str, ...] = ()

    @property
    def is_fact(self) -> bool:
        """Whether the number was printed by the game's publisher."""
        return self.kind in (SourceKind.RULEBOOK, SourceKind.PUBLISHED)

    def __str__(self) -> str:
        return f"{self.kind} {', '.join(self.cases)}" if self.cases else str(self.kind)


PUBLISHED = Source(SourceKind.PUBLISHED)
RECONSTRUCTION = Source(SourceKind.RECONSTRUCTION)
DESIGNER = Source(SourceKind.DESIGNER)
_WORDS = {str(source): source for source in (PUBLISHED, RECONSTRUCTION, DESIGNER)}


def parse(text: str) -> Source | None:
    """Read `rulebook 5.8`, `rulebook 7.1.2 k, 7.3`, `published chart`, `reconstruction` or `designer`."""
    if text in _WORDS:
        return _WORDS[text]
    found = _RULEBOOK.match(text)
    return Source(SourceKind.RULEBOOK, tuple(found.group(1).split(", "))) if found else None


def _validated(value: object) -> Source:
    if isinstance(value, Source):
        return value
    source = parse(value) if isinstance(value, str) and len(value) <= 200 else None
    if source is None:
        choices = ("rulebook 1.2", *_WORDS)
        hint = did_you_mean(value, choices) if isinstance(value, str) else None
        raise flaw(message("issue.bad-source", found=shown(value)), hint=hint)
    return source


SourceField = Annotated[Source, PlainValidator(_validated), PlainSerializer(str)]
"""A `source:` entry of a chart."""

CellSources = Annotated[Mapping[Cell, Annotated[Mapping[Cell, SourceField], Frozen]], Frozen]
"""Sources of single values that differ from their chart's: row, then column."""
