"""The tools: a menu that teaches their keys, a box of buttons beside the map, and the bar above it.

The bar above holds what is used in every mode, and one line that says what can be done with the tool in hand now.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QMenu, QToolBar, QToolButton, QWidget

from app.menus.entries import entry
from app.modes import Mode, ModeSwitch
from editor.documents.workbench import Workbench
from editor.panels.hint import Hint
from editor.tools.tool import Tool, ToolGroup
from editor.tools.toolbox import TOOLS, ToolController

_COLUMNS = 2


class ToolMenu(QObject):
    """One entry a tool; the tool in hand is checked."""

    def __init__(self, menu: QMenu, bench: Workbench, tools: ToolController, modes: ModeSwitch, hint: Hint) -> None:
        super().__init__(menu)
        self._bench, self._modes, self._hint = bench, modes, hint
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        self.actions: dict[str, QAction] = {}
        before: ToolGroup | None = None
        for kind in TOOLS:
            if before is not None and kind.group is not before:
                menu.addSeparator()
            before = kind.group
            self.actions[kind.name] = self._entry(menu, tools.tools[kind.name])
        menu.addSeparator()
        self._build_brush(menu)
        self.box = ToolBox(self.actions)
        bench.tool_changed.connect(self._show_tool)

    def _entry(self, menu: QMenu, tool: Tool) -> QAction:
        name = tool.name
        action = entry(menu, tool.title, tool.shortcut, tool.tip, lambda: self.take(name), picture=tool.icon)
        action.setCheckable(True)
        action.setObjectName(f"tool-{name}")
        action.setToolTip(f"{tool.title} ({tool.shortcut})\n{tool.tip}")
        self._group.addAction(action)
        return action

    def _build_brush(self, menu: QMenu) -> None:
        bench = self._bench
        smaller, larger = self.tr("Let the brush cover fewer hexes"), self.tr("Let the brush cover more hexes")
        self.brush = (
            entry(menu, self.tr("S&maller Brush"), "[", smaller, lambda: bench.set_brush(bench.brush - 1)),
            entry(menu, self.tr("&Larger Brush"), "]", larger, lambda: bench.set_brush(bench.brush + 1)),
        )

    def take(self, name: str) -> None:
        """Take a tool in hand."""
        self._bench.set_tool(name)
        self._show_tool(self._bench.tool)
        self._bench.canvas.setFocus()

    def show_hint(self, words: str) -> None:
        """What can be done with the tool in hand now."""
        self._hint.say(words)

    def _show_tool(self, name: str) -> None:
        for each, action in self.actions.items():
            action.setChecked(each == name)

    def refresh(self) -> None:
        """Tools can be taken while there is a map to edit."""
        edits = self._modes.mode is Mode.EDIT
        for action in (*self.actions.values(), *self.brush):
            action.setEnabled(edits)
        if not edits:
            self.show_hint("")


class ToolBox(QToolBar):
    """All tools as buttons, two abreast, in their groups."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("toolbox")
        self.setWindowTitle(self.tr("Tools"))
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)
        grid_of = QWidget()
        grid = QGridLayout(grid_of)
        grid.setContentsMargins(3, 4, 3, 4)
        grid.setSpacing(1)
        row, column, before = 0, 0, None
        for kind in TOOLS:
            if before is not None and kind.group is not before:
                row, column = row + (column > 0), 0
                grid.addWidget(_rule(), row, 0, 1, _COLUMNS)
                row += 1
            before = kind.group
            grid.addWidget(_button(actions[kind.name]), row, column)
            column += 1
            if column == _COLUMNS:
                row, column = row + 1, 0
        grid.setRowStretch(row + 1, 1)
        self.addWidget(grid_of)


class MainBar(QToolBar):
    """The bar above the map."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("main-bar")
        self.setWindowTitle(self.tr("Main Bar"))
        self.setMovable(False)
        self.setIconSize(QSize(20, 20))
        self.toggleViewAction().setVisible(False)
        self.hint = Hint()

    def fill(self, *groups: tuple[QAction, ...]) -> None:
        """Put actions on it, with a rule between groups, and the hint at the end."""
        for number, group in enumerate(groups):
            if number:
                self.addSeparator()
            for action in group:
                self.addAction(action)
        self.addSeparator()
        self.addWidget(self.hint)


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setAutoRaise(True)
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text())
    return button


def _rule() -> QFrame:
    rule = QFrame()
    rule.setFrameShape(QFrame.Shape.HLine)
    rule.setForegroundRole(QPalette.ColorRole.Mid)
    rule.setFixedHeight(5)
    return rule
