"""The documents of an open file other than maps: changed here, written as they change, and undone with the maps.

They share the history of the file. An entry of the history holds the documents it changed, as they were and as they
became. Where somebody else has changed them since, it carries over what it can and says what it cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand

from editor.documents.history_entry import HistoryEntry
from editor.model.documents_change import Documents, DocumentsChange, rebased
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.storage.coding.document_codec import document_differences
from engine.storage.collector import collector_at_rest
from engine.storage.errors import FileError

if TYPE_CHECKING:
    from editor.documents.file_history import FileHistory


class FileDocuments(QObject):
    """One for an open file."""

    changed = Signal(object)
    """A `DocumentsChange`: what has just become of the documents, by a command, its undoing, or the map."""
    failed = Signal(object)
    """A `Message`: why a change, its undoing or its redoing did not happen."""

    def __init__(self, history: FileHistory) -> None:
        super().__init__(history)
        self._history = history

    @property
    def all(self) -> Documents:
        """Every document of the file, by kind and id."""
        return self._history.store.contents.documents

    @property
    def map_ids(self) -> tuple[str, ...]:
        """The maps of the file."""
        return tuple(self._history.store.contents.maps)

    def push(self, change: DocumentsChange, *, merges: str = "") -> bool:
        """Carry a change out as one entry of the history; False when it changes nothing or the file refuses.

        Changes pushed one after the other with the same `merges`, such as the letters of one field, become one entry.
        """
        if change.is_empty:
            return False
        if self._history.store.is_read_only:
            raise CannotEdit(message("edit.read-only", file=str(self._history.store.path)))
        command = _DocumentsCommand(self._history, change, merges)
        self._history.undo_stack.push(command)
        return not command.was_refused

    def carry_out(self, change: DocumentsChange) -> DocumentsChange | None:
        """Write a change and say so; None when the file refuses, and raises CannotEdit when it does not fit."""
        documents = self._history.store.contents.documents
        try:
            fitting = rebased(change, documents)
        except CannotEdit as bad:
            self.failed.emit(bad.message)
            raise
        try:
            with collector_at_rest():
                deltas = [
                    delta for edit in fitting.edits.values() for delta in document_differences(edit.before, edit.after)
                ]
                self._history.store.commit(deltas, self._history.text_of(change.label))
        except FileError as bad:
            self.failed.emit(bad.message)
            return None
        for name, edit in fitting.edits.items():
            if edit.after is None:
                documents.pop(name, None)
            else:
                documents[name] = edit.after
        self.tell(fitting)
        self._history.written.emit()
        return fitting

    def tell(self, change: DocumentsChange) -> None:
        """Let everyone know what became of the documents."""
        self.changed.emit(change)


class _DocumentsCommand(HistoryEntry):
    """A change of documents in the history."""

    def __init__(self, history: FileHistory, change: DocumentsChange, merges: str) -> None:
        super().__init__(history.undo_stack, history.text_of(change.label))
        self._history = history
        self._map = history.shown_map
        self._change = change
        self._merges = merges

    @property
    def change(self) -> DocumentsChange:
        return self._change

    @property
    def merges(self) -> str:
        return self._merges

    def carry_out(self) -> bool:
        self._history.begin_entry(self._map)
        try:
            done = self._history.documents.carry_out(self._change)
        except CannotEdit:
            return self.give_up()
        if done is None:
            return False
        self._change = done
        return True

    def take_back(self) -> bool:
        self._history.begin_entry(self._map)
        try:
            done = self._history.documents.carry_out(self._change.inverted())
        except CannotEdit:
            return self.give_up()
        if done is None:
            return False
        self._change = done.inverted()
        return True

    def id(self) -> int:
        return 7 if self._merges else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _DocumentsCommand) or other.merges != self._merges or other.was_refused:
            return False
        self._change = self._change.then(other.change)
        if self._change.is_empty:
            self.setObsolete(True)
        return True
