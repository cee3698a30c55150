"""Words are data: what the engine says is a key and its arguments, never a sentence.

The screen and the command line turn a `Message` into a sentence with a `Catalogue` of templates, so
that another language needs no change, and no Qt, in the engine.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

Argument: TypeAlias = "str | int | float | Message | tuple[Argument, ...]"
"""A message may carry plain values, other messages, and lists of either."""

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

    def __init__(self, templates: Mapping[str, str], fallback: Catalogue | None = None) -> None:
        self._templates = dict(templates)
        self._fallback = fallback

    def __contains__(self, key: str) -> bool:
        return self.template(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._templates)

    def template(self, key: str) -> str | None:
        """The template of a key in this language, or in the one it falls back on."""
        found = self._templates.get(key)
        if found is None and self._fallback is not None:
            return self._fallback.template(key)
        return found

    def extended(self, templates: Mapping[str, str]) -> Catalogue:
        """The same language with more templates, as a ruleset brings its own words."""
        return Catalogue({**self._templates, **templates}, self._fallback)

    def text(self, said: Message) -> str:
        """The sentence. A key without a template is shown as it is, so that nothing is ever swallowed."""
        template = self.template(said.key)
        if template is None:
            return str(said)
        values = {name: self._value(value) for name, value in said.args.items()}
        try:
            return template.format_map(values)
        except (LookupError, ValueError, AttributeError, TypeError):
            return str(said)

    def _value(self, value: Argument) -> str | int | float:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple):
            return ", ".join(str(self._value(item)) for item in value)
        return value


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
