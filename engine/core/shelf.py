"""Old states cost nothing: what was derived from the states of a session is kept for the last few of them only.

A session keeps every state it went through, to go back to. What was found out about each, menus above all, would in
the end be a hundred times what the states are. So its states are laid on a shelf: whoever asks something of one, by
whatever way, has it found out and remembered, and of those asked about longest ago all is forgotten.
"""

from __future__ import annotations

from typing import Any

from engine.core.state import FactSource, State


class Shelf:
    """The states of one session. At most `most` of them have anything derived at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._asked: dict[int, _ShelvedFacts] = {}

    def lay(self, state: State) -> None:
        """Keep what is derived from a state only while it is among those that were asked about last."""
        if isinstance(state.facts, _ShelvedFacts):
            return
        facts = _ShelvedFacts(state.facts)
        facts.shelf = self
        object.__setattr__(state, "facts", facts)
        self.asked(facts)

    def asked(self, facts: _ShelvedFacts) -> None:
        """Something new was found out about a state."""
        asked = self._asked
        asked.pop(id(facts), None)
        asked[id(facts)] = facts
        if len(asked) > self._most:
            asked.pop(next(iter(asked))).clear()


class _ShelvedFacts(dict[FactSource, dict[tuple[Any, ...], Any]]):
    """The facts of a state on a shelf, which is told when a sort of fact is asked for that was not known."""

    __slots__ = ("shelf",)
    shelf: Shelf

    def __setitem__(self, source: FactSource, known: dict[tuple[Any, ...], Any]) -> None:
        super().__setitem__(source, known)
        self.shelf.asked(self)
