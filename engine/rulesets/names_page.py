"""The manual's page of names: every word of a game with its sentence, made from its lexicon.

`python -m engine.rulesets.names_page` writes the pages of all bundled games, in both languages, into the manual; a test
says when one is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Final

from engine.core.messages import Catalogue, message
from engine.core.records import Action
from engine.core.words.lexicon import LexiconWord, WordKind
from engine.core.words.plurals import ENGLISH
from engine.definitions.word_checks import expected
from engine.rulesets.assembly import charts_of
from engine.rulesets.lexicons import with_charted
from engine.rulesets.registry import GameEntry, registered
from engine.rulesets.wording import wording
from engine.rulesets.words import catalogue

LANGUAGES: Final = (ENGLISH, "fr")
WIDTH: Final = 120
_OF: Final = frozenset({WordKind.PHASE, WordKind.RESULT})
"""The kinds whose words may belong to one side or one table."""


def file_of(game: str, language: str) -> str:
    """Where a page lies in the manual."""
    return f"names-{game}.md" if language == ENGLISH else f"{language}/names-{game}.md"


def names_page(entry: GameEntry, language: str) -> str:
    """The page of a game."""
    words, names = catalogue(entry.id, language), wording(entry.id, language)
    lexicon = with_charted(entry.ruleset.lexicon, names.renamed(charts_of(entry)))
    title = names.name(entry.ruleset.title)
    parts = [
        f"# {words.text(message('names.title', game=title))}",
        fill(words.text(message("names.about", game=title)), WIDTH),
        *(_section(kind, found, words) for kind in WordKind if (found := lexicon.words(kind))),
        "\n".join(_actions(entry.ruleset.vocabulary.actions, words)),
    ]
    return "\n\n".join(parts) + "\n"


def _section(kind: WordKind, found: tuple[LexiconWord, ...], words: Catalogue) -> str:
    heading = words.text(message(f"names.kind.{kind}"))
    return "\n".join((f"## {heading}", "", *_table(kind, found, words)))


def _table(kind: WordKind, found: tuple[LexiconWord, ...], words: Catalogue) -> Iterator[str]:
    """A line a word, with what it belongs to and what it holds where the kind has such."""
    holds = any(each.takes for each in found)
    columns = ["word", *(("of",) if kind in _OF else ()), *(("takes",) if holds else ()), "meaning"]
    yield _row(words.text(message(f"names.{column}")) for column in columns)
    yield "|" + "---|" * len(columns)
    if kind is WordKind.DIE:
        for sentence, faces in groupby(found, key=lambda each: each.sentence):
            first, *others = faces
            yield _row(
                (f"`{first.text}` ... `{others[-1].text}`" if others else f"`{first.text}`", words.text(sentence))
            )
        return
    for word in found:
        told = [f"`{word.text}`"]
        if kind in _OF:
            told.append(", ".join(word.of) or words.text(message("names.everybody")))
        if holds:
            told.append(words.text(expected(word)) if word.takes is not None else "")
        yield _row((*told, words.text(word.sentence)))


def _actions(actions: Iterable[type[Action]], words: Catalogue) -> Iterator[str]:
    """What can be played and tried in a position: each kind of action and what it is told."""
    yield f"## {words.text(message('names.actions'))}"
    yield ""
    yield _row(words.text(message(f"names.{column}")) for column in ("word", "takes", "meaning"))
    yield "|---|---|---|"
    for action in sorted(actions, key=lambda each: each.kind):
        told = ", ".join(f"`{each.name}`" for each in fields(action))
        yield _row((f"`{action.kind}`", told, words.text(message(f"action-kind.{action.kind}"))))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def pages() -> dict[str, str]:
    """Every page of the games that come with the program, by its place in the manual."""
    resources = files("resources") / "rulesets"
    bundled = [entry for entry in registered().values() if (resources / entry.id).is_dir()]
    return {file_of(entry.id, language): names_page(entry, language) for entry in bundled for language in LANGUAGES}


def write_pages(folder: Path) -> None:
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(str(files("resources") / "manual")))
