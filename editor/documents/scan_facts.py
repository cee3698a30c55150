"""What a scan remembers about itself, kept in the attributes of its `ScanPlan`.

A file may say anything there, so that whatever makes no sense counts as not said. The clicks of the last calibration
are kept as well, by the hexes they mean, so that they outlive a renumbering: who opens the map a year later can take
them up again.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from typing import Final, NamedTuple

from editor.canvas.scans.scan_pyramid import Size
from editor.digitise.scans import LONGEST_SIDE
from engine.core.boards.hexes import Cell
from engine.definitions.bounds import LONGEST_ID, LONGEST_VALUE
from engine.definitions.model import ID_PATTERN
from engine.definitions.plan import Attributes, MapPlan, Point, Scalar, ScanPlan

USUAL_OPACITY: Final = 0.75
_ID: Final = re.compile(ID_PATTERN)
_FURTHEST: Final = 2.0 * LONGEST_SIDE


class ScanMark(NamedTuple):
    """A hex of the sheet and the pixel where its centre was clicked."""

    cell: Cell
    pixel: Point


@dataclass(frozen=True, slots=True)
class ScanFacts:
    """How a scan is shown and how it came to lie where it does; `order` counts from the bottom."""

    width: int = 0
    height: int = 0
    page: int = 0
    """Of a PDF, from 0."""
    opacity: float = USUAL_OPACITY
    visible: bool = True
    locked: bool = False
    order: int = 0
    sheet: str = ""
    """The sheet it was calibrated by."""
    marks: tuple[ScanMark, ...] = ()
    rms: float | None = None
    """Of the calibration, in pixels; None before there is one."""
    checked: bool = False
    """Whether hexes that were not clicked were looked at as well."""

    @staticmethod
    def of(scan: ScanPlan) -> ScanFacts:
        """The facts of a scan, as far as they make sense."""
        said = scan.attributes
        rms = _number(said.get("rms"), None, 0.0, 1e5)
        return ScanFacts(
            width=_whole(said.get("width"), 0, LONGEST_SIDE),
            height=_whole(said.get("height"), 0, LONGEST_SIDE),
            page=_whole(said.get("page"), 0, 10**6),
            opacity=_number(said.get("opacity"), USUAL_OPACITY, 0.0, 1.0) or 0.0,
            visible=said.get("visible") is not False,
            locked=said.get("locked") is True,
            order=_whole(said.get("order"), 0, 10**6),
            sheet=_name(said.get("sheet")),
            marks=_marks(said.get("marks")),
            rms=rms,
            checked=said.get("checked") is True,
        )

    @property
    def size(self) -> Size | None:
        """In pixels; None for a scan that nobody has measured."""
        return (self.width, self.height) if self.width and self.height else None

    def written(self, scan: ScanPlan | None = None) -> Attributes:
        """The attributes that say this; others of the scan stay as they are."""
        kept: Attributes = {} if scan is None else dict(scan.attributes)
        said: dict[str, Scalar | None] = {
            "width": self.width or None,
            "height": self.height or None,
            "page": self.page or None,
            "opacity": None if self.opacity == USUAL_OPACITY else round(self.opacity, 3),
            "visible": None if self.visible else False,
            "locked": True if self.locked else None,
            "order": self.order or None,
            "sheet": self.sheet or None,
            "marks": _written(self.marks) or None,
            "rms": None if self.rms is None else round(self.rms, 3),
            "checked": True if self.checked else None,
        }
        for name, value in said.items():
            if value is None:
                kept.pop(name, None)
            else:
                kept[name] = value
        return kept


def in_order(plan: MapPlan) -> list[ScanPlan]:
    """The scans of a map from the bottom to the top."""
    return sorted(plan.scans.values(), key=lambda scan: (ScanFacts.of(scan).order, scan.id))


def _name(value: Scalar | None) -> str:
    return value if isinstance(value, str) and len(value) <= LONGEST_ID and _ID.match(value) else ""


def _number(value: Scalar | None, otherwise: float | None, least: float, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
        return otherwise
    return min(max(float(value), least), most)


def _whole(value: Scalar | None, otherwise: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        return otherwise
    return value if 0 <= value <= most else otherwise


def _written(marks: tuple[ScanMark, ...]) -> str:
    """As many as there is room for."""
    rows = [[*mark.cell, *(round(value, 2) for value in mark.pixel)] for mark in marks]
    while rows:
        text = json.dumps(rows, separators=(",", ":"))
        if len(text) <= LONGEST_VALUE:
            return text
        rows.pop()
    return ""


def _marks(value: Scalar | None) -> tuple[ScanMark, ...]:
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        return ()
    try:
        rows = json.loads(value)
    except (ValueError, RecursionError):
        return ()
    found = []
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [int() as col, int() as down, int() | float() as x, int() | float() as y] if _is_near(x, y, col, down):
                found.append(ScanMark((col, down), (float(x), float(y))))
    return tuple(found)


def _is_near(*values: float) -> bool:
    return all(not isinstance(value, bool) and abs(value) <= _FURTHEST for value in values)
