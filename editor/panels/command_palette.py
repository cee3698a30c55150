"""Every command of the program by a few letters of its name: Ctrl+K, type, Enter.

The window gives its actions; what cannot be done now is listed faintly and last, so that one sees it exists. What was
used lately comes first while nothing is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from editor.panels.finder import Finder, FinderRow
from editor.panels.fuzzy import score

_MOST: Final = 60
_REMEMBERED: Final = 8


class CommandPalette(Finder):
    """Finds actions and runs them; `actions` is asked each time it opens."""

    def __init__(self, actions: Callable[[], Iterable[QAction]], parent: QWidget | None = None) -> None:
        self._actions = actions
        self._listed: list[QAction] = []
        self._recent: list[str] = []
        super().__init__("", "", parent)
        self.setWindowTitle(self.tr("Commands"))
        prompt = self.tr("What do you want to do?")
        self.line.setPlaceholderText(prompt)
        self.line.setAccessibleName(prompt)

    def begin(self, text: str = "") -> None:
        seen: dict[str, QAction] = {}
        for action in self._actions():
            if not action.isSeparator() and action.menu() is None and title_of(action):
                seen.setdefault(title_of(action), action)
        self._listed = list(seen.values())
        super().begin(text)

    def rows_for(self, text: str) -> Sequence[FinderRow]:
        scored = [(self._fit(text, action), number, action) for number, action in enumerate(self._listed)]
        fitting = sorted(((fit, -number, action) for fit, number, action in scored if fit > 0), key=lambda one: one[:2])
        return [_row(action) for _, _, action in reversed(fitting)][:_MOST]

    def remark_for(self, text: str, rows: Sequence[FinderRow]) -> str:
        if not rows:
            return self.tr("No command is called “{0}”.").format(text.strip())
        row = rows[0] if self.row is None else self.row
        action = row.value
        return action.statusTip() if isinstance(action, QAction) else ""

    def take(self, row: FinderRow) -> bool:
        action = row.value
        if not isinstance(action, QAction):
            return False
        name = title_of(action)
        self._recent = [name, *(other for other in self._recent if other != name)][:_REMEMBERED]
        QTimer.singleShot(0, action.trigger)
        return True

    def _fit(self, text: str, action: QAction) -> float:
        """How well an action fits; one that cannot run now comes after all that can."""
        name = title_of(action)
        fit = max(score(text, name), 0.6 * score(text, action.statusTip()) if len(text) > 2 else 0.0)
        if fit and not text.strip() and name in self._recent:
            fit += 1 + _REMEMBERED - self._recent.index(name)
        return fit if action.isEnabled() or not fit else fit / 1000


def title_of(action: QAction) -> str:
    """The name of an action without the mark of its key."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("...").removesuffix("…")


def _row(action: QAction) -> FinderRow:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    picture = action.icon().name()
    return FinderRow(title_of(action), keys, picture, action.isEnabled(), action)
