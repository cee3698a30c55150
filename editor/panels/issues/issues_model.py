"""The issues of the map as a table: errors first, then warnings, then notes.

While the map is checked anew the old rows stay, and those that are not found again go when the round is over; so the
list does not flicker under the hand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from editor.checks.map_issues import MapIssue
from editor.panels.icons import icon
from engine.core.messages import Message
from engine.definitions.issues import Severity

ISSUE: Final = Qt.ItemDataRole.UserRole
WORDS, FIX = range(2)
_RANK: Final = {severity: number for number, severity in enumerate(Severity)}
_NO_PARENT: Final = QModelIndex()


class IssuesModel(QAbstractTableModel):
    """Issues in order; `text_of` turns what they say into words."""

    def __init__(self, text_of: Callable[[Message], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text_of = text_of
        self._rows: list[MapIssue] = []
        self._known: dict[tuple[object, ...], MapIssue] = {}
        self._round: set[tuple[object, ...]] = set()

    @property
    def issues(self) -> tuple[MapIssue, ...]:
        """What is listed."""
        return tuple(self._rows)

    def counts(self) -> Counter[Severity]:
        """How many there are of each severity."""
        return Counter(row.issue.severity for row in self._rows)

    # Rounds

    def clear(self) -> None:
        """Another map."""
        self.beginResetModel()
        self._rows.clear()
        self._known.clear()
        self._round.clear()
        self.endResetModel()

    def begin_round(self) -> None:
        """The map is checked anew."""
        self._round.clear()

    def add(self, found: MapIssue) -> None:
        """An issue of this round: a new row, or an old one that is still true."""
        identity = found.identity
        if identity in self._round:
            return
        self._round.add(identity)
        old = self._known.get(identity)
        self._known[identity] = found
        if old is not None:
            at = self._rows.index(old)
            self._rows[at] = found
            return
        rank = _RANK[found.issue.severity]
        at = bisect_right(self._rows, rank, key=lambda row: _RANK[row.issue.severity])
        self.beginInsertRows(_NO_PARENT, at, at)
        self._rows.insert(at, found)
        self.endInsertRows()

    def end_round(self) -> None:
        """What was not found again is mended."""
        for at in range(len(self._rows) - 1, -1, -1):
            identity = self._rows[at].identity
            if identity not in self._round:
                self.beginRemoveRows(_NO_PARENT, at, at)
                del self._rows[at]
                del self._known[identity]
                self.endRemoveRows()

    # The table

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        return 2

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        found = self._rows[index.row()]
        if role == ISSUE:
            return found
        if index.column() == FIX:
            return self._fix_data(found, role)
        words = self._text_of(found.issue.message)
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.DecorationRole:
            return icon(found.issue.severity.value)
        if role == Qt.ItemDataRole.ToolTipRole:
            hint = found.issue.hint
            return words if hint is None else f"{words}\n{self._text_of(hint)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{found.issue.severity.value}: {words}"
        return None

    def _fix_data(self, found: MapIssue, role: int) -> Any:
        if found.fix is None:
            return None
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("fix")
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text_of(found.fix.label)
        return None


class IssuesFilter(QSortFilterProxyModel):
    """Leaves out the severities that nobody wants to see."""

    def __init__(self, model: IssuesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._issues = model
        self._hidden: set[Severity] = set()
        self.setSourceModel(model)

    def show_severity(self, severity: Severity, shown: bool) -> None:
        """List a severity, or leave it out."""
        if shown:
            self._hidden.discard(severity)
        else:
            self._hidden.add(severity)
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex) -> bool:
        return self._issues.issues[source_row].issue.severity not in self._hidden
