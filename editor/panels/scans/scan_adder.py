"""New scans: files are looked at, asked about where they have pages, unpacked, stored and laid on the map, in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.canvas.scans.scan_pyramid import Size
from editor.commands.scans import add_scan, edit_scan
from editor.digitise.scans import ScanError, refuse_size
from editor.documents.background import Ticket
from editor.documents.map_document import MapDocument
from editor.documents.scan_facts import ScanFacts, in_order
from editor.documents.scan_images import Taken
from editor.documents.scan_intake import Candidate, Wish
from editor.documents.scan_layer import ScanLayer
from editor.model.change import Change, folded
from editor.refusal import CannotEdit
from editor.tools.locks import check_change
from engine.core.messages import Message, message
from engine.definitions.bounds import LONGEST_LINE
from engine.definitions.plan import Placement, ScanPlan


class ScanAdder(QObject):
    """Takes files one after the other; each becomes a scan, takes the place of one, or is refused."""

    changed = Signal()
    """It is busy with another file, or further with this one, or idle."""
    added = Signal(str)
    """A scan of this id is on the map, or has another picture."""
    refused = Signal(object)
    """A `Message`: why a file is not on the map."""
    remarked = Signal(object)
    """A `Message`: what to be wary of, though the file was taken."""

    def __init__(self, layer: ScanLayer, ask_page: Callable[[Candidate], Wish | None]) -> None:
        super().__init__(layer)
        self._layer = layer
        self._ask_page = ask_page
        self._waiting: deque[tuple[Path, str]] = deque()
        self._ticket: Ticket | None = None
        self._document: MapDocument | None = None
        self._replaces = ""
        self.path: Path | None = None
        """The file it is busy with."""
        self.progress = 0.0

    @property
    def is_busy(self) -> bool:
        return self.path is not None

    def add(self, path: Path, *, replaces: str = "") -> None:
        """Lay a file on the map, or let it take the place of the picture of a scan."""
        document = self._layer.bench.document
        if document is None:
            return
        if document.is_read_only:
            self.refused.emit(message("edit.read-only", file=str(document.store.path)))
            return
        self._waiting.append((path, replaces))
        if not self.is_busy:
            self._next()

    def cancel(self) -> None:
        """Forget the file it is busy with, and those that wait."""
        self._waiting.clear()
        if self._ticket is not None:
            self._ticket.cancel()
        self._rest()

    def _rest(self) -> None:
        self.path, self._ticket, self.progress = None, None, 0.0
        self.changed.emit()

    def _next(self) -> None:
        self._rest()
        if self._waiting:
            self.path, self._replaces = self._waiting.popleft()
            self._document = self._layer.bench.document
            self._ticket = self._layer.images.look_at(self.path, self._looked_at, self._refuse)
            self.changed.emit()

    def _looked_at(self, candidate: Candidate) -> None:
        if not self._is_current():
            return
        wish = self._ask_page(candidate) if candidate.pages else _whole(candidate)
        if wish is None or not self._is_current():
            self._next()
            return
        try:
            refuse_size(candidate.name, wish.size)
        except ScanError as bad:
            self._refuse(bad.message)
            return
        for remark in candidate.file.notes:
            self.remarked.emit(remark.message)
        self._ticket = self._layer.images.take_in(candidate, wish, self._taken, self._refuse, tell=self._told)

    def _told(self, share: float) -> None:
        self.progress = share
        self.changed.emit()

    def _is_current(self) -> bool:
        """Whether the map that the file was meant for is still the open one."""
        return self._document is not None and self._document is self._layer.bench.document

    def _refuse(self, said: Message) -> None:
        self.refused.emit(said)
        self._next()

    def _taken(self, taken: Taken) -> None:
        document = self._document
        if document is None or not self._is_current():
            self._rest()
            return
        before = set(document.plan.scans)
        try:
            change = self._change(document, taken)
            check_change(self._layer.bench, change)
            done = document.push(change)
        except CannotEdit as bad:
            self._refuse(bad.message)
            return
        if done:
            new = next(iter(set(document.plan.scans) - before), self._replaces)
            self.added.emit(new)
        self._next()

    def _change(self, document: MapDocument, taken: Taken) -> Change:
        plan, size = document.plan, taken.key.size or (1, 1)
        scan = plan.scans.get(self._replaces)
        if scan is not None:
            return _replaced(document, scan, taken, self._layer.fitting(size))
        facts = ScanFacts(*size, page=taken.key.page, order=_next_order(in_order(plan)))
        return add_scan(
            plan,
            taken.title[:LONGEST_LINE],
            taken.key.sha256,
            placement=self._layer.fitting(size),
            attributes=facts.written(),
        )


def _whole(candidate: Candidate) -> Wish | None:
    return None if candidate.size is None else Wish(candidate.size)


def _next_order(scans: list[ScanPlan]) -> int:
    return 1 + max((ScanFacts.of(scan).order for scan in scans), default=-1)


def _replaced(document: MapDocument, scan: ScanPlan, taken: Taken, fitting: Placement) -> Change:
    """Another picture for a scan: one of the same size lies where the old one lay, another has to be calibrated."""
    facts, size = ScanFacts.of(scan), taken.key.size or (1, 1)
    is_alike = facts.size == size
    new = replace(facts, width=size[0], height=size[1], page=taken.key.page)
    if not is_alike:
        new = replace(new, marks=(), rms=None, checked=False)
    change = edit_scan(
        document.plan,
        scan.id,
        sha256=taken.key.sha256,
        placement=scan.placement if is_alike else fitting,
        attributes=new.written(scan),
    )
    return folded(message("scan.do.replace", title=scan.title or scan.id), [change])


def size_words(size: Size | None) -> str:
    """A size as it is shown: pixels and megapixels."""
    if size is None:
        return ""
    return f"{size[0]} × {size[1]}  ({size[0] * size[1] / 1e6:.1f} MP)"
