"""11.1: who may attack what, and together with whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - urals, warsaw - kovno - minsk, warsaw - lvov - minsk, lvov - kiev"
AXIS = "berlin warsaw brest kovno lvov"
SUPPLY = {"axis": "berlin", "soviet": "urals"}


def east(units: dict[str, Any], **more: Any) -> Scene:
    return battle(EAST, units, **{"axis": AXIS, "supply": SUPPLY, "combat": "brest kovno lvov", **more})


@pytest.mark.rule("barbarossa-to-berlin:11.1")
def test_units_attack_from_spaces_with_a_combat_marker_into_adjacent_enemies() -> None:
    scene = east({"ge-16-army": "brest", "ge-4-army": "kovno", "su-west-front": "minsk"}, combat="brest")
    assert scene.choices("declare-attack") == ("declare-attack minsk",)
    assert scene.refused("declare-attack smolensk") == "11.1"
    assert scene.refused("declare-attack warsaw") == "11.1"
    planning = scene.play("declare-attack minsk")
    assert planning.choices("add-attacker") == ("add-attacker ge-16-army",)
    assert planning.refused("add-attacker ge-4-army") == "11.1"
    assert planning.refused("add-attacker su-west-front") == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.1")
def test_combat_is_voluntary_and_an_attack_can_be_called_off() -> None:
    scene = east({"ge-16-army": "brest", "ge-4-army": "brest", "su-west-front": "minsk"})
    planning = scene.play("declare-attack minsk", "add-attacker ge-16-army")
    assert planning.allows("resolve")
    called_off = planning.play("call-off")
    assert called_off.allows("declare-attack minsk")
    assert called_off.play("done").unit("su-west-front").step == 0


@pytest.mark.rule("barbarossa-to-berlin:11.1")
def test_nobody_announces_an_attack_without_attackers() -> None:
    scene = east({"ge-16-army": "brest", "su-west-front": "minsk"})
    assert scene.play("declare-attack minsk").refused("resolve") == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.1/a")
def test_a_space_is_attacked_once_a_round() -> None:
    units = {"ge-16-army": "brest", "ge-4-army": "brest", "su-west-front": "minsk", "su-army-1": "kiev"}
    units |= {"ge-17-army": "lvov"}
    fought = east(units, results=["0/0"]).play(*attack("minsk", "ge-16-army"))
    assert fought.refused("declare-attack minsk") == "11.1"
    assert fought.allows("declare-attack kiev")


@pytest.mark.rule("barbarossa-to-berlin:11.1/b")
def test_a_unit_attacks_once_a_round() -> None:
    units = {"ge-17-army": "lvov", "ge-6-army": "lvov", "su-west-front": "minsk", "su-army-1": "kiev"}
    fought = east(units, results=["0/0"]).play(*attack("minsk", "ge-17-army"))
    planning = fought.play("declare-attack kiev")
    assert planning.refused("add-attacker ge-17-army") == "11.1"
    assert planning.allows("add-attacker ge-6-army")


@pytest.mark.rule("barbarossa-to-berlin:11.1/c")
def test_each_further_space_needs_a_mechanised_unit_that_takes_part() -> None:
    units = {
        "ge-16-army": "brest",
        "ge-4-army": "kovno",
        "ge-2-panzer-army": "kovno",
        "ge-17-army": "lvov",
        "ge-corps-1": "lvov",
        "su-west-front": "minsk",
    }
    planning = east(units).play("declare-attack minsk", "add-attacker ge-16-army")
    assert planning.refused("add-attacker ge-17-army") == "11.1"
    joined = planning.play("add-attacker ge-4-army")
    assert joined.refused("resolve") == "11.1"
    assert joined.play("add-attacker ge-2-panzer-army").allows("resolve")


@pytest.mark.rule("barbarossa-to-berlin:11.1/c")
def test_soviets_from_three_spaces_need_tanks_in_two_of_them() -> None:
    roads = "berlin - brest, brest - minsk - urals, brest - kiev - urals, brest - gomel - urals"
    units = {
        "ge-16-army": "brest",
        "su-west-front": "minsk",
        "su-tank-army-1": "kiev",
        "su-1-baltic-front": "gomel",
        "su-army-1": "gomel",
    }
    more: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "minsk kiev gomel", "side": "allied"}
    three = ("su-west-front", "su-tank-army-1", "su-1-baltic-front")
    assert battle(roads, units, **more).ask("attack", units=three, target="brest").refusal is None
    reduced = battle(roads, {**units, "su-1-baltic-front": "gomel reduced"}, **more)
    assert reduced.ask("attack", units=three, target="brest").refusal.rule == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.1/c", "barbarossa-to-berlin:13.4.1")
def test_panzers_out_of_supply_do_not_lead_a_further_space() -> None:
    units = {"ge-16-army": "brest", "ge-2-panzer-army": "kovno", "su-west-front": "minsk"}
    more: dict[str, Any] = {"axis": "berlin warsaw brest kovno"}
    assert east(units, **more).ask("attack", units=["ge-16-army", "ge-2-panzer-army"], target="minsk").refusal is None
    roads = "berlin - brest - minsk - urals, minsk - kovno - memel - urals"
    cut = battle(roads, units, axis="berlin brest kovno", supply=SUPPLY, combat="brest kovno")
    planning = cut.play("declare-attack minsk", "add-attacker ge-16-army")
    assert planning.refused("add-attacker ge-2-panzer-army") == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.1")
def test_units_of_strength_nought_attack_alone_and_with_others() -> None:
    scene = east({"it-corps-1": "brest reduced", "ge-corps-1": "brest", "su-army-1": "minsk"}, dice=[4, 1])
    alone = scene.ask("attack", units=["it-corps-1"], target="minsk")
    assert (alone.column, alone.table, alone.refusal) == ("0", "fire-small", None)
    assert scene.ask("attack", units=["it-corps-1", "ge-corps-1"], target="minsk").attack.value == 2


CLOSED = "berlin - luga - leningrad - urals, luga - kalinin - moscow, luga - kharkov - stalingrad, kharkov - maikop"
DEFENDED = {
    "ge-18-army": "luga",
    "ge-6-army": "kharkov",
    "su-leningrad-front": "leningrad",
    "su-army-1": "stalingrad",
    "su-army-2": "maikop",
}


def closed(units: dict[str, str] = DEFENDED, **more: Any) -> Scene:
    places = {"nordlicht": "leningrad", "taifun": "moscow", "fall-blau": "stalingrad maikop", "never": "urals"}
    held = {"axis": "berlin luga kharkov kalinin", "supply": SUPPLY, "closed": places, "combat": "luga kharkov"}
    return battle(CLOSED, units, **{**held, **more})


@pytest.mark.rule("barbarossa-to-berlin:11.1/d")
def test_leningrad_and_the_goals_of_blau_wait_for_their_events() -> None:
    assert not closed().choices("declare-attack")
    assert closed(values={"event-nordlicht": 4}).choices("declare-attack") == ("declare-attack leningrad",)
    blau = closed(values={"event-fall-blau": 6})
    assert set(blau.choices("declare-attack")) == {"declare-attack stalingrad", "declare-attack maikop"}
    assert blau.refused("declare-attack leningrad") == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.1/e")
def test_a_goal_that_has_fallen_opens_its_kind_for_good() -> None:
    units = {name: at for name, at in DEFENDED.items() if name != "su-army-2"}
    held = closed(units, axis="berlin luga kharkov maikop")
    assert held.choices("declare-attack") == ("declare-attack stalingrad",)
    assert closed(values={"opened-nordlicht": True}).choices("declare-attack") == ("declare-attack leningrad",)


@pytest.mark.rule("barbarossa-to-berlin:11.1/e")
def test_the_axis_opens_a_closed_space_by_walking_into_it() -> None:
    units = {"ge-2-panzer-army": "luga", "su-army-1": "kalinin"}
    roads = "berlin - luga - kalinin - moscow - urals"
    more: dict[str, Any] = {"axis": "berlin luga", "supply": SUPPLY, "closed": {"taifun": "moscow"}, "combat": "luga"}
    won = battle(roads, units, results=["2/0"], **more).play(*attack("kalinin", "ge-2-panzer-army"))
    lost = won.play("take-loss su-army-1", "take-loss su-army-1")
    taken = lost.play("advance ge-2-panzer-army kalinin", "advance ge-2-panzer-army moscow")
    assert taken.state.values["opened-taifun"] is True


@pytest.mark.rule("barbarossa-to-berlin:11.1/f")
def test_the_sources_in_the_urals_are_never_attacked() -> None:
    units = {"ge-18-army": "luga", "su-army-1": "urals", "su-army-2": "leningrad"}
    places = {"never": "urals"}
    scene = battle(
        "berlin - luga - urals, luga - leningrad",
        units,
        axis="berlin luga",
        supply=SUPPLY,
        closed=places,
        combat="luga",
    )
    assert scene.refused("declare-attack urals") == "13.2"
    assert scene.allows("declare-attack leningrad")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.12", "barbarossa-to-berlin:11.1")
def test_in_the_round_of_nordlicht_only_leningrad_is_attacked() -> None:
    values = {"event-nordlicht": 6, "event-fall-blau": 6, "round-only-target": "leningrad"}
    scene = closed(values=values)
    assert scene.choices("declare-attack") == ("declare-attack leningrad",)
    assert scene.refused("declare-attack stalingrad") == "card.axis.12"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_an_empty_beachhead_is_swept_away_without_a_throw() -> None:
    scene = battle(
        "berlin - calais - beach-b",
        {"ge-7-army": "calais"},
        axis="berlin calais",
        countries={"france": "calais"},
        supply={"axis": "berlin"},
        markers={"beach-b": {"beachhead-british": 1}},
        combat="calais",
    )
    swept = scene.play(*attack("beach-b", "ge-7-army"))
    assert [event.at for event in swept.told("beachhead-lost")] == ["beach-b"]
    assert swept.told("shots-fired") == []
    assert swept.place("ge-7-army") == "calais"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_a_beachhead_goes_with_the_last_unit_on_it() -> None:
    scene = battle(
        "berlin - calais - beach-b",
        {"ge-7-army": "calais", "br-corps-1": "beach-b reduced", "ge-15-army": "calais"},
        axis="berlin calais",
        countries={"france": "calais"},
        supply={"axis": "berlin"},
        markers={"beach-b": {"beachhead-british": 1}},
        combat="calais",
        results=["2/0"],
    )
    lost = scene.play(*attack("beach-b", "ge-7-army"), "take-loss br-corps-1")
    assert [event.at for event in lost.told("beachhead-lost")] == ["beach-b"]
    attacked = battle(
        "berlin - calais - beach-b",
        {"ge-7-army": "calais", "br-corps-1": "beach-b reduced"},
        axis="berlin calais",
        countries={"france": "calais"},
        supply={"axis": "berlin"},
        markers={"beach-b": {"beachhead-british": 1}},
        combat="beach-b",
        side="allied",
        results=["0/2"],
    )
    failed = attacked.play(*attack("calais", "br-corps-1"), "take-loss br-corps-1")
    assert len(failed.told("beachhead-lost")) == 1


# Second attacks


def guderian(**more: Any) -> Scene:
    roads = "berlin - brest - minsk - smolensk - moscow - urals, brest - gomel - urals, smolensk - orel - urals"
    units = {
        "ge-2-panzer-army": "brest",
        "ge-4-army": "brest",
        "su-army-1": "minsk reduced",
        "su-army-2": "smolensk",
        "su-army-3": "gomel",
    }
    values = {"round-second-attack": "ge-2-panzer-army", "round-second-advance": 1}
    given = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "values": values, "results": ["2/0", "2/0"]}
    return battle(**{"roads": roads, "units": units, **given, **more})


@pytest.mark.rule("barbarossa-to-berlin:card.axis.5")
def test_guderian_attacks_again_after_all_other_combat() -> None:
    first = guderian().play(*attack("minsk", "ge-2-panzer-army"), "take-loss su-army-1")
    stood = first.play("advance ge-2-panzer-army minsk", "done")
    assert stood.choices("declare-attack") == ("declare-attack gomel",)
    assert stood.refused("declare-attack smolensk") == "11.1"
    assert stood.play("declare-attack gomel").refused("add-attacker ge-2-panzer-army") == "card.axis.5"
    after = stood.play("done")
    assert after.choices("declare-attack") == ("declare-attack smolensk",)
    again = after.play(*attack("smolensk", "ge-2-panzer-army"), "take-loss su-army-2", "take-loss su-army-2")
    advanced = again.play("advance ge-2-panzer-army smolensk")
    assert not advanced.choices("advance")
    assert not advanced.choices("declare-attack")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.5", "barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.4.1")
def test_the_second_attack_is_made_with_the_supply_of_the_activation() -> None:
    roads = "berlin - minsk - smolensk - moscow - urals, pocket - minsk"
    units = {"ge-2-panzer-army": "pocket", "su-army-1": "minsk reduced", "su-army-2": "smolensk"}
    scene = guderian(roads=roads, units=units, axis="berlin pocket", combat="pocket")
    first = scene.play(*attack("minsk", "ge-2-panzer-army"), "take-loss su-army-1")
    linked = first.play("advance ge-2-panzer-army minsk")
    again = linked.play(*attack("smolensk", "ge-2-panzer-army"))
    columns = [shots.attack_column for shots in again.told("shots-fired")]
    assert columns == ["4", "4"]


@pytest.mark.rule("barbarossa-to-berlin:card.axis.5", "barbarossa-to-berlin:11.1")
def test_without_guderian_the_combat_is_over() -> None:
    first = guderian(values={}).play(*attack("minsk", "ge-2-panzer-army"), "take-loss su-army-1")
    stood = first.play("advance ge-2-panzer-army minsk", "done", "done")
    assert not stood.choices("declare-attack")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.55")
def test_patton_attacks_again_at_once_and_advances_two_spaces() -> None:
    roads = "paris - metz - trier - mainz - kassel - leipzig, metz - koblenz - kassel, paris - beach-c"
    units = {"us-3-army": "metz", "us-1-army": "metz", "ge-corps-1": "trier reduced", "ge-corps-2": "mainz"}
    units |= {"ge-corps-3": "koblenz"}
    scene = battle(
        roads,
        units,
        axis="trier mainz koblenz kassel leipzig",
        countries={"france": "paris metz", "germany": "trier mainz koblenz kassel leipzig"},
        supply={"axis": "leipzig"},
        markers={"beach-c": {"beachhead-american": 1}},
        combat="metz",
        side="allied",
        values={"round-second-attack": "us-3-army", "round-second-advance": 2},
        results=["2/0", "2/0"],
        turn=14,
    )
    first = scene.play(*attack("trier", "us-3-army"), "take-loss ge-corps-1", "advance us-3-army trier", "done")
    assert set(first.choices("declare-attack")) == {"declare-attack mainz", "declare-attack koblenz"}
    again = first.play(*attack("mainz", "us-3-army"), "take-loss ge-corps-2", "take-loss ge-corps-2")
    far = again.play("advance us-3-army mainz", "advance us-3-army kassel")
    assert far.choices("advance") == ()
    assert far.place("us-3-army") == "kassel"
    together = scene.play(*attack("trier", "us-3-army"), "take-loss ge-corps-1", "done")
    joined = together.play(*attack("koblenz", "us-3-army", "us-1-army"), "take-loss ge-corps-3", "take-loss ge-corps-3")
    ahead = joined.play("advance us-3-army koblenz", "advance us-3-army kassel")
    assert ahead.refused("advance us-3-army leipzig") == "card.allied.55"
