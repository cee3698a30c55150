"""The words of Skirmish that a person may type."""

from __future__ import annotations

from engine.core.words.lexicon import Lexicon, Takes, WordKind, die_faces, phases, word, words
from engine.mechanics.stack_in_hand import SPENT
from tests.helpers.toys.skirmish.combat import FOUGHT
from tests.helpers.toys.skirmish.ground import SIDES
from tests.helpers.toys.skirmish.materials import CUP, DECOY, DRAWN, UNTRIED
from tests.helpers.toys.skirmish.movement import MOVED
from tests.helpers.toys.skirmish.odds import STRENGTH
from tests.helpers.toys.skirmish.supply import UNSUPPLIED
from tests.helpers.toys.skirmish.turn import SEQUENCE

WEATHER = ("dry", "mud")
RESULTS = ("A1", "AR", "EX", "DR", "D2")

LEXICON = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *phases(SEQUENCE, SIDES),
        *words(WordKind.WEATHER, WEATHER),
        *words(WordKind.MARK, (MOVED, FOUGHT, UNSUPPLIED)),
        *words(WordKind.UNIT_VALUE, (SPENT, STRENGTH), takes=Takes.NUMBER),
        word(WordKind.UNIT_VALUE, DECOY, takes=Takes.FLAG),
        word(WordKind.VALUE, "weather", among=WEATHER),
        *words(WordKind.VALUE, (f"air-{side}" for side in SIDES), takes=Takes.NUMBER),
        *words(WordKind.BOX, ("coming", "eliminated")),
        *words(WordKind.POOL, (CUP, DRAWN)),
        word(WordKind.TRAIT, UNTRIED),
        *words(WordKind.FACTOR, ("attack", "defence", "movement"), takes=Takes.NUMBER),
        word(WordKind.CARD_VALUE, "strength", takes=Takes.NUMBER),
        *(word(WordKind.RESULT, result, "combat") for result in RESULTS),
        *die_faces(6),
    )
)
