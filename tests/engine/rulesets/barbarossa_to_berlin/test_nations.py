"""Chapter 19 and 17.3, 17.4: where each nation's units may go."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.barbarossa_to_berlin.nations import is_mechanised, is_panzer, may_enter
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, moving
from tests.helpers.positions import Scene

LANDS = {
    "here": "germany",
    "ger": "germany",
    "hun": "hungary",
    "rom": "romania",
    "bul": "bulgaria",
    "yug": "yugoslavia",
    "gre": "greece",
    "alb": "albania",
    "ita": "italy",
    "fra": "france",
    "tur": "turkey",
    "swe": "sweden",
    "tun": "tunisia",
    "alg": "algeria",
    "lib": "libya",
    "egy": "egypt",
    "pal": "palestine",
    "syr": "syria",
    "leb": "lebanon",
    "jor": "transjordan",
    "irq": "iraq",
    "irn": "iran",
    "mal": "malta",
    "sov": "soviet-union",
}
STAR = "; ".join(f"here - {name}" for name in LANDS if name != "here")
AT_WAR = {"turkey-at-war": 1, "sweden-at-war": 1, "vichy-at-war": 6}


def world(units: dict[str, Any], **more: Any) -> Scene:
    """A map with one space in each country, all around `here`."""
    countries = {land: [name for name, found in LANDS.items() if found == land] for land in LANDS.values()}
    given = {"countries": countries, "phase": "round-3", "side": "axis", "values": AT_WAR, **more}
    return campaign(units, STAR, **given)


def lands(unit: str, values: dict[str, Any] | None = None, **more: Any) -> set[str]:
    """The countries a unit may enter."""
    scene = world({unit: {"at": "here", "values": values or {}}}, **more)
    board = scene.game.board
    return {
        name
        for name in LANDS
        if name != "here" and may_enter(scene.game, scene.state, scene.unit(unit), board.at(name)) is None
    }


def kept_out(unit: str, at: str, **more: Any) -> str:
    """The case that keeps a unit out of a country."""
    scene = world({unit: "here"}, **more)
    refusal = may_enter(scene.game, scene.state, scene.unit(unit), scene.game.board.at(at))
    assert refusal is not None
    return refusal.rule


ALL = frozenset(LANDS) - {"here"}


@pytest.mark.rule("barbarossa-to-berlin:19.1")
def test_hungarians() -> None:
    assert lands("huc") == lands("hu") == {"hun", "sov", "yug"}
    assert lands("hu3") == {"hun"}
    assert kept_out("huc", "rom") == "19.1"


@pytest.mark.rule("barbarossa-to-berlin:19.2")
def test_romanians() -> None:
    assert lands("ro") == lands("roc") == {"rom", "sov", "yug"}


@pytest.mark.rule("barbarossa-to-berlin:19.3")
def test_bulgarians() -> None:
    assert lands("buc") == {"gre", "bul", "tur", "yug"}


@pytest.mark.rule("barbarossa-to-berlin:19.4")
def test_italians() -> None:
    home = {"ita", "yug", "alb", "gre", "tur", "tun", "alg", "lib", "egy", "pal", "syr", "irq"}
    assert lands("itc") == lands("itm") == home
    assert lands("ita") == {"sov"}
    assert lands("itc", {"expedition": True}) == home | {"sov"}


@pytest.mark.rule("barbarossa-to-berlin:19.5")
def test_german_armies_stay_out_of_southern_italy_before_achse() -> None:
    units = {"army": "bologna", "corps": "bologna", "ita": "minsk"}
    links = "berlin - bologna - rome; berlin - minsk"
    scene = moving(units, links, "bologna")
    assert scene.refused("step-to army rome") == "19.5"
    assert scene.allows("step-to corps rome")
    achse = moving(units, links, "bologna", values={"event-achse": 10})
    assert achse.allows("step-to army rome")


@pytest.mark.rule("barbarossa-to-berlin:19.6")
def test_the_partisan_army_stays_in_and_beside_yugoslavia() -> None:
    links = "belgrade - sofia - istanbul"
    scene = moving({"yu": "belgrade"}, links, "belgrade", side="allied").play("step-to yu sofia")
    assert scene.refused("step-to yu istanbul") == "17.4"
    far = moving({"yu": "sofia"}, "belgrade - sofia - plovdiv", "sofia", side="allied",
                 countries={"bulgaria": ["plovdiv"]})  # fmt: skip
    assert far.refused("step-to yu plovdiv") == "19.6"


@pytest.mark.rule("barbarossa-to-berlin:19.6")
def test_after_tito_soviets_cross_yugoslavia_without_stopping_there() -> None:
    links = "sverdlovsk - odessa - bucharest - belgrade - zagreb - vienna"
    more = {"side": "allied", "values": {"event-tito": 13}}
    scene = moving({"front": "bucharest"}, links, "bucharest", **more)
    crossing = scene.play("step-to front belgrade")
    assert crossing.refused("done") == "19.6"
    assert crossing.play("step-to front zagreb", "step-to front vienna").allows("done")
    before = moving({"front": "bucharest"}, links, "bucharest", side="allied").play("step-to front belgrade")
    assert before.allows("done")


@pytest.mark.rule("barbarossa-to-berlin:19.7")
def test_the_british_first_army_stays_in_africa_unless_it_came_by_sledgehammer() -> None:
    assert lands("first") == {"mal", "alg", "tun", "lib", "egy"}
    assert lands("first", {"sledgehammer": True}) == ALL - {"sov"}


@pytest.mark.rule("barbarossa-to-berlin:19.8")
def test_iran_and_iraq_are_open_to_both_sides() -> None:
    for unit in ("army", "pzc", "br", "us", "front"):
        assert lands(unit) >= {"irq", "irn"}


@pytest.mark.rule("barbarossa-to-berlin:19.9")
def test_soviets_and_the_west_keep_apart() -> None:
    assert lands("front") == ALL - {"egy", "lib", "alg", "tun", "pal", "syr", "jor"}
    assert lands("br") == lands("us") == lands("ff") == ALL - {"sov"}


@pytest.mark.rule("barbarossa-to-berlin:17.4")
def test_turks_and_swedes_stay_at_home_and_neutrals_are_closed() -> None:
    assert lands("tu") == {"tur"}
    assert lands("swe") == {"swe"}
    assert kept_out("army", "tur", values={}) == "17.4"
    assert kept_out("army", "swe", values={}) == "17.4"


@pytest.mark.rule("barbarossa-to-berlin:17.3")
def test_vichy_is_closed_while_it_is_neutral() -> None:
    scene = moving({"army": "dijon"}, "berlin - dijon - lyon", "dijon")
    assert scene.refused("step-to army lyon") == "17.3"
    at_war = moving({"army": "dijon"}, "berlin - dijon - lyon", "dijon", values={"vichy-at-war": 6})
    assert at_war.play("step-to army lyon").holder("lyon") == "axis"


@pytest.mark.rule("barbarossa-to-berlin:13.2")
def test_no_axis_unit_enters_the_sources_beyond_the_urals() -> None:
    scene = moving({"pz": "moscow"}, "berlin - moscow - sverdlovsk", "moscow")
    assert scene.refused("step-to pz sverdlovsk") == "13.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_beaches_are_for_western_units_with_a_beachhead() -> None:
    links = "beach-d - calais - berlin; suez - cairo"
    assert moving({"army": "calais"}, links, "calais").refused("step-to army beach-d") == "7.6.3"
    markers = {"beach-d": {"beachhead-american": 1}}
    allied = moving({"br": "calais", "us": "calais"}, links, "calais", side="allied", markers=markers)
    assert allied.refused("step-to br beach-d") == "7.6.3"
    assert allied.play("step-to us beach-d").place("us") == "beach-d"


@pytest.mark.rule("barbarossa-to-berlin:13.4.1", "barbarossa-to-berlin:15.2")
def test_four_points_of_movement_make_a_unit_mechanised_but_not_a_reduced_front() -> None:
    scene = world({"pz": "ger", "army": "ger", "mech": "sov", "sw": "sov", "tank": "sov!", "us": "fra", "itm": "ita"})

    def wheels(unit: str, step: int = 0, **more: Any) -> bool:
        record = scene.unit(unit)
        return is_mechanised(scene.game, type(record)(record.id, record.type, record.side, record.at, step), **more)

    assert all(wheels(unit) for unit in ("pz", "mech", "sw", "tank", "us", "itm"))
    assert not wheels("army")
    assert not wheels("mech", 1)
    assert not wheels("sw", 1)
    assert wheels("tank", 1)
    assert not wheels("pz", supplied=False)
    assert not wheels("pz", frozen=True)
    kinds = scene.game.materials.kinds
    assert is_panzer(kinds["german-panzer-army"])
    assert not is_panzer(kinds["italian-mechanised-corps"])
