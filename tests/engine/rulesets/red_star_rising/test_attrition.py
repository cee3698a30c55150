"""10.9: what isolation costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import GAME
from tests.engine.rulesets.red_star_rising.strips import WEST, on_strip
from tests.helpers.positions import Scene, marked, position

LACKING, UNSUPPLIED = "lacking", "unsupplied"


def suffering(units: dict[str, Any], dice: list[int], turn: int = 3, **more: Any) -> Scene:
    """A supply phase without any source; the depot gives the Axis something to decide before it."""
    scene = on_strip("." * 20, {**units, "depot-0": "0101"}, phase="supply", turn=turn, dice=dice, **more)
    return scene.play("done")


def rolled(scene: Scene) -> list[tuple[str, int, int, int]]:
    """Whom attrition tested: the unit, the die, the die with modifiers and the steps it costs."""
    return [(told.unit, told.die, told.modified, told.steps) for told in scene.told("attrition-rolled")]


@pytest.mark.rule("red-star-rising:10.9", "red-star-rising:10.9.1")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_one_die_on_the_table_tells_how_many_steps_a_unit_out_of_supply_loses(die: int, lost: int) -> None:
    scene = suffering({"ita": "0110"}, [die])
    assert rolled(scene) == [("ita", die, die, lost)]
    if lost < 2:
        assert scene.unit("ita").step == lost
        assert scene.unit("ita").marks == {UNSUPPLIED}
    else:
        assert scene.place("ita") == "axis-eliminated"


@pytest.mark.rule("red-star-rising:10.9.1")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_units_that_lack_supply_suffer_less(die: int, lost: int) -> None:
    scene = suffering({"inf": "0110", "fleet": "0110"}, [die])
    assert rolled(scene) == [("inf", die, die, lost)]
    assert (scene.unit("inf").step, scene.unit("inf").marks) == (lost, {LACKING})


@pytest.mark.rule("red-star-rising:10.9.1", "red-star-rising:10.5")
def test_who_is_only_said_to_be_isolated_is_out_of_supply() -> None:
    units = {"inf": marked("0110", "isolated"), "ita": marked("0112", "isolated", LACKING)}
    scene = on_strip("." * 20, units, phase="attrition", turn=3, dice=[3, 3])
    assert [scene.unit(name).step for name in units] == [1, 0]


@pytest.mark.rule("red-star-rising:10.9.1")
def test_only_isolated_units_are_tested_and_each_by_itself() -> None:
    units = {"inf-1": "0112", "inf-2": "0112", "inf-3": "0107", "inf-4": "0103"}
    scene = suffering(units, [1, 5], sources=WEST)
    assert rolled(scene) == [("inf-1", 1, 1, 0), ("inf-2", 5, 5, 1)]
    assert [scene.unit(name).step for name in units] == [0, 1, 0, 0]
    assert [scene.unit(name).marks for name in units] == [{UNSUPPLIED}] * 3 + [set()]


@pytest.mark.rule("red-star-rising:10.9.1")
@pytest.mark.parametrize(("turn", "modified", "lost"), [(3, 2, 0), (7, 2, 0), (8, 3, 1), (22, 3, 1), (36, 3, 1)])
def test_the_table_is_worse_in_snow(turn: int, modified: int, lost: int) -> None:
    assert rolled(suffering({"inf": "0110"}, [2], turn=turn)) == [("inf", 2, modified, lost)]


@pytest.mark.rule("red-star-rising:10.9.1")
def test_a_corps_is_worn_down_to_a_kampfgruppe_that_stays_out_of_supply() -> None:
    scene = suffering({"inf": {"at": "0110", "step": 1}, "kg": "breakdown"}, [6])
    assert (scene.place("inf"), scene.place("kg"), scene.unit("kg").step) == ("breakdown", "0110", 1)
    assert scene.unit("kg").marks == {UNSUPPLIED}


@pytest.mark.rule("red-star-rising:10.9.1")
def test_a_soviet_army_draws_a_marker_to_find_out_what_is_left_of_it() -> None:
    """The marker that is drawn here shows an army of one step, which the table takes."""
    scene = suffering({"army": "0110"}, [3])
    assert [(told.unit, told.attack) for told in scene.told("marker-drawn")] == [("army", 0)]
    assert [told.unit for told in scene.told("unit-eliminated")] == ["army"]


@pytest.mark.rule("red-star-rising:10.9.1")
def test_both_sides_suffer() -> None:
    scene = suffering({"inf": "0110", "rifle": "0118"}, [5, 6])
    assert rolled(scene) == [("inf", 5, 5, 1), ("rifle", 6, 6, 2)]
    assert scene.place("rifle") == "force-pool"


@pytest.mark.rule("red-star-rising:10.9.2", "red-star-rising:2.0.A")
@pytest.mark.parametrize("spared", [True, False])
def test_nobody_suffers_in_the_first_turn_of_the_game(spared: bool) -> None:
    charts = {"parameters": {"no_attrition_on_first_turn": spared}}
    scene = suffering({"inf": "0110"}, [6], turn=1, charts=charts)
    assert scene.told("supply-checked")[0].isolated == ["inf"]
    assert rolled(scene) == []
    assert scene.unit("inf").marks == {UNSUPPLIED}


@pytest.mark.rule("red-star-rising:10.9.2", "red-star-rising:2.0.A")
@pytest.mark.parametrize(("spared", "later", "step"), [(True, 0, 0), (False, 0, 1), (True, 1, 1)])
def test_nor_in_the_first_turn_of_a_scenario_that_says_so(spared: bool, later: int, step: int) -> None:
    """The scenario before Moscow does not begin with the first turn of the war."""
    base = position(game=GAME, scenario="typhoon", phase="movement", side="axis")
    materials = base.game.materials
    first = materials.brief.scenario.first_turn
    somewhere = base.game.board.label(materials.standing_ground[0])
    isolated = {"type": "german-infantry-corps", "at": somewhere, "marks": [UNSUPPLIED, "isolated"]}
    charts = {"parameters": {"no_attrition_on_first_turn": spared}}
    scene = position(
        game=GAME, scenario="typhoon", phase="attrition", turn=first + later, dice=[5], charts=charts,
        units={"lost": isolated},
    )  # fmt: skip
    assert first > 1
    assert scene.unit("lost").step == step


@pytest.mark.rule("red-star-rising:10.9.3", "red-star-rising:11.1.9", "red-star-rising:10.0.6")
def test_partisans_are_never_tested() -> None:
    scene = suffering({"partisan": "0104"}, [6])
    assert rolled(scene) == []
    assert scene.place("partisan") == "0104"


@pytest.mark.rule("red-star-rising:10.9.1/a", "red-star-rising:2.0.A", "red-star-rising:10.5/a")
@pytest.mark.parametrize("hq", ["hq", "finhq", "romhq"])
def test_headquarters_are_never_tested(hq: str) -> None:
    assert rolled(suffering({hq: "0110"}, [1])) == []
    assert rolled(suffering({"hq-1": "0110", "factory": "0110"}, [])) == []
