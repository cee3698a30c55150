"""The map that a game is played on, where it is another than the file's: the scenario was edited since the game began.

A saved game carries its scenario. While such a game is on the screen the canvas shows the map it was begun on, and the
editor gets its own back when the game is left.
"""

from __future__ import annotations

from collections.abc import Callable

from app.files.map_opening import OpenedScenario, opened_project
from app.place_words import PlaceNames
from editor.canvas.canvas import MapCanvas
from engine.definitions.palette import Palette
from engine.definitions.project import Project


class PlayedMap:
    """What the canvas shows while a game is played with documents of its own."""

    def __init__(self, canvas: MapCanvas, use_names: Callable[[PlaceNames | None], object]) -> None:
        self._canvas = canvas
        self._use_names = use_names
        self._own: OpenedScenario | None = None

    @property
    def is_other(self) -> bool:
        """Whether the game is played with other documents than the file has now."""
        return self._own is not None

    @property
    def project(self) -> Project | None:
        """The documents it is played with, where the file has others."""
        return self._own.project if self._own is not None else None

    @property
    def palette(self) -> Palette | None:
        """What the game's own map is painted with."""
        return self._own.palette if self._own is not None else None

    def take(self, project: Project | None, scenario: str) -> None:
        """Be the map of these documents; None where the file has the same."""
        self._own = opened_project(project, scenario, scenario) if project is not None else None

    def show(self) -> None:
        """Put the game's own map on the canvas, where it has one."""
        if self._own is not None:
            self._lay(self._own)
            self._use_names(PlaceNames(self._own.plan, self._own.palette))

    def put_back(self, opened: OpenedScenario, palette: Palette) -> None:
        """Show the file's map again."""
        if self._own is not None and self._canvas.plan is self._own.plan:
            seen = self._canvas.look()
            self._canvas.set_map(opened.plan, palette)
            self._canvas.look_again(seen)
            self._use_names(None)

    def _lay(self, own: OpenedScenario) -> None:
        if self._canvas.plan is not own.plan:
            seen = self._canvas.look()
            self._canvas.set_map(own.plan, own.palette)
            self._canvas.look_again(seen)
