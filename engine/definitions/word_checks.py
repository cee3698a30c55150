"""Words against the lexicon of their game: a word that nobody knows is an error at its line, never a silent zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.messages import Message, message
from engine.core.words.lexicon import Lexicon, LexiconWord, Takes, UnknownWord, WordKind
from engine.definitions.issues import Issue, Path, Where, error
from engine.definitions.model import Value, shown
from engine.definitions.suggest import did_you_mean
from engine.definitions.word_uses import WordUse

Named = Callable[[str], bool]
"""Whether there is something of that id."""

ANYTHING: Mapping[str, Named] = {}
"""When it is not known which units, cards and places there are."""


def word_issue(found: UnknownWord, text: str, where: Where) -> Issue:
    """An error for a word that the lexicon does not know, with the nearest that it does."""
    return error(found.said, where, did_you_mean(text, found.known))


def unknown_word(lexicon: Lexicon, kind: WordKind, text: str, where: Where, of: str | None = None) -> Issue | None:
    """What is wrong with a word somebody wrote at a place; None when the game knows it."""
    found = lexicon.unknown(kind, text, of)
    return None if found is None else word_issue(found, text, where)


def word_faults(
    lexicon: Lexicon,
    uses: Iterable[WordUse],
    where: Callable[[Path], Where],
    things: Mapping[str, Named] = ANYTHING,
) -> Iterator[Issue]:
    """Everything wrong with words that were used: unknown ones, and known ones with what they cannot hold.

    `things` says of `unit`, `card` and `place` which there are, as far as that is known.
    """
    for use in uses:
        word = lexicon.find(use.kind, use.text, use.of)
        if word is None or not _fills(word, use.text, things):
            found = lexicon.unknown(use.kind, use.text, use.of) or _no_such(use)
            yield word_issue(found, use.text, where(use.path))
        elif use.value is not None:
            yield from _value_faults(word, use, where, things)


def _fills(word: LexiconWord, text: str, things: Mapping[str, Named]) -> bool:
    """Whether what a text puts into the blanks of a family is there."""
    filled = word.filled(text) or ()
    return all(things[blank](name) for blank, name in zip(word.blanks, filled, strict=True) if blank in things)


def _no_such(use: WordUse) -> UnknownWord:
    return UnknownWord(message(f"issue.unknown-{use.kind}", id=use.text, name=use.text), ())


def _value_faults(
    word: LexiconWord, use: WordUse, where: Callable[[Path], Where], things: Mapping[str, Named]
) -> Iterator[Issue]:
    assert use.value is not None
    if word.takes is not None and not _fits(word, word.takes, use.value, things):
        said = message("issue.wrong-value", name=use.text, expected=expected(word), found=shown(use.value))
        hint = did_you_mean(str(use.value), word.among) if word.among else None
        yield error(said, where(use.path), hint)


def _fits(word: LexiconWord, takes: Takes, value: Value, things: Mapping[str, Named]) -> bool:
    """Whether a word can hold a value; a fraction has its own refusal where the rules count in whole numbers."""
    if isinstance(value, float):
        return True
    match takes:
        case Takes.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool)
        case Takes.FLAG:
            return isinstance(value, bool)
        case Takes.WORD:
            return value in word.among
    return isinstance(value, str) and (takes not in things or things[takes](value))


def expected(word: LexiconWord) -> Message:
    """What a value may hold, in words."""
    assert word.takes is not None
    return message(f"issue.value-is.{word.takes}", words=word.among)
