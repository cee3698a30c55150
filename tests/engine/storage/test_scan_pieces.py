"""Large scans go in and out bit by bit, and from whichever thread has the time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from engine.storage.blobs import Blob
from engine.storage.errors import FileError
from engine.storage.store import Store

SCAN = Blob("image/png", bytes(range(256)) * 12_000)


def elsewhere(act: Callable[[], object]) -> object:
    """Do something on another thread and wait for it."""
    done: list[object] = []
    thread = threading.Thread(target=lambda: done.append(act()))
    thread.start()
    thread.join()
    return done[0]


@pytest.mark.parametrize("data", [b"", b"small", SCAN.data])
def test_a_scan_comes_out_in_pieces_as_it_went_in(tmp_path: Path, data: bytes) -> None:
    with Store.create(tmp_path / "a.redoubt") as store:
        name = store.put_scan(Blob("image/png", data))
        pieces = list(store.scan_pieces(name))
        assert b"".join(pieces) == data == store.scan(name).data
        assert all(len(piece) <= 1 << 20 for piece in pieces)


def test_any_thread_may_put_and_get(tmp_path: Path) -> None:
    with Store.create(tmp_path / "a.redoubt") as store:
        assert elsewhere(lambda: store.put_scan(SCAN)) == SCAN.sha256
        assert elsewhere(lambda: b"".join(store.scan_pieces(SCAN.sha256))) == SCAN.data


def test_a_commit_waits_its_turn_while_a_scan_is_read(tmp_path: Path) -> None:
    with Store.create(tmp_path / "a.redoubt") as store:
        store.put_scan(SCAN)
        pieces = store.scan_pieces(SCAN.sha256)
        next(pieces)
        begun, done = threading.Event(), threading.Event()

        def save() -> None:
            begun.set()
            store.note("seen", 1)
            done.set()

        thread = threading.Thread(target=save)
        thread.start()
        assert begun.wait(300)
        assert not done.wait(0.05)
        for _ in pieces:
            pass
        thread.join()
        assert store.notes()["seen"] == 1


def test_a_scan_that_is_not_there_or_not_what_it_was_is_refused(tmp_path: Path) -> None:
    with Store.create(tmp_path / "a.redoubt") as store:
        store.put_scan(SCAN)
        with pytest.raises(FileError) as missing:
            list(store.scan_pieces("ab" * 32))
        assert missing.value.message.key == "file.no-scan"
        with store._database.transaction() as connection:
            connection.execute(sa.text("UPDATE blob SET data = x'00'"))
        with pytest.raises(FileError) as damaged:
            list(store.scan_pieces(SCAN.sha256))
        assert damaged.value.message.key == "file.damaged-scan"
