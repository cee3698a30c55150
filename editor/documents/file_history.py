"""The one history of an open file: maps, counters, scenarios and charts are changed and undone through it.

Ctrl+Z goes back through painting and designing in the order in which they were done, on whatever map that was. An entry
belongs to a map: its own, or the one that was shown while something was designed. When it is undone or redone, that map
is asked for, so that nothing changes unseen.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.documents.file_documents import FileDocuments
from editor.documents.history_entry import EntryStack
from engine.core.messages import Catalogue, Message
from engine.storage.store import Store


class FileHistory(QObject):
    """One for an open file, from its opening until it lies elsewhere or goes back to a version."""

    changing = Signal()
    """An entry is about to be done, undone or redone: what is only being drawn is taken back."""
    written = Signal()
    """A change, its undoing or its redoing is in the file now; what is only being drawn is not."""
    map_failed = Signal(object)
    """A `Message`: the file refused a change of one of its maps, shown or not."""
    map_renamed = Signal(str, str)
    """The id that a map had, and the one it has now."""
    map_wanted = Signal(str)
    """The id of a map that is not shown, and on which something was just undone or redone."""

    def __init__(self, store: Store, words: Catalogue) -> None:
        super().__init__()
        self.store = store
        self.undo_stack = EntryStack(self)
        self.documents = FileDocuments(self)
        """The documents of the file that are not maps."""
        self.shown_map = ""
        """The id of the map that is worked on; empty where nobody shows one in place of another."""
        self._words = words
        self._touched_map = ""
        self.undo_stack.indexChanged.connect(self._ask_for_the_map)

    def set_words(self, words: Catalogue) -> None:
        """Say what is done from now on in other words; what stands in the history was said in the old ones."""
        self._words = words

    def text_of(self, label: Message) -> str:
        return self._words.text(label)

    def begin_entry(self, map_id: str) -> None:
        """An entry of a map is about to be done, undone or redone, as the entry itself says."""
        self.changing.emit()
        self._touched_map = map_id

    def map_moved(self, old: str, new: str) -> None:
        """A map of the file is called by another id now."""
        self.shown_map = new if self.shown_map == old else self.shown_map
        self._touched_map = new if self._touched_map == old else self._touched_map
        self.map_renamed.emit(old, new)

    def _ask_for_the_map(self, _index: int) -> None:
        """Asked when the stack is done, so that a walk over many entries ends on the map of the last."""
        touched, self._touched_map = self._touched_map, ""
        if self.shown_map and touched and touched != self.shown_map:
            self.map_wanted.emit(touched)
