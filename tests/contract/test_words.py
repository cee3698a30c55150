"""Words are data: whatever the code says has an English template, and gives it what it asks for."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import pytest

from engine.core.messages import Catalogue, placeholders
from engine.core.words.plurals import BAR
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue

ROOT = Path(__file__).parents[2]
GAME_FOLDERS = ("engine/rulesets", "tests/helpers/toys")
"""Each package in these is a game with words of its own."""


@dataclass(frozen=True)
class Said:
    """A call of `message`: where, the key or how it begins, and the names of its arguments (None: not to be told).

    `texts` are those that are given as text, whatever it says.
    """

    where: str
    key: str
    whole: bool
    args: frozenset[str] | None
    texts: frozenset[str] = frozenset()


def calls_in(path: Path) -> Iterator[Said]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message" and node.args:
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            named = [keyword.arg for keyword in node.keywords]
            args = None if None in named else frozenset(name for name in named if name)
            texts = frozenset(each.arg for each in node.keywords if each.arg and _is_text(each.value))
            for key, whole in _keys(node.args[0]):
                yield Said(where, key, whole, args, texts)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    if isinstance(node, ast.Constant):
        yield str(node.value), True
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield str(node.values[0].value), False
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body)
        yield from _keys(node.orelse)


def game_of(path: Path) -> str | None:
    """The game whose package a file lies in."""
    for folder in GAME_FOLDERS:
        if path.is_relative_to(ROOT / folder):
            package = path.relative_to(ROOT / folder).parts[0]
            ids = (package.replace("_", "-"), f"toy-{package}")
            return next((known for known in ids if known in registered()), None)
    return None


def has_words(said: Said, words: Catalogue) -> bool:
    """Whether a key has a template; one that is put together must at least begin like some that have."""
    if said.whole:
        return said.key in words
    return any(key.startswith(said.key) for game in (None, *registered()) for key in catalogue(game))


@cache
def said_by(folder: str) -> list[tuple[Said, Catalogue]]:
    files = sorted((ROOT / folder).rglob("*.py"))
    return [(said, catalogue(game_of(path))) for path in files for said in calls_in(path)]


@pytest.mark.parametrize("folder", ["engine", "app", "editor", "tests/helpers/toys"])
def test_every_message_has_an_english_template(folder: str) -> None:
    missing = [f"{said.where} {said.key}" for said, words in said_by(folder) if not has_words(said, words)]
    assert not missing


@pytest.mark.parametrize("folder", ["engine", "app", "editor", "tests/helpers/toys"])
def test_every_template_is_given_what_it_asks_for(folder: str) -> None:
    lacking = []
    for said, words in said_by(folder):
        template = words.template(said.key) if said.whole else None
        if template is not None and said.args is not None and placeholders(template) - said.args:
            lacking.append(f"{said.where} {said.key}: {', '.join(sorted(placeholders(template) - said.args))}")
    assert not lacking


@pytest.mark.parametrize("folder", ["engine", "app", "editor", "tests/helpers/toys"])
def test_what_chooses_between_forms_is_never_given_as_text(folder: str) -> None:
    wrong = []
    for said, words in said_by(folder):
        template = (words.template(said.key) if said.whole else None) or ""
        counted = {name for _, name, spec, _ in string.Formatter().parse(template) if name and spec and BAR in spec}
        if counted & said.texts:
            wrong.append(f"{said.where} {said.key}: {', '.join(sorted(counted & said.texts))}")
    assert not wrong


@pytest.mark.parametrize("game", registered())
def test_every_event_of_a_game_can_be_told(game: str) -> None:
    words = catalogue(game)
    for event in registered()[game].ruleset.vocabulary.events:
        template = words.template(f"event.{event.kind}")
        assert template is not None, event.kind
        assert placeholders(template) <= {"place", *(each.name for each in fields(event))}, event.kind


@pytest.mark.parametrize("game", [game for game in registered() if not game.startswith("toy-")])
def test_a_question_that_can_be_left_says_on_its_button_what_leaving_it_means(game: str) -> None:
    words = catalogue(game)
    left = re.compile(r"[,;] (or|then) (go on|end|stay|leave (it|them))\b")
    asked = [key for key in words if key.startswith("prompt.") and left.search(words.template(key) or "")]
    assert [key for key in asked if f"done.{key.removeprefix('prompt.')}" not in words] == []


@pytest.mark.parametrize("game", [None, *registered()])
def test_every_template_can_be_read(game: str | None) -> None:
    words = catalogue(game)
    for key in words:
        assert placeholders(words.template(key) or "") is not None, key
