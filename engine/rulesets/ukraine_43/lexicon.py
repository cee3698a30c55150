"""Every word of Ukraine '43 that a person may type; the sentences are in its translations."""

from __future__ import annotations

from typing import Final

from engine.core.words.lexicon import Lexicon, Takes, WordKind, die_faces, phases, word, words
from engine.rulesets.ukraine_43.names import (
    AIMS_AT,
    AXIS_MARKERS,
    BOXES,
    DAM,
    DOINGS,
    DUE,
    EXIT_POINTS,
    EXITED_FOOT,
    EXITED_MECH,
    FLOOD_FROM,
    FOOT_USED,
    FORT_LAID,
    FRONT_LEVEL,
    MANSTEIN_TRIES,
    MARKERS,
    MECH_USED,
    OWED_MECH,
    OWED_STEPS,
    PACES,
    PAIRS_FOOT,
    PAIRS_MECH,
    RAIL_MOVES,
    REACTIONS,
    SIDES,
    SOVIET_MARKERS,
    SPENT,
    STATES,
    TANK_PAIRS,
    WEATHER,
    WITHDRAWN_FOOT,
    WITHDRAWN_MECH,
    ZHUKOV_USED,
    Dam,
    Role,
    Weather,
)
from engine.rulesets.ukraine_43.sequence import SEQUENCE

FACTORS: Final = ("attack", "defence", "movement", "range")
NUMBERS: Final = (
    SOVIET_MARKERS, AXIS_MARKERS, RAIL_MOVES, REACTIONS, MANSTEIN_TRIES, FRONT_LEVEL, OWED_STEPS, OWED_MECH,
    EXIT_POINTS, EXITED_MECH, EXITED_FOOT, WITHDRAWN_MECH, WITHDRAWN_FOOT, FLOOD_FROM, FOOT_USED, MECH_USED,
    PAIRS_FOOT, PAIRS_MECH, TANK_PAIRS,
)  # fmt: skip
SEASONS: Final = ("august", "september", "october", "november", "december")
"""The columns of the weather table."""
FLAGS: Final = (FORT_LAID, ZHUKOV_USED)

LEXICON: Final = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *phases(SEQUENCE, SIDES),
        *words(WordKind.WEATHER, Weather),
        *words(WordKind.MARK, (*STATES, *DOINGS)),
        *words(WordKind.UNIT_VALUE, (SPENT, PACES, DUE), takes=Takes.NUMBER),
        word(WordKind.UNIT_VALUE, AIMS_AT, takes=Takes.PLACE),
        *words(WordKind.VALUE, NUMBERS, takes=Takes.NUMBER),
        *words(WordKind.VALUE, FLAGS, takes=Takes.FLAG),
        word(WordKind.VALUE, WEATHER, among=tuple(Weather)),
        word(WordKind.VALUE, DAM, among=tuple(Dam)),
        *words(WordKind.MARKER, MARKERS),
        *words(WordKind.BOX, BOXES),
        *words(WordKind.TRAIT, Role),
        *words(WordKind.FACTOR, FACTORS, takes=Takes.NUMBER),
        word(WordKind.RESULT, "<number>", "magnitude", "central-front", "fuel", "variable-defence"),
        *words(WordKind.SEASON, SEASONS),
        *die_faces(6),
    )
)
