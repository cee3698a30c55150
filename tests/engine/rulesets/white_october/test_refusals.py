"""What is refused outside combat, and by which case."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.white_october.elimination import makes_prisoners
from engine.rulesets.white_october.stacking import overstacking, room_for
from tests.engine.rulesets.white_october.scenes import LINE, here, moving, october, town
from tests.helpers.positions import Scene, costs, marked

GATCHINA = here(6, 4)
MOSCOW, VOLOGDA = here(12, 4), here(12, 6)
ENTRIES = {"parameters": {"rail_entries": {"moscow": MOSCOW, "vologda": VOLOGDA}}}
CITY = {"city": "oi/io", "ways_in": [(here(3, 4), "P0101")], "sources": [here(12, 4)]}
FAR = {"inf-9": here(1, 8), "rifle-9": here(10, 8)}


def red(units: dict[str, Any], **more: Any) -> Scene:
    return moving({**FAR, **units}, side="red", **{"charts": ENTRIES, "rails": [LINE], **more})


def white(units: dict[str, Any], **more: Any) -> Scene:
    settled = {
        "rails": [LINE],
        "features": [town(GATCHINA, "Gatchina")],
        "values": {"gatchina-taken": True},
        "control": {"white": LINE},
    }
    return moving({**FAR, **units}, **{**settled, **more})


def due(entry: str, turn: int = 1, box: str = "red-reinforcements", **more: Any) -> dict[str, Any]:
    return {"at": box, "values": {"due": turn, "entry": entry, **more}}


# Railways


@pytest.mark.rule("white-october:7.5.3")
def test_gatchina_has_to_be_white_and_joined_to_where_one_boards() -> None:
    lost = white({"inf1": here(2, 4)}, control={"white": [at for at in LINE if at != GATCHINA]})
    assert lost.refused(f"move-by-rail inf1 {here(4, 4)}") == "7.5.3"
    assert not lost.choices("move-by-rail")
    apart = white({"inf1": here(2, 4)}, rails=[LINE[:4], LINE[5:]])
    assert apart.refused(f"move-by-rail inf1 {here(4, 4)}") == "7.5.3"
    assert not apart.choices("move-by-rail")


@pytest.mark.rule("white-october:7.3", "white-october:7.5.1", "white-october:8.2.6.D")
def test_neither_the_routed_nor_those_who_covered_go_by_rail() -> None:
    routed = white({"inf1": marked(here(2, 4), "routed", "fled-city")})
    assert routed.refused(f"move-by-rail inf1 {here(4, 4)}") == "8.2.6.D"
    zone = {"inf": here(7, 5), "inf1": here(7, 4), "hqa": here(7, 4), "rifle": here(7, 3)}
    helped = white(zone).play(f"step-to inf {here(7, 4)}")
    assert helped.refused(f"move-by-rail inf1 {here(2, 4)}") == "7.5.1"
    both = white({**zone, "guns": here(7, 4)})
    assert both.allows(f"move-by-rail inf1 {here(2, 4)}")
    assert both.play(f"move-by-rail inf1 {here(2, 4)}").refused(f"step-to guns {here(7, 5)}") == "7.3"


@pytest.mark.rule("white-october:7.2", "white-october:7.5.3", "white-october:7.8")
def test_a_vehicle_gets_off_in_company_and_nobody_where_the_enemy_comes_in() -> None:
    scene = white({"car": here(2, 4), "inf": here(2, 4), "inf-2": here(5, 4), "rifle": due(here(9, 4))})
    assert scene.refused(f"move-by-rail car {here(4, 4)}") == "7.2"
    assert scene.allows(f"move-by-rail car {here(5, 4)}")
    assert scene.choices("move-by-rail") == (f"move-by-rail car {here(5, 4)}",)
    alone = white({"inf1": here(2, 4), "rifle": due(here(9, 4))})
    assert alone.refused(f"move-by-rail inf1 {here(9, 4)}") == "7.8"
    assert alone.refused(f"move-by-rail rifle-9 {here(9, 4)}") == "7.5"


@pytest.mark.rule("white-october:7.5.2")
def test_only_what_is_due_by_rail_is_put_off_and_round_by_another_line_alone() -> None:
    scene = red({"rifle": due(MOSCOW), "rifle-2": due(MOSCOW, **{"on-foot": True}), "rifle-3": due(MOSCOW, 2)})
    assert len(scene.choices("put-off")) == 3
    for action in ("rifle sideways", "rifle-2 later", "rifle-3 later", "rifle-9 later"):
        assert scene.refused(f"put-off {action}") == "7.5.2"
    single = red({"rifle": due(MOSCOW)}, charts={"parameters": {"rail_entries": {"moscow": MOSCOW}}})
    assert single.refused("put-off rifle detour") == "7.5.2"
    assert single.allows("put-off rifle later")


@pytest.mark.rule("white-october:7.5.1", "white-october:7.5.2", "white-october:7.9")
def test_who_leaves_by_rail_is_red_marches_and_boards_outside_enemy_zones() -> None:
    scene = red({"rifle1": here(3, 4), "redtrain": here(4, 4), "inf": here(7, 3), "rifle1-2": here(7, 4)})
    assert scene.refused(f"leave-by-rail inf {MOSCOW}") == "7.9"
    assert scene.refused(f"leave-by-rail redtrain {MOSCOW}") == "7.5.2"
    assert scene.refused(f"leave-by-rail rifle1 {here(9, 4)}") == "7.5.2"
    assert scene.refused(f"leave-by-rail rifle1-2 {MOSCOW}") == "7.5.1"
    single = red({"rifle1": here(3, 4)}, charts={"parameters": {"rail_entries": {"moscow": MOSCOW}}})
    assert single.refused(f"leave-by-rail rifle1 {MOSCOW}") == "7.5.2"


@pytest.mark.rule("white-october:7", "white-october:7.3", "white-october:7.8", "white-october:14.2")
def test_what_keeps_an_armoured_train() -> None:
    scene = red({"redtrain": here(4, 4), "train": here(2, 4), "rifle": here(3, 6)})
    assert scene.refused(f"run-train train {here(3, 4)}") == "7"
    assert scene.refused(f"run-train rifle {here(3, 4)}") == "14.2"
    assert scene.refused(f"send-train-off rifle {MOSCOW} {MOSCOW}") == "14.2"
    assert scene.refused(f"send-train-off train {MOSCOW} {MOSCOW}") == "7"
    assert scene.refused(f"send-train-off redtrain {here(9, 4)} {MOSCOW}") == "14.2"
    assert scene.refused(f"send-train-off redtrain {MOSCOW} {here(9, 4)}") == "14.2"
    ours = white({"train": here(4, 4)}, charts=ENTRIES)
    assert ours.refused(f"send-train-off train {MOSCOW} {MOSCOW}") == "14.2"
    routed = red({"redtrain": marked(here(4, 4), "routed", "fled-city")})
    assert routed.refused(f"run-train redtrain {MOSCOW}") == "8.2.6.D"
    covers = red({"redtrain": here(7, 4), "rifle": here(7, 5), "inf": here(7, 3)}).play(f"step-to rifle {here(7, 4)}")
    assert covers.refused(f"run-train redtrain {MOSCOW}") == "7.3"
    awaited = red({"redtrain": here(4, 4), "inf": due(here(8, 4), 2, "white-reinforcements")})
    assert awaited.refused(f"run-train redtrain {here(8, 4)}") == "7.8"
    assert awaited.allows(f"run-train redtrain {here(9, 4)}")
    assert f"run-train redtrain {here(8, 4)}" not in awaited.choices("run-train")


# Coming in


@pytest.mark.rule("white-october:7.8", "white-october:7.9")
def test_nobody_comes_back_into_the_sea() -> None:
    coast = "....../.....s/......"
    off = due(here(6, 1, coast), 1, "red-outside")
    scene = moving({"rifle": off, "rifle-2": here(1, 1, coast)}, coast, "red", charts=ENTRIES)
    assert scene.refused(f"arrive rifle {here(6, 2, coast)}") == "7.8"
    assert scene.allows(f"arrive rifle {here(6, 1, coast)}")


@pytest.mark.rule("white-october:7.5.1", "white-october:7.5.2")
def test_what_comes_by_rail_is_listed_along_its_line_and_not_where_the_line_is_shut() -> None:
    units = {"rifle1": due(MOSCOW), "rifle1-2": due(VOLOGDA)}
    lines = [LINE, [here(column, 6) for column in (10, 11, 12)]]
    free = red(units, rails=lines)
    assert {f"arrive rifle1 {at}" for at in LINE} <= set(free.choices("arrive"))
    assert len(free.choices("arrive")) == len(LINE) + 3
    shut = red({**units, "inf": here(12, 3)}, rails=lines)
    assert {choice.split()[1] for choice in shut.choices("arrive")} == {"rifle1-2"}
    assert shut.refused(f"arrive rifle1 {here(9, 4)}") == "7.5.1"


@pytest.mark.rule("white-october:5.4", "white-october:7.2")
def test_who_comes_back_from_the_calendar_is_due_and_finds_no_enemy_and_tanks_find_company() -> None:
    at, other, held = here(2, 4), here(1, 5), here(4, 4)
    scene = october(
        {
            "tanks": {"at": "white-calendar", "values": {"due": 3}},
            "hqa": {"at": "white-calendar", "values": {"due": 4}},
            "hqm": {"at": "white-calendar", "values": {"due": 3}},
            "inf": at,
            "redhq": held,
            "rifle": here(11, 1),
        },
        phase="recruits",
        side="white",
        turn=3,
        narva=here(1, 4),
        features=[town(at), town(other), town(held)],
        control={"white": [at, other, held]},
    )
    assert scene.refused(f"return hqa {at}") == "5.4"
    assert scene.refused(f"return inf {at}") == "5.4"
    assert scene.refused(f"return hqm {held}") == "5.4"
    assert scene.refused(f"return tanks {other}") == "7.2"
    assert scene.allows(f"return tanks {at}")
    assert scene.allows(f"return hqm {other}")


# Levies


@pytest.mark.rule("white-october:11.2.2")
def test_a_levy_is_due_and_goes_into_a_district_without_whites() -> None:
    waiting = {"at": "red-calendar", "values": {"due": 5}}
    later = {"at": "red-calendar", "values": {"due": 6}}
    scene = moving({**FAR, "levy2": waiting, "levy2-2": later, "hqa": "P0102"}, side="red", turn=5, **CITY)
    assert scene.refused("place-levy levy2-2 P0201") == "11.2.2"
    assert scene.refused("place-levy levy2 P0102") == "11.2.2"
    assert scene.refused(f"place-levy levy2 {here(5, 5)}") == "11.2.2"
    assert scene.allows("place-levy levy2 P0201")
    ours = moving({**FAR, "levy2": waiting}, turn=5, **CITY)
    assert ours.refused("place-levy levy2 P0201") == "11.2.2"
    building = october({**FAR, "hqa": "P0102"}, phase="levies", side="red", turn=4, **CITY)
    assert building.refused("build-barricade P0102") == "11.2.2"
    assert building.refused(f"build-barricade {here(5, 5)}") == "11.2.2"


@pytest.mark.rule("white-october:11.2.2")
def test_three_points_of_detachments_bring_one_battery_and_no_second() -> None:
    units = {"petrguns": "levies", "petrguns-2": "levies"}
    scene = moving({**FAR, **units}, side="red", turn=5, values={"detachment-points": 4}, **CITY)
    placed = scene.play("place-levy petrguns P0101")
    assert placed.state.values["detachment-points"] == 1
    assert placed.refused("place-levy petrguns-2 P0201") == "11.2.2"


@pytest.mark.rule("white-october:11.2", "white-october:11.2.2")
def test_with_trotsky_a_second_levy_is_chosen_when_the_detachments_are_raised() -> None:
    units = {"district": "levies", "com": "levies", "levy2": "levies", "trotsky": "P0101"}
    scene = october(
        {**FAR, **units},
        phase="levies",
        side="red",
        turn=4,
        values={"red-recruits": 3, "white-first": "combat"},
        **CITY,
    )
    raised = scene.play("raise-detachments", *["add-point district"] * 3)
    assert raised.allows("raise-communists P0101")
    assert raised.state.values["red-recruits"] == 3
    assert raised.play("raise-communists P0101").state.values["red-recruits"] == 1


@pytest.mark.rule("white-october:11.2.2")
def test_units_are_drawn_while_there_are_any() -> None:
    units = {"levy2": "levies"}
    scene = october({**FAR, **units}, phase="levies", side="red", turn=4, values={"red-recruits": 6}, **CITY)
    raised = scene.play("raise-units")
    assert raised.place("levy2") == "red-calendar"
    assert raised.state.values["red-recruits"] == 4


# Fleets, recruits, prisoners, stacks


@pytest.mark.rule("white-october:7", "white-october:15.1")
def test_what_keeps_a_fleet() -> None:
    sea = "ssss/ssss/...."
    units = {"squadron": here(1, 1, sea), "redfleet": here(4, 1, sea), "inf": here(1, 3, sea)}
    scene = moving(units, sea)
    to = here(2, 2, sea)
    assert scene.refused(f"sail redfleet {to}") == "7"
    assert scene.refused(f"sail inf {to}") == "15.1"
    assert scene.play(f"sail squadron {to}").refused(f"sail squadron {here(1, 1, sea)}") == "7"


@pytest.mark.rule("white-october:3.3.1")
def test_replacements_are_for_ones_own_and_for_a_recruit_each() -> None:
    units = {"inf": {"at": here(2, 4), "step": 1}, "rifle": {"at": here(10, 4), "step": 1}}
    more = {"phase": "replacements", "side": "white", "narva": here(1, 4), "sources": [here(12, 4), here(11, 4)]}
    scene = october(units, values={"white-recruits": 1, "red-recruits": 1}, **more)
    assert scene.refused("replace rifle") == "3.3.1"
    assert scene.allows("replace inf")
    assert scene.play("done").menu.side == "red"
    assert scene.play("replace inf").state.values["white-recruits"] == 0
    poor = october({**units, "inf-2": {"at": here(2, 4), "step": 1}}, values={"white-recruits": 0}, **more)
    assert poor.game.explain(poor.state, poor.action("replace inf")) is not None


@pytest.mark.rule("white-october:3.2")
def test_prisoners_are_enrolled_only_as_their_captor_likes() -> None:
    scene = october(FAR, phase="recruits", side="white", values={"white-prisoners": 4, "white-recruits": 0})
    assert scene.play("done").state.values["white-prisoners"] == 4
    enrolled = scene.play("enrol-prisoners")
    assert enrolled.state.values["white-prisoners"] == 1
    assert enrolled.state.values["white-recruits"] == scene.state.values["white-recruits"] + 1


@pytest.mark.rule("white-october:3.2")
@pytest.mark.parametrize(
    ("unit", "yields"),
    [("inf", True), ("guns", True), ("fort", True), ("train", False), ("car", False), ("hqa", False), ("est", False)],
)
def test_who_is_made_prisoner(unit: str, yields: bool) -> None:
    scene = moving({unit: here(3, 4), "inf-9": here(3, 5)})
    assert makes_prisoners(scene.game.materials.kind(scene.unit(unit))) is yields


@pytest.mark.rule("white-october:7.2")
def test_four_small_units_are_too_many_for_a_hex() -> None:
    scene = moving({f"weak-{number}": here(3, 3 + number) for number in range(4)})
    units = [scene.unit(f"weak-{number}") for number in range(4)]
    at = scene.unit("weak-0").at
    refusal = overstacking(scene.game, at, units)
    assert refusal is not None
    assert refusal.rule == "7.2"
    assert overstacking(scene.game, at, units[:3]) is None


@pytest.mark.rule("white-october:7.1")
def test_who_has_moved_reaches_nothing_more() -> None:
    scene = moving({"inf": here(3, 4), "inf-2": here(6, 6)}).play(
        f"step-to inf {here(3, 5)}", f"step-to inf-2 {here(6, 5)}"
    )
    assert costs(scene, "inf") == {here(3, 5): 0}
    assert len(costs(scene, "inf-2")) > 1


@pytest.mark.rule("white-october:7.5.3", "white-october:5.4")
def test_open_country_belongs_to_nobody_and_what_one_has_is_not_won_again() -> None:
    scene = white({"inf": here(4, 5)}).play(f"step-to inf {here(4, 6)}", f"step-to inf {here(4, 5)}")
    assert scene.holder(here(4, 6)) is None
    assert not scene.play(f"step-to inf {here(4, 4)}").told("control-changed")
    lost = white({"inf": here(4, 5)}, control={"red": LINE}).play(f"step-to inf {here(4, 4)}")
    assert [event.side for event in lost.told("control-changed")] == ["white"]


@pytest.mark.rule("white-october:7.5.3", "white-october:8.3", "white-october:11.2.2", "white-october:14.1.1")
def test_a_refusal_names_the_case_of_the_unit_that_it_is_about() -> None:
    """A White train is no Red freight, tanks come back by their own case, and a detachment stays by its own."""
    assert white({"train": here(2, 4)}).refused(f"move-by-rail train {here(4, 4)}") == "7.5.3"
    out = {"at": "white-calendar", "values": {"due": 4}}
    resting = {"phase": "recruits", "side": "white", "turn": 3, "control": {"white": [here(2, 4)]}}
    recruits = october(
        {**FAR, "tanks": out, "hqa": {**out, "values": {"due": 3}}}, features=[town(here(2, 4))], **resting
    )
    assert recruits.refused(f"return tanks {here(2, 4)}") == "14.1.1"
    company = {**FAR, "tanks": {**out, "values": {"due": 3}}, "inf": here(2, 4)}
    ready = october(company, features=[town(here(2, 4))], narva=here(1, 4), **resting)
    assert ready.refused(f"return tanks {here(9, 4)}") == "14.1.1"
    assert ready.allows(f"return tanks {here(2, 4)}")
    home = october({**FAR, "district": "P0101"}, phase="combat", side="red", **CITY)
    assert home.refused("move-offensively district P0201") == "11.2.2"


@pytest.mark.rule("white-october:7.2", "white-october:12")
def test_a_district_has_less_room_than_a_hex() -> None:
    scene = moving({**FAR, "rifle2": "P0101", "rifle2-2": here(5, 5), "rifle": here(7, 7)}, side="red", **CITY)
    fits = room_for(scene.game, scene.state, scene.unit("rifle"))
    assert fits(scene.unit("rifle2-2").at)
    assert not fits(scene.unit("rifle2").at)


@pytest.mark.rule("white-october:7", "white-october:7.6", "white-october:14.2", "white-october:15.1")
@pytest.mark.parametrize(
    ("unit", "case"), [("redtrain", "14.2"), ("trotsky", "7.6"), ("redfleet", "15.1"), ("fort", "7.1")]
)
def test_what_does_not_march_is_not_taken_in_hand(unit: str, case: str) -> None:
    """It is told the case by which it moves, if it moves at all."""
    scene = red({unit: here(3, 4), "rifle": here(5, 5)})
    assert scene.refused(f"pick-unit {unit}") == case
    assert scene.allows("pick-unit rifle")
