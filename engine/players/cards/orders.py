"""Orders: what is activated, and what is done with it. A round of cards is a few of them.

An order opens something, in most games a space with its units, and then lets those units march or attack. Which actions
open anything is the rules' to say: those whose prospect has marches or attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.actions import Done
from engine.core.appraisal import Prospect
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term


@dataclass(frozen=True, slots=True)
class RoundOrder:
    """What is opened, and who then marches along which steps, or which attack is made."""

    opens: tuple[Action, ...]
    marches: tuple[tuple[Action, ...], ...] = ()
    attack: Mapping[str, Any] | None = None
    gain: float = 0.0
    reason: tuple[Term, ...] = field(default=(), compare=False)

    @property
    def opened(self) -> frozenset[Location]:
        return frozenset(at for action in self.opens for at in action.locations())


def openings(game: Game, state: State, menu: Menu) -> Iterator[tuple[Action, Prospect]]:
    """The actions of a menu that open marches or attacks, with what they open."""
    for offer in menu.offers:
        if offer.action is Done or not offer.any():
            continue
        for number, action in enumerate(offer.actions()):
            found = game.ruleset.prospect(game, state, action)
            if found.movers or found.attacks:
                yield action, found
            elif not number and found.terms:
                break


def is_opening(game: Game, state: State, menu: Menu) -> bool:
    """Whether a menu is about what is activated."""
    return next(openings(game, state, menu), None) is not None


def attackers(asked: Mapping[str, Any]) -> frozenset[UnitId]:
    """The units that a question about an attack names."""
    return frozenset(UnitId(unit) for unit in asked.get("units", ()))
