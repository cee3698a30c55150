"""What is kept of dear answers: the last few, each found once."""

from __future__ import annotations

import pytest

from engine.mechanics.recent import Recent


def test_the_oldest_that_nobody_wanted_is_forgotten() -> None:
    found: list[str] = []
    recent: Recent[str, str] = Recent(2)

    def get(key: str) -> str:
        def find() -> str:
            found.append(key)
            return key.upper()

        return recent.get(key, find)

    assert [get(key) for key in "abacab"] == list("ABACAB")
    assert found == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_nothing_cannot_be_kept() -> None:
    with pytest.raises(ValueError, match="0"):
        Recent(0)
