"""What is printed on a card, in words and colours, for the screen and for the printer.

Nothing here knows a game. What a value or a trait is called is a template of the game's translations (`card-value.ops`,
`card-trait.combat`); where there is none the id is written as words. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.messages import Message
from engine.definitions.cards import Card
from engine.definitions.palette import Palette
from engine.narration.language import catalogue, title
from engine.rulesets.brief import Brief

PAPER_INK = ("#8a8f96", "#101214")
"""The colours of what belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Points:
    """A number that is printed at the foot of a card, with the colours of the nation it is for."""

    words: str
    value: str
    ground: str
    ink: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """All that is printed on a card; `chief` is the large number in its corner."""

    id: str
    number: str
    title: str
    text: str
    chief: str
    chief_words: str
    points: tuple[Points, ...]
    traits: tuple[str, ...]
    """What sort of card it is, in words."""
    emblem: str
    """The trait whose emblem is drawn behind the text; empty for none."""
    is_removed_after: bool
    ground: str
    ink: str


class Inks:
    """The colours of sides and nations."""

    def __init__(self, brief: Brief, sides: Iterable[str], palette: Palette) -> None:
        self._nations = {nation.id: (nation.colour, nation.ink) for nation in palette.nations}
        self._sides: dict[str, tuple[str, str]] = {}
        for side in sides:
            nations = [kind.nation or "" for kind in brief.types.values() if kind.side == side]
            most = max(nations, key=nations.count, default="")
            self._sides[side] = self._nations.get(most, PAPER_INK)

    def of(self, owner: str) -> tuple[str, str]:
        """Ground and ink of a side or a nation."""
        return self._sides.get(owner) or self._nations.get(owner) or PAPER_INK


class CardFaces:
    """The faces of the cards of one scenario, each made once."""

    def __init__(self, brief: Brief, inks: Inks) -> None:
        self._brief = brief
        self._inks = inks
        self._words = catalogue(brief.scenario.ruleset)
        self._made: dict[str, CardFace] = {}

    def face(self, card: str) -> CardFace:
        """What is printed on a card; of an unknown one its name is all there is."""
        if card not in self._made:
            self._made[card] = self._printed(card)
        return self._made[card]

    def all(self) -> list[CardFace]:
        """Every card, in the order of the decks."""
        return [self.face(card) for card in self._brief.cards]

    def _printed(self, card: str) -> CardFace:
        printed = self._brief.cards.get(card) or Card(id="unknown", name=card)
        numbers = [name for name, value in printed.values.items() if type(value) is int]
        chief = numbers[0] if numbers and printed.text else ""
        ground, ink = self._inks.of(printed.side or "")
        return CardFace(
            id=card,
            number=_number(card) if printed.text else "",
            title=printed.name,
            text=printed.text,
            chief=str(printed.values[chief]) if chief else "",
            chief_words=self.word("card-value", chief) if chief else "",
            points=tuple(self._points(name, printed.values[name]) for name in printed.values if name != chief),
            traits=tuple(self.word("card-trait", trait) for trait in printed.traits),
            emblem=printed.traits[-1] if printed.traits else "",
            is_removed_after=printed.removed_after_event,
            ground=ground,
            ink=ink,
        )

    def _points(self, name: str, value: object) -> Points:
        ground, ink = self._inks.of(name.rpartition("-")[2])
        if isinstance(value, bool):
            shown = self._words.text(Message("word.yes" if value else "word.no"))
        else:
            shown = str(value).upper() if isinstance(value, str) else str(value)
        return Points(self.word("card-value", name), shown, ground, ink)

    def word(self, section: str, name: str) -> str:
        """What a value, a trait or a pile is called."""
        key = f"{section}.{name}"
        return self._words.text(Message(key)) if key in self._words else title(name, self._brief.scenario.ruleset)


def _number(card: str) -> str:
    """The printed number, which ids end with."""
    last = card.rpartition("-")[2]
    return str(int(last)) if last.isdigit() else ""
