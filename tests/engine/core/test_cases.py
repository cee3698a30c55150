"""Cases: functions say which case they are, and under test note that they were entered."""

from __future__ import annotations

import pytest

from engine.core.cases import RECORD_VARIABLE, Casebook, entered_cases, forget_entered, tagged_functions


def test_a_tag_says_where_a_case_is_carried_out() -> None:
    rule = Casebook("test-tags").rule

    @rule("1.1", "1.2/a")
    def carried_out() -> int:
        return 7

    @rule("1.1")
    def also() -> None:
        """The case has two parts."""

    where = tagged_functions("test-tags")
    assert [name.rpartition(".")[2] for name in where["1.1"]] == ["carried_out", "also"]
    assert list(where) == ["1.1", "1.2/a"]
    assert where["1.1"][0].startswith(f"{__name__}:")
    assert carried_out() == 7


def test_entering_a_function_is_noted_until_forgotten() -> None:
    rule = Casebook("test-entering").rule

    @rule("2.1", "2.2")
    def carried_out(value: int, *, twice: bool = False) -> int:
        """The reason."""
        return value * (2 if twice else 1)

    forget_entered()
    assert entered_cases() == frozenset()
    assert carried_out(3, twice=True) == 6
    assert entered_cases() == {"test-entering:2.1", "test-entering:2.2"}
    assert (carried_out.__name__, carried_out.__doc__) == ("carried_out", "The reason.")
    forget_entered()
    assert entered_cases() == frozenset()


def test_a_function_that_raises_was_entered_all_the_same() -> None:
    @Casebook("test-raising").rule("3.1")
    def carried_out() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        carried_out()
    assert "test-raising:3.1" in entered_cases()


def test_outside_of_tests_a_tagged_function_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RECORD_VARIABLE)

    def carried_out() -> None:
        """Untouched."""

    assert Casebook("test-plain").rule("4.1")(carried_out) is carried_out
    assert "4.1" in tagged_functions("test-plain")


def test_a_game_without_tags_has_none() -> None:
    assert tagged_functions("test-nothing") == {}
