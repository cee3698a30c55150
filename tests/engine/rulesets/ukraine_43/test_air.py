"""Chapter 15: bases, missions, and bases that are lost."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import S, beside, front
from tests.helpers.positions import marked

BASE, OTHER, FAR = "0502", "0702", "1208"
PLACES = {BASE: "village", OTHER: "town", FAR: "city"}
AXIS = {"axis": ["1209"], "soviet": ["0101"], "places": PLACES, "roads": [["1209", "1208"]]}
OURS = {"axis": [BASE, OTHER, FAR, "1209"]}


def supplied(*hexes: str) -> dict[str, object]:
    """Sources beside the bases, so that they are in supply."""
    return {"axis": ["1209", *hexes], "soviet": ["0101"], "places": PLACES}


@pytest.mark.rule("ukraine-43:15.1", "ukraine-43:15.2", "ukraine-43:15.3")
def test_an_air_unit_changes_its_base_once_a_turn_to_any_supplied_settlement_of_its_own() -> None:
    ground = supplied("0503", "0703")
    scene = front({"luft": BASE, "luft-2": FAR}, phase="movement", side="axis", control=OURS, **ground)
    moved = scene.play(f"rebase luft {OTHER}")
    assert moved.place("luft") == OTHER
    assert "flown" in moved.unit("luft").marks
    assert moved.refused(f"rebase luft {BASE}") == "15.2"
    assert scene.refused(f"rebase luft {FAR}") == "15.3"
    assert scene.refused("rebase luft 0808") == "15.3"
    lost = front({"luft": BASE}, phase="movement", side="axis", control={"axis": [BASE], "soviet": [OTHER]}, **ground)
    assert lost.refused(f"rebase luft {OTHER}") == "15.3"
    dry = front({"luft": BASE}, phase="movement", side="axis", control=OURS, **supplied())
    assert dry.refused(f"rebase luft {OTHER}") == "15.3"


@pytest.mark.rule("ukraine-43:14.5", "ukraine-43:15.3", "ukraine-43:15.6")
def test_without_supply_an_air_unit_may_change_its_base_and_nothing_else() -> None:
    unit = {"luft": marked(BASE, "unsupplied")}
    ground = supplied("0703")
    assert front(unit, phase="movement", side="axis", control=OURS, **ground).allows(f"rebase luft {OTHER}")
    assert front(unit, phase="cover", side="axis", control=OURS, **ground).refused("fly-cover luft 0505") != ""


@pytest.mark.rule("ukraine-43:3.C.6", "ukraine-43:15.6")
def test_a_defensive_mission_goes_to_any_hex_in_range() -> None:
    scene = front({"luft": BASE, "inf": "0606"}, phase="cover", side="axis", control=OURS, **supplied("0503"))
    over = scene.play("fly-cover luft 0808")
    assert over.place("luft") == "0808"
    assert "das" in over.unit("luft").marks
    assert scene.allows("fly-cover luft 0606")
    short = front(
        {"luft": "0101"}, phase="cover", side="axis", control={"axis": ["0101"]}, **{**supplied(), "soviet": ["0901"]}
    )
    assert short.refused("fly-cover luft 1209") == "15.6"


@pytest.mark.rule("ukraine-43:3.C.1", "ukraine-43:15.2", "ukraine-43:15.3", "ukraine-43:15.6")
def test_aircraft_are_ready_again_and_come_back_to_a_base_in_range() -> None:
    units = {"luft": marked("0606", "das"), "luft-2": marked(FAR, "flown")}
    scene = front(units, phase="supply", side="axis", control=OURS, **supplied("0503", "0703"))
    assert scene.menu.side == "axis"
    assert set(scene.choices("return-to-base")) == {f"return-to-base luft {BASE}", f"return-to-base luft {OTHER}"}
    back = scene.play(f"return-to-base luft {BASE}")
    assert not back.unit("luft").marks
    assert not back.unit("luft-2").marks


@pytest.mark.rule("ukraine-43:15.3", "ukraine-43:15.3/a")
def test_where_no_base_is_in_range_any_other_serves_and_the_unit_is_disrupted() -> None:
    units = {"luft": marked("0101", "das")}
    only = {"axis": [FAR, "1209"]}
    scene = front(units, phase="supply", side="axis", control=only, **{**supplied(), "soviet": ["0901"]})
    back = scene.play(f"return-to-base luft {FAR}")
    assert back.unit("luft").marks == {"disrupted"}


@pytest.mark.rule("ukraine-43:15.7")
def test_a_base_that_is_lost_sends_its_aircraft_to_another_disrupted_and_flown() -> None:
    ground = supplied("0703")
    scene = front(
        {"luft": BASE, "tank": beside(BASE, S)}, phase="movement", side="soviet", control=OURS, **ground
    ).play(f"step-to tank {BASE}")
    assert scene.menu.side == "axis"
    away = scene.play(f"return-to-base luft {OTHER}")
    assert away.unit("luft").marks == {"flown", "disrupted"}
    assert away.menu.side == "soviet"
    ready = front({"luft": marked(BASE, "disrupted")}, phase="movement", side="axis", control=OURS, **ground)
    assert ready.refused(f"rebase luft {OTHER}") == "15.7"


@pytest.mark.rule("ukraine-43:15.7")
def test_aircraft_without_any_base_left_wait_outside_and_a_leader_with_them_is_asked_for_too() -> None:
    units = {"luft": BASE, "manstein": BASE, "tank": beside(BASE, S)}
    scene = front(
        units,
        phase="movement",
        side="soviet",
        control={"axis": [BASE, "0909"]},
        objectives=[{"at": "0909", "value": 1}],
        **supplied(),
    ).play(f"step-to tank {BASE}")
    assert scene.place("luft") == "axis-reinforcements"
    assert scene.play("place-leader manstein 0909").place("manstein") == "0909"


@pytest.mark.rule("ukraine-43:15.4", "ukraine-43:15.5")
def test_one_air_unit_in_range_shifts_an_attack_by_a_column_and_stays_on_its_base() -> None:
    ground = {"soviet": ["0201"], "axis": ["1209"], "places": {"0202": "town", "0302": "town"}}
    units = {"inf": "0505", "rifle": "0504", "fronthq": "0303", "airarmy": "0202", "airarmy-2": "0302"}
    mine = {"soviet": ["0202", "0302"]}
    scene = front(units, phase="combat", side="soviet", control=mine, **ground)
    alone = scene.ask("attack", units=["rifle"], target="0505")
    declared = scene.play("declare-attack 0505", "add-attacker rifle", "add-air airarmy")
    assert declared.refused("add-air airarmy-2") == "15.4"
    assert alone.shifts.value == 0
    resolved = declared.rolling(6, 6).play("resolve")
    assert resolved.place("airarmy") == "0202"
    assert "flown" in resolved.unit("airarmy").marks
    fought = resolved.told("attack-resolved")[-1]
    assert (fought.odds, fought.column) == ("1-2", "1-1")
    wide = "/".join(["................"] * 9)
    far = front({**units, "airarmy": "1605"}, wide, phase="combat", side="soviet", control=mine, **ground)
    assert far.play("declare-attack 0505", "add-attacker rifle").refused("add-air airarmy") == "15.4"
    flown = front({**units, "airarmy": marked("0202", "flown")}, phase="combat", side="soviet", control=mine, **ground)
    assert flown.play("declare-attack 0505", "add-attacker rifle").refused("add-air airarmy") == "15.2"
