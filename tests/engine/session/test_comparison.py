"""Comparing an answer with what was expected of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.session.comparison import compare

RECKONED = {"value": 7, "terms": [{"label": "a", "value": 7, "rule": "4.2", "op": "add"}]}


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 2], "c": 3}}),
        ([{"a": 1}], [{"a": 1, "b": 2}]),
        ({"attack": 7}, {"attack": RECKONED}),
        ({"attack": {"value": 7}}, {"attack": RECKONED}),
        ({"attack": {"terms": [{"rule": "4.2"}]}}, {"attack": RECKONED}),
        ((1, 2), [1, 2]),
        ({"a": {"has": [2], "lacks": [4]}}, {"a": [1, 2, 3]}),
        ({"a": {"has": {"b": 1}}}, {"a": [{"b": 1, "c": 2}]}),
        ({"0101": {"cost": 2}, "0909": None}, [{"at": "0101", "cost": 2, "path": []}, {"at": "0102", "cost": 3}]),
        (None, None),
        ({"a": None}, {"a": None}),
        ({"b": None}, {"a": 1}),
        ({"a": {"b": None}}, {"a": {"c": 1}}),
    ],
)
def test_what_is_named_must_be_so_and_the_rest_may_be_anything(expected: Any, found: Any) -> None:
    assert list(compare(expected, found)) == []


@pytest.mark.parametrize(
    ("expected", "found", "said"),
    [
        ({"a": 1}, {"a": 2}, "a: expected 1, found 2"),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "a.b: expected 1, found 2"),
        ({"a": 1}, {}, "a: expected 1, there is none"),
        ({"has": [4]}, [1, 2], "answer: 4 is not in it"),
        ({"a": {"lacks": [2]}}, {"a": [1, 2]}, "a: 2 is in it"),
        ({"0101": {"cost": 2}}, [{"at": "0101", "cost": 3}], "answer[0101].cost: expected 2, found 3"),
        ({"0101": {"cost": 2}}, [{"at": "0102", "cost": 3}], "answer[0101]: expected {'cost': 2}, found None"),
        ({"b": 1}, [1], "answer: expected {'b': 1}, found a list"),
        ({"a": 1}, {"a": True}, "a: expected 1, found True"),
        ({"a": False}, {"a": 0}, "a: expected False, found 0"),
        ([1, 2], [1, 3], "[2]: expected 2, found 3"),
        ([1], [1, 2], "answer: expected [1], found [1, 2]"),
        ({"a": []}, {"a": [1]}, "a: expected [], found [1]"),
        (1, 2, "answer: expected 1, found 2"),
        ({"a": {"b": 1}}, {"a": 5}, "a: expected {'b': 1}, found 5"),
        ({"a": {"b": 1}}, {"a": None}, "a: expected {'b': 1}, found None"),
        ({"attack": 8}, {"attack": RECKONED}, "attack: expected 8, found 7"),
        ({"a": "1"}, {"a": 1}, "a: expected '1', found 1"),
    ],
)
def test_a_difference_says_where_what_and_instead_of_what(expected: Any, found: Any, said: str) -> None:
    assert list(compare(expected, found)) == [said]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_everything_is_as_expected_of_itself(value: Any) -> None:
    assert list(compare(value, value)) == []


@given(json_values, json_values)
def test_any_two_values_can_be_compared(one: Any, other: Any) -> None:
    assert all(isinstance(line, str) for line in compare(one, other))
