"""10.2 and 11.2: desertion, political actions and levies of the Red side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class PoliticsFrame(Frame):
    """The Red side acts against subversion."""

    kind: ClassVar[str] = "politics"


@dataclass(frozen=True, slots=True)
class DesertionFrame(Frame):
    """Red soldiers desert."""

    kind: ClassVar[str] = "desertion"


@dataclass(frozen=True, slots=True)
class LevyFrame(Frame):
    """The Red side raises units."""

    kind: ClassVar[str] = "levies"


CHAPTER = Chapter(phases={PoliticsFrame: Phase(), DesertionFrame: Phase(), LevyFrame: Phase()})
