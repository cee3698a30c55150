"""7.5 and 7.6: railways."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.scenes import LINE, here, moving, town
from tests.helpers.positions import Scene, marked

GATCHINA = here(6, 4)
MOSCOW, VOLOGDA = here(12, 4), here(12, 6)
ENTRIES = {"parameters": {"rail_entries": {"moscow": MOSCOW, "vologda": VOLOGDA}}}


def white(units: dict[str, Any], **more: Any) -> Scene:
    settled = {
        "rails": [LINE],
        "features": [town(GATCHINA, "Gatchina")],
        "values": {"gatchina-taken": True},
        "control": {"white": LINE},
    }
    return moving(units, **{**settled, **more})


@pytest.mark.rule("white-october:7.5.1", "white-october:7.5.3")
def test_after_gatchina_one_point_goes_by_rail_in_a_turn() -> None:
    scene = white({"inf1": here(2, 4), "weak": here(3, 4), "inf": here(4, 4)})
    assert scene.refused(f"move-by-rail inf {here(9, 4)}") == "7.5.3"
    gone = scene.play(f"move-by-rail inf1 {here(9, 4)}")
    assert gone.place("inf1") == here(9, 4)
    assert gone.refused(f"move-by-rail weak {here(9, 4)}") == "7.5.3"
    assert gone.refused(f"step-to inf1 {here(9, 5)}") == "7.5.1"


@pytest.mark.rule("white-october:7.5.3/a")
def test_not_before_gatchina_has_fallen_nor_to_hexes_of_the_enemy() -> None:
    early = white({"inf1": here(2, 4)}, values={})
    assert early.refused(f"move-by-rail inf1 {here(9, 4)}") == "7.5.3"
    held = white({"inf1": here(2, 4)}, control={"white": LINE[:8], "red": LINE[8:]})
    assert held.refused(f"move-by-rail inf1 {here(10, 4)}") == "7.5.3"


@pytest.mark.rule("white-october:7.5.3/b")
def test_a_vehicle_counts_as_a_point() -> None:
    scene = white({"car": here(2, 4), "weak": here(2, 4), "inf": here(5, 4)})
    assert scene.play(f"move-by-rail car {here(5, 4)}").state.values["white-rail"] == 1


@pytest.mark.rule("white-october:7.5.1/a")
def test_no_train_goes_into_through_or_out_of_an_enemy_zone_that_nobody_covers() -> None:
    near = {"inf1": here(2, 4), "rifle": here(9, 3)}
    assert white(near).refused(f"move-by-rail inf1 {here(10, 4)}") == "7.5.1"
    assert white(near).refused(f"move-by-rail inf1 {here(11, 4)}") == "7.5.1"
    covered = {**near, "inf": here(9, 4), "weak": here(8, 3), "weak-2": here(8, 4), "weak-3": here(10, 3)}
    assert white({**covered, "weak-4": here(10, 4)}).allows(f"move-by-rail inf1 {here(9, 4)}")
    out = {"inf1": here(9, 4), "rifle": here(9, 3)}
    assert white(out).refused(f"move-by-rail inf1 {here(2, 4)}") == "7.5.1"


@pytest.mark.rule("white-october:7.5.1/c")
def test_march_and_train_are_not_combined() -> None:
    scene = white({"inf1": here(2, 3)}).play(f"step-to inf1 {here(2, 4)}")
    assert scene.refused(f"move-by-rail inf1 {here(9, 4)}") == "7.5.1"
    arrived = white({"inf1": here(2, 4)}).play(f"move-by-rail inf1 {here(9, 4)}")
    assert arrived.refused(f"step-to inf1 {here(9, 3)}") == "7.5.1"


@pytest.mark.rule("white-october:7.5.1/b")
def test_a_bridge_that_is_down_is_not_crossed() -> None:
    lone = white({"inf1": here(2, 4)}, sides={"broken-bridge": [f"{here(8, 4)}/NE"], "river": [f"{here(8, 4)}/NE"]})
    assert lone.refused(f"move-by-rail inf1 {here(10, 4)}") == "7.5.1"


def red(units: dict[str, Any], **more: Any) -> Scene:
    line = {"rails": [LINE, [VOLOGDA, here(11, 6), here(11, 5), here(11, 4)]], "charts": ENTRIES}
    return moving(units, side="red", **{**line, **more})


def due(turn: int = 1, entry: str = MOSCOW, **more: Any) -> dict[str, Any]:
    return {"at": "red-reinforcements", "values": {"due": turn, "entry": entry, **more}}


@pytest.mark.rule("white-october:7.5.2")
def test_red_reinforcements_go_by_rail_as_far_as_the_line_leads() -> None:
    scene = red({"rifle1": due(), "rifle2": due(2)})
    assert scene.refused(f"arrive rifle2 {MOSCOW}") == "7.8"
    came = scene.play(f"arrive rifle1 {here(3, 4)}")
    assert came.place("rifle1") == here(3, 4)
    assert came.refused(f"step-to rifle1 {here(3, 5)}") == "7.5.1"
    assert scene.refused(f"arrive rifle1 {here(3, 5)}") == "7.5.2"


@pytest.mark.rule("white-october:7.5.2/e")
def test_stations_take_so_many_units_and_points() -> None:
    village, place = here(5, 4), here(7, 4)
    units = {"rifle1": due(), "rifle1-2": due(), "rifle1-3": due(), "rifle2": due(), "rifle": due(), "rifle4": due()}
    scene = red(units, features=[town(village, "V", "village"), town(place, "T")])
    assert scene.refused(f"arrive rifle {here(9, 4)}") == "7.5.2"
    one = scene.play(f"arrive rifle1 {here(9, 4)}")
    assert one.refused(f"arrive rifle1-2 {here(9, 4)}") == "7.5.2"
    two = scene.play(f"arrive rifle1 {village}", f"arrive rifle1-2 {village}")
    assert two.refused(f"arrive rifle1-3 {village}") == "7.5.2"
    big = scene.play(f"arrive rifle4 {place}")
    assert big.refused(f"arrive rifle2 {place}") == "7.5.2"


@pytest.mark.rule("white-october:7.5.2/d")
def test_the_line_of_vologda_carries_four() -> None:
    units = {f"rifle1-{number}": due(entry=VOLOGDA) for number in range(5)}
    scene = red(units)
    actions = [f"arrive rifle1-{number} {here(3 + number, 4)}" for number in range(4)]
    assert scene.play(*actions).refused(f"arrive rifle1-4 {here(9, 4)}") == "7.5.2"


@pytest.mark.rule("white-october:7.5.2/a")
def test_reinforcements_are_put_off_sent_round_or_come_on_foot() -> None:
    scene = red({"rifle1": due()})
    later = scene.play("put-off rifle1 later")
    assert dict(later.unit("rifle1").values) == {"due": 2, "entry": MOSCOW}
    round_about = scene.play("put-off rifle1 detour")
    assert dict(round_about.unit("rifle1").values) == {"due": 2, "entry": VOLOGDA}
    walking = scene.play("put-off rifle1 on-foot")
    assert walking.unit("rifle1").values["on-foot"] is True
    next_turn = red({"rifle1": due(1, **{"on-foot": True})}).play(f"arrive rifle1 {MOSCOW}")
    assert next_turn.allows(f"step-to rifle1 {here(11, 4)}")


@pytest.mark.rule("white-october:7.5.2/b", "white-october:7.9")
def test_a_unit_leaves_by_one_line_and_comes_back_by_the_other_two_turns_later() -> None:
    scene = red({"rifle1": here(5, 4), "rifle1-2": here(5, 6)})
    gone = scene.play(f"leave-by-rail rifle1 {MOSCOW}")
    assert dict(gone.unit("rifle1").values) == {"due": 3, "entry": VOLOGDA}
    assert scene.refused(f"leave-by-rail rifle1-2 {MOSCOW}") == "7.5.2"


@pytest.mark.rule("white-october:7.5.2/c")
def test_reds_do_not_go_by_rail_within_the_map() -> None:
    assert red({"rifle1": here(5, 4)}).refused(f"move-by-rail rifle1 {here(3, 4)}") == "7.5.2"


@pytest.mark.rule("white-october:7.6")
def test_trotsky_goes_along_the_rails_and_through_the_districts() -> None:
    scene = red(
        {"trotsky": here(9, 4), "rifle": here(2, 2)},
        city="oi",
        ways_in=[(here(3, 4), "P0101")],
        rails=[[*reversed(LINE[2:]), "P0101"]],
    )
    assert scene.allows(f"move-by-rail trotsky {here(3, 4)}")
    assert scene.allows("move-by-rail trotsky P0201")
    assert scene.refused(f"move-by-rail trotsky {here(9, 5)}") == "7.6"
    assert scene.refused(f"step-to trotsky {here(9, 5)}") == "7.6"


@pytest.mark.rule("white-october:7.6", "white-october:5.4")
def test_where_trotsky_gets_off_is_red_again_and_what_he_passed_is_not() -> None:
    scene = red({"trotsky": here(9, 4), "rifle": here(2, 2)}, rails=[LINE], control={"white": LINE[:6]})
    after = scene.play(f"move-by-rail trotsky {here(3, 4)}")
    assert after.holder(here(3, 4)) == "red"
    assert after.holder(here(5, 4)) == "white"


@pytest.mark.rule("white-october:7.3", "white-october:7.8")
def test_to_come_in_on_foot_into_an_enemy_zone_costs_one_more_unless_it_is_covered() -> None:
    entry = here(1, 4)
    waiting = {"inf": {"at": "white-reinforcements", "values": {"due": 1, "entry": entry}}, "rifle": here(2, 4)}
    came = moving(waiting).play(f"arrive inf {entry}")
    assert came.unit("inf").values["spent"] == 2
    covered = moving({**waiting, "weak": entry}).play(f"arrive inf {entry}")
    assert covered.unit("inf").values["spent"] == 1
    assert covered.refused(f"step-to weak {here(1, 5)}") == "7.3"


@pytest.mark.rule("white-october:7.8")
def test_white_reinforcements_come_by_their_hex_and_march_on() -> None:
    entry = here(1, 4)
    waiting = {"inf": {"at": "white-reinforcements", "values": {"due": 1, "entry": entry}}}
    scene = moving(waiting)
    assert scene.refused(f"arrive inf {here(1, 5)}") == "7.8"
    came = scene.play(f"arrive inf {entry}")
    assert came.unit("inf").values["spent"] == 1
    assert came.allows(f"step-to inf {here(2, 4)}")


@pytest.mark.rule("white-october:7.8/a")
def test_the_enemy_does_not_stop_in_an_entry_hex_on_its_turn_or_the_one_before() -> None:
    entry = here(3, 4)
    waiting = {"at": "white-reinforcements", "values": {"due": 2, "entry": entry}}
    for turn, closed in ((1, True), (2, True), (3, False)):
        units = {"rifle": here(5, 4), "inf": {**waiting}}
        scene = moving(units, side="red", turn=turn)
        reached = {place.at for place in scene.ask("reach", "rifle").locations}
        assert (entry not in reached) is closed, turn


@pytest.mark.rule("white-october:7.9/b")
def test_who_was_driven_off_comes_back_or_is_lost() -> None:
    edge = here(1, 4)
    outside = {"at": "white-outside", "values": {"due": 1, "entry": edge}}
    scene = moving({"inf": outside, "inf-2": here(3, 3)})
    assert scene.refused("done") == "7.9"
    assert scene.allows(f"arrive inf {here(1, 5)}")
    assert scene.refused(f"arrive inf {here(2, 6)}") == "7.9"
    blocked = {"rifle": edge} | {f"rifle-{row}": here(1, row) for row in (3, 5)}
    lost = moving({"inf": outside, **blocked, "rifle-6": here(2, 3), "rifle-7": here(2, 4)}).play("done")
    assert lost.place("inf") == "white-eliminated"


@pytest.mark.rule("white-october:8.2.6.B", "white-october:7.5.2")
def test_who_leaves_in_disorder_is_in_order_when_the_movement_is_over() -> None:
    scene = red({"rifle1": marked(here(5, 4), "disorganised")}).play(f"leave-by-rail rifle1 {MOSCOW}", "done")
    assert scene.unit("rifle1").marks == frozenset()


@pytest.mark.rule("white-october:7.3/c", "white-october:7.5.2/b", "white-october:14.2")
@pytest.mark.parametrize(
    ("unit", "leaves"),
    [("rifle1", f"leave-by-rail rifle1 {MOSCOW}"), ("redtrain", f"send-train-off redtrain {MOSCOW} {MOSCOW}")],
)
def test_who_covers_the_way_of_one_that_leaves_the_map_stays(unit: str, leaves: str) -> None:
    scene = red(
        {unit: here(3, 4), "rifle": here(8, 4), "rifle-2": here(7, 4), "rifle-3": here(9, 4), "inf": here(8, 3)},
        rails=[LINE],
    )
    assert scene.allows(f"step-to rifle {here(8, 5)}")
    assert scene.play(leaves).refused(f"step-to rifle {here(8, 5)}") == "7.3"


@pytest.mark.rule("white-october:5.4/a", "white-october:7.5.2/b", "white-october:14.2")
@pytest.mark.parametrize(
    ("unit", "leaves"),
    [("rifle1", f"leave-by-rail rifle1 {MOSCOW}"), ("redtrain", f"send-train-off redtrain {MOSCOW} {MOSCOW}")],
)
def test_one_that_leaves_the_map_runs_over_a_headquarters_alone_on_the_line(unit: str, leaves: str) -> None:
    """An armoured train takes the line with it, as wherever it runs; one that is carried does not."""
    units = {unit: here(3, 4), "hqa": here(7, 4), "rifle": here(9, 8)}
    gone = red(units, rails=[LINE], control={"white": LINE}).play(leaves)
    assert gone.place("hqa") == "white-calendar"
    assert gone.holder(here(5, 4)) == ("red" if unit == "redtrain" else "white")


@pytest.mark.rule("white-october:7.5.2", "white-october:7.8/a")
def test_nobody_gets_off_where_the_enemy_is_about_to_come_in() -> None:
    entry = here(5, 4)
    coming = {"at": "white-reinforcements", "values": {"due": 2, "entry": entry}}
    scene = red({"rifle1": due(), "inf": coming})
    assert scene.refused(f"arrive rifle1 {entry}") == "7.8"
    assert f"arrive rifle1 {entry}" not in scene.choices("arrive")
    assert scene.allows(f"arrive rifle1 {here(4, 4)}")


@pytest.mark.rule("white-october:7.3", "white-october:14.2")
def test_a_train_holds_nobody_in_a_zone_that_would_not_have_stopped_it() -> None:
    """Nor in the hex that it leaves, nor where it comes out of a zone again at once; where it would stop it does."""
    left = red({"redtrain": here(3, 4), "rifle": here(3, 4), "inf": here(3, 3)}, rails=[[*LINE[2:3], here(3, 5)]])
    assert left.play(f"run-train redtrain {here(3, 5)}").allows(f"step-to rifle {here(4, 4)}")
    touched = red({"redtrain": here(3, 4), "rifle": here(7, 4), "inf": here(7, 3)}, rails=[LINE])
    assert touched.play(f"run-train redtrain {here(9, 4)}").allows(f"step-to rifle {here(7, 5)}")
    helped = red({"redtrain": here(3, 4), "rifle": here(8, 4), "inf": here(8, 3)}, rails=[LINE])
    assert helped.play(f"run-train redtrain {here(9, 4)}").refused(f"step-to rifle {here(8, 5)}") == "7.3"


@pytest.mark.rule("white-october:7.3", "white-october:14.2")
def test_a_train_that_has_to_stop_at_the_edge_does_not_leave_the_map() -> None:
    stopped = red({"redtrain": here(3, 4), "rifle": here(3, 8), "inf": here(12, 3)}, rails=[LINE])
    assert stopped.allows(f"run-train redtrain {MOSCOW}")
    assert stopped.refused(f"send-train-off redtrain {MOSCOW} {MOSCOW}") == "7.3"
    there = red({"redtrain": MOSCOW, "rifle": here(3, 8), "inf": here(12, 3)}, rails=[LINE])
    assert there.allows(f"send-train-off redtrain {MOSCOW} {MOSCOW}")


@pytest.mark.rule("white-october:7.9", "white-october:14.2")
def test_a_train_that_was_driven_off_comes_back_onto_rails() -> None:
    off = {"at": "red-outside", "values": {"due": 1, "entry": MOSCOW}}
    scene = red({"redtrain": off, "rifle": here(3, 8)}, rails=[LINE])
    assert set(scene.choices("arrive")) == {f"arrive redtrain {at}" for at in LINE[10:]}
    assert scene.refused(f"arrive redtrain {here(12, 5)}") == "14.2"
    barred = red({"redtrain": off, "rifle": here(3, 8), "inf": MOSCOW, "inf1": here(11, 4)}, rails=[LINE])
    assert barred.play("done").place("redtrain") == "red-eliminated"
