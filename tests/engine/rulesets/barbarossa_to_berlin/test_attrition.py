"""6.3, 13.4.4 and 13.5: what is out of supply at the end of the rounds."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.core.ids import Side, UnitId
from engine.rulesets.barbarossa_to_berlin.attrition import bring_back_delayed
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import attrition, campaign

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk"
RESERVE, LOST = "axis-reserve", "axis-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:13.4.4", "barbarossa-to-berlin:6.3")
def test_a_corps_out_of_supply_is_eliminated() -> None:
    scene = attrition({"corps": "brest!", "front": "warsaw", "corps-2": "berlin"}, EAST)
    assert scene.place("corps") == LOST
    assert scene.place("corps-2") == "berlin"
    assert scene.place("front") == "warsaw"


@pytest.mark.rule("barbarossa-to-berlin:13.4.4")
def test_an_army_out_of_supply_returns_three_turns_later_and_costs_a_corps() -> None:
    units = {"army": "brest", "pz": "minsk", "front": "warsaw", "corps": RESERVE, "pzc": RESERVE, "itc": RESERVE}
    scene = attrition(units, EAST, turn=6)
    assert scene.place("army") == scene.place("pz") == "turn-track"
    assert scene.unit("army").values["due"] == 9
    assert [scene.place(unit) for unit in ("corps", "pzc", "itc")] == [LOST, LOST, RESERVE]


@pytest.mark.rule("barbarossa-to-berlin:13.4.4")
def test_without_a_corps_in_reserve_the_army_is_gone_for_good() -> None:
    scene = attrition({"army": "brest", "front": "warsaw", "pzc": RESERVE}, EAST)
    assert scene.place("army") == "removed"
    assert scene.place("pzc") == RESERVE


@pytest.mark.rule("barbarossa-to-berlin:13.4.4", "barbarossa-to-berlin:14.5.1")
def test_soviet_fronts_do_not_wait() -> None:
    units = {"front": "minsk", "sw": "minsk", "pz": "smolensk", "rifle": "allied-reserve", "rifle-2": "allied-reserve"}
    spare = {"sw-infantry": {"at": "to-come", "type": "soviet-front"}}
    scene = attrition({**units, **spare}, EAST, "allied")
    assert scene.place("front") == "allied-eliminated"
    assert scene.place("sw") == "removed"
    assert scene.place("sw-infantry") == "allied-eliminated"
    assert scene.place("rifle") == scene.place("rifle-2") == "allied-eliminated"
    alone = attrition({"front": "minsk", "pz": "smolensk"}, EAST, "allied")
    assert alone.place("front") == "removed"


@pytest.mark.rule("barbarossa-to-berlin:6.3", "barbarossa-to-berlin:14.5.4")
def test_armies_whose_three_turns_are_over_can_be_rebuilt() -> None:
    due = {"army": {"at": "turn-track", "values": {"due": 6}}, "pz": {"at": "turn-track", "values": {"due": 7}}}
    scene = attrition(due, EAST, turn=6)
    assert scene.place("army") == LOST
    assert scene.place("pz") == "turn-track"
    allied = {"bra": {"at": "turn-track", "values": {"due": 12, "theatre": "either"}}}
    back = attrition(allied, "suez - cairo", "allied", turn=12)
    assert back.place("bra") == "allied-eliminated"
    assert dict(back.unit("bra").values) == {"theatre": "either"}


@pytest.mark.rule("barbarossa-to-berlin:6.3", "barbarossa-to-berlin:14.5.4")
def test_an_army_that_has_waited_is_not_lost_a_second_time() -> None:
    due = {"army": {"at": "turn-track", "values": {"due": 6}}, "front": "moscow"}
    scene = campaign(due, EAST, phase="round-3", side="axis", turn=6)
    draft = Draft(scene.state)
    bring_back_delayed(scene.game, draft, Side("axis"))
    assert scene.game.board.label(draft.state.unit(UnitId("army")).at) == LOST
    assert [move.unit for event in draft.events for move in event.moves] == ["army"]
    assert [loss for event in draft.events for loss in event.losses] == []


@pytest.mark.rule("barbarossa-to-berlin:13.5")
def test_a_space_nobody_could_be_supplied_in_changes_hands() -> None:
    scene = attrition({"front": "warsaw"}, EAST, axis=["brest", "minsk"], values={"vp": 7})
    assert scene.holder("brest") == scene.holder("minsk") == "allied"
    assert scene.holder("berlin") == "axis"
    points = attrition({"pz": "moscow"}, EAST, "allied", values={"vp": 7})
    assert points.holder("smolensk") == points.holder("minsk") == "axis"
    assert points.state.values["vp"] == 8


@pytest.mark.rule("barbarossa-to-berlin:13.5")
def test_stalin_does_not_hold_a_space_by_himself() -> None:
    scene = attrition({"stalin": "moscow", "pz": "smolensk"}, "berlin - smolensk - moscow", "allied")
    assert scene.holder("moscow") == "axis"
    assert scene.place("stalin") == "moscow"


@pytest.mark.rule("barbarossa-to-berlin:13.5/a")
def test_a_fort_of_ones_own_holds_out() -> None:
    scene = attrition({"pz": "kerch"}, "berlin - kerch - sevastopol", "allied", axis=["kerch"])
    assert scene.holder("sevastopol") == "allied"


@pytest.mark.rule("barbarossa-to-berlin:13.5/b")
def test_malta_never_changes_hands_so() -> None:
    scene = attrition({"br": "cairo"}, "malta = sea-malta = tripoli; cairo - suez", "allied")
    assert scene.holder("malta") == "allied"


@pytest.mark.rule("barbarossa-to-berlin:6.3")
def test_each_side_has_its_own_attrition() -> None:
    units = {"corps": "brest", "front": "warsaw", "rifle": "allied-reserve"}
    allied = attrition(units, EAST, "allied")
    assert (allied.place("corps"), allied.place("front")) == ("brest", "allied-eliminated")
    axis = attrition(units, EAST, "axis")
    assert (axis.place("corps"), axis.place("front")) == (LOST, "warsaw")


@pytest.mark.rule("barbarossa-to-berlin:6.3", "barbarossa-to-berlin:card.axis.19")
def test_the_luftwaffe_saves_what_it_supplies() -> None:
    scene = attrition({"army": "brest", "front": "warsaw"}, EAST, markers={"brest": {"luftwaffe-supply": 1}})
    assert scene.place("army") == "brest"


@pytest.mark.rule("barbarossa-to-berlin:6.3")
def test_a_beachhead_no_unit_can_trace_to_goes() -> None:
    links = "beach-d - calais - paris; beach-j - marseille; suez - cairo"
    markers = {"beach-d": {"beachhead-allied": 1}, "beach-j": {"beachhead-american": 1}}
    scene = attrition({"br": "calais"}, links, "allied", markers=markers)
    board = scene.game.board
    assert scene.state.marker(board.at("beach-d"), "beachhead-allied") == 1
    assert scene.state.marker(board.at("beach-j"), "beachhead-american") == 0
