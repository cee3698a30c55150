"""10.0 and 10.1: the line of communication, where it may run and how long it is."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.strips import (
    CLEAR,
    EAST,
    MUD,
    SNOW,
    WEST,
    hexes,
    length_of,
    on_strip,
    state_of,
)

SUPPLIED, UNSUPPLIED = "supplied", "unsupplied"


@pytest.mark.rule("red-star-rising:10.1.1")
def test_a_line_leads_to_the_hex_in_which_the_source_is_printed() -> None:
    answer = on_strip(".....", {"inf": "0104"}, sources=WEST).ask("supply", "inf")
    assert (answer.state, answer.source, answer.path) == (SUPPLIED, "0101", ["0104", "0103", "0102", "0101"])
    assert answer.length == 6
    assert {term.rule for term in answer.terms} == {"10.1.3", "10.2.2"}


@pytest.mark.rule("red-star-rising:10.1.1")
def test_without_a_source_nobody_is_supplied() -> None:
    answer = on_strip(".....", {"inf": "0104"}).ask("supply", "inf")
    assert (answer.state, answer.source, answer.path, answer.length) == (UNSUPPLIED, None, [], None)


@pytest.mark.rule("red-star-rising:10.1.1")
def test_a_unit_in_the_hex_of_the_source_has_a_line_of_no_length() -> None:
    assert length_of(on_strip(".....", {"inf": "0101"}, sources=WEST), "inf") == 0


@pytest.mark.rule("red-star-rising:10.1.3/h")
def test_the_hex_of_the_unit_is_not_counted_and_that_of_the_source_is() -> None:
    scene = on_strip("m...m.", {"inf": "0105", "inf-2": "0104"}, sources=WEST)
    assert length_of(scene, "inf-2") == 2 + 2 + 4
    assert state_of(scene, "inf") == UNSUPPLIED
    assert length_of(on_strip("....m", {"inf": "0105"}, sources=WEST), "inf") == 8


@pytest.mark.rule("red-star-rising:10.1.2")
@pytest.mark.parametrize("blocker", ["army", "hq", "leader", "factory", "cav"])
def test_no_line_enters_a_hex_with_an_enemy_unit_of_any_sort(blocker: str) -> None:
    units = {"inf": "0104", blocker: "0102"}
    assert state_of(on_strip("....", units, sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2")
def test_an_enemy_in_the_hex_of_the_source_bars_it() -> None:
    assert state_of(on_strip("....", {"inf": "0103", "hq": "0101"}, sources=WEST), "inf") == UNSUPPLIED
    assert state_of(on_strip("....", {"rifle": "0103", "depot": "0101"}, sources=EAST), "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/b")
def test_an_air_fleet_bars_no_line() -> None:
    assert state_of(on_strip(".......", {"rifle": "0107", "fleet": "0103"}, sources=EAST), "rifle") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/c", "red-star-rising:11.1.1")
def test_partisans_do_not_cut_an_axis_line() -> None:
    assert length_of(on_strip("....", {"inf": "0104", "partisan": "0102"}, sources=WEST), "inf") == 8


@pytest.mark.rule("red-star-rising:10.1.2")
def test_no_line_enters_an_enemy_zone() -> None:
    scene = on_strip("......", {"inf": "0105", "army": "0203"}, (3,), sources=WEST)
    assert state_of(scene, "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/a")
def test_the_zone_test_leaves_out_the_first_hex_but_not_the_last() -> None:
    """A security division exerts no zone and so does not hold open the hex it stands in."""
    leaving = on_strip("......", {"sec": "0103", "army": "0104"}, sources=WEST)
    assert state_of(leaving, "sec") == SUPPLIED
    arriving = on_strip("......", {"sec": "0104", "army": "0101"}, sources={"axis": ["0102"]})
    assert state_of(arriving, "sec") == UNSUPPLIED
    standing = on_strip("......", {"sec": "0102", "army": "0101"}, sources={"axis": ["0102"]})
    assert state_of(standing, "sec") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/d")
def test_a_friend_that_exerts_a_zone_holds_the_hex_open() -> None:
    units = {"inf": "0105", "inf-2": "0104", "inf-3": "0103", "army": "0203"}
    assert state_of(on_strip("......", units, (3,), sources=WEST), "inf") == SUPPLIED
    one_is_missing = {name: at for name, at in units.items() if name != "inf-3"}
    assert state_of(on_strip("......", one_is_missing, (3,), sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/d")
def test_two_weak_kampfgruppen_hold_a_hex_open_together_and_not_alone() -> None:
    weak = {"type": "german-infantry-kampfgruppe", "step": 1}
    units = {"inf": "0105", "inf-2": "0104", "kg-1": {"at": "0103", **weak}, "army": "0203"}
    assert state_of(on_strip("......", units, (3,), sources=WEST), "inf") == UNSUPPLIED
    both = {**units, "kg-2": {"at": "0103", **weak}}
    assert state_of(on_strip("......", both, (3,), sources=WEST), "inf") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/e")
@pytest.mark.parametrize("friend", ["sec", "depot", "base", "siege"])
def test_a_friend_that_exerts_no_zone_does_not_hold_the_hex_open(friend: str) -> None:
    units = {"inf": "0105", "inf-2": "0104", friend: "0103", "army": "0203"}
    assert state_of(on_strip("......", units, (3,), sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2")
def test_a_line_crosses_rivers_but_no_major_river() -> None:
    units = {"inf": "0104"}
    assert length_of(on_strip("....", units, sources=WEST, sides={"river": ["0102/S"]}), "inf") == 6
    assert state_of(on_strip("....", units, sources=WEST, sides={"major-river": ["0102/S"]}), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2/f")
def test_a_railway_carries_a_line_across_a_major_river() -> None:
    river = {"major-river": ["0102/S"]}
    bridged = on_strip("....", {"inf": "0104"}, sources=WEST, sides=river, rails=[["0102", "0103"]])
    assert length_of(bridged, "inf") == 2 + 1 + 2
    beside = on_strip("....", {"inf": "0104"}, sources=WEST, sides=river, rails=[["0101", "0102"], ["0103", "0104"]])
    assert state_of(beside, "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2")
@pytest.mark.parametrize("water", ["lakeside", "seaside"])
def test_no_line_crosses_a_lake_or_the_sea_even_by_rail(water: str) -> None:
    scene = on_strip("....", {"inf": "0104"}, sources=WEST, sides={water: ["0102/S"]}, rails=[hexes(1, 4)])
    assert state_of(scene, "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2")
@pytest.mark.parametrize("water", ["l", "s"])
def test_no_line_enters_a_lake_or_the_sea(water: str) -> None:
    assert state_of(on_strip(f".{water}..", {"inf": "0104"}, sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule(
    "red-star-rising:10.1.2/g", "red-star-rising:3.3.5", "red-star-rising:13.0.3", "red-star-rising:3.3.5/g"
)
@pytest.mark.parametrize(
    ("unit", "turn", "state"),
    [("rifle", SNOW, SUPPLIED), ("mech", SNOW, SUPPLIED), ("rifle", CLEAR, UNSUPPLIED), ("rifle", MUD, UNSUPPLIED),
     ("inf", SNOW, UNSUPPLIED), ("inf", CLEAR, UNSUPPLIED)],
)  # fmt: skip
def test_soviet_lines_cross_a_red_arrow_in_snow(unit: str, turn: int, state: str) -> None:
    sources = {"axis": ["0101"], "soviet": ["0101"]}
    scene = on_strip("....", {unit: "0104"}, sources=sources, sides={"ice-road": ["0102/S"]}, turn=turn)
    assert state_of(scene, unit) == state


@pytest.mark.rule("red-star-rising:10.1.2/h")
@pytest.mark.parametrize("unit", ["inf", "rifle"])
def test_a_line_crosses_the_strait_freely(unit: str) -> None:
    sources = {"axis": ["0101"], "soviet": ["0101"]}
    scene = on_strip("....", {unit: "0104"}, sources=sources, sides={"strait": ["0102/S"]})
    assert length_of(scene, unit) == 6


@pytest.mark.rule("red-star-rising:10.1.2")
def test_a_rail_line_keeps_to_railways_that_are_connected() -> None:
    whole = on_strip("." * 12, {"hq": "0112"}, sources=EAST, rails=[hexes(1, 12)])
    assert (state_of(whole, "hq"), length_of(whole, "hq")) == (SUPPLIED, 11)
    gap = on_strip("." * 12, {"hq": "0112"}, sources=EAST, rails=[hexes(1, 6), hexes(7, 12)])
    assert state_of(gap, "hq") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.2")
def test_a_rail_line_is_barred_like_any_other() -> None:
    rails = [hexes(1, 9)]
    enemy = on_strip("." * 9, {"hq": "0109", "sec": "0105"}, sources=EAST, rails=rails)
    assert state_of(enemy, "hq") == UNSUPPLIED
    units = {"hq": "0109", "inf": "0205"}
    assert state_of(on_strip("." * 9, units, (5,), sources=EAST, rails=rails), "hq") == UNSUPPLIED
    held = {**units, "rifle-1": "0105", "rifle-2": "0106"}
    assert state_of(on_strip("." * 9, held, (5,), sources=EAST, rails=rails), "hq") == SUPPLIED
    begins_in_zone = {"hq": "0106", "inf": "0206"}
    assert state_of(on_strip("." * 9, begins_in_zone, (6,), sources=EAST, rails=rails), "hq") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.1.3/a")
def test_a_marsh_counts_two_hexes() -> None:
    assert length_of(on_strip("..m.", {"inf": "0104"}, sources=WEST), "inf") == 4 + 2 + 2
    assert state_of(on_strip("..m..", {"inf": "0105"}, sources=WEST), "inf") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.1.3/b")
@pytest.mark.parametrize("turn", [CLEAR, SNOW])
def test_an_arctic_hex_counts_two_hexes_in_every_season(turn: int) -> None:
    scene = on_strip("....", {"inf": "0104"}, sources=WEST, arctic=["0102"], turn=turn)
    assert length_of(scene, "inf") == 2 + 4 + 2


@pytest.mark.rule("red-star-rising:10.1.3/c")
def test_an_arctic_marsh_still_counts_two() -> None:
    assert length_of(on_strip(".m..", {"inf": "0104"}, sources=WEST, arctic=["0102"]), "inf") == 8


@pytest.mark.rule("red-star-rising:10.1.3/d")
@pytest.mark.parametrize("ground", ["....", "fmmf"])
def test_a_hex_entered_along_a_railway_counts_a_half_whatever_its_terrain(ground: str) -> None:
    scene = on_strip(ground, {"inf": "0104"}, sources=WEST, rails=[hexes(1, 4)], arctic=["0103"])
    assert length_of(scene, "inf") == 3


@pytest.mark.rule("red-star-rising:10.1.3/d")
def test_a_railway_in_the_hex_does_not_help_when_the_line_enters_it_from_elsewhere() -> None:
    scene = on_strip("....", {"inf": "0104"}, sources=WEST, rails=[["0101", "0102"]])
    assert length_of(scene, "inf") == 2 + 2 + 1


@pytest.mark.rule("red-star-rising:10.1.3")
def test_halves_are_kept_so_that_four_and_a_half_is_more_than_four() -> None:
    four = on_strip("......", {"inf": "0106"}, sources=WEST, rails=[hexes(1, 3)])
    assert (state_of(four, "inf"), length_of(four, "inf")) == (SUPPLIED, 8)
    more = on_strip("......", {"inf": "0106"}, sources=WEST, rails=[hexes(1, 2)])
    assert state_of(more, "inf") == UNSUPPLIED
    told = {term.label: term.value for term in more.ask("supply", "inf").terms}
    assert told == {
        "the shortest line counts, in half hexes": 9,
        "the most the line may count, in half hexes": 8,
        "marked in the last supply phase: supplied": 0,
    }


@pytest.mark.rule("red-star-rising:10.1.3/e", "red-star-rising:11.1.1")
@pytest.mark.parametrize(
    ("ground", "rails", "arctic", "length"),
    [("....", [], [], 4), ("....", [["0102", "0103"]], [], 2), (".m..", [], [], 8), ("....", [], ["0102"], 8),
     (".m..", [["0102", "0103"]], ["0102"], 2)],
)  # fmt: skip
def test_partisans_double_what_their_hex_counts(
    ground: str, rails: list[list[str]], arctic: list[str], length: int
) -> None:
    units = {"inf": "0103", "partisan": "0102"}
    scene = on_strip(ground, units, sources={"axis": ["0102"]}, rails=rails, arctic=arctic)
    assert length_of(scene, "inf") == length


@pytest.mark.rule("red-star-rising:10.1.3/e")
def test_partisans_where_the_line_starts_do_not_matter() -> None:
    assert length_of(on_strip("....", {"inf": "0102", "partisan": "0102"}, sources=WEST), "inf") == 2


@pytest.mark.rule("red-star-rising:10.1.3/f", "red-star-rising:11.1.1")
def test_partisans_do_not_lengthen_soviet_lines() -> None:
    assert length_of(on_strip("....", {"rifle": "0104", "partisan": "0102"}, sources=EAST), "rifle") == 6


@pytest.mark.rule("red-star-rising:10.1.3/g", "red-star-rising:13.0.3")
@pytest.mark.parametrize(("turn", "length"), [(CLEAR, 8), (MUD, 8), (SNOW, 6)])
def test_in_snow_a_marsh_counts_as_a_forest(turn: int, length: int) -> None:
    assert length_of(on_strip("..m.", {"inf": "0104"}, sources=WEST, turn=turn), "inf") == length


@pytest.mark.rule("red-star-rising:10.0.5")
def test_each_nation_has_its_own_rules() -> None:
    units = {"inf": "0106", "ita": "0106", "hun": "0106", "fin": "0106", "rom": "0106", "rifle": "0107"}
    sources = {"axis": ["0101"], "soviet": ["0101"]}
    for name, at in units.items():
        scene = on_strip(".......", {name: at, "depot": "0103"}, sources=sources)
        state = SUPPLIED if name in ("inf", "ita", "hun") else UNSUPPLIED
        assert (name, state_of(scene, name)) == (name, state)


@pytest.mark.rule("red-star-rising:10.0.6", "red-star-rising:10.9.3", "red-star-rising:11.1.9")
def test_partisans_know_no_supply() -> None:
    scene = on_strip("....", {"partisan": "0104"}, phase="supply", turn=CLEAR)
    assert state_of(scene, "partisan") == SUPPLIED
    assert scene.unit("partisan").marks == frozenset()
    assert scene.unit("partisan").at == scene.game.board.at("0104")
