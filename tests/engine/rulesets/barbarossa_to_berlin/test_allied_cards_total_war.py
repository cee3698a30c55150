"""The Allied Total War cards, 26 to 55: what is printed on them, when they are refused, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.draft import Draft
from engine.core.ids import Side, UnitId
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.control import entered, holding_nation
from engine.rulesets.barbarossa_to_berlin.names import AXIS, Nation, Supply
from engine.rulesets.barbarossa_to_berlin.nations import may_not_end
from engine.rulesets.barbarossa_to_berlin.resources import hand_size
from engine.rulesets.barbarossa_to_berlin.supply import supply_at
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
    words,
)
from tests.helpers.positions import Scene

READY = {"us-build-up": 5}
SKIES = {"p-51-mustang": 12}
UPGRADES = {
    31: [f"su-{number}-ukrainian-front" for number in range(1, 5)],
    37: [f"su-{number}-baltic-front" for number in range(1, 4)],
    39: [f"su-{number}-belorussian-front" for number in range(1, 4)],
}


def with_fronts(card: int, **more: Any) -> Scene:
    """The card of some mechanised fronts in hand; the infantry fronts of 1941 stand whole and supplied."""
    return europe(card, **{"turn": 10, "events": {"lend-lease": 8}, **more})


@pytest.mark.rule("barbarossa-to-berlin:card.allied.26")
def test_card_26_brings_the_canadians() -> None:
    scene = europe(26, turn=10)
    assert printed(scene, 26) == "5 2/3/5*"
    assert refused(europe(26, turn=10, values={"turn-reinforced-british": True}), 26) == "7.6.2"
    after = event(scene, 26)
    assert in_box(after, "allied-reserve", "commonwealth-corps") == ["cw-corps-5"]
    assert arrivals(after, "cw-1-canadian-army") == {"Basra", "Suez", "Alexandria"}
    assert after.play("arrive cw-1-canadian-army suez").unit("cw-1-canadian-army").step == 0


@pytest.mark.rule("barbarossa-to-berlin:card.allied.27")
def test_italy_defects() -> None:
    held = ["gela", "syracuse", "palermo", "messina"]
    units = {"ge-corps-16": "rome", "it-8-army": "axis-eliminated"}
    scene = europe(27, turn=10, allied=held, units=units, clear=["palermo"])
    assert printed(scene, 27) == "2 1/1/2*"
    assert refused(europe(27, turn=10, allied=held[:3], clear=["palermo"]), 27) == "card.allied.27"
    after = event(scene, 27)
    italians = {"italian-corps", "italian-mechanised-corps", "italian-eighth-army"}
    left = {unit.at for unit in after.state.every_unit() if unit.type in italians}
    assert left == {after.game.board.at("removed")}
    assert after.holder("naples") == "allied"
    assert after.holder("rome") == "axis"
    assert after.holder("tripoli") == "axis"
    assert points(after) == 7 - 2, "Bologna and Milan"
    assert value(after, "event-italy-defects") == 10
    (gone,) = (event for event in after.events if event.kind == "country-defected")
    assert {move.unit for move in gone.moves} == {unit.id for unit in after.state.every_unit() if unit.type in italians}


@pytest.mark.rule("barbarossa-to-berlin:card.allied.28")
def test_the_eighth_air_force_takes_two_cards_off_the_axis_hand() -> None:
    scene = europe(28, events=READY)
    assert printed(scene, 28) == "2 1/1/2"
    assert refused(europe(28), 28) == "card.allied.28"
    assert refused(europe(28, turn=5, events=READY), 28) == "card.allied.28"
    assert refused(europe(28, number=6, events=READY), 28) == "card.allied.28"
    assert allowed(europe(28, number=6, events={**READY, **SKIES}), 28)
    after = event(scene, 28)
    assert hand_size(after.game, after.state, AXIS) == hand_size(scene.game, scene.state, AXIS) - 2
    assert value(after, "event-us-8th-air-force") == 6


@pytest.mark.rule("barbarossa-to-berlin:card.allied.29")
def test_romania_defects() -> None:
    scene = europe(29, turn=14, allied=["galatz"], clear=["galatz"], units={"ge-corps-16": "bucharest"})
    assert printed(scene, 29) == "3 1/2/3 dual*"
    assert refused(europe(29, turn=14), 29) == "card.allied.29"
    after = event(scene, 29, "event+ops")
    assert {unit.at for unit in after.state.every_unit() if unit.type.startswith("romanian")} == {
        after.game.board.at("removed")
    }
    assert (after.holder("constanta"), after.holder("bucharest"), after.holder("yassi")) == ("allied", "axis", "axis")
    assert len(in_box(after, "allied-reserve", "soviet-army")) == 6
    assert after.menu.rule == "7.3"
    spent = {f"su-army-{number}": "removed" for number in range(19, 28)}
    assert refused(europe(29, turn=14, allied=["brasov"], units=spent), 29) == "card.allied.29"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.29")
def test_romania_defects_to_the_soviets_alone() -> None:
    held: dict[str, Any] = {"turn": 14, "allied": ["galatz"], "clear": ["galatz"]}
    western = europe(29, **held, markers={"galatz": {"held-british": 1}})
    assert refused(western, 29) == "card.allied.29"
    assert "no space of Romania is held by the Soviets" in words(western, 29)
    assert allowed(europe(29, **held), 29)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.29")
def test_the_nation_that_came_last_into_a_space_holds_it() -> None:
    scene = europe(29, turn=14, units={"br-corps-1": "galatz"}, clear=["galatz"])
    game, galatz = scene.game, scene.game.board.at("galatz")

    def comes(state: State, unit: str) -> State:
        draft = Draft(state)
        draft.move_unit(UnitId(unit), galatz)
        entered(game, draft, UnitId(unit))
        draft.move_unit(UnitId(unit), game.board.at("removed"))
        return draft.state

    british = comes(scene.state, "br-corps-1")
    assert (holding_nation(game, british, galatz), british.marker(galatz, "held-british")) == (Nation.BRITISH, 1)
    assert holding_nation(game, comes(british, "su-army-1"), galatz) is Nation.SOVIET
    lost = comes(british, "ge-corps-1")
    assert (holding_nation(game, lost, galatz), lost.marker(galatz, "held-british")) == (None, 0)
    assert holding_nation(game, comes(lost, "su-army-1"), galatz) is Nation.SOVIET


@pytest.mark.parametrize(
    ("number", "given", "lacking"),
    [
        pytest.param(
            23, {}, "the Allies do not control Antwerp", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.23")
        ),
        pytest.param(
            25,
            {"allied": ["konigsberg"]},
            "the Allies control Königsberg",
            marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.25"),
        ),
        pytest.param(
            27,
            {},
            "the Allies control 0 of the 4 spaces",
            marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.27"),
        ),
        pytest.param(
            54,
            {"axis": ["riga"]},
            "the Soviets do not control Riga",
            marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.54"),
        ),
    ],
)
def test_a_card_that_cannot_be_played_says_what_is_lacking(number: int, given: dict[str, Any], lacking: str) -> None:
    assert lacking in words(europe(number, turn=15, **given), number)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.30")
def test_bulgaria_defects_after_romania() -> None:
    scene = europe(30, turn=14, events={"romania-defects": 14})
    assert printed(scene, 30) == "2 1/1/2 dual*"
    assert refused(europe(30, turn=14), 30) == "card.allied.30"
    after = event(scene, 30)
    assert (after.holder("sofia"), after.holder("burgas"), after.holder("salonika")) == ("allied", "allied", "axis")
    assert in_box(after, "removed", "bulgarian-corps") == ["bu-corps-1", "bu-corps-2", "bu-corps-3"]
    assert len(in_box(after, "allied-reserve", "soviet-army")) == 6
    assert points(after) == 6


@pytest.mark.parametrize(
    ("number", "line"),
    [
        pytest.param(31, "4 2/2/4 dual*", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.31")),
        pytest.param(37, "4 2/2/4 dual*", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.37")),
        pytest.param(39, "5 2/3/5 dual*", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.39")),
    ],
)
def test_mechanised_fronts_come_on_a_turn_after_lend_lease(number: int, line: str) -> None:
    scene = with_fronts(number)
    assert printed(scene, number) == line
    assert refused(with_fronts(number, turn=8), number) == f"card.allied.{number}"
    assert refused(with_fronts(number, turn=13), number) == "15.1"
    assert refused(with_fronts(number, values={"turn-reinforced-soviet": True}), number) == "7.6.2"
    fronts = UPGRADES[number]
    gone = with_fronts(number, units={fronts[0]: "removed"})
    assert refused(gone, number) == f"card.allied.{number}"
    after = event(scene, number, "event+ops")
    chosen = ["su-leningrad-front", "su-central-front", "su-reserve-front", "su-caucasus-front"]
    for old, new in zip(chosen, fronts, strict=False):
        place = after.place(old)
        after = after.play(f"replace-front {old}")
        assert after.place(new) == place
    assert after.menu.rule == "7.3", "the operations come afterwards"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.31", "barbarossa-to-berlin:7.6.2")
def test_mechanised_fronts_need_enough_infantry_fronts() -> None:
    names = ("leningrad", "northwest", "west", "central", "reserve", "south", "caucasus")
    reduced = {f"su-{name}-front": {"step": 1} for name in names}
    few = {name: unit for name, unit in reduced.items() if name not in ("su-central-front", "su-caucasus-front")}
    scene = with_fronts(31, units=few)
    assert refused(scene, 31) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.32")
def test_tac_air_adds_one_to_western_attacks_in_spring_and_summer() -> None:
    scene = europe(32, turn=14, events=SKIES)
    assert printed(scene, 32) == "5 2/3/5 dual"
    assert refused(europe(32, turn=15, events=SKIES), 32) == "card.allied.32"
    assert refused(europe(32, turn=14), 32) == "card.allied.32"
    assert value(event(scene, 32, "event+ops"), "round-drm-western-attack") == 1


@pytest.mark.rule("barbarossa-to-berlin:card.allied.35")
def test_bagration_helps_soviet_attacks_and_lets_nobody_stand() -> None:
    scene = europe(35, turn=14)
    assert printed(scene, 35) == "5 2/3/5 dual*"
    assert refused(europe(35, turn=13, number=1), 35) == "15.1"
    after = event(scene, 35, "event+ops")
    assert value(after, "round-drm-soviet-attack") == 1
    assert value(after, "round-no-axis-stand")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.36")
def test_asw_victory_takes_a_point() -> None:
    scene = europe(36, turn=10)
    assert printed(scene, 36) == "3 1/2/3*"
    after = event(scene, 36)
    assert (points(after), value(after, "event-asw-victory")) == (6, 10)


@pytest.mark.parametrize(
    ("number", "army"),
    [
        pytest.param(38, "us-15-army", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.38")),
        pytest.param(40, "us-3-army", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.40")),
        pytest.param(41, "us-9-army", marks=pytest.mark.rule("barbarossa-to-berlin:card.allied.41")),
    ],
)
def test_american_armies_come_on_a_turn_after_build_up(number: int, army: str) -> None:
    scene = europe(number, turn=10, events=READY)
    assert printed(scene, number) == "3 1/2/3*"
    assert refused(europe(number, turn=10), number) == f"card.allied.{number}"
    assert refused(europe(number, turn=5, events=READY), number) == f"card.allied.{number}"
    assert refused(europe(number, turn=10, events=READY, units={army: "removed"}), number) == f"card.allied.{number}"
    after = event(scene, number)
    assert in_box(after, "allied-reserve", "american-corps") == ["us-corps-1"]
    assert arrivals(after, army) == {"Basra"}
    placed = after.play(f"arrive {army} basra")
    assert placed.unit(army).step == 0
    assert value(placed, "turn-reinforced-american")
    assert refused(europe(number, events=READY, values={"turn-reinforced-american": True}), number) == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.38")
def test_each_american_card_brings_its_own_army() -> None:
    scene = event(europe(38, events=READY), 38)
    assert scene.refused("arrive us-3-army basra") == "7.6.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.42")
def test_tito_rises_where_partisans_are() -> None:
    markers = {"nis": {"partisans": 1}, "belgrade": {"partisans": 1}}
    scene = europe(42, turn=11, markers=markers)
    assert printed(scene, 42) == "3 1/2/3*"
    assert refused(europe(42, turn=11), 42) == "7.6.2"
    assert refused(europe(42, turn=11, markers={"belgrade": {"partisans": 1}}), 42) == "7.6.2"
    after = event(scene, 42)
    assert after.refused("arrive yu-partisan-army belgrade") == "9.1"
    assert after.refused("arrive yu-partisan-army skopje") == "card.allied.42"
    risen = after.play("arrive yu-partisan-army nis")
    assert risen.holder("nis") == "allied"
    assert not risen.state.marker(risen.game.board.at("nis"), "partisans")
    soviet = risen.unit("su-army-1")
    assert may_not_end(risen.game, risen.state, soviet, risen.game.board.at("nis")) is not None


@pytest.mark.rule("barbarossa-to-berlin:card.allied.43")
def test_strangle_leaves_the_axis_in_france_short_of_supply() -> None:
    scene = europe(43, turn=14, events=SKIES)
    assert printed(scene, 43) == "3 1/2/3*"
    assert refused(europe(43, turn=14), 43) == "card.allied.43"
    paris = scene.game.board.at("paris")
    assert supply_at(scene.game, scene.state, Nation.GERMAN, paris) is Supply.FULL
    after = event(scene, 43)
    assert supply_at(after.game, after.state, Nation.GERMAN, paris) is Supply.LIMITED
    units = {"ge-corps-16": "paris"}
    stuck = europe(
        side="axis", turn=14, events={"operation-strangle": 13}, units=units, pools={"axis-hand": ["axis-04"]}
    )
    moving = stuck.play("play-card axis-04 sr")
    assert moving.refused("pick-unit ge-corps-16") == "card.allied.43"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.44")
def test_thunderclap_after_yalta_costs_the_axis_a_card_by_lot() -> None:
    enemy = ["axis-04", "axis-07", "axis-08"]
    scene = europe(44, turn=17, events={"yalta": 17}, enemy=enemy)
    assert printed(scene, 44) == "2 1/1/2*"
    assert refused(europe(44, turn=17, enemy=enemy), 44) == "card.allied.44"
    after = event(scene.rolling(2), 44)
    assert after.state.pool("axis-hand") == ("axis-04", "axis-08")
    assert "axis-07" in after.state.pool("axis-discard")
    lost = next(each for each in after.events if each.kind == "card-lost")
    assert "axis-07" not in str(lost.seen_by(Side("allied")))
    none = event(europe(44, turn=17, events={"yalta": 17}), 44)
    assert none.state.pool("axis-hand") == ()


@pytest.mark.rule("barbarossa-to-berlin:card.allied.47")
def test_the_big_three_take_a_point_when_africa_and_the_east_are_free() -> None:
    empty = ["tripoli", "benghazi", "gazala", "bir-hacheim", "hellfire-pass"]
    scene = europe(47, turn=12, allied=["libya"], clear=empty, events={"casablanca": 9})
    assert printed(scene, 47) == "2 1/1/2 dual*"
    assert points(event(scene, 47)) == 6
    assert refused(europe(47, turn=12, allied=["libya"], clear=empty), 47) == "card.allied.47"
    assert refused(europe(47, turn=12, events={"casablanca": 9}), 47) == "card.allied.47"
    for place in ("tunis", "damascus", "tabriz", "baghdad"):
        held = europe(47, turn=12, allied=["libya"], clear=empty, events={"casablanca": 9}, axis=[place])
        assert refused(held, 47) == "card.allied.47"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.48")
def test_bomb_plot_costs_a_card_and_makes_disobedience_dear() -> None:
    scene = europe(48, turn=14, enemy=["axis-04", "axis-07"])
    assert printed(scene, 48) == "2 1/1/2*"
    after = event(scene.rolling(1), 48)
    assert after.state.pool("axis-hand") == ("axis-07",)
    assert value(after, "event-bomb-plot") == 14


@pytest.mark.rule("barbarossa-to-berlin:card.allied.49")
def test_maquis_brings_partisans_to_the_west() -> None:
    scene = europe(49, turn=11)
    assert printed(scene, 49) == "2 1/1/2*"
    after = event(scene, 49)
    assert after.refused("place-partisans nis") == "16.1"
    assert after.refused("place-partisans milan") == "16.1"
    placed = after.play("place-partisans paris")
    assert placed.state.marker(placed.game.board.at("paris"), "partisans") == 1
    assert placed.menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.51")
def test_yalta_needs_a_free_soviet_union_and_a_victory_space_of_germany() -> None:
    scene = europe(51, turn=16, allied=["warsaw"], clear=["warsaw"])
    assert printed(scene, 51) == "2 1/1/2 dual*"
    after = event(scene, 51)
    assert (points(after), value(after, "event-yalta")) == (6, 16)
    assert refused(europe(51, turn=16), 51) == "card.allied.51"
    assert refused(europe(51, turn=16, allied=["lublin"], clear=["lublin"]), 51) == "card.allied.51"
    assert refused(europe(51, turn=16, allied=["warsaw"], clear=["warsaw"], axis=["kiev"]), 51) == "card.allied.51"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.53")
def test_the_mustang_opens_two_cards() -> None:
    scene = europe(53, 43, turn=14)
    assert printed(scene, 53) == "4 2/2/4*"
    after = event(scene, 53)
    assert value(after, "event-p-51-mustang") == 14
    assert allowed(europe(43, turn=14, events={"p-51-mustang": 14}), 43), "in the same turn"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.54")
def test_finland_withdraws_when_the_baltic_is_soviet_and_fully_supplied() -> None:
    scene = europe(54, turn=15)
    assert printed(scene, 54) == "2 1/1/2*"
    assert points(event(scene, 54)) == 6
    assert refused(europe(54, turn=15, axis=["riga"]), 54) == "card.allied.54"
    ring = ["luga", "novgorod", "narva", "pskov"]
    assert refused(europe(54, turn=15, axis=ring), 54) == "card.allied.54"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.55")
def test_patton_lets_the_third_army_attack_twice() -> None:
    scene = europe(55, turn=14)
    assert printed(scene, 55) == "5 2/3/5 dual"
    after = event(scene, 55, "event+ops")
    assert value(after, "round-second-attack") == "us-3-army"
    assert value(after, "round-second-advance") == 2
