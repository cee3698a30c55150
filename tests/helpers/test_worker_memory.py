"""A worker is looked through when it has grown, and not after every test."""

from __future__ import annotations

import pytest

from tests.helpers import worker_memory
from tests.helpers.worker_memory import STEP, WorkerMemory


def test_what_is_free_goes_back_when_a_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    has = [5 * STEP]
    monkeypatch.setattr(worker_memory, "resident", lambda: has[0])

    def give_back() -> None:
        has[0] -= STEP // 2

    monkeypatch.setattr(worker_memory, "give_back_memory", give_back)
    memory = WorkerMemory()
    assert memory.settle()
    assert not memory.settle()
    has[0] += STEP
    assert not memory.settle()
    has[0] += 1
    assert memory.settle()
