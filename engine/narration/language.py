"""The language the program speaks: chosen once, when it starts or when a person asks for another.

Whatever speaks to a person takes its words from here. The rules themselves know no language: they say messages, and
their catalogues are asked for by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeVar

from engine.core.messages import WORD, Argument, Catalogue, Message, as_written
from engine.core.words.plurals import ENGLISH, Counted
from engine.definitions.model import Model
from engine.definitions.scenario import Scenario
from engine.rulesets import words
from engine.rulesets.rules_index import RulesIndex
from engine.rulesets.wording import Wording, wording

M = TypeVar("M", bound=Model)

FRENCH: Final = "fr"
LANGUAGES: Final[Mapping[str, str]] = MappingProxyType({ENGLISH: "English", FRENCH: "Français"})
"""The languages there are, each called as it calls itself."""


@dataclass(slots=True)
class _Speech:
    language: str = ENGLISH


_speech = _Speech()


def speak(language: str) -> None:
    """Say everything from now on in a language; one that is not known is English."""
    _speech.language = language if language in LANGUAGES else ENGLISH


def spoken() -> str:
    """The language that is spoken."""
    return _speech.language


def fixed(value: float, places: int, *, signed: bool = False) -> str:
    """A number with so many places behind the point, or behind the comma where the language has one."""
    return f"{value:{'+' if signed else '-'}.{places}f}".replace(".", "," if spoken() == FRENCH else ".")


def catalogue(game: str | None = None) -> Catalogue:
    """The templates of the program and, if a game is named, of that game."""
    return words.catalogue(game, _speech.language)


def word(id: str, game: str | None = None) -> str:
    """An id that a person reads, as one writes it: under the key `word.<id>`, or as it is without its hyphens."""
    words_known, key = catalogue(game), f"word.{id}"
    return words_known.text(Message(key)) if key in words_known else as_written(id)


def title(id: str, game: str | None = None) -> str:
    """The same with a capital, as a heading or the name of a side."""
    known = word(id, game)
    return known[:1].upper() + known[1:]


def without_name(text: str, name: str) -> str:
    """A line `name: what is said`, or `name, more: what`, without the name, however the language sets its colon.

    It begins with a capital then.
    """
    rest = text.removeprefix(name).lstrip("\u00a0\u202f ") if text.startswith(name) else ""
    said = rest[1:].lstrip() if rest.startswith((":", ",")) else text
    return said[:1].upper() + said[1:]


def labelled(head: str, said: str) -> str:
    """Something and what is said of it, with a colon as the language sets it."""
    return f"{head}\u00a0: {said}" if _speech.language == FRENCH else f"{head}: {said}"


def cited(said: str, case: str) -> str:
    """What is said with the case behind it, where there is one."""
    return f"{said} ({case})" if case else said


def counted(count: int) -> Counted:
    """A number in a sentence, which chooses its word by the rule of the language."""
    return Counted(count, _speech.language)


def wording_of(game: str | None) -> Wording:
    """What the things of a game are called."""
    return wording(game, _speech.language)


def scenario_title(scenario: Scenario) -> str:
    """What a scenario is called; its id where its author gave it no title."""
    return wording_of(scenario.ruleset).scenario(scenario).title or scenario.id


def called_in(game: str, said: Message) -> Message:
    """A message in which whatever is of a game is called as the language that is spoken calls it."""
    return Message(said.key, {name: _called(game, value) for name, value in said.args.items()})


def _called(game: str, value: Argument) -> Argument:
    if isinstance(value, tuple):
        return tuple(_called(game, each) for each in value)
    if isinstance(value, Message):
        id = value.key.removeprefix(WORD)  # noqa: A001 - the word of the rules
        return called_in(game, value) if id == value.key else word(id, game)
    return wording_of(game).name(value) if isinstance(value, str) else value


def named(document: M, game: str | None) -> M:
    """A palette, charts or counters of a game, with their names in the language."""
    return wording_of(game).renamed(document)


def cases_of(index: RulesIndex) -> RulesIndex:
    """The cases of a game with their summaries in the language."""
    return wording_of(index.id).index(index)
