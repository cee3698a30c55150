"""7.6.2: where reinforcements arrive, and what takes the place of what."""

from __future__ import annotations

import pytest

from engine.core.ids import UnitId
from engine.rulesets.barbarossa_to_berlin.reinforcements import arrival_refusal, can_all_arrive
from tests.engine.rulesets.barbarossa_to_berlin.europe import allowed, arrivals, europe, event, in_box, refused
from tests.helpers.positions import Scene

RULE = "barbarossa-to-berlin:7.6.2"
BUILT_UP = {"us-build-up": 5}


def case(scene: Scene, unit: str, at: str) -> str | None:
    """The case that keeps a unit from arriving in a space."""
    found = arrival_refusal(scene.game, scene.state, scene.unit(unit), scene.game.board.at(at))
    return None if found is None else found.rule


@pytest.mark.rule(RULE)
def test_armies_arrive_at_the_capital_at_sources_and_in_cities_of_their_country() -> None:
    scene = event(europe(2, turn=2), 2)
    open_to = arrivals(scene, "su-don-front")
    assert {"Moscow", "Sverdlovsk", "Kharkov", "Leningrad"} <= open_to
    assert "Orel" not in open_to
    assert scene.refused("arrive su-don-front orel") == "7.6.2"
    after = scene.play("arrive su-don-front moscow")
    assert after.place("su-don-front") == "Moscow"
    assert after.unit("su-don-front").step == 0


@pytest.mark.rule(RULE)
def test_an_arrival_needs_a_friendly_space_and_room_in_it() -> None:
    units = {"su-army-19": "moscow", "su-army-20": "moscow", "su-army-21": "moscow"}
    scene = event(europe(24, turn=2, axis=["kharkov"], units=units), 24)
    assert scene.refused("arrive su-bryansk-front kharkov") == "7.6.2"
    assert scene.refused("arrive su-bryansk-front moscow") == "9.1"


@pytest.mark.rule(RULE)
def test_corps_go_to_the_reserve() -> None:
    scene = europe(24, turn=2)
    before = len(in_box(scene, "allied-reserve", "soviet-army"))
    assert len(in_box(event(scene, 24), "allied-reserve", "soviet-army")) == before + 3


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/a", RULE)
def test_one_reinforcement_card_a_nation_and_turn() -> None:
    scene = europe(2, 24, turn=2)
    scene = event(scene, 24)
    for unit in ("su-bryansk-front", "su-kalinin-front", "su-volkhov-front"):
        scene = scene.play(f"arrive {unit} moscow")
    assert scene.state.values["turn-reinforced-soviet"]
    again = europe(2, 5, turn=2, values={"turn-reinforced-soviet": True})
    assert refused(again, 2) == "7.6.2"
    assert allowed(again, 5)


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/b", RULE)
def test_a_card_is_refused_when_its_units_cannot_all_be_placed() -> None:
    scene = europe(2, turn=2)
    home = ["su-don-front", "su-stalingrad-front", "su-steppe-front", "su-voronezh-front"]
    assert can_all_arrive(scene.game, scene.state, [UnitId(unit) for unit in home])
    lost = europe(2, turn=2, axis=["soviet-union"], allied=["sverdlovsk"])
    assert not can_all_arrive(lost.game, lost.state, [UnitId(unit) for unit in home])
    assert refused(lost, 2) == "7.6.2"
    two = europe(2, turn=2, axis=["soviet-union"], allied=["sverdlovsk", "Chelyabinsk"])
    assert allowed(two, 2)


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/b", RULE)
def test_a_unit_does_not_take_the_only_place_of_another() -> None:
    crowded = {"br-corps-2": "basra", "br-corps-3": "basra"}
    renounced = {"invasions-renounced": 14}
    scene = europe(34, turn=14, events=BUILT_UP, values=renounced, units=crowded, clear=["basra"])
    scene = event(scene, 34)
    assert scene.refused("arrive br-8-army basra") == "7.6.2"
    assert scene.allows("arrive br-8-army suez")
    assert scene.play("arrive us-7-army basra").refused("arrive br-8-army basra") == "9.1"
    full = europe(
        34, turn=14, events=BUILT_UP, values=renounced, units={**crowded, "br-corps-4": "basra"}, clear=["basra"]
    )
    assert refused(full, 34) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/b", RULE)
def test_a_unit_that_has_left_the_game_cannot_come() -> None:
    assert refused(europe(2, turn=2, units={"su-don-front": "removed"}), 2) == "card.allied.2"
    spent = europe(5, units={f"cw-corps-{number}": "removed" for number in (5, 6)})
    assert refused(spent, 5) == "card.allied.5"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/c", RULE)
def test_the_desert_army_comes_to_alexandria_cairo_or_basra() -> None:
    assert arrivals(event(europe(5), 5), "br-desert-army") == {"Alexandria", "Cairo", "Basra"}
    few = event(europe(5, axis=["alexandria", "cairo"]), 5)
    assert arrivals(few, "br-desert-army") == {"Basra"}


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/d", RULE)
def test_the_army_of_africa_comes_to_tripoli() -> None:
    scene = europe()
    assert case(scene, "ge-panzer-army-africa", "tripoli") is None
    assert case(scene, "ge-panzer-army-africa", "berlin") == "7.6.2"
    assert case(europe(allied=["tripoli"]), "ge-panzer-army-africa", "tripoli") == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/e", RULE)
def test_germans_arrive_on_a_source_only_if_it_reaches_another() -> None:
    scene = europe()
    assert case(scene, "ge-15-army", "berlin") is None
    assert case(scene, "ge-15-army", "munich") is None
    around = ("hannover", "magdeburg", "rostock", "stettin", "kustrin", "dresden", "leipzig")
    cut = europe(allied=around)
    assert case(cut, "ge-15-army", "berlin") == "7.6.2"
    assert case(cut, "ge-15-army", "breslau") is None
    alone = europe(allied=["ruhr", "breslau"])
    assert case(alone, "ge-15-army", "berlin") == "7.6.2"
    assert case(alone, "ge-15-army", "munich") is None


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/f", RULE)
def test_western_armies_come_ashore_where_they_are_served() -> None:
    markers = {"beach-o": {"beachhead-british": 1}, "beach-r": {"beachhead-american": 1}}
    scene = europe(allied=["naples", "antwerp"], markers=markers, clear=["naples"])
    for unit, open_to, shut in (
        ("cw-1-canadian-army", ("basra", "suez", "alexandria", "naples", "beach-o"), ("beach-r", "antwerp", "cairo")),
        ("us-15-army", ("basra", "naples", "beach-r"), ("beach-o", "alexandria", "suez", "antwerp")),
        ("ff-1-army", ("basra", "naples", "beach-r"), ("beach-o", "paris")),
    ):
        assert [case(scene, unit, at) for at in open_to] == [None] * len(open_to)
        assert [case(scene, unit, at) for at in shut] == ["7.6.2"] * len(shut)
    opened = europe(allied=["antwerp"], events={"clearing-the-scheldt": 5})
    assert case(opened, "us-15-army", "antwerp") is None
    assert case(opened, "us-15-army", "naples") == "7.6.2"
    shared = europe(markers={"beach-o": {"beachhead-allied": 1}})
    assert case(shared, "us-15-army", "beach-o") is None
    assert case(shared, "cw-1-canadian-army", "beach-o") is None


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/f", RULE)
def test_the_eighth_army_comes_ashore_only_by_invasion() -> None:
    markers = {"beach-o": {"beachhead-british": 1}}
    events = {"clearing-the-scheldt": 5}
    scene = europe(allied=["naples", "antwerp"], markers=markers, clear=["naples"], events=events)
    for at in ("basra", "suez", "alexandria"):
        assert case(scene, "br-8-army", at) is None
    for at in ("beach-o", "naples", "antwerp"):
        assert case(scene, "br-2-army", at) is None
        assert case(scene, "br-8-army", at) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/g", RULE)
def test_nobody_arrives_on_the_beachhead_of_shingle() -> None:
    scene = europe(markers={"beach-o": {"beachhead-allied": 2}})
    assert case(scene, "us-15-army", "beach-o") == "7.6.2"
    assert case(scene, "cw-1-canadian-army", "beach-o") == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/h", RULE)
def test_mechanised_fronts_take_the_place_of_whole_supplied_infantry_fronts() -> None:
    units = {
        "su-west-front": {"at": "kaluga", "step": 1},
        "su-south-front": "brest",
        "su-don-front": "moscow",
        "su-steppe-front": "gorki",
        "su-voronezh-front": "tula",
    }
    scene = europe(37, turn=10, events={"lend-lease": 9}, units=units, remove=["su-northwest-front"])
    scene = event(scene, 37)
    assert scene.refused("replace-front su-west-front") == "7.6.2"
    assert scene.refused("replace-front su-south-front") == "7.6.2"
    assert scene.refused("replace-front su-southwest-front") == "7.6.2"
    assert scene.refused("replace-front su-bryansk-front") == "7.6.2"
    after = scene.play("replace-front su-don-front", "replace-front su-steppe-front", "replace-front su-voronezh-front")
    assert after.place("su-1-baltic-front") == "Moscow"
    assert after.place("su-3-baltic-front") == "Tula"
    assert after.place("su-don-front") == after.game.board.label(after.game.board.at("removed"))
    assert after.menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.2/i", RULE)
def test_no_reinforcements_on_turn_1() -> None:
    assert refused(europe(2, turn=1), 2) == "4.4"
