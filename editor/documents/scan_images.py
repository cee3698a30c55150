"""The pictures of the scans of the open map: unpacked and fetched off the thread of the window, shown on it.

A scan is unpacked once, on one thread, and its tiles are fetched from the disk on another, so that a large picture
being unpacked does not keep the one in view waiting. New pictures come in here too. Closing, or opening another map,
cancels what nobody will see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from editor.canvas.scans.scan_pyramid import MEMORY, Pyramid, ScanTile, Size, TileAt, TileMemory, level_sizes
from editor.digitise.scans import ScanError
from editor.documents.background import Background, Ticket
from editor.documents.scan_intake import Candidate, ImageKey, Wish, look_at, roomy_folder, take_in, take_out
from engine.core.messages import Message, message
from engine.definitions.plan import ScanPlan
from engine.storage.store import Store

T = TypeVar("T")


class ImageState(Enum):
    """How far a picture is."""

    UNPACKING = "unpacking"
    READY = "ready"
    FAILED = "failed"


class ScanImage(QObject):
    """One picture, as whoever shows it knows it."""

    changed = Signal()
    """Its state or its progress is another."""
    arrived = Signal(object)
    """A `TileAt` that was asked for is in memory."""

    def __init__(self, key: ImageKey, images: ScanImages) -> None:
        super().__init__(images)
        self.key = key
        self.state = ImageState.UNPACKING
        self.progress = 0.0
        self.problem: Message | None = None
        self.ticket: Ticket | None = None
        self._images = images
        self._size = key.size or (1, 1)
        self._pyramid: Pyramid | None = None
        self._coarsest: ScanTile | None = None
        self._asked: set[TileAt] = set()

    @property
    def size(self) -> Size:
        """In pixels; of one that nobody has measured it is known once it is unpacked."""
        return self._size

    @property
    def is_ready(self) -> bool:
        return self.state is ImageState.READY

    @property
    def pyramid(self) -> Pyramid | None:
        """All its pixels, for whoever reads them on another thread; None before it is unpacked."""
        return self._pyramid

    @property
    def coarsest(self) -> TileAt:
        """The one tile that shows all of it."""
        return TileAt(len(level_sizes(self.size)) - 1, 0, 0)

    @property
    def thumbnail(self) -> QImage | None:
        """All of it in at most a tile's pixels."""
        return None if self._coarsest is None else self._coarsest.image

    def tile(self, at: TileAt) -> QImage | None:
        if self._coarsest is not None and at == self.coarsest:
            return self._coarsest.image
        return self._images.memory.get(self.key, at)

    def ask(self, at: TileAt) -> None:
        pyramid = self._pyramid
        if pyramid is None or at in self._asked or at not in pyramid.file:
            return
        self._asked.add(at)
        self._images.fetch(partial(_fetch, pyramid, at), partial(self._fetched, at), partial(self._missed, at))

    def told(self, share: float) -> None:
        self.progress = share
        self.changed.emit()

    def unpacked(self, pyramid: Pyramid) -> None:
        self._pyramid = pyramid
        self._size = pyramid.size
        self.state, self.progress, self.problem = ImageState.READY, 1.0, None
        self.ask(self.coarsest)
        self.changed.emit()

    def failed(self, said: Message) -> None:
        self.state, self.problem = ImageState.FAILED, said
        self.changed.emit()

    def close(self) -> None:
        if self.ticket is not None:
            self.ticket.cancel()
        if self._pyramid is not None:
            self._pyramid.file.close()
            self._pyramid = None
        self._asked.clear()

    def _fetched(self, at: TileAt, tile: ScanTile) -> None:
        if self._pyramid is None:
            return
        self._asked.discard(at)
        if at == self.coarsest:
            self._coarsest = tile
        else:
            self._images.memory.put(self.key, at, tile)
        self.arrived.emit(at)

    def _missed(self, at: TileAt, said: Message) -> None:
        if self._pyramid is not None:
            self._asked.discard(at)
            self.failed(said)


def _fetch(pyramid: Pyramid, at: TileAt, ticket: Ticket) -> ScanTile:
    try:
        return pyramid.tile(at)
    except (OSError, ValueError) as bad:
        raise ScanError(message("scan.lost", problem=str(bad))) from None


def _studied(work: Callable[[Ticket], T], ticket: Ticket) -> T:
    """A picture that is let go of meanwhile is not wanted any more."""
    try:
        return work(ticket)
    except (OSError, ValueError) as bad:
        ticket.check()
        raise ScanError(message("scan.lost", problem=str(bad))) from bad


@dataclass(frozen=True, slots=True)
class Taken:
    """A picture that is in the map's file, and unpacked."""

    key: ImageKey
    title: str


class ScanImages(QObject):
    """The pictures of one open file; whoever makes it closes it."""

    let_go = Signal(object)
    """The `ImageKey` of a picture that no scan shows any more, before it is gone."""

    def __init__(self, *, budget: int = MEMORY, folder: Path | None = None, parent: QObject | None = None) -> None:
        """`folder` is where unpacked tiles go; the system's own place for large passing things unless told."""
        super().__init__(parent)
        self.memory = TileMemory(budget)
        self._folder = folder or roomy_folder()
        self._store: Store | None = None
        self._images: dict[ImageKey, ScanImage] = {}
        self._unpacking = Background("scan-unpacking", parent=self)
        self._fetching = Background("scan-fetching", newest_first=True, parent=self)
        self._studying = Background("scan-studying", parent=self)

    def set_store(self, store: Store | None) -> None:
        """Pictures come from this file now."""
        if store is not self._store:
            self._unpacking.cancel()
            self._studying.cancel()
            self.keep(())
            self._store = store

    def image(self, scan: ScanPlan) -> ScanImage:
        """The picture of a scan, which begins to be unpacked when first asked for."""
        key = ImageKey.of(scan)
        found = self._images.get(key)
        if found is None:
            found = self._images[key] = ScanImage(key, self)
            if self._store is None:
                found.failed(message("scan.no-file"))
                return found
            store, name, folder = self._store, scan.title or scan.id, self._folder
            found.ticket = self._unpacking.run(
                lambda ticket: take_out(store, key, name, folder=folder, ticket=ticket),
                found.unpacked,
                found.failed,
                tell=found.told,
                about=name,
            )
        return found

    def keep(self, keys: Iterable[ImageKey]) -> None:
        """Let go of every picture but these."""
        wanted = set(keys)
        for key in [key for key in self._images if key not in wanted]:
            self.let_go.emit(key)
            image = self._images.pop(key)
            image.close()
            image.deleteLater()
            self.memory.forget(key)

    def fetch(
        self, work: Callable[[Ticket], ScanTile], then: Callable[[ScanTile], None], otherwise: Callable[[Message], None]
    ) -> None:
        """Get a tile from the disk; the newest wish is the first to be met, since it is what is looked at now."""
        self._fetching.run(work, then, otherwise)

    def study(
        self,
        work: Callable[[Ticket], T],
        then: Callable[[T], None],
        otherwise: Callable[[Message], None],
        *,
        tell: Callable[[float], None] | None = None,
    ) -> Ticket:
        """Find something out about a picture, which may take long: where its grid is, what its ground is."""
        return self._studying.run(partial(_studied, work), then, otherwise, tell=tell)

    @property
    def is_idle(self) -> bool:
        """Whether everything asked for is there."""
        return self._unpacking.is_idle and self._fetching.is_idle

    @property
    def is_studying(self) -> bool:
        """Whether a picture is being looked into."""
        return not self._studying.is_idle

    # New pictures

    def look_at(self, path: Path, then: Callable[[Candidate], None], otherwise: Callable[[Message], None]) -> Ticket:
        """Find out what a file is, and whether we take it."""
        return self._unpacking.run(partial(look_at, path), then, otherwise, about=path.name)

    def take_in(
        self,
        candidate: Candidate,
        wish: Wish,
        then: Callable[[Taken], None],
        otherwise: Callable[[Message], None],
        *,
        tell: Callable[[float], None] | None = None,
    ) -> Ticket:
        """Unpack a file, store it, and hand over what to add to the map."""
        store, folder = self._store, self._folder
        if store is None:
            raise ValueError("a picture is taken into an open file")

        def arrived(found: tuple[ImageKey, Pyramid]) -> None:
            self._welcome(*found)
            then(Taken(found[0], candidate.file.path.stem))

        return self._unpacking.run(
            lambda ticket: take_in(store, candidate, wish, folder=folder, ticket=ticket),
            arrived,
            otherwise,
            tell=tell,
            about=candidate.file.path.name,
        )

    def _welcome(self, key: ImageKey, pyramid: Pyramid) -> None:
        image = self._images.get(key)
        if image is None:
            image = self._images[key] = ScanImage(key, self)
        elif image.is_ready:
            pyramid.file.close()
            return
        elif image.ticket is not None:
            image.ticket.cancel()
        image.unpacked(pyramid)

    def close(self) -> None:
        """Cancel everything, wait for the threads, and let go of all pictures."""
        self._studying.close()
        self._unpacking.close()
        self._fetching.close()
        self.keep(())
        self._store = None
