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
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project


class PlayedMap:
    """What the canvas shows while a game is played with documents of its own."""

    def __init__(self, canvas: MapCanvas, use_names: Callable[[PlaceNames | None], object]) -> None:
        self._canvas = canvas
        self._use_names = use_names
        self._own: OpenedScenario | None = None
        self._laid: MapPlan | None = None
        """The map of a game that was put on the canvas; that game may be another than this by now."""

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

    def show(self, opened: OpenedScenario | None, palette: Palette | None) -> None:
        """Put the game's own map on the canvas, or the file's where that of another game lies there."""
        if self._own is not None:
            self._laid = self._own.plan
            self._lay(self._own.plan, self._own.palette)
            self._use_names(PlaceNames(self._own.plan, self._own.palette))
        elif opened is not None and palette is not None:
            self.put_back(opened, palette)

    def put_back(self, opened: OpenedScenario, palette: Palette) -> None:
        """Show the file's map again, where that of a game lies on the canvas."""
        if self._laid is not None and self._canvas.plan is self._laid:
            self._lay(opened.plan, palette)
            self._use_names(None)
        self._laid = None

    def _lay(self, plan: MapPlan, palette: Palette) -> None:
        if self._canvas.plan is not plan:
            seen = self._canvas.look()
            self._canvas.set_map(plan, palette)
            self._canvas.look_again(seen)
