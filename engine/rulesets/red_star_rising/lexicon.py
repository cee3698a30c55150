"""The words of Red Star Rising that a person may type: in positions, scenarios, orders of battle and charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.ids import CardId
from engine.core.messages import message
from engine.core.words.lexicon import Lexicon, LexiconWord, Takes, WordKind, alike, die_faces, phases, word, words
from engine.rulesets.red_star_rising.breakdown import FRESH
from engine.rulesets.red_star_rising.economy import FACTORY, STRATEGIC_PORT
from engine.rulesets.red_star_rising.names import (
    ATTACKED,
    BASE,
    BEHIND_THE_FRONT,
    BOXES,
    BY_AIR,
    BY_SEA,
    CONVERTED,
    CORPS_DUE,
    CUPS,
    DROPPED,
    DUE,
    EMERGENCY_SOURCE,
    EXPOSED,
    FORTRESS_DESTROYED,
    FOUGHT,
    HALTED,
    ISOLATED,
    LEFT_BEHIND,
    MARKER,
    MOVED,
    ON_ARMIES,
    OUT_OF_PLAY,
    RATING,
    REPULSED,
    RETREATED,
    SET_ASIDE,
    SHORTAGES,
    SIDES,
    SOURCE_LOST,
    SPENT,
    TO_COME,
    TRAVEL,
    Arm,
    Role,
    Weather,
    capital_taken,
)
from engine.rulesets.red_star_rising.reinforcements import VETERANS
from engine.rulesets.red_star_rising.sequence import SEQUENCE
from engine.rulesets.red_star_rising.steps import SKIRTING
from engine.rulesets.red_star_rising.strengths import recalled
from engine.rulesets.red_star_rising.supply.axis import CAPITALS as SUPPLYING
from engine.rulesets.red_star_rising.surrender import CAPITALS, was_entered

MOST_LEADERS = 30
"""More than there are counters of leaders, one of which is drawn (14.4.4)."""
MARKS: Final = (
    MOVED, FOUGHT, ATTACKED, RETREATED, HALTED, DROPPED, EXPOSED, CONVERTED, FRESH, SKIRTING, *SHORTAGES,
    EMERGENCY_SOURCE, ISOLATED,
)  # fmt: skip
ASSETS: Final = (FACTORY, STRATEGIC_PORT, "oil", "pipeline", "coal", "iron", "minerals")
CLASSES: Final = ("a", "b", "c")
CARD_NUMBERS: Final = ("attack", "defence", "reduced-attack", "reduced-defence", "turn")


def _phases() -> Iterator[LexiconWord]:
    """Where stacking is looked at, one sentence says it of all."""
    for each in phases(SEQUENCE, SIDES):
        if each.text.startswith("stacking-after-"):
            yield from alike(message("lexicon.stacking"), (each,))
        else:
            yield each


def _values() -> Iterator[LexiconWord]:
    for nation in SUPPLYING:
        yield word(WordKind.VALUE, capital_taken(nation), takes=Takes.FLAG)
    for capital in CAPITALS:
        yield word(WordKind.VALUE, was_entered(capital), takes=Takes.NUMBER)
    yield word(WordKind.VALUE, recalled(CardId("<card>")), takes=Takes.FLAG)


def _card_values() -> Iterator[LexiconWord]:
    for name in CARD_NUMBERS:
        yield from alike(message(f"card-value.{name}"), (word(WordKind.CARD_VALUE, name, takes=Takes.NUMBER),))
    yield from alike(message("card-value.class"), (word(WordKind.CARD_VALUE, "class", among=CLASSES),))
    yield from alike(message("card-value.stripe"), (word(WordKind.CARD_VALUE, "stripe", takes=Takes.FLAG),))


LEXICON: Final = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *_phases(),
        *words(WordKind.WEATHER, Weather),
        *words(WordKind.MARK, MARKS),
        *words(WordKind.UNIT_VALUE, (SPENT, DUE, CORPS_DUE, RATING), takes=Takes.NUMBER),
        word(WordKind.UNIT_VALUE, TRAVEL, among=(BY_SEA, BY_AIR, BEHIND_THE_FRONT, LEFT_BEHIND, REPULSED)),
        word(WordKind.UNIT_VALUE, MARKER, takes=Takes.CARD),
        word(WordKind.UNIT_VALUE, BASE, takes=Takes.UNIT),
        *_values(),
        *words(WordKind.MARKER, (FORTRESS_DESTROYED, SOURCE_LOST)),
        *words(WordKind.BOX, BOXES),
        *words(WordKind.POOL, (*CUPS, ON_ARMIES, SET_ASIDE, TO_COME, OUT_OF_PLAY)),
        *words(WordKind.TRAIT, dict.fromkeys((*Role, *(arm for arm in Arm if arm is not Arm.NONE)))),
        *words(WordKind.TRAIT, (*sorted(VETERANS), *ASSETS)),
        *words(WordKind.FACTOR, ("attack", "defence", "movement"), takes=Takes.NUMBER),
        word(WordKind.TYPE_VALUE, "class", among=CLASSES),
        *_card_values(),
        *(word(WordKind.RESULT, text, "combat") for text in ("A<number>", "D<number>", "<number>/<number>")),
        word(WordKind.RESULT, "<number>", "attrition"),
        word(WordKind.RESULT, "<number>:<number>", "odds"),
        *die_faces(6, lots=MOST_LEADERS),
    )
)
