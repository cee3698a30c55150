"""The words of Cabinet that a person may type."""

from __future__ import annotations

from engine.core.sequence import SequencePhase
from engine.core.words.lexicon import Lexicon, Takes, WordKind, die_faces, phases, word, words
from engine.mechanics.stack_in_hand import SPENT
from tests.helpers.toys.cabinet.cards import FIRST, OPERATIONS
from tests.helpers.toys.cabinet.events import EVENTS
from tests.helpers.toys.cabinet.ground import BROKEN
from tests.helpers.toys.cabinet.materials import REMOVED, SIDES, deck_of, discard_of, hand_of
from tests.helpers.toys.cabinet.operations import ACTED


def lexicon_with(sequence: SequencePhase) -> Lexicon:
    """The lexicon, with the steps of the sequence of play among its phases."""
    return Lexicon(
        (
            *words(WordKind.SIDE, SIDES),
            *phases(sequence, SIDES),
            word(WordKind.PHASE, OPERATIONS),
            word(WordKind.MARK, ACTED),
            word(WordKind.UNIT_VALUE, SPENT, takes=Takes.NUMBER),
            word(WordKind.VALUE, FIRST, among=SIDES),
            word(WordKind.VALUE, "points", takes=Takes.NUMBER),
            word(WordKind.MARKER, BROKEN),
            *words(WordKind.BOX, (f"eliminated-{side}" for side in SIDES)),
            *words(
                WordKind.POOL, (REMOVED, *(pile(side) for pile in (hand_of, deck_of, discard_of) for side in SIDES))
            ),
            *words(WordKind.FACTOR, ("strength", "movement"), takes=Takes.NUMBER),
            word(WordKind.CARD_VALUE, "ops", takes=Takes.NUMBER),
            word(WordKind.CARD_VALUE, "event", among=EVENTS),
            word(WordKind.RESULT, "<number>", "fire"),
            *die_faces(6),
        )
    )
