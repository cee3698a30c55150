"""Rivers and borders lie along hexsides, several on one, under one name whichever sheet they are seen from."""

from __future__ import annotations

import pytest

from editor.commands.sides import (
    clear_sides,
    edit_sides,
    lay_chain,
    relay_chain,
    set_sides,
    sides_under,
)
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_from
from editor.geometry.route import recovered, route
from editor.geometry.routing import AlongHexsides
from editor.geometry.vertices import chain_at, corners_of, hexsides_along
from editor.refusal import CannotEdit
from engine.definitions.plan import Cell, MapPlan, SideKey, SidePlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import small_plan


def side(plan: MapPlan, col: int, row: int, direction: int, sheet: str = "main") -> Hexside:
    return hexside_from(plan.sheets[sheet].grid, Cell(sheet, col, row), direction)


def test_several_things_lie_along_one_hexside() -> None:
    plan = small_plan()
    here = side(plan, 2, 2, 1)
    set_sides(plan, [here], "river").apply(plan)
    set_sides(plan, [here], "border", attributes={"closed": True}).apply(plan)
    assert plan.sides == {here.carrying("river"): SidePlan(), here.carrying("border"): SidePlan("", {"closed": True})}
    clear_sides(plan, [here], kinds=["river"]).apply(plan)
    assert list(plan.sides) == [here.carrying("border")]
    clear_sides(plan, [here]).apply(plan)
    assert not plan.sides


def test_a_hexside_of_two_sheets_carries_a_thing_once_and_loses_it_under_any_name() -> None:
    plan = two_sheets()
    on_b, on_a = side(plan, 1, 1, 0, "b"), side(plan, 4, 1, 0, "a")
    set_sides(plan, [on_b], "river").apply(plan)
    assert list(plan.sides) == [on_a.carrying("river")]
    plan.sides = {on_b.carrying("river"): SidePlan()}
    set_sides(plan, [on_b], "river").apply(plan)
    assert list(plan.sides) == [on_a.carrying("river")]
    plan.sides[on_b.carrying("river")] = SidePlan()
    clear_sides(plan, [on_b]).apply(plan)
    assert not plan.sides


def test_a_hexside_matters_for_entering_one_of_its_own_hexes_only() -> None:
    plan = small_plan()
    here = side(plan, 2, 2, 3)
    set_sides(plan, [here], "slope", towards="main:2,2").apply(plan)
    assert plan.sides[here.carrying("slope")].towards == "main:2,2"
    with pytest.raises(CannotEdit) as refused:
        set_sides(plan, [here], "slope", towards="main:5,5")
    assert refused.value.message.args["place"] == "0505"
    edit_sides(plan, [here.carrying("slope")], towards="").apply(plan)
    assert plan.sides[here.carrying("slope")].towards == ""
    with pytest.raises(CannotEdit):
        edit_sides(plan, [here.carrying("river")])


def test_nothing_lies_along_a_hexside_beyond_the_map() -> None:
    plan = small_plan()
    with pytest.raises(CannotEdit) as refused:
        set_sides(plan, [side(plan, 20, 20, 0)], "river")
    assert refused.value.message.key == "edit.cannot.no-hexside"
    set_sides(plan, [side(plan, 1, 5, 3)], "coast").apply(plan)
    assert SideKey("main", 1, 6, 0, "coast") in plan.sides, "the border of the map is a hexside too"


def test_a_river_of_twenty_hexsides_is_laid_by_two_clicks_and_bent_by_a_third() -> None:
    plan = small_plan(cols=20, rows=20)
    ground = Ground(plan)
    first, last = ground.spot(Cell("main", 2, 3)), ground.spot(Cell("main", 13, 8))
    detour = ground.spot(Cell("main", 6, 12))
    assert first is not None
    assert last is not None
    assert detour is not None
    router = AlongHexsides(plan)
    drawn = route(router, [corners_of(first)[0], corners_of(last)[0]])
    lay_chain(plan, drawn.chain, "river", attributes={"width": 2}).apply(plan)
    assert len(plan.sides) >= 20
    found = chain_at(plan, next(iter(plan.sides)))
    again = recovered(router, found)
    bent = again.inserted(router, 0, corners_of(detour)[0])
    relay_chain(plan, again.chain, bent.chain, "river").apply(plan)
    assert set(plan.sides) == {each.carrying("river") for each in hexsides_along(ground, bent.chain)}
    assert all(carried.attributes == {"width": 2} for carried in plan.sides.values())


def test_an_eraser_rubs_out_what_its_stroke_comes_nearest_to() -> None:
    plan = small_plan()
    ground = Ground(plan)
    here, there = side(plan, 2, 2, 3), side(plan, 4, 4, 0)
    set_sides(plan, [here, there], "river").apply(plan)
    beside = ground.spots_beside(here)
    assert beside is not None
    stroke = [ground.centre(spot) for spot in beside]
    assert here in sides_under(plan, stroke)
    assert there not in sides_under(plan, stroke)
    clear_sides(plan, sides_under(plan, stroke)).apply(plan)
    assert list(plan.sides) == [there.carrying("river")]
    assert clear_sides(plan, sides_under(plan, [])).is_empty
    assert clear_sides(plan, sides_under(plan, stroke), kinds=["wall"]).is_empty
