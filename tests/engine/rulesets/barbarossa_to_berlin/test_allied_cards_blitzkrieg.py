"""The Allied Blitzkrieg cards, 1 to 25: what is printed on them, when they are refused, and what they do."""

from __future__ import annotations

import pytest

from engine.rulesets.barbarossa_to_berlin.cards.events import EVENTS
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS
from engine.rulesets.barbarossa_to_berlin.resources import hand_size
from tests.engine.rulesets.barbarossa_to_berlin.europe import (
    allowed,
    arrivals,
    europe,
    event,
    in_box,
    points,
    printed,
    refused,
    value,
)
from tests.helpers.positions import Scene

BUILT_UP = {"us-build-up": 5}


def marker(scene: Scene, at: str, name: str) -> int:
    return scene.state.marker(scene.game.board.at(at), name)


def test_every_allied_card_has_an_event_or_is_a_combat_card() -> None:
    scene = europe()
    allied = {name: each for name, each in scene.game.materials.cards.items() if each.side == "allied"}
    assert len(allied) == 55
    for name, each in allied.items():
        assert (name in EVENTS) != each.combat, name
        assert each.total_war == (int(name[-2:]) > 25), name


@pytest.mark.rule("barbarossa-to-berlin:7.6.1", "barbarossa-to-berlin:7.6")
def test_a_card_with_an_asterisk_leaves_the_game_only_as_an_event() -> None:
    scene = europe(14, turn=6)
    assert "allied-14" in event(scene, 14).state.pool("allied-removed")
    for use in ("ops", "sr", "rp"):
        assert "allied-14" in scene.play(f"play-card allied-14 {use}").state.pool("allied-table")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.2")
def test_card_2_brings_four_fronts_and_four_armies() -> None:
    scene = europe(2, turn=2)
    assert printed(scene, 2) == "4 2/2/4*"
    assert refused(europe(2, turn=1), 2) == "4.4"
    after = event(scene, 2)
    assert len(in_box(after, "allied-reserve", "soviet-army")) == 9
    for unit in ("su-don-front", "su-stalingrad-front", "su-steppe-front"):
        after = after.play(f"arrive {unit} moscow")
    assert after.refused("arrive su-voronezh-front moscow") == "9.1"
    assert after.play("arrive su-voronezh-front gorki").menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.3")
def test_stavka_voids_the_soviet_orders_of_the_turn() -> None:
    fast = {"kaunas": {"stand-fast": 1}, "warsaw": {"stand-fast": 1}}
    scene = europe(3, values={"orders-allied": "stalin"}, markers=fast)
    assert printed(scene, 3) == "2 1/1/2"
    after = event(scene, 3)
    assert value(after, "orders-allied") == "none"
    assert not marker(after, "kaunas", "stand-fast")
    assert marker(after, "warsaw", "stand-fast")
    assert value(event(europe(3, values={"orders-allied": "soviet-offensive"}), 3), "orders-allied") == "none"
    western = event(europe(3, values={"orders-allied": "offensive"}), 3)
    assert value(western, "orders-allied") == "offensive"
    assert not allowed(scene, 3, "event+ops")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.4")
def test_card_4_brings_the_tank_armies_four_turns_after_the_evacuation() -> None:
    scene = europe(4, turn=6, events={"industrial-evacuation": 2})
    assert printed(scene, 4) == "4 2/2/4*"
    assert refused(europe(4), 4) == "card.allied.4"
    assert refused(europe(4, turn=5, events={"industrial-evacuation": 2}), 4) == "card.allied.4"
    after = event(scene, 4)
    assert in_box(after, "allied-reserve", "soviet-tank-army") == [f"su-tank-army-{n}" for n in range(1, 7)]
    assert after.unit("su-tank-army-1").step == 0
    assert after.menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.5")
def test_card_5_brings_the_desert_army_and_a_commonwealth_corps() -> None:
    scene = europe(5, turn=2)
    assert printed(scene, 5) == "4 2/2/4*"
    assert refused(europe(5, turn=2, values={"turn-reinforced-british": True}), 5) == "7.6.2"
    after = event(scene, 5)
    assert in_box(after, "allied-reserve", "commonwealth-corps") == ["cw-corps-5"]
    assert arrivals(after, "br-desert-army") == {"Alexandria", "Cairo", "Basra"}
    assert after.play("arrive br-desert-army cairo").place("br-desert-army") == "Cairo"
    assert value(after, "event-desert-army") == 2


@pytest.mark.rule("barbarossa-to-berlin:card.allied.6")
def test_fdr_declares_war_after_the_summer_of_1941() -> None:
    scene = europe(6, turn=3)
    assert printed(scene, 6) == "4 2/2/4*"
    assert refused(europe(6, turn=2), 6) == "card.allied.6"
    assert refused(europe(6, turn=3, values={"us-at-war": 3}), 6) == "17.2"
    after = event(scene, 6)
    assert value(after, "us-at-war") == 3
    assert points(after) == 7


@pytest.mark.rule("barbarossa-to-berlin:card.allied.7")
def test_industrial_evacuation_is_forbidden_once_an_axis_unit_was_in_moscow() -> None:
    scene = europe(7, turn=2)
    assert printed(scene, 7) == "5 2/3/5*"
    assert value(event(scene, 7), "event-industrial-evacuation") == 2
    entering = europe(side="axis", units={"ge-corps-16": "kalinin"}, clear=["moscow"], axis=["kalinin"])
    taken = entering.play("automatic", "activate kalinin move", "step-to ge-corps-16 moscow")
    assert value(taken, "event-moscow-occupied")
    assert refused(europe(7, events={"moscow-occupied": 4}), 7) == "card.allied.7"
    assert refused(europe(7, units={"ge-corps-16": "moscow"}, clear=["moscow"]), 7) == "card.allied.7"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.7", "barbarossa-to-berlin:6.5")
def test_eight_turns_after_the_evacuation_the_allied_hand_is_larger() -> None:
    scene = europe(7, turn=2)
    later = europe(turn=9, events={"industrial-evacuation": 2})
    eighth = europe(turn=10, events={"industrial-evacuation": 2})
    assert allowed(scene, 7)
    assert hand_size(eighth.game, eighth.state, ALLIED) == hand_size(later.game, later.state, ALLIED) + 1


@pytest.mark.rule("barbarossa-to-berlin:card.allied.9")
def test_build_up_follows_the_american_entry_on_a_later_turn() -> None:
    scene = europe(9, turn=5, values={"us-at-war": 4})
    assert printed(scene, 9) == "4 2/2/4*"
    assert refused(europe(9), 9) == "card.allied.9"
    assert refused(europe(9, turn=4, values={"us-at-war": 4}), 9) == "card.allied.9"
    after = event(scene, 9)
    assert value(after, "event-us-build-up") == 5
    assert refused(europe(38, turn=5, events=BUILT_UP), 38) == "card.allied.38"
    assert allowed(europe(38, turn=6, events=BUILT_UP), 38)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.11")
def test_sorge_activates_two_soviet_spaces_and_lets_the_siberians_come() -> None:
    scene = europe(11, turn=2)
    assert printed(scene, 11) == "3 1/2/3*"
    after = event(scene, 11)
    assert value(after, "event-sorge") == 2
    assert after.refused("activate tobruk move") == "card.allied.11"
    two = after.play("activate kaunas move", "activate lwow combat")
    assert two.menu.rule == "10.1"
    assert allowed(europe(11, turn=5), 11), "the thaw does not forbid it"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.12")
def test_bomber_command_takes_two_cards_off_the_axis_hand() -> None:
    scene = europe(12, turn=6)
    assert printed(scene, 12) == "3 1/2/3"
    before = hand_size(scene.game, scene.state, AXIS)
    after = event(scene, 12)
    assert value(after, "turn-hand-axis") == -2
    assert hand_size(after.game, after.state, AXIS) == before - 2
    assert value(after, "event-bomber-command") == 6
    assert refused(europe(12, turn=14, number=6), 12) == "card.allied.12"
    assert allowed(europe(12, turn=14, number=5), 12)
    assert allowed(europe(12, turn=15, number=6), 12)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.13")
def test_the_siberians_come_after_sorge_onto_the_map() -> None:
    scene = europe(13, turn=3, events={"sorge": 3})
    assert printed(scene, 13) == "3 1/2/3*"
    assert refused(europe(13, turn=3), 13) == "card.allied.13"
    assert refused(europe(13, turn=3, events={"sorge": 3}, values={"turn-reinforced-soviet": True}), 13) == "7.6.2"
    after = event(scene, 13)
    assert "Moscow" in arrivals(after, "su-shock-army-1")
    assert "Orel" not in arrivals(after, "su-shock-army-1")
    for number in range(1, 6):
        after = after.play(f"arrive su-shock-army-{number} {'moscow' if number < 4 else 'tula'}")
    assert after.stack("tula") == ("su-shock-army-4", "su-shock-army-5")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.14")
def test_lend_lease_lets_mechanised_fronts_come_on_later_turns() -> None:
    scene = europe(14, turn=6)
    assert printed(scene, 14) == "5 2/3/5*"
    assert value(event(scene, 14), "event-lend-lease") == 6
    assert refused(europe(31, turn=6, events={"lend-lease": 6}), 31) == "card.allied.31"
    assert allowed(europe(31, turn=7, events={"lend-lease": 6}), 31)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.15")
def test_casablanca_counts_neutral_victory_spaces_for_the_allies() -> None:
    africa = ["libya", "egypt", "oran", "algiers"]
    empty = ["tripoli", "benghazi", "gazala", "bir-hacheim", "hellfire-pass"]
    scene = europe(15, turn=8, allied=africa, clear=empty, values={"vichy-at-war": 7})
    assert printed(scene, 15) == "3 1/2/3 dual*"
    after = event(scene, 15)
    assert points(after) == 7 - 6, "Marseille, Tunis, Stockholm, Istanbul, Ankara and Erzinjan"
    assert allowed(europe(15, allied=["libya", "egypt", "syracuse"], clear=empty), 15)
    assert refused(europe(15, allied=["libya", "egypt", "oran"], clear=empty), 15) == "card.allied.15"
    assert refused(europe(15, allied=["egypt", "oran", "algiers"], clear=empty), 15) == "card.allied.15"
    assert event(scene, 15, "event+ops").menu.rule == "7.3"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.15", "barbarossa-to-berlin:5.1")
def test_after_casablanca_allied_entry_moves_no_points_and_axis_entry_one() -> None:
    neutral = {"casablanca": 7}
    values = {"vichy-at-war": 7}
    allied = europe(events=neutral, values=values, units={"us-corps-1": "sousse"}, allied=["sousse"])
    entered = allied.play("automatic", "activate sousse move", "step-to us-corps-1 tunis")
    assert (entered.holder("tunis"), points(entered)) == ("allied", 7)
    axis = europe(side="axis", events=neutral, values=values, units={"ge-corps-16": "sousse"}, axis=["sousse"])
    entered = axis.play("automatic", "activate sousse move", "step-to ge-corps-16 tunis")
    assert (entered.holder("tunis"), points(entered)) == ("axis", 8)
    scene = europe(15)
    assert refused(scene, 15) == "card.allied.15"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.19")
def test_partisans_rise_in_the_east_and_the_balkans() -> None:
    scene = europe(19, turn=9)
    assert printed(scene, 19) == "3 1/2/3*"
    after = event(scene, 19)
    assert value(after, "event-partisans") == 9
    assert after.refused("place-partisans paris") == "16.1"
    placed = after.play("place-partisans nis")
    assert marker(placed, "nis", "partisans") == 1
    assert placed.menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.21")
def test_card_21_puts_the_eighth_army_in_the_place_of_the_desert_army() -> None:
    events = {**BUILT_UP, "desert-army": 2}
    desert = {"br-desert-army": {"at": "cairo", "step": 1}}
    scene = europe(21, events=events, units=desert)
    assert printed(scene, 21) == "4 2/2/4*"
    after = event(scene, 21)
    assert after.place("br-8-army") == "Cairo"
    assert after.unit("br-8-army").step == 0
    assert in_box(after, "removed", "british-desert-army") == ["br-desert-army"]
    assert refused(europe(21, events={"desert-army": 2}, units=desert), 21) == "card.allied.21"
    assert refused(europe(21, turn=5, events=events, units=desert), 21) == "card.allied.21"
    assert refused(europe(21, events={**BUILT_UP, "desert-army": 6}, units=desert), 21) == "card.allied.21"
    assert refused(europe(21, events=events), 21) == "card.allied.21"
    assert europe(21, events=BUILT_UP, units=desert).allows("play-card allied-21 event"), "how it came is not said"
    reserve = {**desert, "br-8-army": "allied-reserve"}
    assert refused(europe(21, events=events, units=reserve), 21) == "card.allied.21"
    cut = europe(21, events=events, units={"br-desert-army": "tobruk"}, axis=["cairo"], clear=["tobruk"])
    assert refused(cut, 21) == "card.allied.21", "limited supply by sea"
    assert refused(europe(21, events=events, units=desert, values={"turn-reinforced-british": True}), 21) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.22")
def test_uranus_adds_one_to_soviet_attacks_of_the_round() -> None:
    scene = europe(22, turn=7)
    assert printed(scene, 22) == "5 2/3/5 dual*"
    both = event(scene, 22, "event+ops")
    assert value(both, "round-drm-soviet-attack") == 1
    assert both.menu.rule == "7.3"
    assert refused(europe(22, turn=9, number=2), 22) == "15.1"
    assert allowed(europe(22, turn=9, number=3), 22)
    assert value(event(scene, 22), "round-drm-soviet-attack") is None, "the round is over"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.23")
def test_clearing_the_scheldt_needs_antwerp() -> None:
    scene = europe(23, turn=15, allied=["antwerp"])
    assert printed(scene, 23) == "4 2/2/4*"
    assert refused(europe(23, turn=15), 23) == "card.allied.23"
    assert value(event(scene, 23), "event-clearing-the-scheldt") == 15


@pytest.mark.rule("barbarossa-to-berlin:card.allied.24")
def test_card_24_brings_three_fronts_and_three_armies() -> None:
    scene = europe(24, turn=3)
    assert printed(scene, 24) == "3 1/2/3*"
    after = event(scene, 24)
    assert len(in_box(after, "allied-reserve", "soviet-army")) == 8
    for unit in ("su-bryansk-front", "su-kalinin-front", "su-volkhov-front"):
        assert arrivals(after, unit)
        after = after.play(f"arrive {unit} gorki")
    assert after.menu.rule == "7.2"
    assert refused(europe(24, turn=3, units={"su-kalinin-front": "removed"}), 24) == "card.allied.24"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.25", "barbarossa-to-berlin:7.6.5")
def test_enigma_shows_the_axis_hand() -> None:
    scene = europe(25, turn=6, enemy=["axis-07", "axis-04"])
    assert printed(scene, 25) == "5 2/3/5 dual"
    assert "axis-07" not in str(scene.game.view(scene.state, scene.state.side).pools)
    after = event(scene, 25, "event+ops")
    assert set(after.state.pool("axis-shown")) == {"axis-07", "axis-04"}
    assert "axis-07" in str(after.game.view(after.state, after.state.side).pools)
    assert refused(europe(25, allied=["konigsberg"]), 25) == "card.allied.25"
    assert refused(europe(25, turn=9, number=1), 25) == "15.1"
