"""What a person chooses when a scenario is printed to be played: which parts, how large, on what paper. No Qt."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from editor.export.options import Paper
from editor.export.page_layout import Size

SMALLEST_COUNTER, LARGEST_COUNTER = 8.0, 40.0
"""Millimetres."""
WIDEST_MARGIN, WIDEST_GAP = 40.0, 10.0
CARD: Final = Size(63.0, 88.0)
"""A card as sleeves are made for it."""


class KitPart(StrEnum):
    """A part of the kit, each a file of its own."""

    MAP = "map"
    SET_UP = "set-up"
    COUNTERS = "counters"
    CHARTS = "charts"
    CARDS = "cards"


class Notes(StrEnum):
    """Where a counter says in which hex it is set up, or on which turn it comes."""

    NONE = "none"
    FRONT = "front"
    BACK = "back"


class Flip(StrEnum):
    """Over which edge the printer turns the paper, or the person who glues the backs on."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class KitOptions:
    """Everything that can be chosen, with the defaults of a person who chooses nothing."""

    parts: frozenset[KitPart] = frozenset(KitPart)
    paper: Paper = Paper.A4
    margin_mm: float = 10.0
    counter_mm: float = 15.0
    gap_mm: float = 0.0
    """Between two counters; with none, one cut parts two of them."""
    flip: Flip = Flip.LONG
    backs: bool = True
    notes: Notes = Notes.BACK
    markers: bool = True
    """Whether the markers of the game are among the counters."""
    fit_map: bool = True
    """Whether the map is as large as the fewest sheets allow, instead of as it was last exported."""

    @property
    def page(self) -> Size:
        """The paper, upright."""
        return Size(*self.paper.size_mm)

    def within_bounds(self) -> KitOptions:
        """The same with every number brought into the range that can be printed."""
        return replace(
            self,
            margin_mm=_clamped(self.margin_mm, 0.0, WIDEST_MARGIN),
            counter_mm=_clamped(self.counter_mm, SMALLEST_COUNTER, LARGEST_COUNTER),
            gap_mm=_clamped(self.gap_mm, 0.0, WIDEST_GAP),
        )

    def to_data(self) -> dict[str, Any]:
        """As plain values, to be remembered."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        found["parts"] = sorted(part.value for part in self.parts)
        return {name: str(value) if isinstance(value, StrEnum) else value for name, value in found.items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> KitOptions:
        """Options that were remembered; what makes no sense is as if it had not been chosen."""
        usual = cls()
        parts, paper, flip, notes = (data.get(name) for name in ("parts", "paper", "flip", "notes"))
        known = [each.value for each in KitPart]
        return cls(
            parts=frozenset(KitPart(each) for each in parts if each in known)
            if isinstance(parts, list)
            else usual.parts,
            paper=Paper(paper) if paper in [each.value for each in Paper] else usual.paper,
            margin_mm=_number(data.get("margin_mm"), usual.margin_mm),
            counter_mm=_number(data.get("counter_mm"), usual.counter_mm),
            gap_mm=_number(data.get("gap_mm"), usual.gap_mm),
            flip=Flip(flip) if flip in [each.value for each in Flip] else usual.flip,
            backs=_flag(data.get("backs"), usual.backs),
            notes=Notes(notes) if notes in [each.value for each in Notes] else usual.notes,
            markers=_flag(data.get("markers"), usual.markers),
            fit_map=_flag(data.get("fit_map"), usual.fit_map),
        ).within_bounds()


def _flag(value: object, usual: bool) -> bool:
    return value if isinstance(value, bool) else usual


def _number(value: object, usual: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if is_number else usual  # type: ignore[arg-type]


def _clamped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high) if math.isfinite(value) else low
