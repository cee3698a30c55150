"""What a scan remembers about itself, kept in the attributes of its `ScanPlan`.

A file may say anything there, so that whatever makes no sense counts as not said. The clicks of the last calibration
are kept as well: who opens the map a year later can take them up again.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Final

from editor.canvas.scan_pyramid import Size
from editor.digitise.clicks import Click
from editor.digitise.scans import LONGEST_SIDE
from editor.model.words import LONGEST_VALUE
from engine.definitions.plan import Attributes, MapPlan, Scalar, ScanPlan

USUAL_OPACITY: Final = 0.75
_MOST_CLICKS: Final = 200
_FURTHEST: Final = 2.0 * LONGEST_SIDE


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
    clicks: tuple[Click, ...] = ()
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
            sheet=str(said.get("sheet", "")),
            clicks=_clicks(said.get("clicks")),
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
            "clicks": _written(self.clicks) or None,
            "rms": None if self.rms is None else round(self.rms, 3),
            "checked": True if self.checked else None,
        }
        for name, value in said.items():
            if value is None:
                kept.pop(name, None)
            else:
                kept[name] = value
        return kept

    def with_clicks(self, clicks: tuple[Click, ...]) -> ScanFacts:
        """The facts with as many of these clicks as can be kept."""
        return replace(self, clicks=_clicks(_written(clicks)))


def in_order(plan: MapPlan) -> list[ScanPlan]:
    """The scans of a map from the bottom to the top."""
    return sorted(plan.scans.values(), key=lambda scan: (ScanFacts.of(scan).order, scan.id))


def _number(value: Scalar | None, otherwise: float | None, least: float, most: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return otherwise
    return min(max(float(value), least), most)


def _whole(value: Scalar | None, otherwise: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        return otherwise
    return value if 0 <= value <= most else otherwise


def _written(clicks: tuple[Click, ...]) -> str:
    rows = [[click.label, round(click.pixel[0], 2), round(click.pixel[1], 2)] for click in clicks]
    while rows:
        text = json.dumps(rows, separators=(",", ":"))
        if len(text) <= LONGEST_VALUE:
            return text
        rows.pop()
    return ""


def _clicks(value: Scalar | None) -> tuple[Click, ...]:
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        return ()
    try:
        rows = json.loads(value)
    except (ValueError, RecursionError):
        return ()
    found = []
    for row in rows[:_MOST_CLICKS] if isinstance(rows, list) else ():
        match row:
            case [str() as label, int() | float() as x, int() | float() as y] if _is_near(x) and _is_near(y):
                found.append(Click((float(x), float(y)), label))
    return tuple(found)


def _is_near(value: float) -> bool:
    return not isinstance(value, bool) and math.isfinite(value) and abs(value) <= _FURTHEST
