"""11.4: how far the beaten go, where they stand, where they go and where they are lost."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.messages import message
from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

SUPPLY = {"axis": "berlin", "soviet": "urals"}
LINE = "berlin - brest - minsk - smolensk - vyazma - urals"


def beaten(units: dict[str, Any], result: str, roads: str = LINE, **more: Any) -> Scene:
    """The Soviets in Minsk after an attack by two German armies from Brest."""
    attackers = {"ge-16-army": "brest", "ge-18-army": "brest"}
    given = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "results": [result]}
    scene = battle(roads, {**units, **attackers}, **{**given, **more})
    return scene.play(*attack("minsk", *attackers))


def driven(units: dict[str, Any], result: str, roads: str, **more: Any) -> Scene:
    """Axis units in Minsk after an attack by two Soviet fronts from Smolensk."""
    attackers = {"su-west-front": "smolensk", "su-bryansk-front": "smolensk"}
    given = {"supply": SUPPLY, "combat": "smolensk", "side": "allied", "results": [result]}
    scene = battle(roads, {**units, **attackers}, **{**given, **more})
    return scene.play(*attack("minsk", *attackers))


# Length


@pytest.mark.rule("barbarossa-to-berlin:11.4", "barbarossa-to-berlin:11.4.1")
@pytest.mark.parametrize(("result", "end"), [("1/0", "smolensk"), ("2/0", "vyazma"), ("2/1", "smolensk")])
def test_a_difference_of_one_is_one_space_and_more_are_two(result: str, end: str) -> None:
    scene = beaten({"su-bryansk-front": "minsk"}, result)
    while scene.choices("retreat"):
        scene = scene.play(scene.choices("retreat")[0])
    assert scene.place("su-bryansk-front") == end


@pytest.mark.rule("barbarossa-to-berlin:11.4")
def test_nobody_retreats_from_an_attack_that_has_not_won() -> None:
    scene = beaten({"su-bryansk-front": "minsk"}, "2/2")
    assert scene.place("su-bryansk-front") == "minsk"
    assert not scene.choices("retreat")


@pytest.mark.rule("barbarossa-to-berlin:11.4")
def test_units_may_retreat_to_different_spaces_and_one_finishes_before_the_next() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, minsk - gomel - kiev - urals"
    scene = beaten({"su-bryansk-front": "minsk", "su-don-front": "minsk"}, "2/0", roads)
    under_way = scene.play("retreat su-bryansk-front gomel")
    assert under_way.refused("retreat su-don-front smolensk") == "11.4.4"
    gone = under_way.play("retreat su-bryansk-front kiev").play("retreat su-don-front smolensk")
    assert gone.play("retreat su-don-front urals").place("su-bryansk-front") == "kiev"


@pytest.mark.rule("barbarossa-to-berlin:11.4")
def test_the_question_names_who_is_on_the_way_how_far_it_still_is_and_standing_only_where_that_may_be() -> None:
    beginning = beaten({"su-bryansk-front": "minsk"}, "2/0")
    assert beginning.menu.prompt == message("prompt.btb.retreat", side="allied", spaces=2)
    half_way = beginning.play("retreat su-bryansk-front smolensk").menu.prompt
    assert half_way == message("prompt.btb.retreat-further", side="allied", unit="su-bryansk-front", spaces=1)
    in_the_forest = beaten({"su-bryansk-front": "minsk"}, "2/0", terrain={"minsk": "forest"})
    assert in_the_forest.menu.prompt == message("prompt.btb.retreat-or-stand", side="allied", spaces=2)


# Standing


@pytest.mark.rule("barbarossa-to-berlin:11.4.2")
@pytest.mark.parametrize("terrain", ["forest", "mountain", "swamp"])
def test_the_ground_lets_defenders_stand_for_a_step_of_anybody(terrain: str) -> None:
    units = {"su-bryansk-front": "minsk", "su-army-1": "minsk"}
    scene = beaten(units, "1/0", terrain={"minsk": terrain}).play("take-loss su-army-1")
    assert set(scene.choices("stand-and-lose")) == {"stand-and-lose su-bryansk-front", "stand-and-lose su-army-1"}
    stood = scene.play("stand-and-lose su-bryansk-front")
    assert (stood.place("su-bryansk-front"), stood.unit("su-bryansk-front").step) == ("minsk", 1)
    assert stood.place("su-army-1") == "minsk"
    assert not stood.choices("advance")


@pytest.mark.rule("barbarossa-to-berlin:11.4.2")
def test_in_the_open_there_is_no_such_choice_nor_in_a_city() -> None:
    scene = beaten({"su-bryansk-front": "minsk"}, "2/0", features={"minsk": ["urban"]})
    assert scene.refused("stand-and-lose su-bryansk-front") == "11.4.2"
    refusal = scene.game.explain(scene.state, scene.action("stand-and-lose su-bryansk-front"))
    assert refusal is not None
    assert refusal.message.key == "refusal.btb.stand-ground"


@pytest.mark.rule("barbarossa-to-berlin:11.4.2")
def test_forts_trenches_and_beachheads_let_defenders_stand() -> None:
    units = {"su-bryansk-front": "minsk"}
    assert beaten(units, "2/0", features={"minsk": ["fort"]}).choices("stand-and-lose")
    assert beaten(units, "2/0", markers={"minsk": {"trench": 1}}).choices("stand-and-lose")
    ruined = beaten(units, "2/0", features={"minsk": ["fort"]}, markers={"minsk": {"fort-destroyed": 1}})
    assert not ruined.choices("stand-and-lose")
    beach = battle(
        "berlin - calais - beach-b",
        {"ge-7-army": "calais", "br-2-army": "beach-b"},
        axis="berlin calais",
        countries={"france": "calais"},
        supply={"axis": "berlin"},
        markers={"beach-b": {"beachhead-british": 1}},
        combat="calais",
        results=["2/0"],
    ).play(*attack("beach-b", "ge-7-army"))
    assert beach.choices("stand-and-lose") == ("stand-and-lose br-2-army",)
    assert beach.play("stand-and-lose br-2-army").place("br-2-army") == "beach-b"


@pytest.mark.rule("barbarossa-to-berlin:11.4.2", "barbarossa-to-berlin:11.3.1")
def test_a_british_army_that_stands_is_replaced_by_the_corps_its_owner_names() -> None:
    units = {"br-2-army": "minsk reduced", "br-corps-1": "allied-reserve", "cw-corps-1": "allied-reserve"}
    egypt = {"countries": {"egypt": "minsk smolensk vyazma urals"}, "terrain": {"minsk": "mountain"}}
    scene = beaten(units, "2/0", supply={"axis": "berlin", "western": "urals"}, **egypt)
    assert scene.choices("send-corps") == ("send-corps br-2-army cw-corps-1",)
    assert scene.refused("send-corps br-2-army br-corps-1") == "11.3.1"
    assert scene.play("send-corps br-2-army cw-corps-1").stack("minsk") == ("cw-corps-1",)
    assert scene.play("stand-and-lose br-2-army").stack("minsk") == ("br-corps-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.2/a")
def test_the_option_needs_a_step_that_is_left() -> None:
    forest = {"terrain": {"minsk": "forest"}}
    assert beaten({"su-army-1": "minsk reduced"}, "0/0", **forest).place("su-army-1") == "minsk"
    last = beaten({"su-bryansk-front": "minsk reduced"}, "2/0", **forest)
    assert last.refused("stand-and-lose su-bryansk-front") == "11.4.2"
    backed = beaten({"su-bryansk-front": "minsk reduced", "su-army-1": "allied-reserve"}, "2/0", **forest)
    assert backed.play("stand-and-lose su-bryansk-front").stack("minsk") == ("su-army-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.2")
def test_once_the_retreat_has_begun_nobody_stands() -> None:
    roads = "berlin - brest - minsk - smolensk - urals"
    units = {"su-bryansk-front": "minsk", "su-don-front": "minsk"}
    scene = beaten(units, "1/0", roads, terrain={"minsk": "forest"}).play("retreat su-don-front smolensk")
    assert scene.refused("stand-and-lose su-bryansk-front") == "11.4.2"
    refusal = scene.game.explain(scene.state, scene.action("stand-and-lose su-bryansk-front"))
    assert refusal is not None
    assert refusal.message.key == "refusal.btb.stand-too-late"


@pytest.mark.rule(
    "barbarossa-to-berlin:11.4.2/b", "barbarossa-to-berlin:card.axis.1", "barbarossa-to-berlin:card.axis.2"
)
def test_in_the_turn_of_an_opening_card_soviet_trenches_do_not_hold() -> None:
    values = {"turn-no-soviet-trench-stand": True}
    trench = {"minsk": {"trench": 1}}
    opened = beaten({"su-bryansk-front": "minsk"}, "1/0", markers=trench, values=values, turn=1)
    assert not opened.choices("stand-and-lose")
    forest = beaten(
        {"su-bryansk-front": "minsk"}, "1/0", markers=trench, values=values, turn=1, terrain={"minsk": "forest"}
    )
    assert forest.choices("stand-and-lose")
    assert beaten({"su-bryansk-front": "minsk"}, "1/0", markers=trench, turn=1).choices("stand-and-lose")


WESTWARD = "berlin - warsaw - brest - minsk - smolensk - urals"


@pytest.mark.rule("barbarossa-to-berlin:11.4.2/c", "barbarossa-to-berlin:card.axis.7", "barbarossa-to-berlin:15.2")
def test_hedgehogs_let_germans_stand_anywhere_in_the_soviet_union_even_in_winter() -> None:
    held: dict[str, Any] = {"axis": "berlin warsaw brest minsk"}
    units = {"ge-16-army": "minsk"}
    values = {"turn-hedgehogs": True}
    assert driven(units, "2/0", WESTWARD, values=values, turn=4, **held).choices("stand-and-lose")
    assert not driven(units, "2/0", WESTWARD, turn=4, **held).choices("stand-and-lose")
    romanians = driven({"ro-3-army": "minsk"}, "1/0", WESTWARD, values=values, **held)
    assert not romanians.choices("stand-and-lose")
    abroad = driven(units, "2/0", WESTWARD, values=values, countries={"hungary": "minsk"}, **held)
    assert not abroad.choices("stand-and-lose")


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_winter_of_1942_trenches_still_hold_and_forests_do_not() -> None:
    held: dict[str, Any] = {"axis": "berlin warsaw brest minsk", "terrain": {"minsk": "forest"}}
    units = {"ge-16-army": "minsk"}
    assert driven(units, "2/0", WESTWARD, turn=4, **held).refused("stand-and-lose ge-16-army") == "15.2"
    trench = driven(units, "2/0", WESTWARD, turn=4, markers={"minsk": {"trench-axis": 1}}, **held)
    assert trench.choices("stand-and-lose")
    assert driven(units, "2/0", WESTWARD, turn=8, **held).choices("stand-and-lose")


@pytest.mark.rule("barbarossa-to-berlin:16.3")
def test_partisans_take_the_choice_that_the_ground_gives() -> None:
    held: dict[str, Any] = {"axis": "berlin warsaw brest minsk", "terrain": {"minsk": "forest"}}
    betrayed = driven({"ge-16-army": "minsk"}, "2/0", WESTWARD, markers={"minsk": {"partisans": 1}}, **held)
    assert betrayed.refused("stand-and-lose ge-16-army") == "16.3"


@pytest.mark.rule("barbarossa-to-berlin:13.4.2", "barbarossa-to-berlin:11.4.2")
def test_germans_out_of_supply_do_not_stand_in_their_trench() -> None:
    roads = "berlin - warsaw, kobrin - brest - minsk - smolensk - urals"
    trench = driven({"ge-16-army": "minsk"}, "2/0", roads, axis="berlin warsaw kobrin brest minsk",
                    markers={"minsk": {"trench-axis": 1}})  # fmt: skip
    assert trench.refused("stand-and-lose ge-16-army") == "13.4.2"


@pytest.mark.rule("barbarossa-to-berlin:11.4.2/d", "barbarossa-to-berlin:card.allied.35")
def test_bagration_takes_the_choice_from_the_axis() -> None:
    held: dict[str, Any] = {"axis": "berlin warsaw brest minsk", "terrain": {"minsk": "forest"}}
    units = {"ge-16-army": "minsk"}
    assert driven(units, "2/0", WESTWARD, **held).choices("stand-and-lose")
    bagration = driven(units, "2/0", WESTWARD, values={"round-no-axis-stand": True}, **held)
    assert bagration.refused("stand-and-lose ge-16-army") == "card.allied.35"
    bare = driven(units, "2/0", WESTWARD, values={"round-no-axis-stand": True}, axis=held["axis"])
    assert bare.refused("stand-and-lose ge-16-army") == "11.4.2"


@pytest.mark.rule("barbarossa-to-berlin:11.4.2", "barbarossa-to-berlin:card.axis.13")
def test_krim_leaves_no_fort_to_stand_in() -> None:
    units = {"ge-11-army": "brest", "ge-16-army": "brest", "su-bryansk-front": "sevastopol"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "features": {"sevastopol": ["fort"]}}
    roads = "berlin - brest - sevastopol - kerch - urals"
    scene = battle(roads, units, combat="brest", values={"round-krim": True}, results=["1/0"], **given)
    fought = scene.play(*attack("sevastopol", "ge-11-army"))
    assert fought.refused("stand-and-lose su-bryansk-front") == "card.axis.13"


# Elimination


@pytest.mark.rule("barbarossa-to-berlin:11.4.3")
def test_units_with_nowhere_to_go_are_lost_with_a_corps_of_the_reserve() -> None:
    roads = "berlin - brest - minsk - warsaw, urals"
    units = {"su-bryansk-front": "minsk", "su-army-1": "allied-reserve", "ge-corps-1": "warsaw"}
    scene = beaten(units, "1/0", roads, axis="berlin brest warsaw")
    assert scene.place("su-bryansk-front") == "allied-eliminated"
    assert scene.place("su-army-1") == "allied-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:11.4.3")
def test_those_who_can_neither_stand_nor_go_alone_are_lost() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, smolensk - vyazma"
    units = {"su-bryansk-front": "minsk", "su-don-front": "minsk", "su-army-1": "smolensk", "su-army-2": "smolensk"}
    scene = beaten(units, "1/0", roads)
    gone = scene.play("retreat su-don-front smolensk")
    assert gone.place("su-bryansk-front") == "removed"


@pytest.mark.rule("barbarossa-to-berlin:11.4.3", "barbarossa-to-berlin:11.4.2")
def test_the_trapped_who_may_stand_have_to() -> None:
    roads = "berlin - brest - minsk - warsaw, urals"
    units = {"su-bryansk-front": "minsk", "ge-corps-1": "warsaw"}
    scene = beaten(units, "1/0", roads, axis="berlin brest warsaw", terrain={"minsk": "forest"})
    assert [scene.written(action) for action in scene.menu] == ["stand-and-lose su-bryansk-front"]


# Where to


@pytest.mark.rule("barbarossa-to-berlin:11.4.4")
def test_nobody_retreats_into_enemies_or_back() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, minsk - gomel - urals"
    scene = beaten({"su-bryansk-front": "minsk", "ge-corps-1": "gomel"}, "1/0", roads, axis="berlin brest gomel")
    assert scene.choices("retreat") == ("retreat su-bryansk-front smolensk",)
    two = beaten({"su-bryansk-front": "minsk"}, "2/0", roads)
    walked = two.play("retreat su-bryansk-front smolensk")
    assert walked.refused("retreat su-bryansk-front minsk") == "11.4.4"


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/a")
def test_friendly_spaces_come_before_enemy_ones_and_those_change_hands() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, minsk - gomel - urals"
    friendly = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, axis="berlin brest gomel")
    assert friendly.choices("retreat") == ("retreat su-bryansk-front smolensk",)
    hostile = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, axis="berlin brest gomel smolensk")
    assert len(hostile.choices("retreat")) == 2
    assert hostile.play("retreat su-bryansk-front gomel").holder("gomel") == "allied"


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/b")
def test_a_retreat_of_two_may_end_beside_its_start() -> None:
    roads = "berlin - brest - minsk - smolensk - gomel - minsk, gomel - urals"
    scene = beaten({"su-bryansk-front": "minsk"}, "2/0", roads).play("retreat su-bryansk-front smolensk")
    assert scene.choices("retreat") == ("retreat su-bryansk-front gomel",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/c", "barbarossa-to-berlin:4.4/b")
def test_on_turn_one_soviets_do_not_end_beside_their_start() -> None:
    roads = "berlin - brest - minsk - dvinsk - pskov - urals, minsk - riga - dvinsk"
    first = beaten({"su-bryansk-front": "minsk"}, "2/0", roads, turn=1)
    assert first.choices("retreat") == ("retreat su-bryansk-front dvinsk",)
    assert first.refused("retreat su-bryansk-front riga") == "4.4"
    assert first.play("retreat su-bryansk-front dvinsk").refused("retreat su-bryansk-front riga") == "4.4"
    assert first.refused("retreat su-bryansk-front brest") == "11.4.4"
    assert first.play("retreat su-bryansk-front dvinsk").choices("retreat") == ("retreat su-bryansk-front pskov",)
    later = beaten({"su-bryansk-front": "minsk"}, "2/0", roads, turn=2)
    assert set(later.choices("retreat")) == {"retreat su-bryansk-front dvinsk", "retreat su-bryansk-front riga"}
    one = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, turn=1)
    assert set(one.choices("retreat")) == {"retreat su-bryansk-front dvinsk", "retreat su-bryansk-front riga"}


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/d")
def test_a_full_space_is_passed_but_not_ended_in() -> None:
    full = {f"su-army-{number}": "smolensk" for number in (1, 2, 3)}
    one = beaten({"su-bryansk-front": "minsk", **full}, "1/0", terrain={"minsk": "forest"})
    assert one.choices("retreat") == ()
    two = beaten({"su-bryansk-front": "minsk", **full}, "2/0").play("retreat su-bryansk-front smolensk")
    assert two.choices("retreat") == ("retreat su-bryansk-front vyazma",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/e")
def test_a_retreat_ends_in_supply_if_it_can() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, minsk - gomel"
    scene = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, axis="berlin brest")
    assert set(scene.choices("retreat")) == {"retreat su-bryansk-front smolensk", "retreat su-bryansk-front gomel"}
    cut = beaten(
        {"su-bryansk-front": "minsk", "ge-corps-1": "kiev"},
        "1/0",
        f"{roads}, gomel - kiev",
        axis="berlin brest kiev minsk",
    )
    assert cut.choices("retreat") == ("retreat su-bryansk-front smolensk",)


FORKED = "berlin - warsaw - brest - minsk - smolensk - urals, brest - lvov - minsk, lvov - warsaw"


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/f", "barbarossa-to-berlin:16.3")
def test_the_axis_avoids_partisans_before_all_else() -> None:
    held: dict[str, Any] = {"markers": {"brest": {"partisans": 1}}}
    scene = driven({"ge-16-army": "minsk"}, "1/0", FORKED, axis="berlin warsaw brest minsk", **held)
    assert scene.choices("retreat") == ("retreat ge-16-army lvov",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/g", "barbarossa-to-berlin:16.3")
def test_a_retreat_forced_onto_partisans_stops_there() -> None:
    held: dict[str, Any] = {"axis": "berlin warsaw brest minsk", "markers": {"brest": {"partisans": 1}}}
    scene = driven({"ge-16-army": "minsk"}, "2/0", WESTWARD, **held)
    stopped = scene.play("retreat ge-16-army brest")
    assert stopped.place("ge-16-army") == "brest"
    assert not stopped.choices("retreat")
    blind = driven(
        {"ge-16-army": "minsk"}, "2/0", "berlin, brest - minsk - smolensk - urals", **{**held, "axis": "brest minsk"}
    )
    assert blind.play("retreat ge-16-army brest").place("ge-16-army") == "brest"


@pytest.mark.rule("barbarossa-to-berlin:11.4.4")
def test_nobody_retreats_into_countries_closed_to_him() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, minsk - istanbul"
    scene = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, countries={"turkey": "istanbul"}, neutral="istanbul")
    assert scene.choices("retreat") == ("retreat su-bryansk-front smolensk",)
    assert scene.refused("retreat su-bryansk-front istanbul") == "17.4"


# Late units


@pytest.mark.rule("barbarossa-to-berlin:11.4.5")
def test_units_that_retreated_into_a_space_do_not_fight_for_it_and_are_lost_with_the_first_loss() -> None:
    late = {"su-bryansk-front": {"at": "minsk", "marks": ["retreated"]}, "su-army-1": "minsk"}
    attackers = {"ge-16-army": "brest", "ge-18-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest"}
    scene = battle(LINE, {**late, **attackers}, results=["1/1"], **given)
    asked = scene.ask("attack", units=["ge-16-army"], target="minsk")
    assert asked.defence.value == 2
    fought = scene.play(*attack("minsk", "ge-16-army"))
    assert fought.place("su-bryansk-front") == "removed"
    assert fought.choices("take-loss") == ("take-loss su-army-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.4.5")
def test_latecomers_alone_do_not_fire_and_survive_an_attack_that_hits_nothing() -> None:
    late = {"su-bryansk-front": {"at": "minsk", "marks": ["retreated"]}, "su-army-1": "allied-reserve"}
    units = {**late, "ge-corps-1": "brest", "ge-2-panzer-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest"}
    missed = battle(LINE, units, dice=[1], **given).play(*attack("minsk", "ge-corps-1"))
    assert missed.told("shots-fired")[0].defence_die == 0
    assert missed.place("su-bryansk-front") == "minsk"
    hit = battle(LINE, units, dice=[6], **given).play(*attack("minsk", "ge-2-panzer-army"))
    assert hit.place("su-bryansk-front") == "allied-eliminated"
    assert "advance ge-2-panzer-army minsk" in hit.choices("advance")


@pytest.mark.rule("barbarossa-to-berlin:11.4.5", "barbarossa-to-berlin:11.4.4")
def test_a_retreat_marks_the_unit_for_the_round() -> None:
    roads = "berlin - brest - minsk - smolensk - urals, brest - smolensk"
    units = {"su-bryansk-front": "minsk", "su-army-1": "smolensk", "ge-17-army": "brest"}
    scene = beaten(units, "1/0", roads).play("retreat su-bryansk-front smolensk", "done")
    planning = scene.given(results=["1/0"]).play(*attack("smolensk", "ge-17-army"))
    assert planning.place("su-bryansk-front") == "removed"


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/h", "barbarossa-to-berlin:11.4.4/e")
def test_supply_at_the_end_is_judged_as_the_map_would_be_after_the_retreat() -> None:
    roads = "berlin - brest - minsk - smolensk - vyazma, smolensk - urals, minsk - gomel - kiev"
    hostile = "berlin brest smolensk vyazma gomel kiev"
    scene = beaten({"su-bryansk-front": "minsk"}, "2/0", roads, axis=hostile)
    assert set(scene.choices("retreat")) == {"retreat su-bryansk-front smolensk"}


@pytest.mark.rule("barbarossa-to-berlin:11.4.4/h", "barbarossa-to-berlin:11.4.4/e")
def test_a_port_that_is_entered_is_a_port_of_those_who_retreat() -> None:
    roads = "berlin - brest - minsk - riga = sea-baltic = kronstadt - urals, minsk - gomel"
    given: dict[str, Any] = {"features": {"riga": ["port"], "kronstadt": ["port"]}}
    scene = beaten({"su-bryansk-front": "minsk"}, "1/0", roads, axis="berlin brest riga gomel", **given)
    assert set(scene.choices("retreat")) == {"retreat su-bryansk-front riga"}


def test_the_fight_is_known_while_its_losses_retreat_and_advance_are_decided() -> None:
    def fought(scene: Scene) -> Any:
        found = scene.game.ruleset.fight_now(scene.game, scene.state)
        return found and (set(found[0]), [scene.game.board.key(at) for at in found[1]])

    attackers = {"ge-16-army", "ge-18-army"}
    scene = beaten({"su-bryansk-front": "minsk", "su-army-1": "minsk"}, "1/0")
    assert scene.choices("take-loss")
    assert fought(scene) == (attackers, ["minsk"])
    scene = scene.play("take-loss su-army-1")
    while scene.choices("retreat"):
        assert fought(scene) == (attackers, ["minsk"])
        scene = scene.play(scene.choices("retreat")[0])
    assert scene.choices("advance")
    assert fought(scene) == (attackers, ["minsk"])
    assert scene.game.ruleset.attack_now(scene.game, scene.state) is None, "there is nothing left to reckon"
