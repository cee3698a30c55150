"""Every word of War in Europe that a person may type; the sentences are in its translations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.words.lexicon import (
    Lexicon,
    LexiconWord,
    Takes,
    WordKind,
    alike,
    die_faces,
    phases,
    sentence,
    word,
    words,
)
from engine.rulesets.war_in_europe.combat.fights import RESULTS
from engine.rulesets.war_in_europe.names import (
    ALLOWANCE,
    AT_SEA,
    BOXES,
    COUNTRIES,
    DOINGS,
    DUE,
    ENTRY,
    FAMILIES,
    FIRST_SIDE,
    FRONT,
    GERMAN_AIR_LOST,
    MARKERS,
    SIDES,
    SPENT,
    STATES,
    Front,
    Role,
    Season,
    Trait,
    Weather,
    superiority,
)
from engine.rulesets.war_in_europe.neutrality import joined
from engine.rulesets.war_in_europe.sequence import SEQUENCE
from engine.rulesets.war_in_europe.voyages import POINT_LOST

FACTORS: Final = ("combat", "attack", "defence", "movement")
COMBAT_TABLES: Final = ("combat-1", "combat-2", "combat-3", "combat-4")


def _values() -> Iterator[LexiconWord]:
    yield word(WordKind.VALUE, FIRST_SIDE, among=SIDES)
    yield word(WordKind.VALUE, GERMAN_AIR_LOST, takes=Takes.NUMBER)
    yield word(WordKind.VALUE, POINT_LOST, takes=Takes.FLAG)
    for front in Front:
        yield word(WordKind.VALUE, superiority(front), among=SIDES)
    for family, names in FAMILIES.items():
        yield from alike(sentence(WordKind.VALUE, family), words(WordKind.VALUE, names, takes=Takes.NUMBER))
    joining = (word(WordKind.VALUE, joined(country), among=SIDES) for country in COUNTRIES)
    yield from alike(sentence(WordKind.VALUE, "joined"), joining)


LEXICON: Final = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *phases(SEQUENCE, SIDES),
        *words(WordKind.WEATHER, Weather),
        *words(WordKind.SEASON, Season),
        *words(WordKind.MARK, (*STATES, *DOINGS)),
        *words(WordKind.UNIT_VALUE, (SPENT, ALLOWANCE, DUE), takes=Takes.NUMBER),
        word(WordKind.UNIT_VALUE, ENTRY, takes=Takes.PLACE),
        word(WordKind.UNIT_VALUE, AT_SEA, takes=Takes.FLAG),
        word(WordKind.UNIT_VALUE, FRONT, among=tuple(Front)),
        *_values(),
        *words(WordKind.MARKER, MARKERS),
        *words(WordKind.BOX, BOXES),
        *words(WordKind.TRAIT, (*Role, *Trait)),
        *words(WordKind.FACTOR, FACTORS, takes=Takes.NUMBER),
        word(WordKind.TYPE_VALUE, "fortified", takes=Takes.NUMBER),
        *(word(WordKind.RESULT, each, *COMBAT_TABLES) for each in RESULTS if each != "De"),
        word(WordKind.RESULT, "De", *COMBAT_TABLES, "air-superiority"),
        word(WordKind.RESULT, "-", "air-superiority", "air-sea", "naval-interdiction"),
        *(word(WordKind.RESULT, each, "air-sea", "naval-interdiction") for each in ("D", "A1")),
        word(WordKind.RESULT, "<number>", "combat-choice"),
        *die_faces(6),
    )
)
