"""Ids go with names until somebody sets them; and turns are pasted as a block."""

from __future__ import annotations

import pytest

from editor.commands.design.formations import add_formation, edit_formation
from editor.commands.design.scenarios import new_scenario
from editor.commands.design.turns import paste_turns
from editor.commands.design.units import add_unit, set_fields
from editor.model.design.design import Design
from editor.model.design.units.unit_fields import Field
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from tests.editor.commands.design.anything import again, furnished


@pytest.fixture
def ford() -> Design:
    return furnished(1)


def after(design: Design, change: DocumentsChange) -> Design:
    found = again(design, change.applied(design.documents))
    assert found is not None
    return found


def test_the_id_of_a_unit_goes_with_its_name(ford: Design) -> None:
    design = after(ford, add_unit(ford, "red-foot", name="New unit"))
    assert "new-unit" in design.units
    design = after(design, set_fields(design, {"new-unit": {Field.NAME: "3rd Guards"}}))
    assert design.units["unit-3rd-guards"].name == "3rd Guards"


def test_an_id_that_somebody_has_set_stays(ford: Design) -> None:
    design = after(ford, set_fields(ford, {"red-1": {Field.NAME: "Iron Division"}}))
    assert design.units["red-1"].name == "Iron Division"
    design = after(ford, set_fields(ford, {"red-1": {Field.NAME: "Iron", Field.ID: "iron-division"}}))
    assert design.units["iron-division"].name == "Iron"


def test_the_id_of_a_formation_goes_with_its_name_and_so_do_those_who_belong_to_it(ford: Design) -> None:
    design = after(ford, add_formation(ford, "New formation", side="red"))
    design = after(design, set_fields(design, {"red-1": {Field.FORMATION: "new-formation"}}))
    design = after(design, edit_formation(design, "new-formation", name="3rd Shock Army", side="red"))
    assert design.formations["formation-3rd-shock-army"].name == "3rd Shock Army"
    assert design.units["red-1"].formation == "formation-3rd-shock-army"
    assert "new-formation" not in design.formations


def test_turns_are_pasted_as_a_block_and_more_of_them_make_the_track_longer() -> None:
    blank = furnished(0)
    made = new_scenario(
        blank.documents, title="Other", ruleset="red-star-rising", map_id=blank.scenario.map, first_turn=1, last_turn=4
    )
    assert made.edits
    last = blank.charts.tracks["turns"].turns()[-1]
    rows = [["Spring", "mud"], ["Summer", "clear"], ["Autumn", "Mud"]]
    design = after(blank, paste_turns(blank, last - 1, ["date", "weather"], rows))
    track = design.charts.tracks["turns"]
    assert [track.at(turn).weather for turn in (last - 1, last, last + 1)] == ["mud", "clear", "mud"]
    assert track.at(last + 1).date == "Autumn"
    with pytest.raises(CannotEdit):
        paste_turns(blank, 1, ["weather"], [["winter"]])
