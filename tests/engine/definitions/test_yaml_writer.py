"""YAML that diffs well and that nobody misreads."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions import strict_yaml
from engine.definitions.yaml_writer import WIDTH, dump

NASTY = [
    *["NO", "no", "y", "N", "on", "Off", "True", "null", "~", "", "1:2", "0101", "1_000", "0x1F", "1e5", ".5", "5."],
    *["2026-01-02", "=", "<<", " a", "a ", "a: b", "a #b", "#a", "- a", "-", "? b", ": c", "a, b", "[a]", "{a}", "&a"],
    *[
        "*a",
        "!a",
        "%a",
        "@a",
        "`a`",
        "'",
        '"',
        "\\",
        "'a'",
        '"a"',
        "é",
        "ß ü",
        "日本",
        "😀",
        "a--b",
        "---",
        "...",
        "--- a",
    ],
    *["a...b", "1st Army", "XLVI Pz", "C1928", "19/O", "x" * 3000],
    *["\n", "a\nb", "a\nb\n", "a\n\nb\n", "\na", "a\n\n", " a\nb", "a\n b", "a \nb", "\ta\nb", "# a\nb", "--- \nx"],
    *["\t", "\0", "\x07", "\x7f", "\x85", "\xa0", "\u2028", "\u2029", "\ufeff", "\ufffe", "a\r\nb", "...\nx"],
]

texts = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["Cs"]))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-strict_yaml.LARGEST_INTEGER, strict_yaml.LARGEST_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
documents = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=30)


@given(documents)
@settings(deadline=None)  # the machine may be busy
def test_what_is_written_is_read_back(data: object) -> None:
    text = dump(data)
    assert text.endswith("\n")
    read = strict_yaml.load(text, "f").data
    assert read == data
    assert repr(read) == repr(data)  # 1 and 1.0 and True are told apart, and keys keep their order


@given(documents)
@settings(deadline=None)  # the machine may be busy
def test_an_ordinary_reader_of_yaml_reads_the_same(data: object) -> None:
    assert yaml.safe_load(dump(data)) == data


@pytest.mark.parametrize("word", NASTY)
def test_nasty_words_survive_everywhere(word: str) -> None:
    data = {"plain": word, "list": [word, "x"], "deep": [{"a": {"b": {"c": {word: word}}}}], word: 1}
    assert strict_yaml.load(dump(data), "f").data == data
    assert yaml.safe_load(dump(data)) == data


def test_a_document_reads_as_a_person_would_write_it() -> None:
    data = {
        "format": "redoubt/scenario/1",
        "id": "ford",
        "description": "Two battalions.\n\nOne ford.\n",
        "empty": {},
        "setup": [
            {"unit": "a", "at": "0101"},
            {"unit": "b", "at": "C1928", "marks": ["dug-in"], "values": {"supply": 2}},
        ],
        "tables": {"combat": {"columns": ["1:2", "1:1"], "cells": [["AE", "NE"], [1, 0.5]]}},
    }
    assert dump(data) == (
        "format: redoubt/scenario/1\n"
        "id: ford\n"
        "description: |\n"
        "  Two battalions.\n"
        "\n"
        "  One ford.\n"
        "empty: {}\n"
        "setup:\n"
        '- {unit: a, at: "0101"}\n'
        "- {unit: b, at: C1928, marks: [dug-in], values: {supply: 2}}\n"
        "tables:\n"
        "  combat:\n"
        '    columns: ["1:2", "1:1"]\n'
        "    cells:\n"
        "    - [AE, NE]\n"
        "    - [1, 0.5]\n"
    )


def test_a_long_list_stands_one_value_a_line_so_that_a_diff_shows_one_line() -> None:
    before = [f"{number:04}" for number in range(100)]
    after = [label for label in before if label != "0050"]
    changed = set(dump({"members": before}).splitlines()) ^ set(dump({"members": after}).splitlines())
    assert changed == {'- "0050"'}


@given(
    st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 99) | st.text("xyz", max_size=40)), max_size=5)
)
@settings(deadline=None)  # the machine may be busy
def test_lines_stay_within_the_width(items: list[dict[str, object]]) -> None:
    assert all(len(line) <= WIDTH for line in dump({"items": items}).splitlines())


@pytest.mark.parametrize(
    "data",
    [float("nan"), float("inf"), 2**63, {1: "a"}, {"a": {None: 1}}, "\ud800", {"a": object()}, {"a": {1, 2}}, b"bytes"],
)
def test_what_no_definition_can_hold_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        dump(data)


def test_what_could_not_be_read_again_is_not_written() -> None:
    data: object = 1
    for _ in range(strict_yaml.LIMITS.depth):
        data = [data]
    assert strict_yaml.load(dump(data), "f").data == data
    with pytest.raises(ValueError, match="levels"):
        dump([data])
