"""The words of White October 1919 that are written down: sides, roles of counters, marks, values and boxes."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.ids import Side
from engine.mechanics import stack_in_hand

WHITE: Final = Side("white")
RED: Final = Side("red")
SIDES: Final = (WHITE, RED)


def enemy_of(side: Side) -> Side:
    return RED if side == WHITE else WHITE


NWA: Final = "nwa"
"""The North-West Army; the White side has Estonians and British beside it."""
ESTONIAN: Final = "estonian"
BRITISH: Final = "british"
BOLSHEVIK: Final = "red"
NATIONS: Final = (NWA, ESTONIAN, BRITISH, BOLSHEVIK)


class Role(StrEnum):
    """What a counter is (1.3): the first of its traits that is one of these."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARMOURED_TRAIN = "armoured-train"
    ARTILLERY = "artillery"
    FORT = "fort"
    FLEET = "fleet"
    AIRCRAFT = "aircraft"
    TANK = "tank"
    ARMOURED_CAR = "armoured-car"
    HEADQUARTERS = "headquarters"
    TROTSKY = "trotsky"


class Trait(StrEnum):
    """What else a counter is."""

    WHITE_SYMBOL = "white-symbol"
    """Its symbol is white: alone it exerts no zone (1.5)."""
    WHITE_BAND = "white-band"
    """Nobody is made prisoner of it (3.2)."""
    HORSE = "horse-drawn"
    """Horse artillery, which retires like cavalry (8.2.3)."""
    KRONSTADT = "kronstadt"
    """The fort that only bombards, and three hexes far (8.1.2, 13)."""
    DODGES = "dodges-by-radius"
    """The headquarters that lets its division retire by its radius alone (8.2.3)."""
    COMMUNIST = "communist"
    DISTRICT = "district-detachment"
    LEVY = "levy"
    """Black star: made by the levies of 11.2.2."""
    PETROGRAD_GUNS = "petrograd-guns"
    """The artillery that comes with district detachments (11.2.2)."""


class Ability(StrEnum):
    """What a headquarters of the North-West Army gives to those it commands (5.5)."""

    ATTACK = "attack"
    MORALE = "morale"
    DODGE = "dodge"
    DEFENCE = "defence"


class Weather(StrEnum):
    CLEAR = "clear"
    BAD = "bad"


# Marks on units: their state
DISORGANISED: Final = "disorganised"
ROUTED: Final = "routed"
LOW_AMMO: Final = "low-ammo"
RECRUITS: Final = "recruits"
DEMORALISED: Final = "demoralised"
"""Routed, and rallied by a political action alone (10.1)."""
RESTRICTED: Final = "restricted"
"""May not come nearer to the nearest White unit (10.1)."""
FLED_CITY: Final = "fled-city"
"""Has run out of Petrograd and stays where it stopped until it is rallied (8.2.6 D)."""
RUMOURS: Final = "rumours"
"""Its formation hears rumours in this turn: morale one lower (6.1)."""
SOVIET: Final = "soviet"
"""Its soldiers hold a soviet in this turn and do not attack (6.1)."""
STATES: Final = (
    DISORGANISED, ROUTED, LOW_AMMO, RECRUITS, DEMORALISED, RESTRICTED, FLED_CITY, RUMOURS, SOVIET,
)  # fmt: skip

# Marks on units: what they have done in this sequence
MOVED: Final = "moved"
"""May not move (any more) in this sequence."""
ENTERED: Final = "entered"
"""Came onto the map in this sequence, and so covers nobody (7.3)."""
BOMBARDED: Final = "bombarding"
"""Bombards in this sequence, and so supports no attack (8.1.1)."""
SUPPORTED: Final = "supporting"
"""Has supported a combat of this sequence (8.2.4)."""
ATTACKING: Final = "attacking"
"""Takes part in an attack that was declared in this sequence."""
OFFENSIVE_MOVE: Final = "offensive-move"
"""Has made an offensive movement and does nothing else (8.3)."""
SAPPER: Final = "blew-bridge"
"""Has blown a bridge and does nothing else (8.4)."""
RETIRED: Final = "retired"
"""Has retired before combat in this sequence (8.2.3)."""
FELL_BACK: Final = "fell-back"
"""Has retreated, routed or retired in this combat sequence (10.1)."""
ADVANCED: Final = "advanced"
"""Has advanced after combat in this sequence (10.1)."""
DOINGS: Final = (
    MOVED, ENTERED, BOMBARDED, SUPPORTED, ATTACKING, OFFENSIVE_MOVE, SAPPER, RETIRED, FELL_BACK, ADVANCED,
)  # fmt: skip

# Values of units
SPENT: Final = stack_in_hand.SPENT
DUE: Final = "due"
"""The turn in which a unit waiting in a box comes."""
ENTRY: Final = "entry"
"""The label of the hex by which a unit that waits comes in."""
ON_FOOT: Final = "on-foot"
"""Whether a Red reinforcement comes in on foot instead of by rail (7.5.2)."""
SHOTS: Final = "shots"
"""How often the Red fleet has fired at full power (15.1)."""
DISTRICT: Final = "district"
"""The label of the district that a detachment is of (11.2.2)."""
COMMANDED: Final = "commanded"
"""The hexes that a headquarters has commanded in this combat sequence (5.2, 5.3)."""

# Values of the game
WHITE_RECRUITS: Final = "white-recruits"
RED_RECRUITS: Final = "red-recruits"
WHITE_PRISONERS: Final = "white-prisoners"
"""Red strength points that the White side has captured."""
RED_PRISONERS: Final = "red-prisoners"
AMMO: Final = "ammo-stock"
OFFENSIVE: Final = "offensive-turn"
"""Whether this turn is an offensive one (4.5)."""
GATCHINA_TAKEN: Final = "gatchina-taken"
FATIGUE: Final = "fatigue"
TIRED: Final = "tired"
"""Found tired at the end of the turn: the next is a turn of rest (9.2)."""
RESTING: Final = "resting"
"""This turn is one of rest (9.3)."""
FORCED_MARCH: Final = "forced-march"
"""A forced march has been declared in this sequence (7.4)."""
NIGHT_ATTACK: Final = "night-attack"
"""The North-West Army has attacked by night in this sequence (9.1)."""
WHITE_FIRST: Final = "white-first"
RED_FIRST: Final = "red-first"
"""What a side does in its first action sequence of the turn: movement or combat (2)."""
BRIDGES_BLOWN: Final = "bridges-blown"
AGAINST_DESERTION: Final = "against-desertion"
"""Desertion is fought in this turn (11.2.1)."""
DETACHMENT_POINTS: Final = "detachment-points"
"""Points of district detachments that were placed and have not brought a battery yet (11.2.2)."""
MOSCOW_TRAINS: Final = "moscow-trains"
"""Units that have come or gone by the line of Moscow in this turn (7.5.2)."""
VOLOGDA_TRAINS: Final = "vologda-trains"
WHITE_RAIL: Final = "white-rail"
"""Strength points that the White side has moved by rail in this turn (7.5.3)."""

MOVEMENT: Final = "movement"
COMBAT: Final = "combat"


def recruits_of(side: Side) -> str:
    """The value that counts a side's recruit points."""
    return WHITE_RECRUITS if side == WHITE else RED_RECRUITS


def prisoners_of(side: Side) -> str:
    """The value that counts the enemies a side holds prisoner."""
    return WHITE_PRISONERS if side == WHITE else RED_PRISONERS


def first_of(side: Side) -> str:
    """The value that says what a side does first in a turn."""
    return WHITE_FIRST if side == WHITE else RED_FIRST


# Boxes
WHITE_GONE: Final = "white-eliminated"
RED_GONE: Final = "red-eliminated"
WHITE_COMING: Final = "white-reinforcements"
RED_COMING: Final = "red-reinforcements"
WHITE_AIR: Final = "white-air"
RED_AIR: Final = "red-air"
WHITE_CALENDAR: Final = "white-calendar"
"""What comes back on a turn: headquarters, tanks that broke down, aircraft that have flown."""
RED_CALENDAR: Final = "red-calendar"
WHITE_OUTSIDE: Final = "white-outside"
"""Units that had to leave the map and must come back (7.9)."""
RED_OUTSIDE: Final = "red-outside"
LEVIES: Final = "levies"
"""What the Red side may raise (11.2.2)."""

BOXES: Final = {
    WHITE_GONE: "White losses",
    RED_GONE: "Red losses",
    WHITE_COMING: "White reinforcements",
    RED_COMING: "Red reinforcements",
    WHITE_AIR: "White aircraft",
    RED_AIR: "Red aircraft",
    WHITE_CALENDAR: "White units on the calendar",
    RED_CALENDAR: "Red units on the calendar",
    WHITE_OUTSIDE: "White units off the map",
    RED_OUTSIDE: "Red units off the map",
    LEVIES: "Red levies",
}


def gone_box(side: Side) -> str:
    """The box of what a side has lost."""
    return WHITE_GONE if side == WHITE else RED_GONE


def coming_box(side: Side) -> str:
    """The box of a side's reinforcements."""
    return WHITE_COMING if side == WHITE else RED_COMING


def air_box(side: Side) -> str:
    """The box of the aircraft that a side can use now."""
    return WHITE_AIR if side == WHITE else RED_AIR


def calendar_box(side: Side) -> str:
    """The box of what comes back on a turn."""
    return WHITE_CALENDAR if side == WHITE else RED_CALENDAR


def outside_box(side: Side) -> str:
    """The box of what had to leave the map."""
    return WHITE_OUTSIDE if side == WHITE else RED_OUTSIDE


# What lies on the map
BRIDGE_BLOWN: Final = "bridge-blown"
"""The marker on the side of a railway bridge that was blown (8.4)."""
COVERING: Final = "covering"
"""The marker on a hex whose units have covered a move in this sequence (7.3)."""
TRENCHES: Final = "trenches"
BARRICADE: Final = "barricade"
POLICED: Final = "policed"
"""The marker on a district where no insurrection can break out any more (11.2.1)."""
PLOT: Final = "plot"
"""What the White side has sealed: the district in which it has prepared an insurrection (6.2)."""
LOCALITIES: Final = ("city", "town", "village")
"""What counts as a locality, the cities and towns as the cities of 7.5.2."""
