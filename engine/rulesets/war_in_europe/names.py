"""Every word of War in Europe that is written down: sides, roles, traits, marks, values, markers, boxes, fronts."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.ids import Side

AXIS: Final = Side("axis")
ALLIED: Final = Side("allied")
SIDES: Final = (AXIS, ALLIED)

GERMAN, ITALIAN, FINNISH, SOVIET = "german", "italian", "finnish", "soviet"
"""The nations that the rules call by name; the others are data."""


def enemy_of(side: Side) -> Side:
    return ALLIED if side == AXIS else AXIS


class Role(StrEnum):
    """What a counter is, one of its traits."""

    ARMOUR = "armour"
    MECHANISED = "mechanised"
    MOTORISED = "motorised"
    CAVALRY = "cavalry"
    INFANTRY = "infantry"
    AIRBORNE = "airborne"
    ANTI_TANK = "anti-tank"
    SUPPLY = "supply"
    REPAIR = "repair"
    PARTISANS = "partisans"
    CADRE = "partisan-cadre"


class Trait(StrEnum):
    """What else a counter may be."""

    SS = "ss"
    SECURITY = "security"
    STATIC = "static"
    REGIMENT = "regiment"
    SNOW_AS_MUD = "snow-as-mud"


class Weather(StrEnum):
    CLEAR = "clear"
    MUD = "mud"
    SNOW = "snow"


class Season(StrEnum):
    SUMMER = "summer"
    WINTER = "winter"


class Zone(StrEnum):
    """The weather zones, which are regions of the map."""

    ARID = "arid"
    TEMPERATE = "temperate"
    SEVERE = "severe"


class Front(StrEnum):
    """The air fronts, in the order in which they are fought over (13.2)."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Mission(StrEnum):
    """The boxes of the table of air war that air points are assigned to (13.11)."""

    SUPERIORITY = "superiority"
    STRIKE = "strike"
    SUPPORT = "support"
    TRANSFER_EAST = "transfer-east"
    TRANSFER_SOUTH = "transfer-south"
    TRANSFER_WEST = "transfer-west"
    LIFT = "lift"


TRANSFERS: Final = {
    Mission.TRANSFER_EAST: Front.EAST,
    Mission.TRANSFER_SOUTH: Front.SOUTH,
    Mission.TRANSFER_WEST: Front.WEST,
}


class Arm(StrEnum):
    """Whose air points they are; `lift` are points of air transport."""

    GERMAN = "german"
    AXIS_MINOR = "axis-minor"
    WESTERN = "western"
    SOVIET = "soviet"


ARMS: Final = {AXIS: (Arm.GERMAN, Arm.AXIS_MINOR), ALLIED: (Arm.WESTERN, Arm.SOVIET)}
SIDE_OF_ARM: Final = {arm: side for side, arms in ARMS.items() for arm in arms}

# Marks of units

ABOARD: Final = "aboard"
FORTIFIED: Final = "fortified"
LANDED: Final = "landed"
DROPPED: Final = "dropped"
FLOWN_IN: Final = "flown-in"
REBUILT: Final = "rebuilt"
FUSED: Final = "fused"
"""Rebuilt from three battle groups; such a unit is `rebuilt` besides."""
CROWDED: Final = "crowded"
STATES: Final = (ABOARD, FORTIFIED, LANDED, DROPPED, FLOWN_IN, REBUILT, FUSED, CROWDED)

MOVED: Final = "moved"
MARCHED: Final = "marched"
RAILED: Final = "railed"
SAILED: Final = "sailed"
FLOWN: Final = "flown"
FORCED: Final = "forced-march"
OVERRAN: Final = "overran"
ATTACKED: Final = "attacked"
STRUCK: Final = "struck"
SHELTERED: Final = "sheltered"
TOOK_PART: Final = "took-part"
DUG: Final = "dug"
ARRIVED: Final = "arrived"
"""A battle group that has come onto the map in this turn: others put together stood together when it began (16.0)."""
DOINGS: Final = (
    MOVED, MARCHED, RAILED, SAILED, FLOWN, FORCED, OVERRAN, ATTACKED, STRUCK, SHELTERED, TOOK_PART, DUG, ARRIVED,
)  # fmt: skip

# Values of units

SPENT: Final = "spent"
ALLOWANCE: Final = "allowance"
DUE: Final = "due"
ENTRY: Final = "entry"
FRONT: Final = "front"
AT_SEA: Final = "at-sea"

# Values of the game

FIRST_SIDE: Final = "first-side"
GERMAN_AIR_LOST: Final = "german-air-lost"


def ready(arm: str, front: str) -> str:
    """Air points in the box of those available."""
    return f"ready-{arm}-{front}"


def flights(arm: str, front: str) -> str:
    """Air points in the box of air superiority."""
    return f"flights-{arm}-{front}"


def strikes(arm: str, front: str) -> str:
    """Air points in the air-sea box."""
    return f"strikes-{arm}-{front}"


def supports(arm: str, front: str) -> str:
    """Air points in the air-ground box."""
    return f"supports-{arm}-{front}"


def lift(arm: str, front: str) -> str:
    """Points of air transport available on a front."""
    return f"lift-{arm}-{front}"


def lift_out(arm: str, front: str) -> str:
    """Points of air transport in the box of air movement."""
    return f"flying-{arm}-{front}"


def superiority(front: str) -> str:
    """The side that holds the air over a front."""
    return f"superiority-{front}"


def bombed(side: str, front: str) -> str:
    """The air-sea points of a side that have attacked a port in this turn."""
    return f"bombing-{side}-{front}"


def withdrawn(side: str) -> str:
    """The air points of a side that have left fronts without supply in this turn."""
    return f"withdrawn-{side}"


def amphibious(side: str) -> str:
    """Points of amphibious assault that a side has at hand."""
    return f"amphibious-{side}"


def sailed(side: str, zone: str) -> str:
    """Points of naval transport that a side has used in a sea zone in this turn."""
    return f"sailed-{side}-{zone}"


def replacement_points(nation: str, sort: str, front: str) -> str:
    """Replacement points of a nation, infantry or mechanised, on a front."""
    return f"stock-{nation}-{sort}-{front}"


def returning(what: str, turn: int) -> str:
    """Points that come back on a turn: of amphibious assault by side, of air transport by arm."""
    return f"back-{what}-{turn}"


NATIONS: Final = (
    "german", "italian", "romanian", "hungarian", "bulgarian", "finnish", "soviet", "us", "commonwealth", "french",
    "free-french", "polish", "belgian", "dutch", "norwegian", "yugoslav", "greek", "ukrainian", "vichy", "danish",
)  # fmt: skip
"""The nations that values may speak of; which of them have counters is data."""
COUNTRIES: Final = (
    "germany", "italy", "romania", "hungary", "bulgaria", "finland", "ussr", "britain", "france", "poland", "belgium",
    "netherlands", "norway", "denmark", "luxembourg", "yugoslavia", "greece", "spain", "portugal", "sweden",
    "switzerland", "turkey", "ireland", "albania", "estonia", "latvia", "lithuania", "vichy",
)  # fmt: skip
SEAS: Final = (
    "sea", "high-seas", "black-sea", "baltic", "aegean", "adriatic", "western-mediterranean",
    "central-mediterranean", "eastern-mediterranean",
)  # fmt: skip
"""The sea zones that ships are counted in (7.0); `sea` where a map has none."""
POINT_SORTS: Final = ("infantry", "mechanised")
RESERVE: Final = "reserve"
"""In the place of a front: points of air transport that have come and are not yet placed on one."""

_STOCKS: Final = tuple(
    replacement_points(nation, sort, front) for nation in NATIONS for sort in POINT_SORTS for front in Front
)
FAMILIES: Final = {
    "ready": tuple(ready(arm, front) for arm in Arm for front in Front),
    "flights": tuple(flights(arm, front) for arm in Arm for front in Front),
    "strikes": tuple(strikes(arm, front) for arm in Arm for front in Front),
    "supports": tuple(supports(arm, front) for arm in Arm for front in Front),
    "lift": tuple(lift(arm, front) for arm in Arm for front in (*Front, RESERVE)),
    "flying": tuple(lift_out(arm, front) for arm in Arm for front in Front),
    "bombing": tuple(bombed(side, front) for side in SIDES for front in Front),
    "withdrawn": tuple(withdrawn(side) for side in SIDES),
    "amphibious": tuple(amphibious(side) for side in SIDES),
    "sailed": tuple(sailed(side, zone) for side in SIDES for zone in SEAS),
    "stock": _STOCKS,
    "back": (
        *(f"back-lift-{arm}-<number>" for arm in Arm),
        *(f"back-amphibious-{side}-<number>" for side in SIDES),
        *(f"back-{stock}-<number>" for stock in _STOCKS),
    ),
}
"""The values above by family, as the lexicon knows them: one sentence serves a family."""

# Markers

RAIL_CUT: Final = "rail-cut"
RAIL_AXIS: Final = "rail-axis"
RAIL_ALLIED: Final = "rail-allied"
GAUGE_CHANGED: Final = "gauge-changed"
INTERDICTED_BY_AXIS: Final = "interdicted-by-axis"
INTERDICTED_BY_ALLIED: Final = "interdicted-by-allied"
PORT_REDUCED: Final = "port-reduced"
PORT_TAKEN: Final = "port-taken"
BOMBED: Final = "port-bombed"
BEACH_AXIS: Final = "beach-axis"
BEACH_ALLIED: Final = "beach-allied"
BEACH_TURN: Final = "beach-turn"
LINE_DESTROYED: Final = "line-destroyed"
MARKERS: Final = (
    RAIL_CUT, RAIL_AXIS, RAIL_ALLIED, GAUGE_CHANGED, INTERDICTED_BY_AXIS, INTERDICTED_BY_ALLIED, PORT_REDUCED,
    PORT_TAKEN, BOMBED, BEACH_AXIS, BEACH_ALLIED, BEACH_TURN, LINE_DESTROYED,
)  # fmt: skip


def rail_of(side: Side) -> str:
    return RAIL_AXIS if side == AXIS else RAIL_ALLIED


def interdicted_by(side: Side) -> str:
    return INTERDICTED_BY_AXIS if side == AXIS else INTERDICTED_BY_ALLIED


def beach_of(side: Side) -> str:
    return BEACH_AXIS if side == AXIS else BEACH_ALLIED


# Boxes

BOXES: Final = {
    "coming-axis": "Axis units to come",
    "coming-allied": "Allied units to come",
    "gone-axis": "Axis units lost",
    "gone-allied": "Allied units lost",
    "airborne-axis": "Axis airborne units available",
    "airborne-allied": "Allied airborne units available",
}


def coming_box(side: Side) -> str:
    return f"coming-{side}"


def gone_box(side: Side) -> str:
    return f"gone-{side}"


def airborne_box(side: Side) -> str:
    return f"airborne-{side}"
