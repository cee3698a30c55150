"""From documents to a game: everything a scenario names is gathered, and what is missing is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.draft import Draft
from engine.core.ids import Side, UnitId
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.definitions.documents import Loaded, dump_document
from engine.definitions.folders import load_folder
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.project import Project
from engine.rulesets.assembly import (
    assemble,
    brief_for,
    bundled_brief,
    charts_of,
    game_entry,
    palette_of,
    pick_scenario,
    plan_for,
)
from engine.rulesets.brief import scalars
from engine.rulesets.library import find_bundled
from engine.rulesets.registry import GameEntry, registered


@pytest.fixture
def project() -> Project:
    return find_bundled("ford").load()


def changed(project: Project, **changes: Any) -> Project:
    """The project with a changed scenario."""
    return project.with_documents(project.scenarios["ford"].replace(**changes))


def issues(project: Project) -> list[Issue]:
    with pytest.raises(DefinitionError) as raised:
        assemble(project)
    return list(raised.value.issues)


def test_a_scenario_becomes_a_game(project: Project) -> None:
    game = assemble(project)
    state = game.new(1).state
    assert game.ruleset.id == "toy-skirmish"
    assert state.unit(UnitId("red-1")).side == "red"
    assert game.board.label(state.unit(UnitId("blue-4")).at) == "1106"
    assert state.control[game.board.at("0203")] == "red"
    assert (state.turn, state.unit(UnitId("red-7")).values["decoy"]) == (1, True)


def test_setup_values_and_steps(project: Project) -> None:
    scenario = project.scenarios["ford"]
    setup = [
        scenario.setup[0].replace(step=1, marks=("moved",), values={"spent": 2}),
        *scenario.setup[1:],
    ]
    document = type(scenario).from_data(
        {**scenario.to_data(), "setup": [each.to_data() for each in setup], "values": {"air-red": 4}}
    )
    brief = brief_for(project, Loaded(document))
    draft = Draft(State(seed=1))
    brief.set_up(draft)
    unit = draft.state.unit(UnitId("red-1"))
    assert (unit.step, unit.marks, dict(unit.values)) == (1, frozenset({"moved"}), {"spent": 2})
    assert draft.state.values["air-red"] == 4


def test_setup_markers() -> None:
    brief = bundled_brief("europe-1941-45")
    draft = Draft(State(seed=1))
    brief.set_up(draft)
    assert draft.state.marker(brief.board.at("saar"), "west-wall") == 1


def test_a_scenario_overrides_charts(project: Project) -> None:
    game = assemble(changed(project, charts={"parameters": {"air_points": 4}}))
    assert game.materials.number("air_points") == 4
    assert charts_of(registered()["toy-skirmish"]).parameter("air_points", int) == 2


def test_options_of_the_caller_stand_above_those_of_the_scenario(project: Project) -> None:
    game = assemble(changed(project, options={"fog": True, "storm": 1}), options={"fog": False})
    assert dict(game.options) == {"drought": False, "fog": False, "storm": 1}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"counters": ("ford-counter",)}, ("counters", 0)),
        ({"oob": ("ford-armies", "reserves")}, ("oob", 1)),
        ({"cards": ("ford-chit",)}, ("cards", 0)),
        ({"map": "frod"}, ("map",)),
    ],
)
def test_a_document_that_is_not_there_is_named(
    project: Project, changes: dict[str, Any], path: tuple[Any, ...]
) -> None:
    found = issues(changed(project, **changes))
    assert [(each.code, each.where.path) for each in found] == [("unknown-document", path)]


def test_all_that_is_missing_is_said_at_once_with_lines(tmp_path: Path, project: Project) -> None:
    bad = project.scenarios["ford"].replace(counters=("a",), cards=("b",), map="c")
    for document in (*project.documents(), bad):
        (tmp_path / f"{document.KIND}.yaml").write_text(dump_document(document))
    found = issues(load_folder(tmp_path))
    assert len(found) == 3
    assert all(each.where.file.endswith("scenario.yaml") and each.where.line for each in found)


def test_a_game_that_is_not_there_is_named_with_the_nearest(project: Project) -> None:
    found = issues(changed(project, ruleset="toy-skirmsh"))
    assert (found[0].code, found[0].where.path) == ("unknown-game", ("ruleset",))
    assert found[0].hint is not None
    with pytest.raises(DefinitionError, match="unknown-game"):
        game_entry("nothing")


def test_fractions_have_no_place_in_a_state(project: Project) -> None:
    setup = project.scenarios["ford"].setup
    for changes, path in (
        ({"values": {"air-red": 0.5}}, ("values", "air-red")),
        ({"options": {"fog": 0.5}}, ("options", "fog")),
        ({"setup": (setup[0].replace(values={"spent": 1.5}),)}, ("setup", 0, "values", "spent")),
    ):
        found = issues(changed(project, **changes))
        assert [(each.code, each.where.path) for each in found] == [("fraction", path)]
    with pytest.raises(GameFault, match="whole numbers"):
        scalars({"a": 0.5})


def test_a_scenario_is_picked_by_id_or_because_it_is_the_only_one(project: Project) -> None:
    assert pick_scenario(project).document.id == "ford"
    assert pick_scenario(project, "ford").document.id == "ford"
    with pytest.raises(DefinitionError, match="unknown-scenario"):
        pick_scenario(project, "frod")
    two = project.with_documents(project.scenarios["ford"].replace(id="other"))
    with pytest.raises(DefinitionError, match="which-scenario"):
        pick_scenario(two)
    with pytest.raises(DefinitionError, match="no-scenario"):
        pick_scenario(Project())


def test_the_plan_of_a_map_is_found_or_named(project: Project) -> None:
    assert plan_for(project, "ford").id == "ford"
    with pytest.raises(DefinitionError, match="unknown-map"):
        plan_for(project, "frod")


def test_a_brief_knows_the_sides_and_records_of_its_units(project: Project) -> None:
    brief = brief_for(project, pick_scenario(project))
    assert brief.side_of("blue-4") == "blue"
    unit = brief.unit("red-7", brief.board.at("0101"), step=1, marks=frozenset({"tired"}))
    assert (unit.type, unit.side, unit.step, unit.marks, unit.values["decoy"]) == (
        "red-foot", Side("red"), 1, {"tired"}, True,
    )  # fmt: skip


def test_a_bundled_brief_is_gathered_once() -> None:
    assert bundled_brief("ford") is bundled_brief("ford")
    with pytest.raises(DefinitionError):
        bundled_brief("frod")


def test_a_ruleset_without_charts_or_palette_has_empty_ones(tmp_path: Path) -> None:
    entry = registered()["toy-skirmish"]
    bare = GameEntry(entry.ruleset, tmp_path, tmp_path)
    assert (charts_of(bare).id, palette_of(bare).id) == ("toy-skirmish", "toy-skirmish")
    assert charts_of(bare).tables == {}
    assert palette_of(entry).terrain[0].id == "clear"


def test_a_chart_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    entry = registered()["toy-skirmish"]
    (tmp_path / "charts.yaml").write_text("format: redoubt/palette/1\nid: toy-skirmish\n")
    with pytest.raises(DefinitionError, match="other-kind"):
        charts_of(GameEntry(entry.ruleset, tmp_path, tmp_path))
