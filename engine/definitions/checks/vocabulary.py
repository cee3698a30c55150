"""Words of the game in scenarios, counters, orders of battle and cards: its lexicon knows them all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.definitions.checks.context import Context, Scene
from engine.definitions.issues import Issue
from engine.definitions.word_checks import Named, word_faults
from engine.definitions.word_uses import in_card, in_formation, in_scenario, in_type, in_unit


def unknown_words(context: Context) -> Iterator[Issue]:
    """Each once, though several scenarios may share a document."""
    told: set[Issue] = set()
    for scene in context.scenes:
        for found in words_of(scene):
            if found not in told:
                told.add(found)
                yield found


def words_of(scene: Scene) -> Iterator[Issue]:
    """What is wrong with the words of a scenario and of everything it names."""
    lexicon = scene.ruleset.lexicon
    if lexicon is None:
        return
    things = _things(scene)
    yield from word_faults(lexicon, in_scenario(scene.scenario), scene.loaded.where, things)
    for counter in scene.all_types:
        yield from word_faults(lexicon, in_type(counter.item, counter.path), counter.holder.where, things)
    for unit in scene.all_units:
        yield from word_faults(lexicon, in_unit(unit.item, unit.path), unit.holder.where, things)
    for formation in scene.all_formations:
        yield from word_faults(lexicon, in_formation(formation.item, formation.path), formation.holder.where, things)
    for card in scene.all_cards:
        yield from word_faults(lexicon, in_card(card.item, card.path), card.holder.where, things)


def _things(scene: Scene) -> dict[str, Named]:
    cards = {card.item.id for card in scene.all_cards}
    things: dict[str, Named] = {"unit": scene.units.__contains__, "card": cards.__contains__}
    places = scene.places
    if places is not None:
        things["place"] = lambda label: places.find(label) is not None
    return things
