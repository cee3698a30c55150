"""11.2: strengths, tables, shifts, modifiers and dice, with what supply, winter and partisans do to them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.barbarossa_to_berlin.combat.resolution import BattleDecided
from engine.rulesets.barbarossa_to_berlin.names import AXIS
from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

ROADS = "berlin - brest - minsk - urals, kovno ~ minsk, berlin - kovno"
SUPPLY = {"axis": "berlin", "soviet": "urals"}


def east(units: dict[str, Any], **more: Any) -> Scene:
    given = {"axis": "berlin brest kovno", "supply": SUPPLY, "combat": "brest kovno"}
    return battle(ROADS, units, **{**given, **more})


def fire(scene: Scene, *units: str, target: str = "minsk", **more: Any) -> Any:
    return scene.ask("attack", units=list(units), target=target, **more)


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_strengths_add_up_and_one_large_unit_is_enough_for_the_better_table() -> None:
    scene = east({"ge-16-army": "brest reduced", "ge-corps-1": "brest", "su-army-1": "minsk", "su-army-2": "minsk"})
    both = fire(scene, "ge-16-army", "ge-corps-1")
    assert (both.attack.value, both.table, both.column) == (5, "fire-large", "5")
    corps = fire(scene, "ge-corps-1")
    assert (corps.table, corps.column) == ("fire-small", "2")
    defence = fire(scene, "ge-corps-1", fire="defence")
    assert (defence.defence.value, defence.table, defence.column) == (4, "fire-small", "4")


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_both_sides_throw_and_read_their_own_tables() -> None:
    scene = east({"ge-16-army": "brest", "ge-2-panzer-army": "brest", "su-west-front": "minsk"}, dice=[3, 5])
    shots = scene.play(*attack("minsk", "ge-16-army", "ge-2-panzer-army")).told("shots-fired")[0]
    assert (shots.attack_column, shots.on_defender) == ("9-11", 4)
    assert (shots.defence_column, shots.on_attacker) == ("3", 3)


@pytest.mark.rule("barbarossa-to-berlin:11.2")
@pytest.mark.parametrize(("terrain", "shift"), [("clear", 0), ("forest", 0), ("mountain", -1), ("swamp", -1)])
def test_mountains_and_swamps_cost_the_attacker_a_column(terrain: str, shift: int) -> None:
    scene = east({"ge-16-army": "brest", "su-west-front": "minsk"}, terrain={"minsk": terrain})
    found = fire(scene, "ge-16-army")
    assert found.shifts.value == shift
    assert found.column == ("5", "4")[-shift]
    assert fire(scene, "ge-16-army", fire="defence").shifts.value == 0


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_all_features_of_a_space_add_up() -> None:
    scene = east(
        {"ge-16-army": "brest", "su-leningrad-front": "minsk"},
        terrain={"minsk": "swamp"},
        features={"minsk": ["urban", "fort"]},
        markers={"minsk": {"trench": 1}},
    )
    assert fire(scene, "ge-16-army").shifts.value == -4
    assert fire(scene, "ge-16-army").column == "1"


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_trenches_help_both_ways() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    first, second = (east(units, markers={"minsk": {"trench": level}}) for level in (1, 2))
    assert (fire(first, "ge-16-army").column, fire(second, "ge-16-army").column) == ("4", "3")
    assert fire(first, "ge-16-army", fire="defence").column == "4"
    assert fire(second, "ge-16-army", fire="defence").column == "4"


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_a_river_counts_only_if_every_attacker_crosses_it() -> None:
    scene = east({"ge-16-army": "kovno", "ge-2-panzer-army": "brest", "su-west-front": "minsk"})
    assert fire(scene, "ge-16-army").shifts.value == -1
    assert fire(scene, "ge-16-army", "ge-2-panzer-army").shifts.value == 0


@pytest.mark.rule("barbarossa-to-berlin:11.2", "barbarossa-to-berlin:7.6.3")
def test_the_beachhead_helps_those_who_defend_it_and_not_those_who_leave_it() -> None:
    given: dict[str, Any] = {
        "axis": "berlin calais",
        "countries": {"france": "calais"},
        "supply": {"axis": "berlin"},
        "markers": {"beach-b": {"beachhead-british": 1}},
    }
    units = {"ge-7-army": "calais", "br-2-army": "beach-b"}
    defended = battle("berlin - calais - beach-b", units, combat="calais", **given)
    assert fire(defended, "ge-7-army", target="beach-b").shifts.value == -1
    assert fire(defended, "ge-7-army", target="beach-b", fire="defence").shifts.value == 0
    attacked = battle("berlin - calais - beach-b", units, combat="beach-b", side="allied", **given)
    assert fire(attacked, "br-2-army", target="calais").shifts.value == 0


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_no_shift_leaves_the_table() -> None:
    scene = east(
        {"ge-corps-1": "brest reduced", "su-west-front": "minsk"},
        terrain={"minsk": "mountain"},
        features={"minsk": ["urban"]},
    )
    found = fire(scene, "ge-corps-1")
    assert (found.shifts.value, found.column) == (-2, "0")


@pytest.mark.rule("barbarossa-to-berlin:10.3", "barbarossa-to-berlin:11.2")
def test_a_destroyed_fort_serves_nobody() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    fort = east(units, features={"minsk": ["fort"]})
    assert fire(fort, "ge-16-army").shifts.value == -1
    ruined = east(units, features={"minsk": ["fort"]}, markers={"minsk": {"fort-destroyed": 1}})
    assert fire(ruined, "ge-16-army").shifts.value == 0


@pytest.mark.rule("barbarossa-to-berlin:card.axis.13")
def test_krim_silences_the_fort_of_sevastopol() -> None:
    units = {"ge-11-army": "brest", "su-army-1": "sevastopol"}
    given: dict[str, Any] = {
        "axis": "berlin brest",
        "features": {"sevastopol": ["fort"]},
        "supply": SUPPLY,
        "combat": "brest",
    }
    roads = "berlin - brest - sevastopol - urals"
    assert fire(battle(roads, units, **given), "ge-11-army", target="sevastopol").shifts.value == -1
    krim = battle(roads, units, values={"round-krim": True}, **given)
    assert fire(krim, "ge-11-army", target="sevastopol").shifts.value == 0


# Supply


@pytest.mark.rule("barbarossa-to-berlin:13.4.1")
def test_units_out_of_supply_cost_their_side_one_column_however_many_they_are() -> None:
    units = {"ge-16-army": "brest", "ge-4-army": "brest", "su-west-front": "minsk", "su-army-1": "minsk"}
    cut = battle("berlin, brest - minsk, urals", units, axis="berlin brest", supply=SUPPLY, combat="brest")
    assert fire(cut, "ge-16-army", "ge-4-army").shifts.by_rule == {"13.4.1": -1}
    assert fire(cut, "ge-16-army", fire="defence").shifts.by_rule == {"13.4.1": -1}


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.4.1")
def test_attackers_keep_the_supply_of_their_activation() -> None:
    units = {"ge-2-panzer-army": {"at": "brest", "marks": ["out-of-supply"]}, "su-army-1": "minsk"}
    assert fire(east(units), "ge-2-panzer-army").shifts.by_rule == {"13.4.1": -1}


@pytest.mark.rule("barbarossa-to-berlin:13.4.2")
def test_trenches_are_of_no_use_to_germans_and_westerners_out_of_supply() -> None:
    roads = "berlin, brest - minsk, urals"
    units = {"ge-16-army": "minsk", "su-west-front": "brest"}
    given: dict[str, Any] = {"axis": "minsk", "side": "allied", "combat": "brest", "supply": SUPPLY}
    german = battle(roads, units, markers={"minsk": {"trench-axis": 1}}, **given)
    assert fire(german, "su-west-front").shifts.by_rule == {"13.4.1": -1}
    italian = battle(
        roads, {"it-8-army": "minsk", "su-west-front": "brest"}, markers={"minsk": {"trench-axis": 1}}, **given
    )
    assert fire(italian, "su-west-front").shifts.by_rule == {"11.2": -1, "13.4.1": -1}


@pytest.mark.rule("barbarossa-to-berlin:13.4.2")
def test_soviets_out_of_supply_keep_their_trenches() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    markers = {"minsk": {"trench": 1}}
    cut = battle(
        "berlin - brest - minsk, urals", units, axis="berlin brest", supply=SUPPLY, combat="brest", markers=markers
    )
    assert fire(cut, "ge-16-army").shifts.by_rule == {"11.2": -1}
    assert fire(cut, "ge-16-army", fire="defence").shifts.by_rule == {"11.2": 1, "13.4.1": -1}


@pytest.mark.rule("barbarossa-to-berlin:13.4.1")
def test_what_the_luftwaffe_brings_is_supply_for_a_defence() -> None:
    units = {"ge-16-army": "minsk", "su-west-front": "brest"}
    given: dict[str, Any] = {"axis": "minsk", "side": "allied", "combat": "brest", "supply": SUPPLY}
    flown = battle("berlin, urals - brest - minsk", units, markers={"minsk": {"luftwaffe-supply": 1}}, **given)
    assert fire(flown, "su-west-front", fire="defence").shifts.value == 0


# The winter of 1942


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_winter_of_1942_germans_in_the_soviet_union_fire_a_column_lower() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    assert fire(east(units, turn=4), "ge-16-army").shifts.by_rule == {"15.2": -1}
    assert fire(east(units, turn=8), "ge-16-army").shifts.value == 0
    paused = east(units, turn=4, values={"event-von-paulus-pause": 1})
    assert fire(paused, "ge-16-army").shifts.value == 0
    romanians = east({"ro-3-army": "brest", "su-west-front": "minsk"}, turn=4)
    assert fire(romanians, "ro-3-army").shifts.value == 0
    at_home = east(units, turn=4, countries={"germany": "brest"})
    assert fire(at_home, "ge-16-army").shifts.value == 0


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_winter_of_1942_the_ground_gives_germans_nothing() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    given: dict[str, Any] = {
        "side": "allied",
        "combat": "minsk",
        "terrain": {"brest": "mountain"},
        "features": {"brest": ["urban"]},
        "markers": {"brest": {"trench-axis": 1}},
    }
    winter = east(units, turn=4, **given)
    assert fire(winter, "su-west-front", target="brest").shifts.value == 0
    assert fire(winter, "su-west-front", target="brest", fire="defence").shifts.by_rule == {"15.2": -1}
    assert fire(east(units, turn=6, **given), "su-west-front", target="brest").shifts.value == -3


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_germans_out_of_supply_are_past_the_cares_of_winter() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    given: dict[str, Any] = {"axis": "brest", "side": "allied", "combat": "minsk", "terrain": {"brest": "mountain"}}
    cut = battle("berlin, brest - minsk - urals", units, turn=4, supply=SUPPLY, **given)
    assert fire(cut, "su-west-front", target="brest").shifts.by_rule == {"11.2": -1}
    assert fire(cut, "su-west-front", target="brest", fire="defence").shifts.by_rule == {"13.4.1": -1}


# Partisans


@pytest.mark.rule("barbarossa-to-berlin:16.3")
def test_partisans_betray_the_ground_but_not_the_trenches() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    given: dict[str, Any] = {"side": "allied", "combat": "minsk", "terrain": {"brest": "swamp"}}
    markers = {"trench-axis": 1, "partisans": 1}
    scene = east(units, markers={"brest": markers}, **given)
    assert fire(scene, "su-west-front", target="brest").shifts.value == -1
    assert fire(scene, "su-west-front", target="brest", fire="defence").shifts.value == 1
    quiet = east(units, markers={"brest": {"trench-axis": 1}}, **given)
    assert fire(quiet, "su-west-front", target="brest").shifts.value == -2


# Dice


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_events_of_the_round_change_the_die_and_it_is_held_to_six() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    scene = east(units, values={"round-drm-axis-vs-soviet": 1})
    found = fire(scene, "ge-16-army", die=6)
    assert (found.modifiers.value, found.modified_die) == (1, 6)
    assert fire(scene, "ge-16-army", die=2).modified_die == 3


@pytest.mark.rule("barbarossa-to-berlin:card.axis.1", "barbarossa-to-berlin:card.axis.25")
def test_the_axis_events_touch_attacks_on_soviets_alone() -> None:
    west = {"ge-7-army": "brest", "br-2-army": "minsk"}
    values = {"round-drm-axis-vs-soviet": 1}
    scene = east(west, values=values, countries={"france": "brest minsk kovno urals"}, supply={"axis": "berlin"})
    assert fire(scene, "ge-7-army").modifiers.value == 0


@pytest.mark.rule("barbarossa-to-berlin:card.axis.53")
def test_wacht_am_rhein_helps_two_armies_against_the_west() -> None:
    values = {"round-drm-wacht": 2}
    west = {"ge-7-army": "brest", "ge-5-panzer-army": "brest", "br-2-army": "minsk"}
    scene = east(west, values=values, countries={"france": "brest minsk kovno urals"})
    assert fire(scene, "ge-7-army", "ge-5-panzer-army").modifiers.value == 2
    assert fire(scene, "ge-7-army").modifiers.value == 0
    soviets = east({"ge-6-ss-panzer-army": "brest", "su-west-front": "minsk"}, values=values)
    assert fire(soviets, "ge-6-ss-panzer-army").modifiers.value == 0


@pytest.mark.rule("barbarossa-to-berlin:card.allied.22", "barbarossa-to-berlin:card.allied.32")
def test_allied_events_touch_the_nation_they_name() -> None:
    values = {"round-drm-soviet-attack": 1, "round-drm-western-attack": 1}
    given: dict[str, Any] = {"side": "allied", "combat": "minsk", "values": values}
    soviets = east({"ge-16-army": "brest", "su-west-front": "minsk"}, **given)
    assert fire(soviets, "su-west-front", target="brest").modifiers.value == 1
    french = east({"ge-16-army": "brest", "ff-1-army": "minsk", "us-1-army": "minsk"}, **given)
    assert fire(french, "ff-1-army", target="brest").modifiers.value == 0
    assert fire(french, "ff-1-army", "us-1-army", target="brest").modifiers.value == 1


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_zitadelle_is_expected() -> None:
    scene = east({"ge-9-army": "brest", "su-west-front": "minsk"}, values={"round-drm-soviet-defence": 2})
    assert fire(scene, "ge-9-army", fire="defence", die=3).modified_die == 5
    assert fire(scene, "ge-9-army", die=3).modified_die == 3


@pytest.mark.rule("barbarossa-to-berlin:card.axis.1")
def test_in_the_turn_of_barbarossa_soviet_trenches_do_not_help_their_fire() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    scene = east(units, turn=1, values={"turn-no-trench-shift": True}, markers={"minsk": {"trench": 1}})
    assert fire(scene, "ge-16-army", fire="defence").shifts.value == 0
    assert fire(scene, "ge-16-army").shifts.value == -1


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_the_winner_inflicts_more_losses_than_the_other() -> None:
    units = {"ge-16-army": "brest", "su-west-front": "minsk"}
    winners = []
    for result in ("2/1", "1/2", "2/2"):
        fought = east(units, results=[result]).play(*attack("minsk", "ge-16-army"))
        winners += [event.winner for event in fought.told("battle-decided")]
    assert winners == ["axis", "allied", None]


@pytest.mark.rule("barbarossa-to-berlin:11.2")
def test_a_battle_that_nobody_won_is_told_so() -> None:
    roads, units = "berlin - brest - minsk - urals", {"ge-16-army": "brest", "su-west-front": "minsk"}
    given = {"axis": "berlin brest", "supply": {"axis": "berlin", "soviet": "urals"}, "combat": "brest"}
    scene = battle(roads, units, results=["0/0"], **given).play(*attack("minsk", "ge-16-army"))
    [decided] = scene.told("battle-decided")
    assert decided.winner is None
    assert "neither side has won" in decided.text
    won = BattleDecided(scene.game.board.at("minsk"), AXIS)
    assert "winner: axis" in str(scene.notation.event(won)["text"])
