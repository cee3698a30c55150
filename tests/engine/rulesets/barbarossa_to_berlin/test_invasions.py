"""7.6.3 and 15.3: invasions, beachheads, and the end of invasions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.barbarossa_to_berlin.invasions import beachhead_refusal
from tests.engine.rulesets.barbarossa_to_berlin.europe import (
    allowed,
    arrivals,
    europe,
    event,
    in_box,
    refused,
    value,
)
from tests.helpers.positions import Scene

RULE = "barbarossa-to-berlin:7.6.3"
READY = {"us-build-up": 5}
AFRICA = ["libya", "egypt"]
"""What the Allies hold when the Axis has left North Africa."""
AFRICA_CLEAR = ["tripoli", "benghazi", "gazala", "bir-hacheim", "hellfire-pass"]


def landing(number: int, **more: Any) -> Scene:
    """An invasion card being played, with Africa in Allied hands."""
    return europe(number, **{"turn": 14, "events": READY, "allied": AFRICA, "clear": AFRICA_CLEAR, **more})


def beaches(scene: Scene, marker: str) -> str:
    """The letters of the beaches where a beachhead may be placed."""
    found = [choice.split() for choice in scene.choices("place-beachhead")]
    return "".join(sorted(words[-2][-1] for words in found if words[-1] == f"beachhead-{marker}"))


@pytest.mark.rule(RULE)
def test_the_procedure_of_an_invasion() -> None:
    scene = event(landing(33), 33)
    scene = scene.play("place-beachhead beach-f beachhead-british", "place-beachhead beach-g beachhead-american")
    assert scene.refused("land-unit br-2-army beach-g") == "7.6.3"
    scene = scene.play("land-unit br-2-army beach-f", "land-unit us-1-army beach-g")
    assert scene.state.marker(scene.game.board.at("beach-f"), "combat") == 1
    assert scene.state.marker(scene.game.board.at("beach-g"), "combat") == 1
    ashore = scene.play("advance br-2-army cherbourg")
    assert ashore.holder("cherbourg") == "allied"
    assert ashore.refused("advance us-1-army le-mans") == "7.6.3"
    over = ashore.play("done")
    assert over.place("us-1-army") == "Beach G"
    assert over.menu.side == "axis"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/a", RULE)
def test_one_invasion_a_turn_besides_reinforcements() -> None:
    assert refused(landing(33, values={"turn-invaded": True}), 33) == "7.6.3"
    assert allowed(landing(33, values={"turn-reinforced-american": True, "turn-reinforced-british": True}), 33)
    scene = event(landing(33), 33)
    assert value(scene, "turn-invaded")


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/b", RULE)
def test_two_beachheads_lie_on_joined_beaches() -> None:
    scene = event(landing(33), 33)
    assert beaches(scene, "allied") == "ABCDEFGHI"
    assert beaches(scene, "british") == "ABDEFG"
    first = scene.play("place-beachhead beach-d beachhead-british")
    assert beaches(first, "american") == "E"
    assert first.refused("place-beachhead beach-f beachhead-american") == "7.6.3"
    assert first.refused("place-beachhead beach-e beachhead-allied") == "card.allied.33"
    assert first.refused("done") == "7.6.3"
    assert scene.refused("place-beachhead beach-h beachhead-british") == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/b", RULE)
def test_the_beachheads_listed_are_a_maximum_if_all_can_land() -> None:
    scene = event(landing(1, turn=7), 1)
    assert scene.play("place-beachhead beach-k beachhead-allied").allows("place-beachhead beach-l beachhead-american")
    one = scene.play("place-beachhead beach-k beachhead-allied", "done")
    assert one.allows("land-unit us-corps-1 beach-k")
    american = scene.play("place-beachhead beach-k beachhead-american")
    assert american.refused("done") == "7.6.3"
    assert beaches(american, "allied") == "L"
    assert scene.refused("place-beachhead beach-s beachhead-american") == "7.6.3"
    assert scene.allows("place-beachhead beach-s beachhead-allied")


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/c", RULE)
def test_armies_land_reduced_but_whole_in_overlord_and_corps_whole() -> None:
    overlord = event(landing(33), 33).play("place-beachhead beach-i beachhead-allied", "land-unit br-2-army beach-i")
    assert overlord.unit("br-2-army").step == 0
    torch = event(landing(1, turn=7), 1).play("place-beachhead beach-s beachhead-allied")
    torch = torch.play("land-unit br-1-army beach-s", "land-unit us-corps-1 beach-s")
    assert torch.unit("br-1-army").step == 1
    assert torch.unit("us-corps-1").step == 0


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/d", RULE)
def test_the_listed_reserve_goes_to_the_reserve() -> None:
    scene = event(landing(33), 33)
    assert in_box(scene, "allied-reserve", "american-corps") == ["us-corps-1", "us-corps-2"]
    assert len(in_box(scene, "allied-reserve", "british-corps")) == 1


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/e", RULE)
def test_the_middle_sea_is_shut_while_the_axis_is_in_africa() -> None:
    shut = europe(46, turn=14, events=READY)
    assert beaches(event(shut, 46), "allied") == "KLS"
    assert beaches(event(landing(46), 46), "allied") == "KLMNPQSTU"
    tunis = landing(46, axis=["tunis"])
    assert beaches(event(tunis, 46), "allied") == "KLS"
    assert event(tunis, 46).refused("place-beachhead beach-n beachhead-allied") == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/f", RULE)
def test_syracuse_bars_three_beaches() -> None:
    free = landing(46, allied=[*AFRICA, "syracuse"])
    assert beaches(event(free, 46), "allied") == "KLMNOPQRSTU"
    anvil = {**READY, "overlord": 13}
    assert refused(landing(52, events=anvil), 52) == "7.6.3"
    assert allowed(landing(52, events=anvil, allied=[*AFRICA, "syracuse"]), 52)


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/g", RULE)
def test_torch_and_sledgehammer_exclude_each_other_and_so_do_round_up_and_overlord() -> None:
    for number, other, rule in (
        (1, "sledgehammer", "card.allied.1"),
        (16, "torch", "card.allied.16"),
        (33, "round-up", "card.allied.33"),
        (50, "overlord", "card.allied.50"),
    ):
        assert allowed(landing(number), number)
        assert refused(landing(number, events={**READY, other: 6}), number) == rule


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/h", RULE)
def test_no_landing_on_a_beachhead_and_no_marker_twice() -> None:
    scene = event(landing(33, markers={"beach-d": {"beachhead-allied": 1}}), 33)
    assert scene.refused("place-beachhead beach-d beachhead-british") == "7.6.3"
    assert scene.refused("place-beachhead beach-i beachhead-allied") == "7.6.3"
    assert beaches(scene, "british") == "ABFG"
    used = {"beach-c": {"beachhead-allied": 1}, "beach-i": {"beachhead-british": 1}}
    assert refused(landing(33, markers=used), 33) == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/i", RULE)
def test_a_beachhead_that_somebody_needs_stays() -> None:
    markers = {"beach-d": {"beachhead-allied": 1}, "beach-r": {"beachhead-british": 1}}
    scene = europe(markers=markers, units={"us-1-army": "calais"}, allied=["calais"])
    at = scene.game.board.at
    assert beachhead_refusal(scene.game, scene.state, at("beach-d")) is not None
    assert beachhead_refusal(scene.game, scene.state, at("beach-r")) is None
    held = europe(markers=markers, units={"br-2-army": "beach-r"}, allied=["italy"])
    assert beachhead_refusal(held.game, held.state, at("beach-r")) is not None, "though Naples would supply it"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/j", RULE)
def test_the_eighth_and_the_seventh_army_land_out_of_the_reserve() -> None:
    waiting = {"br-8-army": "allied-reserve", "us-7-army": "allied-reserve"}
    scene = event(landing(34, units=waiting), 34)
    scene = scene.play("place-beachhead beach-n beachhead-allied", "land-unit br-8-army beach-n")
    assert scene.unit("br-8-army").step == 1
    assert refused(landing(34, units={"br-8-army": "alexandria"}), 34) == "7.6.3"
    assert refused(landing(34, units={"us-7-army": "allied-eliminated"}), 34) == "7.6.3"
    assert refused(landing(45, units={"us-5-army": "allied-reserve"}), 45) == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/k", RULE)
def test_the_seventh_army_on_the_map_forbids_avalanche_and_shingle() -> None:
    for number in (45, 46):
        assert refused(landing(number, units={"us-7-army": "basra"}), number) == f"card.allied.{number}"
        assert allowed(landing(number, units={"us-7-army": "allied-reserve"}), number)


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/l", RULE)
def test_invaders_that_meet_defenders_attack_and_go_no_further_than_the_next_space() -> None:
    units = {"ge-corps-16": "nantes"}
    scene = event(landing(33, units=units), 33).play("place-beachhead beach-i beachhead-allied")
    scene = scene.play("land-unit br-2-army beach-i", "land-unit us-1-army beach-i")
    assert scene.menu.rule == "11.1"
    scene = scene.play("declare-attack nantes", "add-attacker br-2-army", "add-attacker us-1-army")
    scene = scene.rolling(6, 1).play("resolve")
    scene = scene.play("take-loss ge-corps-16", "take-loss ge-corps-16")
    inland = scene.play("advance us-1-army nantes")
    assert inland.choices("advance") == ("advance br-2-army Nantes",)


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/m", RULE)
def test_no_axis_unit_comes_onto_a_beach() -> None:
    scene = europe(34, side="axis", units={"ge-corps-16": "calais"}, markers={"beach-d": {"beachhead-allied": 1}})
    after = scene.play("automatic", "activate calais move")
    assert after.refused("step-to ge-corps-16 beach-d") == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/n", RULE)
def test_from_turn_14_invasions_may_be_renounced_in_the_first_round() -> None:
    assert europe(turn=13).refused("renounce-invasions") == "7.6.3"
    assert europe(turn=14, number=2).refused("renounce-invasions") == "7.6.3"
    scene = landing(34).play("renounce-invasions")
    assert scene.menu.side == "allied"
    assert scene.refused("renounce-invasions") == "7.6.3"
    after = event(scene, 34)
    assert in_box(after, "allied-reserve", "american-corps") == ["us-corps-1"]
    assert "Basra" in arrivals(after, "us-7-army")
    after = after.play("arrive us-7-army basra", "arrive br-8-army suez")
    assert after.unit("us-7-army").step == 1
    assert value(after, "turn-reinforced-american")
    assert value(after, "turn-reinforced-british")


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/n", RULE)
def test_the_corps_of_shingle_then_go_to_the_reserve() -> None:
    scene = event(landing(46, values={"invasions-renounced": 14}), 46)
    assert in_box(scene, "allied-reserve", "american-corps") == ["us-corps-1"]
    assert len(in_box(scene, "allied-reserve", "british-corps")) == 1
    taken = landing(46, values={"invasions-renounced": 14, "turn-reinforced-american": True})
    assert refused(taken, 46) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3/o", RULE)
def test_four_invasions_are_never_mere_reinforcements() -> None:
    for number in (1, 16, 33, 50):
        assert refused(landing(number, values={"invasions-renounced": 14}), number) == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:15.3")
def test_no_landing_in_the_north_in_winter() -> None:
    assert refused(landing(33, turn=16), 33) == "15.3"
    assert allowed(landing(33, turn=15), 33)
    scene = event(landing(46, turn=16), 46)
    assert beaches(scene, "allied") == "KLMNPQSTU"
