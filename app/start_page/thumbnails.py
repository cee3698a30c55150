"""Small pictures of scenarios for the start page: drawn once behind the window, and kept until the scenario changes.

The map is painted on a thread of its own; the counters are laid onto it on the window's, which alone may draw them.
What is kept lies in a folder beside the recovery folder, under a name that is made from what was drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage, QPainter, QTransform

from app.files.map_opening import OpenedScenario, open_anything
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_item import CounterItem
from editor.documents.background import Background, Ticket
from editor.geometry.lattice import Box
from engine.core.messages import Message
from engine.definitions.issues import DefinitionError
from engine.rulesets.library import Bundled

WIDE, HIGH = 304, 188
"""Pixels of a picture; twice what a card shows, for screens that are finer."""
_DRAWN = "1"
"""Raised when pictures are drawn in another way."""
_AROUND = 0.14
"""Air around the counters, as a part of what they take up."""
_LEAST = 0.3
"""A picture shows at least so much of the map, or nobody would know it again."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """A map that was painted, and what has to be known to lay the counters on it."""

    opened: OpenedScenario
    picture: MapPicture
    image: QImage
    seen: Box


class Thumbnails(QObject):
    """Hands out pictures, at once where they are kept, otherwise when they are drawn."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._background = Background("thumbnails", parent=self)

    @property
    def is_idle(self) -> bool:
        """Whether every picture that was wanted is shown."""
        return self._background.is_idle

    def close(self) -> None:
        """Draw nothing any more."""
        self._background.close()

    def cancel(self) -> None:
        """What was asked for so far is not wanted any more."""
        self._background.cancel()

    def wanted(self, bundled: Bundled, *, dark: bool, show: Callable[[QImage], None]) -> None:
        """Show the picture of a scenario, now or when it is there; one that cannot be drawn is never shown."""
        kept = self._folder / f"{bundled.name}-{'dark' if dark else 'light'}-{_print_of(bundled.folder)}.png"
        image = QImage(str(kept))
        if not image.isNull():
            show(image)
            return

        def finish(ground: _Ground | None) -> None:
            if ground is not None:
                show(_with_counters(ground))
                self._keep(ground.image, kept)

        self._background.run(lambda ticket: _ground(str(bundled.folder), dark, ticket), finish, _say_nothing)

    def _keep(self, image: QImage, path: Path) -> None:
        """Keep a picture; where that is not possible it is drawn again the next time."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return
        image.save(str(path))


def _say_nothing(_: Message) -> None:
    """A scenario without a picture is a scenario all the same."""


def _print_of(folder: Traversable) -> str:
    """What a scenario is made of, in a few letters."""
    found = hashlib.sha256(_DRAWN.encode())
    for file in sorted((each for each in folder.iterdir() if each.is_file()), key=lambda each: each.name):
        found.update(file.read_bytes())
    return found.hexdigest()[:12]


def _ground(folder: str, dark: bool, ticket: Ticket) -> _Ground | None:
    """The map of a scenario around its counters, painted without them."""
    try:
        opened = open_anything(folder)
    except (DefinitionError, OSError):
        return None
    ticket.check()
    style = bundled_style("night" if dark else "paper")
    picture = MapPicture(opened.plan, Looks(opened.palette, style), Shown(numbers=False))
    seen = _battle(opened, picture)
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(picture.paper)
    scale = WIDE / seen.width
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(scale, scale)
        painter.translate(-seen.left, -seen.top)
        picture.paint(painter, Patch(seen, scale))
    finally:
        painter.end()
    return _Ground(opened, picture, image, seen)


def _battle(opened: OpenedScenario, picture: MapPicture) -> Box:
    """The part of a map where its counters stand, in the shape of a picture; boxes beside the map do not count."""
    boxes = set(opened.plan.boxes)
    places = [
        (place.x, place.y)
        for counter in opened.counters
        if counter.at not in boxes and (place := picture.place(counter.at)) is not None
    ]
    whole = picture.bounds
    shape = WIDE / HIGH
    widest = min(whole.width, whole.height * shape)
    wide, x, y = widest, whole.left + whole.width / 2, whole.top + whole.height / 2
    if len(places) > 1:
        across = [each[0] for each in places]
        wide = min(widest, max((max(across) - min(across)) * (1 + 2 * _AROUND), widest * _LEAST))
        x = (max(across) + min(across)) / 2
        y = sum(each[1] for each in places) / len(places)
    high = wide / shape
    x = min(max(x, whole.left + wide / 2), whole.right - wide / 2)
    y = min(max(y, whole.top + high / 2), whole.bottom - high / 2)
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _with_counters(ground: _Ground) -> QImage:
    """The counters laid onto the map."""
    seen, scale = ground.seen, ground.image.width() / ground.seen.width
    style = ground.picture.looks.style.counters
    item = CounterItem(ground.picture.place, lambda: ground.picture.bounds, style)
    item.set_counters(ground.opened.counters)
    painter = QPainter(ground.image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        item.paint_all(painter, seen, QTransform(scale, 0, 0, scale, -seen.left * scale, -seen.top * scale))
    finally:
        painter.end()
    return ground.image
