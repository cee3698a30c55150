"""Positions: what a text says is what stands on the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.ids import EdgeIndex, Side
from engine.definitions.documents import Loaded, dump_document, load_text
from engine.definitions.position import Position
from engine.rulesets.library import find_bundled
from engine.session.positions import Placed, set_up
from tests.helpers.positions import position, positions_of

ford = positions_of("toy-skirmish", "ford")
cabinet = positions_of("toy-cabinet", "cabinet-war")

TYPES = """
- {id: guard, name: Guard, side: red, movement_class: foot, steps: [{attack: 9, defence: 9, movement: 2}]}
- {id: raider, name: Raider, movement_class: mobile, steps: [{attack: 1, defence: 1, movement: 6}]}
"""


def load(text: str, folder: Path | None = None) -> Placed:
    loaded = load_text(f"format: redoubt/position/1\n{text}", "here.yaml")
    assert isinstance(loaded.document, Position)
    return set_up(Loaded(loaded.document, loaded.origin), folder)


def test_a_position_starts_from_an_empty_map() -> None:
    scene = ford("units: {red-1: '0707'}", phase="movement", side="red")
    assert scene.state.roster == ("red-1",)
    assert (scene.place("red-1"), scene.unit("red-1").type, scene.unit("red-1").side) == ("0707", "red-foot", "red")
    assert len(scene.state.control) == 0


def test_or_from_the_setup_of_its_scenario() -> None:
    scene = ford(
        """
        setup: scenario
        units: {red-1: '0101', blue-8: {at: '0102', step: 1}}
        remove: [red-2, blue-7]
        """,
        phase="movement",
        side="red",
    )
    assert scene.place("red-1") == "0101"
    assert scene.place("blue-1") == "0807"
    assert scene.unit("blue-8").step == 1
    assert not {"red-2", "blue-7"} & set(scene.state.roster)
    assert scene.holder("0807") == "blue"


def test_a_unit_is_placed_with_all_that_it_is() -> None:
    scene = ford(
        """
        units:
          red-4: {at: '0707', step: 1, marks: [moved, fought], values: {spent: 2, decoy: true}}
          red-7: '0707'
          guard-1: {at: '0707', type: blue-foot, side: red}
        """,
        phase="movement",
        side="red",
    )
    tanks = scene.unit("red-4")
    assert (tanks.step, tanks.marks) == (1, frozenset({"moved", "fought"}))
    assert dict(tanks.values) == {"spent": 2, "decoy": True}
    assert scene.unit("red-7").values["decoy"] is True
    assert (scene.unit("guard-1").type, scene.unit("guard-1").side) == ("blue-foot", "red")
    assert scene.stack("0707") == ("red-4", "red-7", "guard-1")


def test_a_unit_of_another_type_inherits_nothing_of_the_order_of_battle() -> None:
    scene = ford("units: {red-7: {at: '0707', type: red-tanks}}", phase="movement", side="red")
    assert dict(scene.unit("red-7").values) == {}


def test_control_goes_by_label_or_by_region() -> None:
    scene = ford("control: {red: [west, '1505'], blue: ['0101']}", phase="movement", side="red")
    assert (scene.holder("0203"), scene.holder("1505"), scene.holder("0101"), scene.holder("0807")) == (
        "red", "red", "blue", None,
    )  # fmt: skip


def test_markers_lie_on_places_and_on_hexsides() -> None:
    lost, fallen = "source-lost", "fortress-destroyed"
    scene = positions_of("red-star-rising", "typhoon")(
        f"""
        markers: {{'5622': {{{lost}: 2, {fallen}: 1}}}}
        side_markers: {{'5623/N': {{{lost}: 1}}, '5623~5624': {{{fallen}: 3}}, '5624~5625~hexside': {{{lost}: 1}}}}
        """,
        phase="movement",
        side="soviet",
    )
    board = scene.game.board
    assert scene.state.marker(board.at("5622"), lost) == 2
    north = EdgeIndex(board.hexside(board.at("5623"), 0) or 0)
    assert scene.state.side_markers[north][lost] == 1
    between = board.edge_between(board.at("5623"), board.at("5624"))
    assert between is not None
    assert scene.state.side_markers[EdgeIndex(between)][fallen] == 3
    assert len(scene.state.side_markers) == 3


def test_turn_values_and_last_turn() -> None:
    scene = ford(turn=3, last_turn=3, values={"weather": "mud", "air-red": 2}, phase="movement", side="blue")
    assert (scene.state.turn, scene.state.values["weather"], scene.state.values["air-red"]) == (3, "mud", 2)
    assert scene.play("done").state.outcome is not None


def test_a_phase_is_entered_for_the_side_that_is_named() -> None:
    for side in ("red", "blue"):
        scene = ford("units: {red-1: '0101', blue-1: '1601'}", phase="movement", side=side)
        assert (scene.menu.side, scene.state.side, scene.menu.rule) == (side, side, "2.1")


def test_a_phase_of_no_side_may_be_entered_whoever_is_named() -> None:
    assert ford(setup="scenario", phase="weather", side="blue", dice=[6]).state.values["weather"] == "mud"


def test_without_a_phase_the_turn_begins() -> None:
    scene = ford(setup="scenario", turn=2, dice=[6])
    assert (scene.menu.rule, scene.state.values["weather"], scene.state.turn) == ("4.4", "mud", 2)


def test_given_dice_draws_and_results_are_used_in_order() -> None:
    scene = ford("units: {red-6: '0707', blue-1: '0807'}", phase="combat", side="red", dice=[3], draws=["chit-3a"])
    after = scene.play("declare-attack 0807", "add-attacker red-6", "resolve")
    assert after.told("attack-resolved")[0].die == 3
    assert after.told("strength-drawn")[0].strength == 3
    laid = ford("units: {red-1: '0707', blue-1: '0807'}", phase="combat", side="red", results=["D2"])
    assert laid.play("declare-attack 0807", "add-attacker red-1", "resolve").told("attack-resolved")[0].result == "D2"


def test_the_seed_decides_what_is_not_given() -> None:
    cups = {ford(phase="movement", side="red", seed=seed).state.pool("cup") for seed in range(10)}
    assert len(cups) > 5
    assert ford(phase="movement", side="red").state == ford(phase="movement", side="red", seed=1).state


def test_actions_may_be_played_before_anything_is_asked() -> None:
    scene = ford(
        """
        units: {red-1: '0707', blue-1: '0807'}
        play:
        - {kind: declare-attack, target: '0807'}
        - {kind: add-attacker, unit: red-1}
        """,
        phase="combat",
        side="red",
    )
    assert scene.menu.default is not None
    assert scene.menu.default.kind == "resolve"


def test_charts_can_be_changed_for_a_position() -> None:
    changed = ford(
        "units: {red-1: '0707', red-2: '0707', red-3: '0707'}",
        phase="movement",
        side="red",
        charts={"parameters": {"stack_limit": 3}, "tables": {"combat": {"cells": {"1": {"1:2": "DR"}}}}},
    )
    assert changed.ask("stack", "0707").allowed
    assert changed.game.materials.charts.table("combat").result("1:2", 1) == "DR"
    assert (
        not ford("units: {red-1: '0707', red-2: '0707', red-3: '0707'}", phase="movement", side="red")
        .ask("stack", "0707")
        .allowed
    )


def test_objectives_and_schedule_can_be_changed_for_a_position() -> None:
    scene = ford(
        """
        objectives: [{at: '0101', value: 7}]
        schedule: [{turn: 1, unit: red-5, at: '0102'}]
        units: {red-5: coming, blue-1: '1601'}
        control: {red: ['0101']}
        """,
        phase="arrival",
        side="red",
    )
    assert scene.ask("score").score.value == 7
    assert scene.choices("arrive") == ("arrive red-5 0102",)


def test_a_position_may_bring_its_own_map_and_counters() -> None:
    scene = position(
        f"""
        game: toy-skirmish
        map:
          palette: toy-skirmish
          sheets:
          - {{id: main, orientation: flat, parity: even, first: [1, 1], size: [3, 2], labels: {{}}, fill: clear}}
          boxes: [{{id: coming, position: [9, 0]}}, {{id: eliminated, position: [9, 2]}}]
        types: {TYPES.replace(chr(10), chr(10) + " " * 8)}
        units:
          g: {{at: '0101', type: guard}}
          r: {{at: '0302', type: raider, side: blue}}
        phase: movement
        side: red
        """
    )
    assert scene.game.board.size == 8
    assert scene.ask("unit", "g").factors.attack.value == 9
    assert scene.unit("r").side == "blue"
    assert scene.state.pool("cup") == ()


def test_a_map_of_its_own_takes_the_place_of_the_scenarios() -> None:
    scene = ford("units: {red-1: '0101'}", board="...", boxes=("coming", "eliminated"), phase="movement", side="red")
    assert scene.game.board.size == 5
    assert scene.ask("score").score.value == 0


def test_a_scenario_may_lie_beside_the_position(tmp_path: Path) -> None:
    for document in find_bundled("ford").load().documents():
        changed = document.replace(title="Another Ford", last_turn=9) if document.KIND == "scenario" else document
        (tmp_path / "mine").mkdir(exist_ok=True)
        (tmp_path / "mine" / f"{document.KIND}.yaml").write_text(dump_document(changed))
    placed = load("game: toy-skirmish\nscenario: mine\nphase: movement\nside: red", tmp_path)
    assert placed.game.materials.brief.scenario.last_turn == 9


# Cards and what one game alone has


def test_a_card_lies_in_one_pool_only() -> None:
    scene = ford(pools={"drawn": ["chit-4a"]}, phase="movement", side="red")
    assert scene.state.pool("drawn") == ("chit-4a",)
    assert "chit-4a" not in scene.state.pool("cup")
    assert len(scene.state.pool("cup")) == 5
    assert ford(pools={"cup": []}, phase="movement", side="red").state.pool("cup") == ()


def test_a_position_may_bring_cards_of_its_own() -> None:
    scene = ford(
        "cards: [{id: chit-9, name: Strength 9, deck: cup, values: {strength: 9}}]",
        pools={"cup": ["chit-9"]},
        units={"red-6": "0707", "blue-1": "0807"},
        phase="combat",
        side="red",
    )
    after = scene.play("declare-attack 0807", "add-attacker red-6", "resolve")
    assert after.told("strength-drawn")[0].strength == 9


def test_what_one_game_alone_keeps_can_be_set() -> None:
    start = cabinet(setup="scenario")
    ambitions = start.game.codec.state_to_json(start.state)["extra"]["ambitions"]
    swapped = dict(zip(ambitions, reversed(ambitions.values()), strict=True))
    scene = cabinet(setup="scenario", extra={"ambitions": swapped})
    assert scene.game.codec.state_to_json(scene.state)["extra"]["ambitions"] == swapped


def test_setting_up_leaves_secrets_secret() -> None:
    scene = ford(setup="scenario", dice=[3])
    view = scene.game.view(scene.state, Side("blue"))
    assert view.given.dice == ()
    assert set(view.pool("cup")) == {"?"}


@pytest.mark.parametrize("times", range(2))
def test_a_position_can_be_set_up_again_and_is_the_same(times: int) -> None:
    one, other = ford(setup="scenario"), ford(setup="scenario")
    assert one.state == other.state
    assert one.game is not other.game
