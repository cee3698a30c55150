"""`redoubt probe`: the questions of positions and their answers, of any number of files and folders in one run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from app.cli.exits import Exit, complain, issue_line, say
from engine.core.messages import Catalogue
from engine.core.writing.coders import Json
from engine.definitions.issues import Issue
from engine.narration.language import catalogue
from engine.session.answered_question import Answered
from engine.session.position_files import entries
from engine.session.probe_run import Probed, probe_all


def answer(options: argparse.Namespace) -> Exit:
    """Answer every question; the code tells whether all could be asked, and whether all expectations were met."""
    run = []
    for each in probe_all(chain.from_iterable(map(entries, options.files)), catalogue):
        run.append(each)
        if not options.json:
            _tell(each, is_one=len(options.files) == 1 and not options.files[0].is_dir())
        for found in each.warnings:
            complain(issue_line(found, catalogue(each.game)))
        for fault in _faults(each):
            complain(fault.line)
    right, counted = sum(each.right for each in run), sum(each.counted for each in run)
    if options.json:
        say(json.dumps(_as_json(run, right, counted), indent=2))
    elif any(each.entry.source is not None for each in run):
        say(f"{right} right of {counted}")
    if any(each.has_issues for each in run):
        return Exit.BAD_INPUT
    return Exit.FINE if right == counted else Exit.FOUND


class _Fault:
    """What is wrong with a position or with one of its questions, as a line and as JSON."""

    def __init__(
        self, probed: Probed, issue: Issue, words: Catalogue, question: int | None = None, verb: str = ""
    ) -> None:
        self._issue, self._words = issue, words
        self._position, self._question, self._verb = probed.entry.name, question, verb

    @property
    def line(self) -> str:
        """`file:line: what is wrong`, and after it which position and which of its questions."""
        asked = f"question {self._question} {self._verb}".rstrip() if self._question is not None else ""
        place = ", ".join(part for part in (self._position and f"position {self._position}", asked) if part)
        return issue_line(self._issue, self._words) + (f" [{place}]" if place else "")

    def as_json(self) -> dict[str, Json]:
        where = self._issue.where
        return {
            "file": where.file or None,
            "line": where.line,
            "position": self._position,
            "question": self._question,
            "message": issue_line(self._issue, self._words),
        }


def _faults(probed: Probed) -> Iterator[_Fault]:
    words = catalogue(probed.game)
    for issue in probed.issues:
        yield _Fault(probed, issue, words)
    for number, answered in enumerate(probed.answers, start=1):
        for issue in answered.issues:
            yield _Fault(probed, issue, words, number, answered.question)


def _as_json(run: Sequence[Probed], right: int, counted: int) -> dict[str, Json]:
    games = {each.game for each in run}
    answers = [
        {**answered.as_json(), "file": str(each.entry.path), "position": each.entry.name, "game": each.game}
        for each in run
        for answered in each.answers
    ]
    errors = [fault.as_json() for each in run for fault in _faults(each)]
    game = games.pop() if len(games) == 1 else None
    return {"game": game, "answers": answers, "errors": errors, "right": right, "of": counted}


def _tell(probed: Probed, *, is_one: bool) -> None:
    """A position with its answers. What is not as expected stands below its question, where it is looked for."""
    if not is_one or probed.entry.name:
        say(" ".join(part for part in (str(probed.entry.path), probed.entry.name) if part))
    stood: object = None
    for answered in probed.answers:
        now = (answered.stands, answered.passed)
        if answered.stands is not None and now != stood:
            say("; ".join(_when(answered)))
            stood = now
        say(f"{answered.question} {_short(answered.asked)}".rstrip())
        if not answered.issues:
            for line in _lines(answered.answer, 1):
                say(line)
        for line in answered.differences:
            say(f"  not as expected: {line}")


def _when(answered: Answered) -> Iterator[str]:
    yield f"at {_moment(answered.stands)}"
    if answered.passed:
        yield f"nobody was asked in {', '.join(_moment(each) for each in answered.passed)}"


def _moment(moment: Mapping[str, Json]) -> str:
    return " ".join(part for part in (f"turn {moment['turn']}", moment["phase"], moment["side"]) if part)


def _short(asked: Json) -> str:
    if isinstance(asked, str):
        return asked
    return json.dumps(asked, ensure_ascii=False) if asked else ""


SPAN = {"least", "most"}
"""The keys of a span of numbers, as of steps that may be lost."""


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
        elif _has_parts(inner):
            lines.append(f"{pad}{key}:")
            lines += _lines(inner, depth + 1)
        elif _is_listed(inner):
            lines.append(f"{pad}{key}:")
            lines += [line for each in inner for line in _item(each, depth + 1)]
        else:
            lines.append(f"{pad}{key}: {_plain(inner)}")
    return lines


def _has_parts(value: Json) -> bool:
    """Whether a value takes lines of its own: neither an action nor a span of numbers does."""
    return isinstance(value, Mapping) and bool(value) and "kind" not in value and set(value) != SPAN


def _is_listed(value: Json) -> bool:
    """Whether a value is a list of things that have parts of their own."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _item(value: Mapping[str, Json], depth: int) -> list[str]:
    """One of several: a line, or as many as it takes where it has parts with parts, as a throw has."""
    pad = "  " * depth
    if "action" not in value and not any(_is_listed(inner) or _has_parts(inner) for inner in value.values()):
        return [f"{pad}- {_plain(value)}"]
    first, *rest = _lines(value, depth + 1)
    return [f"{pad}- {first.lstrip()}", *rest]


def _signed(term: Mapping[str, Json]) -> str:
    """The number of a term; one that is only noted, and changes nothing, stands in brackets."""
    value = term["value"]
    if term["op"] == "note":
        return f"({value})"
    symbol = {"times": "x", "becomes": "="}.get(str(term["op"]))
    return f"{symbol}{value}" if symbol else f"{value:+d}" if isinstance(value, int) else str(value)


def _plain(value: Json) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(_plain(each) for each in value) if value else "-"
    if isinstance(value, Mapping):
        if set(value) == SPAN:
            least, most = _plain(value["least"]), _plain(value["most"])
            return least if least == most else f"{least} to {most}"
        return " ".join(f"{key}={_plain(inner)}" for key, inner in value.items())
    return str(value)
