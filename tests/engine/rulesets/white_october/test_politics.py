"""Chapters 10 and 11: demoralised divisions, desertion, political actions and levies."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.white_october.levies import mixed_number
from tests.engine.rulesets.white_october.fights import CENTRE, NE, SE, SW, combat, declared
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import Scene, marked

CITY = {"city": "oi/io", "ways_in": [(here(3, 4), "P0101")], "sources": [here(12, 4)]}
APART = {"inf-9": here(2, 2), "rifle-9": here(9, 6)}


def of(at: str, division: str = "rifle-2", *marks: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "formation": division, "marks": list(marks), **more}


def first_combat(units: dict[str, Any], **more: Any) -> Scene:
    """The first White combat sequence of the game, in which a Red unit was beaten and the Whites advanced."""
    scene = combat({"inf": SW, "rifle": of(CENTRE), **units}, dice=[6, 6], results=["a", "1+r"], **more)
    scene = declared(scene, CENTRE, ["inf"]).play("done", f"fight {CENTRE} inf", "resolve", "take-loss rifle")
    return scene.play(f"retreat rifle {NE}", f"advance inf {CENTRE}")


@pytest.mark.rule("white-october:10.1")
def test_after_the_first_white_combat_those_beside_an_advance_and_those_who_fell_back_are_demoralised() -> None:
    units = {"rifle-2": of(SE, "rifle-6"), "rifle-3": of(here(9, 2)), "rifle-4": of(here(5, 5), "other")}
    scene = first_combat(units)
    assert scene.unit("rifle").marks == {"routed", "demoralised"}
    assert scene.unit("rifle-2").marks == {"routed", "demoralised"}
    assert scene.unit("rifle-3").marks == {"restricted"}
    assert scene.unit("rifle-4").marks == frozenset()


@pytest.mark.rule("white-october:10.1")
def test_only_in_the_first_turn() -> None:
    scene = first_combat({"rifle-2": of(SE, "rifle-6")}, turn=2)
    assert scene.unit("rifle-2").marks == frozenset()


@pytest.mark.rule("white-october:10.1")
def test_restricted_units_do_not_come_nearer_to_the_whites() -> None:
    scene = moving({"rifle": of(here(8, 4), "rifle-2", "restricted"), "inf": here(3, 4)}, side="red")
    assert scene.refused(f"step-to rifle {here(7, 4)}") == "10.1"
    assert scene.allows(f"step-to rifle {here(9, 4)}")


def politics(units: dict[str, Any], **more: Any) -> Scene:
    return october({**APART, **units}, phase="politics", side="red", turn=4, **{**CITY, **more})


@pytest.mark.rule("white-october:11.2", "white-october:11.2.1")
def test_one_action_must_be_chosen_and_two_with_trotsky_in_the_city() -> None:
    scene = politics({}, dice=[1, 1])
    assert scene.refused("done")
    one = scene.play("fight-desertion")
    assert one.game.moment(one.state).phase != "politics"
    two = politics({"trotsky": "P0101"}).play("fight-desertion")
    assert two.game.moment(two.state).phase == "politics"
    assert two.refused("fight-desertion") == "11.2"
    rallied = politics({"trotsky": "P0101"}).play("rally-division rifle-2")
    assert rallied.refused("rally-division rifle-6") == "11.2"


@pytest.mark.rule("white-october:11.2.1", "white-october:10.1")
def test_a_division_is_rallied_as_far_as_it_is_supplied() -> None:
    roads = {"roads": [[here(column, 4) for column in range(6, 13)]]}
    units = {
        "rifle": of(here(8, 4), "rifle-2", "routed", "demoralised"),
        "rifle-2": of(here(5, 1), "rifle-2", "restricted"),
        "rifle-3": of(here(8, 5), "rifle-6", "restricted"),
    }
    scene = politics(units, dice=[1, 1], **roads).play("rally-division rifle-2")
    assert scene.unit("rifle").marks == frozenset()
    assert scene.unit("rifle-2").marks == {"restricted"}
    assert scene.unit("rifle-3").marks == {"restricted"}


@pytest.mark.rule("white-october:11.2.1")
def test_the_police_hunt_only_where_events_are_played() -> None:
    assert politics({}).refused("hunt-plotters") == "11.2.1"
    hunting = politics({}, options={"events": True}, dice=[5]).play("hunt-plotters")
    assert hunting.play("secure-district P0201").state.marker(hunting.game.board.at("P0201"), "policed") == 1
    in_vain = politics({"trotsky": "P0101"}, options={"events": True}, dice=[4]).play("hunt-plotters")
    assert not in_vain.choices("secure-district")


def deserting(*dice: int, units: dict[str, Any] | None = None, **values: Any) -> Scene:
    return october(
        {**APART, **(units or {})}, phase="desertion", side="red", turn=2, dice=list(dice), values=values, **CITY
    )


@pytest.mark.rule("white-october:10.2")
def test_two_dice_halved_desert_from_units_or_recruits() -> None:
    scene = deserting(2, 3, **{"red-recruits": 1})
    assert scene.told("desertion-thrown") == []
    assert set(scene.choices("desert")) == {"desert rifle-9"}
    after = scene.play("desert-recruits", "desert rifle-9", "desert rifle-9")
    assert after.unit("rifle-9").step == 2
    assert after.told("recruits-deserted")[0]["points"] == 0
    assert after.game.moment(after.state).phase != "desertion"


@pytest.mark.rule("white-october:10.2")
def test_five_deserters_bring_the_whites_a_recruit_and_fewer_do_not() -> None:
    assert deserting(5, 4).state.values["white-recruits"] == 1
    assert deserting(4, 4).state.values["white-recruits"] == 0


@pytest.mark.rule("white-october:10.2", "white-october:11.2.1")
def test_propaganda_takes_three_off_and_there_are_never_fewer_than_none() -> None:
    fought = deserting(4, 4, **{"against-desertion": True})
    assert fought.play("desert rifle-9").unit("rifle-9").step == 1
    calm = deserting(1, 2, **{"against-desertion": True})
    assert calm.game.moment(calm.state).phase != "desertion"


def levying(units: dict[str, Any], recruits: int = 2, **more: Any) -> Scene:
    values = {"red-recruits": recruits}
    return october({**APART, **units}, phase="levies", side="red", turn=4, values=values, **{**CITY, **more})


STOCK = {
    "com": "levies",
    "district": {"at": "levies", "values": {"district": "P0102"}},
    "levy2": "levies",
    "levy3": "levies",
    "petrguns": "levies",
}


@pytest.mark.rule("white-october:11.2.2")
def test_communists_are_there_at_once_for_half_a_point() -> None:
    scene = levying(STOCK).play("raise-communists P0201")
    assert scene.place("com") == "P0201"
    assert scene.state.values["red-recruits"] == 1


@pytest.mark.rule("white-october:11.2.2")
def test_costs_are_added_and_rounded_up_once() -> None:
    scene = levying({**STOCK, "trotsky": "P0101"}).play("raise-communists P0201")
    assert scene.refused("raise-communists P0102") == "11.2"
    both = scene.play("build-barricade P0102")
    assert both.state.values["red-recruits"] == 1
    assert both.state.marker(both.game.board.at("P0102"), "barricade") == 1


@pytest.mark.rule("white-october:11.2.2")
def test_what_is_left_is_said_in_points_and_parts_of_them() -> None:
    scene = levying({**STOCK, "trotsky": "P0101"})
    assert scene.menu.prompt.args["points"] == "2"
    assert scene.play("raise-communists P0201").menu.prompt.args["points"] == "1½"
    assert [mixed_number(quarters) for quarters in (0, 1, 3, 11)] == ["0", "¼", "¾", "2¾"]


@pytest.mark.rule("white-october:11.2.2")
def test_what_cannot_be_paid_for_is_chosen_in_vain() -> None:
    scene = levying(STOCK, 0).play("raise-communists P0201")
    assert scene.place("com") == "levies"
    assert scene.told("levy-chosen")[0]["carried_out"] is False


@pytest.mark.rule("white-october:11.2.2", "white-october:12")
def test_a_levy_goes_where_it_has_an_effect_while_there_is_such_a_district() -> None:
    full, free = "P0101", ("P0201", "P0102", "P0202")
    scene = levying({**STOCK, "com-2": full}, markers={full: {"barricade": 1}})
    assert scene.refused(f"raise-communists {full}") == "12"
    assert scene.refused(f"build-barricade {full}") == "11.2.2"
    assert set(scene.choices("raise-communists")) == {f"raise-communists {at}" for at in free}
    everywhere = levying(STOCK, markers={at: {"barricade": 1} for at in (full, *free)})
    assert everywhere.play(f"build-barricade {full}").told("levy-chosen")[0]["carried_out"] is False


@pytest.mark.rule("white-october:11.2.2")
def test_a_barricade_is_lost_when_a_white_unit_comes_in() -> None:
    scene = moving({"inf": here(3, 4)}, city="o", ways_in=[(here(3, 4), "P0101")], markers={"P0101": {"barricade": 1}})
    entered = scene.play("step-to inf P0101")
    assert entered.state.marker(entered.game.board.at("P0101"), "barricade") == 0


@pytest.mark.rule("white-october:11.2.2")
def test_detachments_take_all_that_is_left_and_come_a_turn_later_into_their_district() -> None:
    scene = levying(STOCK, 1).play(
        "raise-detachments", "add-point district", "add-point district", "add-point district"
    )
    assert scene.place("district") == "red-calendar"
    assert (scene.unit("district").step, scene.unit("district").values["due"]) == (0, 5)
    assert scene.state.values["red-recruits"] == 0
    waiting = {"at": "red-calendar", "values": {"due": 5, "district": "P0102"}}
    due = moving({"district": waiting, "petrguns": "levies", **APART}, side="red", turn=5, **CITY)
    assert due.refused("place-levy district P0101") == "11.2.2"
    placed = due.play("place-levy district P0102")
    assert placed.allows("place-levy petrguns P0201")
    assert placed.play("place-levy petrguns P0201").place("petrguns") == "P0201"
    assert placed.refused("step-to district P0101") == "11.2.2"


@pytest.mark.rule("white-october:8.2.6.A")
def test_detachments_are_better_when_they_are_reduced() -> None:
    scene = moving({"district": {"at": "P0102", "step": 2}, "district-2": "P0201", **APART}, side="red", **CITY)
    assert scene.ask("unit", "district").factors.morale.value > scene.ask("unit", "district-2").factors.morale.value


@pytest.mark.rule("white-october:11.2.2")
def test_units_are_drawn_by_lot_until_the_recruits_do_not_suffice() -> None:
    scene = levying(STOCK, 4, dice=[2, 1]).play("raise-units")
    assert scene.place("levy3") == "red-calendar"
    assert scene.place("levy2") == "levies"
    assert scene.state.values["red-recruits"] == 1
    waiting = {"levy3": {"at": "red-calendar", "values": {"due": 4}}}
    due = moving({**waiting, **APART}, side="red", turn=4, **CITY)
    assert set(due.choices("place-levy")) == {f"place-levy levy3 {at}" for at in ("P0101", "P0201", "P0102", "P0202")}


@pytest.mark.rule("white-october:10.1")
def test_the_demoralised_stay_marked_after_their_flight() -> None:
    scene = moving({"rifle": marked(here(9, 4), "routed", "demoralised"), **APART}, side="red")
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    assert scene.play("done").unit("rifle").marks >= {"routed", "demoralised"}


@pytest.mark.rule("white-october:10.2", "white-october:5.4")
def test_a_detachment_that_deserts_from_the_calendar_takes_no_headquarters_with_it() -> None:
    units = {
        "district": {"at": "red-calendar", "step": 2, "values": {"due": 3, "district": "P0102"}},
        "redhq": {"at": "red-calendar", "values": {"due": 3}},
    }
    scene = deserting(1, 1, units=units).play("desert district")
    assert scene.place("district") == "red-eliminated"
    assert dict(scene.unit("redhq").values) == {"due": 3}


@pytest.mark.rule("white-october:11.2.2")
def test_a_detachment_raised_in_an_earlier_turn_gets_no_point_that_would_come_too_soon() -> None:
    before = {"at": "red-calendar", "step": 2, "values": {"due": 4, "district": "P0201"}}
    scene = levying({**STOCK, "district-2": before}, 1).play("raise-detachments")
    assert scene.choices("add-point") == ("add-point district",)
    begun = scene.play("add-point district")
    assert begun.choices("add-point") == ("add-point district",)


@pytest.mark.rule("white-october:11.2.2")
def test_communists_hold_the_district_that_they_are_raised_in() -> None:
    scene = levying(STOCK, control={"white": ["P0201"]}).play("raise-communists P0201")
    assert scene.state.control[scene.game.board.at("P0201")] == "red"


@pytest.mark.rule("white-october:5.4", "white-october:11.2.2")
def test_a_barricade_is_lost_to_a_headquarters_that_comes_back_in_its_district() -> None:
    """The Reds may build one in a district that the Whites have taken and left."""
    lost = {"at": "white-calendar", "values": {"due": 4}}
    settled = {"turn": 4, "control": {"white": ["P0101"]}, "markers": {"P0101": {"barricade": 1}}}
    scene = october({"hqa": lost, **APART}, phase="recruits", side="white", **{**CITY, **settled})
    back = scene.play("return hqa P0101")
    assert back.place("hqa") == "P0101"
    assert back.state.marker(back.game.board.at("P0101"), "barricade") == 0
    assert back.told("barricade-lost")


@pytest.mark.rule("white-october:10.1", "white-october:8.2.6.D")
def test_a_flight_in_its_own_movement_demoralises_nobody() -> None:
    """What counts is who fell back in the White combat sequence; who ran before it and was rallied did not."""
    units = {"rifle": of(here(8, 4), "rifle-2", "routed"), "inf": here(1, 1)}
    scene = october(units, phase="choice", side="red", values={"white-first": "movement"}).play("begin-with movement")
    while scene.state.frames[-1].kind == "retreat":
        scene = scene.play(scene.choices("retreat")[0])
    rallied = scene.play("done")
    assert rallied.unit("rifle").marks == frozenset()
    assert rallied.play("done").unit("rifle").marks == {"restricted"}
