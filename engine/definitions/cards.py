"""Cards: what is printed on them. What an event does is code in the ruleset."""

from __future__ import annotations

from typing import ClassVar

from engine.definitions.model import NO_VALUES, Document, Id, Line, Model, Text, Values, Word


class Card(Model):
    """One card of a deck."""

    id: Id
    name: Line
    side: Id | None = None
    deck: Id | None = None
    values: Values = NO_VALUES
    text: Text = ""
    removed_after_event: bool = False
    traits: tuple[Word, ...] = ()


class Cards(Document):
    """A set of cards."""

    KIND: ClassVar[str] = "cards"

    ruleset: Id | None = None
    cards: tuple[Card, ...] = ()
