"""Making entries that are never mute: each has a shortcut, a tooltip and a line for the status bar.

An entry belongs to the window and may stand in a menu, on a toolbar, or both; the command palette lists them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from editor.panels.icons import icon


def entry(
    menu: QMenu,
    text: str,
    shortcut: str | QKeySequence.StandardKey,
    help: str,
    act: Callable[..., Any],
    *,
    checked: bool | None = None,
    picture: str = "",
) -> QAction:
    """Add an entry to a menu; with `checked` it is a switch, and `act` is told its new state."""
    action = loose_entry(_owner(menu), text, shortcut, help, act, checked=checked, picture=picture)
    menu.addAction(action)
    return action


def loose_entry(
    owner: QWidget,
    text: str,
    shortcut: str | QKeySequence.StandardKey,
    help: str,
    act: Callable[..., Any],
    *,
    checked: bool | None = None,
    picture: str = "",
) -> QAction:
    """An entry that stands in no menu yet."""
    action = QAction(text, owner)
    if checked is not None:
        action.setCheckable(True)
        action.setChecked(checked)
        action.toggled.connect(act)
    else:
        action.triggered.connect(lambda _=False: act())
    explain(action, shortcut, help)
    if picture:
        action.setIcon(icon(picture))
        action.setIconVisibleInMenu(False)
    return action


def explain(action: QAction, shortcut: str | QKeySequence.StandardKey, help: str) -> None:
    """Give an action its keys and its words."""
    keys = _keys(shortcut)
    action.setShortcut(keys)
    shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{help} ({shown})" if shown else help)
    action.setStatusTip(help)


def _keys(shortcut: str | QKeySequence.StandardKey) -> QKeySequence:
    """One way to press it: some platforms know several for a standard key, and one may be another entry's."""
    if isinstance(shortcut, str):
        return QKeySequence(shortcut)
    known = QKeySequence.keyBindings(shortcut)
    return known[0] if known else QKeySequence(shortcut)


def _owner(menu: QMenu) -> QWidget:
    parent = menu.parentWidget()
    return parent if parent is not None else menu
