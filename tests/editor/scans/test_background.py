"""Work off the thread of the window: told on it, in order, and not at all once it is cancelled."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from pytestqt.exceptions import capture_exceptions

from editor.digitise.scans import ScanError
from editor.documents.background import Background, Ticket
from engine.core.messages import Message, message
from engine.narration.language import catalogue
from tests.editor.scans.workshop import wait_for


@pytest.fixture
def background() -> Iterator[Background]:
    made = Background("test")
    yield made
    made.close()


def never(said: Message) -> None:
    raise AssertionError(str(said))


def test_work_is_done_elsewhere_and_told_here(background: Background) -> None:
    done: list[tuple[str, str]] = []

    def told(worker: str) -> None:
        done.append((worker, threading.current_thread().name))

    background.run(lambda ticket: threading.current_thread().name, told, never)
    assert not background.is_idle
    wait_for(lambda: done)
    assert done == [("test", "MainThread")]
    assert background.is_idle


def test_what_it_raises_with_a_message_is_said(background: Background) -> None:
    said: list[Message] = []

    def work(ticket: Ticket) -> None:
        raise ScanError(message("scan.no-file"))

    background.run(work, never, said.append)
    wait_for(lambda: said)
    assert said == [message("scan.no-file")]


@pytest.mark.parametrize("about", ["", "front.vmod"])
def test_a_fault_of_ours_is_told_with_what_it_was_about_and_is_not_swallowed(
    background: Background, about: str
) -> None:
    said: list[Message] = []

    def work(ticket: Ticket) -> None:
        raise ZeroDivisionError("one by nothing")

    with capture_exceptions() as raised:
        background.run(work, never, said.append, about=about)
        wait_for(lambda: background.is_idle)
    assert [kind for kind, _, _ in raised] == [ZeroDivisionError]
    (told,) = said
    assert about in catalogue().text(told)
    assert "one by nothing" in catalogue().text(told)


def test_cancelled_work_tells_nothing(background: Background) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def work(ticket: Ticket) -> str:
        begun.set()
        go_on.wait(300)
        return "too late"

    ticket = background.run(work, never, never)  # type: ignore[arg-type]
    assert begun.wait(300)
    ticket.cancel()
    go_on.set()
    wait_for(lambda: background.is_idle)


def test_what_is_done_and_not_yet_told_can_still_be_cancelled(background: Background) -> None:
    told: list[str] = []
    is_done = threading.Event()
    background.run(lambda _: "the first", told.append, never)
    background.run(lambda _: is_done.set(), lambda _: told.append("the second"), never)
    assert is_done.wait(10), "the first is done, and waits for the window to hear of it"
    background.cancel()
    background.run(lambda _: "the last", told.append, never)
    wait_for(lambda: background.is_idle)
    assert told == ["the last"]


def test_closing_cancels_what_runs_and_what_waits() -> None:
    background = Background("test")
    begun = threading.Event()
    ended: list[str] = []

    def work(ticket: Ticket) -> None:
        begun.set()
        while not ticket.is_cancelled:
            pass
        ended.append("first")

    background.run(work, never, never)
    background.run(lambda ticket: ended.append("second"), never, never)
    assert begun.wait(300)
    background.close()
    assert ended == ["first"]
    assert background.run(lambda ticket: None, never, never).is_cancelled


@pytest.mark.parametrize(("newest_first", "order"), [(False, [1, 2, 3]), (True, [3, 2, 1])])
def test_the_newest_wish_may_come_first(newest_first: bool, order: list[int]) -> None:
    background = Background("test", newest_first=newest_first)
    gate, done = threading.Event(), []
    background.run(lambda ticket: gate.wait(300), lambda _: None, never)
    wait_for(lambda: background._running is not None)
    for number in (1, 2, 3):
        background.run(lambda ticket, number=number: number, done.append, never)
    gate.set()
    wait_for(lambda: background.is_idle)
    assert done == order
    background.close()


def test_progress_is_told_now_and_then(background: Background) -> None:
    shares: list[float] = []

    def work(ticket: Ticket) -> None:
        for step in range(1001):
            ticket.tell(step / 1000)

    background.run(work, lambda _: None, never, tell=shares.append)
    wait_for(lambda: background.is_idle)
    assert 20 < len(shares) <= 50
    assert shares == sorted(shares)
