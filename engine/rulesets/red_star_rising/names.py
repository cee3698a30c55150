"""The words of Red Star Rising that are written down: sides, roles of counters, marks, boxes and pools."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.ids import Side
from engine.mechanics import stack_in_hand

AXIS: Final = Side("axis")
SOVIET: Final = Side("soviet")
SIDES: Final = (AXIS, SOVIET)


def enemy_of(side: Side) -> Side:
    return SOVIET if side == AXIS else AXIS


class Role(StrEnum):
    """What a counter is: the first of its traits that is one of these."""

    ARMY = "army"
    CORPS = "corps"
    KAMPFGRUPPE = "kampfgruppe"
    DIVISION = "division"
    SECURITY = "security"
    GUARDS_CAVALRY = "guards-cavalry"
    HEADQUARTERS = "headquarters"
    LEADER = "leader"
    DEPOT = "depot"
    AIR_BASE = "air-base"
    AIR_FLEET = "air-fleet"
    SIEGE_ARTILLERY = "siege-artillery"
    PARTISAN = "partisan"
    ASSET = "asset"


class Arm(StrEnum):
    """What a combat unit fights with: the first of its traits that is one of these."""

    INFANTRY = "infantry"
    ARMOUR = "armour"
    MOUNTAIN = "mountain"
    MARINE = "marine"
    PARATROOP = "paratroop"
    NONE = "none"


class Weather(StrEnum):
    CLEAR = "clear"
    MUD = "mud"
    SNOW = "snow"


class Status(StrEnum):
    """The state of supply found in the last supply phase; all but the first are marks on the unit."""

    SUPPLIED = "supplied"
    EMERGENCY = "emergency"
    LACKING = "lacking"
    UNSUPPLIED = "unsupplied"


SHORTAGES: Final = (Status.EMERGENCY, Status.LACKING, Status.UNSUPPLIED)

GERMAN: Final = "german"
FINNISH: Final = "finnish"
ROMANIAN: Final = "romanian"
ITALIAN: Final = "italian"
HUNGARIAN: Final = "hungarian"

# Marks on units; each is taken off by the phase that put it there.
MOVED: Final = "moved"
"""May not move (any more) in this phase."""
FOUGHT: Final = "fought"
"""Has attacked in this combat phase (7.2.4)."""
ATTACKED: Final = "attacked"
"""Has been attacked in this combat phase (7.2.5)."""
RETREATED: Final = "retreated"
"""Has retreated in this combat phase (7.14.3)."""
CONVERTED: Final = "converted"
"""Has been broken down or built up in this administrative phase (17.1)."""
HALTED: Final = "halted"
"""Was pushed aside by a retreat and may not move in this turn (8.0.6)."""
DROPPED: Final = "dropped"
"""Landed from the air in this phase, and so did not begin it in its hex (15.4.2)."""
EXPOSED: Final = "exposed"
"""Siege artillery that began this combat phase beside a Soviet unit (7.6.3)."""

EMERGENCY_SOURCE: Final = "emergency-source"
"""A depot that is used up for emergency supply in this supply phase (10.2.4)."""
ISOLATED: Final = "isolated"
"""Found isolated in this supply phase and about to be tested for attrition (10.5)."""

# Values of units
SPENT: Final = stack_in_hand.SPENT
"""Movement points spent in this phase; hexes for siege artillery."""
TRAVEL: Final = "travel"
"""In what other way than on its own march a unit was moved in this phase, or what ended its march."""
BY_SEA: Final = "sea"
BY_AIR: Final = "air"
BEHIND_THE_FRONT: Final = "strategic"
LEFT_BEHIND: Final = "left-behind"
REPULSED: Final = "repulsed"
MARKER: Final = "marker"
"""The strength marker on a Soviet army: the id of its card."""
DUE: Final = "due"
"""The turn in which a unit waiting in a box arrives."""
CORPS_DUE: Final = "corps-due"
"""On an army lost for good: the turn in which a corps of the force pool may come for it (15.7.5)."""
BASE: Final = "base"
"""The air base a fleet belongs to."""
RATING: Final = "rating"
"""What a leader adds to the die."""

# Boxes
AXIS_GONE: Final = "axis-eliminated"
SOVIET_GONE: Final = "soviet-eliminated"
AXIS_COMING: Final = "axis-reinforcements"
SOVIET_COMING: Final = "soviet-reinforcements"
BREAKDOWN: Final = "breakdown"
FORCE_POOL: Final = "force-pool"
PARATROOPS: Final = "paratroops"
AWAITING_PROMOTION: Final = "awaiting-promotion"
PROMOTED: Final = "promoted"
DESTROYED_ASSETS: Final = "destroyed-assets"
EVACUATED: Final = "evacuated-factories"
LEADER_POOL: Final = "leader-pool"
FLEETS: Final = "fleets"
"""Air fleets that are not on the map."""

CONTROLLED: Final = ("major-city", "minor-city", "fortress", "port")
"""What can be controlled."""
BOXES: Final = {
    AXIS_GONE: "Axis permanently eliminated",
    SOVIET_GONE: "Soviet permanently eliminated",
    AXIS_COMING: "Axis reinforcements",
    SOVIET_COMING: "Soviet reinforcements",
    BREAKDOWN: "Breakdown and build-up",
    FORCE_POOL: "Soviet force pool",
    PARATROOPS: "Paratroops waiting",
    AWAITING_PROMOTION: "Awaiting promotion",
    PROMOTED: "Promoted armies",
    DESTROYED_ASSETS: "Destroyed economic assets",
    EVACUATED: "Evacuated factories",
    LEADER_POOL: "Leaders to come",
    FLEETS: "Air fleets",
}


def gone_box(side: Side) -> str:
    """The box of what a side has lost for good."""
    return AXIS_GONE if side == AXIS else SOVIET_GONE


def coming_box(side: Side) -> str:
    """The box of a side's reinforcements."""
    return AXIS_COMING if side == AXIS else SOVIET_COMING


# Pools of strength markers
ON_ARMIES: Final = "on-armies"
SET_ASIDE: Final = "at-start"
"""Striped markers that have been used (6.2.4)."""
TO_COME: Final = "markers-to-come"
OUT_OF_PLAY: Final = "markers-out-of-play"
"""Striped markers used up after the shock of a capital (18.1.1)."""


def cup(strength_class: str) -> str:
    """The cup of a class, `a`, `b` or `c`."""
    return f"cup-{strength_class}"


CUPS: Final = tuple(cup(each) for each in "abc")

FORTRESS_DESTROYED: Final = "fortress-destroyed"
"""The marker on a fortress that an Axis unit has entered (7.4.3)."""
SOURCE_LOST: Final = "source-lost"
"""The marker on a Soviet source of supply that an Axis unit has held (10.4)."""

BLACK_SEA: Final = "black"
"""What the ports of the Black Sea have for their sea."""


def capital_taken(nation: str) -> str:
    """The value of the game that notes that Soviet units stood in a nation's capital (10.3)."""
    return f"{nation}-capital-taken"
