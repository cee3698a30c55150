"""The stamps of a file: fragments kept under a name, to be laid down again tomorrow or on another map.

They are notes of the file and no part of any map, so that undo never takes one away. One that a file brings in a
state that makes no sense is left out.
"""

from __future__ import annotations

from editor.documents.map_document import MapDocument
from editor.model.fragment import Fragment
from editor.model.stamps import Stamp, data_of, stamp_of
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.storage.errors import FileError

NOTE = "stamps"
SLOTS_NOTE = "stamp-slots"
MOST_STAMPS = 200
SLOTS = 9
"""With the stamp tool in hand the keys 1 to 9 take a stamp."""


class StampBook:
    """The stamps of the file that a map is in."""

    def __init__(self, document: MapDocument) -> None:
        self._store = document.store

    def stamps(self) -> list[Stamp]:
        """All of them by name."""
        kept = self._store.notes().get(NOTE, [])
        found: dict[str, Stamp] = {}
        for data in kept if isinstance(kept, list) else []:
            try:
                stamp = stamp_of(data)
            except CannotEdit:
                continue
            found[stamp.name] = stamp
        return [found[name] for name in sorted(found, key=str.casefold)]

    def keep(self, name: str, fragment: Fragment) -> Stamp:
        """Keep a fragment under a name, in the place of the stamp that had it."""
        self._check_writable()
        stamp = Stamp(name.strip(), fragment)
        others = [each for each in self.stamps() if each.name != stamp.name]
        if len(others) >= MOST_STAMPS:
            raise CannotEdit(message("tool.cannot.too-many-stamps", limit=MOST_STAMPS))
        self._write([*others, stamp])
        slots = self.slots()
        if stamp.name not in slots and "" in slots:
            self.set_slot(slots.index("") + 1, stamp.name)
        return stamp

    def slots(self) -> list[str]:
        """The names of the stamps that the keys 1 to 9 take in hand; empty where a key takes none."""
        kept = self._store.notes().get(SLOTS_NOTE, [])
        names = [str(name) for name in kept][:SLOTS] if isinstance(kept, list) else []
        there = {stamp.name for stamp in self.stamps()}
        return [name if name in there else "" for name in (*names, *("" for _ in range(SLOTS - len(names))))]

    def set_slot(self, number: int, name: str) -> None:
        """Let a key take a stamp in hand; another key that took it takes none any more."""
        self._check_writable()
        slots = ["" if name and each == name else each for each in self.slots()]
        slots[number - 1] = name
        self._note(SLOTS_NOTE, slots)

    def rename(self, old: str, new: str) -> None:
        """Give a stamp another name, which no other has: nothing would bring that one back."""
        stamps = {each.name: each for each in self.stamps()}
        found = stamps.pop(old, None)
        if found is None:
            raise CannotEdit(message("tool.cannot.no-stamp", name=old))
        renamed = Stamp(new.strip(), found.fragment)
        if renamed.name in stamps:
            raise CannotEdit(message("tool.cannot.stamp-name-taken", name=renamed.name))
        self._check_writable()
        slots = self.slots()
        self._write([*stamps.values(), renamed])
        if old in slots:
            self.set_slot(slots.index(old) + 1, renamed.name)

    def drop(self, name: str) -> None:
        """Throw a stamp away."""
        self._check_writable()
        self._write([each for each in self.stamps() if each.name != name])

    def _write(self, stamps: list[Stamp]) -> None:
        self._note(NOTE, [data_of(stamp) for stamp in stamps])

    def _note(self, name: str, value: object) -> None:
        try:
            self._store.note(name, value)
        except FileError as bad:
            raise CannotEdit(bad.message) from None

    def _check_writable(self) -> None:
        if self._store.is_read_only:
            raise CannotEdit(message("edit.read-only", file=str(self._store.path)))
