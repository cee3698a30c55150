"""What things are called in a game: units by their designations, cards by their titles, sides with a capital.

The engine speaks of ids, because ids are what logs hold. Here they become names, also inside what the engine says, so
that a person reads "XLVI (German armoured corps) moves" and not "g-xlvi moves". No Qt is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.core.board import Board, PlaceKind
from engine.core.ids import NOWHERE, Location
from engine.core.messages import Argument, Message, message
from engine.core.state import HIDDEN_CARD
from engine.narration.language import catalogue, title, word, wording_of
from engine.rulesets.brief import Brief

_SHORT = 7
"""A designation of so few letters says nothing without the sort of unit it is."""
_PART = re.compile(r"(?P<whole>.+)-[a-z]*(?P<number>\d+)")
"""The id of a part that rules make of a unit in play, such as a regiment of a division."""


class Names:
    """The names of one scenario."""

    def __init__(self, brief: Brief, sides: Iterable[str], board: Board) -> None:
        self._brief = brief
        self._board = board
        self._game = brief.scenario.ruleset
        self._sides = {str(side): title(side, self._game) for side in sides}
        self._words = catalogue(self._game)
        self._wording = wording_of(self._game)
        self._known: dict[str, str] = {}

    def unit(self, unit: str) -> str:
        """The name of a unit, with its sort where the name alone says too little."""
        if unit not in self._known:
            self._known[unit] = self._unit(unit)
        return self._known[unit]

    def _unit(self, unit: str) -> str:
        entry = self._brief.units.get(unit)
        if entry is None:
            part = self._part(unit)
            if part is None:
                return unit
            whole, number = part
            return self._words.text(message("unit-part", unit=self.unit(whole), number=number))
        kind = self._brief.types.get(entry.type)
        if kind is None:
            return entry.name or self.word(unit)
        name = entry.name or kind.name
        return f"{name} ({kind.name})" if len(name) <= _SHORT and name != kind.name else name

    def _part(self, unit: str) -> tuple[str, str] | None:
        """The unit that another was made of in play, and its number; None for what is no such part."""
        found = _PART.fullmatch(unit)
        return (found["whole"], found["number"]) if found and found["whole"] in self._brief.units else None

    def card(self, card: str) -> str:
        """The title of a card; one that may not be seen is a card."""
        if card == HIDDEN_CARD:
            return self.word("hidden-card")
        found = self._brief.cards.get(card)
        return found.name if found is not None else card

    def side(self, side: str) -> str:
        return self._sides.get(side) or title(side, self._game)

    def word(self, id: str) -> str:
        """Any other id, such as a mark, a factor or a weather."""
        return word(id, self._game)

    def is_word(self, id: str) -> bool:
        """Whether there is a word for an id, be it the id itself."""
        return f"word.{id}" in self._words

    def heading(self, id: str) -> str:
        """The same with a capital."""
        return title(id, self._game)

    def authored(self, name: str) -> str:
        """What the map calls something, in the language where the game's own names are known in it."""
        return self._wording.name(name)

    def place(self, location: Location) -> str:
        """The number of a hex, the name of a space, the title of a box."""
        if location == NOWHERE:
            return ""
        is_box = self._board.kinds[location] is PlaceKind.BOX
        return self.authored(self._board.title(location) if is_box else self._board.label(location))

    def spoken(self, said: Message) -> Message:
        """The same message with names where it has ids."""
        return Message(said.key, {name: self._named(value) for name, value in said.args.items()})

    def _named(self, value: Argument) -> Argument:
        if isinstance(value, Message):
            return self.spoken(value)
        if isinstance(value, tuple):
            return tuple(self._named(each) for each in value)
        if not isinstance(value, str):
            return value
        if value in self._sides:
            return self._sides[value]
        if value in self._brief.units or self._part(value) is not None:
            return self.unit(value)
        if value in self._brief.cards:
            return self.card(value)
        if self.is_word(value):
            return self.word(value)
        if value in self._brief.types:
            return self._brief.types[value].name
        kind = f"action-kind.{value}"
        return self._words.text(Message(kind)) if kind in self._words else self.authored(value)
