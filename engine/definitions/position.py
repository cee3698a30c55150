"""Positions as text: any situation of any game, and what is asked of it.

What FEN is to chess. A position starts from a scenario, or from a map of its own, says what differs, and asks. Chance
may be laid down, and several variants may stand on one setup (`engine.definitions.variants`). The manual's page on
positions documents every field; `engine.session.positions` sets one up.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Discriminator, Field, JsonValue, Tag

from engine.definitions.cards import Card
from engine.definitions.counters import CounterType
from engine.definitions.model import Document, Frozen, FrozenDict, Id, Integer, Label, Line, Model, Turn, Values, Word
from engine.definitions.oob import Step
from engine.definitions.scenario import Objective, ScheduleEntry

Die = Annotated[int, Field(ge=1, le=1000)]
Levels = Annotated[Mapping[Word, Integer], Frozen]


class Setup(StrEnum):
    """Whether the scenario's own setup is on the map before the position's units are placed."""

    SCENARIO = "scenario"
    EMPTY = "empty"


class PlacedUnit(Model):
    """A unit of the position. What the order of battle says of it, or its place in the setup, may be left out."""

    at: Label | None = None
    type: Id | None = None
    side: Id | None = None
    name: Line | None = None
    formation: Id | None = None
    step: Step | None = None
    marks: tuple[Word, ...] = ()
    values: Values = Field(default_factory=dict, validate_default=True)


def _written_as(data: object) -> str:
    return "place" if isinstance(data, str) else "unit"


Placing = Annotated[Annotated[PlacedUnit, Tag("unit")] | Annotated[Label, Tag("place")], Discriminator(_written_as)]
"""A unit with all that it is, or the place of one that is as the order of battle has it."""


class GivenChance(Model):
    """Chance laid down beforehand, used up in order."""

    dice: tuple[Die, ...] = ()
    draws: tuple[Id, ...] = ()
    results: tuple[Label, ...] = ()


class Position(Document):
    """One situation and the questions about it."""

    KIND: ClassVar[str] = "position"

    id: Id = "position"
    game: Id
    scenario: Label | None = None
    map: Mapping[str, JsonValue] | None = None
    types: tuple[CounterType, ...] = ()
    cards: tuple[Card, ...] = ()
    schedule: tuple[ScheduleEntry, ...] = ()
    objectives: tuple[Objective, ...] = ()
    charts: Mapping[str, JsonValue] = Field(default_factory=dict)
    options: Values = Field(default_factory=dict, validate_default=True)
    setup: Setup = Setup.EMPTY
    seed: Annotated[int, Field(ge=0, le=2**62)] = 1
    turn: Turn | None = None
    last_turn: Turn | None = None
    side: Id | None = None
    phase: Word | None = None
    values: Values = Field(default_factory=dict, validate_default=True)
    units: Annotated[Mapping[Id, Placing], Frozen] = FrozenDict()
    remove: tuple[Id, ...] = ()
    control: Annotated[Mapping[Id, tuple[Label, ...]], Frozen] = FrozenDict()
    markers: Annotated[Mapping[Label, Levels], Frozen] = FrozenDict()
    side_markers: Annotated[Mapping[Label, Levels], Frozen] = FrozenDict()
    pools: Annotated[Mapping[Word, tuple[Id, ...]], Frozen] = FrozenDict()
    extra: Annotated[Mapping[Word, JsonValue], Frozen] = FrozenDict()
    given: GivenChance = GivenChance()
    play: tuple[Mapping[str, JsonValue], ...] = ()
    ask: tuple[str | Mapping[str, JsonValue], ...] = ()
    variants: tuple[Mapping[str, JsonValue], ...] = ()
