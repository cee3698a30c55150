"""Ground under a map of spaces: as text, in a plan, and what is said of it when it is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.definitions.documents import dump_document, load_text
from engine.definitions.issues import DefinitionError, Severity
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.maps.rings import BadRingError, read_ring, write_ring
from engine.definitions.plan import MapPlan, RegionPlan, ShapePlan

COAST = """\
format: redoubt/map/1
id: coast
spaces:
- {id: a, terrain: clear}
regions:
- {id: north, kind: country, colour: red, members: [a]}
shapes:
- {id: sea, terrain: sea, rings: ["0,0 9,0 9,9 0,9"]}
- {id: land, terrain: clear, level: 1, rings: ["1,1 8.25,1 8,-8", "2,2 3,2 3,3"]}
- {id: tint, region: north, level: 2, rings: ["1,1 4,1 4,4"]}
"""

POINTS = st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))


def coast() -> MapPlan:
    plan, issues = plan_of(model(COAST))
    assert not issues
    return plan


def model(text: str) -> MapModel:
    document = load_text(text).document
    assert isinstance(document, MapModel)
    return document


def said(text: str) -> list[str]:
    with pytest.raises(DefinitionError) as caught:
        load_text(text)
    return [issue.message.key for issue in caught.value.issues]


def test_a_shape_is_read_with_its_rings_and_its_level() -> None:
    plan = coast()
    assert plan.shapes["land"] == ShapePlan(
        "land", (((1.0, 1.0), (8.25, 1.0), (8.0, -8.0)), ((2.0, 2.0), (3.0, 2.0), (3.0, 3.0))), "clear", "", 1
    )
    assert plan.shapes["tint"].region == "north"
    assert plan.copy().shapes == plan.shapes


def test_shapes_are_written_as_they_were_read_those_below_first() -> None:
    written = dump_document(model_of(coast()))
    assert plan_of(model(written))[0] == coast()
    assert written.index("id: sea") < written.index("id: land") < written.index("id: tint")
    assert '"1,1 8.25,1 8,-8"' in written


@given(st.lists(POINTS, min_size=3, max_size=20))
def test_a_ring_comes_back_from_its_text_to_the_last_digit(points: list[tuple[float, float]]) -> None:
    assert read_ring(write_ring(points)) == tuple(points)


@pytest.mark.parametrize("text", ["", "1,1", "1,1 2,2", "1,1 2,2 x,3", "1,1 2,2  3,3", "1,1 2,2 nan,3", "1;1 2;2 3;3"])
def test_what_is_no_ring_is_refused(text: str) -> None:
    with pytest.raises(BadRingError):
        read_ring(text)


def test_a_bad_outline_and_a_short_one_are_told_apart() -> None:
    assert said(COAST.replace("1,1 4,1 4,4", "1,1 4,1 four")) == ["map.bad-ring"]
    assert said(COAST.replace("1,1 4,1 4,4", "1,1 4,1")) == ["map.short-ring"]


@pytest.mark.parametrize("wrong", ["id: tint", "id: tint, terrain: clear, region: north"])
def test_a_shape_is_of_a_terrain_or_of_a_region(wrong: str) -> None:
    assert said(COAST.replace("id: tint, region: north", wrong)) == ["map.shape-of-what"]


def test_a_region_that_is_gone_is_a_warning_so_that_the_map_still_opens() -> None:
    plan = coast()
    del plan.regions["north"]
    found = check_plan(plan)
    assert [(issue.severity, issue.message.key) for issue in found] == [(Severity.WARNING, "map.unknown-region")]
    plan.regions["north"] = RegionPlan("north", "country", "")
    assert not check_plan(plan)


def test_two_shapes_of_one_name_are_refused() -> None:
    _, issues = plan_of(model(COAST.replace("id: tint", "id: land")))
    assert [issue.message.key for issue in issues] == ["map.duplicate-id"]
