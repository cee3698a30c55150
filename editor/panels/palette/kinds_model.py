"""The kinds there are to paint with, as a list: those of one group, or those that a search finds in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from editor.documents.workbench import InkGroup
from editor.panels.fuzzy import score
from engine.definitions.palette import Palette, Swatch
from engine.definitions.plan import MapPlan, SwatchKey

KIND: Final = Qt.ItemDataRole.UserRole
GROUPS: Final = (
    InkGroup.TERRAIN,
    InkGroup.SIDES,
    InkGroup.PATHS,
    InkGroup.FEATURES,
    InkGroup.CONNECTIONS,
    InkGroup.BOXES,
)
"""The groups that are lists of kinds; regions are things of the map."""
NUMBERED: Final = 9

_NO_PARENT: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of a palette."""

    group: InkGroup
    swatch: Swatch
    is_own: bool = False
    """Whether the designer added it, or changed the ruleset's."""
    is_ruleset: bool = True
    """Whether the ruleset has it too, so that taking the designer's away leaves the original."""
    number: int = 0
    """The key that picks it, from 1 to 9; 0 when it has none."""
    detail: str = ""
    """What stands below its name where kinds of several groups are listed."""

    @property
    def id(self) -> str:
        return self.swatch.id

    @property
    def name(self) -> str:
        return self.swatch.name


def kinds_of(base: Palette, palette: Palette, plan: MapPlan, group: InkGroup) -> Iterator[Kind]:
    """The kinds of a group in the order of the palette; `base` is what the ruleset brings."""
    known = {swatch.id for swatch in getattr(base, group.value)}
    swatches: Sequence[Swatch] = getattr(palette, group.value)
    for number, swatch in enumerate(swatches, start=1):
        own = SwatchKey(group.value, swatch.id) in plan.swatches
        yield Kind(group, swatch, own, swatch.id in known, number if number <= NUMBERED else 0)


class KindsModel(QAbstractListModel):
    """Kinds to choose from."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kinds: tuple[Kind, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What is listed."""
        return self._kinds

    def show_kinds(self, kinds: Sequence[Kind]) -> None:
        """List these."""
        self.beginResetModel()
        self._kinds = tuple(kinds)
        self.endResetModel()

    def row_of(self, group: InkGroup, kind: str) -> int | None:
        """Where a kind stands in the list."""
        return next((row for row, one in enumerate(self._kinds) if (one.group, one.id) == (group, kind)), None)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._kinds)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        kind = self._kinds[index.row()]
        if role == KIND:
            return kind
        if role == Qt.ItemDataRole.DisplayRole:
            return kind.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{kind.name}, {kind.detail}" if kind.detail else kind.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{kind.name} ({kind.number})" if kind.number else kind.name
        return None


def found_kinds(kinds: Sequence[Kind], wanted: str) -> list[Kind]:
    """Those whose name or id fits what was typed, the best first."""
    scored = [(max(score(wanted, kind.name), score(wanted, kind.id)), kind) for kind in kinds]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    return [kind for _, kind in best]
