"""Chapter 6: the optional events, off unless a scenario or a player switches them on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class EventsFrame(Frame):
    """Each side throws for its event of the turn."""

    kind: ClassVar[str] = "events"


CHAPTER = Chapter(phases={EventsFrame: Phase()})
