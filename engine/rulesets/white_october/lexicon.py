"""Every word of White October 1919 that a person may type; the sentences are in its translations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.words.lexicon import Lexicon, LexiconWord, Takes, WordKind, die_faces, phases, word, words
from engine.rulesets.white_october.events import Fortune
from engine.rulesets.white_october.names import (
    AGAINST_DESERTION,
    AMMO,
    BARRICADE,
    BOXES,
    BRIDGE_BLOWN,
    BRIDGES_BLOWN,
    COMBAT,
    COMMANDED,
    COVERING,
    DETACHMENT_POINTS,
    DISTRICT,
    DOINGS,
    DUE,
    ENTRY,
    FATIGUE,
    FORCED_MARCH,
    GATCHINA_TAKEN,
    MOSCOW_TRAINS,
    MOVEMENT,
    NIGHT_ATTACK,
    OFFENSIVE,
    ON_FOOT,
    POLICED,
    RED_FIRST,
    RED_PRISONERS,
    RED_RECRUITS,
    RESTING,
    SHOTS,
    SIDES,
    SPENT,
    STATES,
    TIRED,
    TRENCHES,
    VOLOGDA_TRAINS,
    WHITE_FIRST,
    WHITE_PRISONERS,
    WHITE_RAIL,
    WHITE_RECRUITS,
    Ability,
    Role,
    Trait,
    Weather,
)
from engine.rulesets.white_october.sequence import SEQUENCE
from engine.rulesets.white_october.stations import BOARDED, LANDED, station_markers

FACTORS: Final = (
    "combat", "fire", "fire-2", "fire-3", "quality", "morale", "movement", "radius", "command",
)  # fmt: skip
NUMBERS: Final = (
    AMMO, FATIGUE, WHITE_RECRUITS, RED_RECRUITS, WHITE_PRISONERS, RED_PRISONERS, BRIDGES_BLOWN, WHITE_RAIL,
    FORCED_MARCH, MOSCOW_TRAINS, VOLOGDA_TRAINS, DETACHMENT_POINTS,
)  # fmt: skip
STATION_MARKERS: Final = tuple(name for what in (LANDED, BOARDED) for name in station_markers(what))
FLAGS: Final = (AGAINST_DESERTION, OFFENSIVE, GATCHINA_TAKEN, TIRED, RESTING, NIGHT_ATTACK)


def _values() -> Iterator[LexiconWord]:
    yield from words(WordKind.VALUE, NUMBERS, takes=Takes.NUMBER)
    yield from words(WordKind.VALUE, FLAGS, takes=Takes.FLAG)
    for name in (WHITE_FIRST, RED_FIRST):
        yield word(WordKind.VALUE, name, among=(MOVEMENT, COMBAT))


LEXICON: Final = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *phases(SEQUENCE, SIDES),
        *words(WordKind.WEATHER, Weather),
        *words(WordKind.MARK, (*STATES, *DOINGS)),
        *words(WordKind.UNIT_VALUE, (SPENT, DUE, SHOTS, COMMANDED), takes=Takes.NUMBER),
        *words(WordKind.UNIT_VALUE, (ENTRY, DISTRICT), takes=Takes.PLACE),
        word(WordKind.UNIT_VALUE, ON_FOOT, takes=Takes.FLAG),
        *_values(),
        *words(WordKind.MARKER, (BRIDGE_BLOWN, COVERING, TRENCHES, BARRICADE, POLICED, *STATION_MARKERS)),
        *words(WordKind.BOX, BOXES),
        *words(WordKind.TRAIT, (*Role, *Trait)),
        *words(WordKind.FACTOR, FACTORS, takes=Takes.NUMBER),
        word(WordKind.TYPE_VALUE, "ability", among=tuple(Ability)),
        word(WordKind.RESULT, "<number>", "fatigue"),
        *(word(WordKind.RESULT, each, "events") for each in Fortune),
        *die_faces(12),
    )
)
