"""The bounds hold for text as for rows, and what a command lets in can be read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from editor.commands.sheets import add_sheet, set_scale
from editor.commands.texts import add_text
from editor.refusal import CannotEdit
from engine.definitions.bounds import LARGEST_LETTERING, LONGEST_FILE_NAME, LONGEST_TEXT
from engine.definitions.maps.map_bounds import beyond_bounds
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.plan import SpacePlan
from engine.storage.copies import write_new
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from tests.helpers.plans import small_plan
from tests.helpers.projects import small_contents

SHEET = {"id": "main", "size": [3, 3], "fill": "clear"}


@pytest.mark.parametrize(
    "more",
    [
        {"sheets": [{**SHEET, "scale": 1e6}]},
        {"sheets": [{**SHEET, "scale": 1e-6}]},
        {"sheets": [{**SHEET, "origin": [1e6, 0]}]},
        {"sheets": [{**SHEET, "id": f"sheet-{number}", "size": [1000, 1000]} for number in range(5)]},
        {"sheets": [{**SHEET, "id": f"sheet-{number}"} for number in range(101)]},
        {"spaces": [{"id": "far", "position": [1e6, 0]}]},
        {"boxes": [{"id": "far", "position": [0, -1e9]}]},
        {"texts": [{"text": "x", "position": [0, 0], "size": 1e6}]},
        {"texts": [{"text": "x", "position": [0, 0], "angle": 1e6}]},
    ],
)
def test_text_beyond_a_bound_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        MapModel.from_data({"id": "ford", **more})


def test_what_follows_from_several_numbers_is_told_with_its_place() -> None:
    far = {**SHEET, "first": [900_000, 1]}
    _, issues = plan_of(MapModel.from_data({"id": "ford", "sheets": [far]}))
    assert [issue.message.key for issue in issues if issue.is_error] == ["bounds.too-far"]
    long = {"text": "x" * LONGEST_TEXT, "position": [0, 0], "size": LARGEST_LETTERING}
    _, issues = plan_of(MapModel.from_data({"id": "ford", "texts": [long]}))
    assert [issue.message.key for issue in issues if issue.is_error] == ["bounds.lettering-too-long"]


def test_a_map_within_the_bounds_has_nothing_beyond_them() -> None:
    plan = small_plan()
    assert list(beyond_bounds(plan)) == []
    plan.spaces["far"] = SpacePlan("far", "Far", (float("nan"), 0.0), "clear")
    assert [found.part for found in beyond_bounds(plan)] == ["space"]


def test_no_command_makes_what_a_file_could_not_hold() -> None:
    plan = small_plan()
    with pytest.raises(CannotEdit):
        set_scale(plan, "main", 1e-4)
    with pytest.raises(CannotEdit):
        add_text(plan, "x" * LONGEST_TEXT, (0.0, 0.0), size=LARGEST_LETTERING)
    plan.sheets["main"] = replace(plan.sheets["main"], size=(2000, 2000))
    with pytest.raises(CannotEdit):
        add_sheet(plan, "more", plan.sheets["main"].grid, (100, 100))


def test_a_name_that_leaves_no_room_beside_it_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / f"{'n' * LONGEST_FILE_NAME}.redoubt"
    with pytest.raises(FileError) as bad:
        write_new(path, small_contents())
    assert bad.value.message.key == "file.name-too-long"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileError) as bad:
        inspect(tmp_path / ("n" * 300))
    assert bad.value.message.key == "file.name-too-long"


def test_a_path_that_the_system_cannot_hold_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path.joinpath(*["folder"] * 1000, "a.redoubt")
    with pytest.raises(FileError) as bad:
        write_new(path, small_contents())
    assert bad.value.message.key == "file.name-too-long"
