"""Orders of battle: the units that exist, by name, and the formations they belong to."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.definitions.model import NO_VALUES, Colour, Document, Id, Label, Line, Model, Values, Word

Step = Annotated[int, Field(ge=0, le=19)]
"""Steps lost; 0 is full strength."""


class Formation(Model):
    """An army, front or command; parents make a tree."""

    id: Id
    name: Line
    parent: Id | None = None
    side: Id | None = None
    band: Colour | None = None
    """The stripe across the counters of its units, and of those of formations below it that have none."""


class UnitEntry(Model):
    """One unit: the record behind one counter."""

    id: Id
    type: Id
    name: Line | None = None
    formation: Id | None = None
    step: Step = 0
    traits: tuple[Word, ...] = ()
    values: Values = NO_VALUES
    code: Label | None = None
    """The letters in the corner of this unit's counter, in the place of its type's."""


class OrderOfBattle(Document):
    """The units of one side or of the whole game."""

    KIND: ClassVar[str] = "oob"

    formations: tuple[Formation, ...] = ()
    units: tuple[UnitEntry, ...] = ()
