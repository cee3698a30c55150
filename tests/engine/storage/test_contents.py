"""A map in words is made once, and its board too, until somebody paints on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.definitions.maps.map_model import MapModel
from engine.rulesets.inspection import made_ready
from engine.rulesets.library import find_bundled
from engine.storage.contents import Contents


@pytest.fixture
def contents() -> Contents:
    return Contents.of_project(find_bundled("ford").load())


def test_a_map_that_nobody_painted_on_is_not_written_again(contents: Contents) -> None:
    first = contents.to_project().loaded(MapModel)
    assert contents.to_project().loaded(MapModel)["ford"] is first["ford"]


def test_a_stroke_a_part_and_a_title_are_written(contents: Contents) -> None:
    plan = contents.maps["ford"]
    before = contents.to_project().maps["ford"]
    sheet = next(iter(plan.sheets.values()))
    old, sheet.terrain[0, 0] = sheet.terrain[0, 0], sheet.terrain[0, 0] % len(plan.terrain_names) + 1
    painted = contents.to_project().maps["ford"]
    assert painted.sheets != before.sheets
    sheet.terrain[0, 0] = old
    assert contents.to_project().maps["ford"] == before
    name, feature = next(iter(plan.features.items()))
    plan.features[name] = replace(feature, name="Elsewhere")
    assert "Elsewhere" in {each.name for each in contents.to_project().maps["ford"].features}
    plan.title = "Another"
    assert contents.to_project().maps["ford"].title == "Another"


def test_numbers_and_flags_that_are_equal_are_told_apart(contents: Contents) -> None:
    """In Python 1 is True; in a map they are two different things."""
    plan = contents.maps["ford"]
    name, feature = next(iter(plan.features.items()))
    for value in (1, True):
        plan.features[name] = replace(feature, attributes={"held": value})
        written = {each.attributes.get("held") for each in contents.to_project().maps["ford"].features} - {None}
        assert [type(each) for each in written] == [type(value)]


def test_a_board_serves_every_game_until_the_map_is_painted_on(contents: Contents) -> None:
    first = made_ready(contents.to_project(), 1).scenarios["ford"].game.board
    assert made_ready(contents.to_project(), 2).scenarios["ford"].game.board is first
    plan = contents.maps["ford"]
    name, feature = next(iter(plan.features.items()))
    plan.features[name] = replace(feature, name="Elsewhere")
    later = made_ready(contents.to_project(), 3).scenarios["ford"].game.board
    assert later is not first
    assert any(each.name == "Elsewhere" for at in later.locations() for each in later.features(at))
