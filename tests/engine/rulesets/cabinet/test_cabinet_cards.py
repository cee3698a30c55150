"""Cabinet, chapters 2, 3 and 6: hands, bids and events."""

from __future__ import annotations

import pytest

from engine.core.ids import CardId, UnitId
from tests.helpers.toys.cabinet.materials import NORTH, SOUTH
from tests.helpers.toys.cabinet.records import (
    Bid,
    BidsRevealed,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardSeen,
    DeckReshuffled,
    Discard,
    Pass,
    Raise,
    Rebuild,
    ShotsFired,
)
from tests.helpers.toys.cabinet.table import event, operations, table
from tests.helpers.toys.cabinet.victory import ambitions_open


@pytest.mark.rule("toy-cabinet:2.1")
def test_hands_are_filled_to_four_cards() -> None:
    found = table("""
        setup: scenario
        phase: cards
        pools: {hand-north: [n-levy], deck-north: [n-staff, n-scouts, n-depots, n-reserve]}
    """)
    assert found.state.pool("hand-north") == ("n-levy", "n-staff", "n-scouts", "n-depots")
    assert found.state.pool("deck-north") == ("n-reserve",)
    assert len(found.state.pool("hand-south")) == 4


@pytest.mark.rule("toy-cabinet:2.2")
def test_an_empty_deck_is_made_of_the_discards_and_removed_cards_stay_away() -> None:
    position = """
        setup: scenario
        turn: 1
        phase: rounds
        side: north
        pools:
          hand-north: []
          deck-north: [n-levy]
          discard-north: [n-staff, n-scouts, n-depots, n-couriers]
          removed: [n-mobilisation]
    """
    found = table(position).do(*[Pass()] * 6)
    assert DeckReshuffled(NORTH, 4) in found.events
    assert found.last(CardsDrawn).number == 4
    assert set(found.state.pool("hand-north")) | set(found.state.pool("deck-north")) == {
        "n-levy", "n-staff", "n-scouts", "n-depots", "n-couriers",
    }  # fmt: skip
    assert found.state.pool("removed") == ("n-mobilisation",)


@pytest.mark.rule("toy-cabinet:2.3")
def test_the_sides_play_three_rounds_each_and_may_pass() -> None:
    found = table("""
        setup: scenario
        phase: rounds
        side: north
        pools: {hand-north: [n-levy], hand-south: [s-levy]}
    """)
    sides = []
    while found.state.turn == 1:
        sides.append(found.game.menu(found.state).side)
        found.do(Pass())
    assert sides == [NORTH, SOUTH] * 3
    assert found.refused(operations("s-levy")) == "3.1"


def test_only_cards_of_the_own_hand_can_be_played() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-levy], hand-south: [s-levy]}}")
    assert found.refused(operations("s-levy")) == "2.3"
    assert found.refused(operations("n-reserve")) == "2.3"


@pytest.mark.rule("toy-cabinet:2.4")
def test_a_card_played_for_operations_gives_its_points_and_is_discarded() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-levy]}}").do(
        operations("n-levy")
    )
    assert found.game.menu(found.state).prompt.args["points"] == 3
    assert found.state.pool("discard-north") == ("n-levy",)


@pytest.mark.rule("toy-cabinet:2.5")
def test_an_event_needs_a_card_that_has_one_and_may_remove_it() -> None:
    found = table("""
        setup: scenario
        phase: rounds
        side: north
        pools: {hand-north: [n-staff, n-mobilisation, n-sappers], hand-south: []}
    """)
    assert found.refused(event("n-staff")) == "2.5"
    found.do(event("n-mobilisation"), Pass(), event("n-sappers"))
    assert found.state.pool("removed") == ("n-mobilisation",)
    assert found.state.pool("discard-north") == ("n-sappers",)
    assert found.events[0] == CardPlayed(NORTH, CardId("n-mobilisation"), "event", removed=True)


@pytest.mark.rule("toy-cabinet:3.1")
def test_bids_are_sealed_until_both_are_made() -> None:
    found = table("{setup: scenario, phase: initiative, pools: {hand-north: [n-levy], hand-south: [s-staff]}}")
    assert found.refused(Bid(CardId("s-staff"))) == "3.1"
    found.do(Bid(CardId("n-levy")))
    assert found.game.view(found.state, NORTH).sealed[NORTH]["bid"] == "n-levy"
    assert not found.game.view(found.state, SOUTH).sealed[NORTH]
    assert found.game.menu(found.state).side == SOUTH


@pytest.mark.rule("toy-cabinet:3.2")
@pytest.mark.parametrize(("north", "south", "first"), [("n-reserve", "s-staff", NORTH), ("n-staff", "s-levy", SOUTH)])
def test_the_higher_bid_moves_first_and_south_on_equal_ones(north: str, south: str, first: str) -> None:
    found = table(f"{{setup: scenario, phase: initiative, pools: {{hand-north: [{north}], hand-south: [{south}]}}}}")
    found.do(Bid(CardId(north)), Bid(CardId(south)))
    assert found.last(BidsRevealed).first == first
    assert found.game.menu(found.state).side == first
    assert found.state.pool("discard-north") == (north,)
    assert not found.state.pool("hand-south")


LEVY = """
    setup: scenario
    phase: rounds
    side: north
    units: {n-1: {at: eliminated-north, step: 1}, s-3: highmoor, n-3: millbrook, n-horse: stonegate}
    control: {south: [highmoor]}
    pools: {hand-north: [n-levy], hand-south: []}
"""


@pytest.mark.rule("toy-cabinet:6.1")
def test_levy_raises_a_lost_unit_in_a_home_space_one_controls() -> None:
    found = table(LEVY).do(event("n-levy"))
    raised = UnitId("n-1")
    assert found.refused(Raise(raised, found.at("highmoor"))) == "6.1"
    assert found.refused(Raise(raised, found.at("vale"))) == "6.1"
    assert found.refused(Raise(UnitId("n-2"), found.at("stonegate"))) == "6.1"
    found.do(Raise(raised, found.at("stonegate")))
    assert (found.where("n-1"), found.unit("n-1").step) == ("stonegate", 1)


def test_levy_cannot_be_played_when_nobody_is_lost() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-levy]}}")
    assert found.refused(event("n-levy")) == "6.1"


@pytest.mark.rule("toy-cabinet:6.2")
def test_spies_see_a_card_and_its_owner_discards_one() -> None:
    found = table("""
        setup: scenario
        phase: rounds
        side: north
        pools: {hand-north: [n-spies], hand-south: [s-staff, s-levy]}
        given: {dice: [2]}
    """).do(event("n-spies"))
    seen = found.last(CardSeen)
    assert seen.card == "s-levy"
    assert seen.seen_by(NORTH).card == "s-levy"
    assert found.game.menu(found.state).side == SOUTH
    assert found.refused(Discard(CardId("n-spies"))) == "6.2"
    found.do(Discard(CardId("s-staff")))
    assert found.events[-1] == CardDiscarded(SOUTH, CardId("s-staff"))
    assert found.state.pool("hand-south") == ("s-levy",)


def test_spies_find_nothing_in_an_empty_hand() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-spies], hand-south: []}}")
    assert found.refused(event("n-spies")) == "6.2"


@pytest.mark.rule("toy-cabinet:6.3")
def test_sappers_break_one_of_two_connections_until_the_end_of_the_turn() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-sappers], hand-south: []}}")
    found.do(event("n-sappers"))
    assert found.refused(found.breaking("vale", "orchard", "road")) == "6.3"
    road = found.breaking("millbrook", "crossing", "road")
    found.do(road)
    assert found.state.side_markers[road.edge]["broken"] == 1
    found.do(*[Pass()] * 5)
    assert found.state.turn == 2
    assert not found.state.side_markers


@pytest.mark.rule("toy-cabinet:6.4")
def test_mobilisation_rebuilds_a_reduced_unit_and_is_remembered() -> None:
    found = table("""
        setup: scenario
        phase: rounds
        side: north
        units: {n-1: {at: millbrook, step: 1}}
        pools: {hand-north: [n-mobilisation]}
    """).do(event("n-mobilisation"))
    assert found.refused(Rebuild(UnitId("n-2"))) == "6.4"
    found.do(Rebuild(UnitId("n-1")))
    assert found.unit("n-1").step == 0
    assert found.state.extra.mobilised == {NORTH}


@pytest.mark.rule("toy-cabinet:6.5/a")
def test_the_grand_offensive_needs_mobilisation() -> None:
    found = table("{setup: scenario, phase: rounds, side: north, pools: {hand-north: [n-offensive]}}")
    assert found.refused(event("n-offensive")) == "6.5"


@pytest.mark.rule("toy-cabinet:6.5")
def test_attacks_of_the_grand_offensive_gain_a_column() -> None:
    found = table("""
        setup: scenario
        phase: rounds
        side: north
        extra: {mobilised: [north]}
        units: {s-1: abbey, n-3: highmoor, n-horse: stonegate}
        pools: {hand-north: [n-offensive]}
        given: {dice: [1, 1]}
    """).do(event("n-offensive"))
    assert found.game.menu(found.state).prompt.args["points"] == 4
    found.do(found.assault("highmoor", "abbey"))
    assert found.last(ShotsFired).attack_column == "3"


def test_a_sealed_bid_is_imagined_as_a_card_of_the_hand_that_is_imagined() -> None:
    found = table("{setup: scenario, phase: cards}")
    own = found.state.pool("hand-north")[0]
    found.do(Bid(own))
    view = found.game.view(found.state, SOUTH)
    bids = set()
    for salt in range(30):
        imagined = found.game.imagine(view, salt)
        bid = imagined.sealed[NORTH]["bid"]
        assert bid in imagined.pool("hand-north")
        assert imagined.pool("hand-south") == found.state.pool("hand-south")
        found.game.apply(imagined, Bid(imagined.pool("hand-south")[0]))
        bids.add(bid)
    assert len(bids) > 3


def test_an_ambition_that_is_not_seen_may_be_any_open_place() -> None:
    found = table("{setup: scenario, phase: cards}")
    states = [found.game.imagine(found.game.view(found.state, NORTH), salt) for salt in range(40)]
    assert {state.extra.ambitions[NORTH] for state in states} == {found.state.extra.ambitions[NORTH]}
    assert {state.extra.ambitions[SOUTH] for state in states} == set(ambitions_open(found.game))
