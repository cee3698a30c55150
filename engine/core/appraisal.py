"""What computer players ask the rules about a position besides what is legal: what it is worth, and who is strong.

A ruleset answers in amounts, never in wishes: so many steps, so many points, so many units cut off. How much each
amount counts is a weight beside the game's charts, `players.yaml`, and is looked up by the key of the term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Term

if TYPE_CHECKING:
    from engine.core.game import Game

SCORE = "appraisal.score"
OWN_STEPS = "appraisal.own-steps"
ENEMY_STEPS = "appraisal.enemy-steps"
OWN_CUT_OFF = "appraisal.own-cut-off"
ENEMY_CUT_OFF = "appraisal.enemy-cut-off"
OPERATIONS = "appraisal.operations"
"""How much may be activated at once; whoever tries out what could be done with it leaves this out."""


def step_terms(own: float, enemy: float, rule: str) -> tuple[Term, Term]:
    """The steps of both sides, each by what it is worth."""
    return Term(message(OWN_STEPS), Fraction(own), rule), Term(message(ENEMY_STEPS), Fraction(enemy), rule)


def cut_off_terms(own: float, enemy: float, rule: str) -> tuple[Term, Term]:
    """Those of them that no line of supply reaches."""
    return Term(message(OWN_CUT_OFF), Fraction(own), rule), Term(message(ENEMY_CUT_OFF), Fraction(enemy), rule)


@dataclass(frozen=True, slots=True)
class Might:
    """What a unit can do in a fight, as far as whoever looks may know, and what there is to lose of it."""

    attack: float = 0.0
    defence: float = 0.0
    steps: int = 1
    worth: float = 1.0
    """What one of its steps counts, where an ordinary one counts 1."""
    reach: int = 2
    """About how many places it goes in a turn."""


NO_MIGHT = Might(steps=0, worth=0.0, reach=0)
"""That of a unit that is not on the map."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an action opens that does not show in the position right after it: amounts, marches and attacks."""

    terms: tuple[Term, ...] = ()
    movers: tuple[UnitId, ...] = ()
    """Units that may set out because of it."""
    attacks: tuple[Mapping[str, Any], ...] = ()
    """The attacks that become possible, as the question about each reads; one of them will be made."""


NO_PROSPECT = Prospect()


MightFinder = Callable[["Game", State, Unit], Might]


def of_the_record(find: MightFinder) -> MightFinder:
    """Keep the might of each unit while its record stands, in a game where nothing else of the state bears on it."""
    games: WeakKeyDictionary[Game, dict[UnitId, tuple[Unit, Might]]] = WeakKeyDictionary()

    @wraps(find)
    def might(game: Game, state: State, unit: Unit) -> Might:
        known = games.get(game)
        if known is None:
            known = games[game] = {}
        last = known.get(unit.id)
        if last is not None and last[0] is unit:
            return last[1]
        found = find(game, state, unit)
        known[unit.id] = (unit, found)
        return found

    return might
