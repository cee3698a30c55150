"""What is drawn corner by corner: clicks set corners, a click on the first one or Enter closes the outline.

Corners are taken back one at a time, and an outline that cannot be finished yet is not lost.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from editor.refusal import CannotEdit
from editor.tools.figures import along_twelfths
from editor.tools.pointer_probe import handle_at
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, Tool
from editor.tools.traces import line_path
from engine.core.messages import message
from engine.definitions.plan import Point


class CornerTool(Tool):
    """Gathers the corners of an outline; `close` makes something of them."""

    double_click_presses = False
    outline_look: ClassVar[TraceLook] = TraceLook.GUIDE
    _points: tuple[Point, ...] = ()

    @abstractmethod
    def close(self, points: tuple[Point, ...]) -> None:
        """Make something of three corners or more, and cancel; a refusal before that leaves them as they are."""

    @property
    def is_busy(self) -> bool:
        return bool(self._points)

    def add_corner(self, at: Pointer) -> None:
        """Set the next corner, or close the outline where it began."""
        if self._hot(at) == 0:
            self.finish()
            return
        self._points = (*self._points, self._next(at))
        self.hover(at)

    def leave(self) -> None:
        """The corners clicked so far stay."""
        if not self._points:
            self.preview.clear()

    def finish(self) -> bool:
        if not self._points:
            return False
        if len(self._points) < 3:
            raise CannotEdit(message("tool.cannot.three-corners"))
        self.close(self._points)
        return True

    @property
    def can_step_back(self) -> bool:
        return bool(self._points)

    def step_back(self) -> bool:
        if not self._points:
            return False
        self._points = self._points[:-1]
        self.preview.draw([self._outline(self._points)], self._points)
        return True

    def cancel(self) -> bool:
        busy, self._points = self.is_busy, ()
        self.preview.clear()
        return busy

    def drop_drag(self) -> None:
        """Corners are clicked, not dragged, and stay."""

    def refused(self) -> None:
        """An outline that cannot be finished yet is not lost."""

    def forget(self) -> None:
        super().forget()
        self._points = ()

    def _next(self, at: Pointer) -> Point:
        return along_twelfths(at.point, self._points[-1]) if at.held.shift and self._points else at.point

    def _hot(self, at: Pointer) -> int | None:
        """The first corner, where the pointer is on it and it can close the outline."""
        return handle_at(at, self._points[:1]) if len(self._points) > 2 else None

    def _outline(self, points: tuple[Point, ...]) -> PreviewTrace:
        return PreviewTrace(self.outline_look, line_path(points, closed=True))
