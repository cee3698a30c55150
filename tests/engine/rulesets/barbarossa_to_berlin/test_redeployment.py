"""Chapter 12, 5.5 and 17.3: strategic redeployment."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import redeployment
from tests.helpers.positions import Scene

EAST = "ruhr - berlin - warsaw - brest - minsk - smolensk - moscow - kuibishev - sverdlovsk; warsaw - lublin"
RESERVE = "axis-reserve"


def targets(scene: Scene, unit: str) -> set[str]:
    """Where a unit can be sent."""
    return {choice.split()[2] for choice in scene.play(f"pick-unit {unit}").choices("redeploy")}


def refusal(scene: Scene, unit: str, to: str) -> str:
    """The case that keeps a unit from a place."""
    return scene.play(f"pick-unit {unit}").refused(f"redeploy {unit} {to}")


def said(scene: Scene, unit: str, to: str) -> tuple[str, str]:
    """The case that keeps a unit from a place, and the words for it."""
    picked = scene.play(f"pick-unit {unit}")
    found = picked.game.explain(picked.state, picked.action(f"redeploy {unit} {to}"))
    assert found is not None
    return found.rule, found.message.key.removeprefix("refusal.btb.")


def sent(scene: Scene, unit: str, to: str) -> Scene:
    return scene.play(f"pick-unit {unit}", f"redeploy {unit} {to}")


@pytest.mark.rule("barbarossa-to-berlin:12.1", "barbarossa-to-berlin:7.4")
def test_a_corps_costs_one_point_and_an_army_three() -> None:
    scene = redeployment({"corps": "ruhr", "army": "ruhr", "corps-2": "berlin!", "pz": "ruhr"}, EAST, 4)
    moved = sent(scene, "corps", "lublin")
    assert moved.place("corps") == "lublin"
    assert moved.told("unit-redeployed")[0].cost == 1
    again = sent(moved, "army", "lublin")
    assert again.told("unit-redeployed")[1].cost == 3
    assert again.menu.rule == "7.2"
    few = redeployment({"army": "ruhr"}, EAST, 2)
    assert few.refused("pick-unit army") == "12.1"


@pytest.mark.rule("barbarossa-to-berlin:12.2", "barbarossa-to-berlin:9.1")
def test_a_space_that_units_were_sent_to_before_takes_no_more_than_three() -> None:
    units = {"corps": "ruhr", "corps-2": "ruhr", "corps-3": "berlin", "corps-4": "berlin"}
    scene = redeployment(units, EAST, 4)
    assert {"warsaw", "lublin"} <= targets(scene, "corps-4")
    for unit in ("corps", "corps-2", "corps-3"):
        scene = sent(scene, unit, "lublin")
    assert "warsaw" in targets(scene, "corps-4")
    assert "lublin" not in targets(scene, "corps-4")
    assert refusal(scene, "corps-4", "lublin") == "9.1"


@pytest.mark.rule("barbarossa-to-berlin:12.2")
def test_a_unit_goes_once_in_a_round_and_has_to_be_taken_in_hand() -> None:
    scene = redeployment({"corps": "ruhr", "corps-2": "ruhr"}, EAST, 4)
    assert scene.refused("redeploy corps berlin") == "12.2"
    picked = scene.play("pick-unit corps")
    assert picked.refused("pick-unit corps") == "12.2"
    assert picked.refused("redeploy corps ruhr") == "12.2"
    assert picked.refused("redeploy corps-2 berlin") == "12.2"
    assert sent(scene, "corps", "berlin").refused("pick-unit corps") == "12.2"
    assert scene.refused("pick-unit nobody") == "12.1"


@pytest.mark.rule("barbarossa-to-berlin:12.2")
def test_the_way_leads_through_friendly_spaces_enemies_beside_it_or_not() -> None:
    units = {"army": "ruhr", "rifle": "minsk"}
    scene = redeployment(units, EAST, 4, axis=["brest"])
    assert targets(scene, "army") == {"berlin", "warsaw", "lublin", "brest"}
    broken = redeployment(units, EAST, 4, axis=["brest"], allied=["warsaw"])
    assert targets(broken, "army") == {"berlin"}
    assert refusal(broken, "army", "warsaw") == "12.2"


@pytest.mark.rule("barbarossa-to-berlin:12.2")
def test_the_end_has_to_be_in_supply_and_reached() -> None:
    scene = redeployment({"army": "ruhr"}, EAST, 4, allied=["warsaw"], axis=["brest"])
    assert refusal(scene, "army", "brest") == "12.2"
    assert refusal(scene, "army", "lublin") == "12.2"


@pytest.mark.rule("barbarossa-to-berlin:9.1", "barbarossa-to-berlin:12.2")
def test_stacking_counts_at_the_end_only() -> None:
    units = {"army": "ruhr", "corps": "berlin", "corps-2": "berlin", "corps-3": "berlin"}
    scene = redeployment(units, EAST, 4)
    assert refusal(scene, "army", "berlin") == "9.1"
    assert sent(scene, "army", "warsaw").place("army") == "warsaw"


@pytest.mark.rule("barbarossa-to-berlin:12.3")
def test_units_out_of_supply_do_not_redeploy() -> None:
    scene = redeployment({"corps": "brest", "rifle": "warsaw"}, EAST, 4, axis=["minsk"])
    assert scene.refused("pick-unit corps") == "12.3"


SEA = "berlin - konigsberg = sea-baltic = tallinn - pskov; sea-baltic = courland; berlin - warsaw"


@pytest.mark.rule("barbarossa-to-berlin:12.2", "barbarossa-to-berlin:12.3")
def test_small_units_cross_the_sea_and_stop() -> None:
    held = ["tallinn", "pskov", "courland"]
    scene = redeployment({"corps": "warsaw", "army": "warsaw"}, SEA, 4, axis=held)
    assert targets(scene, "corps") == {"berlin", "konigsberg", "tallinn", "courland", RESERVE}
    assert targets(scene, "army") == {"berlin", "konigsberg"}
    assert refusal(scene, "army", "tallinn") == "12.3"


@pytest.mark.rule("barbarossa-to-berlin:12.3")
def test_ships_need_friendly_ports() -> None:
    scene = redeployment({"corps": "warsaw"}, SEA, 4, axis=["courland"])
    assert "tallinn" not in targets(scene, "corps")


@pytest.mark.rule("barbarossa-to-berlin:12.3", "barbarossa-to-berlin:16.3")
def test_the_axis_goes_neither_from_nor_to_nor_through_partisans() -> None:
    units = {"army": "ruhr", "corps": "brest"}
    markers = {"brest": {"partisans": 1}}
    scene = redeployment(units, EAST, 4, axis=["minsk"], markers=markers)
    assert scene.refused("pick-unit corps") == "12.3"
    assert refusal(scene, "army", "brest") == "12.3"
    assert refusal(scene, "army", "minsk") == "12.3"


@pytest.mark.rule("barbarossa-to-berlin:12.3")
def test_a_desert_is_left_and_come_to_but_not_crossed() -> None:
    links = "alexandria - hellfire - tobruk - derna - benghazi; alexandria - cairo"
    deserts = {"hellfire": "desert", "derna": "desert"}
    lands = {"egypt": ["hellfire"], "libya": ["derna"]}
    more = {"features": deserts, "countries": lands, "allied": ["hellfire", "derna", "benghazi", "tobruk"]}
    scene = redeployment({"desert": "alexandria", "eighth": "tobruk"}, links, 4, "allied", **more)
    assert targets(scene, "desert") == {"hellfire", "cairo"}
    assert targets(scene, "eighth") == {"hellfire", "derna", "allied-reserve"}


@pytest.mark.rule("barbarossa-to-berlin:12.3")
def test_no_step_by_land_is_made_into_turkey_out_of_it_or_within_it() -> None:
    links = "berlin - sofia - istanbul - ankara - adana - damascus"
    held = ["istanbul", "ankara", "adana", "damascus"]
    scene = redeployment({"army": "sofia", "corps": "adana"}, links, 4, axis=held, values={"turkey-at-war": 1})
    assert targets(scene, "army") == {"berlin"}
    assert targets(scene, "corps") == {RESERVE}
    for to in ("istanbul", "adana", "damascus"):
        assert said(scene, "army", to) == ("12.3", "sr-turkey")
    assert said(scene, "corps", "ankara") == ("12.3", "sr-turkey")


@pytest.mark.rule("barbarossa-to-berlin:12.3")
def test_the_ports_of_turkey_are_used_by_sea() -> None:
    links = "berlin - sofia - istanbul - ankara; istanbul = sea-aegean = athens; berlin - salonika"
    held = ["istanbul", "ankara", "athens"]
    units = {"corps": "sofia", "corps-2": "istanbul", "corps-3": "athens"}
    scene = redeployment(units, links, 4, axis=held, values={"turkey-at-war": 1})
    assert targets(scene, "corps") == {"berlin", "salonika", RESERVE}
    assert targets(scene, "corps-2") - {RESERVE} == {"athens"}
    assert targets(scene, "corps-3") - {RESERVE} == {"istanbul"}


@pytest.mark.rule("barbarossa-to-berlin:12.4")
def test_from_the_reserve_units_come_to_the_seats_and_cities_of_their_country() -> None:
    links = f"{EAST}; berlin - vienna - budapest - bucharest; berlin - dresden; vienna - rome - milan"
    units = {"corps": RESERVE, "huc": RESERVE, "roc": RESERVE, "itc": RESERVE}
    scene = redeployment(units, links, 4, axis=["minsk", "brest"])
    assert targets(scene, "corps") == {"berlin", "ruhr", "warsaw", "dresden", "vienna"}
    assert targets(scene, "huc") == {"budapest"}
    assert targets(scene, "roc") == {"bucharest"}
    assert targets(scene, "itc") == {"rome", "milan"}
    assert refusal(scene, "itc", "berlin") == "12.4"
    assert refusal(scene, "huc", RESERVE) == "12.2"


@pytest.mark.rule("barbarossa-to-berlin:12.4")
def test_a_city_that_is_not_fully_supplied_takes_nobody() -> None:
    scene = redeployment({"corps": RESERVE}, EAST, 4, allied=["warsaw"])
    assert targets(scene, "corps") == {"berlin", "ruhr"}
    links = f"berlin - posen - {EAST[16:]}"
    more = {"countries": {"germany": ["posen"]}, "markers": {"posen": {"partisans": 1}}}
    limited = redeployment({"corps": RESERVE}, links, 4, **more)
    assert targets(limited, "corps") == {"berlin"}


@pytest.mark.rule("barbarossa-to-berlin:12.4/a", "barbarossa-to-berlin:13.2")
def test_syracuse_takes_nobody_and_sends_nobody_back() -> None:
    links = "syracuse - messina; berlin - warsaw"
    scene = redeployment({"itc": RESERVE, "itc-2": "syracuse", "corps": RESERVE}, links, 4)
    assert scene.refused("pick-unit itc") == "12.2"
    assert refusal(scene, "itc-2", RESERVE) == "12.3"


@pytest.mark.rule("barbarossa-to-berlin:12.4/b")
def test_a_wehrkreis_takes_one_german_corps_a_round() -> None:
    links = f"{EAST}; berlin - dresden - stettin"
    scene = redeployment({"corps": RESERVE, "corps-2": RESERVE}, links, 4)
    after = sent(scene, "corps", "dresden")
    assert refusal(after, "corps-2", "dresden") == "12.4"
    assert sent(after, "corps-2", "stettin").place("corps-2") == "stettin"
    berlin = sent(sent(scene, "corps", "berlin"), "corps-2", "berlin")
    assert berlin.stack("berlin") == ("corps", "corps-2")


@pytest.mark.rule("barbarossa-to-berlin:12.3", "barbarossa-to-berlin:12.4")
def test_fully_supplied_small_units_go_to_the_reserve() -> None:
    scene = redeployment({"corps": "warsaw!", "army": "warsaw"}, EAST, 4)
    gone = sent(scene, "corps", RESERVE)
    assert gone.unit("corps").at == gone.game.board.at(RESERVE)
    assert gone.unit("corps").step == 1
    assert refusal(scene, "army", RESERVE) == "12.4"
    limited = redeployment({"corps": "warsaw"}, f"berlin - posen - {EAST[16:]}", 4,
                           countries={"germany": ["posen"]}, markers={"posen": {"partisans": 1}})  # fmt: skip
    assert refusal(limited, "corps", RESERVE) == "12.3"


@pytest.mark.rule("barbarossa-to-berlin:12.4")
def test_two_armies_go_to_the_reserve_and_wait_there_for_an_invasion() -> None:
    links = "suez - alexandria - cairo"
    scene = redeployment({"eighth": "cairo", "desert": "cairo", "seventh": "cairo"}, links, 5, "allied")
    gone = sent(scene, "eighth", "allied-reserve")
    assert gone.unit("eighth").at == gone.game.board.at("allied-reserve")
    assert refusal(scene, "desert", "allied-reserve") == "12.4"
    assert "allied-reserve" in targets(scene, "seventh")
    waiting = redeployment({"eighth": "allied-reserve"}, links, 5, "allied")
    assert waiting.refused("pick-unit eighth") == "12.4"


WEST = "beach-d - calais - brussels - antwerp; beach-j - marseille; suez - alexandria - cairo; naples - rome; basra - x"
BASES = {
    "beach-d": {"beachhead-british": 1},
    "beach-j": {"beachhead-american": 1},
}
HELD = ["naples", "antwerp", "calais", "brussels"]


@pytest.mark.rule("barbarossa-to-berlin:12.5")
def test_the_british_use_their_beachheads_and_every_western_source() -> None:
    scene = redeployment({"br": "allied-reserve", "cw": "suez"}, WEST, 4, "allied", markers=BASES, allied=HELD)
    assert targets(scene, "br") == {"beach-d", "suez", "alexandria", "naples", "basra"}
    assert targets(scene, "cw") == {"beach-d", "alexandria", "cairo", "naples", "basra", "allied-reserve"}
    open_port = {"event-clearing-the-scheldt": 5}
    after = redeployment({"br": "allied-reserve"}, WEST, 4, "allied", markers=BASES, allied=HELD, values=open_port)
    assert "antwerp" in targets(after, "br")


@pytest.mark.rule("barbarossa-to-berlin:12.5")
def test_americans_use_their_beachheads_naples_and_antwerp() -> None:
    units = {"us": "allied-reserve", "ff": "allied-reserve"}
    scene = redeployment(units, WEST, 4, "allied", markers=BASES, allied=HELD)
    assert targets(scene, "us") == targets(scene, "ff") == {"beach-j", "naples"}
    held = redeployment(units, WEST, 4, "allied", markers=BASES, values={"event-clearing-the-scheldt": 5}, allied=HELD)
    assert targets(held, "us") == {"beach-j", "naples", "antwerp"}
    lost = redeployment(units, WEST, 4, "allied", markers=BASES)
    assert targets(lost, "us") == {"beach-j"}


@pytest.mark.rule("barbarossa-to-berlin:12.5")
def test_soviet_fronts_stay_while_moscow_is_lost() -> None:
    units = {"front": "kuibishev", "rifle": "kuibishev"}
    scene = redeployment(units, EAST, 4, "allied", axis=["moscow"])
    assert scene.refused("pick-unit front") == "12.5"
    assert scene.allows("pick-unit rifle")
    assert redeployment(units, EAST, 4, "allied").allows("pick-unit front")


@pytest.mark.rule("barbarossa-to-berlin:12.5")
def test_the_axis_stays_out_of_the_soviet_union_until_spring_1942() -> None:
    units = {"corps": "brest", "corps-2": "warsaw", "corps-3": "riga"}
    links = f"{EAST}; brest - riga - konigsberg"
    scene = redeployment(units, links, 4, turn=4)
    assert scene.refused("pick-unit corps") == "12.5"
    assert refusal(scene, "corps-2", "riga") == "12.5"
    assert refusal(scene, "corps-2", "konigsberg") == "12.5"
    later = redeployment(units, links, 4, turn=5)
    assert "konigsberg" in targets(later, "corps-2")


AFRICA = "berlin - rome - messina - syracuse = sea-malta = tripoli - benghazi; sea-malta = tunis - algiers"


@pytest.mark.rule("barbarossa-to-berlin:12.5")
def test_no_third_panzer_corps_is_shipped_to_africa() -> None:
    units = {"pzc": "rome", "pzc-2": "benghazi", "pzc-3": "tripoli", "corps": "rome"}
    scene = redeployment(units, AFRICA, 4)
    assert "tripoli" not in targets(scene, "pzc")
    assert "tripoli" in targets(scene, "corps")
    assert "tripoli" in targets(redeployment({"pzc": "rome", "pzc-2": "benghazi"}, AFRICA, 4), "pzc")


@pytest.mark.rule("barbarossa-to-berlin:12.5")
@pytest.mark.parametrize("start", ["syracuse", "rome"])
def test_the_words_for_it_name_the_panzers_from_whatever_space_they_come(start: str) -> None:
    units = {"pzc": start, "pzc-2": "benghazi", "pzc-3": "tripoli"}
    assert said(redeployment(units, AFRICA, 4), "pzc", "tripoli") == ("12.5", "sr-panzers-in-africa")


@pytest.mark.rule("barbarossa-to-berlin:17.3", "barbarossa-to-berlin:12.5")
def test_when_vichy_is_at_war_the_axis_gets_to_tunis_and_marseille() -> None:
    links = f"{AFRICA}; berlin - dijon - lyon - marseille"
    at_war = {"vichy-at-war": 6}
    scene = redeployment({"corps": "rome", "army": "dijon"}, links, 4, values={**at_war, "vp": 7})
    assert "tunis" in targets(scene, "corps")
    assert targets(scene, "army") == {"berlin", "marseille"}
    assert refusal(scene, "army", "lyon") == "17.3"
    gone = sent(sent(scene, "corps", "tunis"), "army", "marseille")
    assert [gone.holder(at) for at in ("tunis", "lyon", "marseille")] == ["axis", "axis", "axis"]
    assert gone.state.values["vp"] == 8
    at_peace = redeployment({"corps": "rome", "army": "dijon"}, links, 4)
    assert "tunis" not in targets(at_peace, "corps")
    assert refusal(at_peace, "army", "marseille") == "17.3"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.43")
def test_under_strangle_the_axis_does_not_redeploy_in_france() -> None:
    links = "berlin - dijon - paris; berlin - brussels"
    scene = redeployment({"corps": "paris", "army": "berlin"}, links, 4, values={"event-operation-strangle": 13})
    assert scene.refused("pick-unit corps") == "card.allied.43"
    assert refusal(scene, "army", "dijon") == "card.allied.43"


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_redeploying_out_of_a_stand_fast_space_costs_a_point() -> None:
    scene = redeployment({"corps": "warsaw"}, EAST, 4, markers={"warsaw": {"stand-fast": 1}}, values={"vp": 7})
    assert sent(scene, "corps", RESERVE).state.values["vp"] == 6
    assert sent(scene, "corps", "berlin").state.values["vp"] == 6


@pytest.mark.rule("barbarossa-to-berlin:5.5")
def test_stalin_leaves_moscow_for_kuibishev() -> None:
    scene = redeployment({"stalin": "moscow", "front": "smolensk"}, EAST, 2, "allied")
    assert targets(scene, "stalin") == {"kuibishev"}
    assert refusal(scene, "stalin", "sverdlovsk") == "5.5"
    gone = sent(scene, "stalin", "kuibishev")
    assert gone.place("stalin") == "kuibishev"
    assert gone.told("unit-redeployed")[0].cost == 1


@pytest.mark.rule("barbarossa-to-berlin:5.5")
def test_from_kuibishev_or_without_it_stalin_goes_anywhere_at_home() -> None:
    there = redeployment({"stalin": "kuibishev"}, EAST, 2, "allied")
    assert targets(there, "stalin") == {"moscow", "smolensk", "minsk", "brest", "sverdlovsk"}
    fallen = redeployment({"stalin": "moscow"}, f"{EAST}; moscow - gorki - sverdlovsk", 2, "allied", axis=["kuibishev"])
    assert "gorki" in targets(fallen, "stalin")
    abroad = redeployment({"stalin": "kuibishev"}, EAST, 2, "allied", allied=["warsaw"])
    assert refusal(abroad, "stalin", "warsaw") == "5.5"


@pytest.mark.rule("barbarossa-to-berlin:5.5", "barbarossa-to-berlin:9.1")
def test_stalin_takes_no_room() -> None:
    units = {"stalin": "moscow", "front": "kuibishev", "front-2": "kuibishev", "rifle": "kuibishev"}
    scene = redeployment(units, EAST, 2, "allied")
    assert sent(scene, "stalin", "kuibishev").place("stalin") == "kuibishev"
    assert refusal(scene, "stalin", "allied-reserve") == "12.4"


@pytest.mark.rule("barbarossa-to-berlin:7.4")
def test_points_need_not_be_spent() -> None:
    scene = redeployment({"corps": "ruhr"}, EAST, 4)
    assert scene.play("done").menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:17.3")
def test_the_way_to_marseille_may_mix_neutral_spaces_with_those_the_axis_holds() -> None:
    links = f"{AFRICA}; berlin - dijon - lyon - toulouse - marseille"
    given = {"values": {"vichy-at-war": 6, "vp": 7}, "axis": ["toulouse"]}
    scene = redeployment({"army": "dijon"}, links, 4, **given)
    assert targets(scene, "army") == {"berlin", "marseille"}
    gone = sent(scene, "army", "marseille")
    assert [gone.holder(at) for at in ("lyon", "toulouse", "marseille")] == ["axis", "axis", "axis"]


@pytest.mark.rule("barbarossa-to-berlin:12.2", "barbarossa-to-berlin:12.3", "barbarossa-to-berlin:card.allied.43")
def test_the_words_name_the_ban_that_shuts_a_way() -> None:
    france = "berlin - dijon - brussels; berlin - warsaw"
    strangled = redeployment({"army": "berlin"}, france, 4, values={"event-operation-strangle": 13}, axis=["brussels"])
    assert said(strangled, "army", "brussels") == ("card.allied.43", "sr-strangle")
    wild = redeployment({"army": "berlin"}, france, 4, markers={"dijon": {"partisans": 1}}, axis=["brussels"])
    assert said(wild, "army", "brussels") == ("12.3", "sr-partisans")
    sands = "tripoli - benghazi - tobruk; berlin - rome; rome = sea-central = tripoli"
    desert = redeployment({"itc": "tripoli"}, sands, 4, axis=["benghazi", "tobruk"])
    assert said(desert, "itc", "tobruk") == ("12.3", "sr-desert")
    island = redeployment({"army": "konigsberg"}, SEA, 4, axis=["tallinn"])
    assert said(island, "army", "tallinn") == ("12.3", "sr-army-by-sea")
    apart = redeployment({"army": "berlin"}, "berlin - warsaw; konigsberg - ruhr", 4)
    assert said(apart, "army", "ruhr") == ("12.2", "sr-no-way")
