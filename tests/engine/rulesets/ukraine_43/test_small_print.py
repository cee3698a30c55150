"""Sentences that are easily read past: what several hexes, aircraft and headquarters change in a combat or a line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import (
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    attacked,
    beside,
    exploiting,
    fighting,
    front,
    moving,
)
from tests.helpers.positions import Scene, marked

A = "0605"
EAST = beside(A, NE)
SOUTH = beside(A, SE)
"""Beside A and the hex to its east, from where both can be attacked at once."""


def both(units: dict[str, Any], attackers: str, result: str, **more: Any) -> Scene:
    """An attack on A and the hex to its east with its result laid down."""
    given = {"phase": "combat", "side": "soviet", "results": [result], "dice": [5] * 4}
    scene = front(units, **{**given, **more}).play(f"declare-attack {A}", f"add-target {EAST}")
    return scene.play(*(f"add-attacker {unit}" for unit in attackers.split()), "resolve")


@pytest.mark.rule("ukraine-43:12.1/c", "ukraine-43:9.7/a")
def test_nobody_advances_while_a_garrison_stands_in_one_of_the_hexes() -> None:
    units = {"gds": SOUTH, "mech": SOUTH, "inf": marked(A, step=1), "inf-2": marked(EAST, step=1)}
    scene = both(units, "gds mech", "DR", places={EAST: "city"}).play(f"stand-fast {EAST}")
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    assert scene.place("inf") != A
    assert not scene.choices("advance")


@pytest.mark.rule("ukraine-43:10.2", "ukraine-43:8.5")
def test_the_beaten_of_one_hex_do_not_rally_those_of_the_other() -> None:
    units = {"gds": SOUTH, "mech": SOUTH, "inf": marked(A, step=1), "inf-2": marked(EAST, step=1)}
    scene = both(units, "gds mech", "DR").play(f"retreat inf-2 {A}")
    assert scene.refused("done") == "10.1.A"
    assert scene.play(scene.choices("retreat")[0]).place("inf-2") not in (A, EAST)


@pytest.mark.rule("ukraine-43:8.5/c", "ukraine-43:12.4")
def test_an_exchange_that_leaves_one_of_two_hexes_held_lets_nobody_advance() -> None:
    units = {"gds": SOUTH, "mech": SOUTH, "hun": {"at": A, "type": "eastern-regiment"}, "inf": EAST}
    scene = both(units, "gds mech", "EX").play("take-loss mech", "take-loss hun")
    assert scene.place("hun") == "axis-eliminated"
    assert not scene.choices("advance")


@pytest.mark.rule("ukraine-43:8.5/a", "ukraine-43:23.1")
def test_a_headquarters_beside_a_last_step_is_a_second_step_of_an_uneven_exchange() -> None:
    units = {"rifle": SOUTH, "inf": marked(A, step=1)}

    def costs(**more: Any) -> tuple[int, int]:
        scene = fighting({**units, **more}, results=["DR2X"], dice=[5])
        told = attacked(scene, A, "rifle").told("attack-resolved")[-1]
        return told.attacker_losses, told.defender_losses

    assert costs() == (0, 1)
    assert costs(army=A) == (1, 2)


@pytest.mark.rule("ukraine-43:8.4", "ukraine-43:23.1")
@pytest.mark.parametrize(("at", "dice"), [(EAST, 2), (A, 1)])
def test_a_headquarters_alone_in_its_hex_counts_beside_another_hex(at: str, dice: int) -> None:
    units = {"gds": SOUTH, "gds-2": SOUTH, "inf": A, "guns": A, "army": at, "sec": EAST}
    if at == EAST:
        del units["sec"]
    else:
        units["guns"] = "0101"
    scene = both(units, "gds gds-2", "C")
    assert len(scene.told("attack-resolved")[-1].dice) == dice


@pytest.mark.rule("ukraine-43:15.4", "ukraine-43:15.6")
def test_aircraft_defend_one_of_two_hexes_that_are_attacked_together() -> None:
    units = {"gds": SOUTH, "inf": A, "inf-2": EAST, "luft": marked(A, "das"), "luft-2": marked(EAST, "das")}
    found = fighting(units).ask("attack", units=["gds"], target=A, targets=[A, EAST])
    assert found.defence.value == 7 + 7 + 5
    alone = fighting(units).ask("attack", units=["gds"], target=A)
    assert alone.defence.value == 7 + 5


@pytest.mark.rule("ukraine-43:15.6", "ukraine-43:9.1/a")
def test_aircraft_defend_where_the_cap_leaves_them_room() -> None:
    units = {"gds": SOUTH, "hun": {"at": A, "type": "eastern-regiment"}, "inf-2": EAST, "luft": marked(A, "das")}
    found = fighting(units, places={A: "city"}).ask("attack", units=["gds"], target=A, targets=[A, EAST])
    regiment = fighting(units).ask("unit", "hun").factors["defence"]["value"]
    assert found.defence.value == 3 * regiment + 7 + 5


@pytest.mark.rule("ukraine-43:25.2")
def test_bad_weather_around_one_air_unit_closes_the_air_to_another_of_its_side() -> None:
    near = beside(A, N)
    units = {"rifle": beside(A, S), "inf": A, "luft": marked(near, "das")}
    stopped = {"luft-2": marked(beside(near, NW), "das", "flown", "grounded")}
    clear = fighting(units).ask("attack", units=["rifle"], target=A)
    far = fighting({**units, **stopped}).ask("attack", units=["rifle"], target=A)
    assert (clear.defence.value, far.defence.value) == (12, 12)
    stopped = {"luft-2": marked(near, "das", "flown", "grounded")}
    assert fighting({**units, **stopped}).ask("attack", units=["rifle"], target=A).defence.value == 7


@pytest.mark.rule("ukraine-43:25.2", "ukraine-43:8.2")
def test_aircraft_that_help_keep_an_attack_out_of_closed_air_whichever_is_named_first() -> None:
    base = beside(A, S, S)
    units = {"rifle": A, "inf": beside(A, N), "inf-2": beside(A, NE), "fronthq": SOUTH, "airarmy": base}
    closed = {"luft": marked(beside(A, NE, SE), "das", "flown", "grounded")}
    scene = fighting({**units, **closed}, values={"weather": "overcast"}, places={base: "town"}, soviet=["0609"])
    begun = scene.play(f"declare-attack {beside(A, N)}", "add-attacker rifle")
    flown = begun.play("add-air airarmy")
    assert flown.refused(f"add-target {beside(A, NE)}") == "25.2"
    assert begun.play(f"add-target {beside(A, NE)}").refused("add-air airarmy") == "25.2"
    free = fighting(units, values={"weather": "overcast"}, places={base: "town"}, soviet=["0609"])
    both = free.play(f"declare-attack {beside(A, N)}", "add-attacker rifle", "add-air airarmy")
    assert both.allows(f"add-target {beside(A, NE)}")


# Lines


LANE = "......./......."
"""Two rows, where a unit in 0401 has a zone over all of the lower row from 0302 to 0502."""


@pytest.mark.rule("ukraine-43:14.3.C", "ukraine-43:30.2.A")
@pytest.mark.parametrize(("at", "points"), [("0302", 3), ("0402", 3), ("0502", 0)])
def test_a_line_begins_in_an_empty_zone_hex_and_enters_one_more(at: str, points: int) -> None:
    given: dict[str, Any] = {"objectives": [{"at": at, "value": 3}], "phase": "movement", "side": "soviet"}
    scene = front({"inf": "0401"}, LANE, soviet=["0202"], control={"soviet": [at]}, **given)
    assert scene.ask("score").score.value == points


@pytest.mark.rule("ukraine-43:14.3.C")
def test_aircraft_on_a_base_in_an_enemy_zone_draw_their_line_from_it() -> None:
    base: dict[str, Any] = {"places": {"0402": "town"}, "control": {"axis": ["0402"]}}
    found = front({"luft": "0402", "rifle": "0401"}, LANE, axis=["0202"], **base).ask("supply", "luft")
    assert (found.state, list(found.path)) == ("supplied", ["0402", "0302", "0202"])


# Coming upon the enemy


@pytest.mark.rule("ukraine-43:15.7")
def test_a_retreat_onto_an_enemy_base_drives_the_aircraft_off() -> None:
    base, other = beside(A, N), "0102"
    walls = [f"{A}/{way}" for way in (NE, SE, SW, NW)]
    scene = fighting(
        {"mech": beside(A, S), "inf": A, "airarmy": base},
        places={base: "village", other: "town"},
        control={"soviet": [base, other]},
        soviet=["0101"],
        sides={"major-river": walls},
        results=["DR"],
        dice=[5],
    )
    back = attacked(scene, A, "mech").play(f"retreat inf {base}")
    assert (back.menu.side, back.menu.rule) == ("soviet", "15.7")
    gone = back.play(f"return-to-base airarmy {other}")
    assert gone.unit("airarmy").marks == {"flown", "disrupted"}
    assert gone.menu.side == "axis"
    assert len(gone.choices("retreat")) > 0


@pytest.mark.rule("ukraine-43:27.1")
def test_a_leader_alone_makes_way_for_a_train() -> None:
    line = ["0205", "0305", "0405"]
    scene = moving({"inf": "0205", "zhukov": "0405"}, side="axis", rails=[line], control={"soviet": ["0909"]},
                   objectives=[{"at": "0909", "value": 1}])  # fmt: skip
    met = scene.play("move-by-rail inf 0405")
    assert met.menu.side == "soviet"
    assert met.play("place-leader zhukov 0909").unit("zhukov").marks >= {"disrupted"}


@pytest.mark.rule("ukraine-43:13.1.D")
def test_after_an_overrun_each_part_of_a_stack_goes_on_from_where_it_is() -> None:
    target = beside(A, N)
    units = {"pz": A, "pz-2": A, "brig": target}
    hand = exploiting(units, side="axis").play("pick-unit pz", "pick-unit pz-2")
    over = hand.play(f"overrun pz {target}", "resolve", f"advance pz {target}", "done")
    assert (over.place("pz"), over.place("pz-2")) == (target, A)
    gone = over.play(f"step-to pz {beside(target, N)}")
    assert (gone.place("pz"), gone.place("pz-2")) == (beside(target, N), A)


# Questions


@pytest.mark.rule("ukraine-43:14.5")
def test_a_unit_without_supply_is_told_with_half_its_attack() -> None:
    found = moving({"rifle": marked(A, "unsupplied")}).ask("unit", "rifle").factors["attack"]
    assert found["value"] == 3
    assert [term["rule"] for term in found["terms"]] == ["8.3", "14.5"]


@pytest.mark.rule("ukraine-43:13.1.A", "ukraine-43:13.1.B")
def test_a_question_about_an_overrun_says_what_forbids_it() -> None:
    units = {"pz": marked(A, values={"spent": 7}), "rifle": beside(A, N)}
    asked: dict[str, Any] = {"units": ["pz"], "target": beside(A, N), "overrun": True}
    assert exploiting(units, side="axis").ask("attack", **asked).refusal["rule"] == "13.1.B"
    assert moving(units, side="axis").ask("attack", **asked).refusal["rule"] == "13.1.A"
    fresh = exploiting({**units, "pz": A}, side="axis")
    assert fresh.ask("attack", **asked).refusal is None


@pytest.mark.rule("ukraine-43:13.1.D")
def test_an_overrun_leads_one_hex_and_the_stack_marches_on_by_its_points() -> None:
    scene = exploiting({"pz": A, "pg": A, "rifle": EAST}, side="axis", given={"dice": [1], "results": ["DR1"]})
    scene = scene.play("pick-unit pz", "pick-unit pg", f"overrun pz {EAST}", "resolve", "take-loss rifle")
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    there = scene.play(f"advance pz {EAST}")
    assert there.refused(f"advance pz {beside(EAST, N)}") == "13.1.D"
    assert there.play(f"advance pg {EAST}").allows(f"step-to pz {beside(EAST, N)}")


@pytest.mark.rule("ukraine-43:14.5", "ukraine-43:23.2")
def test_a_stack_is_told_with_what_it_is_worth_now() -> None:
    mixed = moving({"rifle": marked(A, "unsupplied"), "tank": A, "fronthq": A}).ask("stack", A)
    assert (mixed.factors.attack.value, mixed.factors.defence.value) == (3 + 6, 5 + 6)
    assert moving({"fronthq": A}).ask("stack", A).factors.defence.value == 1


@pytest.mark.rule("ukraine-43:13.1.C")
def test_a_question_about_an_overrun_from_two_hexes_is_refused() -> None:
    target = beside(A, N)
    scene = exploiting({"pz": A, "pz-2": A, "pz-3": beside(target, NE), "rifle": target}, side="axis")
    asked: dict[str, Any] = {"target": target, "overrun": True}
    assert scene.ask("attack", units=["pz", "pz-2"], **asked).refusal is None
    assert scene.ask("attack", units=["pz", "pz-3"], **asked).refusal.rule == "13.1.C"
    assert scene.ask("retreat", units=["pz", "pz-3"], result="DR", **asked).refusal.rule == "13.1.C"


@pytest.mark.rule("ukraine-43:13.1.A", "ukraine-43:13.1.C")
def test_what_an_overrun_leads_to_can_be_asked_for() -> None:
    target = beside(A, N)
    units = {"pz": A, "pz-2": A, "rifle": target}
    asked: dict[str, Any] = {"units": ["pz", "pz-2"], "target": target, "overrun": True}
    scene = exploiting(units, side="axis")
    back = scene.ask("retreat", result="DR", **asked)
    assert (back.side, {choice["unit"] for choice in back.choices}) == ("soviet", {"rifle"})
    lost = scene.ask("losses", result="EX", **asked)
    assert {choice["unit"] for choice in lost.choices} == {"pz", "pz-2"}
    gone = scene.ask("advance", result="DR", **asked)
    assert {(choice["unit"], choice["to"]) for choice in gone.choices} == {("pz", target), ("pz-2", target)}
    early = moving(units, side="axis").ask("retreat", result="DR", **asked)
    assert early.refusal.rule == "13.1.A"
