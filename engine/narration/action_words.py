"""Actions in words: a template `action.<kind>` where there is one, otherwise what can be read off the action itself.

Any game can be played with this: an action that nobody wrote a sentence for says its kind and whatever it
touches. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.actions import Done
from engine.core.board import Board
from engine.core.boards.edge_names import edge_name
from engine.core.ids import NOWHERE, EdgeIndex, Location
from engine.core.messages import Argument, Catalogue, Message
from engine.core.records import Action
from engine.mechanics.attack_declaration import Resolve
from engine.narration.language import labelled
from engine.narration.names import Names


class ActionWords:
    """Says what an action does, on one board and in one language."""

    def __init__(self, board: Board, names: Names, catalogue: Catalogue) -> None:
        self._board = board
        self._names = names
        self._catalogue = catalogue

    def text(self, action: Action, asked: str = "", *, together: Sequence[str] = ()) -> str:
        """One line about an action; to be done with a question that is known, or to go through with it, says more.

        Where several units do it `together` one of them stands in the action, and all of them are named.
        """
        ended = f"done.{asked.removeprefix('prompt.')}"
        if isinstance(action, (Done, Resolve)) and ended in self._catalogue:
            return self._catalogue.text(Message(ended))
        args = {name: self._spoken(value, name, action) for name, value in action.content().items()}
        if len(together) > 1:
            one_of_them = (name for name in action.touches()["unit"] if action.content().get(name) in together)
            args |= {name: tuple(self._names.unit(each) for each in together) for name in one_of_them}
        key = f"action.{action.kind}"
        if key in self._catalogue:
            words = self._catalogue.text(Message(key, args))
            return words[:1].upper() + words[1:]
        touched = [", ".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in args.values()]
        touched = [words for words in touched if words]
        title = self._names.heading(action.kind)
        return labelled(title, ", ".join(touched)) if touched else title

    def group(self, kind: str) -> str:
        """The heading above actions of a kind."""
        key = f"action-kind.{kind}"
        return self._catalogue.text(Message(key)) if key in self._catalogue else self._names.heading(kind)

    def _spoken(self, value: object, name: str, action: Action) -> Argument:
        if isinstance(value, (tuple, frozenset)):
            items = sorted(value, key=str) if isinstance(value, frozenset) else value
            return tuple(self._spoken(each, name, action) for each in items)
        touches = action.touches()
        if value is None or value == NOWHERE:
            return ""
        if name in touches["unit"]:
            return self._names.unit(str(value))
        if name in touches["location"] and isinstance(value, int):
            return self._names.place(Location(value))
        if name in touches["card"]:
            return self._names.card(str(value))
        if name == "use" and f"card-use.{value}" in self._catalogue:
            return self._catalogue.text(Message(f"card-use.{value}"))
        word = f"action-word.{name}.{value}"
        if word in self._catalogue:
            return self._catalogue.text(Message(word))
        if name in touches["edge"] and isinstance(value, int):
            return edge_name(self._board, EdgeIndex(value))
        if type(value) is int:
            return value  # which chooses its word: one point, two points
        return self._names.word(value) if isinstance(value, str) else str(value)
