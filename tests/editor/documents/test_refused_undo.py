"""An undo or a redo that the file refuses: the entry stays, the stroke stays, and later it goes on from there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from editor.commands.design.heads import set_description
from editor.commands.paint import paint_terrain
from editor.documents.map_document import MapDocument
from editor.documents.project_file import ProjectFile
from editor.documents.scenario_document import ScenarioDocument
from editor.geometry.cells import Cells, rectangle_keys
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Scenario
from engine.rulesets.words import catalogue
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.plans import small_plan


class Disk:
    """A disk that is full when one says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        """Commits that still find room; None if there is no end of it."""
        commit = Store.commit

        def tried(store: Store, *args: object, **options: object) -> int:
            if self.room == 0:
                raise FileError(message("file.disk-full", file=str(store.path)), store.path)
            if self.room is not None:
                self.room -= 1
            return commit(store, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(Store, "commit", tried)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def project(tmp_path: Path, qapp: QApplication) -> Iterator[ProjectFile]:
    made = ProjectFile.new(small_plan(cols=6, rows=5), tmp_path / "recovery", catalogue())
    yield made
    made.close()


@pytest.fixture
def document(project: ProjectFile) -> MapDocument:
    found = project.document
    assert found is not None
    return found


def painted(document: MapDocument) -> list[MapPlan]:
    """Five strokes, and what the map was like before and after each."""
    states = [document.plan.copy()]
    sheet = next(iter(document.plan.sheets.values()))
    for size, terrain in ((2, "forest"), (3, "clear"), (4, "forest"), (2, "clear"), (1, "forest")):
        cells = Cells({sheet.id: rectangle_keys(sheet.first, (size, size))})
        assert document.push(paint_terrain(document.plan, cells, terrain))
        states.append(document.plan.copy())
    return states


def test_a_refused_undo_keeps_the_entry_and_the_stroke(document: MapDocument, disk: Disk) -> None:
    states, stack = painted(document), document.undo_stack
    told: list[Message] = []
    document.failed.connect(told.append)
    disk.room = 0
    for _ in range(6):
        stack.undo()
        assert (stack.count(), stack.index()) == (5, 5)
        assert document.plan == states[5]
    assert [said.key for said in told] == ["file.disk-full"] * 6
    disk.room = None
    for number in range(4, -1, -1):
        stack.undo()
        assert document.plan == states[number]
    stack.setIndex(5)
    assert document.plan == states[5]


def test_a_walk_through_the_history_stops_where_it_is_refused(document: MapDocument, disk: Disk) -> None:
    states, stack = painted(document), document.undo_stack
    disk.room = 2
    stack.setIndex(0)
    assert (stack.count(), stack.index()) == (5, 3)
    assert document.plan == states[3]
    disk.room = 1
    stack.setIndex(5)
    assert (stack.count(), stack.index()) == (5, 4)
    assert document.plan == states[4]
    disk.room = None
    stack.setIndex(0)
    assert document.plan == states[0]


def test_a_refused_redo_can_be_tried_again(document: MapDocument, disk: Disk) -> None:
    states, stack = painted(document), document.undo_stack
    stack.undo()
    disk.room = 0
    stack.redo()
    assert (stack.count(), stack.index()) == (5, 4)
    assert document.plan == states[4]
    disk.room = None
    stack.redo()
    assert document.plan == states[5]


def test_a_refused_stroke_is_no_entry(document: MapDocument, disk: Disk) -> None:
    states, stack = painted(document), document.undo_stack
    disk.room = 0
    sheet = next(iter(document.plan.sheets.values()))
    change = paint_terrain(document.plan, Cells({sheet.id: rectangle_keys(sheet.first, (3, 3))}), "forest")
    assert not document.push(change)
    assert (stack.count(), stack.index()) == (5, 5)
    assert document.plan == states[5]


def test_refused_letters_do_not_join_the_entry_of_those_before(project: ProjectFile, disk: Disk) -> None:
    document = project.document
    assert document is not None
    war = Scenario(id="war", title="War", ruleset="toy-skirmish", map=document.plan.id, sides=("red",), last_turn=3)
    project.put(war, label="War")
    scenario, stack = ScenarioDocument(document, war), document.undo_stack
    assert scenario.push(lambda design: set_description(design, "Kiev"), merges="description")
    disk.room = 0
    assert not scenario.push(lambda design: set_description(design, "Kiev falls"), merges="description")
    disk.room = None
    assert scenario.scenario.description == "Kiev"
    stack.undo()
    assert scenario.scenario.description == ""
    stack.redo()
    assert scenario.scenario.description == "Kiev"


def test_undo_goes_on_in_the_recovery_folder_when_the_file_is_gone(
    project: ProjectFile, document: MapDocument, tmp_path: Path
) -> None:
    """The history does not care where the file lies."""
    project.save_as(tmp_path / "named.redoubt")
    document = project.document  # type: ignore[assignment]
    states = painted(document)
    told: list[Message] = []
    project.lost.connect(told.append)
    project.path.unlink()
    document.undo_stack.undo()
    assert [said.key for said in told] == ["file.lost-gone"]
    assert not project.is_named
    assert not project.is_saved
    assert document.plan == states[4]
    document.undo_stack.setIndex(0)
    path = project.path
    project.close()
    assert inspect(path).contents.maps[document.plan.id] == states[0]
