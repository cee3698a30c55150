"""A small memory: what was asked lately is answered at once, and nothing is kept for ever."""

from __future__ import annotations

from engine.core.recollection import Recollection


def test_an_answer_is_found_once_while_it_is_remembered() -> None:
    memory: Recollection[str, list[str]] = Recollection(2)
    first = memory.recall("a", lambda: ["a"])
    assert memory.recall("a", lambda: ["other"]) is first


def test_what_was_not_asked_for_longest_is_forgotten() -> None:
    memory: Recollection[str, int] = Recollection(2)
    for key, answer in (("a", 1), ("b", 2), ("a", -1), ("c", 3)):
        memory.recall(key, lambda answer=answer: answer)  # type: ignore[misc]
    assert len(memory) == 2
    assert memory.recall("a", lambda: 10) == 1, "asked again since b"
    assert memory.recall("b", lambda: 20) == 20, "forgotten when c came"


def test_nothing_is_an_answer_too() -> None:
    memory: Recollection[str, int | None] = Recollection(2)
    memory.recall("a", lambda: None)
    assert memory.recall("a", lambda: 1) is None
