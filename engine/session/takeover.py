"""Taking the position of a game over into a scenario that was edited since, where the rules allow.

The state is written down by the rules of the game it comes from and read by those of the edited one: every place must
still be there, every unit must still have a counter of its type, and something must be left to decide. Who was added
to the scenario since is not in the position: nobody knows where such a unit would stand by now.
"""

from __future__ import annotations

from engine.core.game import Transition
from engine.core.messages import message
from engine.core.refusals import GameFault, IllegalAction, MalformedData
from engine.core.state import State, Unit
from engine.rulesets.brief import Brief
from engine.rulesets.inspection import Assembled
from engine.session.replay import ReplayError
from engine.session.session import Session, UndoPolicy


def taken_over(state: State, old: Assembled, new: Assembled, policy: UndoPolicy) -> Session:
    """A session of the edited scenario that begins with this position; raises ReplayError with what forbids it."""
    _check_pieces(state, old, new)
    game = new.game
    try:
        again = game.codec.state_from_json(old.game.codec.state_to_json(state))
    except (MalformedData, LookupError, ValueError):
        raise ReplayError(0, message("replay.position-strange")) from None
    try:
        first = next(iter(game.menu(again)), None)
        if first is not None:
            game.apply(again, first)
    except (GameFault, IllegalAction, LookupError, ValueError):
        raise ReplayError(0, message("replay.position-stuck")) from None
    if first is None and again.outcome is None:
        raise ReplayError(0, message("replay.position-stuck"))
    return Session(game, Transition(again, ()), policy)


def _check_pieces(state: State, old: Assembled, new: Assembled) -> None:
    """That the edited scenario has every unit of the position and every place one stands at."""
    units = tuple(unit.id for unit in state.every_unit() if not _is_known(unit, old.brief, new.brief))
    if units:
        raise ReplayError(0, message("replay.units-gone", units=units))
    was, board = old.game.board, new.game.board
    stood_on = sorted({unit.at for unit in state.every_unit()})
    places = tuple(was.label(place) for place in stood_on if board.find(was.key(place)) is None)
    if places:
        raise ReplayError(0, message("replay.places-gone", places=places))


def _is_known(unit: Unit, old: Brief, new: Brief) -> bool:
    """Whether the edited scenario has the unit; one that the rules made in play needs a counter of its type only."""
    entry = new.units.get(unit.id)
    is_made = unit.id not in old.units
    return unit.type in new.types and (is_made if entry is None else entry.type == unit.type)
