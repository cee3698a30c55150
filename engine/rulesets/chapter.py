"""A chapter of a rulebook as its ruleset takes it in: what it writes down and the phases it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame


@dataclass(frozen=True, slots=True)
class Chapter:
    """The records and phases of one chapter; the frames are those that have a phase here."""

    actions: tuple[type[Action], ...] = ()
    events: tuple[type[Event], ...] = ()
    phases: Mapping[type[Frame], Phase[Any]] = field(default_factory=dict)
