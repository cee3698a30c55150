"""Chapters 10 to 13: retreats, disruption, advances and overruns."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import NE, NW, SE, SW, N, S, attacked, beside, exploiting, fighting, front
from tests.helpers.positions import Scene, marked

A = "0605"
SOUTH = beside(A, S)


def beaten(units: dict[str, object], result: str = "DR", attacker: str = "mech", **more: object) -> Scene:
    """A unit in A beaten from the south by a mechanised corps."""
    scene = fighting({attacker: SOUTH, **units}, results=[result], dice=[5], **more)
    return attacked(scene, A, attacker)


def ways(scene: Scene, unit: str) -> set[str]:
    """Where a unit may go with its next step."""
    return {choice.split()[2] for choice in scene.choices("retreat") if choice.split()[1] == unit}


@pytest.mark.rule("ukraine-43:10.1.A", "ukraine-43:11.2.A")
def test_the_beaten_go_back_two_hexes_and_are_disrupted() -> None:
    scene = beaten({"inf": A})
    one = scene.play(f"retreat inf {beside(A, NW)}")
    assert one.refused("done") == "10.1.A"
    two = one.play(f"retreat inf {beside(A, NW, NW)}")
    assert two.place("inf") == beside(A, NW, NW)
    assert "disrupted" in two.unit("inf").marks


@pytest.mark.rule("ukraine-43:10.1.B")
def test_axis_units_go_east_and_soviet_ones_west_only_if_there_is_no_other_way() -> None:
    scene = beaten({"inf": A})
    assert beside(A, NE) not in ways(scene, "inf")
    assert scene.refused(f"retreat inf {beside(A, NE)}") == "10.1.B"
    soviet = front({"pz": SOUTH, "rifle": A}, phase="combat", side="axis", results=["DR"], dice=[5])
    found = ways(attacked(soviet, A, "pz"), "rifle")
    assert beside(A, NW) not in found
    assert beside(A, NE) in found


@pytest.mark.rule("ukraine-43:10.1.B")
def test_empty_enemy_zones_are_avoided_and_a_retreat_ends_two_hexes_away() -> None:
    scene = beaten({"inf": A, "rifle": beside(A, NW, SW, SW)})
    assert beside(A, SW) not in ways(scene, "inf")
    assert ways(scene, "inf") == {beside(A, N), beside(A, NW)}
    far = scene.play(f"retreat inf {beside(A, N)}")
    assert all(
        scene.game.board.distance(scene.game.board.at(A), scene.game.board.at(at)) == 2 for at in ways(far, "inf")
    )


@pytest.mark.rule("ukraine-43:10.2")
def test_a_retreat_may_stop_in_a_city_of_ones_own_or_with_friends_in_order() -> None:
    city = beaten({"inf": A}, places={beside(A, N): "city"}, control={"axis": [beside(A, N)]})
    there = city.play(f"retreat inf {beside(A, N)}")
    assert there.allows("done")
    assert there.allows(f"retreat inf {beside(A, N, N)}")
    friends = beaten({"inf": A, "pz": beside(A, N)}).play(f"retreat inf {beside(A, N)}")
    assert friends.play("done").place("inf") == beside(A, N)
    shaken = beaten({"inf": A, "pz": marked(beside(A, N), "disrupted")}).play(f"retreat inf {beside(A, N)}")
    assert shaken.refused("done") == "10.1.A"
    guns = beaten({"inf": A, "guns": beside(A, N)}).play(f"retreat inf {beside(A, N)}")
    assert guns.refused("done") == "10.1.A"


@pytest.mark.rule("ukraine-43:10.2")
def test_a_city_that_the_enemy_held_is_no_rally_point_for_having_been_entered() -> None:
    city = beaten({"inf": A}, places={beside(A, N): "city"}, control={"soviet": [beside(A, N)]})
    there = city.play(f"retreat inf {beside(A, N)}")
    assert there.holder(beside(A, N)) == "axis"
    assert there.refused("done") == "10.1.A"
    assert there.play(f"retreat inf {beside(A, N, N)}").place("inf") == beside(A, N, N)


@pytest.mark.rule("ukraine-43:10.3")
def test_who_has_no_way_is_lost() -> None:
    ring = {f"rifle-{n}": beside(A, *way) for n, way in enumerate(((N, N), (NW, NW), (NE, NE), (SE, SE), (SW, SW)))}
    scene = beaten({"inf": A, **ring})
    assert scene.place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:10.3")
def test_a_major_river_without_a_bridge_and_a_bond_bar_a_retreat() -> None:
    sides = {"major-river": [f"{A}/{way}" for way in ("N", "NE", "SE", "SW", "NW")]}
    assert beaten({"inf": A}, sides=sides).place("inf") == "axis-eliminated"
    bridged = beaten({"inf": A}, sides={**sides, "bridge": [f"{A}/N"]})
    assert ways(bridged, "inf") == {beside(A, N)}
    bond = beaten({"inf": A, "rifle": beside(A, NW, N), "rifle-2": beside(A, SW, SW)})
    assert bond.refused(f"retreat inf {beside(A, NW)}") == "10.3"


@pytest.mark.rule("ukraine-43:10.3")
def test_one_empty_zone_hex_is_free_and_two_in_a_row_are_not() -> None:
    north = beside(A, N)
    walls = [f"{A}/{way}" for way in ("NE", "SE", "SW", "NW")] + [f"{north}/{way}" for way in ("SE", "SW", "NW")]
    one = beaten({"inf": A, "rifle": beside(A, N, N, N)}, sides={"major-river": [*walls, f"{north}/NE"]})
    assert ways(one, "inf") == {north}
    assert ways(one.play(f"retreat inf {north}"), "inf") == {beside(A, N, N)}
    two = beaten({"inf": A, "rifle": beside(A, N, NE)}, sides={"major-river": walls})
    assert two.place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:5.4", "ukraine-43:10.1.A")
def test_who_would_end_among_too_many_goes_a_hex_further() -> None:
    crowd = {}
    for n, way in enumerate(((N, N), (N, NW), (NW, NW), (NW, SW), (SW, SW), (SW, S))):
        crowd |= {f"inf-{n}{i}": beside(A, *way) for i in range(3)}
    scene = beaten({"inf": A, **crowd})
    first = scene.play(f"retreat inf {sorted(ways(scene, 'inf'))[0]}")
    second = first.play(f"retreat inf {sorted(ways(first, 'inf'))[0]}")
    assert second.refused("done") == "10.1.A"
    third = second.play(f"retreat inf {sorted(ways(second, 'inf'))[0]}")
    assert "disrupted" in third.unit("inf").marks


@pytest.mark.rule("ukraine-43:10.3", "ukraine-43:22.3")
def test_guns_do_not_retreat_through_marsh_without_a_road() -> None:
    rows = [["m"] * 12 for _ in range(9)]
    rows[int(A[2:]) - 1][int(A[:2]) - 1] = "."
    board = "/".join("".join(row) for row in rows)
    scene = front({"pz": SOUTH, "art": A}, board, phase="combat", side="axis", results=["DR"], dice=[5])
    assert attacked(scene, A, "pz").place("art") == "soviet-eliminated"


@pytest.mark.rule("ukraine-43:10.4")
def test_who_has_fallen_back_adds_nothing_and_is_lost_when_the_hex_is_given_up() -> None:
    late = {"inf": A, "inf-2": marked(A, "fell-back", "defended", "disrupted")}
    scene = fighting({"mech": SOUTH, **late}, results=["DR"], dice=[5])
    assert scene.ask("attack", units=["mech"], target=A).defence.value == 7
    done = attacked(scene, A, "mech")
    assert done.place("inf-2") == "axis-eliminated"
    alone = fighting({"mech": SOUTH, "inf-2": late["inf-2"]})
    assert alone.refused(f"declare-attack {A}") == "10.4"


@pytest.mark.rule("ukraine-43:11.1.A", "ukraine-43:11.4")
def test_a_disrupted_unit_defends_in_full_keeps_its_zone_and_fears_no_more_of_it() -> None:
    scene = beaten({"inf": marked(A, "disrupted")})
    assert scene.ask("zone", at=beside(A, N)).sides == {"axis": ["inf"]}
    back = scene.play(f"retreat inf {beside(A, NW)}", f"retreat inf {beside(A, NW, NW)}")
    assert "disrupted" in back.unit("inf").marks
    assert back.told("unit-disrupted") == []


@pytest.mark.rule("ukraine-43:11.5")
def test_disruption_ends_in_ones_own_final_phase() -> None:
    scene = front({"inf": marked(A, "disrupted"), "rifle": marked("0202", "disrupted")}, phase="final", side="soviet")
    assert "disrupted" not in scene.unit("rifle").marks
    assert "disrupted" in scene.unit("inf").marks


# Advances


def won(units: dict[str, object], **more: object) -> Scene:
    """A brigade alone in A is overwhelmed from the south."""
    scene = front({**units, "brig": A}, phase="combat", side="axis", results=["DR"], dice=[5], **more)
    attackers = [unit for unit, at in units.items() if at == SOUTH]
    gone = attacked(scene, A, *attackers)
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[0])
    return gone


@pytest.mark.rule("ukraine-43:12.1", "ukraine-43:12.2")
def test_the_mechanised_follow_two_hexes_and_infantry_one_beginning_in_the_hex_attacked() -> None:
    scene = won({"pz": SOUTH, "inf": SOUTH})
    assert scene.refused(f"advance pz {beside(SOUTH, SE)}") == "12.2"
    there = scene.play(f"advance pz {A}", f"advance inf {A}")
    assert there.refused(f"advance inf {beside(A, N)}") == "12.1"
    assert there.play(f"advance pz {beside(A, N)}").place("pz") == beside(A, N)


@pytest.mark.rule("ukraine-43:12.2")
def test_the_second_hex_crosses_no_bond_no_major_river_and_enters_no_marsh() -> None:
    middle = beside(A, N)
    bond = won({"pz": SOUTH, "rifle": beside(middle, NW), "rifle-2": beside(middle, SE)})
    assert bond.play(f"advance pz {A}").refused(f"advance pz {middle}") == "12.2"
    river = won({"pz": SOUTH}, sides={"major-river": [f"{A}/NW"], "bridge": [f"{A}/NW"]}).play(f"advance pz {A}")
    assert river.refused(f"advance pz {beside(A, NW)}") == "12.2"
    rows = [["."] * 12 for _ in range(9)]
    north = beside(A, N)
    rows[int(north[2:]) - 1][int(north[:2]) - 1] = "m"
    board = "/".join("".join(row) for row in rows)
    marsh = front({"pz": SOUTH, "brig": A}, board, phase="combat", side="axis", results=["DR"], dice=[5])
    gone = attacked(marsh, A, "pz")
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[0])
    assert gone.play(f"advance pz {A}").refused(f"advance pz {north}") == "12.2"


@pytest.mark.rule("ukraine-43:7.2", "ukraine-43:12.2")
def test_an_advance_enters_a_bonded_hex_with_its_first_hex_alone() -> None:
    left, right = beside(A, NW), beside(A, SE)
    scene = fighting({"mech": SOUTH, "inf": A, "inf-2": left, "inf-3": right}, results=["DR"], dice=[5])
    gone = attacked(scene, A, "mech")
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[-1])
    assert gone.allows(f"advance mech {A}")


@pytest.mark.rule("ukraine-43:12.3", "ukraine-43:18.3", "ukraine-43:18.2.B")
def test_over_a_major_river_soviet_foot_follows_without_a_bridge_and_motor_with_one() -> None:
    aim = {"aims-at": A}
    units = {
        "rifle": marked(SOUTH, "assault", values=aim),
        "tank": marked(SOUTH, "assault", values=aim),
        "cav": marked(beside(A, SE), "assault", values=aim),
        "inf": marked(A, step=1),
    }
    sides = {"major-river": [f"{A}/S", f"{A}/SE"]}
    scene = fighting(units, sides=sides, results=["DR"], dice=[5])
    gone = attacked(scene, A, "rifle", "tank", "cav")
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[0])
    assert gone.refused(f"advance tank {A}") == "12.3"
    there = gone.play(f"advance rifle {A}", f"advance cav {A}")
    assert there.allows(f"advance cav {beside(A, N)}")
    assert there.refused(f"advance rifle {beside(A, N)}") == "12.1"
    bridged = fighting(units, sides={**sides, "bridge": [f"{A}/S"]}, results=["DR"], dice=[5])
    gone = attacked(bridged, A, "tank")
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[0])
    assert gone.allows(f"advance tank {A}")


# Overruns


@pytest.mark.rule("ukraine-43:13.1.A")
def test_only_the_mechanised_overrun_and_only_in_exploitation() -> None:
    units = {"pz": SOUTH, "inf": SOUTH, "rifle": A}
    scene = exploiting(units, side="axis")
    assert scene.refused(f"overrun inf {A}") == "13.1.A"
    assert scene.allows(f"overrun pz {A}")
    assert front(units, phase="movement", side="axis").refused(f"overrun pz {A}") == "13.1.A"
    assert front(units, phase="reaction", side="axis").refused(f"overrun pz {A}") == "13.1.A"


@pytest.mark.rule("ukraine-43:13.1.B")
def test_an_overrun_costs_the_ground_and_two_points_a_road_one_and_no_zone() -> None:
    start = beside(A, S, S, S)
    road = [[start, beside(A, S, S), SOUTH, A]]
    scene = exploiting({"pz": start, "div": A}, side="axis", roads=road, results=["DR"], dice=[5])
    two = scene.play(f"step-to pz {beside(A, S, S)}", f"step-to pz {SOUTH}")
    assert two.unit("pz").values["spent"] == 2
    over = two.play(f"overrun pz {A}")
    assert over.unit("pz").values["spent"] == 2 + 6
    short = exploiting({"tank": marked(SOUTH, values={"spent": 6}), "inf": A})
    assert short.refused(f"overrun tank {A}") == "13.1.B"


@pytest.mark.rule("ukraine-43:13.1.D")
def test_the_example_a_panzer_division_overruns_and_goes_on_along_its_road() -> None:
    start = beside(A, S, S, S)
    road = [[start, beside(A, S, S), SOUTH, A], [SOUTH, beside(SOUTH, SE)]]
    scene = exploiting({"pz": start, "rifle": A}, side="axis", roads=road, results=["DR"], dice=[5])
    over = scene.play(f"step-to pz {beside(A, S, S)}", f"step-to pz {SOUTH}", f"overrun pz {A}", "resolve")
    while over.choices("retreat"):
        over = over.play(over.choices("retreat")[0])
    stays = over.play("done")
    assert stays.place("pz") == SOUTH
    assert stays.allows(f"step-to pz {beside(SOUTH, SE)}")
    follows = over.play(f"advance pz {A}")
    assert follows.unit("pz").values["spent"] == 8
    assert follows.place("pz") == A


@pytest.mark.rule("ukraine-43:13.1.C", "ukraine-43:18.1.A")
def test_one_stack_overruns_without_guns_or_a_major_river() -> None:
    scene = exploiting({"pz": SOUTH, "pz-2": beside(A, SE), "rifle": A}, side="axis")
    begun = scene.play(f"overrun pz {A}")
    assert begun.refused("add-attacker pz-2") == "13.1.C"
    soviet = exploiting({"tank": SOUTH, "art": beside(SOUTH, S), "inf": A}).play(f"overrun tank {A}")
    assert not soviet.allows("add-artillery art")
    river = exploiting({"pz": SOUTH, "rifle": A}, side="axis", sides={"major-river": [f"{A}/S"], "bridge": [f"{A}/S"]})
    assert river.refused(f"overrun pz {A}") == "18.1.A"


@pytest.mark.rule("ukraine-43:13.1.C")
def test_an_overrun_at_ten_to_one_needs_no_die() -> None:
    scene = exploiting({"pz": SOUTH, "pz-2": SOUTH, "brig": A}, side="axis")
    over = scene.play("pick-unit pz", "pick-unit pz-2", f"overrun pz {A}", "resolve")
    assert over.place("brig") == "soviet-eliminated"
    assert over.told("attack-resolved")[-1].thrown == []


@pytest.mark.rule("ukraine-43:13.2")
def test_a_panzer_division_overruns_twice_if_the_first_does_not_repel_it() -> None:
    scene = exploiting({"pz": SOUTH, "rifle": A}, side="axis", results=["C", "C"], dice=[2, 2])
    once = scene.play(f"overrun pz {A}", "resolve")
    twice = once.play(f"overrun pz {A}", "resolve")
    assert len(twice.told("attack-resolved")) == 2
    assert twice.refused(f"overrun pz {A}") == "13.1.B"
    repelled = exploiting({"pz": SOUTH, "rifle": A}, side="axis", results=["AR"], dice=[1])
    thrown = repelled.play(f"overrun pz {A}", "resolve", "take-loss pz", "done")
    assert thrown.refused(f"overrun pz {A}") == "11.3"


@pytest.mark.rule("ukraine-43:13.3")
def test_who_was_overrun_defends_in_full_and_may_be_overrun_again() -> None:
    units = {"pz": SOUTH, "rifle": marked(A, "fell-back", "defended")}
    scene = exploiting(units, side="axis", results=["DR"], dice=[5])
    over = scene.play(f"overrun pz {A}", "resolve")
    assert over.told("attack-resolved")[-1].defence == 5
    assert over.place("rifle") == A
