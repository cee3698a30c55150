"""Words are data: what the engine says is a key and its arguments, never a sentence.

The screen and the command line turn a `Message` into a sentence with a `Catalogue` of templates, so
that another language needs no change, and no Qt, in the engine. Templates may choose a word by a number
(`plurals`).
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from engine.core.words.plurals import ENGLISH, Counted, CountedParts, Measured

Argument: TypeAlias = "str | int | float | Fraction | Message | tuple[Argument, ...]"
"""A message may carry plain values, other messages, and lists of either."""

WORD = "word."
"""Before an id in the key of the word that a person reads for it."""
_HYPHEN = re.compile(r"(?<!\d)[-_]|[-_](?!\d)")
_NO_ARGUMENTS: Mapping[str, Argument] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Message:
    """A thing to say: the key of a template and what to put into it."""

    key: str
    args: Mapping[str, Argument] = field(default_factory=lambda: _NO_ARGUMENTS)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.args.items())))

    def __str__(self) -> str:
        if not self.args:
            return self.key
        return f"{self.key}({', '.join(f'{name}={value}' for name, value in self.args.items())})"


def message(key: str, /, **args: Argument) -> Message:
    """Build a message; the first argument is the literal key that the completeness test looks for."""
    return Message(key, MappingProxyType(args) if args else _NO_ARGUMENTS)


class Catalogue:
    """Templates of one language, by dotted key, with an optional language to fall back on."""

    def __init__(
        self, templates: Mapping[str, str], fallback: Catalogue | None = None, language: str = ENGLISH
    ) -> None:
        self._templates = dict(templates)
        self._fallback = fallback
        self.language = language

    def __contains__(self, key: str) -> bool:
        return self.template(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def template(self, key: str) -> str | None:
        """The template of a key in this language, or in the one it falls back on."""
        found = self._found(key)
        return None if found is None else found[0]

    def _found(self, key: str) -> tuple[str, str] | None:
        """A template and its language, whose plurals are not those of the language that lacks it."""
        template = self._templates.get(key)
        if template is None:
            return None if self._fallback is None else self._fallback._found(key)
        return template, self.language

    def extended(self, templates: Mapping[str, str]) -> Catalogue:
        """The same language with more templates, as a ruleset brings its own words."""
        return Catalogue({**self._templates, **templates}, self._fallback, self.language)

    def text(self, said: Message) -> str:
        """The sentence. A key without a template is shown as it is, so that nothing is ever swallowed.

        A word (`word.<id>`) that has none is its id as a person would write it.
        """
        found = self._found(said.key)
        if found is None:
            name = said.key.removeprefix(WORD)
            return str(said) if name == said.key else as_written(name)
        template, language = found
        values = {name: self._value(value, language) for name, value in said.args.items()}
        try:
            return template.format_map(values)
        except (LookupError, ValueError, AttributeError, TypeError):
            return str(said)

    def _value(self, value: Argument, language: str) -> str | int | float | Fraction:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple):
            return ", ".join(str(self._value(item, language)) for item in value)
        if isinstance(value, Fraction):
            return CountedParts(value, language)
        if type(value) is float:
            return Measured(value, language)
        return Counted(value, language) if type(value) is int else value


def as_written(id: str) -> str:
    """An id as a person would write it, without its hyphens; those between numbers, as of odds, belong there."""
    return _HYPHEN.sub(" ", id)


def placeholders(template: str) -> frozenset[str]:
    """The names of the arguments a template asks for."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)


def flatten(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Turn the nested sections of a translation file into dotted keys."""
    flat: dict[str, str] = {}
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{key}."))
        else:
            flat[key] = str(value)
    return flat
