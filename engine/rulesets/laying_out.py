"""A scenario laid out and not yet begun: what a designer wants to know while placing units.

No phase runs and nothing is thrown that would count; the ruleset says what is wrong with where units stand.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ruleset import SetupFault
from engine.core.state import State
from engine.definitions.scenario import Scenario
from engine.rulesets.assembly import game_of
from engine.rulesets.brief import Brief


def laid_out(brief: Brief) -> tuple[Game, State]:
    """The game of a brief and its position before anything is played."""
    game = game_of(brief)
    return game, set_up_state(game)


def set_up_state(game: Game) -> State:
    """The position of a game before anything is played."""
    draft = Draft(State(seed=0))
    game.ruleset.set_up(game, draft)
    return draft.state


def setup_faults(game: Game) -> tuple[SetupFault, ...]:
    """Where units begin as the rules would not let them stand."""
    return game.ruleset.setup_faults(game, set_up_state(game))


def number_of(scenario: Scenario, fault: SetupFault) -> int | None:
    """Where in the setup the topmost unit of a fault is named."""
    units = set(fault.units)
    found = [number for number, placed in enumerate(scenario.setup) if placed.unit in units]
    return found[-1] if found else None
