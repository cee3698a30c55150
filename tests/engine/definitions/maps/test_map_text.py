"""A map as text and as a plan: nothing is lost on the way, and every slip is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions import faults, strict_yaml, yaml_writer
from engine.definitions.issues import DefinitionError, Issue, Severity, has_errors
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import Cell, FeaturePlan, LinkPlan, MapPlan, SidePlan, SpacePlan, canonical_side
from tests.helpers.plans import random_plan, small_plan

HEAD = """\
format: redoubt/map/1
id: ford
sheets:
- id: main
  size: [4, 3]
  fill: clear
  codes: {".": clear, "f": forest, "-": null}
  rows: ["..ff", "...-"]
"""


def read(text: str) -> tuple[MapPlan, list[Issue]]:
    located = strict_yaml.load(text, "ford.yaml")
    assert isinstance(located.data, dict)
    data = {key: value for key, value in located.data.items() if key != "format"}
    return plan_of(faults.read(MapModel, located, data=data), located.where)


def written(plan: MapPlan) -> str:
    return yaml_writer.dump(model_of(plan).to_document())


def only(text: str) -> Issue:
    _, issues = read(text)
    assert len(issues) == 1, issues
    return issues[0]


@settings(max_examples=150, deadline=None)
@given(st.integers(min_value=0))
def test_a_plan_written_and_read_again_is_the_same_plan_and_the_same_text(seed: int) -> None:
    plan = random_plan(seed)
    text = written(plan)
    again, issues = read(text)
    assert {found.code for found in issues if found.is_error} <= {"map.link-to-itself"}
    assert again == plan
    assert written(again) == text


def test_rows_and_fill_become_terrain_and_absent_cells() -> None:
    plan, issues = read(HEAD)
    assert not issues
    assert plan.terrain_at(Cell("main", 3, 1)) == "forest"
    assert plan.terrain_at(Cell("main", 4, 2)) is None
    assert plan.terrain_at(Cell("main", 4, 3)) == "clear", "rows may be left out, the fill is there"


def test_the_order_of_painting_does_not_show_in_the_text() -> None:
    one, other = small_plan(), small_plan()
    parts = [FeaturePlan(f"city-{n}", f"main:{n},1", "city") for n in range(1, 6)]
    one.features.update({part.id: part for part in parts})
    other.features.update({part.id: part for part in reversed(parts)})
    assert written(one) == written(other)


def test_letters_of_terrains_do_not_change_when_a_terrain_is_added() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[0, 0] = plan.code_of("forest")
    before = model_of(plan).sheets[0]
    plan.sheets["main"].terrain[1, 1] = plan.code_of("fjord")
    after = model_of(plan).sheets[0]
    assert set(before.codes.items()) < set(after.codes.items())
    assert before.rows[0] == after.rows[0]


def test_a_map_with_more_terrains_than_the_alphabet_has_letters() -> None:
    plan = small_plan(cols=50, rows=40)
    sheet = plan.sheets["main"]
    for number in range(2000):
        sheet.terrain[number // 50, number % 50] = plan.code_of(f"terrain-{number}")
    again, issues = read(written(plan))
    assert not issues
    assert again == plan


def test_a_hexside_is_written_from_the_hex_that_exists() -> None:
    plan = small_plan()
    grid = plan.sheets["main"].grid
    plan.sides[canonical_side(grid, Cell("main", 1, 5), 3, "coast")] = SidePlan()
    assert next(iter(plan.sides)).row == 6, "its own name starts from a hex below the map"
    assert model_of(plan).sides[0].at == ("0105/S",)


def test_sides_that_carry_the_same_share_an_entry() -> None:
    text = HEAD + 'sides:\n- {kind: river, at: ["0101/N", "0101/NE"]}\n- {kind: river, at: ["0102/SE"]}\n'
    plan, issues = read(text)
    assert not issues
    assert len(plan.sides) == 3
    assert [entry.at for entry in model_of(plan).sides] == [("0101/N", "0101/NE", "0102/SE")]


def test_ways_between_spaces_are_connections_and_others_links() -> None:
    plan = small_plan()
    plan.spaces = {name: SpacePlan(name, name.title(), (0.0, 0.0), "") for name in ("kiev", "gomel")}
    plan.links["1"] = LinkPlan("1", "kiev", "gomel", "regular")
    plan.links["2"] = LinkPlan("2", "kiev", "main:1,1", "inset")
    model = model_of(plan)
    assert [link.between for link in model.connections] == [("kiev", "gomel")]
    assert [link.between for link in model.links] == [("kiev", "0101")]


def test_a_space_may_be_called_by_its_name() -> None:
    text = "format: redoubt/map/1\nid: b\nspaces: [{id: kiev, name: Kiev}]\nfeatures: [{at: Kiev, kind: city}]\n"
    plan, issues = read(text)
    assert not issues
    assert [feature.at for feature in plan.features.values()] == ["kiev"]


def test_what_lies_on_a_hex_that_was_cut_out_is_kept_and_warned_about() -> None:
    plan = small_plan()
    plan.features["ford"] = FeaturePlan("ford", "main:2,2", "city")
    plan.sheets["main"].terrain[1, 1] = 0
    again, issues = read(written(plan))
    assert again == plan
    assert [(issue.severity, issue.code) for issue in issues] == [(Severity.WARNING, "map.no-cell")]


def test_a_plan_whose_names_no_text_can_hold_is_refused() -> None:
    plan = small_plan("Not An Id")
    with pytest.raises(DefinitionError) as caught:
        model_of(plan)
    assert caught.value.issues[0].code == "map.not-writable"


TROUBLES = {
    "unknown label": ('features: [{at: "0109", kind: city}]', "map.unknown-place", 9),
    "cut-out hex by label": ('features: [{at: "0402", kind: city}]', "map.unknown-place", 9),
    "path gap": ('paths:\n- {id: a, kind: rail, through: ["0101", "0301"]}', "map.path-gap", 10),
    "no direction": ('sides: [{kind: river, at: ["0101"]}]', "map.side-without-direction", 9),
    "bad direction": ('sides: [{kind: river, at: ["0101/E"]}]', "map.unknown-direction", 9),
    "towards far off": ('sides: [{kind: river, at: ["0101/S"], towards: "0301"}]', "map.towards-not-beside", 9),
    "side twice": ('sides: [{kind: river, at: ["0101/S", "0102/N"]}]', "map.duplicate-side", 9),
    "link to itself": ('links: [{between: ["0101", "0101"], kind: inset}]', "map.link-to-itself", 9),
    "two boxes": ("boxes: [{id: a}, {id: a}]", "map.duplicate-id", 9),
    "two features": ('features: [{at: "0101", kind: a, id: x}, {at: "0101", kind: b, id: x}]', "map.duplicate-id", 9),
    "side of a box": ('boxes: [{id: a}]\nsides: [{kind: river, at: ["a/N"]}]', "map.not-a-hex", 10),
    "join itself": ('joins: [{sheet: main, cell: "0101", onto: "0102"}]', "map.join-itself", 9),
    "wrong sheet": ('joins: [{sheet: other, cell: "0101", onto: "0102"}]', "map.not-of-sheet", 9),
}


@pytest.mark.parametrize("name", TROUBLES)
def test_trouble_is_told_once_at_its_line(name: str) -> None:
    more, code, line = TROUBLES[name]
    found = only(HEAD + more + "\n")
    assert (found.code, found.where.line, found.where.file) == (code, line, "ford.yaml")


ROWS = {
    "unknown letter": ('rows: ["..xf"]', "map.unknown-code"),
    "row too long": ('rows: ["....."]', "map.row-too-long"),
    "too many rows": ('rows: ["....", "....", "....", "...."]', "map.too-many-rows"),
}


@pytest.mark.parametrize("name", ROWS)
def test_bad_rows_are_told(name: str) -> None:
    rows, code = ROWS[name]
    assert only(HEAD.replace('rows: ["..ff", "...-"]', rows)).code == code


def test_a_slip_in_a_label_gets_a_suggestion() -> None:
    hint = only(HEAD + 'features: [{at: "O101", kind: city}]\n').hint
    assert hint is not None
    assert "0101" in str(hint)


def test_two_hexes_printed_alike_must_be_named_by_key() -> None:
    second = HEAD.split("sheets:\n")[1].replace("id: main", "id: inset")
    text = HEAD + second
    _, issues = read(text + 'features: [{at: "0101", kind: city}]\n')
    assert [found.code for found in issues] == ["map.ambiguous-label", "map.labels-repeat"]
    plan, issues = read(text + 'features: [{at: "inset:1,1", kind: city}]\n')
    assert not has_errors(issues)
    assert model_of(plan).features[0].at == "inset:1,1"


def test_the_example_of_the_design_reads() -> None:
    text = (Path(__file__).parent / "ford.yaml").read_text(encoding="utf-8")
    plan, issues = read(text)
    assert not issues
    assert plan.regions["north"].members == {"main:1,1", "main:2,1"}
    again, _ = read(written(plan))
    assert again == plan
