"""The place that is chosen: its halo on the map, its words and its units in the dock beside it.

Places are named as the open map names them, or as that of a game does which is played on a map of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from app.place_words import PlaceNames
from app.status_line import StatusLine
from app.units_dock import UnitsDock
from editor.canvas.canvas import MapCanvas


class ChosenPlace:
    """Which place of the map on the screen is looked at, and what it is called."""

    def __init__(
        self, canvas: MapCanvas, dock: UnitsDock, status: StatusLine, own_names: Callable[[], PlaceNames | None]
    ) -> None:
        """`own_names` reads the words of the open map, if there is one."""
        self._canvas, self._dock, self._status = canvas, dock, status
        self._own_names = own_names
        self._names: PlaceNames | None = None

    def choose(self, key: str) -> None:
        """Put the halo on a place and list its units; nothing is no place."""
        self._canvas.select(key)
        names = self._names
        if not key or names is None:
            self._dock.show_place("", "", ())
            return
        details = "  ·  ".join(part for part in (names.terrain(key), *names.features(key)) if part)
        self._dock.show_place(names.label(key), details, self._canvas.counters.stack(key))

    def name(self, key: str) -> str:
        """What a place is called on the map."""
        return self._names.label(key) if self._names is not None else ""

    def name_by(self, names: PlaceNames | None) -> None:
        """Name places as the map of a game does, or again as the open one does."""
        self._names = names if names is not None else self._own_names()
        self._status.set_names(self._names)

    def name_anew(self) -> None:
        """Read the words of the open map again, as after another kind was added."""
        self.name_by(None)
