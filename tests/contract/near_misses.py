"""Actions that look right and may not be: what a wrong click, an edited save or a careless bot would send.

Each is a listed action with one field changed to another value of the same type, or an action of a sort the menu does
not offer. Some are legal by accident; the checks ask the menu, and hold it to its answer.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.core.game import Game
from engine.core.ids import NOWHERE, CardId, EdgeIndex, Location, Side, UnitId
from engine.core.records import Action
from engine.core.state import State


def near_misses(game: Game, state: State, listed: tuple[Action, ...], rng: Random, most: int) -> Iterator[Action]:
    """At most so many, different at each call; listed actions may be among them by accident."""
    values = _Values(game, state, rng)
    changed = [
        (action, name, hint) for action in rng.sample(listed, min(len(listed), most)) for name, hint in _hints(action)
    ]
    for action, name, hint in rng.sample(changed, min(len(changed), most)):
        for value in values.other_than(getattr(action, name), hint)[:2]:
            yield replace(action, **{name: value})
    offered = {type(action) for action in listed}
    absent = [kind for kind in game.ruleset.vocabulary.actions if kind not in offered]
    for kind in rng.sample(absent, min(len(absent), most)):
        made = {name: values.some(hint) for name, hint in _hints(kind)}
        if all(choices for choices in made.values()):
            yield kind(**{name: rng.choice(choices) for name, choices in made.items()})


def _hints(action: Action | type[Action]) -> list[tuple[str, Any]]:
    kind = action if isinstance(action, type) else type(action)
    hints = get_type_hints(kind)
    return [(each.name, hints[each.name]) for each in fields(kind)]


class _Values:
    """Values of the types that actions are made of, from the position at hand and from nowhere."""

    def __init__(self, game: Game, state: State, rng: Random) -> None:
        cards = sorted({card for pool in state.pools.values() for card in pool})
        self._rng = rng
        self._makers: dict[Any, Callable[[], list[Any]]] = {
            UnitId: lambda: [*self._few(state.roster), UnitId("nobody")],
            Location: lambda: [*self._few(range(game.board.size)), NOWHERE],
            CardId: lambda: [*self._few(cards), CardId("no-such-card")],
            Side: lambda: [*game.ruleset.sides, Side("nobody")],
            EdgeIndex: lambda: list(self._few(range(len(game.board.edges)))),
            int: lambda: [-1, 0, 1, 2, 999],
            bool: lambda: [True, False],
            str: lambda: ["nonsense", ""],
        }

    def _few(self, items: Any) -> list[Any]:
        return self._rng.sample(items, min(len(items), 4))

    def some(self, hint: Any) -> list[Any]:
        """A few values of a type; none for a type that is not known here."""
        if hint in self._makers:
            return self._makers[hint]()
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return [value for arg in args for value in ([None] if arg is type(None) else self.some(arg))]
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return [(), *((value,) for value in self.some(args[0]))]
        return []

    def other_than(self, value: Any, hint: Any) -> list[Any]:
        """A few values of a type that differ from one of them."""
        near = [value - 1, value + 1] if hint is int else []
        if isinstance(value, tuple) and value:
            near = [value[:-1], (*value, value[0])]
        found = [each for each in (*near, *self.some(hint)) if each != value]
        self._rng.shuffle(found)
        return found
