"""What a stroke lays on the map of a scenario: control, markers, objectives.

A brush is a value that panels set and the hand on the map uses. A stroke gathers places and is one command in the end.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from editor.commands.design.control import paint_control, paint_region
from editor.commands.design.markers import put_markers
from editor.commands.design.victory import put_objectives, remove_objectives
from editor.model.design.design import Design
from editor.model.design.initial_control import NOBODY
from editor.model.design.steps import Step, in_turn
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message


class DesignBrush(Protocol):
    """Lays something on places, by their keys, or wipes it off them."""

    def reached(self, design: Design, key: str) -> Collection[str]:
        """The places that are touched when the stroke comes to one: itself, or all of its region."""

    def laid(self, design: Design, keys: Collection[str]) -> DocumentsChange: ...

    def wiped(self, design: Design, keys: Collection[str]) -> DocumentsChange: ...


@dataclass(frozen=True, slots=True)
class ControlBrush:
    """A side comes to hold what the stroke goes over."""

    side: str

    def reached(self, design: Design, key: str) -> Collection[str]:
        return () if key in design.plan.boxes else (key,)

    def laid(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return paint_control(design, self.side, keys)

    def wiped(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return paint_control(design, NOBODY, keys)


@dataclass(frozen=True, slots=True)
class HoldingBrush:
    """A side comes to hold all of every region of a kind that the stroke goes over."""

    side: str
    kind: str

    def reached(self, design: Design, key: str) -> Collection[str]:
        return {member for name in self._regions(design, (key,)) for member in design.plan.regions[name].members}

    def _regions(self, design: Design, keys: Collection[str]) -> list[str]:
        regions = design.plan.regions.values()
        return [each.id for each in regions if each.kind == self.kind and any(key in each.members for key in keys)]

    def laid(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return self._painted(design, keys, self.side)

    def wiped(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return self._painted(design, keys, NOBODY)

    def _painted(self, design: Design, keys: Collection[str], side: str) -> DocumentsChange:
        names = self._regions(design, keys)
        if not names:
            raise CannotEdit(message("design.cannot.no-region-here"))

        def step(name: str) -> Step:
            return lambda now: paint_region(now, side, name)

        titles = tuple(design.region_title(name) for name in names)
        return in_turn(design, [step(name) for name in names], message("design.do.paint-regions", names=titles))


@dataclass(frozen=True, slots=True)
class MarkerBrush:
    """A marker of a level is laid."""

    marker: str
    level: int = 1

    def reached(self, design: Design, key: str) -> Collection[str]:
        return (key,)

    def laid(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return put_markers(design, self.marker, keys, self.level)

    def wiped(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return put_markers(design, self.marker, keys, 0)


@dataclass(frozen=True, slots=True)
class ObjectiveBrush:
    """Places come to be worth something, to a side or to whoever holds them."""

    value: float | None
    side: str | None

    def reached(self, design: Design, key: str) -> Collection[str]:
        return () if key in design.plan.boxes else (key,)

    def laid(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return put_objectives(design, keys, value=self.value, side=self.side)

    def wiped(self, design: Design, keys: Collection[str]) -> DocumentsChange:
        return remove_objectives(design, keys)
