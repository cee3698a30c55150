"""What differs between two scenarios is told with the whole name of its place."""

from __future__ import annotations

from editor.model.design.comparison import compare
from editor.model.design.design import Design
from editor.model.design.spoken import Group
from engine.definitions.cards import Card, Cards
from engine.definitions.scenario import Marker, Objective, WinCondition
from tests.editor.commands.design.anything import furnished


def test_a_place_whose_number_has_a_space_in_it_stays_whole() -> None:
    ford = furnished(1)
    scenario = ford.scenario.replace(
        markers=(Marker(at="19 O", marker="trench"),), objectives=(Objective(at="20 P", value=1),)
    )
    other = Design(ford.documents, scenario, ford.plan, ford.places)
    found = {each.place: each.name for each in compare(ford, other) if each.there is not None}
    assert found["20 P"] == "20 P"
    assert found["19 O"] == "19 O trench"
    assert {each.group for each in compare(ford, other)} == {Group.MARKERS, Group.OBJECTIVES}


def test_ways_to_win_and_cards_are_compared_too() -> None:
    ford = furnished(1)
    side = ford.scenario.sides[0]
    deck = Cards(id="own-deck", cards=(Card(id="rain", name="Rain", text="Nobody moves.", removed_after_event=True),))
    held = WinCondition(side=side, score_from=3, name="The ford is ours")
    scenario = ford.scenario.replace(cards=(*ford.scenario.cards, deck.id), victory=(held,))
    other = Design({**ford.documents, ("cards", deck.id): deck}, scenario, ford.plan, ford.places)
    found = {(each.group, each.name): each for each in compare(ford, other)}
    card, won = found[Group.CARDS, "Rain"], found[Group.VICTORY, "Condition 1"]
    assert (card.here, card.there) == (
        None, "name Rain, leaves the game when its event was played yes, text Nobody moves."
    )  # fmt: skip
    assert won.here is None
    assert won.there is not None
    assert "The ford is ours" in won.there
