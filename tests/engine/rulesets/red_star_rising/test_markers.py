"""Chapter 6 in the administrative phase: markers drawn in contact and given back."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star


@pytest.mark.rule("red-star-rising:6.2.2")
def test_armies_in_contact_draw_in_the_administrative_phase() -> None:
    after = red_star({"army": "0202", "army-2": "0606", "pz": "0203"}, pause="0801", phase="contact", turn=3)
    assert "marker" in after.unit("army").values
    assert "marker" not in after.unit("army-2").values


@pytest.mark.rule("red-star-rising:6.2.2")
def test_a_fleet_overhead_is_no_contact() -> None:
    after = red_star({"army": "0202", "fleet": "0203", "pz": "0806"}, pause="0801", phase="contact", turn=3)
    assert "marker" not in after.unit("army").values


@pytest.mark.rule("red-star-rising:6.2.3", "red-star-rising:6.2.4")
def test_out_of_contact_a_striped_marker_is_set_aside_and_a_plain_one_goes_back() -> None:
    units = {
        "army": {"at": "0202", "values": {"marker": "c-01"}},
        "army-2": {"at": "0404", "values": {"marker": "c-60"}, "marks": ["lacking"]},
        "pz": "0806",
    }
    after = red_star(units, pause="0801", phase="release", turn=9, pools={"on-armies": ["c-01", "c-60"]})
    assert "c-01" in after.state.pool("at-start")
    assert "c-60" in after.state.pool("cup-c")
    assert not after.state.pool("on-armies")
    assert "marker" not in after.unit("army-2").values


@pytest.mark.rule("red-star-rising:6.2.3")
def test_an_army_out_of_supply_or_in_contact_keeps_its_marker() -> None:
    units = {
        "army": {"at": "0202", "values": {"marker": "c-01"}, "marks": ["unsupplied"]},
        "army-2": {"at": "0606", "values": {"marker": "c-60"}},
        "pz": "0605",
    }
    after = red_star(units, pause="0801", phase="release", turn=9, pools={"on-armies": ["c-01", "c-60"]})
    assert after.unit("army").values["marker"] == "c-01"
    assert after.unit("army-2").values["marker"] == "c-60"


@pytest.mark.rule("red-star-rising:6.2.1")
def test_three_cups_hold_the_markers_of_past_turns() -> None:
    state = red_star({"army": "0202", "pz": "0806"}, phase="movement", side="axis").state
    assert {card[0] for card in state.pool("cup-c")} == {"c"}
    assert not state.pool("cup-a")
    assert all(card in state.pool("markers-to-come") for card in ("a-01", "b-01", "c-41"))


@pytest.mark.rule("red-star-rising:6.2.1")
def test_nobody_may_look_into_the_cups() -> None:
    scene = red_star({"army": "0202", "pz": "0806"}, phase="movement", side="axis")
    for side in scene.game.ruleset.sides:
        assert set(scene.game.view(scene.state, side).pool("cup-c")) == {"?"}
