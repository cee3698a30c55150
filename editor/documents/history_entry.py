"""Entries of an undo history that the file may refuse: what was not undone stays done, on the map and in the history.

Qt takes it that undoing succeeds: it moves on, or drops an entry that says it is obsolete, and with a full disk the
entry was gone while its stroke stayed. Here an entry knows whether it is done. Where one is refused, those after it in
the same walk are not tried, because each was made on top of the one before, and the history goes back to what is really
done. Only an entry that can never be carried out again, because what it was about is another thing now, is dropped.
"""

from __future__ import annotations

from abc import abstractmethod

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack


class EntryStack(QUndoStack):
    """A history whose index never lies."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_broken_off = False
        """An entry was refused in the walk that is going on."""
        self.indexChanged.connect(self._go_back)

    def _go_back(self, _index: int) -> None:
        """The walk is over: stand where the entries say that we are."""
        if not self.is_broken_off:
            return
        entries = (self.command(number) for number in range(self.count()))
        done = sum(1 for entry in entries if isinstance(entry, HistoryEntry) and entry.is_done)
        if done != self.index():
            self.setIndex(done)
        self.is_broken_off = False

    def __del__(self) -> None:
        """Let go of the entries while both sides of them still stand.

        An entry that Python's collector takes apart before its stack is freed by Python, and once more by the stack of
        Qt, which is not told of it. Finalizers run before anything is taken apart. The entries may hold the last word
        of whoever owns the stack, who must not go, and take the stack along, while it is being cleared.
        """
        if shiboken6.isValid(self):
            owner = self.parent()
            self.blockSignals(True)
            self.clear()
            del owner


class HistoryEntry(QUndoCommand):
    """Something done that can be undone, if the file lets it.

    Qt's classes have a metaclass of their own beside which ABC's cannot stand; the type checker holds to the two
    abstract methods all the same.
    """

    def __init__(self, stack: EntryStack, text: str) -> None:
        super().__init__(text)
        self._stack = stack
        self.is_done = False
        self.was_refused = False
        """Refused when it was first done: Qt drops it, and whoever pushed it asks here."""
        self._is_new = True
        self._is_past = False

    def give_up(self) -> bool:
        """It does not fit any longer and never will; an answer for `carry_out` and `take_back`."""
        self._is_past = True
        return False

    @abstractmethod
    def carry_out(self) -> bool:
        """Do it; False when it was refused, and then nothing has changed."""

    @abstractmethod
    def take_back(self) -> bool:
        """Undo it; False when it was refused, and then nothing has changed."""

    def redo(self) -> None:
        if self.is_done or self._stack.is_broken_off:
            return
        self.is_done = self.carry_out()
        if not self.is_done and (self._is_new or self._is_past):
            self.was_refused = True
            self.setObsolete(True)
        elif not self.is_done:
            self._stack.is_broken_off = True
        self._is_new = False

    def undo(self) -> None:
        if not self.is_done or self._stack.is_broken_off:
            return
        self.is_done = not self.take_back()
        if self._is_past:
            self.setObsolete(True)
        else:
            self._stack.is_broken_off = self.is_done
