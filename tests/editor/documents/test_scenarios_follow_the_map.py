"""Relabelling never moves a unit: scenarios of a file name the same hexes whatever these are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.commands.heads import set_title
from editor.commands.shape import ShapeNumbering, SheetEdge, add_lines, crop
from editor.commands.sheets import join_sheets, renumber, split_sheet
from editor.commands.spaces import add_space, edit_space
from editor.commands.stagger import set_stagger
from editor.documents.followers import Followers
from editor.documents.project_file import ProjectFile
from editor.geometry.cells import Cells
from editor.model.change import Change
from engine.core.boards.hexes import Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelScheme
from engine.definitions.maps.map_places import Places
from engine.definitions.plan import Cell, LinkPlan, MapPlan, SpacePlan
from engine.definitions.scenario import Control, Marker, Objective, Placement, Scenario, ScheduleEntry, WinCondition
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.helpers.plans import counted_from, small_plan


def the_map() -> MapPlan:
    plan = small_plan(cols=6, rows=5)
    east = replace(plan.sheets["main"], id="east", origin=(20.0, 0.0), labels=LabelScheme(prefix="E"))
    plan.sheets["east"] = replace(east, terrain=plan.filled((6, 5), "clear"))
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (-6.0, 0.0), "clear")
    plan.links["way"] = LinkPlan("way", "kiev", "main:1,1", "regular")
    return plan


def the_scenario(map_id: str) -> Scenario:
    return Scenario(
        id="war",
        ruleset="toy-skirmish",
        map=map_id,
        sides=("red", "blue"),
        last_turn=3,
        setup=(
            Placement(unit="a", at="0302"),
            Placement(unit="b", at="main:4,4", marks=("dug-in",)),
            Placement(unit="c", at="E0203"),
            Placement(unit="d", at="Kiev"),
            Placement(unit="e", at="nowhere"),
        ),
        control=(Control(side="red", locations=("0101", "0605")), Control(side="blue", region="north")),
        markers=(Marker(at="0202", marker="fort"),),
        schedule=(ScheduleEntry(turn=2, unit="f", at="0501"), ScheduleEntry(turn=3, unit="g")),
        objectives=(Objective(at="0303", value=2),),
        victory=(WinCondition(side="red", hold=("0303", "Kiev")),),
    )


@pytest.fixture
def project(tmp_path: Path, qapp: QApplication) -> Iterator[ProjectFile]:
    plan = the_map()
    path = tmp_path / "war.redoubt"
    scenario, other = the_scenario(plan.id), the_scenario("elsewhere").replace(id="other")
    contents = Contents({plan.id: plan}, {("scenario", "war"): scenario, ("scenario", "other"): other})
    Store.create(path, contents).close()
    opened = ProjectFile.open(path, tmp_path / "recovery", catalogue())
    yield opened
    opened.close()


def written(project: ProjectFile) -> Scenario:
    """The scenario as the rows of the file have it."""
    found = project.store.read().documents["scenario", "war"]
    assert isinstance(found, Scenario)
    assert found == project.store.contents.documents["scenario", "war"]
    return found


def where(project: ProjectFile) -> list[str | None]:
    """The keys of all places that the scenario names, in its order."""
    assert project.document is not None
    places, scenario = Places(project.document.plan), written(project)
    texts = [each.at for each in scenario.setup]
    texts += [text for each in scenario.control for text in each.locations]
    texts += [each.at for each in scenario.markers]
    texts += [each.at for each in scenario.schedule if each.at is not None]
    texts += [each.at for each in scenario.objectives]
    texts += [text for each in scenario.victory for text in each.hold]
    return [places.key(text) for text in texts]


def plan_of(project: ProjectFile) -> MapPlan:
    assert project.document is not None
    return project.document.plan


RELABELLINGS: dict[str, Callable[[MapPlan], Change]] = {
    "other digits": lambda plan: renumber(plan, "main", LabelScheme(column=Axis(digits=3), separator=".")),
    "counted from elsewhere": lambda plan: renumber(plan, "main", counted_from(plan, Cell("main", 1, 1), "0302")),
    "letters": lambda plan: renumber(plan, "main", LabelScheme(column=Axis(style=AxisStyle.LETTERS))),
    "a row on top": lambda plan: add_lines(plan, "main", SheetEdge.TOP, 1, numbering=ShapeNumbering.RECOUNT),
    "two columns at the left": lambda plan: add_lines(
        plan, "main", SheetEdge.LEFT, 2, numbering=ShapeNumbering.RECOUNT
    ),
    "numbers that are kept": lambda plan: add_lines(plan, "main", SheetEdge.BOTTOM, 2),
    "another stagger": lambda plan: set_stagger(plan, "main", Parity.EVEN),
    "joined": lambda plan: join_sheets(plan, Cell("east", 1, 1), Cell("main", 6, 2)),
    "a space renamed": lambda plan: edit_space(plan, "kiev", name="Kyiv"),
    "a second space of the name": lambda plan: add_space(plan, "Kiev", (3.0, 30.0)),
}


@pytest.mark.parametrize("how", RELABELLINGS)
def test_nothing_moves_whatever_the_hexes_are_called(project: ProjectFile, how: str) -> None:
    assert project.document is not None
    before, said = where(project), written(project)
    assert before[:5] == ["main:3,2", "main:4,4", "east:2,3", "kiev", None]
    assert project.document.push(RELABELLINGS[how](plan_of(project)))
    assert where(project) == before
    assert written(project).setup[1].marks == ("dug-in",)
    again = written(project)
    project.document.undo_stack.undo()
    assert written(project) == said
    assert where(project) == before
    project.document.undo_stack.redo()
    assert written(project) == again


def test_numbers_that_stay_leave_the_words_of_a_scenario_alone(project: ProjectFile) -> None:
    assert project.document is not None
    said = written(project)
    assert project.document.push(RELABELLINGS["numbers that are kept"](plan_of(project)))
    assert written(project) == said
    assert project.document.push(RELABELLINGS["other digits"](plan_of(project)))
    worded = written(project)
    assert worded.setup[0].at == "003.02"
    assert worded.setup[2].at == "E0203"
    assert worded.setup[4].at == "nowhere"
    other = project.store.read().documents["scenario", "other"]
    assert other == the_scenario("elsewhere").replace(id="other")


def test_a_unit_whose_hex_is_cropped_away_is_in_no_other(project: ProjectFile) -> None:
    assert project.document is not None
    cells = Cells.of(Cell("main", col, row) for col in (4, 5) for row in (3, 4))
    assert project.document.push(crop(plan_of(project), "main", cells, numbering=ShapeNumbering.RECOUNT))
    assert written(project).setup[0].at == "main:3,2"
    assert not plan_of(project).has_place("main:3,2")
    project.document.undo_stack.undo()
    assert written(project) == the_scenario(plan_of(project).id)


def test_joined_and_split_again_it_says_what_it_said(project: ProjectFile) -> None:
    assert project.document is not None
    before = where(project)
    assert project.document.push(RELABELLINGS["joined"](plan_of(project)))
    assert project.document.push(split_sheet(plan_of(project), "east", by=(12.0, 0.0)))
    assert where(project) == before


def test_a_stroke_of_several_changes_is_followed_as_one(project: ProjectFile) -> None:
    assert project.document is not None
    before, said = where(project), written(project)
    stroke = project.document.begin_stroke(RELABELLINGS["other digits"](plan_of(project)).label)
    for how in ("a row on top", "other digits"):
        stroke.extend(RELABELLINGS[how](plan_of(project)))
    assert stroke.finish()
    assert where(project) == before
    project.document.undo_stack.undo()
    assert written(project) == said


def test_the_id_of_a_map_follows_its_title_and_the_scenarios_on_it_go_along(project: ProjectFile) -> None:
    document = project.show_map("ford")
    document.plan.title = "Ford"
    before = project.store.read()
    assert document.push(set_title(document.plan, "Velikiye Luki", taken=document.ids_taken()))
    assert project.maps == ("velikiye-luki",)
    assert project.show_map("velikiye-luki") is document
    assert written(project).map == "velikiye-luki"
    assert project.store.read().maps == {"velikiye-luki": document.plan}
    assert document.push(add_space(document.plan, "Orel", (-9.0, 3.0))), "work goes on under the new id"
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert project.maps == ("ford",)
    assert written(project).map == "ford"
    assert project.store.read().maps.keys() == before.maps.keys()
    document.undo_stack.redo()
    document.undo_stack.redo()
    assert project.store.read().maps == {"velikiye-luki": document.plan}


def test_an_id_that_somebody_set_stays_when_the_title_changes(project: ProjectFile) -> None:
    document = project.show_map("ford")
    document.plan.title = "The Country"
    assert document.push(set_title(document.plan, "Another", taken=document.ids_taken()))
    assert project.maps == ("ford",)


def test_an_id_is_numbered_where_a_scenario_has_it(project: ProjectFile) -> None:
    document = project.show_map("ford")
    document.plan.title = "Ford"
    assert document.push(set_title(document.plan, "War", taken=document.ids_taken()))
    assert project.maps == ("war-2",)


def test_values_that_name_a_place_follow_too() -> None:
    """A value of the same look that is no place, such as a turn, stays what it is."""
    before, after = the_map(), the_map()
    RELABELLINGS["other digits"](after).apply(after)
    scenario = the_scenario(before.id).replace(
        ruleset="war-in-europe",
        setup=(Placement(unit="a", at="0302", values={"entry": "0401", "due": "0401"}),),
        schedule=(ScheduleEntry(turn=2, unit="f", values={"entry": "0501"}),),
    )
    followers = Followers()
    worded = followers.follow({("scenario", "war"): scenario}, before, after, is_undo=False)["scenario", "war"]
    assert dict(worded.setup[0].values) == {"entry": "004.01", "due": "0401"}
    assert dict(worded.schedule[0].values) == {"entry": "005.01"}
    back = followers.follow({("scenario", "war"): worded}, after, before, is_undo=True)
    assert back == {("scenario", "war"): scenario}
