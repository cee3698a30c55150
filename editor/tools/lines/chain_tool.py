"""Chains of clicks with a way found between them: what the tools for rivers and for rails share.

A click begins a chain or goes on with it, and the way to the pointer is shown before the next; a stroke from one point
to another begins one and goes on to there. Points can be dragged, put in by dragging the way itself, and taken out,
until Enter or a double click lets the chain stand; so does whoever takes up another tool or kind. A click on the middle
of a stretch that is on the map already takes that up, to be bent in the same manner. With Alt a stroke erases.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Generic, TypeVar

from PySide6.QtCore import Qt

from editor.geometry.route import Route, recovered
from editor.geometry.routing import Router
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.attribute_options import AttributedTool
from editor.tools.figures import along_twelfths
from editor.tools.pointer_probe import distance_to, handle_at
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Held, Pointer
from editor.tools.traces import line_path, ring_path
from engine.core.messages import Message, message
from engine.definitions.plan import Point

P = TypeVar("P")

_STROKE: Final = 10
"""Pixels from which on the button went along with the pointer: less is a click of an unsteady hand."""
NEAR_WAY: Final = 0.2
"""How near to a stretch a click means the stretch, in circumradii."""


@dataclass(frozen=True, slots=True)
class Existing(Generic[P]):
    """A chain that is on the map already: its name, its kind and the way it takes."""

    name: str
    kind: str
    chain: tuple[P, ...]


@dataclass(frozen=True, slots=True)
class _Grip:
    """What the button holds: a point of the chain, or a leg that becomes one when it is dragged."""

    point: int | None = None
    leg: int | None = None


class ChainTool(AttributedTool, Generic[P]):
    """Draws and bends chains."""

    double_click_presses = False
    picks_with_alt = False

    _route: Route[P] | None = None
    _existing: Existing[P] | None = None
    _grip: _Grip | None = None
    _ungripped: Route[P] | None = None
    """The chain as it was when the button took hold of it."""
    _is_dragged = False
    _begun_at: Point | None = None
    """Where the button that is down has begun the chain."""
    _erased_from: Pointer | None = None
    _router: Router[P] | None = None

    # What each says

    @abstractmethod
    def make_router(self) -> Router[P]:
        """Who finds the way between clicks, on the map as it is."""

    @abstractmethod
    def snapped(self, at: Pointer) -> P | None:
        """The corner or the hex that a click would take."""

    @abstractmethod
    def points_of(self, chain: Sequence[P]) -> list[Point]:
        """Where the points of a chain lie on the map plane."""

    @abstractmethod
    def is_on_map(self, point: P) -> bool:
        """Whether the map still has such a point."""

    @abstractmethod
    def scale_at(self, point: P) -> float:
        """How large hexes are there."""

    @abstractmethod
    def existing_at(self, at: Pointer) -> Existing[P] | None:
        """The chain whose stretch the pointer is on."""

    @abstractmethod
    def drawn(self, chain: tuple[P, ...]) -> Change:
        """A new chain, or more of one that ends where this begins."""

    @abstractmethod
    def bent(self, existing: Existing[P], chain: tuple[P, ...]) -> Change:
        """A chain of the map on another way."""

    @abstractmethod
    def erased(self, before: Pointer, at: Pointer) -> Change:
        """What a stroke with Alt takes away."""

    @abstractmethod
    def erase_label(self) -> Message:
        """What the history calls such a stroke."""

    # Gestures

    @property
    def is_busy(self) -> bool:
        return self._route is not None or super().is_busy

    def press(self, at: Pointer) -> None:
        self.check_locks()
        if at.held.alt and self._route is None:
            self.begin(self.erase_label())
            self._erased_from = at
            self.extend(self.erased(at, at))
            return
        if self._route is None:
            self._begin_chain(at)
            self._begun_at = at.point if self._existing is None else None
        else:
            self._go_on(at, self._route)
        self.hover(at)

    def move(self, at: Pointer) -> None:
        if self._erased_from is not None:
            self.extend(self.erased(self._erased_from, at))
            self._erased_from = at
        elif self._grip is not None and self._route is not None:
            self._drag(at, self._route, self._grip)
        elif self._begun_at is not None:
            self.hover(at)

    def release(self, at: Pointer) -> None:
        begun_at, self._begun_at = self._begun_at, None
        if self._erased_from is not None:
            self._erased_from = None
            self.end()
        elif self._grip is not None and self._route is not None:
            grip, self._grip = self._grip, None
            if not self._is_dragged:
                self._click_on_way(grip, self._route, at)
        elif begun_at is not None and self._route is not None and math.dist(begun_at, at.point) > _STROKE * at.pixel:
            self._extend_to(self.snapped(at), self._route)
        self.hover(at)

    def double_click(self, at: Pointer) -> None:
        if self._route is not None:
            self.finish()
        else:
            self.press(at)

    def finish(self) -> bool:
        route, existing = self._route, self._existing
        if route is None:
            return False
        if len(route.chain) < 2:
            raise CannotEdit(message("edit.cannot.line-too-short"))
        change = self.drawn(route.chain) if existing is None else self.bent(existing, route.chain)
        self._let_go()
        self.push(change)
        return True

    def settle(self) -> None:
        route, existing = self._route, self._existing
        if route is not None and len(route.chain) > 1 and (existing is None or route.chain != existing.chain):
            self.finish()

    @property
    def can_step_back(self) -> bool:
        return self._route is not None and self._grip is None

    def step_back(self) -> bool:
        route = self._route
        if route is None:
            return False
        if len(route.points) < 2:
            self._let_go()
        else:
            self._route = route.deleted(self._finder(), len(route.points) - 1)
            self._hot = None
            self._show(None, None)
        return True

    def key(self, key: Qt.Key, held: Held) -> bool:
        """Delete takes out the point under the pointer."""
        route, hot = self._route, self._hot
        if key != Qt.Key.Key_Delete or route is None or hot is None or len(route.points) < 2:
            return False
        self._route = route.deleted(self._finder(), hot)
        self._hot = None
        self._show(None, None)
        return True

    def cancel(self) -> bool:
        busy = self._route is not None
        self._let_go()
        self._erased_from = None
        return super().cancel() or busy

    def drop_drag(self) -> None:
        """The chain goes back to what was clicked; a stroke that erases is taken back."""
        if self._grip is not None:
            self._route = self._ungripped
        self._grip = self._begun_at = self._erased_from = None
        super().cancel()
        self.leave()

    def refused(self) -> None:
        """A leg that cannot be found does not cost the chain."""
        self._grip = None
        if self._route is None:
            self.cancel()

    def forget(self) -> None:
        super().forget()
        self._let_go()

    def map_changed(self) -> None:
        self._router = None
        route, existing = self._route, self._existing
        off_map = route is not None and not all(self.is_on_map(point) for point in route.chain)
        if off_map or (existing is not None and not self.is_there(existing)):
            self._let_go()

    def is_there(self, existing: Existing[P]) -> bool:
        """Whether the chain that is being bent is still on the map as it was taken up."""
        return True

    def leave(self) -> None:
        if self._route is None:
            self.preview.clear()
        else:
            self._show(None, None)

    # The chain

    _hot: int | None = None

    def _finder(self) -> Router[P]:
        if self._router is None:
            self._router = self.make_router()
        return self._router

    def _begin_chain(self, at: Pointer) -> None:
        self._router = None
        existing = self.existing_at(at)
        if existing is not None:
            self._existing = existing
            self._route = recovered(self._finder(), existing.chain)
            return
        start = self.snapped(at)
        if start is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        self.ink  # noqa: B018 - refuses now and not when the chain is finished
        self._route = Route((start,))

    def _go_on(self, at: Pointer, route: Route[P]) -> None:
        point = handle_at(at, self.points_of(route.points))
        leg = None if point is not None else self._leg_under(at, route)
        if point is not None or leg is not None:
            self._grip, self._ungripped, self._is_dragged = _Grip(point, leg), route, False
            return
        self._extend_to(self._aimed(at, route), route)

    def _click_on_way(self, grip: _Grip, route: Route[P], at: Pointer) -> None:
        """A click, not a drag, on the chain itself goes on to there, so that a coast can be closed."""
        is_last = grip.point == len(route.points) - 1
        if not is_last and (self._existing is None or grip.leg is None):
            self._extend_to(self._aimed(at, route) if grip.point is None else route.points[grip.point], route)

    def _extend_to(self, aim: P | None, route: Route[P]) -> None:
        if aim is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        if aim != route.points[-1]:
            self._route = route.extended(self._finder(), aim)

    def _drag(self, at: Pointer, route: Route[P], grip: _Grip) -> None:
        aim = self.snapped(at)
        if aim is None:
            return
        try:
            if grip.leg is not None:
                if aim in route.legs[grip.leg]:
                    return
                self._route = route.inserted(self._finder(), grip.leg, aim)
                self._grip = _Grip(point=grip.leg + 1)
                self._is_dragged = True
            elif grip.point is not None and aim != route.points[grip.point]:
                self._route = route.moved(self._finder(), grip.point, aim)
                self._is_dragged = True
        except CannotEdit:
            return
        self._show(None, self._grip.point if self._grip is not None else None)

    def _let_go(self) -> None:
        self._route = self._ungripped = self._existing = self._grip = self._hot = None
        self._router = None
        self.preview.clear()

    # What is seen

    def hover(self, at: Pointer) -> None:
        route = self._route
        if route is None:
            self._show_idle(at)
            return
        points = self.points_of(route.points)
        self._hot = handle_at(at, points)
        aim = None if self._hot is not None or self._leg_under(at, route) is not None else self._aimed(at, route)
        self._show(aim, self._hot)

    def _show_idle(self, at: Pointer) -> None:
        existing = None if at.held.alt else self.existing_at(at)
        if existing is not None:
            self.preview.draw([PreviewTrace(TraceLook.SNAP, line_path(self.points_of(existing.chain)))])
            return
        aim = self.snapped(at)
        if aim is None:
            self.preview.clear()
            return
        (centre,) = self.points_of((aim,))
        look = TraceLook.ERASE if at.held.alt else TraceLook.SNAP
        self.preview.draw([PreviewTrace(look, ring_path(centre, 6 * at.pixel))])

    def _show(self, aim: P | None, hot: int | None) -> None:
        """The chain so far, its points, and the way to where a click would take it."""
        route = self._route
        if route is None:
            return
        traces = [PreviewTrace(TraceLook.LINE, line_path(self.points_of(route.chain)))]
        if aim is not None and aim != route.points[-1]:
            try:
                leg = self._finder().leg(route.points[-1], aim)
                traces.insert(0, PreviewTrace(TraceLook.SNAP, line_path(self.points_of(leg))))
            except CannotEdit:
                pass
        self.preview.draw(traces, self.points_of(route.points), hot)

    def _aimed(self, at: Pointer, route: Route[P]) -> P | None:
        if at.held.shift:
            (last,) = self.points_of((route.points[-1],))
            point = along_twelfths(at.point, last)
            at = Pointer(at.plan, point, self.bench.canvas.picture.key_at(*point) or "", at.held, at.pixel)
        return self.snapped(at)

    def _leg_under(self, at: Pointer, route: Route[P]) -> int | None:
        """The leg that the pointer is on."""
        near = NEAR_WAY * self.scale_at(route.points[0])
        for number, leg in enumerate(route.legs):
            points = self.points_of(leg)
            if any(distance_to(at.point, a, b) <= near for a, b in pairwise(points)):
                return number
        return None
