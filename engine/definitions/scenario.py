"""Scenarios: which map, counters and cards, who starts where, what comes when, and what is worth winning.

A scenario names its documents by id and places by printed label, so that it can be read and diffed. Its
`charts` are a sparse patch over the charts of the ruleset (see `overrides`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar, Self

from pydantic import Field, JsonValue, model_validator

from engine.core.messages import message
from engine.definitions.flaws import flaw
from engine.definitions.model import (
    NO_VALUES,
    Document,
    Frozen,
    FrozenDict,
    Id,
    Integer,
    Label,
    Line,
    Model,
    Number,
    Text,
    Turn,
    Values,
    Word,
)
from engine.definitions.oob import Step


class Within(Model):
    """All that lies so many hexes, or connections, from a place, or nearer."""

    place: Label
    hexes: Annotated[int, Field(ge=0, le=100)]


class Area(Model):
    """Where the owner of a unit may put it before play begins: in a region, near a place, or at one of some places."""

    region: Id | None = None
    within: Within | None = None
    any_of: tuple[Label, ...] = ()

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        if (self.region is not None) + (self.within is not None) + bool(self.any_of) != 1:
            raise flaw(message("issue.one-area"))
        return self


class Placement(Model):
    """A unit on the map, or in a box, when play begins; `step` overrides the order of battle's.

    With an `area` its owner may put it elsewhere before play begins; `at` is where it stands otherwise.
    """

    unit: Id
    at: Label
    area: Area | None = None
    step: Step | None = None
    marks: tuple[Word, ...] = ()
    values: Values = NO_VALUES


class Control(Model):
    """Who holds a region or some locations when play begins."""

    side: Id
    region: Id | None = None
    locations: tuple[Label, ...] = ()

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.region is None) == (not self.locations):
            raise flaw(message("issue.region-or-locations"))
        return self


class Marker(Model):
    """A marker on the map when play begins."""

    at: Label
    marker: Word
    level: Integer = 1


class ScheduleKind(StrEnum):
    ARRIVAL = "arrival"
    WITHDRAWAL = "withdrawal"


class ScheduleEntry(Model):
    """A unit that comes or goes on a given turn; without `at` the ruleset decides where."""

    turn: Turn
    unit: Id
    at: Label | None = None
    kind: ScheduleKind = ScheduleKind.ARRIVAL
    values: Values = NO_VALUES


class Objective(Model):
    """A place worth victory points, to one side or to whoever holds it."""

    at: Label
    value: Number | None = None
    side: Id | None = None
    name: Line | None = None

    def counts_for(self, holder: str | None) -> bool:
        """Whether it is worth its points to whoever holds it: one of a side is worth nothing to the other."""
        return holder is not None and self.side in (None, holder)


class WinCondition(Model):
    """One way for a side to win, over the game's own scoring: places that it holds, or where the score stands.

    With several demands all must be met. It is looked at when the game ends, at the end of a `turn`, or, where it is
    `sudden`, at the end of every turn up to then.
    """

    side: Id
    hold: tuple[Label, ...] = ()
    any: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many of the places are enough; all of them where nothing is said."""
    score_from: Number | None = None
    """The score, which is good for the first side where it is positive, is so much or more."""
    score_to: Number | None = None
    """The score is so much or less."""
    turn: Turn | None = None
    sudden: bool = False
    name: Line | None = None
    """What such a victory is called."""

    @model_validator(mode="after")
    def _demands_something(self) -> Self:
        if not self.hold and self.score_from is None and self.score_to is None:
            raise flaw(message("issue.empty-condition"))
        if self.any is not None and self.any > len(self.hold):
            raise flaw(message("issue.too-many-places", count=self.any, most=len(self.hold)))
        return self


class Difficulty(StrEnum):
    """How much somebody has to know before a scenario is fun."""

    EASY = "easy"
    MODERATE = "moderate"
    DEMANDING = "demanding"


class Scenario(Document):
    """A game ready to be played."""

    KIND: ClassVar[str] = "scenario"

    ruleset: Id
    map: Id
    counters: tuple[Id, ...] = ()
    oob: tuple[Id, ...] = ()
    cards: tuple[Id, ...] = ()
    sides: Annotated[tuple[Id, ...], Field(min_length=1, max_length=16)]
    first_turn: Turn = 1
    last_turn: Turn
    description: Text = ""
    """What the players are told, in Markdown."""
    notes: Text = ""
    """What the designer has to say about it, in Markdown."""
    teaches: Text = ""
    """What a newcomer learns by playing it, in a sentence."""
    difficulty: Difficulty | None = None
    hours: Number | None = None
    """How long two people take over it."""
    order: Turn = 0
    """Its place among the scenarios of its map; those of one place stand by their ids."""
    setup: tuple[Placement, ...] = ()
    control: tuple[Control, ...] = ()
    markers: tuple[Marker, ...] = ()
    values: Values = NO_VALUES
    schedule: tuple[ScheduleEntry, ...] = ()
    objectives: tuple[Objective, ...] = ()
    victory: tuple[WinCondition, ...] = ()
    """How it is won in the designer's own words; the first that is met decides."""
    otherwise: Id | None = None
    """Who has won when the game ends and none of these is met; where nothing is said the game's own scoring decides."""
    options: Values = NO_VALUES
    charts: Annotated[Mapping[str, JsonValue], Frozen] = FrozenDict()
