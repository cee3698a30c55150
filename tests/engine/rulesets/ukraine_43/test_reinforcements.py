"""16.1 and chapter 27: reinforcements, and units that come and go by the Central Front."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import front, moving
from tests.helpers.positions import Scene, marked

NORTH = [f"{column:02}01" for column in range(1, 13)]
COMING = {"at": "soviet-reinforcements", "values": {"due": 3}}


def coming(units: dict[str, Any], entry: str | None = "0301", **more: Any) -> Scene:
    """The third turn, with a rifle corps that is due by the northern edge and sources on three edges."""
    schedule = [{"turn": 3, "unit": "rifle", **({"at": entry} if entry else {})}]
    given: dict[str, Any] = {"turn": 3, "schedule": schedule, "soviet": ["0301", "0801", "1205"], "axis": ["0109"]}
    return moving({"rifle": COMING, **units}, **{**given, **more})


@pytest.mark.rule("ukraine-43:16.1")
def test_a_reinforcement_comes_in_by_any_source_on_its_own_edge_and_goes_on() -> None:
    scene = coming({})
    assert set(scene.choices("arrive")) == {"arrive rifle 0301", "arrive rifle 0801"}
    assert scene.refused("arrive rifle 1205") == "16.1"
    assert scene.refused("arrive rifle 0501") == "16.1"
    here = scene.play("arrive rifle 0301")
    assert here.holder("0301") == "soviet"
    on = here.play("step-to rifle 0302", "step-to rifle 0303", "step-to rifle 0304")
    assert on.refused("step-to rifle 0305") == "4.1"


@pytest.mark.rule("ukraine-43:16.1")
def test_it_waits_while_the_enemy_holds_its_sources_and_does_not_come_before_its_turn() -> None:
    held = coming({"inf": "0301"}, control={"axis": ["0301", "0801"]})
    assert held.choices("arrive") == ()
    assert coming({}, turn=2).refused("arrive rifle 0301") == "16.1"
    assert coming({}, turn=5).allows("arrive rifle 0301")


@pytest.mark.rule("ukraine-43:4.6", "ukraine-43:16.1")
def test_every_reinforcement_may_go_on_by_rail_and_is_disrupted() -> None:
    line = [["0301", "0302", "0303", "0304", "0305"]]
    other = {"tank": {"at": "soviet-reinforcements", "values": {"due": 3}}}
    scene = coming(other, rails=line).play("arrive-by-rail rifle 0305", "arrive-by-rail tank 0304")
    assert scene.place("rifle") == "0305"
    assert "disrupted" in scene.unit("rifle").marks
    assert coming({}, rails=line).refused("arrive-by-rail rifle 0306") == "4.6"
    assert coming({"inf": "0404"}, rails=line).refused("arrive-by-rail rifle 0305") == "4.6"


@pytest.mark.rule("ukraine-43:3.B", "ukraine-43:27.1")
@pytest.mark.parametrize(("die", "level"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_the_central_front_is_thrown_for_from_the_sixth_turn_on(die: int, level: int) -> None:
    given: dict[str, Any] = {"entries": NORTH[:6], "values": {"front-level": 1}, "phase": "central-front"}
    scene = front({"rifle": "0505"}, turn=6, dice=[die], **given)
    assert scene.state.values["front-level"] == level
    assert front({"rifle": "0505"}, turn=5, dice=[6], **given).state.values["front-level"] == 1
    last = front({"rifle": "0505"}, turn=9, dice=[6], **{**given, "values": {"front-level": 5}})
    assert last.state.values["front-level"] == 6


@pytest.mark.rule("ukraine-43:27.2")
def test_an_open_half_hex_lets_reinforcements_in_past_zones_but_not_through_bonds() -> None:
    given: dict[str, Any] = {
        "entries": ["0601", "0401", "0201"],
        "values": {"front-level": 2},
        "regions": {"north-edge": NORTH},
    }
    scene = coming({"inf": "0602"}, **given)
    assert scene.allows("arrive rifle 0601")
    assert scene.allows("arrive rifle 0401")
    assert scene.refused("arrive rifle 0201") == "16.1"
    held = coming({"inf": "0601"}, **given)
    assert held.refused("arrive rifle 0601") == "27.2"
    bonded = coming({"inf": "0302", "inf-2": "0501"}, **given)
    assert bonded.refused("arrive rifle 0401") == "27.2"


@pytest.mark.rule("ukraine-43:7.2", "ukraine-43:16.1")
def test_no_reinforcement_comes_in_by_a_source_in_a_bonded_hex() -> None:
    bonded = coming({"inf": "0702", "inf-2": "0901"})
    assert bonded.refused("arrive rifle 0801") == "7.2"
    assert bonded.allows("arrive rifle 0301")


@pytest.mark.rule("ukraine-43:27.2")
def test_open_half_hexes_are_sources_of_supply() -> None:
    given: dict[str, Any] = {"entries": ["0601"], "axis": ["1209"]}
    units = {"rifle": "0603"}
    assert front(units, **given, values={"front-level": 1}).ask("supply", "rifle").state == "supplied"
    assert front(units, **given).ask("supply", "rifle").state == "isolated"


@pytest.mark.rule("ukraine-43:27.3")
def test_soviet_units_leave_by_the_north_and_come_back_from_the_next_turn_on() -> None:
    given: dict[str, Any] = {"regions": {"north-edge": NORTH}, "entries": ["0601"], "turn": 7}
    units = {"rifle": marked("0402", step=1), "inf": "0909"}
    gone = moving(units, **given).play("step-to rifle 0401", "leave-north rifle")
    assert gone.place("rifle") == "central-front"
    assert gone.unit("rifle").step == 1
    assert gone.refused("arrive rifle 0401") == "16.1"
    waiting = {"rifle": {"at": "central-front", "values": {"due": 8}}, "inf": "0909"}
    later = {**given, "turn": 8, "values": {"front-level": 1}, "control": {"soviet": ["0901"]}}
    back = moving(waiting, **later)
    assert set(back.choices("arrive")) == {"arrive rifle 0601", "arrive rifle 0901"}
    assert moving(units, **given).refused("leave-north rifle") == "27.3"
    german = moving({"inf": "0401"}, side="axis", **given)
    assert german.refused("leave-north inf") == "27.3"


@pytest.mark.rule("ukraine-43:26.1.A", "ukraine-43:27.3")
def test_zhukov_has_moved_in_the_turn_in_which_he_comes_back_from_the_central_front() -> None:
    units = {"zhukov": "central-front", "rifle": "0302", "inf": "0303"}
    scene = moving(units, regions={"north-edge": NORTH}, control={"soviet": NORTH})
    here = scene.play("arrive zhukov 0401", "done", "declare-attack 0303", "add-attacker rifle")
    assert here.refused("use-zhukov") == "26.1.A"
    stayed = moving({**units, "zhukov": "0401"}).play("done", "declare-attack 0303", "add-attacker rifle")
    assert stayed.allows("use-zhukov")


@pytest.mark.rule("ukraine-43:22.4", "ukraine-43:27.3")
def test_guns_that_have_fired_are_empty_at_the_central_front_too() -> None:
    units = {"art": marked("0401", "exhausted", "unsupplied"), "inf": "0909"}
    gone = moving(units, regions={"north-edge": NORTH}, turn=7).play("leave-north art")
    assert gone.unit("art").marks == {"exhausted"}


@pytest.mark.rule("ukraine-43:27.3")
def test_a_reinforcement_may_be_put_with_the_central_front() -> None:
    scene = coming({}).play("join-central-front rifle")
    assert scene.place("rifle") == "central-front"
    assert scene.refused("arrive rifle 0301") == "16.1"


@pytest.mark.rule("ukraine-43:5.4", "ukraine-43:16.1")
def test_a_reinforcement_comes_in_through_a_full_hex_if_it_can_go_on() -> None:
    full = {"rifle-2": "0301", "rifle-3": "0301", "brig": "0301"}
    here = coming(full).play("arrive rifle 0301")
    assert here.refused("done") == "5.4"
    assert here.play("step-to rifle 0302").allows("done")
    marsh = "/".join(["............", "mmmmmmmmmmmm", *["............"] * 7])
    crowd = {f"rifle-{at}{number}": at for at in ("0201", "0401") for number in (1, 2)}
    crowd |= {f"brig-{at}": at for at in ("0201", "0401")}
    slow = coming({**full, **crowd, "rifle": {**COMING, "marks": ["unsupplied"]}}, board=marsh)
    assert slow.refused("arrive rifle 0301") == "5.3", "a point leads into no marsh, and the other hexes are full"


@pytest.mark.rule("ukraine-43:5.4", "ukraine-43:16.1")
def test_of_two_who_came_in_through_one_hex_that_is_full_now_either_may_go_on() -> None:
    schedule = [{"turn": 3, "unit": unit, "at": "0301"} for unit in ("rifle", "rifle-4")]
    scene = coming({"rifle-2": "0301", "rifle-4": COMING, "brig": "0301"}, schedule=schedule)
    both = scene.play("arrive rifle 0301", "arrive rifle-4 0301")
    assert both.refused("done") == "5.4"
    assert both.refused("step-to brig 0302") == "5.4", "who has not set out waits"
    for first in ("rifle", "rifle-4"):
        assert both.play(f"step-to {first} 0302").allows("done")
