"""Designing and painting share one history, and everything designed is in the file as it lands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.commands.design.heads import set_description, set_title
from editor.commands.design.scenarios import copy_scenario, delete_scenario, new_scenario
from editor.commands.sheets import renumber
from editor.commands.texts import add_text
from editor.documents.map_document import MapDocument
from editor.documents.project_file import ProjectFile
from editor.documents.scenario_document import ScenarioDocument
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.plan import Cell
from engine.definitions.scenario import Placement, Scenario
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.store import Store
from tests.helpers.plans import counted_from, small_plan

LABEL = message("design.do.set-title")


def war(map_id: str) -> Scenario:
    return Scenario(
        id="war",
        title="War",
        ruleset="toy-skirmish",
        map=map_id,
        sides=("red", "blue"),
        oob=("armies",),
        last_turn=3,
        setup=(Placement(unit="a", at="0302"),),
    )


@pytest.fixture
def project(tmp_path: Path, qapp: QApplication) -> Iterator[ProjectFile]:
    plan = small_plan(cols=6, rows=5)
    other = replace(small_plan(cols=3, rows=3), id="other")
    army = OrderOfBattle(id="armies", units=tuple(UnitEntry(id=name, type="infantry") for name in "abc"))
    contents = Contents({plan.id: plan, "other": other}).add(war(plan.id), war("other").replace(id="else"), army)
    Store.create(tmp_path / "war.redoubt", contents).close()
    opened = ProjectFile.open(tmp_path / "war.redoubt", tmp_path / "recovery", catalogue())
    opened.show_map(plan.id)
    yield opened
    opened.close()


@pytest.fixture
def document(project: ProjectFile) -> MapDocument:
    assert project.document is not None
    return project.document


@pytest.fixture
def scenario(document: MapDocument) -> ScenarioDocument:
    found = document.documents.all["scenario", "war"]
    assert isinstance(found, Scenario)
    return ScenarioDocument(document, found)


def renamed(scenario: ScenarioDocument, **names: str) -> DocumentsChange:
    """Units called otherwise."""
    sketch = DesignSketch(scenario.design)
    sketch.each_unit(lambda unit: unit.replace(name=names[unit.id]) if unit.id in names else unit)
    return sketch.change(LABEL)


def names_of(project: ProjectFile) -> list[str | None]:
    """What the units are called, as the rows of the file have it and as the open documents do."""
    stored = project.store.read().documents["oob", "armies"]
    assert stored == project.contents.documents["oob", "armies"]
    assert isinstance(stored, OrderOfBattle)
    return [unit.name for unit in stored.units]


def test_undo_goes_back_through_painting_and_designing_in_order(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    stack = document.undo_stack
    scenario.push(lambda design: set_title(design, "First"))
    document.push(add_text(document.plan, "Here", (1.0, 1.0)))
    scenario.push(lambda design: set_title(design, "Second"))
    assert [stack.text(number) for number in range(3)] == ["Change the title", "Add text", "Change the title"]
    stack.undo()
    assert (scenario.scenario.title, len(document.plan.texts)) == ("First", 1)
    stack.undo()
    assert (scenario.scenario.title, len(document.plan.texts)) == ("First", 0)
    stack.undo()
    assert scenario.scenario.title == "War"
    for _ in range(3):
        stack.redo()
    assert (scenario.scenario.title, len(document.plan.texts)) == ("Second", 1)
    assert project.store.read().documents["scenario", scenario.scenario.id] == scenario.scenario


def test_a_setup_follows_a_renumbering_and_both_are_undone_in_turn(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    sketch = DesignSketch(scenario.design)
    sketch.set(setup=(Placement(unit="a", at="0101"),))
    scenario.push(lambda _: sketch.change(LABEL))
    heard: list[DesignTouched] = []
    scenario.changed.connect(heard.append)
    document.push(renumber(document.plan, "main", counted_from(document.plan, Cell("main", 1, 1), "1111")))
    assert scenario.scenario.setup[0].at == "1111"
    assert [touched.aspects for touched in heard] == [frozenset({Aspect.SETUP})]
    assert scenario.design.places.key("1111") == "main:1,1"
    document.undo_stack.undo()
    assert scenario.scenario.setup[0].at == "0101"
    document.undo_stack.undo()
    assert scenario.scenario.setup[0].at == "0302"
    assert project.store.read().documents["scenario", scenario.scenario.id] == scenario.scenario


def put_past_the_history(project: ProjectFile, **names: str) -> None:
    """Call units otherwise without an entry, as is left where the file refused to undo one."""
    army = project.contents.documents["oob", "armies"]
    assert isinstance(army, OrderOfBattle)
    units = tuple(unit.replace(name=names[unit.id]) if unit.id in names else unit for unit in army.units)
    project.put(army.replace(units=units), label="put")


def test_what_was_changed_past_the_history_is_kept_when_it_is_another_thing(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    scenario.push(lambda _: renamed(scenario, a="First"))
    put_past_the_history(project, b="Second")
    document.undo_stack.undo()
    assert names_of(project) == [None, "Second", None]
    document.undo_stack.redo()
    assert names_of(project) == ["First", "Second", None]


def test_what_was_changed_past_the_history_too_is_not_overwritten(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    scenario.push(lambda _: renamed(scenario, a="First"))
    put_past_the_history(project, a="Second")
    said: list[Message] = []
    document.documents.failed.connect(said.append)
    document.undo_stack.undo()
    assert [each.key for each in said] == ["design.cannot.changed-since"]
    assert names_of(project) == ["Second", None, None]


def test_the_letters_of_one_field_are_one_entry(document: MapDocument, scenario: ScenarioDocument) -> None:
    for words in ("A", "A w", "A war"):
        scenario.push(lambda design, words=words: set_description(design, words), merges="description")
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert scenario.scenario.description == ""
    document.undo_stack.redo()
    assert scenario.scenario.description == "A war"


def test_a_scenario_is_made_copied_and_deleted_and_all_of_it_comes_back(
    project: ProjectFile, document: MapDocument
) -> None:
    documents = document.documents
    before = dict(documents.all)
    documents.push(
        new_scenario(documents.all, title="War", ruleset="toy-skirmish", map_id=document.plan.id, last_turn=4)
    )
    assert ("scenario", "war-2") in documents.all
    documents.push(copy_scenario(documents.all, "war", title="Winter"))
    copy = documents.all["scenario", "winter"]
    assert isinstance(copy, Scenario)
    assert copy.oob != ("armies",)
    assert ("oob", copy.oob[0]) in documents.all
    documents.push(delete_scenario(documents.all, "winter"))
    documents.push(delete_scenario(documents.all, "war"))
    assert ("oob", "armies") in documents.all, "another scenario needs it"
    assert project.store.read().documents == dict(documents.all)
    for _ in range(4):
        document.undo_stack.undo()
    assert dict(documents.all) == before == project.store.read().documents


def test_copies_are_named_after_the_copy_and_not_in_the_middle_of_a_word() -> None:
    army = OrderOfBattle(id="warsaw-armies")
    own = OrderOfBattle(id="war-armies")
    war = Scenario(id="war", ruleset="toy-skirmish", map="m", sides=("red",), last_turn=3, oob=(army.id, own.id))
    documents = {(each.KIND, each.id): each for each in (army, own, war)}
    copied = copy_scenario(documents, "war", title="Winter").applied(documents)["scenario", "winter"]
    assert isinstance(copied, Scenario)
    assert copied.oob == ("winter-warsaw-armies", "winter-armies")


def test_a_scenario_needs_a_title_turns_in_order_and_a_game(document: MapDocument) -> None:
    documents = document.documents.all
    for title, ruleset, last in (("", "toy-skirmish", 3), ("War", "no-such-game", 3), ("War", "toy-skirmish", 0)):
        with pytest.raises(CannotEdit):
            new_scenario(documents, title=title, ruleset=ruleset, map_id="small", last_turn=last)


def test_ids_of_scenarios_keep_clear_of_maps(document: MapDocument) -> None:
    change = new_scenario(
        document.documents.all,
        title="Other",
        ruleset="toy-skirmish",
        map_id="other",
        last_turn=3,
        taken=document.documents.map_ids,
    )
    assert ("scenario", "other-2") in change.edits


def test_all_maps_and_scenarios_of_a_file_have_one_history(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    wanted: list[str] = []
    project.map_wanted.connect(wanted.append)
    project.save("Begun")
    document.push(add_text(document.plan, "Here", (1.0, 1.0)))
    other = project.show_map("other")
    other.push(add_text(other.plan, "There", (1.0, 1.0)))
    scenario.push(lambda design: set_title(design, "Peace"))
    stack = project.show_map(document.plan.id).undo_stack
    assert stack is other.undo_stack
    assert stack.count() == 3
    assert wanted == [], "what is done is done on the map that is shown"

    def standing() -> tuple[int, int, str | None]:
        stored = project.store.read()
        assert stored.maps == dict(project.contents.maps)
        return len(document.plan.texts), len(other.plan.texts), scenario.scenario.title

    stack.undo()
    assert standing() == (1, 1, "War")
    assert wanted == ["other"], "it was designed while the other map was shown"
    stack.undo()
    assert standing() == (1, 0, "War")
    assert wanted == ["other", "other"]
    stack.undo()
    assert standing() == (0, 0, "War")
    assert wanted == ["other", "other"], "its map is shown"
    assert not project.is_saved, "what was undone is not what was saved"
    stack.setIndex(3)
    assert standing() == (1, 1, "Peace")
    assert wanted == ["other"] * 3, "a walk over many entries ends on the map of the last"


def test_a_stroke_is_taken_back_when_something_else_is_undone(
    project: ProjectFile, document: MapDocument, scenario: ScenarioDocument
) -> None:
    scenario.push(lambda design: set_title(design, "Peace"))
    stroke = document.begin_stroke(message("edit.do.clear"))
    stroke.extend(add_text(document.plan, "Here", (1.0, 1.0)))
    assert len(document.plan.texts) == 1
    document.undo_stack.undo()
    assert not stroke.is_open
    assert not document.plan.texts


def test_a_refusal_on_a_map_that_is_not_shown_is_told(
    project: ProjectFile, document: MapDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.push(add_text(document.plan, "Here", (1.0, 1.0)))
    other = project.show_map("other")
    told: list[Message] = []
    other.history.map_failed.connect(told.append)

    def full(*_: object) -> int:
        raise FileError(message("file.disk-full", file="x"), project.path)

    monkeypatch.setattr(project.store, "commit", full)
    other.undo_stack.undo()
    assert [said.key for said in told] == ["file.disk-full"]
    assert len(document.plan.texts) == 1


def test_going_back_to_a_version_begins_the_history_of_all_maps_anew(
    project: ProjectFile, document: MapDocument
) -> None:
    version = project.save("Begun")
    document.push(add_text(document.plan, "Here", (1.0, 1.0)))
    other = project.show_map("other")
    other.push(add_text(other.plan, "There", (1.0, 1.0)))
    project.revert(version)
    assert project.document is not None
    assert project.document.undo_stack.count() == 0
    again = project.show_map(document.plan.id)
    assert again is not document, "entries of the old history are not its own"
    assert again.undo_stack.count() == 0
    assert not again.plan.texts
