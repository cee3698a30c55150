"""`redoubt probe`: the questions of a position file and their answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from app.cli.exits import CommandFailed, Exit, failure_line, say
from engine.core.coders import Json
from engine.core.messages import message
from engine.definitions.documents import Loaded, load_file
from engine.definitions.issues import DefinitionError, error
from engine.definitions.position import Position
from engine.narration.language import catalogue
from engine.session.positions import set_up
from engine.session.probe import Answered, Probe


def load_position(path: Path) -> Loaded[Position]:
    """The position of a file; another document is refused."""
    loaded = load_file(path)
    if not isinstance(loaded.document, Position):
        raise DefinitionError([error(message("issue.other-kind", kind=Position.KIND), loaded.where(("format",)))])
    return Loaded(loaded.document, loaded.origin)


def answer(options: argparse.Namespace) -> Exit:
    """Answer every question; the code tells whether all expectations were met."""
    source = load_position(options.file)
    words = catalogue(source.document.game)
    try:
        answers = Probe(set_up(source, options.file.parent), words).answers()
    except DefinitionError as bad:
        raise CommandFailed(Exit.BAD_INPUT, failure_line(bad.issues, words)) from None
    if options.json:
        say(json.dumps({"game": source.document.game, "answers": [each.as_json() for each in answers]}, indent=2))
    else:
        for each in answers:
            _tell(each)
    return Exit.FOUND if any(each.differences for each in answers) else Exit.FINE


def _tell(answered: Answered) -> None:
    say(f"{answered.question} {_short(answered.asked)}".rstrip())
    for line in _lines(answered.answer, 1):
        say(line)
    for line in answered.differences:
        say(f"  not as expected: {line}")


def _short(asked: Json) -> str:
    if isinstance(asked, str):
        return asked
    return json.dumps(asked, ensure_ascii=False) if asked else ""


def _lines(value: Json, depth: int) -> list[str]:
    """An answer as indented lines; a reckoning is its value, then its terms with their cases."""
    pad = "  " * depth
    if not isinstance(value, Mapping):
        return [f"{pad}{_plain(value)}"]
    lines = []
    for key, inner in value.items():
        if isinstance(inner, Mapping) and set(inner) == {"value", "terms"}:
            lines.append(f"{pad}{key}: {inner['value']}")
            lines += [f"{pad}  {_signed(term)}  {term['label']}  [{term['rule']}]" for term in inner["terms"]]
        elif isinstance(inner, Mapping) and inner:
            lines.append(f"{pad}{key}:")
            lines += _lines(inner, depth + 1)
        elif isinstance(inner, list) and inner and isinstance(inner[0], Mapping):
            lines.append(f"{pad}{key}:")
            lines += [f"{pad}  - {_plain(each)}" for each in inner]
        else:
            lines.append(f"{pad}{key}: {_plain(inner)}")
    return lines


def _signed(term: Mapping[str, Json]) -> str:
    value = term["value"]
    symbol = {"times": "x", "becomes": "="}.get(str(term["op"]))
    return f"{symbol}{value}" if symbol else f"{value:+d}" if isinstance(value, int) else str(value)


def _plain(value: Json) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(_plain(each) for each in value) if value else "-"
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_plain(inner)}" for key, inner in value.items())
    return str(value)
