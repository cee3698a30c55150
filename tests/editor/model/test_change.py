"""A change fits one state of a map and leads to one other, or does nothing at all."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from editor.geometry.cells import Cells, every_cell
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edit_application import MismatchedChange
from editor.model.edits import FEATURES, PATHS, REGIONS, Part
from editor.model.sketch import Sketch
from editor.model.touched import Touched
from editor.model.words import (
    checked_attributes,
    checked_id,
    checked_kind,
    checked_line,
    checked_point,
    checked_text,
    slug,
    unused,
)
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import BoxPlan, Cell, FeaturePlan, MapPlan, RegionPlan, SpacePlan
from tests.helpers.plans import small_plan

LABEL = message("edit.do.move")
CITY = FeaturePlan("city", "main:1,1", "city", "Ford", {"value": 1})


def painted(plan: MapPlan, *cells: Cell, terrain: str = "forest") -> Change:
    sketch = Sketch(plan)
    sketch.paint(Cells.of(cells), sketch.code_of(terrain))
    return sketch.change(LABEL)


def with_city(plan: MapPlan, city: FeaturePlan | None) -> Change:
    sketch = Sketch(plan)
    sketch.put(FEATURES, "city", city)
    return sketch.change(LABEL)


def test_a_new_terrain_comes_with_the_stroke_that_uses_it_and_goes_with_its_undoing() -> None:
    plan = small_plan()
    change = painted(plan, Cell("main", 1, 1))
    assert plan.terrain_names == ["clear"]
    change.apply(plan)
    assert plan.terrain_names == ["clear", "forest"]
    change.revert(plan)
    assert plan.terrain_names == ["clear"]


def test_a_terrain_that_no_hex_takes_is_not_added() -> None:
    sketch = Sketch(small_plan())
    sketch.paint(Cells(), sketch.code_of("forest"))
    assert sketch.change(LABEL).is_empty


def test_a_stroke_over_what_it_painted_already_is_no_change() -> None:
    plan = small_plan()
    painted(plan, Cell("main", 1, 1)).apply(plan)
    assert painted(plan, Cell("main", 1, 1)).is_empty
    assert len(painted(plan, Cell("main", 1, 1), Cell("main", 2, 1))) == 1


def test_a_change_that_does_not_fit_leaves_the_map_as_it_was() -> None:
    plan = small_plan()
    stroke = painted(plan, Cell("main", 1, 1))
    both = stroke.then(with_city(plan, CITY))
    plan.features["city"] = FeaturePlan("city", "main:3,3", "port")
    before = deepcopy(plan)
    with pytest.raises(MismatchedChange):
        both.apply(plan)
    assert plan == before
    with pytest.raises(MismatchedChange):
        stroke.revert(plan)
    assert plan == before


def test_members_that_do_not_fit_are_noticed_too() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North")
    sketch = Sketch(plan)
    sketch.enrol("north", ["main:1,1"])
    change = sketch.change(LABEL)
    change.apply(plan)
    with pytest.raises(MismatchedChange):
        change.apply(plan)


def test_one_and_true_are_different_values() -> None:
    plan = small_plan()
    plan.features["city"] = CITY
    change = with_city(plan, FeaturePlan("city", "main:1,1", "city", "Ford", {"value": True}))
    assert len(change) == 1
    change.apply(plan)
    assert plan.features["city"].attributes["value"] is True
    change.revert(plan)
    assert plan.features["city"].attributes["value"] == 1
    assert plan.features["city"].attributes["value"] is not True


def test_strokes_of_one_gesture_fold_into_one_change() -> None:
    plan = small_plan()
    first = painted(plan, Cell("main", 1, 1), Cell("main", 2, 1))
    first.apply(plan)
    second = painted(plan, Cell("main", 2, 1), Cell("main", 3, 1), terrain="sea")
    second.apply(plan)
    stroke = first.then(second)
    assert stroke.label is LABEL
    assert len(stroke) == 5, "three hexes and two terrains"
    fresh = small_plan()
    stroke.apply(fresh)
    assert fresh == plan
    stroke.revert(plan)
    assert plan == small_plan()


def test_a_change_can_be_read_edit_by_edit() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset(("main:2,2",)))
    sketch = Sketch(plan)
    sketch.paint(Cells.of([Cell("main", 1, 1)]), sketch.code_of("sea"))
    sketch.put(FEATURES, "city", CITY)
    sketch.enrol("north", ["main:1,1"])
    sketch.discharge("north", ["main:2,2"])
    change = sketch.change(LABEL)
    listed = [(edit.part, edit.key, edit.before, edit.after) for edit in change.edits()]
    assert (Part.CELL, Cell("main", 1, 1), 1, 2) in listed
    assert (Part.TERRAIN, 2, None, "sea") in listed
    assert (Part.MEMBER, ("north", "main:1,1"), False, True) in listed
    assert (Part.MEMBER, ("north", "main:2,2"), True, False) in listed
    assert (Part.FEATURE, "city", None, CITY) in listed
    assert len(listed) == len(change)


def test_what_was_touched_is_told_and_no_more() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North")
    sketch = Sketch(plan)
    sketch.enrol("north", ["main:1,1"])
    touched = sketch.change(LABEL).touched()
    assert touched == Touched(regions=frozenset(("north",)), members=frozenset(("main:1,1",)))
    assert not touched.ground
    assert not touched.nothing


def test_an_index_follows_what_a_change_and_its_undoing_touched() -> None:
    plan = small_plan()
    contents = MapContents(plan)
    change = with_city(plan, CITY)
    change.apply(plan)
    assert change.touched().features == {"city"}
    contents.follow(change.touched())
    assert contents.features_at("main:1,1") == {"city"}
    change.revert(plan)
    contents.follow(change.touched())
    assert not contents.features_at("main:1,1")
    assert plan == small_plan()


# Sketches


def test_a_sketch_reads_back_what_was_put_into_it() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset(("main:2,2",)))
    sketch = Sketch(plan)
    sketch.put(FEATURES, "city", CITY)
    assert sketch.get(FEATURES, "city") is CITY
    assert sketch.is_taken(FEATURES, PATHS)("city")
    assert sketch.changed(FEATURES) == ["city"]
    assert sketch.is_member("north", "main:2,2")
    sketch.discharge("north", ["main:2,2"])
    assert not sketch.is_member("north", "main:2,2")
    sketch.enrol("north", ["main:2,2", "main:3,3"])
    assert sketch.is_member("north", "main:3,3")
    sketch.put(REGIONS, "north", RegionPlan("north", "zone", "North"))
    assert not plan.features
    change = sketch.change(LABEL)
    assert change.members["north"].joined == {"main:3,3"}
    change.apply(plan)
    assert plan.regions["north"] == RegionPlan("north", "zone", "North", frozenset(("main:2,2", "main:3,3")))


def test_later_strokes_of_a_sketch_cover_earlier_ones() -> None:
    plan = small_plan()
    sketch = Sketch(plan)
    sketch.paint(every_cell(plan), sketch.code_of("sea"))
    sketch.paint(Cells.of([Cell("main", 1, 1)]), sketch.code_of("forest"))
    sketch.paint(Cells.of([Cell("main", 2, 1)]), sketch.code_of("clear"))
    sketch.change(LABEL).apply(plan)
    assert plan.terrain_at(Cell("main", 1, 1)) == "forest"
    assert plan.terrain_at(Cell("main", 2, 1)) == "clear"
    assert np.count_nonzero(plan.sheets["main"].terrain == plan.code_of("sea")) == 28


def test_a_map_has_room_for_so_many_terrains_and_no_more() -> None:
    plan = small_plan()
    plan.terrain_names += [f"terrain-{number}" for number in range(65_534)]
    with pytest.raises(CannotEdit) as refused:
        Sketch(plan).code_of("one-too-many")
    assert refused.value.message.key == "edit.cannot.too-many-terrains"


# Words


def test_names_become_ids_as_a_person_would_choose_them() -> None:
    assert slug("Brest-Litovsk", "space") == "brest-litovsk"
    assert slug("Königsberg", "space") == "konigsberg"
    assert slug("Волга", "space") == "space"
    assert slug("5th Army", "region") == "region-5th-army"
    assert unused("kiev", {"kiev", "kiev-2"}.__contains__, "-") == "kiev-3"


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (checked_line, "Ford", "x" * 201),
        (checked_line, "", "a\x07b"),
        (checked_text, "two\nlines", "\x00"),
        (checked_text, "", "x" * 20_001),
        (checked_kind, "major-river_2", "Major River"),
        (checked_kind, "river", "river\n"),
        (checked_id, "a-1", "a_1"),
        (checked_id, "a", "a\n"),
        (checked_attributes, {"cost": 1}, {"cost\n": 1}),
        (checked_attributes, {"value": 1_000_000}, {"value": 1_000_001}),
        (checked_attributes, {"value": "x"}, {"value": "x" * 2001}),
        (checked_attributes, {"a": False}, {"A": False}),
        (checked_attributes, {}, {"a": "\x1b"}),
        (checked_attributes, {"a": 0.5}, {"a": float("nan")}),
        (checked_point, (1.0, 2.0), (float("inf"), 0.0)),
    ],
)
def test_what_no_file_can_hold_is_refused(check: object, good: object, bad: object) -> None:
    assert check(good) == good  # type: ignore[operator]
    with pytest.raises(CannotEdit):
        check(bad)  # type: ignore[operator]


def test_places_are_spoken_of_as_the_map_prints_them() -> None:
    plan = small_plan()
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (0.0, 0.0), "")
    plan.boxes["dead"] = BoxPlan("dead", "", (0.0, 0.0))
    assert [place_name(plan, key) for key in ("main:3,2", "kiev", "dead", "moon:1,1", "main:1,-5")] == [
        "0302",
        "Kiev",
        "dead",
        "moon:1,1",
        "main:1,-5",
    ]
