"""The index of a game's rulebook: every numbered case, and what became of it.

`rules_index.yaml` lists each case of the rulebook as implemented, or as explained where there is nothing to do, with a
sentence of our own and its exceptions. The tags in the code and the marks on the tests are held against it, so it
cannot claim what is not there. Cases known only from a ruling are listed too, outside the totals.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Self

from pydantic import Field, StringConstraints, model_validator

import engine
from engine.core.messages import message
from engine.definitions import faults, strict_yaml
from engine.definitions.documents import read_bytes
from engine.definitions.flaws import flaw
from engine.definitions.issues import DefinitionError, error
from engine.definitions.model import Document, Frozen, FrozenDict, Line, Model, shown
from engine.rulesets.registry import GameEntry

FILE = "rules_index.yaml"
_MARK = "mark.rule"

CaseId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]+([.-][0-9A-Za-z]+)*$", max_length=20)]
ExceptionId = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,3}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=500)]


class Status(StrEnum):
    """A case is carried out by code, or there is nothing in it to carry out."""

    IMPLEMENTED = "implemented"
    EXPLAINED = "explained"


class Case(Model):
    """One numbered case; `reason` says why an explained one needs no code."""

    status: Status
    summary: Sentence
    exceptions: Annotated[Mapping[ExceptionId, Sentence], Frozen] = FrozenDict()
    ruling: Annotated[int, Field(ge=1, le=10_000)] | None = None
    reason: Sentence | None = None

    @model_validator(mode="after")
    def _gives_reason(self) -> Self:
        if self.status is Status.EXPLAINED and self.reason is None:
            raise flaw(message("rules-index.no-reason"))
        if self.status is Status.IMPLEMENTED and self.reason is not None:
            raise flaw(message("rules-index.needless-reason"), ("reason",))
        return self


class RulesIndex(Document):
    """Every case of a game by its number."""

    KIND: ClassVar[str] = "rules-index"

    source: Line | None = None
    cases: Annotated[Mapping[CaseId, Case], Frozen] = FrozenDict()

    def __contains__(self, rule: str) -> bool:
        """Whether a number is that of a case, or of an exception written `7.15.4/a`."""
        case, slash, exception = rule.partition("/")
        found = self.cases.get(case)
        return found is not None and (not slash or exception in found.exceptions)

    def with_status(self, status: Status) -> tuple[str, ...]:
        """The cases of a status, rulings among them, in the order of the file."""
        return tuple(number for number, case in self.cases.items() if case.status is status)


@dataclass(frozen=True, slots=True)
class Counts:
    """How much of a rulebook is there; the fields are the JSON keys of `redoubt rules`.

    `untested` counts implemented cases without a marked test, and is None where the tests are not installed.
    """

    total: int
    implemented: int
    explained: int
    untested: int | None


@cache
def rules_index(entry: GameEntry) -> RulesIndex:
    """The index of a game; raises DefinitionError when it is missing or wrong."""
    name = f"{entry.id}/{FILE}"
    located = strict_yaml.load(read_bytes(entry.resources / FILE, name), name)
    data = located.data if isinstance(located.data, dict) else {}
    if data.get("format") != RulesIndex.format_line():
        said = message("issue.unknown-format", found=shown(data.get("format")))
        raise DefinitionError([error(said, located.where(("format",)))])
    index = faults.read(RulesIndex, located, data={key: value for key, value in data.items() if key != "format"})
    if index.id != entry.id:
        raise DefinitionError([error(message("rules-index.other-game", id=index.id), located.where(("id",)))])
    return index


def counts(entry: GameEntry, tests: Path | None = None) -> Counts:
    """The totals of a game's index, without the cases known only from rulings."""
    cases = {number: case for number, case in rules_index(entry).cases.items() if case.ruling is None}
    implemented = [number for number, case in cases.items() if case.status is Status.IMPLEMENTED]
    missing = untested(entry, tests)
    known_missing = None if missing is None else sum(1 for number in missing if number in cases)
    return Counts(len(cases), len(implemented), len(cases) - len(implemented), known_missing)


def untested(entry: GameEntry, tests: Path | None = None) -> tuple[str, ...] | None:
    """The implemented cases that no test is marked with; None where there are no tests to look at."""
    folder = tests or Path(engine.__file__).parents[1] / "tests"
    if not folder.is_dir():
        return None
    marked = {mark.partition("/")[0] for mark in marks_in(folder).get(entry.id, ())}
    return tuple(number for number in rules_index(entry).with_status(Status.IMPLEMENTED) if number not in marked)


def marks_in(folder: Path) -> dict[str, frozenset[str]]:
    """The cases that tests are marked with, by game, as `@pytest.mark.rule("game:case")` says them."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for mark in _marks_of(text) if _MARK in text else ():
            game, _, case = mark.partition(":")
            found.setdefault(game, set()).add(case)
    return {game: frozenset(cases) for game, cases in found.items()}


@cache
def _marks_of(text: str) -> frozenset[str]:
    """The marks in one file; every game asks for those of all of them."""
    return frozenset(_marks(ast.walk(ast.parse(text))))


def _marks(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(_MARK):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
