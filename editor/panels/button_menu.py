"""The buttons of a list as its right-click menu, so that what can be done with a row is found at the row.

Such a menu is made for one click and goes when it is closed: its entries hold what the click was about, as the history
of a file that may be closed long before the window is.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QMenu, QToolButton


def offer_buttons(view: QAbstractItemView, buttons: Sequence[QToolButton]) -> None:
    """Let a right click on a row, or the menu key, list what the buttons do; those that cannot act are grey."""
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(lambda at: pop_up(button_menu(view, buttons), _point(view, at)))


def button_menu(view: QAbstractItemView, buttons: Sequence[QToolButton]) -> QMenu:
    """The menu as it would be shown now."""
    menu = QMenu(view)
    menu.setToolTipsVisible(True)
    for button in buttons:
        entry = menu.addAction(button.icon(), button.text())
        entry.setToolTip(button.toolTip())
        entry.setStatusTip(button.statusTip())
        entry.setEnabled(button.isEnabled())
        entry.triggered.connect(lambda _=False, button=button: button.click())
    return menu


def pop_up(menu: QMenu, at: QPoint) -> None:
    """Show a menu that was made for this one time."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def _point(view: QAbstractItemView, at: QPoint) -> QPoint:
    return view.viewport().mapToGlobal(at)
