"""8: a combat sequence from its first declaration to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A side's combat sequence."""

    kind: ClassVar[str] = "combat"


CHAPTER = Chapter(phases={CombatFrame: Phase()})
