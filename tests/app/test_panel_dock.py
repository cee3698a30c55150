"""Panels that share a place: what is typed goes to the one that is seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.application import application
from app.panel_dock import PanelDock


def with_field(title: str, window: QMainWindow) -> tuple[PanelDock, QLineEdit]:
    panel, field = QWidget(), QLineEdit()
    QVBoxLayout(panel).addWidget(field)
    dock = PanelDock(title, title.lower(), panel, title, window)
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
    dock.show()
    return dock, field


def test_a_panel_that_goes_behind_another_tab_no_longer_hears_what_is_typed(qtbot: QtBot) -> None:
    application()
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QWidget())
    units, _ = with_field("Units", window)
    charts, cell = with_field("Charts", window)
    window.tabifyDockWidget(units, charts)
    window.resize(500, 400)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    charts.raise_()
    cell.setFocus()
    qtbot.waitUntil(cell.hasFocus)
    bar = window.findChild(QTabBar)
    assert bar is not None
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    qtbot.waitUntil(lambda: not units.visibleRegion().isEmpty())
    qtbot.wait(20)
    held = QApplication.focusWidget()
    assert held is not None
    QTest.keyClicks(held, "D3")
    assert cell.text() == ""
    assert units.isAncestorOf(held), "the keyboard goes on in the panel that came forward"
