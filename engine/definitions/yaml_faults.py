"""What is wrong with a text that is no YAML, in words of our own.

libyaml and the parser written in Python find the same faults, call them differently, and speak English alone. Here the
faults that people make are told apart by a few words of either; what is not among them is told as the parser says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

from engine.core.messages import Message, message
from engine.definitions.issues import Issue, Where, error

_WHERE_IT_BEGAN: Final = frozenset({"yaml.fault.quote-open", "yaml.fault.no-colon"})
"""Faults that are noticed only further on, at the end of the file perhaps."""


def syntax_issue(bad: yaml.YAMLError, text: str, file: str) -> Issue:
    """The error of a parser at its place in the text."""
    mark = getattr(bad, "problem_mark", None)
    if mark is None:
        return error(message("yaml.syntax", problem=str(getattr(bad, "reason", bad))), Where(file, 1, 1))
    lines = text.split("\n", mark.line + 1)
    line = lines[mark.line] if mark.line < len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return error(message("yaml.tab"), _where(mark, file))
    begun = getattr(bad, "context_mark", None) or mark
    told = f"{getattr(bad, 'context', None) or ''}: {getattr(bad, 'problem', None) or bad}"
    for words, said in _faults(begun.line + 1, line[mark.column : mark.column + 1]):
        if any(each in told for each in words):
            return error(
                message("yaml.syntax", problem=said), _where(begun if said.key in _WHERE_IT_BEGAN else mark, file)
            )
    return error(message("yaml.syntax", problem=str(getattr(bad, "problem", "") or bad)), _where(mark, file))


def _where(mark: Any, file: str) -> Where:
    return Where(file, mark.line + 1, mark.column + 1)


def _faults(line: int, letter: str) -> Iterator[tuple[tuple[str, ...], Message]]:
    """By what words a parser tells of a fault, and what a person is told.

    `line` is where that begins which the parser was reading, `letter` what stands where it gave up.
    """
    yield ("unexpected end of stream", "unexpected document"), message("yaml.fault.quote-open", line=line)
    yield ("',' or ']'",), message("yaml.fault.list-open", line=line)
    yield ("',' or '}'",), message("yaml.fault.mapping-open", line=line)
    yield ("mapping values are not allowed", "found unexpected ':'"), message("yaml.fault.stray-colon")
    yield ("sequence entries are not allowed",), message("yaml.fault.stray-dash")
    yield ("mapping keys are not allowed",), message("yaml.fault.stray-key")
    yield ("could not find expected ':'",), message("yaml.fault.no-colon", line=line)
    yield ("while parsing a block collection",), message("yaml.fault.no-dash", line=line)
    yield ("while parsing a block mapping",), message("yaml.fault.no-key", line=line)
    yield ("node content",), message("yaml.fault.no-value")
    yield ("cannot start any token",), message("yaml.fault.bad-start", letter=letter)
    yield ("unknown escape character",), message("yaml.fault.bad-escape")
    yield ("hexdecimal number", "hexadecimal number", "escape code"), message("yaml.fault.bad-code")
    yield ("while scanning a block scalar",), message("yaml.fault.after-block")
    yield ("while scanning an anchor", "while scanning an alias"), message("yaml.fault.bad-anchor")
    yield ("scanning a tag", "parsing a tag", "tag handle"), message("yaml.fault.bad-tag")
    yield ("document start",), message("yaml.fault.after-end")
    yield ("directive", "incompatible YAML"), message("yaml.fault.directive")
