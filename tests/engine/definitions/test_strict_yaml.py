"""YAML without its traps: what is read, what is refused, and where the refusal points."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.messages import Message, message
from engine.definitions import strict_yaml
from engine.definitions.issues import DefinitionError, Issue


def data(text: str | bytes) -> object:
    return strict_yaml.load(text, "file.yaml").data


def refusals(text: str | bytes) -> tuple[Issue, ...]:
    with pytest.raises(DefinitionError) as caught:
        strict_yaml.load(text, "file.yaml")
    return caught.value.issues


def refusal(text: str | bytes) -> Issue:
    (issue,) = refusals(text)
    assert issue.where.file == "file.yaml"
    assert issue.where.line is not None
    return issue


@pytest.mark.parametrize(
    "word",
    [
        *["1:2", "3:1", "NO", "no", "yes", "on", "Off", "y", "True", "0101", "0x1F", "0b1", "1_000", "2026-01-02"],
        *["Null", "12:30:45", "=", "1.2.3", "+", ".", "--1", "1e", "nan", "0o17", "1-2", "6+", "½"],
    ],
)
def test_words_that_other_readers_mistake_stay_text(word: str) -> None:
    assert data(f"value: {word}") == {"value": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *[("0", 0), ("-7", -7), ("+7", 7), ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-0.0", -0.0)],
        *[
            ("true", True),
            ("false", False),
            ("null", None),
            ("~", None),
            ("", None),
            ('"12"', "12"),
            ("'true'", "true"),
        ],
    ],
)
def test_numbers_flags_and_nothing(word: str, value: object) -> None:
    read = data(f"value: {word}")
    assert read == {"value": value}
    assert isinstance(read, dict)
    assert type(read["value"]) is type(value)


def test_every_value_knows_its_line_and_column() -> None:
    text = "id: ford\nsetup:\n- unit: a\n  at: '0101'\n- {unit: b,\n   at: '0102'}\nlist: [1,\n  2]\n"
    located = strict_yaml.load(text, "scenario.yaml")
    assert (located.where(("setup", 1, "at")).line, located.where(("setup", 1, "at")).column) == (6, 4)
    assert located.where(("setup", 0)).line == 3
    assert located.where(("list", 1)).line == 8
    assert located.where(("setup",)).line == 2
    assert str(located.where(("id",))) == "scenario.yaml:1"
    assert located.where(("setup", 1, "at")).field == "setup[2].at"


def test_a_path_that_leads_nowhere_points_at_what_is_around_it() -> None:
    located = strict_yaml.load("a:\n  b: 1\n", "f")
    assert located.where(("a", "missing", 3)).line == 1
    assert located.where((7,)).line == 1


def test_a_duplicate_key_names_both_lines() -> None:
    issue = refusal("units: 1\nother: 2\nunits: 3\n")
    assert (issue.code, issue.where.line, issue.message.args["first"]) == ("yaml.duplicate-key", 3, 1)


def test_all_duplicate_keys_and_bad_numbers_are_told_at_once() -> None:
    codes = [(issue.code, issue.where.line) for issue in refusals("a: 1\na: 2\n3: x\nb: 1e999\n'a': 4\n")]
    assert codes == [
        ("yaml.duplicate-key", 2),
        ("yaml.key-not-text", 3),
        ("yaml.number-too-big", 4),
        ("yaml.duplicate-key", 5),
    ]


def test_reading_stops_when_slips_are_too_many() -> None:
    assert len(refusals("a: 1\n" * 10_000)) == strict_yaml.MOST_SLIPS


BOMB = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(20)
)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (BOMB, "yaml.alias", 1),
        ("x: 1\ny: *x\n", "yaml.alias", 2),
        ("? *x\n: 1\n", "yaml.alias", 1),
        ("a: &b 1\n", "yaml.alias", 1),
        ("a: 1\nb: !!python/object:os.system x\n", "yaml.tag", 2),
        ("a: ! x\n", "yaml.tag", 1),
        ("a: !!map {}\n", "yaml.tag", 1),
        ("%YAML 1.1\n---\na: 1\n", "yaml.directive", 1),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", "yaml.directive", 1),
        ("a: 1\n---\nb: 2\n", "yaml.several-documents", 2),
        ("", "yaml.empty", 1),
        ("# only a remark\n", "yaml.empty", 1),
        ("---\n", "yaml.empty", 1),
        ("a:\n  1: x\n", "yaml.key-not-text", 2),
        ("true: x\n", "yaml.key-not-text", 1),
        ("? [a]\n: x\n", "yaml.key-not-text", 1),
        ("{a: 1}: x\n", "yaml.key-not-text", 1),
        ("<<: {a: 1}\n", "yaml.merge-key", 1),
        ("a: 99999999999999999999\n", "yaml.number-too-big", 1),
        ("a: " + "9" * 10_000 + "\n", "yaml.number-too-big", 1),
        ("a: 1e999\n", "yaml.number-too-big", 1),
        ("a:\n- .inf\n", "yaml.number-too-big", 2),
        ("a: -.INF\n", "yaml.number-too-big", 1),
        ("a: .nan\n", "yaml.number-too-big", 1),
        ("a: b\x07\n", "yaml.control-character", 1),
        ("a: 1\nb: \0\n", "yaml.control-character", 2),
        ("a: \ud800\n", "yaml.control-character", 1),
        (b"a: 1\nb: \xff\n", "yaml.not-utf8", 2),
        ("a: 1".encode("utf-16"), "yaml.not-utf8", 1),
        ("a: [1\n", "yaml.syntax", 2),
        ("a: b: c\n", "yaml.syntax", 1),
        ('a: "\\ud800"\n', "yaml.syntax", 1),
        ("a:\n\tb: 1\n", "yaml.tab", 2),
    ],
)
def test_one_clear_refusal(text: str | bytes, code: str, line: int) -> None:
    issue = refusal(text)
    assert (issue.code, issue.where.line) == (code, line)


@pytest.mark.parametrize("parser", [yaml.SafeLoader, strict_yaml._Loader])
@pytest.mark.parametrize(
    ("text", "fault", "place"),
    [
        ('a: "b\nc: 1\n', "quote-open", (1, 4)),
        ("a: 'b\n---\nc: 1\n", "quote-open", (1, 4)),
        ("a: [1\nb: 2\n", "list-open", (2, 2)),
        ("a: {b: 1\nc: 2\n", "mapping-open", (2, 2)),
        ("a: b: c\n", "stray-colon", (1, 5)),
        ("a: 1\n b: 2\n", "stray-colon", (2, 3)),
        ("a: - b\n", "stray-dash", (1, 4)),
        ("a: ? b\n", "stray-key", (1, 4)),
        ("a: 1\nb 2\nc: 3\n", "no-colon", (2, 1)),
        ("- a\nb: 1\n", "no-dash", (2, 1)),
        ("a:\n  - b\n c: 1\n", "no-key", (3, 2)),
        ("a: 'it's'\n", "no-key", (1, 8)),
        ("a: [b, , c]\n", "no-value", (1, 8)),
        ("a: @b\n", "bad-start", (1, 4)),
        ('a: "\\xzz"\n', "bad-code", (1, 7)),
        ("a: | b\n  c\n", "after-block", (1, 6)),
        ("a: * b\n", "bad-anchor", (1, 5)),
        ("a: !b!c d\n", "bad-tag", (1, 4)),
        ("a: 1\n...\nb: 2\n", "after-end", (3, 1)),
        ("%YAML 9.9\n---\na: 1\n", "directive", (1, 1)),
    ],
)
def test_whoever_parses_says_in_our_words_what_is_no_yaml(
    text: str, fault: str, place: tuple[int, int], parser: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strict_yaml, "_Loader", parser)
    issue = refusal(text)
    problem = issue.message.args["problem"]
    assert isinstance(problem, Message), f"{problem} are the words of the parser"
    assert (issue.code, problem.key) == ("yaml.syntax", f"yaml.fault.{fault}")
    assert (issue.where.line, issue.where.column) == place


def test_an_escape_that_means_nothing_is_told_by_its_line() -> None:
    issue = refusal('a: 1\nb: "\\q"\n')
    assert issue.message.args["problem"] == message("yaml.fault.bad-escape")
    assert issue.where.line == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "{a: " * 100_000, "[{a: " * 50_000])
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    assert refusal(text).code == "yaml.too-deep"


def test_keys_in_keys_are_refused_at_once_as_no_text() -> None:
    assert refusal("? " * 100_000).code == "yaml.key-not-text"


def test_the_stated_depth_is_allowed_and_one_more_is_not() -> None:
    deepest = strict_yaml.LIMITS.depth
    assert data("[" * deepest + "]" * deepest)
    assert refusal("[" * (deepest + 1) + "]" * (deepest + 1)).code == "yaml.too-deep"


def test_size_and_number_of_values_are_bounded() -> None:
    limits = strict_yaml.Limits(size=1000, values=20)
    with pytest.raises(DefinitionError) as caught:
        strict_yaml.load("a: " + "x" * 1000, "f", limits)
    assert caught.value.issues[0].code == "yaml.too-big"
    with pytest.raises(DefinitionError) as caught:
        strict_yaml.load("[" + "1," * 21 + "]", "f", limits)
    assert caught.value.issues[0].code == "yaml.too-many-values"


def test_a_byte_order_mark_is_no_content() -> None:
    assert data("\ufeffa: 1\n") == {"a": 1}
    assert data(b"\xef\xbb\xbfa: 1\n") == {"a": 1}


def test_a_scalar_or_a_list_is_a_document_too() -> None:
    assert data("just words") == "just words"
    assert data("- 1\n- a\n") == [1, "a"]


def test_without_the_c_parser_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "a: [1, {b: '2'}]\nc: |\n  x\n  y\n",
        "a: &b 1\n",
        "a: 1\na: 2\n",
        "[" * 100,
        "a: [1\n",
        "---\n",
        "? [a]\n: 1\n",
    ]

    def outcomes() -> list[object]:
        found: list[object] = []
        for text in texts:
            try:
                located = strict_yaml.load(text, "f")
                found.append((located.data, located.marks))
            except DefinitionError as bad:
                found.append([(issue.code, issue.where) for issue in bad.issues if issue.code != "yaml.syntax"])
        return found

    quick = outcomes()
    monkeypatch.setattr(strict_yaml, "_Loader", yaml.SafeLoader)
    assert outcomes() == quick


@given(st.text() | st.binary() | st.text(alphabet="ab:-[]{}&*!|>'\"%@#,?\n\t 01.~<"))
@settings(deadline=None)  # the machine may be busy
def test_no_text_at_all_raises_anything_else(text: str | bytes) -> None:
    issues: tuple[Issue, ...] | None = None
    try:
        strict_yaml.load(text, "f")
    except DefinitionError as bad:
        issues = bad.issues
    assert issues is None or (issues and all(issue.where.line for issue in issues))
