"""The words of the program and of its games."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import engine
from engine.core.messages import message, placeholders
from engine.rulesets import words
from engine.rulesets.registry import GameEntry, registered
from engine.rulesets.words import catalogue

ROOT = Path(engine.__file__).parents[1]


def spoken(folder: Path) -> Iterator[tuple[str, frozenset[str], str]]:
    """Every message that is written out in the code: its key, the names of its arguments and where it is."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                key, names = node.args[0] if node.args else None, [each.arg for each in node.keywords]
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and None not in names:
                    yield key.value, frozenset(str(name) for name in names), f"{path}:{node.lineno}"


def _game_of(path: Path) -> str | None:
    """The game in whose package a file lies, if it lies in one."""
    parts = path.relative_to(ROOT / "engine").parts
    game = parts[1].replace("_", "-") if parts[0] == "rulesets" else ""
    return game if game in registered() else None


@pytest.mark.parametrize("folder", ["core", "mechanics", "definitions", "session", "storage", "rulesets"])
def test_every_message_of_the_engine_has_a_template_that_gets_what_it_asks_for(folder: str) -> None:
    for key, names, where in spoken(ROOT / "engine" / folder):
        template = catalogue(_game_of(Path(where))).template(key)
        assert template is not None, f"{where}: {key} has no template"
        assert placeholders(template) <= names, f"{where}: {key} is said without all that it asks for"


def test_every_template_can_be_read() -> None:
    for game in (None, *registered()):
        known = catalogue(game)
        for key in known:
            template = known.template(key)
            assert template is not None
            assert template.strip()
            list(string.Formatter().parse(template))


def test_a_game_adds_its_words_to_the_programs() -> None:
    plain, skirmish = catalogue(), catalogue("toy-skirmish")
    assert skirmish.text(message("term.road")) == "along the road"
    assert "term.road" not in plain
    assert skirmish.text(message("prompt.game-over")) == plain.text(message("prompt.game-over"))


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registered()["toy-skirmish"]
    (tmp_path / "translations").mkdir()
    (tmp_path / "translations" / "fr.yaml").write_text("term:\n  road: le long de la route\n")
    (tmp_path / "translations" / "en.yaml").write_text("term:\n  road: along the road\n  river: across a river\n")
    other = GameEntry(entry.ruleset, tmp_path, entry.scenarios)
    monkeypatch.setattr(words, "find_game", lambda _: other)
    french = catalogue("toy-skirmish", "fr")
    assert french.text(message("term.road")) == "le long de la route"
    assert french.text(message("term.river")) == "across a river"
    assert french.text(message("prompt.game-over")) == "La partie est finie."


def test_an_unknown_game_or_language_has_the_words_of_the_program() -> None:
    assert catalogue("no-such-game").text(message("prompt.game-over")) == "The game is over."
    assert catalogue(None, "xx").text(message("prompt.game-over")) == "The game is over."


def test_a_catalogue_is_read_once() -> None:
    assert catalogue("toy-skirmish") is catalogue("toy-skirmish")


def test_the_english_words_ship_with_the_program() -> None:
    assert (files("resources") / "translations" / "en.yaml").is_file()
