"""Making menu entries that are never mute: each has a shortcut, a tooltip and a line for the status bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


def entry(
    menu: QMenu,
    text: str,
    shortcut: str | QKeySequence.StandardKey,
    help: str,
    act: Callable[..., Any],
    *,
    checked: bool | None = None,
) -> QAction:
    """Add an entry; with `checked` it is a switch, and `act` is told its new state."""
    action = QAction(text, _owner(menu))
    action.setShortcut(QKeySequence(shortcut))
    if checked is not None:
        action.setCheckable(True)
        action.setChecked(checked)
        action.toggled.connect(act)
    else:
        action.triggered.connect(lambda _=False: act())
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{help} ({keys})" if keys else help)
    action.setStatusTip(help)
    menu.addAction(action)
    return action


def _owner(menu: QMenu) -> QWidget:
    parent = menu.parentWidget()
    return parent if parent is not None else menu
