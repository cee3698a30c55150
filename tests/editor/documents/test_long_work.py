"""What takes long is done beside the window, which stays alive, shows how far it is, and can give it up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog

from editor.commands.paint import paint_terrain
from editor.commands.shape import resize
from editor.documents import long_work
from editor.documents.long_work import LongWork, opened_store, with_plan
from editor.documents.map_document import MapDocument
from editor.documents.project_file import ProjectFile
from editor.geometry.flood import flood
from editor.refusal import CannotEdit
from engine.core.progress import GivenUpError, give_up_if_unwanted, in_slices, part_of_work, tell_progress, watched
from engine.definitions.plan import Cell, MapPlan
from engine.rulesets.words import catalogue
from engine.storage import writing
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.store import Store
from tests.helpers.plans import small_plan
from tests.helpers.projects import small_contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.redoubt"
    Store.create(path, small_contents()).close()
    return path


@pytest.fixture
def all_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every map were a large one, and no moment were left to it."""
    monkeypatch.setattr(long_work, "MANY", 1)
    monkeypatch.setattr("editor.documents.map_document.MANY", 1)
    monkeypatch.setattr(long_work, "MOMENT", 0.0)
    monkeypatch.setattr(long_work, "LOOK_AGAIN", 0)
    monkeypatch.setattr("engine.core.progress.in_slices.__defaults__", (10,))


class Watch(QObject):
    """Somebody at the window: counts its turns, notes how far the work is, and gives it up where that is wished."""

    def __init__(self, *, gives_up: bool = False, seen: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self.turns, self.shown, self.said, self.was_modal = 0, set[int](), "", False
        self._gives_up, self._seen = gives_up, seen
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(0)

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QProgressDialog):
            return
        self.turns += 1
        self.said, self.was_modal = dialog.labelText(), dialog.isModal()
        self.shown.add(dialog.value())
        self._seen()
        if self._gives_up:
            dialog.canceled.emit()


def waiting_for(watch: Watch, turns: int) -> Callable[..., None]:
    """Something in the work that waits until the window has had so many turns, however busy the machine is."""

    def wait(*_: object) -> None:
        begin = watch.turns
        while watch.turns < begin + turns:
            give_up_if_unwanted()
            threading.Event().wait(0.001)

    return wait


def test_the_window_goes_on_while_the_work_is_done(qapp: QApplication) -> None:
    watch = Watch()
    LongWork("Working").run(waiting_for(watch, 20))
    assert watch.turns >= 20
    assert watch.said == "Working"
    assert watch.was_modal


def test_what_is_done_in_a_moment_shows_nothing(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "MOMENT", 60.0)
    watch = Watch()
    assert LongWork("Working").run(lambda: 7) == 7
    assert watch.turns == 0


@pytest.mark.usefixtures("all_is_long")
def test_work_tells_how_far_it_is(qapp: QApplication) -> None:
    watch = Watch()

    def work() -> None:
        for share in (0.25, 0.5):
            tell_progress(share)
            waiting_for(watch, 3)()

    LongWork("Working").run(work)
    assert {250, 500} <= watch.shown


def test_parts_of_the_work_are_parts_of_the_bar() -> None:
    told: list[float] = []
    with watched(lambda: False, told.append), part_of_work(0.5, 1.0), part_of_work(0.0, 0.5):
        assert [len(some) for some in in_slices(range(20), 8)] == [8, 8, 4]
    assert told == [0.5, 0.6, 0.7, 0.75]


def test_work_that_is_given_up_ends(qapp: QApplication) -> None:
    def work() -> None:
        while True:
            give_up_if_unwanted()

    watch = Watch(gives_up=True)
    with pytest.raises(GivenUpError):
        LongWork("Working").run(work)
    watch.stop()
    assert watch.turns


def test_a_large_file_is_opened_beside_the_window(
    qapp: QApplication, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[threading.Thread] = []
    monkeypatch.setattr(long_work, "LARGE_FILE", 1)

    def opened(path: Path) -> Store:
        where.append(threading.current_thread())
        return Store(path)

    monkeypatch.setattr(long_work, "Store", opened)
    opened_store(path).close()
    assert where[0] is not threading.main_thread()


def test_what_goes_wrong_beside_the_window_is_said_in_it(
    qapp: QApplication, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "LARGE_FILE", 1)
    path.write_bytes(b"rubbish")
    with pytest.raises(FileError):
        opened_store(path)


class Filled:
    """A map of 40 x 30 that is filled, and everything that was told of it."""

    def __init__(self, tmp_path: Path) -> None:
        self.path = tmp_path / "field.redoubt"
        Store.create(self.path, Contents({"field": small_plan("field", 40, 30)})).close()
        self.file = ProjectFile.open(self.path, tmp_path / "recovery", catalogue())
        document = self.file.document
        assert document is not None
        self.document: MapDocument = document
        self.failed: list[str] = []
        document.failed.connect(lambda said: self.failed.append(said.key))

    @property
    def plan(self) -> MapPlan:
        return self.document.plan

    @property
    def woods(self) -> int:
        """Hexes of wood on the screen; those in the file must be the same."""
        counts = []
        for plan in (self.plan, self.file.store.read().maps["field"]):
            code = plan.terrain_names.index("woods") + 1 if "woods" in plan.terrain_names else -1
            counts.append(int((plan.sheets["main"].terrain == code).sum()))
        assert counts[0] == counts[1]
        return counts[0]

    def fill(self) -> bool:
        return self.document.push(paint_terrain(self.plan, flood(self.plan, Cell("main", 2, 2)), "woods"))


@pytest.fixture
def field(tmp_path: Path, qapp: QApplication) -> Filled:
    return Filled(tmp_path)


@contextmanager
def slowly(watch: Watch) -> Iterator[Watch]:
    """Inside, the window has some turns before and after every statement of the writing."""
    run, wait = writing._run, waiting_for(watch, 5)

    def run_slowly(*values: Any) -> None:
        wait()
        run(*values)
        wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "_run", run_slowly)
        yield watch
    watch.stop()


@pytest.mark.usefixtures("all_is_long")
def test_a_fill_its_undoing_and_its_redoing_are_written_beside_the_window(field: Filled) -> None:
    stack = field.document.undo_stack
    for act, woods in ((field.fill, 1200), (stack.undo, 0), (stack.redo, 1200)):
        with slowly(Watch()) as watch:
            act()
        assert field.woods == woods
        assert watch.turns >= 10
        assert len(watch.shown) > 2, "it was shown how far it is"
    assert not field.failed


@pytest.mark.usefixtures("all_is_long")
def test_the_map_is_whole_for_whoever_looks_at_it_meanwhile(field: Filled) -> None:
    """Checks and pictures go on while it is written; they were told of nothing yet, and must find the old map."""
    seen: set[tuple[int, int]] = set()
    plan = field.plan
    watch = Watch(seen=lambda: seen.add((len(plan.terrain_names), int(plan.sheets["main"].terrain.max()))))
    old = (len(plan.terrain_names), int(plan.sheets["main"].terrain.max()))
    with slowly(watch):
        assert field.fill()
    assert seen == {old}


@pytest.mark.usefixtures("all_is_long")
def test_a_fill_that_is_given_up_leaves_map_file_and_history_as_they_were(field: Filled) -> None:
    with slowly(Watch(gives_up=True)):
        assert not field.fill()
    assert field.woods == 0
    assert field.failed == ["file.given-up"]
    assert field.document.undo_stack.count() == 0
    assert field.fill(), "and can be done again"
    assert field.woods == 1200


@pytest.mark.usefixtures("all_is_long")
def test_an_undo_that_is_given_up_keeps_its_entry(field: Filled) -> None:
    stack = field.document.undo_stack
    field.fill()
    with slowly(Watch(gives_up=True)):
        stack.undo()
    assert (field.woods, stack.index(), stack.canUndo()) == (1200, 1, True)
    stack.undo()
    assert (field.woods, stack.index()) == (0, 0)
    with slowly(Watch(gives_up=True)):
        stack.redo()
    assert (field.woods, stack.index(), stack.canRedo()) == (0, 0, True)


@pytest.mark.usefixtures("all_is_long")
def test_a_stroke_that_is_given_up_is_taken_back(field: Filled) -> None:
    change = paint_terrain(field.plan, flood(field.plan, Cell("main", 2, 2)), "woods")
    stroke = field.document.begin_stroke(change.label)
    stroke.extend(change)
    with slowly(Watch(gives_up=True)):
        assert not stroke.finish()
    assert field.woods == 0


@pytest.mark.usefixtures("all_is_long")
def test_a_change_of_the_ground_that_is_given_up_leaves_the_sheet(field: Filled) -> None:
    field.fill()
    change = resize(field.plan, "main", (1, 1), (20, 20))
    with slowly(Watch(gives_up=True)):
        assert not field.document.push(change)
    assert field.plan.sheets["main"].size == (40, 30)
    assert field.woods == 1200
    assert field.document.push(change)
    assert field.woods == 400


@pytest.mark.usefixtures("all_is_long")
def test_work_that_loses_its_file_meanwhile_is_told_of_in_the_window(field: Filled, qapp: QApplication) -> None:
    where: list[threading.Thread] = []
    field.file.lost.connect(lambda _: where.append(threading.current_thread()))
    field.path.unlink()
    assert field.fill()
    QApplication.processEvents()
    assert where == [threading.main_thread()]
    assert not field.file.is_named
    assert field.woods == 1200


@pytest.mark.usefixtures("all_is_long")
def test_going_back_to_a_version_can_be_given_up(field: Filled) -> None:
    version = field.file.save("Before")
    field.fill()
    with slowly(Watch(gives_up=True)), pytest.raises(FileError) as bad:
        field.file.revert(version)
    assert bad.value.message.key == "file.given-up"
    assert field.woods == 1200
    field.file.revert(version)
    document = field.file.document
    assert document is not None
    field.document = document
    assert field.woods == 0


@pytest.mark.usefixtures("all_is_long")
def test_a_search_over_the_map_can_be_given_up(field: Filled) -> None:
    watch = Watch(gives_up=True)

    def search() -> object:
        waiting_for(watch, 10_000)()
        return flood(field.plan, Cell("main", 2, 2))

    with pytest.raises(CannotEdit) as bad:
        with_plan(field.plan, search, "Looking")
    watch.stop()
    assert bad.value.message.key == "edit.cannot.given-up"


def test_the_fill_itself_asks_whether_it_is_wanted(field: Filled) -> None:
    with watched(lambda: True), pytest.raises(GivenUpError):
        flood(field.plan, Cell("main", 2, 2))
