"""Units on their way from one panel to another, or to the map: what a drag carries and how it is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QMimeData

UNITS: Final = "application/x-redoubt-units"
FORMATIONS: Final = "application/x-redoubt-formations"


def carried(units: Iterable[str], formations: Iterable[str] = ()) -> QMimeData:
    """A drag of units, and of formations with all that belongs to them."""
    data = QMimeData()
    ids, tops = list(units), list(formations)
    if ids:
        data.setData(UNITS, "\n".join(ids).encode())
    if tops:
        data.setData(FORMATIONS, "\n".join(tops).encode())
    return data


def units_in(data: QMimeData) -> tuple[str, ...]:
    """The units that a drag carries."""
    return _ids(data, UNITS)


def formations_in(data: QMimeData) -> tuple[str, ...]:
    """The formations that a drag carries."""
    return _ids(data, FORMATIONS)


def _ids(data: QMimeData, kind: str) -> tuple[str, ...]:
    if not data.hasFormat(kind):
        return ()
    return tuple(bytes(data.data(kind).data()).decode(errors="replace").split("\n"))
