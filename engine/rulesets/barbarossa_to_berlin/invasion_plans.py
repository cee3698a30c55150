"""The invasion cards as plans: beaches, beachheads, what lands and what waits in the reserve (7.6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core.ids import CardId
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ALLIED_BEACHHEAD,
    AMERICAN_BEACHHEAD,
    BRITISH_BEACHHEAD,
    card,
)

BOTH: Final = (BRITISH_BEACHHEAD, AMERICAN_BEACHHEAD)
ONE: Final = (ALLIED_BEACHHEAD,)


@dataclass(frozen=True, slots=True)
class Invasion:
    """What an invasion card lists."""

    case: str
    beaches: frozenset[str]
    """The letters of the beaches."""
    markers: tuple[tuple[str, ...], ...]
    """The choices of beachheads; those of one choice are the most that may be placed (ruling 23)."""
    armies: tuple[str, ...] = ()
    corps: Mapping[str, int] = field(default_factory=dict)
    """The corps that land, by type."""
    reserve: Mapping[str, int] = field(default_factory=dict)
    whole: bool = False
    """Whether armies land at full strength."""
    small: bool = False
    """Whether no reinforcements come to its beachhead later."""
    landing_only: bool = False
    """Whether it can never be played as mere reinforcements."""


INVASIONS: Final[Mapping[CardId, Invasion]] = {
    card(ALLIED, 1): Invasion(
        "card.allied.1",
        frozenset("KLS"),
        ((AMERICAN_BEACHHEAD, ALLIED_BEACHHEAD),),
        armies=("br-1-army",),
        corps={"american-corps": 2},
        landing_only=True,
    ),
    card(ALLIED, 16): Invasion(
        "card.allied.16",
        frozenset("ABD"),
        (ONE,),
        armies=("br-1-army",),
        corps={"american-corps": 2},
        landing_only=True,
    ),
    card(ALLIED, 33): Invasion(
        "card.allied.33",
        frozenset("ABCDEFGHI"),
        (BOTH, ONE),
        armies=("br-2-army", "us-1-army"),
        reserve={"british-corps": 1, "american-corps": 2},
        whole=True,
        landing_only=True,
    ),
    card(ALLIED, 34): Invasion(
        "card.allied.34",
        frozenset("NOPQRSU"),
        (BOTH, ONE),
        armies=("br-8-army", "us-7-army"),
        reserve={"american-corps": 1},
    ),
    card(ALLIED, 45): Invasion(
        "card.allied.45",
        frozenset("NOPQRSU"),
        (ONE,),
        armies=("us-5-army",),
        reserve={"british-corps": 1},
    ),
    card(ALLIED, 46): Invasion(
        "card.allied.46",
        frozenset("KLMNOPQRSTU"),
        (ONE,),
        corps={"american-corps": 1, "british-corps": 1},
        small=True,
    ),
    card(ALLIED, 50): Invasion(
        "card.allied.50",
        frozenset("ABDE"),
        (BOTH,),
        armies=("br-2-army", "us-1-army"),
        reserve={"british-corps": 1, "american-corps": 2},
        landing_only=True,
    ),
    card(ALLIED, 52): Invasion(
        "card.allied.52",
        frozenset("J"),
        (ONE,),
        armies=("us-7-army", "ff-1-army"),
        reserve={"american-corps": 1, "french-corps": 1},
    ),
}
