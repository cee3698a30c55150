"""The words of Ukraine '43 that are written down: sides, roles of counters, marks, values, boxes and markers."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.ids import Side
from engine.core.state import State
from engine.mechanics import stack_in_hand

SOVIET: Final = Side("soviet")
AXIS: Final = Side("axis")
SIDES: Final = (SOVIET, AXIS)


def enemy_of(side: Side) -> Side:
    return AXIS if side == SOVIET else SOVIET


GERMAN: Final = "german"
SS: Final = "ss"
LUFTWAFFE: Final = "luftwaffe"
GERMANS: Final = frozenset({GERMAN, SS, LUFTWAFFE})
"""The nations that are German to the rules; the others of their side are allies of the Axis."""
RUSSIAN: Final = "soviet"
GUARDS: Final = "guards"
NATIONS: Final = (GERMAN, SS, LUFTWAFFE, "romanian", "hungarian", "slovak", "eastern", RUSSIAN, GUARDS)


class Role(StrEnum):
    """What a counter is (2, 5.1): the first of its traits that is one of these."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARMOUR = "armour"
    MECHANIZED = "mechanized"
    SECURITY = "security"
    ARTILLERY = "artillery"
    TANK_BRIGADE = "tank-brigade"
    MECH_BRIGADE = "mech-brigade"
    SAPPER = "sapper"
    AIRBORNE = "airborne"
    ASSAULT_GUN = "assault-gun"
    TIGER = "tiger"
    ARMY_HQ = "army-hq"
    FRONT_HQ = "front-hq"
    PANZER_CORPS = "panzer-corps"
    TANK_ARMY = "tank-army"
    SHOCK_ARMY = "shock-army"
    ZHUKOV = "zhukov"
    MANSTEIN = "manstein"
    AIR = "air"


class Weather(StrEnum):
    CLEAR = "clear"
    OVERCAST = "overcast"
    RAIN = "rain"


class Dam(StrEnum):
    """What has become of the dam of Zaporozhye (28)."""

    INTACT = "intact"
    TAKEN = "taken"
    BLOWN_SOVIET = "blown-soviet"
    BLOWN_AXIS = "blown-axis"
    GONE = "gone"


# Marks on units: their state
DISRUPTED: Final = "disrupted"
UNSUPPLIED: Final = "unsupplied"
EXHAUSTED: Final = "exhausted"
"""An artillery division on its empty side (22.4)."""
FLOWN: Final = "flown"
DAS: Final = "das"
"""An air unit over the hexes that it covers (15.6)."""
GROUNDED: Final = "grounded"
"""An air unit on such a mission that the weather has stopped: the air around it is closed to both sides (25.2)."""
STATES: Final = (DISRUPTED, UNSUPPLIED, EXHAUSTED, FLOWN, DAS, GROUNDED)

# Marks on units: what they have done
MOVED: Final = "moved"
"""Has finished its movement of this phase."""
EXTENDED: Final = "extended"
"""Has made an extended move in this turn: forms no bond and does not attack in the first combat phase (4.7)."""
ASSAULT: Final = "assault"
"""Stands under an assault marker, for a river or for the second combat phase (4.9, 18.1)."""
ATTACKED: Final = "attacked"
"""Has attacked in this combat phase."""
DEFENDED: Final = "defended"
"""Has been attacked in this combat phase."""
FELL_BACK: Final = "fell-back"
"""Has retreated in this combat phase (10.4)."""
REACTING: Final = "reacting"
"""Is one of the stacks that react in this phase (4.10)."""
CAUGHT: Final = "caught"
"""Began this reaction in an enemy zone, and so goes one hex (4.10)."""
DISPLACED: Final = "displaced"
"""A leader that has been moved since its side's turn began (26)."""
TRIED: Final = "tried"
"""Manstein has tried to rally it in this phase (26.2)."""
DROPPED: Final = "dropped"
"""Came down by parachute in this turn (20.4)."""
REPLACED: Final = "replaced"
"""Has had a replacement in this turn (16.5)."""
DOINGS: Final = (
    MOVED, EXTENDED, ASSAULT, ATTACKED, DEFENDED, FELL_BACK, REACTING, CAUGHT, DISPLACED, TRIED, DROPPED, REPLACED,
)  # fmt: skip

# Values of units
SPENT: Final = stack_in_hand.SPENT
"""In half movement points, as roads are paid for in halves."""
PACES: Final = "paces"
"""The hexes a unit has entered in this phase."""
DUE: Final = "due"
AIMS_AT: Final = "aims-at"
"""The label of the hex to which the arrow of a river assault points (18.1.B)."""

# Values of the game
WEATHER: Final = "weather"
SOVIET_MARKERS: Final = "soviet-markers"
AXIS_MARKERS: Final = "axis-markers"
RAIL_MOVES: Final = "rail-moves"
FORT_LAID: Final = "fort-laid"
REACTIONS: Final = "reactions"
MANSTEIN_TRIES: Final = "manstein-tries"
ZHUKOV_USED: Final = "zhukov-used"
FRONT_LEVEL: Final = "front-level"
DAM: Final = "dam"
OWED_STEPS: Final = "owed-steps"
OWED_MECH: Final = "owed-mech"
EXIT_POINTS: Final = "exit-points"
EXITED_MECH: Final = "exited-mech"
EXITED_FOOT: Final = "exited-foot"
"""Soviet steps that have left by the west in this player turn (30.2.C)."""
WITHDRAWN_MECH: Final = "withdrawn-mech"
WITHDRAWN_FOOT: Final = "withdrawn-foot"
"""Axis steps that have been withdrawn for them."""
FLOOD_FROM: Final = "flood-from"
"""The turn in which the dam was blown up (28.2)."""
FOOT_USED: Final = "foot-used"
MECH_USED: Final = "mech-used"
"""Whole replacements used in this player turn (16.2)."""
PAIRS_FOOT: Final = "pairs-foot"
PAIRS_MECH: Final = "pairs-mech"
TANK_PAIRS: Final = "tank-pairs"
"""Soviet brigades rebuilt in this player turn, two of which take a replacement (16.3.D, 16.3.E)."""


def markers_of(side: Side) -> str:
    """The value that counts how many of its ten markers a side has used in its turn."""
    return SOVIET_MARKERS if side == SOVIET else AXIS_MARKERS


_WEATHERS: Final = {weather.value: weather for weather in Weather}


def weather_of(state: State) -> Weather:
    """The weather of the turn; clear until somebody has thrown for it."""
    found = state.values.get(WEATHER)
    return Weather.CLEAR if found is None else _WEATHERS[str(found)]


# Boxes
SOVIET_GONE: Final = "soviet-eliminated"
AXIS_GONE: Final = "axis-eliminated"
SOVIET_COMING: Final = "soviet-reinforcements"
AXIS_COMING: Final = "axis-reinforcements"
SOVIET_EXITED: Final = "soviet-exited"
AXIS_EXITED: Final = "axis-exited"
STAVKA: Final = "stavka-reserve"
PARAS: Final = "para-reserve"
CENTRAL_FRONT: Final = "central-front"

BOXES: Final = {
    SOVIET_GONE: "Soviet losses",
    AXIS_GONE: "Axis losses",
    SOVIET_COMING: "Soviet reinforcements",
    AXIS_COMING: "Axis reinforcements",
    SOVIET_EXITED: "Soviet units that left by the west",
    AXIS_EXITED: "Axis units withdrawn",
    STAVKA: "Stavka reserve",
    PARAS: "Airborne reserve",
    CENTRAL_FRONT: "Central Front",
}


def gone_box(side: Side) -> str:
    """The box of what a side has lost."""
    return SOVIET_GONE if side == SOVIET else AXIS_GONE


def coming_box(side: Side) -> str:
    """The box of a side's reinforcements."""
    return SOVIET_COMING if side == SOVIET else AXIS_COMING


# What lies on the map
FORT: Final = "fort"
FORT_BEGUN: Final = "fort-begun"
SOVIET_FORT: Final = "soviet-fort"
RAILHEAD: Final = "railhead"
UNREPAIRED: Final = "unrepaired"
"""A railway that the Soviet side has not repaired yet (17.1)."""
FRESH_REPAIR: Final = "fresh-repair"
"""A railway that it has repaired but cannot use before its next turn (17.3)."""
BRIDGE_BEGUN: Final = "bridge-begun"
PONTOON: Final = "pontoon"
MARKERS: Final = (FORT, FORT_BEGUN, SOVIET_FORT, RAILHEAD, UNREPAIRED, FRESH_REPAIR, BRIDGE_BEGUN, PONTOON)

SETTLEMENTS: Final = ("village", "town", "city")
