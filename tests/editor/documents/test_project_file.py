"""A file being worked on: every change is in it, states can be come back to, and a refused change leaves no trace."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest
from PySide6.QtWidgets import QApplication

from editor.commands.heads import set_palette
from editor.commands.paint import paint_terrain
from editor.documents.project_file import ProjectFile
from editor.geometry.cells import Cells, rectangle_keys
from engine.core.messages import message
from engine.rulesets.words import catalogue
from engine.storage.errors import FileError
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.plans import small_plan


@pytest.fixture
def recovery(tmp_path: Path, qapp: QApplication) -> Path:
    return tmp_path / "recovery"


@pytest.fixture
def project(recovery: Path) -> ProjectFile:
    return ProjectFile.new(small_plan(cols=6, rows=5), recovery, catalogue())


def paint(project: ProjectFile, terrain: str) -> bool:
    document = project.document
    assert document is not None
    sheet = next(iter(document.plan.sheets.values()))
    return document.push(paint_terrain(document.plan, Cells({sheet.id: rectangle_keys(sheet.first, (2, 2))}), terrain))


def test_a_change_is_in_the_file_as_it_lands(project: ProjectFile) -> None:
    assert paint(project, "forest")
    assert project.document is not None
    assert project.store.read().maps[project.document.plan.id] == project.document.plan
    assert not project.is_saved
    project.close()


def test_an_unnamed_file_moves_when_it_is_named(project: ProjectFile, recovery: Path, tmp_path: Path) -> None:
    paint(project, "forest")
    assert not project.is_named
    project.save_as(tmp_path / "named.redoubt")
    assert project.is_named
    assert project.is_saved
    assert list(recovery.glob("*.redoubt")) == []
    project.close()
    assert inspect(tmp_path / "named.redoubt").versions


@pytest.mark.parametrize("times", [1, 2], ids=["the first name", "another name"])
def test_what_was_done_before_it_was_saved_under_a_name_can_still_be_undone(
    project: ProjectFile, tmp_path: Path, times: int
) -> None:
    document = project.document
    assert document is not None
    bare = document.plan.copy()
    paint(project, "forest")
    for number in range(times):
        project.save_as(tmp_path / f"named-{number}.redoubt")
    assert project.document is document
    document.undo_stack.undo()
    assert document.plan == bare
    assert not project.is_saved
    assert project.store.read().maps[bare.id] == bare
    document.undo_stack.redo()
    project.close()
    for number in range(times):
        kept = inspect(tmp_path / f"named-{number}.redoubt").contents.maps[bare.id]
        assert kept == document.plan


def test_a_file_that_could_only_be_looked_at_can_be_worked_on_under_another_name(
    project: ProjectFile, recovery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "theirs.redoubt"
    project.save_as(path)
    project.close()
    monkeypatch.setattr("engine.storage.store.is_writable", lambda tried: tried != path)
    again = ProjectFile.open(path, recovery, catalogue())
    assert again.is_read_only
    again.save_as(tmp_path / "mine.redoubt")
    assert not again.is_read_only
    assert paint(again, "forest")
    again.close()


def test_a_file_that_got_its_name_can_be_worked_on_though_the_copy_without_one_stays(
    project: ProjectFile, recovery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def keep(path: Path, missing_ok: bool = False) -> None:
        if path.parent == recovery and path.suffix == ".redoubt":
            raise PermissionError(errno.EACCES, "in use", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", keep)
    project.save_as(tmp_path / "named.redoubt")
    assert project.path == tmp_path / "named.redoubt"
    assert paint(project, "forest")


def test_a_file_whose_new_name_could_not_be_put_into_its_history_is_worked_on_all_the_same(
    project: ProjectFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(store: Store, name: str) -> NoReturn:
        raise FileError(message("file.disk-full", file=str(store.path)), store.path)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "save", refuse)
        with pytest.raises(FileError):
            project.save_as(tmp_path / "named.redoubt")
    assert project.path == tmp_path / "named.redoubt"
    assert not project.is_saved
    assert paint(project, "forest")
    project.close()
    assert inspect(tmp_path / "named.redoubt").contents.maps == project.contents.maps


def test_it_goes_back_to_a_version(project: ProjectFile) -> None:
    assert project.document is not None
    version = project.save("Bare")
    bare = project.document.plan.copy()
    paint(project, "forest")
    project.revert(version)
    assert project.document.plan == bare
    assert project.is_saved
    project.close()


def test_closed_without_a_name_it_is_left_behind(project: ProjectFile, recovery: Path) -> None:
    assert ProjectFile.left_behind(recovery) == [], "while it is open it is nobody's"
    project.close()
    (left,) = ProjectFile.left_behind(recovery)
    again = ProjectFile.open(left.path, recovery, catalogue())
    assert not again.is_named
    again.throw_away()
    assert ProjectFile.left_behind(recovery) == []


def test_a_named_file_is_not_thrown_away(project: ProjectFile, tmp_path: Path) -> None:
    project.save_as(tmp_path / "named.redoubt")
    with pytest.raises(FileError):
        project.throw_away()
    assert (tmp_path / "named.redoubt").exists()


@pytest.mark.parametrize("by_stroke", [True, False])
def test_a_refused_change_leaves_no_trace(
    project: ProjectFile, monkeypatch: pytest.MonkeyPatch, by_stroke: bool
) -> None:
    document = project.document
    assert document is not None
    before = document.plan.copy()
    told: list[object] = []
    document.failed.connect(told.append)

    def full(*_: object) -> int:
        raise FileError(message("file.disk-full", file="x"), project.path)

    monkeypatch.setattr(project.store, "commit", full)
    if by_stroke:
        stroke = document.begin_stroke(message("edit.do.clear"))
        sheet = next(iter(document.plan.sheets.values()))
        stroke.extend(paint_terrain(document.plan, Cells({sheet.id: rectangle_keys(sheet.first, (2, 2))}), "forest"))
        assert not stroke.finish()
    else:
        assert not paint(project, "forest")
    assert document.plan.sheets == before.sheets
    assert len(told) == 1
    assert document.undo_stack.count() == 0
    monkeypatch.undo()
    assert paint(project, "forest")
    project.close()


def test_a_stroke_that_is_taken_back_leaves_the_file_saved(project: ProjectFile) -> None:
    document = project.document
    assert document is not None
    project.save("Bare")
    before = document.plan.copy()
    sheet = next(iter(document.plan.sheets.values()))
    stroke = document.begin_stroke(message("edit.do.paint", terrain="forest"))
    stroke.extend(paint_terrain(document.plan, Cells({sheet.id: rectangle_keys(sheet.first, (2, 2))}), "forest"))
    assert document.plan != before
    stroke.cancel()
    assert document.plan == before
    assert project.is_saved
    project.close()


def test_a_map_of_another_game_is_painted_with_its_kinds_at_once(project: ProjectFile) -> None:
    document = project.document
    assert document is not None
    assert not document.palette.paths, "the toy has none"
    document.push(set_palette(document.plan, "red-star-rising"))
    assert document.palette.paths
    document.undo_stack.undo()
    assert not document.palette.paths
    project.close()
