"""The rules of a game as they are read: every case with our summary, what it belongs to, and what speaks of it.

Numbers of cases in any text can be found and made into links here, so that whatever names a case leads to it. No Qt is
imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape

from engine.narration.language import cases_of, spoken
from engine.rulesets.registry import GameEntry
from engine.rulesets.rules_index import Case, RulesIndex, rules_index

LINK = "case:"
"""How the address of a case begins."""
_NUMBER = r"(?:card\.[a-z]+\.[0-9]+|[0-9]+(?:\.(?:[0-9]+|[A-Z]))+)"
_MENTION = re.compile(rf"(?<![\w.:])({_NUMBER})(?:[/ ]([0-9a-z]{{1,3}}))?(?![\w])")


@dataclass(frozen=True, slots=True)
class Named:
    """A case and, where one was named, its exception."""

    case: str
    exception: str = ""

    def __str__(self) -> str:
        return f"{self.case}/{self.exception}" if self.exception else self.case


class Rules:
    """The cases of one game."""

    def __init__(self, index: RulesIndex, title: str = "") -> None:
        self.index = index
        self.game = index.id
        self.title = title or index.title or index.id

    def __contains__(self, rule: str) -> bool:
        return self.find(rule) is not None

    def case(self, number: str) -> Case:
        return self.index.cases[number]

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every case, in the order of the rulebook."""
        return tuple(self.index.cases)

    def find(self, rule: str) -> Named | None:
        """What a number names: a case, an exception of one (`7.15.4/a`, `7.1.2 k`), or the case above that it is of."""
        number, _, exception = rule.strip().replace(" ", "/").partition("/")
        if number in self.index.cases:
            return Named(number, exception if exception in self.index.cases[number].exceptions else "")
        above = number.rpartition(".")[0]
        return self.find(above) if above and number[:1].isdigit() else None

    def above(self, number: str) -> str | None:
        """The case that a case is part of."""
        found = self.find(number.rpartition(".")[0])
        return found.case if found is not None and found.case != number else None

    def within(self, number: str) -> tuple[str, ...]:
        """The cases that are part of a case."""
        return tuple(each for each in self.index.cases if each != number and self.above(each) == number)

    @cached_property
    def _mentioned(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for number in self.index.cases:
            for text in self._texts(number):
                for named, _, _ in self.mentions(text):
                    if named.case != number:
                        found.setdefault(named.case, {})[number] = None
        return {number: tuple(by) for number, by in found.items()}

    def mentioned_by(self, number: str) -> tuple[str, ...]:
        """The cases whose words speak of a case."""
        return self._mentioned.get(number, ())

    def _texts(self, number: str) -> Iterator[str]:
        case = self.index.cases[number]
        yield case.summary
        yield from case.exceptions.values()
        if case.reason is not None:
            yield case.reason

    # Finding

    def mentions(self, text: str) -> Iterator[tuple[Named, int, int]]:
        """The cases that a text names, each with where in it; a number that is no case is a number."""
        for match in _MENTION.finditer(text):
            number, exception = match.group(1), match.group(2) or ""
            if number not in self.index.cases:
                continue
            if exception and exception in self.index.cases[number].exceptions:
                yield Named(number, exception), match.start(), match.end()
            else:
                yield Named(number), match.start(), match.end(1)

    def search(self, text: str) -> tuple[str, ...]:
        """The cases that all words of a text are in; a number finds its case and those within it first."""
        words = text.casefold().split()
        if not words:
            return self.numbers
        found = [number for number in self.index.cases if all(self._has(number, word) for word in words)]
        first = text.strip().casefold()
        return tuple(sorted(found, key=lambda number: not _begins(number.casefold(), first)))

    def _has(self, number: str, word: str) -> bool:
        if _begins(number.casefold(), word):
            return True
        if re.fullmatch(_NUMBER, word):
            return any(_begins(named.case, word) for text in self._texts(number) for named, _, _ in self.mentions(text))
        return any(word in text.casefold() for text in self._texts(number))

    # Links

    def linked(self, text: str) -> str:
        """A text as HTML in which every case that it names is a link."""
        parts: list[str] = []
        done = 0
        for named, start, end in self.mentions(text):
            parts += [escape(text[done:start]), link(str(named), text[start:end])]
            done = end
        return "".join([*parts, escape(text[done:])])


def _begins(number: str, word: str) -> bool:
    """Whether a number is a word or goes on from it with a point: 7.1 is not within 7.15."""
    return number == word or number.startswith(f"{word.rstrip('.')}.")


def link(rule: str, words: str = "") -> str:
    """A link to a case, in HTML."""
    return f'<a href="{LINK}{escape(rule)}">{escape(words or rule)}</a>'


def rules_of(entry: GameEntry) -> Rules:
    """The rules of a game; raises DefinitionError when its index is missing or wrong."""
    return _rules(entry, spoken())


@cache
def _rules(entry: GameEntry, _language: str) -> Rules:
    return Rules(cases_of(rules_index(entry)), entry.ruleset.title)
