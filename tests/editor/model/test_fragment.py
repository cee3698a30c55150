"""Pieces of map: turned, mirrored, kept as stamps, and the same whatever sheet they were copied from."""

from __future__ import annotations

import json
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.geometry.cells import Cells, every_cell
from editor.geometry.ground import Ground
from editor.model.fragment import Fragment, Mirror, Towards
from editor.model.fragment_copy import copied
from editor.model.stamps import Stamp, data_of, stamp_of
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.messages import message
from engine.definitions.plan import (
    Cell,
    FeaturePlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    SidePlan,
    canonical_side,
)
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import random_plan, small_plan

seeds = st.integers(0, 400)


def piece(seed: int) -> Fragment | None:
    plan = random_plan(seed)
    cells = list(every_cell(plan))
    if not cells:
        return None
    sheet = random.Random(seed).choice(cells).sheet
    own = [cell for cell in cells if cell.sheet == sheet]
    return copied(plan, Cells.of(random.Random(seed).sample(own, (len(own) + 1) // 2)))


def a_map(orientation: Orientation = Orientation.FLAT, parity: Parity = Parity.ODD) -> MapPlan:
    plan = small_plan()
    sheet = plan.sheets["main"]
    sheet.grid = HexGrid(orientation, parity)
    sheet.terrain[1, 1] = plan.code_of("forest")
    plan.features["city"] = FeaturePlan("city", "main:2,2", "city", "Ford", {"value": 3})
    plan.sides[canonical_side(sheet.grid, Cell("main", 2, 2), 4, "river")] = SidePlan("main:2,2", {"wide": True})
    plan.paths["rail-1"] = PathPlan("rail-1", "rail", ("main:2,1", "main:2,2", "main:2,3", "main:2,4"))
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset(("main:2,2", "main:5,5")), "#aa0000")
    return plan


@given(seeds)
def test_six_turns_and_two_mirrorings_bring_a_piece_back(seed: int) -> None:
    fragment = piece(seed)
    if fragment is None:
        return
    assert fragment.rotated(6) == fragment
    assert fragment.rotated(2).rotated(4) == fragment
    assert fragment.rotated(-1).rotated() == fragment
    for axis in Mirror:
        assert fragment.mirrored(axis).mirrored(axis) == fragment
    assert fragment.mirrored(Mirror.LEFT_RIGHT).mirrored(Mirror.TOP_BOTTOM) == fragment.rotated(3)
    assert fragment.mirrored().rotated() == fragment.rotated(-1).mirrored()


@pytest.mark.parametrize("orientation", Orientation)
def test_a_turn_is_sixty_degrees_clockwise_and_a_mirror_turns_left_to_right(orientation: Orientation) -> None:
    plan = a_map(orientation)
    ground = Ground(plan)
    plane = ground.plane("main")
    assert plane is not None
    plane = type(plane)(plane.home, plane.grid, 1.0, (0.0, 0.0), plane.sheets)
    fragment = copied(plan, every_cell(plan), anchor=Cell("main", 3, 3))
    for before, after in zip(fragment.features, fragment.rotated().features, strict=True):
        x, y = plane.point(*before.at)
        cos, sin = math.cos(math.pi / 3), math.sin(math.pi / 3)
        turned = x * cos - y * sin, x * sin + y * cos
        assert plane.point(*after.at) == pytest.approx(turned)
    for before, after in zip(fragment.features, fragment.mirrored().features, strict=True):
        x, y = plane.point(*before.at)
        assert plane.point(*after.at) == pytest.approx((-x, y))
    for before, after in zip(fragment.features, fragment.mirrored(Mirror.TOP_BOTTOM).features, strict=True):
        x, y = plane.point(*before.at)
        assert plane.point(*after.at) == pytest.approx((x, -y))
    side = fragment.sides[0]
    step = plane.steps[side.direction]
    x, y = plane.point(side.at[0] + step[0] / 2, side.at[1] + step[1] / 2)
    flipped = fragment.mirrored().sides[0]
    step = plane.steps[flipped.direction]
    assert plane.point(flipped.at[0] + step[0] / 2, flipped.at[1] + step[1] / 2) == pytest.approx((-x, y))


def test_a_piece_holds_terrain_hexsides_features_lines_and_regions() -> None:
    plan = a_map()
    hexes = Cells.of([Cell("main", 2, 2), Cell("main", 2, 3)])
    fragment = copied(plan, hexes, anchor=Cell("main", 2, 2))
    assert fragment.ground.as_dict() == {(0, 0): "forest", (0, 1): "clear"}
    assert [(feature.at, feature.name) for feature in fragment.features] == [((0, 0), "Ford")]
    assert [side.kind for side in fragment.sides] == ["river"]
    assert [line.through for line in fragment.lines] == [((0, 0), (0, 1))]
    assert fragment.lines[0].id == "", "only a stretch of the line was taken"
    assert [(region.id, region.members) for region in fragment.regions] == [("north", ((0, 0),))]
    assert not fragment.is_empty


def test_a_hexside_that_matters_for_entering_a_hex_still_does_when_turned() -> None:
    fragment = copied(a_map(), Cells.of([Cell("main", 2, 2)]), anchor=Cell("main", 2, 2))
    for turns in range(6):
        side = fragment.rotated(turns).sides[0]
        step = Ground(a_map()).plane("main").steps[side.direction]  # type: ignore[union-attr]
        entered = side.at if side.towards is Towards.NEAR else (side.at[0] + step[0], side.at[1] + step[1])
        assert entered == (0, 0)


def test_without_an_anchor_the_hex_in_the_middle_is_taken() -> None:
    fragment = copied(small_plan(cols=5, rows=5), every_cell(small_plan(cols=5, rows=5)))
    assert min(fragment.ground.q) == -2
    assert max(fragment.ground.q) == 2


def test_a_hex_printed_on_two_sheets_is_copied_once() -> None:
    plan = two_sheets()
    whole = copied(plan, every_cell(plan))
    assert len(whole.ground) == len(whole.ground.as_dict()) == len(Ground(plan).owners(every_cell(plan)))


def test_what_is_not_joined_cannot_be_one_piece() -> None:
    plan = two_sheets()
    plan.joins.clear()
    with pytest.raises(CannotEdit) as refused:
        copied(plan, every_cell(plan))
    assert refused.value.message.key == "edit.cannot.not-joined"
    with pytest.raises(CannotEdit):
        copied(plan, Cells.of([Cell("a", 1, 1)]), anchor=Cell("b", 1, 1))
    with pytest.raises(CannotEdit) as refused:
        copied(plan, Cells())
    assert refused.value.message.key == "edit.cannot.nothing-selected"


def test_a_piece_of_flat_tops_does_not_fit_pointed_ones() -> None:
    fragment = copied(a_map(), every_cell(a_map()))
    with pytest.raises(CannotEdit) as refused:
        fragment.cells_at(a_map(Orientation.POINTY), Cell("main", 1, 1))
    assert refused.value.message.key == "edit.cannot.fragment-orientation"
    with pytest.raises(CannotEdit):
        fragment.cells_at(a_map(), Cell("moon", 1, 1))
    assert fragment.cells_at(a_map(parity=Parity.EVEN), Cell("main", 1, 1))


@given(seeds)
def test_a_stamp_is_plain_data_and_comes_back_whole(seed: int) -> None:
    fragment = piece(seed)
    if fragment is None:
        return
    data = json.loads(json.dumps(data_of(Stamp("Lake", fragment))))
    stamp = stamp_of(data)
    assert stamp.name == "Lake"
    assert stamp.fragment == fragment
    assert data_of(stamp) == data


GOOD = {"name": "Lake", "orientation": "flat", "ground": {"names": ["sea"], "q": [0], "r": [0], "codes": [0]}}


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {},
        {**GOOD, "name": ""},
        {**GOOD, "orientation": "round"},
        {**GOOD, "more": 1},
        {**GOOD, "ground": {"names": ["sea"], "q": [0], "r": [0], "codes": [1]}},
        {**GOOD, "ground": {"names": ["sea"], "q": [0, 1], "r": [0], "codes": [0]}},
        {**GOOD, "ground": {"names": ["sea"], "q": [0, 0], "r": [0, 0], "codes": [0, 0]}},
        {**GOOD, "ground": {"names": ["No Word"], "q": [0], "r": [0], "codes": [0]}},
        {**GOOD, "ground": {"names": ["sea"], "q": [10**9], "r": [0], "codes": [0]}},
        {**GOOD, "sides": [{"at": [0, 0], "direction": 3, "kind": "river"}]},
        {**GOOD, "lines": [{"kind": "rail", "through": [[0, 0]]}]},
    ],
)
def test_data_that_is_no_stamp_is_refused_with_a_reason(bad: object) -> None:
    assert stamp_of(GOOD).fragment.ground.as_dict() == {(0, 0): "sea"}
    with pytest.raises(CannotEdit) as refused:
        stamp_of(bad)
    assert refused.value.message.key == "edit.cannot.bad-stamp"


def test_what_is_wrong_with_a_stamp_is_told_in_our_words() -> None:
    with pytest.raises(CannotEdit) as refused:
        stamp_of({**GOOD, "more": 1})
    assert refused.value.message.args["problem"] == message("issue.unknown-field", name="more")


def test_a_stamp_needs_a_name() -> None:
    with pytest.raises(CannotEdit):
        data_of(Stamp("", stamp_of(GOOD).fragment))
