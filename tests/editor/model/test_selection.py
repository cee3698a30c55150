"""Selections are values: rectangle, lasso, terrain and region, added, subtracted and turned inside out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.geometry.cells import Cells, every_cell
from editor.model.selection import (
    NOTHING,
    Combine,
    Selection,
    chosen,
    everything,
    in_lasso,
    in_rectangle,
    of_region,
    of_terrain,
    same_terrain,
)
from editor.refusal import CannotEdit
from engine.definitions.plan import BoxPlan, Cell, MapPlan, RegionPlan, SpacePlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import random_plan, small_plan


def a_map() -> MapPlan:
    """Hexes, two spaces and a box; the hexes of the first column are sea."""
    plan = small_plan()
    plan.sheets["main"].terrain[:, 0] = plan.code_of("sea")
    plan.sheets["main"].terrain[0, 5] = plan.code_of("sea")
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (0.0, 0.0), "sea")
    plan.spaces["gomel"] = SpacePlan("gomel", "Gomel", (50.0, 0.0), "clear")
    plan.boxes["dead"] = BoxPlan("dead", "Eliminated", (0.0, 50.0))
    return plan


def test_a_rectangle_selects_whatever_has_its_middle_inside() -> None:
    found = in_rectangle(a_map(), (60.0, 1.0), (-5.0, -1.0))
    assert found.places == {"kiev", "gomel"}
    assert not found.cells
    assert len(in_rectangle(a_map(), (-100.0, -100.0), (100.0, 100.0))) == 33


def test_a_lasso_selects_what_lies_inside() -> None:
    plan = a_map()
    found = in_lasso(plan, [(-1.0, -1.0), (2.0, -1.0), (2.0, 100.0), (-1.0, 100.0)])
    assert found.places == {"kiev", "dead"}
    assert set(found.cells) == {Cell("main", 1, row) for row in range(1, 6)}


def test_the_same_terrain_is_selected_near_or_everywhere() -> None:
    plan = a_map()
    assert len(same_terrain(plan, Cell("main", 1, 3)).cells) == 5
    everywhere = same_terrain(plan, Cell("main", 1, 3), contiguous=False)
    assert len(everywhere.cells) == 6
    assert everywhere.places == {"kiev"}
    assert of_terrain(plan, "tundra") == NOTHING
    with pytest.raises(CannotEdit):
        same_terrain(plan, Cell("main", 0, 0), contiguous=False)


def test_a_region_is_selected_with_its_spaces() -> None:
    plan = a_map()
    plan.regions["north"] = RegionPlan("north", "country", "", frozenset(("main:1,1", "kiev", "main:9,9")))
    found = of_region(plan, "north")
    assert set(found.cells) == {Cell("main", 1, 1)}
    assert found.places == {"kiev"}
    with pytest.raises(CannotEdit):
        of_region(plan, "south")


def test_a_hex_printed_twice_is_selected_on_both_sheets() -> None:
    assert len(chosen(two_sheets(), Cells.of([Cell("b", 1, 1)])).cells) == 2


@given(st.integers(0, 200), st.randoms(use_true_random=False))
def test_selections_combine_as_sets(seed: int, chance: object) -> None:
    plan = random_plan(seed)
    cells, names = list(every_cell(plan)), [*plan.spaces, *plan.boxes]

    def some() -> Selection:
        return Selection(
            Cells.of(chance.sample(cells, len(cells) // 2)),  # type: ignore[attr-defined]
            frozenset(chance.sample(names, len(names) // 2)),  # type: ignore[attr-defined]
        )

    one, other = some(), some()
    assert set(one.combined(other, Combine.ADD).cells) == set(one.cells) | set(other.cells)
    assert one.combined(other, Combine.SUBTRACT).places == one.places - other.places
    assert set(one.combined(other, Combine.INTERSECT).cells) == set(one.cells) & set(other.cells)
    assert one.combined(other, Combine.REPLACE) is other
    assert one.inverted(plan).inverted(plan) == one
    assert one.combined(one.inverted(plan), Combine.ADD) == everything(plan)
    assert not one.combined(one.inverted(plan), Combine.INTERSECT)
    assert all(cell in one for cell in one.cells)
    assert all(place in one for place in one.places)
