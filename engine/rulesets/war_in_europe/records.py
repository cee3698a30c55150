"""Frames that more than one chapter looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.ids import UnitId
from engine.core.records import Frame


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """The initial or the mechanised movement of a side; `group` is the stack in hand, its leader first."""

    kind: ClassVar[str] = "movement"
    again: bool = False
    """Whether it is the mechanised movement."""
    group: tuple[UnitId, ...] = ()
    short: tuple[UnitId, ...] = ()
    """Who of both sides was unsupplied when the phase began (14.11, 14.13)."""
