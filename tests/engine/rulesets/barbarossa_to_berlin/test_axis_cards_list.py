"""The Axis cards as printed: points, replacements, and what sort of card each is."""

from __future__ import annotations

import pytest

from engine.core.ids import CardId
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.barbarossa_to_berlin.cards.events import EVENTS
from engine.rulesets.barbarossa_to_berlin.combat.combat_cards import COMBAT_CARDS

PRINTED = """
1 5 4 2 *; 2 4 3 1 *; 3 2 2 0 dual*; 4 4 3 1 *; 5 4 3 1 dual; 6 4 3 1 dual*; 7 5 4 2 *; 8 2 2 0 *; 9 4 3 1 *;
10 2 2 0 combat; 11 3 2 1; 12 3 2 1 dual*; 13 3 2 1 dual*; 14 5 4 2 *; 15 3 2 1; 16 5 4 2 *; 17 2 2 0 *;
18 2 2 0 combat*; 19 3 2 1 dual*; 20 2 2 0; 21 5 4 2 *; 22 4 3 1 *; 23 4 3 1 *; 24 3 2 1 *; 25 4 3 1 dual;
26 5 4 2 *; 27 3 2 1 *; 28 2 2 0 dual*; 29 2 2 0; 30 2 2 0 combat; 31 4 3 1 dual*; 32 5 4 2 *; 33 5 4 2 *;
34 5 4 2 *; 35 5 4 2 *; 36 5 4 2 *; 37 4 3 1 *; 38 3 2 1 *; 39 5 4 2 *; 40 3 2 1; 41 3 2 1 combat;
42 3 2 1 combat; 43 3 2 1 combat*; 44 2 2 0 combat*; 45 4 3 1 *; 46 3 2 1 dual*; 47 2 2 0 combat; 48 2 2 0 combat;
49 2 2 0 combat*; 50 4 3 1 dual*; 51 2 2 0; 52 4 3 1 *; 53 4 3 1 *; 54 2 2 0 *; 55 3 2 1 *
"""
"""Number, operations, German points, points of the other Axis nations, sort."""
CARDS = game_of(bundled_brief("europe-1941-45"), {}).materials.cards


@pytest.mark.parametrize("line", [" ".join(line.split()) for line in PRINTED.split(";")])
def test_each_card_is_as_printed(line: str) -> None:
    number, ops, german, axis, *sort = line.split()
    card = CARDS[CardId(f"axis-{int(number):02}")]
    assert (card.ops, card.replacements["german"], card.replacements["axis"]) == (int(ops), int(german), int(axis))
    said = "".join(sort)
    assert card.asterisk == said.endswith("*")
    assert (card.dual, card.combat) == ("dual" in said, "combat" in said)
    assert card.total_war == (int(number) > 25)
    assert not card.invasion


def test_every_axis_card_has_an_event_or_serves_in_combat() -> None:
    axis = [card for card in CARDS.values() if card.side == "axis"]
    assert len(axis) == 55
    for card in axis:
        assert (card.id in EVENTS) != (card.id in COMBAT_CARDS)
        assert card.combat == (card.id in COMBAT_CARDS)
