"""What a game takes together of its chapters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done, PickUnit, Retreat, StepTo
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.sequence import SequenceFrame, SequencePhase
from engine.rulesets.chapter import Chapter, phases_of, vocabulary_of


@dataclass(frozen=True, slots=True)
class Sing(Action):
    kind: ClassVar[str] = "sing"


@dataclass(frozen=True, slots=True)
class Sung(Event):
    kind: ClassVar[str] = "sung"


@dataclass(frozen=True, slots=True)
class SongFrame(Frame):
    kind: ClassVar[str] = "song"


class SongPhase(Phase[SongFrame]):
    """A phase of a chapter."""


SINGING = Chapter((Sing, StepTo), (Sung,), {SongFrame: SongPhase()})
HUMMING = Chapter((Sing,), (Sung,))


def test_what_several_chapters_write_down_stands_once() -> None:
    found = vocabulary_of((SINGING, HUMMING), actions=(Retreat,))
    assert found.actions == (Done, PickUnit, StepTo, Retreat, Sing)
    assert found.events == (Sung,)
    assert found.frames == (SongFrame,)


def test_what_no_chapter_has_comes_first() -> None:
    assert vocabulary_of((Chapter(),), events=(Sung,)).events == (Sung,)


def test_every_frame_has_its_phase_and_the_sequence_too() -> None:
    sequence = SequencePhase((), lambda game, draft: None)
    assert phases_of((SINGING, HUMMING), sequence) == {SequenceFrame: sequence, SongFrame: SINGING.phases[SongFrame]}
