"""The lexicon: every word of a game that a person may type, each with a sentence that says what it means.

A ruleset publishes one. Whoever reads what people write (positions, scenarios, tables of units, cells of the designer)
asks it: `lexicon.words(kind)` lists, `lexicon.find(kind, text)` looks up, `lexicon.unknown(kind, text)` says what is
wrong. A word with blanks stands for a family: `recalled-<card>` for one word a card, `D<number>` for D1, D2 and on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from engine.core.ids import NO_SIDE, Side
from engine.core.messages import Message, message
from engine.core.sequence import SequencePhase


class WordKind(StrEnum):
    """What a word is a word for."""

    SIDE = "side"
    PHASE = "phase"
    TURN = "turn"
    WEATHER = "weather"
    SEASON = "season"
    MARK = "mark"
    UNIT_VALUE = "unit-value"
    VALUE = "value"
    """What a whole game keeps count of: `values` of a position or a scenario."""
    MARKER = "marker"
    BOX = "box"
    POOL = "pool"
    TRAIT = "trait"
    FACTOR = "factor"
    """What a counter prints on a face."""
    TYPE_VALUE = "type-value"
    CARD_TRAIT = "card-trait"
    CARD_VALUE = "card-value"
    RESULT = "result"
    DIE = "die"


class Takes(StrEnum):
    """What a value may hold."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    """One of a few words."""
    UNIT = "unit"
    CARD = "card"
    PLACE = "place"


GIVEN: Final = "given"
"""In the place of a table: a result as a position lays it down, where that is written otherwise."""

_BLANKS: Final[Mapping[str, str]] = {
    "number": r"-?[0-9]+",
    "unit": r".+",
    "card": r".+",
    "place": r".+",
    "letter": "[a-z]",
}
_BLANK = re.compile(r"<([a-z]+)>")


@dataclass(frozen=True)
class LexiconWord:
    """One word, or with blanks in it a family of words, and what it means."""

    kind: WordKind
    text: str
    sentence: Message
    of: tuple[str, ...] = ()
    """The sides a phase belongs to, the tables a result stands in; none for a word that serves all."""
    takes: Takes | None = None
    """What goes with the word, for values."""
    among: tuple[str, ...] = ()
    """The words it may hold, where it takes one."""

    @cached_property
    def blanks(self) -> tuple[str, ...]:
        """What is to be filled in: `card` in `recalled-<card>`."""
        return tuple(_BLANK.findall(self.text))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = _BLANK.split(self.text)
        return re.compile("".join(f"({_BLANKS[part]})" if n % 2 else re.escape(part) for n, part in enumerate(parts)))

    def filled(self, text: str) -> tuple[str, ...] | None:
        """What a text puts into the blanks; None when it is another word."""
        found = self._pattern.fullmatch(text)
        return None if found is None else found.groups()

    def serves(self, of: str | None) -> bool:
        """Whether it is a word of this side or this table; any, where None is named."""
        return of is None or not self.of or of in self.of


@dataclass(frozen=True)
class UnknownWord:
    """What to say of a word that nobody knows, and the words that somebody does."""

    said: Message
    known: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """All the words of a game."""

    entries: tuple[LexiconWord, ...] = ()

    @cached_property
    def _by_kind(self) -> Mapping[WordKind, tuple[LexiconWord, ...]]:
        return {kind: tuple(each for each in self.entries if each.kind is kind) for kind in WordKind}

    @cached_property
    def _plain(self) -> Mapping[tuple[WordKind, str], tuple[LexiconWord, ...]]:
        found: dict[tuple[WordKind, str], tuple[LexiconWord, ...]] = {}
        for each in self.entries:
            if not each.blanks:
                found[each.kind, each.text] = (*found.get((each.kind, each.text), ()), each)
        return found

    @cached_property
    def _families(self) -> Mapping[WordKind, tuple[LexiconWord, ...]]:
        return {kind: tuple(each for each in words if each.blanks) for kind, words in self._by_kind.items()}

    def words(self, kind: WordKind, of: str | None = None) -> tuple[LexiconWord, ...]:
        """Every word of a kind or, of phases and results, those of one side or one table."""
        return tuple(each for each in self._by_kind[kind] if each.serves(of))

    def texts(self, kind: WordKind, of: str | None = None) -> tuple[str, ...]:
        """The words of a kind as they are written, without the families."""
        return tuple(dict.fromkeys(each.text for each in self.words(kind, of) if not each.blanks))

    def find(self, kind: WordKind, text: str, of: str | None = None) -> LexiconWord | None:
        """The word that a text is, by itself or as one of a family."""
        for each in self._plain.get((kind, text), ()):
            if each.serves(of):
                return each
        fitting = (each for each in self._families[kind] if each.serves(of) and each.filled(text) is not None)
        return next(fitting, None)

    def unknown(self, kind: WordKind, text: str, of: str | None = None) -> UnknownWord | None:
        """What is wrong with a text as a word of a kind; None when it is one."""
        if self.find(kind, text, of) is not None:
            return None
        known = self.texts(kind, of)
        elsewhere = self.find(kind, text) if of is not None else None
        if kind is WordKind.PHASE and elsewhere is not None:
            said = message("issue.phase-of-other-side", name=text, side=str(of), sides=elsewhere.of)
            return UnknownWord(said, known)
        return UnknownWord(message(f"issue.unknown-{kind}", id=text, name=text), known)

    def instead(self, kind: WordKind, words: Iterable[LexiconWord]) -> Lexicon:
        """The same with other words of one kind."""
        return Lexicon((*(each for each in self.entries if each.kind is not kind), *words))


def sentence(kind: WordKind, text: str) -> Message:
    """What a game says of a word, by the word: `lexicon.mark.moved` among its translations."""
    return message(f"lexicon.{kind}.{text}")


def word(kind: WordKind, text: str, *of: str, takes: Takes | None = None, among: Iterable[str] = ()) -> LexiconWord:
    """A word with the sentence that the game has for it."""
    held = tuple(among)
    return LexiconWord(kind, text, sentence(kind, text), of, Takes.WORD if held else takes, held)


def words(kind: WordKind, texts: Iterable[str], *, takes: Takes | None = None) -> tuple[LexiconWord, ...]:
    """Words of one kind, each with its own sentence."""
    return tuple(word(kind, text, takes=takes) for text in texts)


def alike(said: Message, each: Iterable[LexiconWord]) -> tuple[LexiconWord, ...]:
    """Words that one sentence serves."""
    return tuple(replace(one, sentence=said) for one in each)


def phases(sequence: SequencePhase, sides: Iterable[Side]) -> tuple[LexiconWord, ...]:
    """The steps of a sequence of play, each with the sides that have it; a common one is everybody's."""
    owners: dict[str, list[Side]] = {}
    for step in sequence.steps:
        owners.setdefault(step.name, []).append(step.side)
    everybody = set(sides)
    return tuple(
        word(WordKind.PHASE, name, *(() if NO_SIDE in found or set(found) == everybody else tuple(found)))
        for name, found in owners.items()
    )


def die_faces(faces: int, *, lots: int = 0) -> tuple[LexiconWord, ...]:
    """What a die can show and, above that, the numbers of a draw by lot among as many as there may ever be.

    A draw among fewer, or another die, is held to its own range when it comes.
    """
    shown = [(face, message("lexicon.die", faces=faces)) for face in range(1, faces + 1)]
    drawn = [(number, message("lexicon.lot", most=lots)) for number in range(faces + 1, lots + 1)]
    return tuple(LexiconWord(WordKind.DIE, str(number), said) for number, said in (*shown, *drawn))
