"""The special moves of the phases of movement, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from engine.rulesets.ukraine_43.air import REBASING
from engine.rulesets.ukraine_43.assaults import CROSSING, EXTENDING, SECOND_ASSAULT
from engine.rulesets.ukraine_43.bridges import BRIDGING
from engine.rulesets.ukraine_43.combat.overrun import OVERRUNNING
from engine.rulesets.ukraine_43.exits import EXITING, LEAVING_NORTH, WITHDRAWING
from engine.rulesets.ukraine_43.forts import FORTIFYING
from engine.rulesets.ukraine_43.leaders import RALLYING
from engine.rulesets.ukraine_43.paratroops import DROPPING
from engine.rulesets.ukraine_43.rail import TRAINS
from engine.rulesets.ukraine_43.reinforcements import ARRIVING, JOINING_FRONT, RAIL_ARRIVING
from engine.rulesets.ukraine_43.replacements import FETCHING, REBUILDING, REPLENISHING
from engine.rulesets.ukraine_43.special_moves import SpecialMove

SPECIAL_MOVES: Final[tuple[SpecialMove, ...]] = (
    EXTENDING, CROSSING, SECOND_ASSAULT, OVERRUNNING, TRAINS, BRIDGING, FORTIFYING, DROPPING, RALLYING,
    ARRIVING, RAIL_ARRIVING, JOINING_FRONT, REPLENISHING, REBUILDING, FETCHING, REBASING, LEAVING_NORTH, EXITING,
    WITHDRAWING,
)  # fmt: skip
