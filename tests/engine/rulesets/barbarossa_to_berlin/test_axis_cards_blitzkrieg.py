"""The Axis Blitzkrieg cards, 1 to 25: when each may be played as an event, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import UnitId
from engine.rulesets.barbarossa_to_berlin.combat.battle import muster
from engine.rulesets.barbarossa_to_berlin.combat.ground import stand_grounds
from engine.rulesets.barbarossa_to_berlin.rounds import automatic_owed
from tests.engine.rulesets.barbarossa_to_berlin.axis_cards import EAST, as_event, attack, card, hand, held, played
from tests.helpers.positions import Scene

AFRICA = "berlin - vienna - rome - naples; naples = sea-central = tripoli - benghazi - tobruk - alexandria"
HITLER = {"event-hitler-takes-command": 5}


# 1, 2


@pytest.mark.rule("barbarossa-to-berlin:card.axis.1")
def test_barbarossa_fights_with_five_markers_whatever_they_would_cost() -> None:
    scene = played(1, {"huc": "warsaw", "front-2": "brest"}, turn=1, number=1)
    assert scene.refused("activate warsaw move") == "7.3"
    after = scene.play("activate warsaw combat")
    assert after.told("space-activated")[0].cost == 0
    assert after.refused("activate warsaw combat") == "7.3"
    assert after.state.frames[-1].combats == 4  # type: ignore[attr-defined]
    assert attack(after, "army", "brest").modifiers.by_rule == {"7.6": 1}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.1")
def test_barbarossa_makes_soviet_trenches_useless_for_the_turn() -> None:
    units, trench = {"front-2": "brest"}, {"brest": {"trench": 1}}
    scene = played(1, units, turn=1, number=1, markers=trench).play("activate warsaw combat")
    assert attack(scene, "army", "brest", "defence").shifts.value == 0
    assert attack(scene, "army", "brest").shifts.value == -1
    before = held(1, units, turn=1, number=1, markers=trench)
    assert attack(before, "army", "brest", "defence").shifts.value == 1
    assert scene.state.values["turn-no-soviet-trench-stand"]


@pytest.mark.rule("barbarossa-to-berlin:card.axis.1", "barbarossa-to-berlin:card.axis.2")
def test_the_openings_are_for_turn_1_and_shut_each_other_out() -> None:
    assert held(1, turn=2).refused(as_event(1)) == "card.axis.1"
    assert held(2, turn=2).refused(as_event(2)) == "card.axis.2"
    assert held(1, turn=1, number=1, values={"event-von-paulus-pause": 1}).refused(as_event(1)) == "card.axis.1"
    assert held(2, turn=1, number=1, values={"event-barbarossa": 1}).refused(as_event(2)) == "card.axis.2"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.2")
def test_von_paulus_pause_has_markers_but_no_bonus_and_leaves_the_defenders_shift() -> None:
    scene = played(2, {"front-2": "brest"}, turn=1, number=1, markers={"brest": {"trench": 1}})
    scene = scene.play("activate warsaw combat")
    assert scene.state.frames[-1].combats == 4  # type: ignore[attr-defined]
    assert attack(scene, "army", "brest").modifiers.value == 0
    assert attack(scene, "army", "brest", "defence").shifts.value == 1
    assert scene.state.values["turn-no-soviet-trench-stand"]


def paused(number: int, taken: int = 0, **more: Any) -> Scene:
    values = {"event-von-paulus-pause": 1, **({"turn-automatic-taken": taken} if taken else {})}
    return held(4, number=number, **{"turn": 2, "values": values, **more})


@pytest.mark.rule("barbarossa-to-berlin:card.axis.2")
def test_von_paulus_pause_costs_two_rounds_of_turn_2_when_the_axis_likes() -> None:
    assert paused(4).allows("play-card axis-04 ops")
    assert paused(5).refused("play-card axis-04 ops") == "card.axis.2"
    assert paused(5).allows("automatic")
    assert paused(5, taken=1).allows("play-card axis-04 ops")
    assert paused(6, taken=1).refused("play-card axis-04 sr") == "card.axis.2"
    assert paused(6, taken=2).allows("play-card axis-04 sr")
    assert paused(6, turn=3).allows("play-card axis-04 sr")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.2", "barbarossa-to-berlin:7.2")
def test_an_automatic_operation_pays_off_what_is_owed() -> None:
    scene = paused(4)
    assert automatic_owed(scene.state) == 2
    assert automatic_owed(scene.play("automatic", "done").state) == 1


@pytest.mark.rule("barbarossa-to-berlin:card.axis.2", "barbarossa-to-berlin:15.2")
def test_von_paulus_pause_takes_the_sting_out_of_the_winter_of_1942() -> None:
    units = {"pz": "minsk"}
    frozen = held(4, units, turn=4, axis=["brest"])
    assert frozen.ask("supply", unit="pz").state == "limited"
    warm = held(4, units, turn=4, axis=["brest"], values={"event-von-paulus-pause": 1})
    assert warm.ask("supply", unit="pz").state == "full"


# 3, 4


@pytest.mark.rule("barbarossa-to-berlin:card.axis.4")
def test_taifun_costs_a_point() -> None:
    assert played(4, values={"vp": 7}).state.values["vp"] == 6


@pytest.mark.rule("barbarossa-to-berlin:card.axis.3", "barbarossa-to-berlin:card.axis.4")
def test_after_okh_conference_taifun_costs_nothing() -> None:
    scene = played(3, use="event+ops", values={"vp": 7}, cards=[card(3), card(4)])
    assert scene.state.frames[-1].points == 2  # type: ignore[attr-defined]
    after = scene.play("done", "automatic", "done", as_event(4))
    assert after.state.values["vp"] == 7


@pytest.mark.rule("barbarossa-to-berlin:card.axis.4", "barbarossa-to-berlin:11.1")
def test_taifun_opens_moscow_with_four_markers_and_a_bonus() -> None:
    units = {"army": "smolensk", "front": "moscow"}
    closed = held(4, units, axis=["brest", "minsk"], markers={"smolensk": {"combat": 1}})
    assert attack(closed, "army", "moscow").refusal.rule == "11.1"
    scene = played(4, units, axis=["brest", "minsk"])
    assert scene.state.frames[-1].combats == 4  # type: ignore[attr-defined]
    fighting = scene.play("activate smolensk combat", "done")
    assert fighting.allows("declare-attack moscow")
    assert attack(fighting, "army", "moscow").modifiers.value == 1


# 5, 6, 7


@pytest.mark.rule("barbarossa-to-berlin:card.axis.5")
def test_guderian_may_attack_twice_and_is_shut_out_by_hitler_and_by_the_thaw() -> None:
    scene = played(5, use="event+ops")
    assert scene.state.values["round-second-attack"] == "ge-2-panzer-army"
    assert scene.state.values["round-second-advance"] == 1
    assert scene.state.frames[-1].points == 4  # type: ignore[attr-defined]
    assert held(5, values=HITLER).refused(as_event(5)) == "card.axis.5"
    assert held(5, turn=5, number=2).refused(as_event(5)) == "15.1"
    assert held(5, turn=5, number=3).allows(as_event(5))


REDUCED = {"pz": "warsaw!", "pzc": "brest!", "ssc": "axis-reserve!", "pz-2": "minsk!", "itm": "berlin!"}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.6")
def test_panzer_refit_restores_three_panzers_and_their_spaces_rest() -> None:
    scene = played(6, REDUCED, use="event+ops")
    assert scene.choices("refit") == ("refit pz", "refit pz-2", "refit pzc", "refit ssc")
    assert scene.refused("refit itm") == "card.axis.6"
    assert scene.refused("refit army") == "card.axis.6"
    after = scene.play("refit pz", "refit ssc", "refit pzc")
    assert [after.unit(unit).step for unit in ("pz", "ssc", "pzc", "pz-2")] == [0, 0, 0, 1]
    assert after.refused("activate warsaw move") == "card.axis.6"
    assert after.refused("activate brest combat") == "card.axis.6"
    assert after.allows("activate minsk move")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.6", "barbarossa-to-berlin:15.1")
def test_panzer_refit_takes_what_there_is_and_not_in_the_thaw() -> None:
    scene = played(6, {"pz": "warsaw!"}, use="event+ops").play("refit pz")
    assert scene.menu.rule == "7.3"
    assert held(6, REDUCED, turn=9, number=1).refused(as_event(6)) == "15.1"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.7", "barbarossa-to-berlin:10.2")
def test_hedgehogs_are_dug_by_supplied_german_armies_in_the_soviet_union() -> None:
    units = {"army-2": "minsk", "corps": "brest", "army-3": "cut-off"}
    scene = played(7, units, EAST + "; moscow - cut-off", turn=4)
    assert scene.choices("entrench") == ("entrench minsk",)
    assert scene.refused("entrench brest") == "card.axis.7"
    assert scene.refused("entrench warsaw") == "card.axis.7"
    assert scene.refused("entrench cut-off") == "card.axis.7"
    after = scene.play("entrench minsk")
    assert after.state.marker(after.game.board.at("minsk"), "trench-axis") == 1
    assert after.state.side == "allied"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.7", "barbarossa-to-berlin:10.2")
def test_no_more_than_three_axis_trenches_stand_at_once() -> None:
    units = {"army-2": "minsk", "army-3": "brest", "corps": "berlin"}
    scene = played(7, units, markers={"berlin": {"trench-axis": 1}, "warsaw": {"trench-axis": 1}})
    after = scene.play("entrench brest")
    assert after.state.side == "allied"
    assert not after.state.marker(after.game.board.at("minsk"), "trench-axis")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.7")
def test_walls_do_not_count_among_the_three() -> None:
    walls = {"berlin": {"west-wall": 1}, "warsaw": {"atlantic-wall": 1}}
    scene = played(7, {"army-2": "minsk", "army-3": "brest"}, markers=walls)
    after = scene.play("entrench brest")
    assert after.choices("entrench") == ("entrench minsk",)


@pytest.mark.rule("barbarossa-to-berlin:card.axis.7", "barbarossa-to-berlin:15.2", "barbarossa-to-berlin:11.4.2")
@pytest.mark.parametrize("hedgehogs", [True, False])
def test_in_the_turn_of_hedgehogs_germans_stand_anywhere_in_the_soviet_union(hedgehogs: bool) -> None:
    scene = held(7, {"army": "minsk", "army-2": "berlin"}, turn=4, axis=["brest"])
    after = scene.play(as_event(7), "entrench minsk") if hedgehogs else scene.play("automatic", "done")
    target = after.game.board.at("minsk")
    battle = muster(after.game, after.state, [UnitId("front")], target)
    grounds = stand_grounds(after.game, after.state, battle)
    assert grounds == (("trench", "hedgehogs") if hedgehogs else ())


# 8, 9


@pytest.mark.rule("barbarossa-to-berlin:card.axis.8", "barbarossa-to-berlin:17.2")
def test_hitler_declares_war_on_the_united_states_once_and_after_the_summer_of_1941() -> None:
    after = played(8, turn=3, values={"vp": 7})
    assert after.state.values["us-at-war"] == 3
    assert after.state.values["vp"] == 8
    assert held(8, turn=2).refused(as_event(8)) == "card.axis.8"
    assert held(8, turn=6, values={"us-at-war": 4}).refused(as_event(8)) == "card.axis.8"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.9", "barbarossa-to-berlin:8.1")
def test_after_hitler_takes_command_two_is_added_to_the_die_for_orders() -> None:
    after = played(9)
    assert after.state.values["event-hitler-takes-command"] == 6
    thrown = held(9, phase="orders", values=HITLER, dice=[3, 1])
    assert thrown.state.values["orders-axis"] == "offensive"
    plain = held(9, phase="orders", dice=[3, 1])
    assert plain.state.values["orders-axis"] == "none"


# 11 to 16


@pytest.mark.rule("barbarossa-to-berlin:card.axis.11")
def test_the_italian_navy_brings_full_supply_to_africa_for_a_turn_and_one_marker() -> None:
    units = {"army": "rome", "itc": "tripoli", "br": "tobruk"}
    before = held(11, units, AFRICA)
    assert before.ask("supply", unit="itc").state == "limited"
    scene = before.play(as_event(11))
    assert scene.ask("supply", unit="itc").state == "full"
    assert scene.allows("activate tripoli move")
    assert scene.allows("activate tripoli combat")
    after = scene.play("activate tripoli move", "done")
    assert after.state.side == "allied"
    assert after.ask("supply", unit="itc").state == "full"


NORTH = "berlin - warsaw - riga - leningrad - vologda - sverdlovsk; riga - minsk"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.12")
def test_nordlicht_opens_leningrad_for_good_but_nothing_else_in_its_round() -> None:
    units = {"army": "riga", "front": "leningrad", "front-2": "minsk"}
    fighting = played(12, units, NORTH, use="event+ops").play("activate riga combat", "done")
    assert fighting.allows("declare-attack leningrad")
    assert fighting.refused("declare-attack minsk") == "card.axis.12"
    marked = {"phase": "combat", "markers": {"riga": {"combat": 1}}}
    later = held(12, units, NORTH, values={"event-nordlicht": 5}, **marked)
    assert later.allows("declare-attack leningrad")
    assert later.allows("declare-attack minsk")
    assert held(12, units, NORTH, **marked).refused("declare-attack leningrad") == "11.1"
    assert held(12, units, NORTH, turn=9, number=1).refused(as_event(12)) == "15.1"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.13")
def test_krim_silences_the_fort_of_sevastopol() -> None:
    units = {"army": "perekop", "front": "sevastopol"}
    links = "berlin - warsaw - perekop - sevastopol; sevastopol = sea-black = rostov - sverdlovsk"
    before = held(13, units, links)
    assert attack(before, "army", "sevastopol").shifts.value == -1
    scene = before.play(as_event(13, "event+ops"))
    assert attack(scene, "army", "sevastopol").shifts.value == 0
    over = scene.play("activate perekop combat", "done", "done", "automatic", "done")
    assert attack(over, "army", "sevastopol").shifts.value == -1


SOUTH = "berlin - warsaw - kharkov - stalingrad - saratov - sverdlovsk"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.14")
def test_fall_blau_follows_hitler_and_opens_its_goals() -> None:
    units = {"army": "kharkov", "front": "stalingrad"}
    assert held(14, units, SOUTH).refused(as_event(14)) == "card.axis.14"
    scene = played(14, units, SOUTH, values={"event-hitler-takes-command": 6})
    assert scene.state.frames[-1].combats == 5  # type: ignore[attr-defined]
    fighting = scene.play("activate kharkov combat", "done")
    assert fighting.allows("declare-attack stalingrad")
    assert attack(fighting, "army", "stalingrad").modifiers.value == 1


@pytest.mark.rule("barbarossa-to-berlin:card.axis.15", "barbarossa-to-berlin:6.5")
def test_wolfpacks_take_two_cards_from_the_allies() -> None:
    oil = "; bucharest - minsk; smolensk - baku; smolensk - grozny"
    more: dict[str, Any] = {"features": {"grozny": "resource=oil"}, "allied": ["bucharest"]}
    assert hand(held(15, links=EAST + oil, **more), "allied") == 8
    assert hand(played(15, links=EAST + oil, **more), "allied") == 6
    assert held(15, values={"event-asw-victory": 9}).refused(as_event(15)) == "card.axis.15"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.16")
def test_speer_comes_before_totaler_krieg() -> None:
    assert played(16).state.values["event-speer"] == 6
    assert held(16, values={"event-totaler-krieg": 8}).refused(as_event(16)) == "card.axis.16"


# 17 to 21


@pytest.mark.rule("barbarossa-to-berlin:card.axis.17")
def test_banzai_takes_commonwealth_corps_from_the_map_first() -> None:
    units = {"cw": "tobruk", "cw-2": "allied-reserve", "cw-3": "allied-eliminated", "br": "alexandria", "army": "rome"}
    scene = played(17, units, AFRICA)
    assert scene.menu.side == "allied"
    assert scene.choices("withdraw-corps") == ("withdraw-corps cw",)
    assert scene.refused("withdraw-corps cw-2") == "card.axis.17"
    second = scene.play("withdraw-corps cw")
    assert second.choices("withdraw-corps") == ("withdraw-corps cw-2",)
    after = second.play("withdraw-corps cw-2")
    assert after.place("cw-2") == "removed"
    assert after.place("cw-3") == "allied-eliminated"
    assert held(17, units, AFRICA, turn=3).refused(as_event(17)) == "card.axis.17"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.17")
def test_banzai_takes_the_eliminated_last() -> None:
    units = {"cw-3": "allied-eliminated", "br": "alexandria", "army": "rome"}
    scene = played(17, units, AFRICA)
    assert scene.choices("withdraw-corps") == ("withdraw-corps cw-3",)
    assert scene.play("withdraw-corps cw-3").menu.rule == "7.2"


POCKET = EAST + "; moscow - pocket"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.19", "barbarossa-to-berlin:13.4.4")
def test_the_luftwaffe_supplies_one_space_for_defence_and_attrition() -> None:
    units = {"pz": "pocket", "pzc": "pocket"}
    scene = played(19, units, POCKET, number=6, use="event+ops")
    assert scene.choices("airlift") == ("airlift pocket",)
    assert scene.refused("airlift warsaw") == "card.axis.19"
    after = scene.play("airlift pocket")
    assert after.ask("supply", unit="pz").state == "none"
    assert after.ask("supply", unit="pz", defending=True).state == "limited"
    later = after.play("done")
    assert later.place("pz") == "pocket"
    assert later.ask("supply", unit="pz", defending=True).state == "limited"
    without = held(19, units, POCKET, number=6).play("automatic", "done")
    assert without.place("pzc") == "axis-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.19", "barbarossa-to-berlin:6.6")
def test_the_airlift_ends_with_the_turn() -> None:
    scene = held(19, {"pz": "pocket"}, POCKET, phase="reckoning", markers={"pocket": {"luftwaffe-supply": 1}})
    assert scene.state.turn == 7
    assert not scene.state.marker(scene.game.board.at("pocket"), "luftwaffe-supply")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.20")
def test_the_kammhuber_line_undoes_bomber_command() -> None:
    bombed = {"event-bomber-command": 6, "turn-hand-axis": -2}
    before = held(20, links=EAST + "; warsaw - bucharest; berlin - stockholm", axis=["stockholm"], values=bombed)
    after = before.play(as_event(20))
    assert (hand(before, "axis"), hand(after, "axis")) == (5, 7)
    assert held(20).refused(as_event(20)) == "card.axis.20"
    assert held(20, values={"event-bomber-command": 5}).refused(as_event(20)) == "card.axis.20"
    late = {"event-bomber-command": 15, "turn-hand-axis": -2}
    assert held(20, turn=15, values=late).refused(as_event(20)) == "card.axis.20"
    assert held(20, turn=14, values={"event-bomber-command": 14}).allows(as_event(20))


ISLAND = AFRICA + "; malta = sea-central; tunis - algiers"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.21")
def test_herkules_takes_malta_and_opens_the_sea() -> None:
    units = {"army": "rome", "itc": "tripoli", "br": "tobruk"}
    after = played(21, units, ISLAND)
    assert after.holder("malta") == "axis"
    assert after.ask("supply", unit="itc").state == "full"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.21")
@pytest.mark.parametrize("place", ["benghazi", "algiers"])
def test_herkules_needs_the_allies_away_from_the_strait(place: str) -> None:
    scene = held(21, {"army": "rome", "itc": "tripoli", "br": place}, ISLAND)
    assert scene.refused(as_event(21)) == "card.axis.21"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.21")
def test_herkules_sweeps_a_garrison_away() -> None:
    units = {"army": "rome", "itc": "tripoli", "br": "tobruk", "br-2": "malta", "eighth": "malta"}
    after = played(21, units, ISLAND)
    assert after.holder("malta") == "axis"
    assert (after.place("br-2"), after.place("eighth")) == ("allied-eliminated", "allied-eliminated")
    assert after.ask("supply", unit="itc").state == "full"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.21")
def test_the_sea_is_shut_again_when_the_allies_hold_malta() -> None:
    units = {"army": "rome", "itc": "tripoli", "br": "malta"}
    retaken = held(21, units, ISLAND, values={"event-herkules": 5})
    assert retaken.holder("malta") == "allied"
    assert retaken.ask("supply", unit="itc").state == "limited"


# 22 to 25

AFRIKA = {"ge-panzer-army-africa": {"at": "to-come", "type": "german-africa-army"}, "army": "rome", "br": "tobruk"}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.22", "barbarossa-to-berlin:7.6.2")
def test_the_africa_army_takes_the_place_of_a_panzer_corps() -> None:
    full = {"itc": "tripoli", "itm": "tripoli"}
    scene = played(22, {**AFRIKA, **full, "pzc": "tripoli!", "pzc-2": "benghazi", "pzc-3": "rome"}, AFRICA)
    assert scene.choices("recall-corps") == ("recall-corps pzc",)
    after = scene.play("recall-corps pzc")
    assert after.place("ge-panzer-army-africa") == "tripoli"
    assert after.unit("ge-panzer-army-africa").step == 0
    assert after.place("pzc") == "axis-reserve"
    assert after.unit("pzc").step == 1


@pytest.mark.rule("barbarossa-to-berlin:card.axis.22")
@pytest.mark.parametrize(
    "units",
    [
        {"pzc": "rome"},
        {"itm": "tripoli"},
        {"pzc": "benghazi", "br-2": "tripoli"},
        {"pzc": "benghazi", "itc": "tripoli", "itc-2": "tripoli", "itm": "tripoli"},
    ],
)
def test_without_such_a_corps_or_room_in_tripoli_the_card_is_refused(units: dict[str, str]) -> None:
    assert held(22, {**AFRIKA, **units}, AFRICA).refused(as_event(22)) == "card.axis.22"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.22", "barbarossa-to-berlin:7.6.2")
def test_one_german_reinforcement_card_a_turn() -> None:
    units = {**AFRIKA, "pzc": "benghazi"}
    assert held(22, units, AFRICA).allows(as_event(22))
    assert held(22, units, AFRICA, values={"turn-reinforced-german": True}).refused(as_event(22)) == "7.6.2"


KIEV = "berlin - warsaw - kiev - minsk - sverdlovsk; warsaw - odessa - minsk"
SATELLITES = {
    "it-8-army": {"at": "to-come", "type": "italian-eighth-army"},
    "hu-2-army": {"at": "to-come", "type": "hungarian-army"},
    "front": "minsk",
}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.23")
def test_the_satellites_come_to_odessa_and_kiev() -> None:
    after = played(23, SATELLITES, KIEV, axis=["kiev", "odessa"])
    assert after.place("it-8-army") == "odessa"
    assert after.place("hu-2-army") == "kiev"
    assert after.state.values["turn-reinforced-italian"]
    assert after.state.values["turn-reinforced-hungarian"]


@pytest.mark.rule("barbarossa-to-berlin:card.axis.23")
def test_the_satellites_need_both_cities_in_full_supply_and_room() -> None:
    assert held(23, SATELLITES, KIEV, axis=["kiev"]).refused(as_event(23)) == "card.axis.23"
    partisans = {"markers": {"warsaw": {"partisans": 1}}, "axis": ["kiev", "odessa"]}
    assert held(23, SATELLITES, KIEV, **partisans).refused(as_event(23)) == "card.axis.23"
    romanians = {**SATELLITES, "roc": "kiev"}
    assert held(23, romanians, KIEV, axis=["kiev", "odessa"]).refused(as_event(23)) == "9.2"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.24")
def test_two_new_panzer_corps_go_to_the_reserve() -> None:
    waiting = {
        "ge-panzer-corps-7": {"at": "to-come", "type": "german-panzer-corps"},
        "ge-ss-panzer-corps-1": {"at": "to-come", "type": "german-ss-panzer-corps"},
    }
    after = played(24, waiting)
    assert {after.place(unit) for unit in waiting} == {"axis-reserve"}
    assert held(24).refused(as_event(24)) == "card.axis.24"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.25")
@pytest.mark.parametrize(("turn", "allowed"), [(3, True), (4, False), (5, False), (6, True), (11, True), (14, False)])
def test_stukas_fly_in_summer_and_fall_until_1943(turn: int, allowed: bool) -> None:
    assert held(25, turn=turn).allows(as_event(25)) == allowed


@pytest.mark.rule("barbarossa-to-berlin:card.axis.25")
def test_stukas_add_one_against_soviets_alone() -> None:
    links = "berlin - warsaw - minsk - moscow - sverdlovsk; warsaw - paris"
    scene = played(25, {"army": "warsaw", "front": "minsk", "us": "paris"}, links, use="event+ops")
    assert attack(scene, "army", "minsk").modifiers.value == 1
    assert attack(scene, "army", "paris").modifiers.value == 0
