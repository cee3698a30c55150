"""The words of Barbarossa to Berlin that a person may type: in positions, scenarios, orders of battle and charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.messages import message
from engine.core.words.lexicon import (
    GIVEN,
    Lexicon,
    LexiconWord,
    Takes,
    WordKind,
    alike,
    die_faces,
    phases,
    word,
    words,
)
from engine.rulesets.barbarossa_to_berlin.control import MOSCOW_OCCUPIED, OTHER_ALLIES, ROME_TAKEN
from engine.rulesets.barbarossa_to_berlin.effects import ROUND_PREFIX, TURN_PREFIX
from engine.rulesets.barbarossa_to_berlin.invasions import RENOUNCED
from engine.rulesets.barbarossa_to_berlin.names import (
    BEACHHEADS,
    BOXES,
    COMBAT,
    DUE,
    EITHER,
    FORT_DESTROYED,
    FOUGHT,
    FULLY,
    LUFTWAFFE_SUPPLY,
    MEDITERRANEAN,
    MOVE,
    MOVED,
    NORTH_WEST,
    OUT,
    PARTISANS,
    REDEPLOYED,
    RETREATED,
    ROUND,
    SIDES,
    STAND_FAST,
    THEATRE,
    TRENCHES,
    US_AT_WAR,
    VP,
    Nation,
    Use,
    aside,
    deck,
    discard,
    event,
    hand,
    held_by,
    kept,
    last_use,
    orders,
    points,
    removed_cards,
    shown,
    table,
)
from engine.rulesets.barbarossa_to_berlin.nations import EXPEDITION, SLEDGEHAMMER
from engine.rulesets.barbarossa_to_berlin.neutrals import NEUTRAL, NEUTRALS, SETUP, at_war
from engine.rulesets.barbarossa_to_berlin.orders import HITLER, NONE, OFFENSIVE, SOVIET_OFFENSIVE, STALIN
from engine.rulesets.barbarossa_to_berlin.replacements import POOLS, REBUILT
from engine.rulesets.barbarossa_to_berlin.sequence import ROUNDS, SEQUENCE
from engine.rulesets.barbarossa_to_berlin.setup import FREE_SETUP
from engine.rulesets.barbarossa_to_berlin.trenches import DIGGING

LARGEST_HAND = 12
"""No side holds more cards, one of which is lost to espionage."""

LASTING: Final = (
    "achse", "anvil-dragoon", "asw-victory", "avalanche", "barbarossa", "bomb-plot", "bomber-command",
    "bulgaria-defects", "casablanca", "clearing-the-scheldt", "desert-army", "fall-blau", "final-production-surge",
    "herkules", "hitler-takes-command", "husky", "industrial-evacuation", "italy-defects", "lend-lease", "maquis",
    "national-redoubt", "nordlicht", "okh-conference", "operation-strangle", "overlord", "p-51-mustang", "partisans",
    "romania-defects", "round-up", "shingle", "siberians", "sledgehammer", "sorge", "speer", "taifun", "the-bunker",
    "tito", "torch", "totaler-krieg", "us-8th-air-force", "us-build-up", "von-paulus-pause", "yalta", MOSCOW_OCCUPIED,
)  # fmt: skip
"""The events whose turn is written down because something follows from them later."""
CLOSED_UNTIL: Final = ("fall-blau", "nordlicht", "taifun", "never")
ON_THE_DIE: Final = ("soviet-attack", "western-attack", "axis-vs-soviet", "wacht", "soviet-defence")
ROUND_FLAGS: Final = (
    "no-axis-stand", "krim", "second-made", "invasion", "zitadelle-won", "zitadelle-<place>", "refitted-<unit>",
    "used-<card>", "attacked-<place>", "wehrkreis-<place>",
)  # fmt: skip
TURN_FLAGS: Final = (
    "no-soviet-trench-stand", "no-trench-shift", "hedgehogs", "naval-sortie", "show-all", "production-surge",
    "invaded", "offensive-axis", "offensive-allied", "offensive-soviet", "used-<card>",
)  # fmt: skip
TURN_NUMBERS: Final = ("panzer-steps", "automatic-taken", "replacement-cards", *(f"hand-{side}" for side in SIDES))
DESIGNED: Final = (VP, US_AT_WAR, *(points(pool) for pool in dict.fromkeys(POOLS.values()) if pool != "turkish"))
"""Values that a scenario gives, which the designer has words for."""
TRAITS: Final = (
    "lcu", "scu", "panzer", "ss", "afrika", "dot", "mechanised", "front", "mechanised-front", "southwest-front",
    "tank-army", "shock-army", "stalin", "hungary-only", "eighth-italian", "first-british", "eighth-british",
    "desert-army", "canadian", "third-american", "seventh-american", "yugoslav-army",
)  # fmt: skip
MARKERS: Final = (
    MOVE, COMBAT, *TRENCHES, FORT_DESTROYED, STAND_FAST, PARTISANS, *BEACHHEADS, LUFTWAFFE_SUPPLY,
    *map(held_by, OTHER_ALLIES),
)  # fmt: skip
MARKS: Final = (MOVED, FOUGHT, RETREATED, REDEPLOYED, FULLY, OUT, DIGGING, REBUILT)
WITHIN: Final = ("movement", "combat")
"""What a position may begin with in the middle of a round."""


def _phases() -> Iterator[LexiconWord]:
    """The rounds are told apart by their numbers alone."""
    rounds = {f"round-{number}": "lexicon.round" for number in range(1, ROUNDS + 1)}
    ends = {f"{name}-over": "lexicon.round-over" for name in rounds}
    shared = rounds | ends
    for each in phases(SEQUENCE, SIDES):
        yield from alike(message(shared[each.text]), (each,)) if each.text in shared else (each,)
    yield from words(WordKind.PHASE, WITHIN)


def _values() -> Iterator[LexiconWord]:
    kind = WordKind.VALUE
    for name in DESIGNED:
        yield from alike(message(f"value.{name}.about"), (word(kind, name, takes=Takes.NUMBER),))
    commands = (NONE, OFFENSIVE, HITLER, STALIN, SOVIET_OFFENSIVE)
    for side in SIDES:
        yield from alike(message(f"value.{orders(side)}.about"), (word(kind, orders(side), among=commands),))
        yield word(kind, last_use(side), among=tuple(Use))
    yield from words(kind, (points("turkish"), ROUND, ROME_TAKEN, RENOUNCED), takes=Takes.NUMBER)
    yield from words(kind, (at_war(each) for each in (*NEUTRALS, "vichy")))
    yield word(kind, "invaded-<letter>", takes=Takes.NUMBER)
    played = (word(kind, event(slug), takes=Takes.NUMBER) for slug in LASTING)
    yield from alike(message("lexicon.event-played"), played)
    opened = (word(kind, f"opened-{until}", takes=Takes.FLAG) for until in CLOSED_UNTIL)
    yield from alike(message("lexicon.space-opened"), opened)
    yield from _of_the_round()
    yield from _of_the_turn()


def _of_the_round() -> Iterator[LexiconWord]:
    """What is gone when the round is over."""
    kind = WordKind.VALUE
    on_the_die = (word(kind, f"{ROUND_PREFIX}drm-{name}", takes=Takes.NUMBER) for name in ON_THE_DIE)
    yield from alike(message("lexicon.on-the-die"), on_the_die)
    yield from words(kind, (ROUND_PREFIX + name for name in ROUND_FLAGS), takes=Takes.FLAG)
    yield word(kind, f"{ROUND_PREFIX}second-attack", takes=Takes.UNIT)
    yield word(kind, f"{ROUND_PREFIX}second-advance", takes=Takes.NUMBER)
    yield word(kind, f"{ROUND_PREFIX}only-target", takes=Takes.PLACE)


def _of_the_turn() -> Iterator[LexiconWord]:
    """What is gone when the turn is over."""
    kind = WordKind.VALUE
    yield from words(kind, (TURN_PREFIX + name for name in TURN_FLAGS), takes=Takes.FLAG)
    yield from words(kind, (TURN_PREFIX + name for name in TURN_NUMBERS), takes=Takes.NUMBER)
    reinforced = (word(kind, f"{TURN_PREFIX}reinforced-{nation}", takes=Takes.FLAG) for nation in Nation)
    yield from alike(message("lexicon.nation-reinforced"), reinforced)


def _pools() -> Iterator[LexiconWord]:
    for pile in (deck, hand, shown, discard, table, kept, removed_cards, aside):
        yield from words(WordKind.POOL, map(pile, SIDES))


def _card_words() -> Iterator[LexiconWord]:
    """Cards have their words on them already."""
    pools = (points(pool) for pool in dict.fromkeys(POOLS.values()) if pool != "turkish")
    for name in ("ops", *pools):
        yield from alike(message(f"card-value.{name}"), (word(WordKind.CARD_VALUE, name, takes=Takes.NUMBER),))
    for name in ("blitzkrieg", "total-war", "combat", "dual", "invasion"):
        yield from alike(message(f"card-trait.{name}"), (word(WordKind.CARD_TRAIT, name),))


LEXICON: Final = Lexicon(
    (
        *words(WordKind.SIDE, SIDES),
        *_phases(),
        *words(WordKind.SEASON, ("summer", "fall", "winter", "spring")),
        *words(WordKind.MARK, MARKS),
        word(WordKind.UNIT_VALUE, DUE, takes=Takes.NUMBER),
        word(WordKind.UNIT_VALUE, THEATRE, among=(NORTH_WEST, MEDITERRANEAN, EITHER)),
        word(WordKind.UNIT_VALUE, NEUTRAL, among=NEUTRALS),
        *words(WordKind.UNIT_VALUE, (SETUP, FREE_SETUP)),
        *words(WordKind.UNIT_VALUE, (EXPEDITION, SLEDGEHAMMER), takes=Takes.FLAG),
        *_values(),
        *words(WordKind.MARKER, MARKERS),
        *words(WordKind.BOX, BOXES),
        *_pools(),
        *words(WordKind.TRAIT, TRAITS),
        *words(WordKind.FACTOR, ("combat", "loss", "movement"), takes=Takes.NUMBER),
        *_card_words(),
        word(WordKind.RESULT, "<number>", "fire-small", "fire-large"),
        word(WordKind.RESULT, "<number>/<number>", GIVEN),
        *alike(message("lexicon.column-shift"), (word(WordKind.RESULT, "<number>", "shifts"),)),
        *die_faces(6, lots=LARGEST_HAND),
    )
)
