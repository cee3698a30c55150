"""The Axis Total War cards, 26 to 55: when each may be played as an event, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.draft import Draft
from engine.core.ids import CardId, Side
from engine.core.secrets.secrecy import scramble
from engine.rulesets.barbarossa_to_berlin.invasions import InvasionFrame, InvasionPhase, PlaceBeachhead
from tests.engine.rulesets.barbarossa_to_berlin.axis_cards import EAST, as_event, attack, card, hand, held, played
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round, replacing
from tests.helpers.positions import Scene

HITLER = {"event-hitler-takes-command": 5}
SPEER = {"event-speer": 5}


# 26, 27


@pytest.mark.rule("barbarossa-to-berlin:card.axis.26")
@pytest.mark.parametrize(("before", "after"), [(10, 10), (11, 31)])
def test_totaler_krieg_helps_an_axis_that_stands_well(before: int, after: int) -> None:
    scene = played(26, turn=9, values={**HITLER, "vp": before})
    assert scene.state.values["vp"] == after
    assert held(26, turn=9, values={"vp": before}).refused(as_event(26)) == "card.axis.26"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.26", "barbarossa-to-berlin:14.5.2")
@pytest.mark.parametrize(("values", "steps"), [({}, 2), ({"event-totaler-krieg": 8}, 3)])
def test_after_totaler_krieg_three_panzer_steps_are_replaced(values: dict[str, Any], steps: int) -> None:
    units = {f"pzc-{number}": f"{place}!" for number, place in enumerate(("berlin", "warsaw", "brest", "minsk"), 1)}
    scene = replacing(
        {**units, "corps": "berlin!", "front": "moscow"}, EAST, points={"german": 10}, values=values, turn=9
    )
    done = [f"restore pzc-{number}" for number in range(1, steps + 1)]
    assert scene.play(*done).refused(f"restore pzc-{steps + 1}") == "14.5.2"


KURSK = "berlin - warsaw - kharkov - kursk - voronezh - sverdlovsk; kharkov - orel - voronezh"
BULGE = {"pz": "kharkov", "army": "kharkov", "front": "kursk!", "front-2": "kursk!", "rifle": "orel!"}


def zitadelle(units: dict[str, Any], **more: Any) -> Scene:
    more = {"values": {**HITLER, "vp": 9}, "turn": 10, "axis": ["kharkov"], **more}
    return played(27, units, KURSK, **more)


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_zitadelle_follows_hitler_with_two_markers_against_ready_soviets() -> None:
    assert held(27, BULGE, KURSK).refused(as_event(27)) == "card.axis.27"
    scene = zitadelle(BULGE)
    assert scene.state.frames[-1].combats == 2  # type: ignore[attr-defined]
    fighting = scene.play("activate kharkov combat")
    assert attack(fighting, "pz", "kursk", "defence").modifiers.by_rule == {"7.6": 2}
    assert attack(fighting, "pz", "kursk").modifiers.value == 0


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_zitadelle_without_a_breakthrough_costs_a_point() -> None:
    after = zitadelle(BULGE).play("done")
    assert after.state.values["vp"] == 8


def fought(units: dict[str, Any], target: str, *attackers: str, dice: tuple[int, int] = (6, 1)) -> Scene:
    """Zitadelle with one attack, in which every choice is the first that is offered but for the advance."""
    scene = zitadelle(units).rolling(*dice).play("activate kharkov combat", "done", f"declare-attack {target}")
    scene = scene.play(*(f"add-attacker {unit}" for unit in attackers), "resolve")
    while scene.state.frames[-1].kind != "combat-advance":
        scene = scene.play(next(iter(scene.menu)))
    return scene


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_a_panzer_army_that_takes_a_space_of_two_fronts_wins_a_point() -> None:
    scene = fought({**BULGE, "army-2": "kharkov"}, "kursk", "pz", "army", "army-2")
    after = scene.play("advance pz kursk")
    while after.state.side == "axis":
        after = after.play("done")
    assert after.holder("kursk") == "axis"
    assert after.state.values["vp"] == 10


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
@pytest.mark.parametrize(("target", "advances"), [("kursk", "army"), ("orel", "pz")])
def test_other_captures_do_not_win_zitadelle(target: str, advances: str) -> None:
    scene = fought({**BULGE, "army-2": "kharkov"}, target, "pz", "army", "army-2")
    after = scene.play(f"advance {advances} {target}")
    while after.state.side == "axis":
        after = after.play("done")
    assert after.holder(target) == "axis"
    assert after.state.values["vp"] == 8


# 28, 29, 31

ITALY = "berlin - vienna - rome - naples - messina - syracuse; beach-m - naples; naples - bologna"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.28")
def test_skorzeny_follows_achse_or_the_fall_of_rome() -> None:
    assert held(28, {"army": "vienna"}, ITALY).refused(as_event(28)) == "card.axis.28"
    for more in ({"values": {"event-achse": 9}}, {"allied": ["rome"]}, {"values": {"rome-taken": 9}}):
        values = {"vp": 5, **more.pop("values", {})}  # type: ignore[dict-item]
        after = played(28, {"army": "vienna"}, ITALY, values=values, **more)
        assert after.state.values["vp"] == 6


@pytest.mark.rule("barbarossa-to-berlin:card.axis.28", "barbarossa-to-berlin:5.1")
def test_that_rome_was_taken_is_remembered() -> None:
    scene = in_round({"us": "naples", "corps": "vienna"}, ITALY, "allied", cards=[], pools={"axis-hand": [card(28)]})
    after = scene.play("automatic", "activate naples move", "step-to us rome", "step-to us naples", "done")
    after = after.play("automatic", "activate vienna move", "step-to corps rome", "done", "automatic", "done")
    assert after.holder("rome") == "axis"
    assert after.allows(as_event(28))


@pytest.mark.rule("barbarossa-to-berlin:card.axis.29")
def test_fw_190_undoes_the_8th_air_force_for_a_point() -> None:
    bombed = {"event-us-8th-air-force": 9, "turn-hand-axis": -2, "vp": 5}
    links = EAST + "; warsaw - bucharest; berlin - stockholm"
    before = held(29, links=links, axis=["stockholm"], turn=9, values=bombed)
    after = before.play(as_event(29))
    assert (hand(before, "axis"), hand(after, "axis")) == (5, 7)
    assert after.state.values["vp"] == 6
    assert held(29, turn=9).refused(as_event(29)) == "card.axis.29"
    assert held(29, turn=9, values={**bombed, "event-p-51-mustang": 9}).refused(as_event(29)) == "card.axis.29"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.31", "barbarossa-to-berlin:19.5")
def test_achse_answers_messina_or_a_landing_and_opens_the_south() -> None:
    units = {"army": "vienna", "army-2": "bologna"}
    assert held(31, units, ITALY).refused(as_event(31)) == "card.axis.31"
    assert held(31, units, ITALY, values={"invaded-k": 9}).refused(as_event(31)) == "card.axis.31"
    assert held(31, units, ITALY, allied=["messina"]).allows(as_event(31))
    scene = played(31, units, ITALY, use="event+ops", values={"invaded-m": 9})
    after = scene.play("activate bologna move", "done", "step-to army-2 naples")
    assert after.place("army-2") == "naples"
    before = held(31, units, ITALY).play("automatic", "activate bologna move")
    assert before.refused("step-to army-2 naples") == "19.5"


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_a_landing_is_remembered_for_achse() -> None:
    frame = InvasionFrame(CardId("allied-46"))
    scene = held(31, {"army": "vienna"}, ITALY)
    draft = Draft(scene.state)
    draft.call(frame)
    draft.to_start = False
    beachhead = PlaceBeachhead(scene.game.board.at("beach-m"), "beachhead-allied")
    InvasionPhase().apply(scene.game, draft, frame, beachhead)
    assert draft.state.values["invaded-m"] == 6


# 32 to 37

WAITING = {
    32: ("ge-10-army", "ge-14-army"),
    33: ("ge-15-army", "ge-19-army"),
    34: ("ge-8-army",),
    35: ("ge-5-panzer-army",),
    36: ("ge-6-ss-panzer-army",),
    37: ("ge-1-parachute-army",),
}
TYPES = {
    "ge-15-army": "german-army",
    "ge-5-panzer-army": "german-panzer-army",
    "ge-6-ss-panzer-army": "german-ss-panzer-army",
    "ge-1-parachute-army": "german-parachute-army",
}
CORPS = {
    32: ("german-corps", 2),
    33: ("german-corps", 2),
    34: ("german-corps", 1),
    35: ("german-panzer-corps", 1),
    36: ("german-ss-panzer-corps", 1),
    37: ("german-corps", 0),
}
HOME = "berlin - breslau - ruhr - munich - warsaw - minsk - sverdlovsk"


LEVIES = [
    pytest.param(32, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.32")),
    pytest.param(33, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.33")),
    pytest.param(34, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.34")),
    pytest.param(35, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.35")),
    pytest.param(36, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.36")),
    pytest.param(37, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.37")),
]


def waiting(number: int) -> dict[str, Any]:
    kind, count = CORPS[number]
    units: dict[str, Any] = {
        unit: {"at": "to-come", "type": TYPES.get(unit, "german-late-army")} for unit in WAITING[number]
    }
    return units | {f"{kind}-{each}": {"at": "to-come", "type": kind} for each in range(1, count + 1)}


@pytest.mark.parametrize("number", LEVIES)
def test_german_reinforcements_come_home(number: int) -> None:
    scene = played(number, {**waiting(number), "front": "minsk"}, HOME, turn=9, values=SPEER)
    for army in WAITING[number]:
        assert scene.allows(f"arrive {army} warsaw")
        assert scene.refused(f"arrive {army} minsk") == "7.6.2"
        scene = scene.play(f"arrive {army} berlin")
        assert scene.unit(army).step == (1 if number in (32, 33, 35) else 0)
    kind, count = CORPS[number]
    reserve = [unit for unit in scene.stack("axis-reserve") if unit.startswith(kind)]
    assert len(reserve) == count
    assert scene.state.values["turn-reinforced-german"]
    assert scene.state.side == "allied"


@pytest.mark.parametrize("number", LEVIES)
def test_german_reinforcements_are_refused_without_all_their_units(number: int) -> None:
    units = waiting(number)
    units.pop(WAITING[number][0])
    assert held(number, units, HOME, turn=9, values=SPEER).refused(as_event(number)) == f"card.axis.{number}"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.35", "barbarossa-to-berlin:card.axis.36")
@pytest.mark.parametrize("number", [35, 36])
def test_two_panzer_armies_wait_for_speer(number: int) -> None:
    for each in (35, 36):
        assert held(each, waiting(each), HOME, turn=9).refused(as_event(each)) == f"card.axis.{each}"
    assert held(number, waiting(number), HOME, turn=9, values={"event-speer": 9}).allows(as_event(number))


# 38, 39, 40, 51

COAST = "berlin - paris - calais; calais - beach-b; paris - brest - beach-a; brest - rome - beach-m; calais - antwerp"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.38", "barbarossa-to-berlin:10.2")
def test_the_atlantic_wall_rises_behind_the_northern_beaches() -> None:
    more: dict[str, Any] = {"countries": {"france": ["brest"]}}
    scene = played(38, {"corps": "paris"}, COAST, **more)
    assert scene.choices("entrench") == ("entrench brest", "entrench calais")
    assert scene.refused("entrench rome") == "card.axis.38"
    assert scene.refused("entrench paris") == "card.axis.38"
    after = scene.play("entrench calais", "entrench brest")
    board = after.game.board
    assert after.state.marker(board.at("calais"), "atlantic-wall") == 1
    assert after.state.marker(board.at("brest"), "atlantic-wall") == 1
    lost = played(38, {"corps": "paris"}, COAST, allied=["calais"], **more)
    assert lost.choices("entrench") == ("entrench brest",)


@pytest.mark.rule("barbarossa-to-berlin:card.axis.39", "barbarossa-to-berlin:10.2")
def test_the_east_wall_is_dug_by_supplied_german_armies_in_the_soviet_union() -> None:
    units = {"army-2": "minsk", "army-3": "brest", "army-4": "cut-off"}
    scene = played(39, units, EAST + "; moscow - cut-off")
    assert scene.choices("entrench") == ("entrench brest", "entrench minsk")
    assert scene.refused("entrench cut-off") == "card.axis.39"
    after = scene.play("entrench brest", "entrench minsk")
    assert after.state.side == "allied"


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(40, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.40")),
        pytest.param(51, marks=pytest.mark.rule("barbarossa-to-berlin:card.axis.51")),
    ],
)
def test_a_sweep_takes_away_two_partisan_markers(number: int) -> None:
    markers = {name: {"partisans": 1} for name in ("warsaw", "brest", "minsk")}
    scene = played(number, markers=markers, axis=["brest", "minsk"])
    assert scene.menu.rule == f"card.axis.{number}"
    assert scene.refused("sweep-partisans berlin") == f"card.axis.{number}"
    after = scene.play("sweep-partisans warsaw", "sweep-partisans minsk")
    left = [name for name in markers if after.state.marker(after.game.board.at(name), "partisans")]
    assert left == ["brest"]
    assert after.state.side == "allied"


# 45, 46


@pytest.mark.rule("barbarossa-to-berlin:card.axis.45")
def test_revenge_weapons_are_worth_a_point() -> None:
    assert played(45, values={"vp": 5}).state.values["vp"] == 6


@pytest.mark.rule("barbarossa-to-berlin:card.axis.46")
def test_manstein_lifts_the_orders_of_the_axis_alone() -> None:
    markers = {"warsaw": {"stand-fast": 1}, "smolensk": {"stand-fast": 1}}
    scene = held(46, markers=markers, values={"orders-axis": "hitler", "orders-allied": "stalin"})
    after = scene.play(as_event(46, "event+ops"))
    assert after.state.values["orders-axis"] == "none"
    assert not after.state.marker(after.game.board.at("warsaw"), "stand-fast")
    assert after.state.marker(after.game.board.at("smolensk"), "stand-fast")


# 50

ALLIED_HAND = ["allied-01", "allied-05", "allied-27", "allied-42", "allied-55"]


def spied(**more: Any) -> Scene:
    return played(50, **{"turn": 10, "pools": {"axis-hand": [card(50)], "allied-hand": ALLIED_HAND}, **more})


@pytest.mark.rule("barbarossa-to-berlin:card.axis.50", "barbarossa-to-berlin:7.6.5")
def test_foreign_armies_east_sees_some_cards_at_once() -> None:
    after = spied()
    assert after.told("cards-shown")[0].cards == ["allied-01", "allied-27", "allied-42"]
    view = after.game.view(after.state, Side("axis"))
    assert view.pool("allied-shown") == ("allied-01", "allied-27", "allied-42")
    assert set(view.pool("allied-hand")) == {"?"}
    assert held(50, turn=9, number=1).refused(as_event(50)) == "15.1"


@pytest.mark.rule("barbarossa-to-berlin:7.6.5")
def test_what_is_not_shown_stays_a_secret() -> None:
    state, game = spied().state, spied().game
    for side in map(Side, ("axis", "allied")):
        shown = game.view(state, side)
        for salt in range(3):
            other = game.view(scramble(game, state, side, salt), side)
            assert other.pools == shown.pools
            assert other.values == shown.values


@pytest.mark.rule("barbarossa-to-berlin:7.6.5", "barbarossa-to-berlin:7.1")
def test_a_card_that_was_shown_is_still_in_hand_until_it_is_played() -> None:
    after = spied()
    assert after.state.side == "allied"
    assert after.allows("play-card allied-42 ops")
    played_on = after.play("play-card allied-42 sr")
    assert "allied-42" not in played_on.state.pool("allied-shown")
    assert "allied-42" in played_on.state.pool("allied-table")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.50", "barbarossa-to-berlin:7.6.5")
def test_at_the_end_of_the_turn_the_rest_is_shown_and_all_is_hidden_again() -> None:
    scene = spied(number=6, pools={"axis-hand": [card(50), card(4)], "allied-hand": ALLIED_HAND})
    after = scene.play("automatic", "done")
    assert after.state.frames[-1].kind == "showing"
    assert sorted(after.told("cards-shown")[-1].cards) == ALLIED_HAND
    view = after.game.view(after.state, Side("axis"))
    assert sorted(view.pool("allied-shown")) == ALLIED_HAND
    after = after.play("done")
    assert after.state.frames[-1].kind == "discard"
    assert after.state.pool("allied-shown") == ()
    assert sorted(after.state.pool("allied-hand")) == ALLIED_HAND


# 52 to 55


@pytest.mark.rule("barbarossa-to-berlin:card.axis.52")
def test_the_final_surge_restores_panzer_armies_and_fills_the_hand() -> None:
    units = {"pz": "warsaw!", "pz-2": "brest!", "pzc": "minsk!", "sspz": "berlin!", "afrika": "minsk!"}
    scene = played(52, units, turn=14, values={**SPEER, "turn-hand-axis": -4})
    assert scene.choices("refit") == ("refit afrika", "refit pz", "refit pz-2", "refit sspz")
    assert scene.refused("refit pzc") == "card.axis.52"
    after = scene.play("refit pz", "refit pz-2", "refit sspz")
    assert hand(after, "axis") == 7
    assert after.state.side == "allied"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.52")
def test_the_final_surge_follows_speer_and_comes_before_turn_15() -> None:
    assert held(52, turn=14).refused(as_event(52)) == "card.axis.52"
    assert held(52, turn=15, values=SPEER).refused(as_event(52)) == "card.axis.52"
    assert held(52, turn=14, values=SPEER).allows(as_event(52))


@pytest.mark.rule("barbarossa-to-berlin:card.axis.52")
def test_from_the_turn_after_the_surge_lost_panzers_stay_lost() -> None:
    def scene(turn: int) -> Scene:
        units = {"pzc": "axis-eliminated", "front": "moscow"}
        values = {"event-final-production-surge": 12}
        return replacing(units, EAST, points={"german": 5}, values=values, turn=turn)

    assert scene(12).allows("rebuild pzc axis-reserve")
    assert scene(13).refused("rebuild pzc axis-reserve") == "card.axis.52"


WEST = "berlin - ruhr - ardennes - paris; ruhr - minsk - sverdlovsk"
RHINE = {"ge-5-panzer-army": {"at": "ruhr", "type": "german-panzer-army"}, "army": "ruhr", "usa": "ardennes"}


@pytest.mark.rule("barbarossa-to-berlin:card.axis.53")
def test_wacht_am_rhein_gives_two_armies_two_against_the_west() -> None:
    more: dict[str, Any] = {"countries": {"belgium": ["ardennes"]}, "turn": 15, "values": HITLER}
    scene = played(53, {**RHINE, "front": "minsk"}, WEST, **more)
    assert scene.state.frames[-1].combats == 4  # type: ignore[attr-defined]
    assert attack(scene, "ge-5-panzer-army", "ardennes").modifiers.value == 2
    assert attack(scene, "army", "ardennes").modifiers.value == 0
    assert attack(scene, "ge-5-panzer-army", "minsk").modifiers.value == 0


@pytest.mark.rule("barbarossa-to-berlin:card.axis.53")
@pytest.mark.parametrize(("turn", "allowed"), [(13, False), (14, False), (15, True), (16, True)])
def test_wacht_am_rhein_is_for_fall_and_winter(turn: int, allowed: bool) -> None:
    assert held(53, turn=turn, number=4, values=HITLER).allows(as_event(53)) == allowed
    assert held(53, turn=15).refused(as_event(53)) == "card.axis.53"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.54", "barbarossa-to-berlin:card.axis.55")
def test_the_bunker_and_the_redoubt_shut_each_other_out() -> None:
    assert held(54, values={"event-national-redoubt": 15}).refused(as_event(54)) == "card.axis.54"
    assert held(55, values={"event-the-bunker": 15}).refused(as_event(55)) == "card.axis.55"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.54", "barbarossa-to-berlin:10.2")
def test_the_bunker_is_a_trench_in_berlin_if_there_is_one_left() -> None:
    after = played(54)
    assert after.state.marker(after.game.board.at("berlin"), "trench-axis") == 1
    three = {name: {"trench-axis": 1} for name in ("warsaw", "brest", "minsk")}
    full = played(54, markers=three, axis=["brest", "minsk"])
    assert not full.state.marker(full.game.board.at("berlin"), "trench-axis")


@pytest.mark.rule("barbarossa-to-berlin:card.axis.55", "barbarossa-to-berlin:13.2")
def test_the_redoubt_makes_munich_a_source_of_supply() -> None:
    units = {"army": "munich", "us": "ruhr", "corps": "vienna"}
    links = "berlin - ruhr - munich - vienna"
    before = held(55, units, links, allied=["berlin"])
    assert before.ask("supply", unit="corps").state == "none"
    after = before.play(as_event(55))
    assert after.ask("supply", unit="corps").state == "full"
