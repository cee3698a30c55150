"""Chapters 4 and 13: the sequence of play, sealed assignments, air combat, ports and interdiction."""

from __future__ import annotations

from typing import Any

import pytest

from app.play.games.game_setup import NewGame, begin
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.overlays import OverlayKind
from engine.rulesets.library import find_bundled
from engine.rulesets.war_in_europe.air_deployment import AssignAir
from engine.rulesets.war_in_europe.overlays import OVERLAYS
from tests.engine.rulesets.war_in_europe.scenes import FIELD, europe
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


def deployment(values: dict[str, Any], **more: Any) -> Scene:
    return europe(more.pop("units", {}), FIELD, phase="air-deployment", side="axis", values=values, **{**FAR, **more})


@pytest.mark.rule("war-in-europe:4.0", "war-in-europe:4.1", "war-in-europe:4.2")
def test_a_turn_is_the_air_turn_and_eight_phases_of_each_player() -> None:
    units = {"inf": "0303", "rus2": "0906"}
    scene = europe(units, phase="air-deployment", side="axis", last_turn=99, **FAR)
    assert (scene.menu.side, scene.game.ruleset.phase_at(scene.state)) == ("axis", "initial-movement")
    allied = scene.play("done", "done", "done")
    assert (allied.menu.side, allied.game.ruleset.phase_at(allied.state)) == ("allied", "initial-movement")
    over = allied.play("done", "done", "done")
    assert over.state.turn == scene.state.turn + 1
    first = europe(units, phase="air-deployment", side="axis", values={"first-side": "allied"}, **FAR)
    assert first.menu.side == "allied"
    assert first.play("done", "done", "done").menu.side == "axis"


def cycle(values: dict[str, Any], charts: dict[str, Any], **more: Any) -> Scene:
    """The strategic cycle of a campaign, four turns after its beginning."""
    fixed: dict[str, Any] = {"phase": "strategic-cycle", "side": "axis", "options": {"campaign": True}, "turn": 97}
    return europe({}, values=values, charts=charts, **{**fixed, **FAR, **more})


@pytest.mark.rule("war-in-europe:4.1", "war-in-europe:13.7", "war-in-europe:13.7/a")
def test_a_campaign_has_a_strategic_cycle_every_fourth_turn() -> None:
    charts = {"parameters": {"air_rebuilt": {"points": 2, "front": "west"}}}
    scene = cycle({"german-air-lost": 3}, charts)
    assert (scene.state.turn - scene.game.materials.brief.scenario.first_turn) % 4 == 0
    assert scene.state.values["german-air-lost"] == 1
    assert scene.state.values["ready-german-west"] == 2
    plain = cycle({"german-air-lost": 3}, charts, turn=98)
    assert plain.state.values["german-air-lost"] == 3
    short = cycle({"german-air-lost": 3}, charts, options={})
    assert short.state.values["german-air-lost"] == 3


@pytest.mark.rule("war-in-europe:4.1", "war-in-europe:17.0", "war-in-europe:7.3")
def test_the_cycle_brings_what_was_produced_and_what_centres_yield() -> None:
    charts = {
        "tracks": {"production": {"instead": [{"turn": 97, "amphibious-axis": 1, "ready-soviet-west": 2}]}},
        "parameters": {"centre_yields": {"soviet-infantry": 3, "soviet-mechanised": 2}},
    }
    nation = {"attributes": {"nation": "soviet"}}
    features = [
        {"at": "0902", "kind": "personnel-centre", **nation},
        {"at": "0903", "kind": "industrial-centre", **nation},
        {"at": "0904", "kind": "personnel-centre", **nation},
    ]
    held = {"allied": ["0902", "0903"], "axis": ["0904"]}
    found = cycle({}, charts, features=features, held=held).state.values
    assert (found["amphibious-axis"], found["ready-soviet-west"]) == (1, 2)
    assert (found["stock-soviet-infantry-west"], found["stock-soviet-mechanised-west"]) == (3, 2)


@pytest.mark.rule("war-in-europe:4.3")
def test_the_game_ends_with_its_last_turn_and_objectives_decide() -> None:
    goals = [{"at": "0101", "value": 30}]
    scene = europe({"rus": "0906"}, phase="interdiction", side="allied", turn=95, last_turn=95, objectives=goals, **FAR)
    assert scene.state.outcome is not None
    assert (scene.state.outcome.winner, scene.state.outcome.level) == ("axis", "decisive")


@pytest.mark.rule("war-in-europe:13.1", "war-in-europe:13.11", "war-in-europe:13.12")
def test_points_fly_one_mission_of_their_own_front() -> None:
    scene = deployment({"ready-german-west": 3, "ready-soviet-west": 2})
    assert scene.refused("assign-air german west superiority 4 false") == "13.12"
    assert scene.refused("assign-air german east superiority 1 false") == "13.12"
    assert scene.refused("assign-air soviet west superiority 1 false") == "13.12"
    some = scene.play("assign-air german west superiority 2 false")
    assert some.refused("assign-air german west support 2 false") == "13.12"
    assert some.allows("assign-air german west support 1 false")


@pytest.mark.rule("war-in-europe:13.12", "war-in-europe:13.13")
def test_nobody_sees_an_assignment_before_both_are_done() -> None:
    scene = deployment({"ready-german-west": 3, "ready-soviet-west": 2}).play(
        "assign-air german west superiority 2 false"
    )
    view = scene.game.view(scene.state, Side("allied"))
    assert dict(view.sealed[Side("axis")]) == {}
    [seen] = [event.seen_by(Side("allied")) for event in scene.events if event.kind == "air-assigned"]
    assert (seen.mission, seen.points) == (None, None)  # type: ignore[attr-defined]
    sealed = scene.play("done")
    assert sealed.menu.side == "allied"
    shown = sealed.play("done")
    assert [told.superiority for told in shown.told("air-revealed") if told.side == "axis"] == [0, 0, 2]
    assert shown.state.values["ready-german-west"] == 3


@pytest.mark.rule("war-in-europe:13.61", "war-in-europe:13.6", "war-in-europe:8.4")
def test_ten_points_of_a_front_are_transferred_and_arrive_before_the_fight() -> None:
    fronts = {"east": ("air-front", ["0101", "0102"])}
    scene = deployment(
        {"ready-german-west": 12, "lift-german-west": 2}, regions=fronts, units={"inf": "0505"}, held={"axis": ["0303"]}
    )
    assert scene.refused("assign-air german west transfer-east 11 false") == "13.61"
    after = scene.play(
        "assign-air german west transfer-east 10 false", "assign-air german west transfer-east 1 true", "done"
    )
    assert (after.state.values["ready-german-east"], after.state.values["ready-german-west"]) == (10, 2)
    assert after.state.values["lift-german-east"] == 1


@pytest.mark.rule("war-in-europe:13.62/a")
@pytest.mark.rule("war-in-europe:13.62", "war-in-europe:13.81")
def test_points_without_a_supplied_hex_leave_their_front_and_the_rest_is_lost() -> None:
    fronts = {"south": ("air-front", ["1201", "1202"])}
    scene = deployment({"ready-german-south": 13, "ready-soviet-west": 1}, regions=fronts, units={"inf": "0303"})
    assert scene.state.values.get("ready-german-south") is None
    assert (scene.state.values["ready-german-west"], scene.state.values["german-air-lost"]) == (10, 3)


@pytest.mark.rule("war-in-europe:13.62/b", "war-in-europe:13.62/a")
def test_a_front_is_left_the_moment_its_last_supplied_hex_falls() -> None:
    """Those on a mission leave it too; ten of a side leave in a turn, from whichever fronts."""
    fronts = {"south": ("air-front", ["0505"])}
    values = {"ready-german-south": 6, "supports-german-south": 6, "withdrawn-axis": 1}
    held = {"axis": ["0303", "0505"]}
    units = {"inf": "0303", "rus2": "0506"}
    fixed: dict[str, Any] = {"phase": "initial-movement", "side": "allied", **FAR}
    scene = europe(units, FIELD, values=values, regions=fronts, held=held, **fixed)
    assert scene.state.values["ready-german-south"] == 6
    after = scene.play("step-to rus2 0505")
    assert {"ready-german-south", "supports-german-south"}.isdisjoint(after.state.values)
    assert (after.state.values["ready-german-west"], after.state.values["german-air-lost"]) == (9, 3)
    (told,) = after.told("air-withdrawn")
    assert (told.front, told.points, told.lost) == ("south", 9, 3)


@pytest.mark.rule("war-in-europe:13.63")
def test_some_points_have_no_access_to_a_front() -> None:
    charts = {"parameters": {"barred_fronts": {"axis-minor": "east"}}}
    scene = deployment({"ready-axis-minor-west": 3}, charts=charts)
    assert scene.refused("assign-air axis-minor west transfer-east 1 false") == "13.63"


# The fight


def fight(axis: int, allied: int, *actions: str, dice: list[int], **values: int) -> Scene:
    names = {name.replace("_", "-"): number for name, number in values.items()}
    scene = deployment({"ready-german-west": axis, "ready-soviet-west": allied, **names}, dice=dice)
    scene = scene.play(*([f"assign-air german west superiority {axis} false"] if axis else []))
    return scene.play(*actions)


@pytest.mark.rule("war-in-europe:13.2", "war-in-europe:13.21", "war-in-europe:13.22")
def test_six_against_three_in_the_ways_of_the_printed_example() -> None:
    scene = fight(6, 3, "done", "assign-air soviet west superiority 3 false", "done", dice=[6] * 12)
    assert scene.menu.side == "axis"
    assert scene.choices("attack-air") == ("attack-air 1", "attack-air 2", "attack-air 3", "attack-air 4")
    spread = scene.play("attack-air 3", "attack-air 2")
    assert [told.odds for told in spread.told("air-fought")] == ["3-1", "2-1", "1-1"]
    assert scene.refused("attack-air 5") == "13.2"


@pytest.mark.rule("war-in-europe:13.21/a", "war-in-europe:13.7/a")
@pytest.mark.rule("war-in-europe:13.21", "war-in-europe:13.7")
def test_the_point_attacked_strikes_back_even_when_it_is_lost() -> None:
    scene = fight(1, 1, "done", "assign-air soviet west superiority 1 false", "done", dice=[1, 1])
    assert (scene.state.values.get("ready-german-west"), scene.state.values.get("ready-soviet-west")) == (None, None)
    assert scene.state.values["german-air-lost"] == 1


@pytest.mark.rule("war-in-europe:13.27", "war-in-europe:13.26", "war-in-europe:13.23")
def test_equal_numbers_fight_one_to_one_and_survivors_go_home() -> None:
    scene = fight(2, 2, "done", "assign-air soviet west superiority 2 false", "done", dice=[1, 6, 6, 6])
    assert [told.odds for told in scene.told("air-fought")] == ["1-1", "1-1"]
    assert scene.state.values["ready-german-west"] == 2
    assert scene.state.values["superiority-west"] == "axis"


@pytest.mark.rule("war-in-europe:13.23", "war-in-europe:13.25", "war-in-europe:13.24")
def test_more_than_twice_as_many_destroys_one_point_of_the_winners_choice() -> None:
    """Eleven against five, as printed."""
    scene = deployment({"ready-german-west": 11, "ready-soviet-west": 8}, dice=[6] * 10)
    scene = scene.play("assign-air german west superiority 11 false", "done")
    scene = scene.play(
        *(
            f"assign-air soviet west {mission} {points} false"
            for mission, points in (("superiority", 5), ("strike", 1), ("support", 2))
        )
    )
    scene = scene.play("done", *["attack-air 1"] * 4)
    assert scene.menu.side == "axis"
    assert scene.refused("down-air ready-soviet-west") == "13.28"
    after = scene.play("down-air strikes-soviet-west")
    assert after.state.values.get("strikes-soviet-west") is None
    assert after.state.values["supports-soviet-west"] == 2


@pytest.mark.rule("war-in-europe:13.24/a")
@pytest.mark.rule("war-in-europe:13.28", "war-in-europe:13.24")
def test_without_enemies_each_point_destroys_one() -> None:
    scene = fight(2, 3, "done", "assign-air soviet west support 3 false", "done", dice=[])
    assert scene.state.values["supports-soviet-west"] == 1
    calm = fight(2, 3, "done", "done", dice=[])
    assert calm.state.values["ready-soviet-west"] == 3


# Ports


PORTS: dict[str, Any] = {"ports": {"1108": "minor", "1207": "major"}, "held": {"allied": ["1108", "1207"]}}


@pytest.mark.rule(
    "war-in-europe:13.3", "war-in-europe:13.31", "war-in-europe:13.36", "war-in-europe:13.37", "war-in-europe:13.12/a"
)
def test_a_port_is_attacked_once_a_turn_by_five_points_at_the_most() -> None:
    scene = deployment({"ready-german-west": 7}, dice=[2, 6], units={"inf": "0606"}, **PORTS)
    scene = scene.play("assign-air german west strike 7 false", "done")
    assert scene.menu.side == "axis"
    assert scene.refused("bomb-port 1108 6") == "13.31"
    assert scene.refused("bomb-port 0606 1") == "13.31"
    hit = scene.play("bomb-port 1108 5")
    assert hit.state.marker(hit.game.board.at("1108"), "port-reduced") == 1
    assert hit.refused("bomb-port 1108 1") == "13.31"
    assert hit.refused("bomb-port 1207 3") == "13.31"
    lost = hit.play("bomb-port 1207 2")
    assert lost.state.values["strikes-german-west"] == 6


@pytest.mark.rule("war-in-europe:13.31")
def test_a_point_lost_over_a_port_is_one_of_those_that_attacked_it() -> None:
    """The two that stayed behind may still attack another."""
    scene = deployment({"ready-german-west": 7}, dice=[6, 6], units={"inf": "0606"}, **PORTS)
    lost = scene.play("assign-air german west strike 7 false", "done", "bomb-port 1108 5")
    assert lost.state.values["strikes-german-west"] == 6
    assert lost.choices("bomb-port") == ("bomb-port 1207 1", "bomb-port 1207 2")
    assert lost.refused("bomb-port 1207 3") == "13.31"


@pytest.mark.rule("war-in-europe:13.31")
def test_ports_out_of_range_are_safe() -> None:
    board = "/".join(["." * 20] * 2)
    fixed: dict[str, Any] = {"phase": "air-deployment", "side": "axis", "axis": "0101", "allied": "2001"}
    scene = europe(
        {"rus": "1902"},
        board,
        ports={"2001": "minor", "1301": "minor"},
        held={"allied": ["1301"]},
        values={"ready-german-west": 1},
        **fixed,
    )
    scene = scene.play("assign-air german west strike 1 false", "done")
    assert scene.refused("bomb-port 2001 1") == "13.31"
    assert scene.allows("bomb-port 1301 1")


# Interdiction


@pytest.mark.rule(
    "war-in-europe:13.5", "war-in-europe:13.51", "war-in-europe:13.54", "war-in-europe:13.56", "war-in-europe:13.52"
)
def test_points_left_over_interdict_until_the_enemys_own_phase() -> None:
    values = {"supports-german-west": 2}
    marker = {"0606": {"interdicted-by-allied": 1}}
    scene = europe(
        {"inf": "0303"}, phase="interdiction", side="axis", values=values, markers=marker, last_turn=99, **FAR
    )
    assert scene.state.marker(scene.game.board.at("0606"), "interdicted-by-allied") == 0
    once = scene.play("interdict 0505")
    assert once.refused("interdict 0505") == "13.51"
    fixed: dict[str, Any] = {"phase": "interdiction", "side": "axis", "regions": {"south": ("air-front", ["0505"])}}
    other = europe({"inf": "0303"}, values={"supports-german-west": 1}, **fixed, **FAR)
    assert other.refused("interdict 0505") == "13.82", "a point of another front"
    assert once.state.values["ready-german-west"] == 1
    assert once.state.marker(once.game.board.at("0505"), "interdicted-by-axis") == 1
    wet = europe({"inf": "0101"}, "..~", phase="interdiction", side="axis", values=values, axis="0101")
    assert wet.refused("interdict 0301") == "13.51"
    board = "." * 20
    far = europe({"inf": "0101"}, board, phase="interdiction", side="axis", values=values, axis="0101")
    assert far.refused("interdict 1401") == "13.54"
    assert far.allows("interdict 1301")


@pytest.mark.rule("war-in-europe:13.13")
def test_points_still_in_their_boxes_go_home_when_the_turn_ends() -> None:
    values = {"supports-german-west": 2, "strikes-soviet-west": 1}
    scene = europe(
        {"inf": "0303", "rus": "0906"}, phase="interdiction", side="allied", values=values, last_turn=99, **FAR
    )
    assert scene.state.values["ready-german-west"] == 2
    assert scene.state.values["ready-soviet-west"] == 1


@pytest.mark.rule("war-in-europe:13.23", "war-in-europe:13.54", "war-in-europe:14.47")
def test_the_air_and_the_worth_of_lines_can_be_shown() -> None:
    marker = {"0505": {"interdicted-by-allied": 1}}
    scene = europe(
        {"inf": "0303"},
        phase="initial-movement",
        side="axis",
        markers=marker,
        values={"superiority-west": "axis"},
        held={"axis": ["0102"]},
        **FAR,
    )
    air = OVERLAYS[OverlayKind.AIR](scene.game, scene.state)
    areas = {(area.label.key, str(area.label.args["side"])): area.places for area in air.areas}
    at = scene.game.board.at
    assert areas["overlay.wie.interdicted", "allied"] == (at("0505"),)
    assert at("0606") in areas["overlay.wie.air-reach", "axis"]
    assert air.note is not None
    assert air.note.args["west"] == message("overlay.wie.air-side", side=Side("axis"))
    supply = OVERLAYS[OverlayKind.SUPPLY](scene.game, scene.state)
    lines = {area.label.key: area.places for area in supply.areas if "side" not in area.label.args}
    assert lines == {"overlay.wie.supply-major": (at("0303"),)}


@pytest.mark.rule("war-in-europe:13.12")
def test_an_assignment_is_said_in_words() -> None:
    table = begin(find_bundled("france-1940").load(), NewGame("france-1940", seed=1))
    said = {table.words.text(action) for action in table.menu.of_kind(AssignAir)}
    assert "Assign 2 points, west: superiority (German, aircraft)" in said
    assert not [words for words in said if "action." in words]
