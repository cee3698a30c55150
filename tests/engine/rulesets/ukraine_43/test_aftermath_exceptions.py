"""The exceptions of chapters 10, 12 and 13, each in a scene of its own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import UnitId
from engine.rulesets.ukraine_43.combat.advance import victors
from tests.engine.rulesets.ukraine_43.scenes import NE, NW, SE, SW, N, S, attacked, beside, exploiting, fighting, front
from tests.helpers.positions import Scene, marked

A = "0605"
NORTH = beside(A, N)
SOUTH = beside(A, S)
WALLS = [f"{A}/{way}" for way in (NE, SE, SW, NW)]
"""Sides around A that leave the north open, and the south from where it is attacked."""
COLUMN = [f"{NORTH}/{way}" for way in (NE, SE, SW, NW)]


def beaten(units: dict[str, Any], result: str = "DR", **more: Any) -> Scene:
    """A unit in A beaten from the south by a mechanised corps."""
    scene = fighting({"mech": SOUTH, **units}, results=[result], dice=[5], **more)
    return attacked(scene, A, "mech")


def ways(scene: Scene, unit: str) -> set[str]:
    """Where a unit may go with its next step."""
    return {choice.split()[2] for choice in scene.choices("retreat") if choice.split()[1] == unit}


def after_retreats(scene: Scene) -> Scene:
    """The scene when all have gone back, each by the first of its ways."""
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    return scene


def on(letters: dict[str, str]) -> str:
    """A field of clear ground with a few hexes of other letters."""
    rows = [["."] * 12 for _ in range(9)]
    for at, letter in letters.items():
        rows[int(at[2:]) - 1][int(at[:2]) - 1] = letter
    return "/".join("".join(row) for row in rows)


# 10.1 and 10.2


@pytest.mark.rule("ukraine-43:10.1.A/a")
def test_a_garrison_of_a_city_stays_in_spite_of_dr_and_one_of_a_town_goes() -> None:
    stays = beaten({"inf": A}, places={A: "city"}).play(f"stand-fast {A}")
    assert (stays.place("inf"), stays.unit("inf").marks & {"disrupted"}) == (A, frozenset())
    assert not stays.choices("advance")
    assert beaten({"inf": A}, places={A: "town"}).refused(f"stand-fast {A}") == "9.7"


@pytest.mark.rule("ukraine-43:10.1.A/b")
def test_a_rally_point_stops_a_retreat_after_one_hex() -> None:
    assert beaten({"inf": A}).play(f"retreat inf {NORTH}").refused("done") == "10.1.A"
    rallied = beaten({"inf": A, "pz": NORTH}).play(f"retreat inf {NORTH}", "done")
    assert rallied.place("inf") == NORTH
    assert "disrupted" in rallied.unit("inf").marks


@pytest.mark.rule("ukraine-43:10.1.A/c")
def test_one_who_would_end_among_too_many_goes_one_hex_further() -> None:
    full = beside(A, N, N)
    crowd = {f"inf-{n}": full for n in range(3)}
    alone = {"sides": {"major-river": [*WALLS, *COLUMN]}}
    passing = beaten({"inf": A, **crowd}, **alone).play(f"retreat inf {NORTH}", f"retreat inf {full}")
    assert passing.refused("done") == "10.1.A"
    gone = after_retreats(passing)
    assert gone.game.board.distance(gone.unit("inf").at, gone.game.board.at(full)) == 1


@pytest.mark.rule("ukraine-43:10.1.B/a")
def test_an_empty_enemy_zone_is_avoided_and_one_with_friends_in_it_is_not() -> None:
    enemy = {"inf": A, "rifle": beside(A, NW, SW)}
    assert ways(beaten({"inf": A}), "inf") >= {NORTH, beside(A, NW)}
    assert ways(beaten(enemy), "inf") == {NORTH}
    assert beaten(enemy).refused(f"retreat inf {beside(A, NW)}") == "10.1.B"
    assert beside(A, NW) in ways(beaten({**enemy, "pz": beside(A, NW)}), "inf")


@pytest.mark.rule("ukraine-43:10.1.B/b")
@pytest.mark.parametrize(("unit", "side", "forward"), [("inf", "axis", NE), ("rom", "axis", NE), ("div", "soviet", NW)])
def test_the_axis_does_not_go_east_nor_the_soviet_side_west(unit: str, side: str, forward: str) -> None:
    attacker = "pz" if side == "soviet" else "mech"
    phase = {"phase": "combat", "side": "axis" if side == "soviet" else "soviet"}
    scene = attacked(front({attacker: SOUTH, unit: A}, **phase, results=["DR"], dice=[5]), A, attacker)
    assert scene.refused(f"retreat {unit} {beside(A, forward)}") == "10.1.B"
    assert NORTH in ways(scene, unit)


@pytest.mark.rule("ukraine-43:10.1.B/c")
def test_a_retreat_does_not_turn_round() -> None:
    once = beaten({"inf": A}).play(f"retreat inf {NORTH}")
    assert ways(once, "inf") == {beside(A, N, N), beside(A, N, NW)}
    assert once.refused(f"retreat inf {beside(A, NW)}") == "10.1.B"


@pytest.mark.rule("ukraine-43:10.1.B/d")
def test_the_axis_goes_east_where_no_other_way_is_open() -> None:
    shut = {"major-river": [f"{A}/{way}" for way in (N, NW, SW)]}
    assert ways(beaten({"inf": A}, sides=shut), "inf") == {beside(A, NE)}
    in_zone = {"inf": A, "rifle": beside(A, NW, SW)}
    walls = {"major-river": [f"{A}/{way}" for way in (N, SW)]}
    assert ways(beaten(in_zone, sides=walls), "inf") == {beside(A, NW)}


@pytest.mark.rule("ukraine-43:10.2/a")
def test_a_full_hex_is_no_rally_point() -> None:
    friends = {f"inf-{n}": NORTH for n in range(3)}
    assert beaten({"inf": A, **friends}).play(f"retreat inf {NORTH}").refused("done") == "10.1.A"


@pytest.mark.rule("ukraine-43:10.2/b")
@pytest.mark.parametrize("friend", [marked(NORTH, "disrupted", type="panzer-division"),
                                    marked(NORTH, type="assault-gun-brigade")])  # fmt: skip
def test_the_disrupted_and_supports_are_no_rally_point(friend: dict[str, Any]) -> None:
    assert beaten({"inf": A, "friend": friend}).play(f"retreat inf {NORTH}").refused("done") == "10.1.A"


# 10.3 to 10.5


@pytest.mark.rule("ukraine-43:10.3/a")
def test_nobody_retreats_among_enemies_off_the_map_or_into_the_sea() -> None:
    corner = "0102"
    others = {"guns": beside(corner, SE)}
    units = {"pz": beside(corner, S), "div": corner, **others}
    sea = on({beside(corner, N): "s", beside(corner, NE): "s"})
    scene = front(units, sea, phase="combat", side="axis", results=["DR"], dice=[5])
    assert attacked(scene, corner, "pz").place("div") == "soviet-eliminated"
    dry = front(units, phase="combat", side="axis", results=["DR"], dice=[5])
    assert attacked(dry, corner, "pz").place("div") == corner
    shore = {"major-river": WALLS, "sea-side": [f"{A}/N"]}
    assert beaten({"inf": A}, sides=shore).place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:10.3/b")
def test_a_major_river_is_crossed_in_retreat_by_a_bridge_alone() -> None:
    river = [*WALLS, f"{A}/N"]
    assert beaten({"inf": A}, sides={"major-river": river}).place("inf") == "axis-eliminated"
    bridged = beaten({"inf": A}, sides={"major-river": river, "bridge": [f"{A}/N"]})
    assert ways(bridged, "inf") == {NORTH}


@pytest.mark.rule("ukraine-43:10.3/c")
def test_a_bond_bars_a_retreat() -> None:
    walls = {"major-river": [*WALLS, f"{beside(NORTH, N)}/SW"]}
    one = {"inf": A, "rifle": beside(NORTH, NW)}
    assert ways(beaten(one, sides=walls), "inf") == {NORTH}
    assert beaten({**one, "rifle-2": beside(NORTH, SE)}, sides=walls).place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:10.3/c")
def test_a_bonded_side_bars_a_retreat() -> None:
    walls = {"major-river": [f"{A}/SE", f"{A}/SW"]}
    one = {"inf": A, "rifle": beside(A, NW), "brig": beside(A, NE)}
    assert ways(beaten(one, sides=walls), "inf") == {NORTH}
    assert beaten({**one, "rifle-2": beside(A, NE)}, sides=walls).place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:10.3/c", "ukraine-43:7.4")
def test_friends_beyond_a_bonded_side_let_a_retreat_over_it() -> None:
    beyond = beside(NORTH, N)
    walls = {"major-river": [*WALLS, f"{NORTH}/{SE}", f"{NORTH}/{SW}"]}
    shut = {"inf": A, "rifle": beside(NORTH, NE), "rifle-2": beside(NORTH, NW)}
    assert beaten(shut, sides=walls).place("inf") == "axis-eliminated"
    scene = beaten({**shut, "guns": beyond}, sides=walls).play(f"retreat inf {NORTH}", f"retreat inf {beyond}")
    assert scene.place("inf") == beyond


@pytest.mark.rule("ukraine-43:10.3/d")
def test_two_empty_zone_hexes_in_a_row_are_fatal_and_one_is_not() -> None:
    sides = {"major-river": [*WALLS, *COLUMN[1:]]}
    two = {"inf": A, "rifle": beside(A, N, NE)}
    assert beaten(two, sides=sides).place("inf") == "axis-eliminated"
    assert beaten({**two, "guns": NORTH}, sides=sides).place("inf") == A


@pytest.mark.rule("ukraine-43:10.3/e")
def test_guns_are_lost_in_marsh_without_a_road_and_others_go_through() -> None:
    board = on({beside(A, way): "m" for way in (N, NE, SE, SW, NW)})
    units = {"pz": SOUTH, "art": A, "div": A}
    scene = front(units, board, phase="combat", side="axis", results=["DR"], dice=[5])
    gone = attacked(scene, A, "pz")
    assert gone.choices("retreat")
    assert after_retreats(gone).place("art") == "soviet-eliminated"
    rally = front({"pz": SOUTH, "art": A, "div": NORTH}, board, phase="combat", side="axis", results=["DR"], dice=[5])
    assert attacked(rally, A, "pz").place("art") == "soviet-eliminated"
    road = {"roads": [[A, NORTH, beside(A, N, N)]]}
    by_road = front(units, board, phase="combat", side="axis", results=["DR"], dice=[5], **road)
    assert ways(attacked(by_road, A, "pz"), "art") == {NORTH}


@pytest.mark.rule("ukraine-43:10.3/f")
def test_who_finds_no_room_within_four_hexes_is_lost() -> None:
    line = [NORTH, *(beside(A, *(N,) * n) for n in (2, 3, 4))]
    walls = [f"{at}/{way}" for at in line for way in (NE, SE, SW, NW)]
    crowd = {f"inf-{at}-{n}": at for at in line[1:] for n in range(3)}
    assert beaten({"inf": A, **crowd}, sides={"major-river": [*WALLS, *walls]}).place("inf") == "axis-eliminated"
    some = {unit: at for unit, at in crowd.items() if unit != f"inf-{line[-1]}-0"}
    assert ways(beaten({"inf": A, **some}, sides={"major-river": [*WALLS, *walls]}), "inf") == {NORTH}
    lower = "0608"
    line = [beside(lower, *(N,) * n) for n in range(1, 5)]
    walls = [f"{at}/{way}" for at in (lower, *line) for way in (NE, SE, SW, NW)]
    crowd = {f"inf-{at}-{n}": at for at in line[1:] for n in range(3)}
    units = {"mech": beside(lower, S), "inf": lower, **crowd}
    scene = fighting(units, sides={"major-river": walls}, results=["DR"], dice=[5])
    assert attacked(scene, lower, "mech").place("inf") == "axis-eliminated"


@pytest.mark.rule("ukraine-43:10.4/a")
def test_who_fell_back_before_an_overrun_defends_in_the_second_combat_phase() -> None:
    end = beside(A, N, N)
    units = {"pz": SOUTH, "inf": marked(beside(end, NW), "assault"), "rifle": A}
    scene = exploiting(units, side="axis", sides={"major-river": [*WALLS, *COLUMN]}, results=["DR"], dice=[5])
    back = after_retreats(scene.play(f"overrun pz {A}", "resolve"))
    assert back.place("rifle") == end
    second = back.play("done", "done")
    assert second.allows(f"declare-attack {end}")
    assert second.ask("attack", units=["inf"], target=end).defence.value == 5
    again = exploiting({"pz": SOUTH, "rifle": marked(A, "fell-back", "defended")}, side="axis")
    assert again.ask("attack", units=["pz"], target=A, overrun=True).defence.value == 5


@pytest.mark.rule("ukraine-43:10.5/a")
def test_the_defender_does_not_follow_a_repelled_attacker() -> None:
    repelled = beaten({"inf": A}, "AR").play("take-loss mech")
    gone = repelled.play(repelled.choices("retreat")[0])
    gone = after_retreats(gone)
    assert not gone.choices("advance")
    assert gone.menu.side == "soviet"
    assert "disrupted" in gone.unit("mech").marks


# 12


@pytest.mark.rule("ukraine-43:12.1/a")
def test_guns_in_the_hex_of_the_victors_stay() -> None:
    units = {"art": SOUTH, "fronthq": SOUTH, "inf": A}
    scene = fighting({"mech": SOUTH, **units}, results=["DR"], dice=[5])
    won = after_retreats(attacked(scene, A, "mech", more=["add-artillery art"]))
    assert won.allows(f"advance mech {A}")
    assert won.refused(f"advance art {A}") == "12.1"
    assert victors(won.game, won.state, (UnitId("mech"), UnitId("art"))) == ("mech",)


@pytest.mark.rule("ukraine-43:12.1/b")
@pytest.mark.parametrize(("unit", "goes"), [("rifle", False), ("cav", True), ("tank", True)])
def test_foot_follows_one_hex_and_horse_and_motor_two(unit: str, goes: bool) -> None:
    scene = fighting({unit: SOUTH, "inf": A}, results=["DR"], dice=[5])
    there = after_retreats(attacked(scene, A, unit)).play(f"advance {unit} {A}")
    assert there.allows(f"advance {unit} {beside(A, SE)}") is goes


@pytest.mark.rule("ukraine-43:12.2/a")
def test_the_second_hex_of_an_advance_is_no_bonded_one() -> None:
    scene = fighting({"tank": SOUTH, "inf": A}, results=["DR"], dice=[5])
    free = after_retreats(attacked(scene, A, "tank")).play(f"advance tank {A}")
    assert free.allows(f"advance tank {beside(A, SE)}")
    target = beside(A, SE)
    held = {"inf-2": beside(target, NE), "inf-3": beside(target, SW)}
    shut = fighting({"tank": SOUTH, "inf": A, **held}, results=["DR"], dice=[5])
    there = after_retreats(attacked(shut, A, "tank")).play(f"advance tank {A}")
    assert there.refused(f"advance tank {target}") == "12.2"
    flanks = {"inf-2": beside(A, NE), "inf-3": SOUTH}
    side = fighting({"tank": beside(A, SW), "inf": A, **flanks}, results=["DR"], dice=[5])
    there = after_retreats(attacked(side, A, "tank")).play(f"advance tank {A}")
    assert there.refused(f"advance tank {target}") == "12.2"


@pytest.mark.rule("ukraine-43:12.2/b")
def test_the_second_hex_of_an_advance_lies_over_no_major_river() -> None:
    sides = {"major-river": [f"{A}/SE"], "bridge": [f"{A}/SE"]}
    for unit in ("tank", "cav"):
        scene = fighting({unit: SOUTH, "inf": A}, sides=sides, results=["DR"], dice=[5])
        there = after_retreats(attacked(scene, A, unit)).play(f"advance {unit} {A}")
        assert there.refused(f"advance {unit} {beside(A, SE)}") == "12.2"


@pytest.mark.rule("ukraine-43:12.2/c")
def test_the_second_hex_of_an_advance_is_a_marsh_by_road_alone() -> None:
    target = beside(A, SE)

    def there(**more: Any) -> Scene:
        scene = fighting({"tank": SOUTH, "inf": A}, on({target: "m"}), results=["DR"], dice=[5], **more)
        return after_retreats(attacked(scene, A, "tank")).play(f"advance tank {A}")

    assert there().refused(f"advance tank {target}") == "12.2"
    assert there(roads=[[A, target]]).allows(f"advance tank {target}")
    first = fighting({"tank": SOUTH, "inf": A}, on({A: "m"}), results=["DR"], dice=[5])
    assert after_retreats(attacked(first, A, "tank")).allows(f"advance tank {A}")


@pytest.mark.rule("ukraine-43:12.2/c", "ukraine-43:28.2")
def test_no_advance_follows_a_road_into_the_flood() -> None:
    target = beside(A, SE)
    given: dict[str, Any] = {"values": {"dam": "blown-axis"}, "regions": {"below-dam": [target]}}
    scene = fighting({"tank": SOUTH, "inf": A}, on({target: "m"}), results=["DR"], dice=[5], roads=[[A, target]],
                     **given)  # fmt: skip
    there = after_retreats(attacked(scene, A, "tank")).play(f"advance tank {A}")
    assert there.refused(f"advance tank {target}") == "28.2"


def across(units: dict[str, Any], *attackers: str, **sides: list[str]) -> Scene:
    """A river assault from the south that empties A."""
    ready = {unit: marked(SOUTH, "assault", values={"aims-at": A}) for unit in attackers}
    river = {"major-river": [f"{A}/S"], **sides}
    scene = fighting({**units, **ready, "inf": marked(A, step=1)}, sides=river, results=["DR"], dice=[5])
    return after_retreats(attacked(scene, A, *attackers))


@pytest.mark.rule("ukraine-43:12.3/a")
def test_motor_follows_over_a_major_river_by_a_bridge_alone() -> None:
    assert across({}, "rifle", "tank").refused(f"advance tank {A}") == "12.3"
    assert across({}, "rifle", "tank", bridge=[f"{A}/S"]).allows(f"advance tank {A}")


@pytest.mark.rule("ukraine-43:12.3/b")
def test_horse_goes_on_behind_the_river_and_foot_stops() -> None:
    there = across({}, "rifle", "cav").play(f"advance rifle {A}", f"advance cav {A}")
    assert there.allows(f"advance cav {beside(A, SE)}")
    assert there.refused(f"advance rifle {beside(A, SE)}") == "12.1"


# 13


@pytest.mark.rule("ukraine-43:13.1.A/a")
@pytest.mark.parametrize("phase", ["movement", "reaction"])
def test_nobody_overruns_in_movement_or_reaction(phase: str) -> None:
    units = {"pz": SOUTH, "rifle": A}
    assert front(units, phase=phase, side="axis").refused(f"overrun pz {A}") == "13.1.A"
    assert exploiting(units, side="axis").allows(f"overrun pz {A}")


@pytest.mark.rule("ukraine-43:13.1.A/b")
def test_foot_and_horse_do_not_overrun_alone_or_in_a_stack() -> None:
    scene = exploiting({"tank": SOUTH, "cav": SOUTH, "inf": A})
    assert scene.refused(f"overrun cav {A}") == "13.1.A"
    assert scene.play("pick-unit tank", "pick-unit cav").refused(f"overrun tank {A}") == "13.1.A"


@pytest.mark.rule("ukraine-43:13.1.B/a")
def test_an_overrun_out_of_an_enemy_zone_costs_three_points() -> None:
    over = exploiting({"pz": SOUTH, "rifle": A, "rifle-2": beside(SOUTH, SE)}, side="axis").play(f"overrun pz {A}")
    assert over.unit("pz").values["spent"] == 6


@pytest.mark.rule("ukraine-43:13.1.B/b")
def test_an_overrun_along_a_road_into_a_forest_costs_three_points() -> None:
    board = on({A: "f"})
    by_road = exploiting({"pz": SOUTH, "rifle": A}, board, side="axis", roads=[[SOUTH, A]]).play(f"overrun pz {A}")
    assert by_road.unit("pz").values["spent"] == 6
    cross = exploiting({"pz": SOUTH, "rifle": A}, board, side="axis").play(f"overrun pz {A}")
    assert cross.unit("pz").values["spent"] > 6


@pytest.mark.rule("ukraine-43:13.1.B/c")
def test_an_overrun_is_paid_for_by_those_who_stay_behind() -> None:
    scene = exploiting({"pz": SOUTH, "rifle": A}, side="axis", results=["DR"], dice=[5])
    stayed = after_retreats(scene.play(f"overrun pz {A}", "resolve")).play("done")
    assert (stayed.place("pz"), stayed.unit("pz").values["spent"]) == (SOUTH, 6)
    assert stayed.play(f"step-to pz {A}").unit("pz").values["spent"] > 6


@pytest.mark.rule("ukraine-43:13.1.C/a")
def test_guns_do_not_fire_in_an_overrun_and_aircraft_help() -> None:
    units = {"tank": SOUTH, "art": beside(SOUTH, S), "fronthq": SOUTH, "airarmy": "0303", "inf": A}
    begun = exploiting(units, places={"0303": "town"}).play(f"overrun tank {A}")
    assert not begun.allows("add-artillery art")
    assert begun.allows("add-air airarmy")


@pytest.mark.rule("ukraine-43:13.1.C/b")
def test_an_overrun_is_made_by_one_stack() -> None:
    begun = exploiting({"pz": SOUTH, "pz-2": beside(A, SE), "rifle": A}, side="axis").play(f"overrun pz {A}")
    assert begun.refused("add-attacker pz-2") == "13.1.C"


@pytest.mark.rule("ukraine-43:13.1.C/c")
def test_an_overrun_at_ten_to_one_throws_no_die() -> None:
    units = {"pz": SOUTH, "pz-2": SOUTH, "brig": A}
    hand = exploiting(units, side="axis").play("pick-unit pz", "pick-unit pz-2")
    over = hand.play(f"overrun pz {A}", "resolve")
    assert over.told("attack-resolved")[-1].thrown == []
    assert over.place("brig") == "soviet-eliminated"


@pytest.mark.rule("ukraine-43:13.1.D/a")
@pytest.mark.parametrize(("result", "goes"), [("C", True), ("AR", False)])
def test_who_is_repelled_in_an_overrun_does_not_go_on(result: str, goes: bool) -> None:
    scene = exploiting({"pz": SOUTH, "rifle": A}, side="axis", results=[result], dice=[2])
    over = scene.play(f"overrun pz {A}", "resolve")
    if result == "AR":
        over = over.play("take-loss pz", "done")
    assert over.allows(f"step-to pz {beside(SOUTH, SE)}") is goes


@pytest.mark.rule("ukraine-43:13.3/a")
def test_who_fell_back_defends_in_full_and_goes_back_again() -> None:
    units = {"pz": SOUTH, "rifle": marked(A, "fell-back", "defended", "disrupted")}
    over = exploiting(units, side="axis", results=["DR"], dice=[5]).play(f"overrun pz {A}", "resolve")
    assert over.told("attack-resolved")[-1].defence == 5
    assert over.choices("retreat")
