"""Chapter 6: the optional events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from immutables import Map

from engine.core.state import evolve
from engine.rulesets.white_october.events import percent
from engine.rulesets.white_october.names import WHITE
from tests.engine.rulesets.white_october.fights import CENTRE, SW, combat
from tests.engine.rulesets.white_october.scenes import here, october
from tests.helpers.positions import Scene, marked

QUIET = [5, 5]
"""A throw at which nothing happens."""


def of(at: str, division: str, **more: Any) -> dict[str, Any]:
    return {"at": at, "formation": division, **more}


UNITS = {
    "inf": of(here(2, 2), "d1"),
    "inf-2": of(here(2, 4), "d1"),
    "inf-3": of(here(2, 6), "d2"),
    "rifle": of(here(9, 6), "rifle-2"),
}


def thrown(*dice: int, units: dict[str, Any] | None = None, **more: Any) -> Scene:
    return october(units or UNITS, phase="events", side="white", options={"events": True}, dice=list(dice), **more)


@pytest.mark.rule("white-october:6")
def test_two_ten_sided_dice_make_a_hundred() -> None:
    assert [percent(10, 10), percent(10, 1), percent(4, 2), percent(10, 10)] == [100, 1, 42, 100]


@pytest.mark.rule("white-october:6")
def test_each_side_throws_and_nothing_may_happen() -> None:
    scene = thrown(*QUIET, *QUIET)
    assert scene.game.moment(scene.state).phase == "choice"
    off = october(UNITS, phase="resupply", side="white")
    assert "events" not in {moment.phase for moment in off.placed.passed}


@pytest.mark.rule("white-october:6.1")
def test_the_enemy_names_a_formation_and_its_owner_the_unit() -> None:
    scene = thrown(2, 1, *QUIET)
    assert scene.menu.side == "red"
    assert scene.choices("name-formation") == ("name-formation d1", "name-formation d2")
    named = scene.play("name-formation d1")
    assert named.menu.side == "white"
    assert named.choices("name-victim") == ("name-victim inf", "name-victim inf-2")
    assert named.play("name-victim inf-2").unit("inf-2").step == 1


@pytest.mark.rule("white-october:6.1", "white-october:3.2")
def test_treason_makes_a_prisoner() -> None:
    scene = thrown(1, 1, *QUIET).play("name-formation d2", "name-victim inf-3")
    assert scene.unit("inf-3").step == 1
    assert scene.state.values["red-prisoners"] == 1


@pytest.mark.rule("white-october:6.1")
def test_rumours_lower_the_morale_of_a_whole_formation() -> None:
    scene = thrown(10, 1, *QUIET).play("name-formation d1")
    assert "rumours" in scene.unit("inf").marks
    assert "rumours" in scene.unit("inf-2").marks
    assert scene.ask("unit", "inf").factors.morale.value == 4


@pytest.mark.rule("white-october:6.1")
def test_a_soviet_keeps_a_unit_from_attacking() -> None:
    scene = thrown(3, 1, *QUIET).play("name-formation d1", "name-victim inf")
    assert "soviet" in scene.unit("inf").marks
    fight = combat({"inf": marked(SW, "soviet"), "inf-2": SW, "rifle": CENTRE}).play(f"declare-attack {CENTRE}")
    assert fight.refused("add-attacker inf") == "6.1"


@pytest.mark.rule("white-october:6.2")
def test_volunteers_and_zeal() -> None:
    assert thrown(8, 1, *QUIET).state.values["white-recruits"] == 1
    units = {**UNITS, "inf": of(here(2, 2), "d1", marks=["disorganised"])}
    zeal = thrown(6, 5, *QUIET, units=units)
    assert zeal.play("use-event inf").unit("inf").marks == frozenset()


@pytest.mark.rule("white-october:6.2", "white-october:11.2.1")
def test_an_insurrection_is_prepared_in_secret_and_breaks_out_when_the_whites_like() -> None:
    city: dict[str, Any] = {"city": "oi", "ways_in": [(here(3, 4), "P0101")]}
    units = {**UNITS, "rifle-2": of("P0201", "garrison")}
    scene = thrown(9, 9, *QUIET, units=units, markers={"P0101": {"policed": 1}}, **city)
    assert scene.choices("lay-plot") == ("lay-plot P0201",)
    laid = scene.play("lay-plot P0201", "begin-with movement")
    assert laid.state.sealed["white"]["plot"] == "P0201"
    assert not laid.game.view(laid.state, "red").sealed["white"]
    risen = laid.play("rise-up")
    assert "disorganised" in risen.unit("rifle-2").marks
    assert risen.refused("rise-up") == "6.2"


@pytest.mark.rule("white-october:6.1", "white-october:5.4")
def test_attrition_that_takes_the_last_of_a_stack_takes_its_headquarters_along() -> None:
    units = {"inf1": of(here(2, 2), "d1"), "hqa": here(2, 2), "inf-2": of(here(2, 6), "d2"), "rifle": UNITS["rifle"]}
    struck = thrown(2, 1, *QUIET, units=units).play("name-formation d1", "name-victim inf1")
    assert struck.place("inf1") == "white-eliminated"
    assert struck.place("hqa") == "white-calendar"
    spared = thrown(2, 1, *QUIET, units={**units, "weak": here(2, 2)}).play("name-formation d1", "name-victim inf1")
    assert spared.place("hqa") == here(2, 2)


@pytest.mark.rule("white-october:11.2.1")
@pytest.mark.parametrize(("at", "found"), [("P0101", True), ("P0201", False)])
def test_the_police_uncover_a_plot_where_they_look_and_nowhere_else(at: str, found: bool) -> None:
    city: dict[str, Any] = {"city": "oi", "ways_in": [(here(3, 4), "P0101")], "sources": [here(12, 4)]}
    plot: Map[str, Any] = Map({"plot": "P0101"})
    quiet = october(UNITS, phase="politics", side="red", turn=4, options={"events": True}, dice=[6, 1, 1], **city)
    state = evolve(quiet.state, sealed=quiet.state.sealed.set(WHITE, plot))
    plotted = replace(quiet, placed=replace(quiet.placed, state=state))
    secured = plotted.play("hunt-plotters", f"secure-district {at}")
    assert [event.plot for event in secured.told("district-secured")] == [found]
    assert bool(secured.state.sealed.get(WHITE)) is not found
