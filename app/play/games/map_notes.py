"""Notes that a person puts on places of the map: a text and a colour, kept beside the game and no part of it.

Every change can be taken back. In the file they are a note of the store, as who plays is. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import count

from engine.storage.store import Store

COLOURS = ("#d9a400", "#c8382b", "#2f7fd0", "#2e8b57", "#7a4c9a")
LONGEST = 400
NOTES = "map-notes:"


@dataclass(frozen=True, slots=True)
class MapNote:
    """One note."""

    id: int
    place: str
    """The key of a location."""
    text: str = ""
    colour: str = COLOURS[0]
    side: str = ""
    """The side at the screen when it was put; none's is everybody's."""


class NoteBook:
    """The notes of one game, in the order they were made."""

    def __init__(
        self,
        notes: tuple[MapNote, ...] = (),
        changed: Callable[[], None] = lambda: None,
        may_read: Callable[[MapNote], bool] = lambda _: True,
    ) -> None:
        self.notes = notes
        self._before: list[tuple[MapNote, ...]] = []
        self._changed = changed
        self._may_read = may_read

    def readable(self) -> tuple[MapNote, ...]:
        """The notes that whoever sits at the screen may read."""
        return tuple(note for note in self.notes if self._may_read(note))

    def note(self, id: int) -> MapNote | None:
        return next((note for note in self.notes if note.id == id), None)

    def at(self, place: str) -> tuple[MapNote, ...]:
        """The notes to be read on a place."""
        return tuple(note for note in self.readable() if note.place == place)

    def add(self, place: str, text: str = "", colour: str = COLOURS[0], side: str = "") -> MapNote:
        taken = {note.id for note in self.notes}
        made = MapNote(next(number for number in count(1) if number not in taken), place, text, colour, side)
        self._set((*self.notes, made))
        return made

    def change(self, id: int, *, text: str | None = None, colour: str | None = None, place: str | None = None) -> None:
        """Write something else, take another colour, or move it."""
        changes = {"text": text, "colour": colour, "place": place}
        given = {name: value for name, value in changes.items() if value is not None}
        new = tuple(replace(note, **given) if note.id == id else note for note in self.notes)  # type: ignore[arg-type]
        if new != self.notes:
            self._set(new)

    def remove(self, id: int) -> None:
        self._set(tuple(note for note in self.notes if note.id != id))

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        """Take the last change back."""
        if self._before:
            self.notes = self._before.pop()
            self._changed()

    def _set(self, notes: tuple[MapNote, ...]) -> None:
        self._before.append(self.notes)
        self.notes = notes
        self._changed()


def keep_notes(store: Store, game: str, book: NoteBook) -> None:
    """Write the notes of a game into its file."""
    store.note(NOTES + game, [asdict(note) for note in book.notes])


def notes_of_game(store: Store, game: str) -> tuple[MapNote, ...]:
    """The notes of a saved game; what cannot be read is left out."""
    found = store.notes().get(NOTES + game)
    notes: list[MapNote] = []
    for entry in found if isinstance(found, list) else []:
        if isinstance(entry, dict) and isinstance(entry.get("id"), int) and isinstance(entry.get("place"), str):
            colour = str(entry.get("colour", COLOURS[0]))
            text = str(entry.get("text", ""))[:LONGEST]
            known = colour if colour in COLOURS else COLOURS[0]
            notes.append(MapNote(entry["id"], entry["place"], text, known, str(entry.get("side", ""))))
    return tuple(notes)
