"""The words of Barbarossa to Berlin that are written down: sides, nations, countries, boxes, pools, markers, values."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core.ids import CardId, Side

AXIS: Final = Side("axis")
ALLIED: Final = Side("allied")
SIDES: Final = (AXIS, ALLIED)


def enemy_of(side: Side) -> Side:
    return ALLIED if side == AXIS else AXIS


class Nation(StrEnum):
    """Whose counters they are."""

    GERMAN = "german"
    ITALIAN = "italian"
    HUNGARIAN = "hungarian"
    ROMANIAN = "romanian"
    BULGARIAN = "bulgarian"
    SOVIET = "soviet"
    BRITISH = "british"
    COMMONWEALTH = "commonwealth"
    AMERICAN = "american"
    FREE_FRENCH = "free-french"
    YUGOSLAV = "yugoslav"
    TURKISH = "turkish"
    SWEDISH = "swedish"


BRITISH_NATIONS: Final = frozenset({Nation.BRITISH, Nation.COMMONWEALTH})
AMERICAN_NATIONS: Final = frozenset({Nation.AMERICAN, Nation.FREE_FRENCH})
WESTERN: Final = BRITISH_NATIONS | AMERICAN_NATIONS
AXIS_ALLIES: Final = frozenset({Nation.ITALIAN, Nation.HUNGARIAN, Nation.ROMANIAN, Nation.BULGARIAN})


class Use(StrEnum):
    """What a side does with its round: the uses of a card, and the two that need none."""

    OPERATIONS = "ops"
    REDEPLOYMENT = "sr"
    REPLACEMENTS = "rp"
    EVENT = "event"
    BOTH = "event+ops"
    """A dual card: its event, and its operations in the same round."""
    AUTOMATIC = "automatic"
    PARTISANS = "partisans"


class Supply(StrEnum):
    FULL = "full"
    LIMITED = "limited"
    NONE = "none"


# Boxes
AXIS_RESERVE: Final = "axis-reserve"
ALLIED_RESERVE: Final = "allied-reserve"
AXIS_ELIMINATED: Final = "axis-eliminated"
ALLIED_ELIMINATED: Final = "allied-eliminated"
TURN_TRACK: Final = "turn-track"
REMOVED: Final = "removed"
TO_COME: Final = "to-come"

BOXES: Final = {
    AXIS_RESERVE: "Axis reserve",
    ALLIED_RESERVE: "Allied reserve",
    AXIS_ELIMINATED: "Axis eliminated units",
    ALLIED_ELIMINATED: "Allied eliminated units",
    TURN_TRACK: "Returning on a later turn",
    REMOVED: "Removed from the game",
    TO_COME: "Not yet in play",
}


def reserve_box(side: Side) -> str:
    return AXIS_RESERVE if side == AXIS else ALLIED_RESERVE


def eliminated_box(side: Side) -> str:
    return AXIS_ELIMINATED if side == AXIS else ALLIED_ELIMINATED


# Pools of cards
def deck(side: Side) -> str:
    return f"{side}-deck"


def hand(side: Side) -> str:
    return f"{side}-hand"


def shown(side: Side) -> str:
    """The part of a hand that had to be shown and lies face up (7.6.5)."""
    return f"{side}-shown"


def discard(side: Side) -> str:
    return f"{side}-discard"


def table(side: Side) -> str:
    """The cards a side has just used: they lie face up until its next round, and are discarded then."""
    return f"{side}-table"


def kept(side: Side) -> str:
    """The combat cards that lie in front of a side and serve again (7.6.4)."""
    return f"{side}-played"


def removed_cards(side: Side) -> str:
    return f"{side}-removed"


def aside(side: Side) -> str:
    """The Total War cards before they are added (7.8)."""
    return f"{side}-aside"


def card(side: Side, number: int) -> CardId:
    """The id of a card by its printed number."""
    return CardId(f"{side}-{number:02}")


# Markers on spaces
MOVE: Final = "move"
COMBAT: Final = "combat"
TRENCH: Final = "trench"
BRITISH_TRENCH: Final = "trench-british"
AXIS_TRENCH: Final = "trench-axis"
WEST_WALL: Final = "west-wall"
ATLANTIC_WALL: Final = "atlantic-wall"
FORT_DESTROYED: Final = "fort-destroyed"
STAND_FAST: Final = "stand-fast"
PARTISANS: Final = "partisans"
BRITISH_BEACHHEAD: Final = "beachhead-british"
AMERICAN_BEACHHEAD: Final = "beachhead-american"
ALLIED_BEACHHEAD: Final = "beachhead-allied"
BEACHHEADS: Final = (BRITISH_BEACHHEAD, AMERICAN_BEACHHEAD, ALLIED_BEACHHEAD)
SHINGLE: Final = 2
"""The level of an Allied beachhead that Shingle has made: no reinforcements land there."""
LUFTWAFFE_SUPPLY: Final = "luftwaffe-supply"
TRENCHES: Final = (TRENCH, BRITISH_TRENCH, AXIS_TRENCH, WEST_WALL, ATLANTIC_WALL)


def held_by(nation: Nation) -> str:
    """The marker of a space whose last Allied unit was of a nation other than the Soviets (card.allied.29)."""
    return f"held-{nation}"


# Values of units
DUE: Final = "due"
THEATRE: Final = "theatre"
NORTH_WEST: Final = "north-west"
MEDITERRANEAN: Final = "mediterranean"
EITHER: Final = "either"

# Marks on units; each is taken off by the round that put it there
MOVED: Final = "moved"
FOUGHT: Final = "fought"
RETREATED: Final = "retreated"
REDEPLOYED: Final = "redeployed"
FULLY: Final = "full-supply"
"""In full supply when its space was activated (13.1)."""
OUT: Final = "out-of-supply"
"""Out of supply when its space was activated (13.1)."""

# Values of the game
VP: Final = "vp"
ROUND: Final = "round"
US_AT_WAR: Final = "us-at-war"


def event(slug: str) -> str:
    """The value that holds the turn in which an event with a lasting effect was played."""
    return f"event-{slug}"


def orders(side: Side) -> str:
    return f"orders-{side}"


def last_use(side: Side) -> str:
    return f"last-use-{side}"


def points(pool: str) -> str:
    """The value that holds replacement points in half points: german, axis, british, american, soviet."""
    return f"rp-{pool}"
