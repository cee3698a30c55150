"""Ids go with names until somebody sets them; and turns are pasted as a block."""

from __future__ import annotations

import pytest

from editor.commands.design.formations import add_formation, edit_formation
from editor.commands.design.heads import set_title
from editor.commands.design.scenarios import new_scenario
from editor.commands.design.titles import rename_scenario, renamed_to
from editor.commands.design.turns import paste_turns
from editor.commands.design.types import add_type, edit_type
from editor.commands.design.units import add_unit, set_fields
from editor.model.design.design import Design
from editor.model.design.units.unit_fields import Field
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.definitions.game_record import GameRecord
from engine.definitions.scenario import Scenario
from engine.rulesets.words import catalogue
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


@pytest.mark.parametrize(("field", "typed"), [(Field.PLACE, "banana"), (Field.STEP, "9"), (Field.TURN, "99")])
def test_a_refusal_calls_the_unit_by_its_name(ford: Design, field: Field, typed: str) -> None:
    design = after(ford, add_unit(ford, "red-foot", name="3rd Guards"))
    (unit,) = (each.id for each in design.units.values() if each.name == "3rd Guards")
    with pytest.raises(CannotEdit) as refused:
        set_fields(design, {unit: {field: typed}})
    said = catalogue().text(refused.value.message)
    assert said.startswith("3rd Guards: ")
    assert unit not in said


def test_a_box_may_be_called_by_its_title_and_is_suggested_so(ford: Design) -> None:
    design = after(ford, set_fields(ford, {"red-1": {Field.PLACE: "Eliminated"}}))
    assert design.placements["red-1"].at == "eliminated"
    with pytest.raises(CannotEdit) as refused:
        set_fields(ford, {"red-1": {Field.PLACE: "Eliminatd"}})
    assert catalogue().text(refused.value.message).endswith("Did you mean Eliminated?")


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


def test_the_id_of_a_counter_type_goes_with_its_name_and_so_do_its_units(ford: Design) -> None:
    design = after(ford, add_type(ford, "New type", side="red"))
    design = after(design, set_fields(design, {"red-1": {Field.TYPE: "new-type"}}))
    design = after(design, edit_type(design, "new-type", name="Guards Rifles"))
    assert design.types["guards-rifles"].name == "Guards Rifles"
    assert design.units["red-1"].type == "guards-rifles"
    assert "new-type" not in design.types
    design = after(design, edit_type(design, "guards-rifles", size="xx"))
    assert design.types["guards-rifles"].size == "xx"


def test_the_id_of_a_type_that_was_set_by_its_game_stays(ford: Design) -> None:
    design = after(ford, edit_type(ford, "red-foot", name="Grenadiers"))
    assert design.types["red-foot"].name == "Grenadiers"


def test_the_id_of_a_scenario_goes_with_its_title_and_so_do_those_of_its_armies() -> None:
    blank = furnished(0)
    change = set_title(blank, "Velikiye Luki")
    assert renamed_to(change, "blank") == "velikiye-luki"
    assert renamed_to(change.inverted(), "velikiye-luki") == "blank"
    documents = change.applied(blank.documents)
    made = documents["scenario", "velikiye-luki"]
    assert isinstance(made, Scenario)
    assert made.oob == ("velikiye-luki-armies",)
    assert ("oob", "velikiye-luki-armies") in documents
    assert {name for _, name in documents}.isdisjoint({"blank", "blank-armies"})
    assert change.inverted().applied(documents) == dict(blank.documents)


def test_the_id_of_a_scenario_keeps_clear_of_maps_and_stays_where_only_small_things_change() -> None:
    blank = furnished(0)
    assert renamed_to(set_title(blank, "Luki", taken=("luki",)), "blank") == "luki-2"
    assert renamed_to(set_title(blank, "Blank!"), "blank") is None


def test_the_id_of_a_scenario_stays_once_it_was_set_or_played(ford: Design) -> None:
    blank = furnished(0)
    game = GameRecord(id="first", scenario="blank", ruleset="red-star-rising", seed=1)
    played = rename_scenario({**blank.documents, ("game", "first"): game}, "blank", "Velikiye Luki")
    assert [(name, getattr(edit.after, "title", "")) for name, edit in played.edits.items()] == [
        (("scenario", "blank"), "Velikiye Luki")
    ]
    set_by_hand = {
        name: each.replace(title="An old name") if each == ford.scenario else each
        for name, each in ford.documents.items()
    }
    assert renamed_to(rename_scenario(set_by_hand, "ford", "The Bridge"), "ford") is None


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
