"""Chapters 6.2 and 7: what a side does with its round, and the ways to use a card."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round
from tests.helpers.positions import Scene

LINE = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk"
UNITS = {"army": "warsaw", "front": "minsk", "stalin": "moscow"}


def axis(*cards: str, **more: Any) -> Scene:
    return in_round(UNITS, LINE, "axis", cards=cards, **more)


def allies(*cards: str, **more: Any) -> Scene:
    return in_round(UNITS, LINE, "allied", cards=cards, **more)


# 7.1, 7.2: the five uses


@pytest.mark.rule("barbarossa-to-berlin:7.1", "barbarossa-to-berlin:7.2")
def test_a_plain_card_is_used_in_one_of_four_ways() -> None:
    scene = axis("axis-07")
    uses = ("ops", "sr", "rp", "event")
    assert scene.choices("play-card") == tuple(f"play-card axis-07 {use}" for use in uses)
    assert scene.refused("play-card axis-07 event+ops") == "7.1"
    assert scene.refused("play-card axis-07 combat") == "7.1"
    assert scene.refused("play-card axis-08 ops") == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:7.1", "barbarossa-to-berlin:7.6")
def test_a_combat_card_is_no_event() -> None:
    scene = axis("axis-10")
    assert scene.choices("play-card") == tuple(f"play-card axis-10 {use}" for use in ("ops", "sr", "rp"))
    assert scene.refused("play-card axis-10 event") == "7.6.4"


@pytest.mark.rule("barbarossa-to-berlin:7.1/a", "barbarossa-to-berlin:7.6")
def test_a_dual_card_is_event_and_operation_in_one_round_or_either_alone() -> None:
    both = axis("axis-25").play("play-card axis-25 event+ops")
    assert both.state.frames[-1].points == 4  # type: ignore[attr-defined]
    assert both.state.values["round-drm-axis-vs-soviet"] == 1
    alone = axis("axis-25").play("play-card axis-25 event")
    assert alone.state.side == "allied"
    plain = axis("axis-25").play("play-card axis-25 ops")
    assert "round-drm-axis-vs-soviet" not in plain.state.values


@pytest.mark.rule("barbarossa-to-berlin:7.2")
def test_one_point_is_to_be_had_without_a_card() -> None:
    scene = axis().play("automatic")
    assert scene.state.frames[-1].points == 1  # type: ignore[attr-defined]
    assert allies().allows("automatic")


@pytest.mark.rule("barbarossa-to-berlin:7.2", "barbarossa-to-berlin:16.1")
def test_only_the_allies_use_a_round_for_partisans() -> None:
    called = {"values": {"event-partisans": 4}, "axis": ["brest"]}
    assert axis(**called).refused("call-partisans") == "6.2"
    scene = allies(**called)
    assert scene.play("call-partisans").allows("place-partisans brest")
    assert allies().refused("call-partisans") == "16.1"


@pytest.mark.rule("barbarossa-to-berlin:6.2")
def test_the_sides_take_turns_with_the_axis_first() -> None:
    scene = axis(number=1).play("automatic", "done")
    assert (scene.state.side, scene.state.values["round"]) == ("allied", 1)
    scene = scene.play("automatic", "done")
    assert (scene.state.side, scene.state.values["round"]) == ("axis", 2)


@pytest.mark.rule("barbarossa-to-berlin:7.3", "barbarossa-to-berlin:5.3")
def test_when_a_round_is_over_its_markers_and_values_go() -> None:
    scene = axis("axis-25").play("play-card axis-25 event+ops", "activate warsaw move", "done")
    after = scene.play("step-to army brest", "done")
    assert after.state.side == "allied"
    assert not after.state.markers
    assert not [name for name in after.state.values if name.startswith("round-")]
    assert not after.unit("army").marks


# 7.4, 7.5


@pytest.mark.rule("barbarossa-to-berlin:7.4", "barbarossa-to-berlin:7.4/a")
def test_redeployment_has_the_points_of_its_card_and_never_twice_running() -> None:
    scene = axis("axis-07", "axis-04").play("play-card axis-07 sr")
    assert scene.state.frames[-1].points == 5  # type: ignore[attr-defined]
    after = scene.play("done", "automatic", "done")
    assert after.refused("play-card axis-04 sr") == "7.4"
    assert after.allows("play-card axis-04 rp")
    later = after.play("automatic", "done", "automatic", "done")
    assert later.allows("play-card axis-04 sr")


@pytest.mark.rule("barbarossa-to-berlin:7.4/a", "barbarossa-to-berlin:7.5/c", "barbarossa-to-berlin:6.6")
@pytest.mark.parametrize("use", ["sr", "rp"])
def test_a_new_turn_forgets_the_last_use_of_the_old(use: str) -> None:
    before = axis("axis-07", values={"last-use-axis": use})
    assert before.refused(f"play-card axis-07 {use}") == ("7.4" if use == "sr" else "7.5")
    scene = axis("axis-07", phase="reckoning", values={"last-use-axis": use}, dice=[1, 1])
    assert scene.state.turn == 7
    assert scene.allows(f"play-card axis-07 {use}")


@pytest.mark.rule("barbarossa-to-berlin:7.5", "barbarossa-to-berlin:7.5/c")
def test_replacements_are_recorded_by_nation_and_the_round_is_over() -> None:
    after = axis("axis-07", "axis-04").play("play-card axis-07 rp")
    assert after.state.side == "allied"
    assert after.state.values["rp-german"] == 8  # in half points
    assert "rp-axis" not in after.state.values  # nobody is left to use them
    again = after.play("automatic", "done")
    assert again.refused("play-card axis-04 rp") == "7.5"
    assert again.allows("play-card axis-04 sr")


@pytest.mark.rule("barbarossa-to-berlin:7.5/b")
def test_points_for_allies_of_germany_need_an_ally_in_the_war() -> None:
    for units, values, points in (
        ({}, {}, 0),
        ({"huc": "warsaw"}, {}, 4),
        ({"itc": "warsaw"}, {}, 4),
        ({"itc": "warsaw"}, {"event-italy-defects": 5}, 0),
        ({"itc": "removed"}, {}, 0),
    ):
        scene = in_round({**UNITS, **units}, LINE, "axis", cards=["axis-07"], values=values)
        assert scene.play("play-card axis-07 rp").state.values.get("rp-axis", 0) == points


@pytest.mark.rule("barbarossa-to-berlin:7.5/a", "barbarossa-to-berlin:17.2", "barbarossa-to-berlin:14.5.5")
@pytest.mark.parametrize(
    ("more", "american", "soviet"),
    [
        ({}, 0, 10),
        ({"values": {"us-at-war": 4}}, 6, 10),
        ({"axis": ["moscow"]}, 0, 8),
    ],
)
def test_americans_record_in_war_and_soviets_less_without_moscow(
    more: dict[str, Any], american: int, soviet: int
) -> None:
    after = allies("allied-07", **more).play("play-card allied-07 rp")
    assert after.state.values["rp-british"] == 4
    assert after.state.values.get("rp-american", 0) == american
    assert after.state.values["rp-soviet"] == soviet


@pytest.mark.rule("barbarossa-to-berlin:14.5.5")
def test_soviet_points_shrink_while_stalin_is_away() -> None:
    units = {"army": "warsaw", "front": "minsk", "stalin": "smolensk"}
    after = in_round(units, LINE, "allied", cards=["allied-07"]).play("play-card allied-07 rp")
    assert after.state.values["rp-soviet"] == 8


@pytest.mark.rule("barbarossa-to-berlin:7.5/d")
@pytest.mark.parametrize(
    ("turn", "played", "allowed"),
    [(7, 5, True), (8, 1, True), (8, 2, False), (11, 2, False), (12, 0, True), (12, 1, False)],
)
def test_the_axis_plays_fewer_replacement_cards_as_the_war_goes_on(turn: int, played: int, allowed: bool) -> None:
    values = {"turn-replacement-cards": played} if played else {}
    scene = axis("axis-07", turn=turn, values=values)
    assert scene.allows("play-card axis-07 rp") == allowed
    if not allowed:
        assert scene.refused("play-card axis-07 rp") == "7.5"


@pytest.mark.rule("barbarossa-to-berlin:7.5")
def test_replacement_cards_of_the_axis_are_counted_for_the_turn() -> None:
    after = axis("axis-07", turn=8).play("play-card axis-07 rp")
    assert after.state.values["turn-replacement-cards"] == 1
    assert allies("allied-07", turn=12, values={"turn-replacement-cards": 2}).allows("play-card allied-07 rp")


# 7.6.1, 7.9


@pytest.mark.rule("barbarossa-to-berlin:7.6.1", "barbarossa-to-berlin:7.9")
@pytest.mark.parametrize(
    ("card", "use", "pile"),
    [
        ("axis-09", "event", "axis-removed"),
        ("axis-09", "ops", "axis-table"),
        ("axis-09", "sr", "axis-table"),
        ("axis-09", "rp", "axis-table"),
        ("axis-15", "event", "axis-table"),
        ("axis-03", "event+ops", "axis-removed"),
    ],
)
def test_an_asterisk_takes_a_card_out_of_the_game_when_its_event_is_played(card: str, use: str, pile: str) -> None:
    after = axis(card).play(f"play-card {card} {use}")
    assert card in after.state.pool(pile)
    assert card not in after.state.pool("axis-hand")
    assert after.told("card-left")[0].removed == (pile == "axis-removed")


@pytest.mark.rule("barbarossa-to-berlin:7.9")
def test_what_was_used_lies_open_until_the_next_round_of_its_side() -> None:
    scene = axis("axis-07").play("play-card axis-07 rp")
    view = scene.game.view(scene.state, Side("allied"))
    assert view.pool("axis-table") == ("axis-07",)
    after = scene.play("automatic", "done", "automatic")
    assert after.state.pool("axis-table") == ()
    assert after.game.view(after.state, Side("allied")).pool("axis-discard") == ("?",)


# 4.4: turn 1


@pytest.mark.rule("barbarossa-to-berlin:4.4")
def test_the_axis_opens_with_its_opening_card_as_an_event_and_nothing_else() -> None:
    scene = axis("axis-01", "axis-07", turn=1, number=1)
    assert scene.choices("play-card") == ("play-card axis-01 event",)
    for other in ("play-card axis-01 ops", "play-card axis-07 event", "automatic"):
        assert scene.refused(other) == "4.4"
    assert axis("axis-02", turn=1, number=1).choices("play-card") == ("play-card axis-02 event",)
    assert scene.menu.prompt.key == "prompt.btb.round-opening"
    assert axis("axis-07", turn=6).menu.prompt.key == "prompt.btb.round"


@pytest.mark.rule("barbarossa-to-berlin:7.2")
def test_a_side_that_can_play_no_card_is_not_asked_for_one() -> None:
    scene = axis(turn=6)
    assert scene.menu.prompt.key == "prompt.btb.round-no-card"
    assert scene.allows("automatic")


@pytest.mark.rule("barbarossa-to-berlin:4.4/a", "barbarossa-to-berlin:7.5")
def test_the_allies_neither_replace_nor_reinforce_on_turn_1() -> None:
    scene = allies("allied-24", turn=1, number=1)
    assert scene.choices("play-card") == ("play-card allied-24 ops", "play-card allied-24 sr")
    assert scene.refused("play-card allied-24 rp") == "4.4"
    assert scene.refused("play-card allied-24 event") == "4.4"
    assert scene.allows("automatic")


# 15.1: the thaw


@pytest.mark.rule("barbarossa-to-berlin:15.1")
@pytest.mark.parametrize(("turn", "number", "thaw"), [(5, 1, True), (5, 2, True), (5, 3, False), (6, 1, False)])
def test_no_card_serves_for_operations_alone_in_the_thaw(turn: int, number: int, thaw: bool) -> None:
    scene = axis("axis-13", turn=turn, number=number)
    assert scene.allows("play-card axis-13 ops") != thaw
    assert scene.allows("play-card axis-13 event+ops")
    assert scene.allows("automatic")
    if thaw:
        assert scene.refused("play-card axis-13 ops") == "15.1"


@pytest.mark.rule("barbarossa-to-berlin:15.1")
def test_an_event_that_is_none_in_the_thaw_says_so_of_itself() -> None:
    scene = axis("axis-12", turn=5, number=1)
    steps = {
        use: scene.ask("try", [{"kind": "play-card", "card": "axis-12", "use": use}]).steps[0]
        for use in ("ops", "event", "event+ops")
    }
    assert {step.rule for step in steps.values()} == {"15.1"}
    assert steps["event"].message == steps["event+ops"].message != steps["ops"].message


@pytest.mark.rule("barbarossa-to-berlin:17.4")
def test_war_is_declared_at_the_start_of_a_round_which_then_goes_on() -> None:
    units = {**UNITS, "tu-1-army": {"at": "to-come", "type": "turkish-army"}}
    scene = in_round(units, LINE + "; warsaw - istanbul - ankara", "axis", cards=["axis-07"])
    after = scene.play("declare-war turkey")
    assert after.state.side == "axis"
    assert after.refused("declare-war turkey") == "17.4"
    assert after.refused("declare-war sweden") == "17.4"
    assert after.allows("play-card axis-07 ops")


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_invasions_are_renounced_in_the_first_allied_round() -> None:
    after = allies(turn=14, number=1).play("renounce-invasions")
    assert after.state.values["invasions-renounced"] == 14
    assert after.allows("automatic")
    assert allies(turn=14, number=2).refused("renounce-invasions") == "7.6.3"
