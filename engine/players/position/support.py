"""What those bring who help the attacks of others: guns, aircraft, headquarters and leaders, from where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.ids import Location
from engine.core.state import State, Unit

if TYPE_CHECKING:
    from engine.players.position.situation import Situation

GATHERED = 2.0
"""How many times as strong as those they strike units gather before they stop coming for that alone."""
HELPS_LATER = 0.4
"""How much the help counts of those who would be in range but could not help before the next turn."""


def help_at(situation: Situation, unit: Unit, at: Location) -> float:
    """What a unit at a place does for the attack within its range that has gathered best."""
    reach = _range(situation, situation.state, unit, at)
    if reach:
        return _within(situation, at, reach)
    later = _range(situation, situation.state, unit, unit.at)
    return HELPS_LATER * _within(situation, at, later) if later else 0.0


def helps_now(situation: Situation, unit: Unit) -> bool:
    """Whether a unit helps attacks of this turn that come into its range, from where it stands."""
    return bool(situation.weights["help"]) and _range(situation, situation.state, unit, unit.at) > 0


def help_after(situation: Situation, unit: Unit, after: State) -> float:
    """How much more a unit helps once it has gone than if it went no further than beside where it stands.

    Whoever is good for nothing more in this turn once it has gone, such as from a train, helps later.
    """
    state, gone = situation.state, after.unit(unit.id)
    near = (unit.at, *situation.land.beside[unit.at])
    open_to_it = (at for at in near if all(other.side == unit.side for other in state.at(at)))
    now = max(_within(situation, at, _range(situation, state, unit, at)) for at in open_to_it)
    share = 1.0 if _range(situation, after, gone, gone.at) else HELPS_LATER
    return share * _within(situation, gone.at, _range(situation, state, unit, unit.at)) - now


def _range(situation: Situation, state: State, unit: Unit, at: Location) -> int:
    return situation.game.ruleset.support_range(situation.game, state, unit, at)


def _within(situation: Situation, at: Location, reach: int) -> float:
    near = (Location(int(each)) for ring in situation.land.rings(at, reach)[1:] for each in ring)
    shares = (
        situation.gathered[target] / (GATHERED * max(0.5, situation.resistance_of(target)))
        for target in near
        if target in situation.gathered and situation.enemy_defence[target] > 0
    )
    return situation.weights["help"] * min(1.0, max(shares, default=0.0))
