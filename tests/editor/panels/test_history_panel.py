"""History: steps that can be walked, and the versions of the file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from editor.commands.heads import set_title
from editor.commands.paint import paint_terrain
from editor.geometry.cells import Cells
from editor.panels.history_panel import HistoryPanel
from engine.definitions.plan import Cell
from engine.storage.history import Version
from tests.editor.panels.bench import Bench

HEX = Cell("main", 5, 5)


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> HistoryPanel:
    made = HistoryPanel(bench.work)
    qtbot.addWidget(made)
    made.show()
    return made


def paint(bench: Bench, terrain: str) -> None:
    bench.document.push(paint_terrain(bench.plan, Cells.of([HEX]), terrain))


def rows(panel: HistoryPanel) -> list[str]:
    return [panel.journal.topLevelItem(n).text(0) for n in range(panel.journal.topLevelItemCount())]


def answering(monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton) -> list[str]:
    asked: list[str] = []

    def question(_parent: object, _title: str, text: str, *_: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    return asked


def test_a_step_is_walked_back_to(panel: HistoryPanel, bench: Bench) -> None:
    before = bench.plan.terrain_at(HEX)
    paint(bench, "sea")
    paint(bench, "hill")
    view = panel.steps
    assert [view.model().index(n, 0).data() for n in range(3)] == ["As opened", "Paint sea", "Paint hill"]
    view.setCurrentIndex(view.model().index(1, 0))
    assert bench.plan.terrain_at(HEX) == "sea"
    view.setCurrentIndex(view.model().index(0, 0))
    assert bench.plan.terrain_at(HEX) == before


def test_right_clicks_go_to_a_step_and_back_to_a_version(
    panel: HistoryPanel, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries() -> dict[str, QAction]:
        assert panel.menu is not None
        return {action.text(): action for action in panel.menu.actions() if action.text()}

    for terrain in ("forest", "clear"):
        paint(bench, terrain)
    index = panel.steps.model().index(0, 0)
    panel.steps.customContextMenuRequested.emit(panel.steps.visualRect(index).center())
    assert [entries()[name].isEnabled() for name in ("Go to This Step", "Undo", "Redo")] == [True, True, False]
    entries()["Go to This Step"].trigger()
    assert bench.document.undo_stack.index() == 0
    bench.store.save("Now")
    panel.tabs.setCurrentIndex(1)
    panel.refresh()
    row = next(n for n, words in enumerate(rows(panel)) if words == "Now")
    item = panel.journal.topLevelItem(row)
    assert item is not None
    panel.journal.customContextMenuRequested.emit(panel.journal.visualItemRect(item).center())
    asked = answering(monkeypatch, QMessageBox.StandardButton.Cancel)
    entries()["Revert to Version..."].trigger()
    assert len(asked) == 1


def test_the_journal_tells_changes_and_versions_newest_first(panel: HistoryPanel, bench: Bench) -> None:
    paint(bench, "sea")
    bench.store.save("Coast")
    paint(bench, "hill")
    panel.tabs.setCurrentIndex(1)
    assert rows(panel) == ["Paint hill", "Coast", "Paint sea", "As made"]


def test_the_journal_follows_new_steps(panel: HistoryPanel, bench: Bench, qtbot: QtBot) -> None:
    panel.tabs.setCurrentIndex(1)
    paint(bench, "sea")
    qtbot.waitUntil(lambda: "Paint sea" in rows(panel))


def test_only_versions_can_be_gone_back_to(panel: HistoryPanel, bench: Bench) -> None:
    paint(bench, "sea")
    panel.tabs.setCurrentIndex(1)
    assert not panel.revert_button.isEnabled()
    panel.choose(bench.store.versions()[0])
    assert panel.revert_button.isEnabled()


def test_going_back_asks_first(panel: HistoryPanel, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    paint(bench, "sea")
    panel.tabs.setCurrentIndex(1)
    panel.choose(bench.store.versions()[0])
    asked = answering(monkeypatch, QMessageBox.StandardButton.Cancel)
    QTest.mouseClick(panel.revert_button, Qt.MouseButton.LeftButton)
    assert len(asked) == 1
    assert "As made" in asked[0]
    assert bench.plan.terrain_at(HEX) == "sea"


def test_going_back_gives_the_map_as_it_was(panel: HistoryPanel, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bench.plan.terrain_at(HEX)
    paint(bench, "sea")
    bench.document.push(set_title(bench.plan, "Another"))
    panel.tabs.setCurrentIndex(1)
    panel.choose(bench.store.versions()[0])
    answering(monkeypatch, QMessageBox.StandardButton.Yes)
    gone: list[Version] = []
    panel.reverted.connect(gone.append)
    panel.ask_revert()
    document = bench.work.document
    assert document is not None
    assert document is not bench.document
    assert document.plan.terrain_at(HEX) == before
    assert document.plan.title == "A demonstration"
    assert bench.canvas.plan is document.plan
    assert [version.name for version in gone] == ["As made"]
    assert rows(panel)[0] == "Revert to As made"
    document.push(paint_terrain(document.plan, Cells.of([HEX]), "city"))
    assert document.undo_stack.count() == 1


def test_the_window_may_go_back_by_itself(bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def revert(version: Version) -> bool:
        asked.append(version.name)
        return True

    panel = HistoryPanel(bench.work, revert)
    qtbot.addWidget(panel)
    panel.tabs.setCurrentIndex(1)
    panel.choose(bench.store.versions()[0])
    answering(monkeypatch, QMessageBox.StandardButton.Yes)
    panel.ask_revert()
    assert asked == ["As made"]
    assert bench.work.document is bench.document


def test_a_long_journal_comes_in_pages(panel: HistoryPanel, bench: Bench) -> None:
    for number in range(130):
        bench.document.push(set_title(bench.plan, f"Title {number}"))
    panel.tabs.setCurrentIndex(1)
    assert panel.more.isEnabled()
    assert rows(panel)[-1] == "As made"
    assert len(rows(panel)) == 101
    QTest.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    assert len(rows(panel)) == 131
    assert not panel.more.isEnabled()


def test_without_a_map_it_says_so(panel: HistoryPanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
