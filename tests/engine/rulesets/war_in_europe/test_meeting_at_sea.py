"""Where cases of chapters 7, 8 and 13 meet: hits at sea, landings in ports, supply of those who flew."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import FIELD, europe, marked
from tests.helpers.positions import Scene

SEA = "/".join(["..~~~~~~~~....", "..~~~~~~~~....", "..~~~~~~~~...."])
WEST, EAST = "0202", "1102"
HALVES = {"south": ("air-front", [f"{column:02}{row:02}" for column in range(7, 15) for row in (1, 2, 3)])}


def naval(units: dict[str, Any], side: str = "allied", **more: Any) -> Scene:
    ports = more.pop("ports", {WEST: "major", EAST: "major"})
    held = more.pop("held", {side: list(ports)})
    return europe(units, SEA, phase="naval-movement", side=side, ports=ports, held=held, **{side: WEST, **more})


@pytest.mark.rule("war-in-europe:13.37/b", "war-in-europe:13.33/a", "war-in-europe:7.3")
def test_a_point_is_not_lost_for_a_unit_that_was_sunk_before() -> None:
    """The first unit is hit on two fronts and sunk; the second lands unharmed, and its point comes back."""
    held = {"allied": [WEST], "axis": ["0101", "1302"]}
    centres = [{"at": at, "kind": "supply-centre", "attributes": {"nation": "german"}} for at in ("0101", "1302")]
    values = {"strikes-german-west": 1, "strikes-german-south": 1, "amphibious-allied": 2}
    fixed: dict[str, Any] = {"ports": {WEST: "major"}, "held": held, "features": centres, "regions": HALVES}
    scene = naval({"us": WEST, "us-2": WEST}, values=values, dice=[1, 1, 5, 5], **fixed)
    sunk = scene.play(f"land us {EAST} false", "strike-convoy 1", f"sail-on {EAST}", "strike-convoy 1")
    assert sunk.place("us") == "gone-allied"
    ashore = sunk.play(f"land us-2 {EAST} false", "strike-convoy 1", "strike-convoy 1")
    assert ashore.place("us-2") == EAST
    assert ashore.state.values["back-amphibious-allied-104"] == 2


@pytest.mark.rule("war-in-europe:7.33/f", "war-in-europe:14.5")
def test_the_port_under_a_landing_supplies_those_who_hold_it() -> None:
    """Both sides control the hex for supply in the combat phase."""
    units = {"us": marked(EAST, "landed", "sailed"), "inf": EAST}
    fixed: dict[str, Any] = {"phase": "combat", "side": "allied", "allied": WEST, "ports": {WEST: "major"}}
    centre = {"at": EAST, "kind": "supply-centre", "attributes": {"nation": "german"}}
    scene = europe(units, SEA, features=[centre], held={"allied": [WEST], "axis": [EAST]}, **fixed)
    assert scene.ask("supply", "inf").state == "supplied"
    far = {"at": "0103", "kind": "supply-centre", "attributes": {"nation": "german"}}
    ports = {WEST: "major", EAST: "major", "0203": "major"}
    held = {"allied": [WEST], "axis": [EAST, "0203", "0103"]}
    rails = [("0103", "0203")]
    by_sea = europe(units, SEA, features=[far], rails=rails, **{**fixed, "ports": ports, "held": held})
    assert by_sea.ask("supply", "inf").state == "supplied"


@pytest.mark.rule("war-in-europe:7.33/g", "war-in-europe:7.3")
def test_the_point_of_a_landing_that_failed_does_not_lie_on_the_beach() -> None:
    held = {"allied": [WEST], "axis": ["1302"]}
    fixed: dict[str, Any] = {"ports": {WEST: "major"}, "held": held, "axis": "1302", "dice": [1]}
    scene = naval({"us": WEST, "inf": EAST}, values={"amphibious-allied": 1}, **fixed)
    ashore = scene.play(f"land us {EAST} true")
    failed = ashore.play(f"declare-attack {EAST}", "add-attacker us", "resolve")
    assert failed.place("us") == "gone-allied"
    assert not failed.state.marker(failed.game.board.at(EAST), "beach-allied")
    assert failed.state.values["back-amphibious-allied-104"] == 1


@pytest.mark.rule("war-in-europe:7.16/c", "war-in-europe:7.12", "war-in-europe:13.34")
def test_who_sails_off_the_map_can_be_struck_at_on_the_way() -> None:
    fixed: dict[str, Any] = {"regions": {"exit": ("sea-exit", ["1001"])}, "axis": "1302"}
    fixed["held"] = {"allied": [WEST], "axis": ["1302"]}
    scene = naval({"us": WEST, "us-2": WEST}, values={"strikes-german-west": 1}, dice=[1], **fixed).play("leave-map us")
    assert scene.menu.side == "axis"
    hit = scene.play("strike-convoy 1")
    assert (hit.menu.side, hit.unit("us").step) == ("allied", 1)
    gone = hit.play("sail-on 1001")
    assert (gone.place("us"), gone.unit("us").values["due"]) == ("coming-allied", 99)
    home = hit.play(f"sail-on {WEST}")
    assert home.place("us") == WEST


@pytest.mark.rule("war-in-europe:8.26/b", "war-in-europe:8.0")
def test_a_drop_that_was_in_order_is_not_looked_at_again_when_the_turn_ends() -> None:
    """Units of an air assault are checked in their own interdiction phase, those who were flown when the turn ends."""
    units = {"usp": marked("0804", "dropped", "flown"), "brit": marked("0806", "flown"), "pz": "0102"}
    fixed: dict[str, Any] = {"values": {"first-side": "allied"}, "axis": "1208", "allied": "0104"}
    scene = europe(units, FIELD, phase="mechanised-movement", side="allied", **fixed).play("done")
    assert "dropped" not in scene.unit("usp").marks
    cut = scene.play("step-to pz 0103", "step-to pz 0104", "done")
    short = {unit: cut.ask("supply", unit).state for unit in ("usp", "brit")}
    assert short == {"usp": "unsupplied", "brit": "unsupplied"}
    over = cut
    while over.state.turn == cut.state.turn:
        over = over.play("done")
    assert (over.place("usp"), over.place("brit")) == ("0804", "gone-allied")
