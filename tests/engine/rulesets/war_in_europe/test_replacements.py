"""Chapters 16, 17 and 18: battle groups put together, units rebuilt, and infantry that digs in."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.war_in_europe.replacements import usable_points
from tests.engine.rulesets.war_in_europe.scenes import MUD, europe, fighting, group, marked
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}
STOCK = {"stock-german-infantry-west": 7}


def coming(units: dict[str, Any], side: str = "axis", **more: Any) -> Scene:
    return europe(units, phase="reinforcements", side=side, **{**FAR, **more})


@pytest.mark.rule("war-in-europe:17.11")
def test_the_table_of_points_that_may_be_spent() -> None:
    """Seven to twelve points give two, thirteen three, as printed; under six none."""
    assert [usable_points(stock) for stock in (0, 5, 6, 7, 12, 13, 18, 19, 49, 54)] == [0, 0, 1, 2, 2, 3, 3, 4, 9, 9]


@pytest.mark.rule(
    "war-in-europe:17.0", "war-in-europe:17.13", "war-in-europe:11.33", "war-in-europe:17.12", "war-in-europe:17.11"
)
def test_a_group_is_rebuilt_where_it_stands_and_rests() -> None:
    scene = coming(
        {"inf": group("0303"), "inf-2": group("0303"), "inf-3": group("0304")}, values={"stock-german-infantry-west": 7}
    )
    after = scene.play("rebuild inf 0303 false", "rebuild inf-2 0303 false")
    assert after.unit("inf").step == 0
    assert after.state.values["stock-german-infantry-west"] == 5
    assert after.refused("rebuild inf-3 0304 false") == "17.11"
    moved = after.play("done")
    assert moved.refused("step-to inf 0304") == "17.13"


@pytest.mark.rule(
    "war-in-europe:17.14",
    "war-in-europe:17.2",
    "war-in-europe:17.21",
    "war-in-europe:17.22",
    "war-in-europe:17.25",
    "war-in-europe:17.26",
    "war-in-europe:17.27",
)
@pytest.mark.parametrize(
    ("unit", "stock", "points"),
    [
        ("inf", "infantry", 1),
        ("mot", "infantry", 1),
        ("cav", "infantry", 1),
        ("pz", "mechanised", 1),
        ("pg", "mechanised", 1),
        ("ss", "mechanised", 2),
        ("para", "infantry", 2),
    ],
)
def test_what_rebuilding_costs(unit: str, stock: str, points: int) -> None:
    values = {f"stock-german-{stock}-west": 12}
    after = coming({unit: group("0303")}, values=values).play(f"rebuild {unit} 0303 false")
    assert after.state.values[f"stock-german-{stock}-west"] == 12 - points
    other = {"infantry": "mechanised", "mechanised": "infantry"}[stock]
    wrong = coming({unit: group("0303")}, values={f"stock-german-{other}-west": 12, "stock-german-infantry-south": 12})
    assert wrong.refused(f"rebuild {unit} 0303 false") == "17.11"


@pytest.mark.rule("war-in-europe:17.17", "war-in-europe:17.18", "war-in-europe:17.28", "war-in-europe:17.29")
def test_what_is_not_rebuilt() -> None:
    values = {"stock-german-infantry-west": 30, "stock-german-infantry-east": 6}
    units = {"inf": {"at": "gone-axis", "step": 1}, "inf-2": group("0303"), "reg": "gone-axis", "sup": "gone-axis"}
    scene = coming(units, values=values)
    assert scene.refused("rebuild inf 0303 false") == "17.17"
    assert scene.refused("rebuild reg 0303 false") == "17.28"
    assert scene.refused("rebuild sup 0303 false") == "17.29"
    assert coming({"inf": group("0303")}, values=values, axis="").refused("rebuild inf 0303 false") == "17.18"
    boxed = coming({"para": {"at": "airborne-axis", "step": 1}, "inf": group("0303")}, values=values)
    assert boxed.refused("rebuild para 0303 false") == "17.0", "it is off the map, and not lost"


@pytest.mark.rule("war-in-europe:17.0", "war-in-europe:17.23", "war-in-europe:17.24", "war-in-europe:17.14")
def test_a_lost_unit_that_forms_no_group_comes_back_in_a_city_of_its_nation() -> None:
    cities = [
        {"at": "0204", "kind": "city", "name": "Rome", "attributes": {"nation": "italian"}},
        {"at": "0404", "kind": "city", "name": "Essen"},
    ]
    values = {"stock-italian-infantry-west": 6, "stock-italian-mechanised-west": 6}
    units = {"ita": "gone-axis", "arm": {"at": "gone-axis", "type": "italian-armour"}}
    scene = coming(units, features=cities, held={"axis": ["0204", "0404"]}, values=values)
    assert scene.refused("rebuild ita 0404 false") == "17.0"
    assert scene.play("rebuild ita 0204 false", "rebuild arm 0204 false").stack("0204") == ("ita", "arm")


@pytest.mark.rule("war-in-europe:17.15", "war-in-europe:16.22")
def test_security_and_static_divisions_may_become_infantry() -> None:
    scene = coming({"sec": group("0303"), "inf": group("0303")}, values={"stock-german-infantry-west": 12})
    assert scene.play("rebuild sec 0303 true").unit("sec").type == "german-infantry"
    assert scene.refused("rebuild inf 0303 true") == "17.15"
    three = coming({"sec": group("0303"), "sec-2": group("0303"), "sec-3": group("0303")})
    assert three.play("fuse sec,sec-2,sec-3 true").unit("sec").type == "german-infantry"


@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:17.0", "war-in-europe:4.2")
def test_nobody_with_wheels_comes_back_or_arrives_in_an_arctic_city() -> None:
    """Mechanised units are not north of the Arctic Circle, however they would come there."""
    cities = [{"at": at, "kind": "city", "attributes": {"nation": "romanian"}} for at in ("0201", "0305")]
    tanks = {"at": "gone-axis", "type": "romanian-armour"}
    due = {"at": "coming-axis", "type": "romanian-armour", "values": {"due": 90}}
    points = {"stock-romanian-mechanised-west": 12, "stock-romanian-infantry-west": 12}
    scene = coming(
        {"tanks": tanks, "late": due, "rom": "gone-axis"},
        features=cities,
        held={"axis": ["0201", "0305"]},
        regions={"north": ("arctic", ["0201"])},
        values=points,
    )
    assert scene.refused("rebuild tanks 0201 false") == "17.0"
    assert scene.refused("arrive late 0201") == "4.2"
    for allowed in ("rebuild tanks 0305 false", "arrive late 0305", "rebuild rom 0201 false"):
        assert scene.allows(allowed)


@pytest.mark.rule("war-in-europe:17.16")
def test_points_go_to_another_front_and_serve_from_the_next_phase() -> None:
    after = coming({"inf": "0303"}, values={"stock-german-infantry-west": 6}).play(
        "move-points german infantry west east"
    )
    assert after.state.values["stock-german-infantry-west"] == 5
    assert after.state.values["back-stock-german-infantry-east-96"] == 1
    back = coming({"inf": "0303"}, turn=96, values={"back-stock-german-infantry-east-96": 1})
    assert back.state.values["stock-german-infantry-east"] == 1


@pytest.mark.rule(
    "war-in-europe:16.0",
    "war-in-europe:16.1",
    "war-in-europe:16.11",
    "war-in-europe:16.12",
    "war-in-europe:16.13",
    "war-in-europe:16.2",
    "war-in-europe:16.21",
)
def test_three_like_groups_make_a_whole_unit_supplied_or_not() -> None:
    units = {"inf": group("0303"), "inf-2": group("0303"), "sec": group("0303"), "pz": group("0303")}
    scene = coming({**units, "rus": "0304"}, axis="")
    assert scene.refused("fuse inf,inf-2,pz false") == "16.11"
    after = scene.play("fuse inf,inf-2,sec false")
    assert (after.unit("inf").step, after.place("inf-2"), after.place("sec")) == (0, "gone-axis", "gone-axis")
    assert after.refused("step-to inf 0304") == "16.12"
    assert after.play("done").ask("attack", units=["inf"], target="0304").refusal.rule == "16.12"


@pytest.mark.rule("war-in-europe:16.0", "war-in-europe:8.52")
def test_a_group_that_has_just_arrived_is_not_put_together_with_those_there() -> None:
    """They stand together when their turn begins; in the next one they do."""
    city = [{"at": "0303", "kind": "city", "attributes": {"nation": "us"}}]
    boxed = {"at": "airborne-allied", "step": 1}
    units = {"usp": boxed, "usp-2": group("0303"), "usp-3": group("0303")}
    stock = {"stock-us-infantry-west": 12}
    fixed: dict[str, Any] = {"side": "allied", "features": city, "held": {"allied": ["0303"]}, "values": stock}
    after = coming(units, **fixed).play("arrive usp 0303")
    assert after.refused("fuse usp,usp-2,usp-3 false") == "16.0"
    assert coming({**units, "usp": group("0303")}, **fixed).allows("fuse usp,usp-2,usp-3 false")


@pytest.mark.rule("war-in-europe:16.14", "war-in-europe:16.23")
def test_groups_of_one_nation_and_on_no_train() -> None:
    rus = {"type": "soviet-infantry-4", "at": "0303", "step": 1}
    other = {"type": "us-armour", "at": "0303", "step": 1}
    mixed = coming({"a": rus, "b": rus, "c": other, "d": rus}, side="allied")
    assert mixed.refused("fuse a,b,c false") == "16.14"
    train = coming(
        {"inf": group("0303", marks=["aboard"]), "inf-2": group("0303"), "inf-3": group("0303"), "inf-4": group("0303")}
    )
    assert train.refused("fuse inf,inf-2,inf-3 false") == "16.23"
    apart = coming({"inf": group("0303"), "inf-2": group("0303"), "inf-3": group("0304")}, values=STOCK)
    assert apart.refused("fuse inf,inf-2,inf-3 false") == "16.0"
    assert apart.refused("fuse inf,inf-2 false") == "16.0"


@pytest.mark.rule("war-in-europe:17.0", "war-in-europe:17.13", "war-in-europe:16.23")
def test_a_group_aboard_a_train_is_rebuilt_there_though_none_are_put_together() -> None:
    aboard = {"inf": group("0303", marks=["aboard"]), "inf-2": group("0303"), "inf-3": group("0303")}
    scene = coming(aboard, values=STOCK, rails=[["0303", "0302", "0301"]])
    assert scene.refused("fuse inf,inf-2,inf-3 false") == "16.23"
    after = scene.play("rebuild inf 0303 false")
    assert (after.unit("inf").step, after.unit("inf").marks) == (0, {"aboard", "rebuilt"})
    assert after.play("done").refused("ride-train inf 0303 true") == "17.13"


@pytest.mark.rule(
    "war-in-europe:4.2", "war-in-europe:8.13", "war-in-europe:13.7", "war-in-europe:17.0", "war-in-europe:7.3"
)
def test_points_and_units_come_when_they_are_due() -> None:
    points = [{"turn": 95, "ready-german-east": 4, "amphibious-allied": 2, "lift-german": 1}]
    city = [{"at": "0204", "kind": "city", "name": "Essen", "attributes": {"nation": "german"}}]
    units = {"inf": {"at": "coming-axis", "values": {"due": 95}}, "pz": {"at": "coming-axis", "values": {"due": 96}}}
    scene = coming(
        units,
        features=city,
        held={"axis": ["0204"]},
        charts={"tracks": {"points": {"instead": points}}},
        values={"back-lift-german-95": 2},
    )
    assert (scene.state.values["ready-german-east"], scene.state.values["lift-german-reserve"]) == (4, 3)
    assert "amphibious-allied" not in scene.state.values
    assert scene.refused("arrive pz 0204") == "4.2"
    assert scene.play("arrive inf 0204").place("inf") == "0204"


@pytest.mark.rule("war-in-europe:14.42")
def test_mobile_supply_units_may_be_dissolved() -> None:
    scene = coming({"sup": "0303", "inf": group("0303")}, values={"stock-german-infantry-west": 6})
    assert scene.refused("disband inf") == "14.42"
    assert scene.play("disband sup").place("sup") == "gone-axis"


# Fortified units


def digging(units: dict[str, Any], **more: Any) -> Scene:
    return fighting(units, side="allied", **{**FAR, **more}).play("done")


@pytest.mark.rule("war-in-europe:18.0", "war-in-europe:18.24")
def test_the_printed_example_five_points_succeed_on_one_to_five() -> None:
    units = {"rus": "0906", "rus4": "0906"}
    scene = digging(units, dice=[5]).play("fortify rus")
    assert "fortified" in scene.unit("rus").marks
    assert "fortified" not in digging(units, dice=[6]).play("fortify rus").unit("rus").marks
    held = europe(
        {"rus": marked("0906", "fortified"), "rus4": "0906", "rus2": "0906"}, phase="combat", side="axis", **FAR
    )
    assert held.ask("unit", "rus4").factors.defence.value == 8
    assert held.ask("unit", "rus").factors.defence.value == 4
    assert held.ask("unit", "rus2").factors.defence.value == 2


@pytest.mark.rule("war-in-europe:18.0/a", "war-in-europe:18.24")
def test_with_six_points_no_die_is_thrown_and_one_to_a_hex() -> None:
    scene = digging({"rus": "0906", "rus-2": "0906", "rus4": "0906"}).play("fortify rus")
    [told] = scene.told("fortification-tried")
    assert (told.die, told.done) == (None, True)
    assert "fortify" not in scene.menu.kinds()


@pytest.mark.rule("war-in-europe:18.11", "war-in-europe:18.12", "war-in-europe:18.26", "war-in-europe:18.0")
def test_where_and_when_nobody_digs_in() -> None:
    wall = [{"at": "0906", "kind": "fortified-line", "attributes": {"side": "allied"}}]

    def refused(units: dict[str, Any], **more: Any) -> str:
        scene = fighting({**units, "rus-9": marked("1107", "fortified")}, side="allied", **{**FAR, **more}).play("done")
        return scene.refused("fortify rus")

    assert refused({"rus": "0906"}, allied="") == "18.11"
    assert refused({"rus": "0906"}, turn=MUD) == "18.12"
    assert refused({"rus": "0906"}, features=wall) == "18.26"
    assert refused({"rus": marked("0906", "marched")}) == "18.0"
    assert refused({"rus": "0906"}, turn=40) == "18.0"


@pytest.mark.rule("war-in-europe:18.13", "war-in-europe:18.14", "war-in-europe:18.25")
def test_a_fortified_unit_may_always_get_up_and_dig_in_again() -> None:
    scene = digging({"rus": marked("0906", "fortified"), "rus-2": "1107"}, allied="").play("unfortify rus")
    assert "fortified" not in scene.unit("rus").marks
    again = digging({"rus": "0906", "rus4": "0906", "rus2": "0906"}).play("fortify rus")
    assert "fortified" in again.unit("rus").marks


@pytest.mark.rule("war-in-europe:18.21")
def test_it_does_not_move_and_is_lost_if_it_must_retreat() -> None:
    still = europe({"rus": marked("0906", "fortified")}, phase="initial-movement", side="allied", **FAR)
    assert still.refused("step-to rus 0907") == "18.21"
    units = {"inf": "0303", "rus": marked("0403", "fortified"), "rus4": "0403"}
    after = fighting(units, results=["Dr"], dice=[3], **FAR).play(
        "declare-attack 0403", "add-attacker inf", "resolve", "give-ground"
    )
    assert after.play("retreat rus4 0504").place("rus") == "gone-allied"


@pytest.mark.rule("war-in-europe:16.22/a")
def test_static_divisions_that_are_put_together_stay_static() -> None:
    scene = coming({"stat": group("0303"), "stat-2": group("0303"), "stat-3": group("0303")})
    assert scene.refused("fuse stat,stat-2,stat-3 true") == "16.22"
    assert scene.play("fuse stat,stat-2,stat-3 false").unit("stat").type == "german-static"


@pytest.mark.rule("war-in-europe:18.24")
def test_a_fortified_unit_doubles_whom_that_helps_most() -> None:
    units = {"rus": marked("0906", "fortified"), "guard": marked("0906", "aboard"), "rus4": "0906"}
    held = europe(units, phase="combat", side="axis", **FAR)
    assert [held.ask("unit", unit).factors.defence.value for unit in ("guard", "rus4")] == [3, 8]
