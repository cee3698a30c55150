"""Where each map was looked at when its file was left, so that it is looked at there when it is opened again.

This is the settings' and not the file's: looking at a map changes nothing in it.
"""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer

from editor.canvas.view import MapView, ViewLook
from editor.documents.project_file import ProjectFile
from editor.remembered import remembered
from engine.definitions.bounds import LARGEST_QUANTITY

_SETTING = "last-views"
_MOST = 60
"""Of so many maps it is remembered; those that were left longest ago are forgotten."""

_WHOLE = ViewLook(None, (0.0, 0.0))


class LastViews:
    """Follows a canvas from map to map."""

    def __init__(self, settings: QSettings, canvas: MapView) -> None:
        self._settings, self._canvas = settings, canvas
        self._shown: tuple[ProjectFile, str] | None = None
        """The file whose map is on the canvas, and the id of the map."""
        self._look: ViewLook | None = None
        """How it was last looked at on our word; that is said once more."""

    def leave(self) -> None:
        """The map on the canvas is about to be left: remember how it is looked at."""
        if self._shown is not None:
            project, map_id = self._shown
            self.keep(project.path, map_id, self._canvas.look())
        self._shown = None

    def is_of(self, project: ProjectFile | None) -> bool:
        """Whether the map on the canvas is one of a file, or of what only now becomes a working copy."""
        if self._shown is not None:
            return self._shown[0] is project
        return project is None or not project.is_named

    def come(self, project: ProjectFile | None, map_id: str, seen: ViewLook | None = None) -> None:
        """A map is on the canvas: look at it as at the one it takes the place of, or as it was looked at last."""
        self._shown = (project, map_id) if project is not None else None
        if seen is not None:
            self.look_at(seen)
        else:
            self.look_as_left()

    def look_as_left(self) -> None:
        """Look at the map as it was looked at last; at all of it where nobody knows."""
        look = self.of(self._shown[0].path, self._shown[1]) if self._shown is not None else None
        self.look_at(look or _WHOLE)

    def look_at(self, look: ViewLook) -> None:
        """Look at the map in a way, and in no other that was wished for before.

        Once more when the panels beside it have found their places: until then it is not as large as it will be.
        """
        self._look = look
        self._canvas.look_again(look)
        if look.zoom is not None:
            QTimer.singleShot(0, self._canvas, lambda: self._look_once_more(look))

    def _look_once_more(self, look: ViewLook) -> None:
        if look is self._look and self._canvas.look().zoom == look.zoom:
            self._canvas.look_again(look)

    def keep(self, file: Path, map_id: str, look: ViewLook) -> None:
        """Remember how a map was looked at; that all of it was in view need not be."""
        kept = self._kept()
        key = _key(file, map_id)
        kept.pop(key, None)
        if look.zoom is not None:
            kept[key] = [look.zoom, *look.centre]
        self._settings.setValue(_SETTING, json.dumps(dict(list(kept.items())[-_MOST:])))

    def of(self, file: Path, map_id: str) -> ViewLook | None:
        """How a map was last looked at; None where nobody knows, or where all of it was in view."""
        found = self._kept().get(_key(file, map_id))
        if not isinstance(found, list) or len(found) != 3:
            return None
        numbers = [float(each) for each in found if isinstance(each, int | float) and abs(each) <= LARGEST_QUANTITY]
        if len(numbers) != len(found) or numbers[0] <= 0:
            return None
        zoom, x, y = numbers
        return ViewLook(zoom, (x, y))

    def _kept(self) -> dict[str, object]:
        return remembered(self._settings, _SETTING)


def _key(file: Path, map_id: str) -> str:
    return f"{file.resolve()}#{map_id}"
