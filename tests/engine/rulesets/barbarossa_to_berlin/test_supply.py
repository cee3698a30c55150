"""Chapter 13: sources and lines of supply."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from engine.rulesets.barbarossa_to_berlin.supply import space_supply, supply_of
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk; warsaw - lublin - kovel - kiev"


def standing(units: dict[str, Any], links: str = EAST, **more: Any) -> Scene:
    return campaign(units, links, **{"phase": "round-3", "side": "axis", **more})


def supply(scene: Scene, unit: str, *, defending: bool = False) -> str:
    return str(supply_of(scene.game, scene.state, scene.unit(unit), defending=defending))


def of_space(scene: Scene, side: str, at: str) -> str:
    return str(space_supply(scene.game, scene.state, Side(side), scene.game.board.at(at)))


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.2")
def test_a_line_of_friendly_spaces_to_a_source_is_full_supply() -> None:
    scene = standing({"army": "brest", "pz": "kiev", "front": "minsk"}, axis=["kovel"])
    assert supply(scene, "army") == supply(scene, "pz") == supply(scene, "front") == "full"
    assert supply(standing({"army": "brest", "front": "warsaw"}), "army") == "none"
    assert supply(standing({"army": "minsk"}), "army") == "none"


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_a_source_has_to_be_held() -> None:
    assert supply(standing({"army": "warsaw"}, allied=["berlin"]), "army") == "none"


SEA = "berlin - konigsberg = sea-baltic = tallinn - narva; leningrad = tikhvin - sverdlovsk"


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_over_the_sea_supply_is_limited() -> None:
    scene = standing({"army": "narva", "front": "leningrad"}, SEA, axis=["tallinn"])
    assert supply(scene, "army") == supply(scene, "front") == "limited"
    assert supply(standing({"army": "narva"}, SEA), "army") == "none"


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:16.3")
def test_through_partisans_supply_is_limited() -> None:
    markers = {"warsaw": {"partisans": 1}, "kovel": {"partisans": 1}}
    scene = standing({"army": "brest", "pz": "warsaw", "corps": "lublin"}, axis=["kovel"], markers=markers)
    assert supply(scene, "army") == supply(scene, "corps") == "limited"
    assert supply(scene, "pz") == "full"
    around = f"{EAST}; berlin - posen - brest"
    assert supply(standing({"army": "brest"}, around, axis=["posen"], markers=markers), "army") == "full"


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_an_intact_fort_of_ones_own_gives_limited_supply() -> None:
    links = "berlin - leningrad - sverdlovsk; sevastopol - kerch"
    assert supply(standing({"rifle": "sevastopol", "army": "kerch"}, links), "rifle") == "limited"
    broken = {"sevastopol": {"fort-destroyed": 1}}
    assert supply(standing({"rifle": "sevastopol"}, links, markers=broken), "rifle") == "none"
    assert supply(standing({"corps": "sevastopol"}, links, markers=broken), "corps") == "none"


BEACH = "beach-d - calais - brussels - antwerp - holland; beach-d - caen"
FRENCH = {"countries": {"france": ["caen"], "belgium": ["holland"]}}


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.2")
def test_a_beachhead_supplies_fully_for_two_spaces() -> None:
    units = {"br": "beach-d", "br-2": "calais", "br-3": "brussels", "br-4": "antwerp"}
    scene = standing(units, BEACH, markers={"beach-d": {"beachhead-british": 1}}, **FRENCH)
    assert [supply(scene, unit) for unit in units] == ["full", "full", "full", "limited"]


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_beachheads_serve_their_own_nations() -> None:
    units = {"br": "calais", "cw": "calais", "us": "calais", "ff": "caen", "front": "caen"}
    expected = {
        "beachhead-british": ["full", "full", "none", "none"],
        "beachhead-american": ["none", "none", "full", "full"],
        "beachhead-allied": ["full", "full", "full", "full"],
    }
    for marker, found in expected.items():
        scene = standing(units, BEACH, markers={"beach-d": {marker: 1}}, **FRENCH)
        assert [supply(scene, unit) for unit in ("br", "cw", "us", "ff")] == found
        assert supply(scene, "front") == "none"


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_antwerp_is_a_source_once_its_port_is_open() -> None:
    scene = standing({"us": "antwerp", "br": "brussels"}, BEACH, **FRENCH)
    assert supply(scene, "us") == "none"
    opened = standing({"us": "antwerp", "br": "brussels"}, BEACH, values={"event-clearing-the-scheldt": 14}, **FRENCH)
    assert supply(opened, "us") == supply(opened, "br") == "full"


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_from_naples_france_is_supplied_in_a_limited_way() -> None:
    links = "naples - rome - turin - lyon - dijon - brussels; turin - vienna"
    held = {"allied": ["naples", "rome", "turin", "lyon", "dijon"], "countries": {"italy": ["turin"]}}
    scene = standing({"us": "turin", "usa": "dijon", "us-2": "vienna", "us-3": "brussels"}, links, **held)
    assert [supply(scene, unit) for unit in ("us", "usa", "us-2", "us-3")] == ["full", "limited", "full", "limited"]
    assert supply(standing({"us": "rome"}, links), "us") == "none"


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_sources_in_egypt_and_basra() -> None:
    links = "suez - cairo; alexandria - tobruk; basra - baghdad - teheran - baku; sverdlovsk - ufa"
    units = {"br": "cairo", "us": "tobruk", "cw": "baghdad", "front": "baku", "rifle": "ufa"}
    scene = standing(units, links)
    assert [supply(scene, unit) for unit in units] == ["full", "full", "full", "limited", "full"]


AFRICA = "berlin - rome - messina - syracuse = sea-malta = tripoli - benghazi; sea-malta = malta; sea-malta = tunis"


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_syracuse_supplies_in_a_limited_way() -> None:
    cut = standing({"itc": "syracuse", "itc-2": "tripoli", "br": "messina"}, AFRICA)
    assert supply(cut, "itc") == supply(cut, "itc-2") == "limited"


@pytest.mark.rule("barbarossa-to-berlin:13.1/a")
def test_with_malta_or_the_navy_africa_is_fully_supplied() -> None:
    scene = standing({"itc": "benghazi"}, AFRICA)
    assert supply(scene, "itc") == "limited"
    malta = standing({"itc": "benghazi"}, AFRICA, axis=["malta"])
    navy = standing({"itc": "benghazi"}, AFRICA, values={"turn-naval-sortie": True})
    assert supply(malta, "itc") == supply(navy, "itc") == "full"
    cut = standing({"itc": "benghazi", "br": "messina"}, AFRICA, axis=["malta"])
    assert supply(cut, "itc") == "limited"
    partisans = standing({"itc": "benghazi"}, AFRICA, axis=["malta"], markers={"rome": {"partisans": 1}})
    assert supply(partisans, "itc") == "limited"


@pytest.mark.rule("barbarossa-to-berlin:13.1/b", "barbarossa-to-berlin:card.axis.19")
def test_the_luftwaffe_supplies_only_for_defence_and_attrition() -> None:
    markers = {"brest": {"luftwaffe-supply": 1}}
    scene = standing({"army": "brest", "front": "warsaw"}, markers=markers)
    assert supply(scene, "army") == "none"
    assert supply(scene, "army", defending=True) == "limited"


@pytest.mark.rule("barbarossa-to-berlin:13.2", "barbarossa-to-berlin:card.axis.55")
def test_the_national_redoubt_makes_munich_a_source() -> None:
    links = "munich - salzburg"
    held = {"countries": {"austria": ["salzburg"]}}
    assert supply(standing({"army": "salzburg"}, links, **held), "army") == "none"
    redoubt = standing({"army": "salzburg"}, links, values={"event-national-redoubt": 15}, **held)
    assert supply(redoubt, "army") == "full"


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_first_winter_germans_in_the_soviet_union_are_in_limited_supply() -> None:
    units = {"army": "brest", "corps": "warsaw", "ro": "lublin", "roc": "brest"}
    scene = standing(units, turn=4)
    assert [supply(scene, unit) for unit in units] == ["limited", "full", "full", "full"]
    assert supply(standing(units, turn=4, values={"event-von-paulus-pause": 1}), "army") == "full"
    assert supply(standing(units, turn=5), "army") == "full"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.43")
def test_under_strangle_the_axis_in_france_is_in_limited_supply() -> None:
    links = "berlin - dijon - paris"
    scene = standing({"army": "paris"}, links, values={"event-operation-strangle": 13})
    assert supply(scene, "army") == "limited"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.43")
def test_strangle_lifts_nobody_who_is_out_of_supply() -> None:
    links = "berlin - dijon - paris"
    cut = standing({"army": "paris"}, links, values={"event-operation-strangle": 13}, allied=["dijon"])
    assert supply(cut, "army") == "none"


@pytest.mark.rule("barbarossa-to-berlin:17.4", "barbarossa-to-berlin:19.6")
def test_some_are_always_supplied_at_home() -> None:
    links = "istanbul - sofia - belgrade; stockholm - malmo"
    scene = standing({"tu": "istanbul", "yu": "belgrade", "swe": "malmo"}, links)
    assert supply(scene, "tu") == supply(scene, "yu") == supply(scene, "swe") == "full"
    assert supply(standing({"tu": "sofia"}, links), "tu") == "none"


@pytest.mark.rule("barbarossa-to-berlin:13.5", "barbarossa-to-berlin:19.9")
def test_a_space_is_as_well_supplied_as_the_best_unit_allowed_there() -> None:
    links = "suez - cairo - jerusalem - baghdad - basra; baghdad - teheran - baku; istanbul - ankara"
    scene = standing({"front": "baku", "tu": "istanbul"}, links, allied=["ankara"])
    assert of_space(scene, "allied", "cairo") == "full"
    assert of_space(scene, "allied", "baku") == "limited"
    assert of_space(scene, "allied", "ankara") == "limited"
    home = f"{links}; sverdlovsk - baku"
    alone = standing({"front": "baku", "tuc": "ankara"}, home, axis=["suez", "cairo", "basra"])
    assert of_space(alone, "allied", "baghdad") == "full"
    assert of_space(alone, "allied", "jerusalem") == "none"
    assert of_space(alone, "axis", "cairo") == "none"
