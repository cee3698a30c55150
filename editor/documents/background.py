"""Work that takes longer than a frame, done on a thread of its own and told on the thread of the window.

One `Background` is one thread, started when first needed. Work is handed a ticket and looks at it now and then: a
cancelled ticket ends the work early, and nothing of it is told. Whoever owns a background closes it, which cancels
what is left and waits for the thread. The thread keeps nothing of what it was given, so that whatever goes with a piece
of work goes on the thread of the window.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from engine.core.messages import Message, message

_STEP = 0.02
"""Progress is told no more often than this, or the window would do little else than listen."""
_LONGEST_PROBLEM = 200


class CancelledError(Exception):
    """The work is not wanted any more."""


class Ticket:
    """What a piece of work is known by, on both threads."""

    def __init__(self, tell: Callable[[float], None] | None = None) -> None:
        self._cancelled = threading.Event()
        self._tell = tell
        self._told = 0.0

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raises CancelledError once the work is not wanted any more."""
        if self._cancelled.is_set():
            raise CancelledError

    def tell(self, share: float) -> None:
        """How much of the work is done, from 0 to 1; checks as well."""
        self.check()
        if self._tell is not None and share >= self._told + _STEP:
            self._told = share
            self._tell(share)


@dataclass(frozen=True, slots=True)
class _Job:
    ticket: Ticket
    work: Callable[[Ticket], Any]
    then: Callable[[Any], None]
    otherwise: Callable[[Message], None]
    about: str


class Background(QObject):
    """A thread and what is waiting for it; used from the thread of the window alone."""

    _ended = Signal()
    _told = Signal(object, float)

    def __init__(self, name: str, *, newest_first: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._newest_first = newest_first
        self._waiting: deque[_Job] = deque()
        self._running: _Job | None = None
        self._done: deque[tuple[_Job, Any, Exception | None]] = deque()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._undelivered = 0
        self._listeners: dict[Ticket, Callable[[float], None]] = {}
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._told.connect(self._relay, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[Ticket], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Message], None],
        *,
        tell: Callable[[float], None] | None = None,
        about: str = "",
    ) -> Ticket:
        """Do `work` on the thread; `then` hears what it gives, `otherwise` the message of what it raises.

        Both are called on the thread of the window, and neither once the ticket is cancelled. `about` is what the work
        is about, such as a file, and is named when something happens in it that nobody has foreseen.
        """
        ticket = Ticket(None if tell is None else lambda share: self._told.emit(ticket, share))
        if tell is not None:
            self._listeners[ticket] = tell
        with self._wake:
            if self._closed.is_set():
                ticket.cancel()
                return ticket
            self._undelivered += 1
            self._waiting.append(_Job(ticket, work, then, otherwise, about))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()
        return ticket

    @property
    def is_idle(self) -> bool:
        """Whether everything asked for is done and told."""
        return self._undelivered == 0

    def cancel(self) -> None:
        """Cancel everything asked for so far, what is done and not yet told included."""
        with self._wake:
            for job in (*self._waiting, self._running, *(done for done, *_ in tuple(self._done))):
                if job is not None:
                    job.ticket.cancel()

    def close(self) -> None:
        """Cancel everything and wait until the thread has ended."""
        self.cancel()
        with self._wake:
            self._closed.set()
            self._waiting.clear()
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._done.clear()
        self._undelivered = 0
        self._listeners.clear()

    def _work(self) -> None:
        while True:
            with self._wake:
                self._running = None
                while not self._waiting and not self._closed.is_set():
                    self._wake.wait()
                if self._closed.is_set():
                    return
                job = self._waiting.pop() if self._newest_first else self._waiting.popleft()
                self._running = job
            value: Any = None
            raised: Exception | None = None
            try:
                job.ticket.check()
                value = job.work(job.ticket)
            except Exception as bad:
                raised = bad
            self._done.append((job, value, raised))
            self._running = None
            del job, value, raised
            if self._closed.is_set():
                return
            self._ended.emit()

    def _deliver(self) -> None:
        if self._closed.is_set():
            return
        job, value, raised = self._done.popleft()
        self._undelivered -= 1
        self._listeners.pop(job.ticket, None)
        if job.ticket.is_cancelled or isinstance(raised, CancelledError):
            return
        if raised is None:
            job.then(value)
            return
        said = getattr(raised, "message", None)
        if isinstance(said, Message):
            job.otherwise(said)
            return
        job.otherwise(_unforeseen(raised, job.about))
        raise raised  # a fault of ours, which is written down with all its particulars

    def _relay(self, ticket: Ticket, share: float) -> None:
        listener = self._listeners.get(ticket)
        if listener is not None and not ticket.is_cancelled:
            listener(share)


def _unforeseen(raised: Exception, about: str) -> Message:
    """What is told of a fault of the program itself."""
    problem = f"{type(raised).__name__}: {raised}"[:_LONGEST_PROBLEM]
    if about:
        return message("background.unforeseen-in", about=about, problem=problem)
    return message("background.unforeseen", problem=problem)
