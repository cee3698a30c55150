"""Bad input never raises anything but DefinitionError, and every issue is a sentence with a place."""

from __future__ import annotations

import copy
import importlib.resources
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine.definitions
from engine.core.messages import Catalogue, Message, flatten, message
from engine.definitions import strict_yaml, yaml_writer
from engine.definitions.checks import check_project
from engine.definitions.documents import load_text
from engine.definitions.issues import DefinitionError, Issue, Where, error, has_errors, in_reading_order, info, warning
from engine.definitions.suggest import did_you_mean, nearest
from tests.engine.definitions.authored import PARTS, any_document, context_of

THOROUGH = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
SAVED = """\
format: redoubt/game/1
id: saved
scenario: battle
ruleset: toy
seed: 42
options: {fog: true}
actions:
- {kind: step, unit: r1, to: "0102", dice: [1, 2, {six: 6}]}
- {kind: done}
"""
TEXTS = {**PARTS, "game": SAVED}


def english() -> Catalogue:
    text = (importlib.resources.files("resources") / "translations" / "en.yaml").read_bytes()
    data = strict_yaml.load(text, "en.yaml").data
    assert isinstance(data, dict)
    return Catalogue(flatten(data))


ENGLISH = english()


def outcome(text: str | bytes) -> tuple[Issue, ...]:
    """Load and check; the issues of whichever complains first."""
    try:
        loaded = load_text(text, "file.yaml")
    except DefinitionError as bad:
        assert bad.issues  # noqa: PT017 - an error without an issue is what this looks for
        return bad.issues
    context = context_of(PARTS)
    return check_project(context.project.with_documents(loaded), context.rulesets, context.gazetteer)


def assert_readable(issues: tuple[Issue, ...]) -> None:
    for issue in issues:
        for said in (issue.message, issue.hint):
            if said is not None:
                sentence = ENGLISH.text(said)
                assert said.key not in sentence, f"{said.key} has no template, or one that asks for more"
        assert issue.where.line is not None or issue.code == "leans-on-reconstructions"
        problem = issue.message.args.get("problem")
        is_ours = issue.code != "invalid-value" and (issue.code != "yaml.syntax" or isinstance(problem, Message))
        assert is_ours, f"{issue.message} is in words that are not ours"


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 2000), st.integers(0, 60), st.text(max_size=6))
@THOROUGH
def test_mutilated_text(kind: str, start: int, length: int, instead: str) -> None:
    text = TEXTS[kind]
    at = start % len(text)
    assert_readable(outcome(text[:at] + instead + text[at + length :]))


@given(
    st.sampled_from(sorted(TEXTS)), st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 7)), min_size=1, max_size=8)
)
@THOROUGH
def test_flipped_bits(kind: str, flips: list[tuple[int, int]]) -> None:
    content = bytearray(TEXTS[kind].encode())
    for position, bit in flips:
        content[position % len(content)] ^= 1 << bit
    assert_readable(outcome(bytes(content)))


@given(
    st.sampled_from(sorted(TEXTS)),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=1, max_size=4),
)
@THOROUGH
def test_shuffled_and_doubled_lines(kind: str, moves: list[tuple[int, int]]) -> None:
    lines = TEXTS[kind].splitlines()
    for taken, put in moves:
        lines.insert(put % len(lines), lines[taken % len(lines)])
    assert_readable(outcome("\n".join(lines)))


@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_truncated_text(kind: str) -> None:
    for end in range(0, len(TEXTS[kind]), 7):
        assert_readable(outcome(TEXTS[kind][:end]))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | st.sampled_from(["id", "red", "0101", "prohibited", "reconstruction", "combat", "turns"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["id", "turn", "cost", "cells", "unit", "source", "x y", ""]), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def _spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += _spots(value, (*path, key))
    return found


@given(st.data(), st.sampled_from(sorted(TEXTS)))
@settings(THOROUGH, max_examples=400)
def test_right_documents_with_wrong_values(draw: st.DataObject, kind: str) -> None:
    data: Any = copy.deepcopy(strict_yaml.load(TEXTS[kind], kind).data)
    for _ in range(draw.draw(st.integers(1, 3))):
        *way, last = draw.draw(st.sampled_from(_spots(data)))
        inside = data
        for part in way:
            inside = inside[part]
        if draw.draw(st.booleans()):
            inside[last] = draw.draw(junk)
        elif isinstance(inside, dict):
            inside[f"{last}s"] = inside.pop(last)
        else:
            inside.append(inside[last])
    assert_readable(outcome(yaml_writer.dump(data)))


@given(st.lists(any_document, max_size=5))
@settings(THOROUGH, max_examples=60)
def test_checks_take_any_valid_documents(documents: list[Any]) -> None:
    context = context_of(PARTS)
    project = context.project.with_documents(*documents)
    for issue in check_project(project, context.rulesets, lambda _: context.gazetteer("field")):
        assert ENGLISH.text(issue.message) != str(issue.message)


def test_every_message_has_its_template() -> None:
    used: dict[str, set[str]] = {}
    for path in Path(engine.definitions.__file__).parent.rglob("*.py"):
        for key in re.findall(r'message\(\s*"((?:issue|yaml)\.[a-z0-9.-]+)"', path.read_text(encoding="utf-8")):
            used.setdefault(key, set()).add(path.name)
    missing = {key: names for key, names in used.items() if key not in ENGLISH}
    assert missing == {}


def test_a_definition_error_tells_what_and_where() -> None:
    with pytest.raises(DefinitionError, match=r"oob\.yaml:3: issue\.wrong-type"):
        load_text("format: redoubt/oob/1\nid: o\nunits: 3\n", "oob.yaml")


def test_errors_stand_before_warnings_and_notes() -> None:
    said = message("issue.empty-side", id="red")
    note, doubt, fault = info(said, Where("a", 1)), warning(said, Where("a", 2)), error(said, Where("a", 3))
    assert in_reading_order([note, doubt, fault]) == (fault, doubt, note)
    assert has_errors([note, fault])
    assert not has_errors([note, doubt])
    assert fault.code == "empty-side"


def test_did_you_mean_is_near_or_silent() -> None:
    assert nearest("movment_class", ["movement_class", "name"]) == ("movement_class",)
    assert nearest("Stack Limit", ["stack_limit"]) == ("stack_limit",)
    assert nearest("", ["a"]) == ()
    assert nearest("x" * 10_000, ["x" * 10_000]) == ()
    few = did_you_mean("zzz", ["red", "blue"])
    assert few is not None
    assert few.key == "issue.one-of"
    assert did_you_mean("zzz", [f"unit-{number}" for number in range(100)]) is None
    assert did_you_mean("zzz", []) is None
