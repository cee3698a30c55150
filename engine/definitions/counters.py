"""Counter types: what is printed on the counters of a game, step by step, full strength first.

A step holds whatever factors its game prints (attack, defence, movement; or combat, loss, quality ...), so
the names of factors are free; the ruleset knows which it reads.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.definitions.model import (
    NO_VALUES,
    Colour,
    Count,
    Document,
    Id,
    Label,
    Line,
    Model,
    Picture,
    Value,
    Values,
    Word,
)


class CounterType(Model):
    """One kind of counter, of which the order of battle may name many units."""

    id: Id
    name: Line
    side: Id | None = None
    nation: Id | None = None
    symbol: Word | None = None
    size: Label | None = None
    movement_class: Id | None = None
    steps: Annotated[tuple[Values, ...], Field(min_length=1, max_length=20)]
    traits: tuple[Word, ...] = ()
    limit: Count | None = None
    colour: Colour | None = None
    ink: Colour | None = None
    values: Values = NO_VALUES
    band: Colour | None = None
    """A stripe across the top of the counter, as of all units of one command."""
    picture: Picture | None = None
    """Art of one's own, in the symbol's place."""
    code: Label | None = None
    """A few letters in a corner: a setup group, a year, a deck."""

    def factor(self, name: str, step: int = 0) -> Value | None:
        """A printed factor after so many steps lost, or None when it is not printed there."""
        return self.steps[step].get(name) if 0 <= step < len(self.steps) else None

    def has(self, trait: str) -> bool:
        return trait in self.traits


class Counters(Document):
    """A sheet of counters."""

    KIND: ClassVar[str] = "counters"

    ruleset: Id | None = None
    types: tuple[CounterType, ...] = ()
