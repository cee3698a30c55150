"""Chains that follow the print: over a calibrated scan the way from click to click runs along the printed line.

The first click says the colour. With A every line of that colour is proposed at once: what is plain is taken, what is
doubtful is walked through (Y keeps, N drops it), a click drops or takes back a stretch, Enter lays all of it as one
entry of the history. Where no scan is seen, or nothing stands out under the click, chains are drawn as ever.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath

from editor.digitise.print_lines import PrintedLines
from editor.geometry.ground import Ground
from editor.geometry.lattice import Ints, Lattice
from editor.model.change import Change
from editor.tools.lines.chain_tool import ChainTool
from editor.tools.options import Option, OptionKind
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Held, Pointer, ToolOptions
from engine.core.messages import Message, message
from engine.definitions.plan import NO_CELL, Point

P = TypeVar("P")

_REACH: Final = 0.22
"""How far about a click its colour is looked for, in circumradii."""
_ENOUGH: Final = 1_500
_NEAR: Final = 0.3
"""How near to a stretch of a proposal a click means it."""


@dataclass(slots=True)
class FollowOptions(ToolOptions):
    """Whether a chain follows what is printed on the scan below."""

    follow: bool = True


@dataclass(slots=True)
class TracedPrint:
    """Stretches that are proposed, each with what is drawn for it, and those that are doubtful."""

    paths: dict[Any, QPainterPath]
    doubtful: set[Any]


class FollowingTool(ChainTool[P]):
    """A chain tool that reads the print."""

    options: FollowOptions
    _clicked: Point | None = None
    """Where the chain was begun: there the line has its colour."""
    _proposed: TracedPrint | None = None
    _dropped: set[Any]
    _doubts: list[Any]

    # What each says

    @abstractmethod
    def traced(self, lines: PrintedLines) -> TracedPrint:
        """Every line of a colour."""

    @abstractmethod
    def laid(self, stretches: Collection[Any]) -> Change:
        """All these stretches on the map."""

    # The print

    def follow_option(self) -> Option:
        """For the list of options."""
        tip = self.tr("Over a calibrated scan run along the printed line; A traces every line of the colour clicked")
        return Option("follow", OptionKind.BOOL, self.tr("Follow the print"), tip)

    def printed_lines(self) -> PrintedLines | None:
        """The lines in the colour under the first click; None where there is no print to follow."""
        if self._clicked is None or not self.options.follow:
            return None
        sight = self.bench.print_at(self._clicked)
        if sight is None:
            return None
        reach = _REACH * self.plane_scale()
        colour = sight.colour_near(self._clicked, reach)
        if colour is None:
            return None
        return PrintedLines(sight, colour, self._clicked, sight.colours_about(self._clicked, reach))

    def plane_scale(self) -> float:
        """How large hexes are."""
        return next((plane.scale for plane in Ground(self.plan).planes), 1.0)

    def sheets_shown(self) -> Iterator[tuple[str, Lattice, Ints]]:
        """The sheets with all hexes that the map has."""
        for sheet in self.plan.sheets.values():
            rows, cols = np.nonzero(np.not_equal(sheet.terrain, NO_CELL))
            cells = np.column_stack((cols + sheet.first[0], rows + sheet.first[1])).astype(np.int64)
            yield sheet.id, self.bench.canvas.picture.sheet(sheet.id).lattice, cells

    def cells_near(self, lattice: Lattice, cells: Ints) -> Ints:
        """Of many hexes those nearest to the first click: enough to learn from."""
        if len(cells) <= _ENOUGH or self._clicked is None:
            return cells
        away = np.hypot(*(lattice.centres(cells[:, 0], cells[:, 1]) - np.array(self._clicked)).T)
        return cells[np.argsort(away, kind="stable")[:_ENOUGH]]

    def hint_of(self, usual: str) -> Message:
        """What can be done now, unless something else is going on than a chain."""
        if self._proposed is not None:
            return message("tool.hint.traced", count=len(self._kept()), doubtful=len(self._doubts))
        return message("tool.hint.chain-going" if self.is_busy else usual)

    # Gestures

    @property
    def is_busy(self) -> bool:
        return self._proposed is not None or super().is_busy

    def press(self, at: Pointer) -> None:
        if self._proposed is not None:
            self._toggle(at, self._proposed)
            return
        if self._route is None:
            self._clicked = at.point
        super().press(at)

    def release(self, at: Pointer) -> None:
        if self._proposed is None:
            super().release(at)

    def hover(self, at: Pointer) -> None:
        if self._proposed is None:
            super().hover(at)

    def wants_key(self, key: Qt.Key) -> bool:
        if self._proposed is not None:
            return key in (Qt.Key.Key_Y, Qt.Key.Key_N)
        return key == Qt.Key.Key_A and self._route is not None and self.options.follow

    def key(self, key: Qt.Key, held: Held) -> bool:
        if self._proposed is not None and key in (Qt.Key.Key_Y, Qt.Key.Key_N):
            self._decide(is_kept=key == Qt.Key.Key_Y)
            return True
        if key == Qt.Key.Key_A and self._route is not None and self._proposed is None:
            return self._trace_all()
        return super().key(key, held)

    def finish(self) -> bool:
        if self._proposed is None:
            return super().finish()
        change = self.laid(self._kept())
        self._forget_proposal()
        self.push(change)
        return True

    def cancel(self) -> bool:
        busy = self._proposed is not None
        self._forget_proposal()
        return super().cancel() or busy

    def forget(self) -> None:
        self._proposed = None
        super().forget()

    def map_changed(self) -> None:
        if self._proposed is not None:
            self._forget_proposal()
        super().map_changed()

    # A whole colour

    def _trace_all(self) -> bool:
        lines = self.printed_lines()
        if lines is None:
            return False
        self._let_go()
        self._proposed = self.traced(lines)
        self._dropped = set()
        self._doubts = sorted(self._proposed.doubtful)
        self._show_proposal()
        return True

    def _kept(self) -> list[Hashable]:
        return [] if self._proposed is None else [each for each in self._proposed.paths if each not in self._dropped]

    def _decide(self, *, is_kept: bool) -> None:
        """About the doubtful stretch that is shown; then on to the next."""
        if self._doubts:
            stretch = self._doubts.pop(0)
            if is_kept:
                self._dropped.discard(stretch)
            else:
                self._dropped.add(stretch)
        self._show_proposal()

    def _toggle(self, at: Pointer, proposed: TracedPrint) -> None:
        reach = _NEAR * self.plane_scale()
        for stretch, path in proposed.paths.items():
            if path.boundingRect().adjusted(-reach, -reach, reach, reach).contains(QPointF(*at.point)) and any(
                _apart(path.pointAtPercent(share), at.point) <= reach for share in (0.2, 0.5, 0.8)
            ):
                self._dropped ^= {stretch}
                break
        self._show_proposal()

    def _show_proposal(self) -> None:
        proposed = self._proposed
        if proposed is None:
            return
        kept, dropped, doubtful = QPainterPath(), QPainterPath(), QPainterPath()
        doubts = set(self._doubts)
        for stretch, path in proposed.paths.items():
            is_open = stretch in doubts
            (dropped if stretch in self._dropped else doubtful if is_open else kept).addPath(path)
        traces = [
            PreviewTrace(TraceLook.LINE, kept),
            PreviewTrace(TraceLook.GUIDE, doubtful),
            PreviewTrace(TraceLook.ERASE, dropped),
        ]
        if self._doubts:
            asked = proposed.paths[self._doubts[0]]
            traces.append(PreviewTrace(TraceLook.SNAP, asked))
            middle = asked.boundingRect().center()
            self.bench.canvas.look_at_point(middle.x(), middle.y())
        self.preview.draw(traces)

    def _forget_proposal(self) -> None:
        if self._proposed is not None:
            self._proposed = None
            self.preview.clear()


def _apart(point: QPointF, other: Point) -> float:
    return float(np.hypot(point.x() - other[0], point.y() - other[1]))
