"""A chapter of a rulebook as its ruleset takes it in: what it writes down and the phases it plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from engine.core.actions import Done, PickUnit, StepTo
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.ruleset import Vocabulary
from engine.core.sequence import SequenceFrame


@dataclass(frozen=True, slots=True)
class Chapter:
    """The records and phases of one chapter; the frames are those that have a phase here."""

    actions: tuple[type[Action], ...] = ()
    events: tuple[type[Event], ...] = ()
    phases: Mapping[type[Frame], Phase[Any]] = field(default_factory=dict)


def vocabulary_of(
    chapters: Iterable[Chapter],
    *,
    actions: Iterable[type[Action]] = (),
    events: Iterable[type[Event]] = (),
) -> Vocabulary:
    """All that the chapters of a game write down, each once, with what no chapter has for itself."""
    told = tuple(chapters)
    shared = (Done, PickUnit, StepTo, *actions)
    return Vocabulary(
        actions=tuple(dict.fromkeys(chain(shared, chain.from_iterable(each.actions for each in told)))),
        events=tuple(dict.fromkeys(chain(events, chain.from_iterable(each.events for each in told)))),
        frames=tuple(chain.from_iterable(each.phases for each in told)),
    )


def phases_of(chapters: Iterable[Chapter], sequence: Phase[SequenceFrame]) -> dict[type[Frame], Phase[Any]]:
    """The phase of every frame: the sequence of play, and those of the chapters."""
    return {SequenceFrame: sequence} | {frame: phase for each in chapters for frame, phase in each.phases.items()}
