"""How far a fill runs, against a search from hex to hex."""

from __future__ import annotations

import random
from collections.abc import Collection
from collections.abc import Set as AbstractSet

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.geometry.cells import Cells, every_cell
from editor.geometry.flood import flood
from editor.geometry.ground import Ground
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.definitions.plan import NO_CELL, Cell, MapPlan, RegionPlan, SidePlan, canonical_side
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import random_plan, small_plan


def walked(
    plan: MapPlan,
    start: Cell,
    *,
    same_terrain: bool,
    within: Cells | None,
    members: AbstractSet[str] | None,
    stopped_by: Collection[str],
) -> set[Cell]:
    """The same fill, one hex after the other."""
    ground = Ground(plan)
    first = ground.spot(start)
    assert first is not None
    plane = ground.plane(start.sheet)
    assert plane is not None
    terrain = plan.terrain_at(ground.owner(start))

    def is_open(spot: object) -> bool:
        twins = ground.twins(spot)  # type: ignore[arg-type]
        return (
            bool(twins)
            and (not same_terrain or plan.terrain_at(twins[0]) == terrain)
            and (within is None or any(twin in within for twin in twins))
            and (members is None or any(twin.key in members for twin in twins))
        )

    found = {first} if is_open(first) else set()
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for direction, step in enumerate(plane.steps):
            there = here.moved(step)
            names = ground.same_hexsides(ground.hexside(here, direction))
            barred = any(name.carrying(kind) in plan.sides for name in names for kind in stopped_by)
            if there not in found and not barred and is_open(there):
                found.add(there)
                waiting.append(there)
    return {twin for spot in found for twin in ground.twins(spot)}


@settings(max_examples=200)
@given(st.integers(0, 1 << 20))
def test_a_fill_reaches_what_a_walk_from_hex_to_hex_reaches(seed: int) -> None:
    plan = random_plan(seed)
    chance = random.Random(seed)
    cells = list(every_cell(plan))
    if not cells:
        return
    start = chance.choice(cells)
    same_terrain = chance.random() < 0.6
    within = Cells.of(chance.sample(cells, len(cells) * 3 // 4)) if chance.random() < 0.4 else None
    region = chance.choice([None, *plan.regions])
    stopped_by = chance.sample(("river", "cliff"), chance.randint(0, 2))
    members = None if region is None else plan.regions[region].members
    expected = walked(plan, start, same_terrain=same_terrain, within=within, members=members, stopped_by=stopped_by)
    found = flood(plan, start, same_terrain=same_terrain, within=within, region=region, stopped_by=stopped_by)
    assert set(found) == expected


def test_a_fill_stops_at_a_river_only_when_asked() -> None:
    plan = small_plan()
    grid = plan.sheets["main"].grid
    for row in range(1, 6):
        for direction in (1, 2):
            plan.sides[canonical_side(grid, Cell("main", 3, row), direction, "river")] = SidePlan()
    plan.sides[canonical_side(grid, Cell("main", 3, 1), 1, "river")] = SidePlan()
    west = flood(plan, Cell("main", 1, 1), stopped_by=["river"])
    assert {col for _, col, _ in west} == {1, 2, 3}
    assert len(flood(plan, Cell("main", 1, 1), stopped_by=["cliff"])) == 30
    assert len(flood(plan, Cell("main", 1, 1))) == 30


@pytest.mark.parametrize("orientation", Orientation)
def test_a_fill_runs_over_the_seam_of_joined_sheets_and_covers_the_twins(orientation: Orientation) -> None:
    plan = two_sheets(orientation)
    assert flood(plan, Cell("a", 1, 1)) == every_cell(plan)
    plan.joins.clear()
    assert flood(plan, Cell("a", 1, 1)).sheets() == ("a",)


def test_a_fill_can_be_kept_to_a_region() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "", frozenset(("main:1,1", "main:2,1", "main:6,5")))
    assert set(flood(plan, Cell("main", 1, 1), region="north")) == {Cell("main", 1, 1), Cell("main", 2, 1)}
    assert not flood(plan, Cell("main", 3, 3), region="north")
    with pytest.raises(CannotEdit):
        flood(plan, Cell("main", 1, 1), region="south")


def test_a_fill_cannot_begin_where_there_is_no_hex() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[0, 0] = NO_CELL
    for cell in (Cell("main", 1, 1), Cell("main", 99, 1), Cell("moon", 1, 1)):
        with pytest.raises(CannotEdit) as refused:
            flood(plan, cell)
        assert refused.value.message.key == "edit.cannot.no-hex"
