"""6.5, 7.8 and 7.9: discarding, drawing, and the growth of the decks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

LINE = "berlin - warsaw - bucharest; warsaw - minsk - moscow - baku - sverdlovsk; berlin - stockholm; moscow - grozny"
UNITS = {"army": "warsaw", "front": "moscow"}
SEVEN = [f"axis-{number:02}" for number in range(3, 10)]
OTHERS = [f"allied-{number:02}" for number in range(2, 9)]


def drawing(phase: str = "discard", side: str = "axis", **more: Any) -> Scene:
    """Hands of seven on both sides, and as much iron and oil as leaves them at that."""
    given: dict[str, Any] = {
        "phase": phase,
        "side": side,
        "features": {"grozny": "resource=oil"},
        "axis": ["stockholm"],
        "pools": {"axis-hand": SEVEN, "allied-hand": OTHERS},
    }
    return campaign(UNITS, LINE, **{**given, **more})


@pytest.mark.rule("barbarossa-to-berlin:6.5", "barbarossa-to-berlin:7.9")
def test_each_side_discards_what_it_likes_and_draws_up_to_its_hand() -> None:
    scene = drawing()
    after = scene.play("discard-card axis-03", "discard-card axis-04", "done")
    assert after.menu.side == "allied"
    assert after.state.pool("axis-discard") == ("axis-03", "axis-04")
    after = after.play("discard-card allied-02", "done")
    assert len(after.state.pool("axis-hand")) == 7
    assert len(after.state.pool("allied-hand")) == 7
    assert "axis-03" not in after.state.pool("axis-hand")
    assert [drawn.count for drawn in after.told("cards-drawn")] == [2, 1]


@pytest.mark.rule("barbarossa-to-berlin:7.9")
def test_nobody_sees_what_the_enemy_discards_or_draws() -> None:
    scene = drawing().play("discard-card axis-03", "done", "done")
    view = scene.game.view(scene.state, Side("allied"))
    assert view.pool("axis-discard") == ("?",)
    assert set(view.pool("axis-hand")) == {"?"}
    for event in scene.events:
        seen = event.seen_by(Side("allied"))
        if event.kind == "card-discarded":
            assert seen.card is None  # type: ignore[attr-defined]
        if event.kind == "cards-drawn" and event.side == "axis":  # type: ignore[attr-defined]
            assert seen.cards is None  # type: ignore[attr-defined]


@pytest.mark.rule("barbarossa-to-berlin:7.9")
def test_a_card_that_is_not_held_is_named() -> None:
    scene = drawing()
    refusal = scene.game.explain(scene.state, scene.action("discard-card axis-30"))
    assert refusal is not None
    assert refusal.rule == "7.9"
    assert refusal.message.args == {"card": "axis-30"}


@pytest.mark.rule("barbarossa-to-berlin:7.7", "barbarossa-to-berlin:6.5")
def test_a_hand_that_is_too_large_shrinks() -> None:
    scene = drawing(values={"turn-hand-axis": -2})
    assert scene.refused("done") == "7.7"
    once = scene.play("discard-card axis-03")
    assert once.refused("done") == "7.7"
    assert once.play("discard-card axis-04").allows("done")


@pytest.mark.rule("barbarossa-to-berlin:7.9")
def test_a_deck_that_runs_out_is_made_anew_of_the_discards() -> None:
    pools = {"axis-hand": SEVEN[:4], "axis-deck": ["axis-20"], "axis-discard": ["axis-21", "axis-22", "axis-23"]}
    rest = [f"axis-{number:02}" for number in range(1, 56) if f"axis-{number:02}" not in str(pools)]
    scene = drawing(phase="draw", pools={**pools, "axis-removed": rest, "allied-hand": OTHERS})
    hand = scene.state.pool("axis-hand")
    assert len(hand) == 7
    assert "axis-20" in hand
    assert len({"axis-21", "axis-22", "axis-23"} & set(hand)) == 2
    assert scene.state.pool("axis-discard") == ()
    assert len(scene.state.pool("axis-deck")) == 1


@pytest.mark.rule("barbarossa-to-berlin:7.9")
def test_when_there_is_no_card_left_a_hand_stays_small() -> None:
    rest = [f"axis-{number:02}" for number in range(1, 56) if f"axis-{number:02}" not in SEVEN[:3]]
    scene = drawing(phase="draw", pools={"axis-hand": SEVEN[:3], "axis-removed": rest, "allied-hand": OTHERS})
    assert scene.state.pool("axis-hand") == tuple(SEVEN[:3])


@pytest.mark.rule("barbarossa-to-berlin:6.5")
def test_combat_cards_in_front_of_a_side_are_discarded_with_the_turn() -> None:
    pools = {"axis-hand": SEVEN[:6], "axis-played": ["axis-10"], "allied-hand": OTHERS}
    scene = drawing(pools=pools).play("done")
    assert scene.state.pool("axis-discard") == ("axis-10",)
    assert scene.state.pool("axis-played") == ()


@pytest.mark.rule("barbarossa-to-berlin:7.6.5")
def test_what_was_shown_is_hidden_again_before_anybody_draws() -> None:
    pools = {"axis-hand": SEVEN[:5], "axis-shown": SEVEN[5:], "allied-hand": OTHERS}
    scene = drawing(phase="showing", pools=pools)
    assert scene.state.frames[-1].kind == "discard"
    assert scene.state.pool("axis-shown") == ()
    assert sorted(scene.state.pool("axis-hand")) == SEVEN


# 7.8: the worked example: the Americans enter on turn 4, the cards come at the end of turn 7 and serve from turn 8


@pytest.mark.rule("barbarossa-to-berlin:7.8")
@pytest.mark.parametrize(("turn", "due"), [(6, False), (7, True), (8, False)])
def test_total_war_begins_three_turns_after_the_americans_entered(turn: int, due: bool) -> None:
    pools = {"axis-hand": SEVEN[:5], "allied-hand": OTHERS, "axis-discard": ["axis-13"]}
    scene = drawing(phase="draw", turn=turn, values={"us-at-war": 4}, pools=pools)
    if not due:
        assert len(scene.state.pool("axis-aside")) == 30
        assert scene.state.pool("axis-discard") == ("axis-13",)
        return
    assert scene.state.pool("axis-aside") == ()
    assert scene.state.pool("allied-aside") == ()
    assert scene.state.pool("axis-discard") == ()
    assert len(scene.state.pool("axis-deck")) == 55 - 5
    assert "axis-13" in scene.state.pool("axis-deck")


@pytest.mark.rule("barbarossa-to-berlin:7.8")
def test_the_axis_may_take_totaler_krieg_before_it_draws() -> None:
    pools = {"axis-hand": SEVEN[:5], "allied-hand": OTHERS}
    scene = drawing(phase="draw", turn=7, values={"us-at-war": 4}, pools=pools)
    assert scene.menu.side == "axis"
    after = scene.play("take-totaler-krieg")
    assert "axis-26" in after.state.pool("axis-hand")
    assert len(after.state.pool("axis-hand")) == 7
    declined = scene.play("done")
    assert len(declined.state.pool("axis-hand")) == 7


@pytest.mark.rule("barbarossa-to-berlin:7.8", "barbarossa-to-berlin:7.7")
def test_a_full_hand_has_no_room_for_totaler_krieg() -> None:
    scene = drawing(phase="draw", turn=7, values={"us-at-war": 4})
    assert scene.refused("take-totaler-krieg") == "7.7"
    assert scene.allows("done")


@pytest.mark.rule("barbarossa-to-berlin:7.8")
def test_from_the_next_turn_on_the_new_cards_are_played() -> None:
    pools = {"axis-hand": SEVEN[:5], "allied-hand": OTHERS}
    scene = drawing(phase="draw", turn=7, values={"us-at-war": 4}, pools=pools, dice=[1] * 60)
    after = scene.play("take-totaler-krieg")
    assert (after.state.turn, after.state.frames[-1].kind) == (8, "round")
    assert after.allows("play-card axis-26 ops")


def test_the_allies_know_that_totaler_krieg_can_be_taken_where_the_axis_is_asked() -> None:
    pools = {"axis-hand": SEVEN[:5], "allied-hand": OTHERS}
    scene = drawing(phase="draw", turn=7, values={"us-at-war": 4}, pools=pools)
    view = scene.game.view(scene.state, Side("allied"))
    for salt in range(20):
        imagined = scene.game.imagine(view, salt)
        assert "axis-26" in imagined.pool("axis-deck")
        assert scene.game.menu(imagined).side == "axis"
