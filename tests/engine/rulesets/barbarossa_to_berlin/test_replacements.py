"""6.4 and chapter 14: replacements."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, in_round, replacing
from tests.helpers.positions import Scene

HOME = "ruhr - berlin - warsaw - brest - minsk - moscow - sverdlovsk; berlin - budapest - bucharest; berlin - breslau"
LOST, ALLIED_LOST = "axis-eliminated", "allied-eliminated"


def places(scene: Scene, unit: str) -> set[str]:
    """Where a unit can come back."""
    return {choice.split()[2] for choice in scene.choices("rebuild") if choice.split()[1] == unit}


def points(scene: Scene, pool: str) -> int:
    """The half points left."""
    return int(scene.state.values.get(f"rp-{pool}", 0))


@pytest.mark.rule("barbarossa-to-berlin:14.1", "barbarossa-to-berlin:6.4")
def test_a_step_of_an_army_costs_a_point_and_of_a_corps_half_of_one() -> None:
    scene = replacing({"army": "warsaw!", "corps": "warsaw!", "corps-2": "brest!", "army-2": "minsk!"}, HOME,
                      points={"german": 3})  # fmt: skip
    after = scene.play("restore corps")
    assert points(after, "german") == 5
    after = after.play("restore army", "restore corps-2")
    assert points(after, "german") == 2
    assert after.unit("army").step == after.unit("corps").step == 0
    assert after.refused("restore army") == "14.1"
    over = after.play("restore army-2")
    assert over.unit("army-2").step == 0
    assert over.menu.rule != "14.1"


@pytest.mark.rule("barbarossa-to-berlin:14.1", "barbarossa-to-berlin:14.3")
def test_an_eliminated_unit_comes_back_reduced_and_may_be_made_whole_at_once() -> None:
    scene = replacing({"army": LOST, "corps": LOST}, HOME, points={"german": 3})
    back = scene.play("rebuild army berlin")
    assert (back.place("army"), back.unit("army").step, points(back, "german")) == ("berlin", 1, 4)
    whole = back.play("restore army")
    assert whole.unit("army").step == 0
    reserve = whole.play("rebuild corps axis-reserve")
    assert reserve.unit("corps").step == 1
    assert reserve.play("restore corps").unit("corps").step == 0


@pytest.mark.rule("barbarossa-to-berlin:14.1")
def test_what_is_neither_on_the_map_nor_eliminated_gets_nothing() -> None:
    units = {"corps": {"at": "axis-reserve", "step": 1}, "army": "removed", "pz": "turn-track", "corps-2": "warsaw!"}
    scene = replacing(units, HOME, points={"german": 3})
    assert scene.refused("restore corps") == "14.1"
    assert scene.refused("rebuild army berlin") == "14.1"
    assert scene.refused("rebuild pz berlin") == "14.1"
    assert scene.refused("restore nobody") == "14.1"


@pytest.mark.rule("barbarossa-to-berlin:14.1", "barbarossa-to-berlin:6.4")
def test_points_that_are_not_spent_are_lost() -> None:
    scene = replacing({"corps": "warsaw!"}, HOME, points={"german": 3, "axis": 1})
    over = scene.play("done")
    assert points(over, "german") == points(over, "axis") == 0
    idle = replacing({"corps": "warsaw"}, HOME, points={"german": 3})
    assert points(idle, "german") == 0


@pytest.mark.rule("barbarossa-to-berlin:14.1")
def test_points_serve_their_own_nations() -> None:
    units = {"itc": "warsaw!", "roc": "minsk!", "corps": "berlin!", "huc": "budapest!"}
    german = replacing(units, HOME, points={"german": 3})
    assert german.choices("restore") == ("restore corps",)
    assert german.refused("restore itc") == "14.1"
    axis = replacing(units, HOME, points={"axis": 3})
    assert axis.choices("restore") == ("restore huc", "restore itc", "restore roc")
    links = "suez - alexandria - cairo; sverdlovsk - moscow"
    allies = {"br": "cairo!", "cw": "suez!", "can": "suez!", "us": "suez!", "ff": "alexandria!", "rifle": "moscow!"}
    british = replacing(allies, links, "allied", points={"british": 3})
    assert british.choices("restore") == ("restore br", "restore can", "restore cw")
    american = replacing(allies, links, "allied", points={"american": 3})
    assert american.choices("restore") == ("restore ff", "restore us")
    soviet = replacing(allies, links, "allied", points={"soviet": 3})
    assert soviet.choices("restore") == ("restore rifle",)


@pytest.mark.rule("barbarossa-to-berlin:14.3")
def test_armies_come_back_to_the_seats_and_cities_of_their_country_and_corps_to_the_reserve() -> None:
    units = {"army": LOST, "ro": LOST, "hu": LOST, "corps": LOST}
    scene = replacing(units, HOME, points={"german": 4, "axis": 4})
    assert places(scene, "army") == {"ruhr", "berlin", "breslau", "warsaw"}
    assert places(scene, "ro") == {"bucharest"}
    assert places(scene, "hu") == {"budapest"}
    assert places(scene, "corps") == {"axis-reserve"}
    assert scene.refused("rebuild corps berlin") == "14.3"
    assert scene.refused("rebuild army axis-reserve") == "14.3"
    assert scene.refused("rebuild army budapest") == "14.3"
    soviets = replacing({"front": ALLIED_LOST}, HOME, "allied", points={"soviet": 2})
    assert places(soviets, "front") == {"minsk", "moscow", "sverdlovsk"}


@pytest.mark.rule("barbarossa-to-berlin:14.3")
def test_no_german_comes_back_to_a_source_that_no_other_reaches() -> None:
    scene = replacing({"army": LOST}, HOME, points={"german": 40}, allied=["berlin"])
    assert places(scene, "army") == {"warsaw"}


@pytest.mark.rule("barbarossa-to-berlin:14.3", "barbarossa-to-berlin:9.1")
def test_there_has_to_be_room() -> None:
    units = {"front": ALLIED_LOST, "front-2": "moscow", "front-3": "moscow", "rifle": "moscow"}
    scene = replacing(units, HOME, "allied", points={"soviet": 2})
    assert scene.refused("rebuild front moscow") == "9.1"


WEST = """beach-d - calais - brussels - antwerp; beach-j - marseille; beach-m - rome - naples;
suez - alexandria - cairo; basra - baghdad; sverdlovsk - moscow"""
BASES = {"beach-d": {"beachhead-allied": 1}, "beach-j": {"beachhead-american": 1}, "beach-m": {"beachhead-british": 1}}
HELD = ["calais", "brussels", "antwerp", "naples", "rome"]


def western(unit: str, theatre: str = "either", **more: object) -> set[str]:
    """Where a western army can come back."""
    lost = {"at": ALLIED_LOST, "values": {"theatre": theatre}}
    pools = {"british": 4, "american": 4}
    given = {"markers": BASES, "allied": HELD, "values": {"event-clearing-the-scheldt": 5}, **more}
    return places(replacing({unit: lost}, WEST, "allied", points=pools, **given), unit)


@pytest.mark.rule("barbarossa-to-berlin:14.3", "barbarossa-to-berlin:14.2")
def test_western_armies_come_back_to_beachheads_ports_and_sources() -> None:
    assert western("bra") == {"beach-d", "beach-m", "antwerp", "naples", "suez", "alexandria", "basra"}
    assert western("usa") == {"beach-d", "beach-j", "antwerp", "naples", "basra"}
    assert western("usa", values={}) == {"beach-d", "beach-j", "naples", "basra"}
    assert western("usa", allied=[]) == {"beach-d", "beach-j", "basra"}
    shingle = {**BASES, "beach-d": {"beachhead-allied": 2}}
    assert "beach-d" not in western("bra", markers=shingle)


@pytest.mark.rule("barbarossa-to-berlin:14.3/a", "barbarossa-to-berlin:14.2")
def test_an_army_comes_back_to_the_theatre_it_was_lost_in() -> None:
    assert western("bra", "north-west") == {"beach-d", "antwerp"}
    assert western("usa", "north-west") == {"beach-d", "antwerp"}
    assert western("bra", "mediterranean") == {"beach-m", "naples", "suez", "alexandria", "basra"}
    assert western("usa", "mediterranean") == {"beach-j", "naples", "basra"}


@pytest.mark.rule("barbarossa-to-berlin:14.3/b")
def test_the_desert_army_comes_back_in_the_desert() -> None:
    assert western("desert") == {"basra", "alexandria", "suez"}


@pytest.mark.rule("barbarossa-to-berlin:14.3/c")
def test_the_africa_army_comes_back_in_tripoli_or_alexandria() -> None:
    links = "berlin - rome - messina - syracuse = sea-malta = tripoli - benghazi - alexandria"
    scene = replacing({"afrika": LOST}, links, points={"german": 4}, axis=["alexandria", "benghazi"])
    assert places(scene, "afrika") == {"tripoli", "alexandria"}
    cut = replacing({"afrika": LOST, "pzc": LOST}, links, points={"german": 4}, allied=["tripoli"], axis=["alexandria"])
    assert places(cut, "afrika") == set()
    assert cut.refused("rebuild afrika alexandria") == "14.3"


@pytest.mark.rule("barbarossa-to-berlin:19.7", "barbarossa-to-berlin:14.3")
def test_the_first_army_keeps_to_its_countries_when_it_comes_back() -> None:
    assert western("first") == {"beach-d", "beach-m", "suez", "alexandria"}


@pytest.mark.rule("barbarossa-to-berlin:14.4")
def test_what_bears_a_dot_never_comes_back() -> None:
    scene = replacing({"fj": LOST, "army": LOST}, HOME, points={"german": 4})
    assert scene.refused("rebuild fj berlin") == "14.4"


@pytest.mark.rule("barbarossa-to-berlin:14.5.2")
def test_two_steps_of_panzers_a_turn_and_three_in_total_war() -> None:
    units = {"pz": "warsaw!", "pz-2": "warsaw!", "pzc": LOST, "ssc": "brest!", "corps": "brest!"}
    scene = replacing(units, HOME, points={"german": 9})
    two = scene.play("restore pz", "rebuild pzc axis-reserve")
    assert two.refused("restore pz-2") == two.refused("restore ssc") == "14.5.2"
    assert two.allows("restore corps")
    total = replacing(units, HOME, points={"german": 9}, values={"event-totaler-krieg": 5})
    three = total.play("restore pz", "rebuild pzc axis-reserve", "restore ssc")
    assert three.refused("restore pz-2") == "14.5.2"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.52")
def test_after_the_last_surge_no_lost_panzer_comes_back() -> None:
    units = {"pz": LOST, "pz-2": "warsaw!"}
    later = replacing(units, HOME, points={"german": 4}, values={"event-final-production-surge": 5})
    assert later.refused("rebuild pz berlin") == "card.axis.52"
    assert later.allows("restore pz-2")
    same = replacing(units, HOME, points={"german": 4}, values={"event-final-production-surge": 6})
    assert same.allows("rebuild pz berlin")


@pytest.mark.rule("barbarossa-to-berlin:14.5.3")
def test_every_wehrkreis_not_held_in_full_supply_costs_a_german_point() -> None:
    units = {"army": "warsaw!", "ro": "bucharest!"}
    scene = replacing(units, HOME, points={"german": 3, "axis": 3}, allied=["breslau"])
    assert (points(scene, "german"), points(scene, "axis")) == (4, 6)
    assert scene.told("wehrkreise-lost") == []
    cut = "ruhr - berlin - warsaw; konigsberg - memel; berlin - posen - danzig"
    lands = {"germany": ["memel", "posen", "danzig"]}
    more = {"countries": lands, "features": {"danzig": "wehrkreis"}, "markers": {"posen": {"partisans": 1}}}
    far = replacing({"army": "warsaw!"}, cut, points={"german": 5}, **more)
    assert points(far, "german") == 6
    none_left = replacing(units, HOME, points={"german": 2, "axis": 1}, allied=["breslau", "berlin", "ruhr"])
    assert points(none_left, "german") == 0


@pytest.mark.rule("barbarossa-to-berlin:17.4")
def test_turkey_at_war_has_two_points_of_its_own() -> None:
    links = "istanbul - ankara - adana; sverdlovsk - moscow"
    units = {"tu": ALLIED_LOST, "tuc": ALLIED_LOST, "tu-2": "adana!"}
    scene = replacing(units, links, "allied", values={"turkey-at-war": 1}, allied=["istanbul", "ankara"])
    assert points(scene, "turkish") == 4
    assert places(scene, "tu") == {"ankara", "istanbul"}
    assert places(scene, "tuc") == {"allied-reserve"}
    assert points(scene.play("restore tu-2", "rebuild tuc allied-reserve"), "turkish") == 1
    at_peace = replacing(units, links, "allied", allied=["istanbul", "ankara"])
    assert at_peace.menu.rule != "14.1"


@pytest.mark.rule("barbarossa-to-berlin:17.4", "barbarossa-to-berlin:14.4")
def test_swedes_are_never_replaced() -> None:
    units = {"swe": "stockholm!", "swc": ALLIED_LOST, "rifle": "moscow!"}
    scene = replacing(units, "stockholm - malmo; moscow - sverdlovsk", "allied", points={"soviet": 3})
    assert scene.refused("restore swe") == "17.4"
    assert scene.refused("rebuild swc allied-reserve") == "14.4"


@pytest.mark.rule("barbarossa-to-berlin:19.6")
def test_the_partisan_army_of_yugoslavia_is_never_replaced() -> None:
    units = {"yu": "belgrade!", "rifle": "moscow!"}
    scene = replacing(units, "belgrade - zagreb; moscow - sverdlovsk", "allied", points={"soviet": 3})
    assert scene.refused("restore yu") == "19.6"


@pytest.mark.rule("barbarossa-to-berlin:14.5.4", "barbarossa-to-berlin:6.6")
def test_an_army_given_up_in_spring_1943_is_due_in_winter_1944() -> None:
    units = {"bra": "cairo!", "br": "cairo", "front": "moscow", "desert": "rome", "cw": "allied-reserve"}
    scene = campaign(units, WEST, phase="give-up", side="allied", turn=9)
    after = scene.play("set-aside bra")
    assert dict(after.unit("bra").values) == {"due": 12, "theatre": "either"}
    assert after.place("bra") == "turn-track"
    assert after.unit("cw").at == after.game.board.at("allied-reserve")
    for unit in ("br", "front", "desert"):
        assert scene.refused(f"set-aside {unit}") == "14.5.4"


@pytest.mark.rule("barbarossa-to-berlin:14.5.5", "barbarossa-to-berlin:7.5")
def test_without_moscow_or_stalin_in_it_a_card_is_worth_a_soviet_point_less() -> None:
    def recorded(units: dict[str, str], **more: object) -> int:
        scene = in_round(units, HOME, "allied", cards=["allied-02"], **more)
        return points(scene.play("play-card allied-02 rp"), "soviet") // 2

    assert recorded({"stalin": "moscow"}) == 4
    assert recorded({"stalin": "sverdlovsk"}) == 3
    assert recorded({"pz": "moscow"}) == 3
    assert recorded({"stalin": "removed"}) == 3
