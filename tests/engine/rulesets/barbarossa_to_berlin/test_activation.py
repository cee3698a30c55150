"""7.3, 13.3, 13.4.1 and 13.6: what an operation costs."""

from __future__ import annotations

import pytest

from engine.core.terms import total
from engine.rulesets.barbarossa_to_berlin.activation import cost_of
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, in_round, operation
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk; warsaw - lublin - kovel - kiev - moscow"


def costs(scene: Scene, at: str) -> dict[str, int]:
    """What activating a space costs the side whose round it is, by case."""
    terms = cost_of(scene.game, scene.state, scene.game.board.at(at), scene.state.side)
    found: dict[str, int] = {}
    for term in terms:
        found[term.rule] = found.get(term.rule, 0) + int(term.value)
    return found


def price(scene: Scene, at: str) -> int:
    return int(total(cost_of(scene.game, scene.state, scene.game.board.at(at), scene.state.side)))


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_a_space_costs_as_many_points_as_there_are_nationalities() -> None:
    scene = operation({"pz": "warsaw", "corps": "warsaw", "itc": "lublin", "army": "lublin", "roc": "lublin"}, EAST)
    assert price(scene, "warsaw") == 1
    assert price(scene, "lublin") == 3
    after = scene.play("activate lublin move")
    assert after.told("space-activated")[0].cost == 3
    assert after.allows("activate warsaw combat")
    few = operation({"itc": "lublin", "army": "lublin", "roc": "lublin"}, EAST, 2)
    assert few.refused("activate lublin combat") == "7.3"


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_a_space_is_activated_once_and_for_one_purpose() -> None:
    scene = operation({"pz": "warsaw", "army": "lublin"}, EAST)
    after = scene.play("activate warsaw move")
    assert after.refused("activate warsaw combat") == "7.3"
    assert after.refused("activate warsaw move") == "7.3"
    assert after.refused("activate lublin retreat") == "7.3"
    assert after.state.marker(after.game.board.at("warsaw"), "move") == 1


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_a_friendly_unit_is_needed() -> None:
    scene = operation({"pz": "warsaw", "front": "minsk", "stalin": "moscow"}, EAST)
    assert scene.refused("activate lublin move") == "7.3"
    assert scene.refused("activate minsk move") == "7.3"
    assert scene.choices("activate") == ("activate warsaw move", "activate warsaw combat")
    soviet = operation({"pz": "warsaw", "front": "minsk", "stalin": "moscow"}, EAST, side="allied")
    assert soviet.refused("activate moscow move") == "7.3"


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_movement_comes_before_combat() -> None:
    scene = operation({"pz": "warsaw", "army": "lublin", "front": "kovel"}, EAST)
    moving = scene.play("activate warsaw move", "activate lublin combat", "done")
    assert moving.menu.rule == "10.1"
    assert moving.play("done").menu.rule.startswith("11")
    only_combat = scene.play("activate lublin combat", "done")
    assert only_combat.menu.rule.startswith("11")


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_the_last_point_ends_the_activation() -> None:
    scene = operation({"pz": "warsaw", "army": "lublin"}, EAST, 2)
    assert scene.play("activate warsaw move", "activate lublin move").menu.rule == "10.1"


WEST = "beach-d - calais - paris - dijon"


@pytest.mark.rule("barbarossa-to-berlin:7.3/a")
def test_on_an_allied_beachhead_all_are_one_nationality() -> None:
    units = {"br": "beach-d", "us": "beach-d", "cw": "beach-d"}
    scene = operation(units, WEST, side="allied", markers={"beach-d": {"beachhead-allied": 1}})
    assert price(scene, "beach-d") == 1
    inland = operation(
        {"br": "calais", "us": "calais", "cw": "calais"},
        WEST,
        side="allied",
        markers={"beach-d": {"beachhead-allied": 1}},
    )
    assert price(inland, "calais") == 2


@pytest.mark.rule("barbarossa-to-berlin:7.3/b")
def test_the_british_canadians_and_commonwealth_are_one_nationality() -> None:
    markers = {"beach-d": {"beachhead-british": 1}}
    scene = operation({"br": "calais", "can": "calais", "cw": "calais"}, WEST, side="allied", markers=markers)
    assert costs(scene, "calais") == {"7.3": 1}


@pytest.mark.rule("barbarossa-to-berlin:7.3/c")
def test_americans_and_free_french_are_one_nationality() -> None:
    markers = {"beach-d": {"beachhead-american": 1}}
    scene = operation({"us": "calais", "ffa": "calais", "usa": "calais"}, WEST, side="allied", markers=markers)
    assert costs(scene, "calais") == {"7.3": 1}


AFRICA = "syracuse - messina - naples - rome - bologna - berlin; syracuse = sea-malta = tripoli - benghazi - tobruk"


@pytest.mark.rule("barbarossa-to-berlin:13.3")
def test_the_africa_army_alone_in_limited_supply_costs_two() -> None:
    scene = operation({"afrika": "benghazi"}, AFRICA)
    assert costs(scene, "benghazi") == {"13.3": 2}


@pytest.mark.rule("barbarossa-to-berlin:13.3")
def test_each_unit_in_limited_supply_costs_a_point_whatever_its_nation() -> None:
    scene = operation({"itc": "benghazi", "itc-2": "benghazi", "pzc": "benghazi"}, AFRICA)
    assert price(scene, "benghazi") == 3
    mixed = operation({"itc": "rome", "corps": "rome"}, AFRICA)
    assert price(mixed, "rome") == 2


@pytest.mark.rule("barbarossa-to-berlin:13.3/a")
def test_the_africa_army_adds_nothing_in_full_supply() -> None:
    scene = operation({"afrika": "benghazi"}, AFRICA, values={"turn-naval-sortie": True})
    assert costs(scene, "benghazi") == {"7.3": 1}


@pytest.mark.rule("barbarossa-to-berlin:13.3", "barbarossa-to-berlin:7.3")
def test_the_whole_cost_is_paid_or_nobody_is_activated() -> None:
    scene = operation({"itc": "benghazi", "itc-2": "benghazi", "afrika": "benghazi"}, AFRICA, 3)
    assert price(scene, "benghazi") == 4
    assert scene.refused("activate benghazi move") == "7.3"


@pytest.mark.rule("barbarossa-to-berlin:13.4.1")
def test_each_unit_out_of_supply_costs_a_point_in_place_of_all_else() -> None:
    cut = {"front": "warsaw", "rifle": "lublin"}
    scene = operation({**cut, "army": "brest", "pz": "brest", "corps": "minsk"}, EAST, axis=["kovel"])
    assert costs(scene, "brest") == {"13.4.1": 2}
    assert costs(scene, "minsk") == {"13.4.1": 1}


CAUCASUS = "berlin - kiev - rostov - armavir - grozny - baku; armavir - maikop"


@pytest.mark.rule("barbarossa-to-berlin:13.6")
def test_armies_past_the_caucasus_cost_a_point_more_each() -> None:
    units = {"army": "grozny", "pz": "grozny", "corps": "grozny"}
    scene = operation(units, CAUCASUS, axis=["kiev", "rostov", "armavir"])
    assert costs(scene, "grozny") == {"7.3": 1, "13.6": 2}
    before = operation({"army": "armavir", "pz": "rostov"}, CAUCASUS, axis=["kiev", "rostov", "armavir"])
    assert price(before, "armavir") == price(before, "rostov") == 1


@pytest.mark.rule("barbarossa-to-berlin:13.6/a")
def test_no_space_past_the_caucasus_costs_more_than_five() -> None:
    units = {"army": "grozny", "pz": "grozny", "ro": "grozny"}
    held = ["kiev", "rostov", "armavir"]
    scene = operation(units, CAUCASUS, 5, axis=held, markers={"kiev": {"partisans": 1}})
    assert costs(scene, "grozny") == {"13.3": 3, "13.6": 3 + 5}
    assert price(scene, "grozny") == 5
    assert scene.play("activate grozny move").told("space-activated")[0].cost == 5


@pytest.mark.rule("barbarossa-to-berlin:13.6", "barbarossa-to-berlin:17.4")
def test_turks_at_home_are_not_supplied_past_the_caucasus() -> None:
    links = f"{CAUCASUS}; baku - tbilisi - adana - ankara"
    units = {"tu": {"at": "adana", "side": "axis"}, "army": "adana", "pz": "tbilisi"}
    held = ["kiev", "rostov", "armavir", "grozny", "baku"]
    scene = operation(units, links, axis=held, values={"turkey-at-war": 3})
    assert costs(scene, "adana") == {"7.3": 2, "13.6": 1}
    assert costs(scene, "tbilisi") == {"7.3": 1, "13.6": 1}


@pytest.mark.rule("barbarossa-to-berlin:13.6/b")
def test_another_line_spares_the_surcharge() -> None:
    links = f"{CAUCASUS}; rostov - elista - grozny"
    scene = operation({"army": "grozny"}, links, axis=["kiev", "rostov", "armavir", "elista"])
    assert costs(scene, "grozny") == {"7.3": 1}


@pytest.mark.rule("barbarossa-to-berlin:13.6/b")
def test_a_line_that_ends_in_one_of_the_three_by_sea_passes_none_of_them() -> None:
    links = "berlin - bucharest - constanta; constanta = sea-black = maikop; maikop - tuapse; moscow - sverdlovsk"
    scene = operation({"army": "maikop", "pz": "tuapse"}, links, axis=["constanta"])
    assert costs(scene, "maikop") == {"13.3": 1}
    assert costs(scene, "tuapse") == {"13.3": 1, "13.6": 1}


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_supply_counts_as_it_is_when_a_space_is_activated() -> None:
    scene = operation({"pz": "warsaw", "itc": "benghazi"}, f"{EAST}; {AFRICA}")
    after = scene.play("activate warsaw move", "activate benghazi move")
    assert "full-supply" in after.unit("pz").marks
    assert not after.unit("itc").marks
    over = after.play("done", "done")
    assert not over.unit("pz").marks & {"full-supply", "out-of-supply"}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.6")
def test_a_space_where_panzers_were_refitted_is_not_activated() -> None:
    scene = operation({"pz": "warsaw", "army": "lublin"}, EAST, values={"round-refitted-pz": True})
    assert scene.refused("activate warsaw move") == "card.axis.6"
    assert scene.allows("activate lublin move")


def test_the_scene_stands() -> None:
    scene = campaign({"pz": "warsaw"}, EAST, phase="round-3", side="axis")
    assert scene.holder("minsk") == "allied"
    assert scene.holder("warsaw") == "axis"


@pytest.mark.rule("barbarossa-to-berlin:7.3", "barbarossa-to-berlin:card.axis.14")
def test_a_marker_of_an_event_activates_a_space_whatever_it_would_cost() -> None:
    units = {"army": "lublin", "roc": "lublin", "itc": "lublin", "pz": "warsaw", "front": "kovel"}
    values = {"event-hitler-takes-command": 5}
    scene = in_round(units, EAST, cards=["axis-14"], values=values).play("play-card axis-14 event")
    assert scene.refused("activate lublin move") == "7.3"
    after = scene.play("activate lublin combat")
    assert after.told("space-activated")[0].cost == 0
    assert after.refused("activate lublin combat") == "7.3"
    assert after.allows("activate warsaw combat")


@pytest.mark.rule("barbarossa-to-berlin:7.3", "barbarossa-to-berlin:card.axis.11")
def test_a_single_marker_serves_to_move_or_for_combat() -> None:
    units = {"pz": "warsaw", "army": "lublin", "front": "kovel"}
    scene = in_round(units, EAST, cards=["axis-11"]).play("play-card axis-11 event")
    assert scene.allows("activate lublin combat")
    assert scene.play("activate warsaw move").menu.rule == "10.1"


@pytest.mark.rule("barbarossa-to-berlin:7.3", "barbarossa-to-berlin:card.allied.11")
def test_an_event_may_ask_for_units_of_one_nation() -> None:
    units = {"front": "minsk", "br": "cairo", "army": "warsaw"}
    scene = in_round(units, f"{EAST}; suez - cairo", "allied", cards=["allied-11"]).play("play-card allied-11 event")
    assert scene.refused("activate cairo move") == "card.allied.11"
    assert scene.allows("activate minsk combat")
