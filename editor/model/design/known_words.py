"""Every word that a designer types is one that the rules know: offered while it is typed, and asked of every change.

A change that would bring a word into the file that nobody knows is refused, whichever cell it was typed into; a wrong
word that is there already, as from a text, stands in the way of no other change. No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from editor.model.design.design import Design
from editor.model.documents_change import Name
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.core.words.lexicon import Lexicon, WordKind
from engine.definitions.cards import Cards
from engine.definitions.counters import Counters
from engine.definitions.issues import NOWHERE_IN_TEXT, Path, Where
from engine.definitions.model import Document, Value
from engine.definitions.oob import OrderOfBattle
from engine.definitions.scenario import Scenario
from engine.definitions.word_checks import word_faults
from engine.definitions.word_uses import WordUse, in_card, in_formation, in_scenario, in_type, in_unit
from engine.narration.language import catalogue, word
from engine.rulesets.assembly import lexicon_of
from engine.rulesets.registry import find_game

WITH_HINT = "design.cannot.with-hint"
"""What is wrong and what may have been meant, in one."""


@dataclass(frozen=True, slots=True)
class OfferedWord:
    """A word that may stand in a cell: as it is kept, as it is shown, and what it means."""

    text: str
    title: str
    about: str = ""


def lexicon_for(design: Design) -> Lexicon | None:
    """The words of the game that a scenario is of; None for a game that is not there."""
    entry = find_game(design.scenario.ruleset)
    return lexicon_of(entry) if entry is not None else None


def offers(design: Design, kind: WordKind, of: str | None = None) -> tuple[OfferedWord, ...]:
    """The words of a kind to choose from; families of words are left to whoever types."""
    lexicon, game = lexicon_for(design), design.scenario.ruleset
    words, said = lexicon.words(kind, of) if lexicon is not None else (), catalogue(game)
    found = {
        each.text: OfferedWord(each.text, word(each.text, game), said.text(each.sentence))
        for each in words
        if not each.blanks
    }
    return tuple(found.values())


def meant(offered: Iterable[OfferedWord], text: str) -> str:
    """The word that a person means, by itself or as it is written on the screen; else what was typed."""
    typed = text.strip()
    known = tuple(offered)
    for each in known:
        if typed == each.text:
            return typed
    return next((each.text for each in known if typed.casefold() == each.title.casefold()), typed)


def word_problem(
    design: Design, kind: WordKind, text: str, *, of: str | None = None, value: Value | None = None
) -> Message | None:
    """What is wrong with a word, and with what goes with it; None for one that the rules know."""
    lexicon = lexicon_for(design)
    if lexicon is None:
        return None
    uses = (WordUse(kind, text, (), value, of),)
    fault = next(word_faults(lexicon, uses, _nowhere, _things(design)), None)
    return None if fault is None else with_hint(fault.message, fault.hint)


def with_hint(said: Message, hint: Message | None) -> Message:
    """What is wrong, with what may have been meant if anything."""
    return said if hint is None else message("design.cannot.with-hint", said=said, hint=hint)


def refuse_unknown_words(before: Design, after: Mapping[Name, Document], touched: Iterable[Name]) -> None:
    """Raise CannotEdit for the first word that documents will hold, did not hold, and that nobody knows."""
    lexicon = lexicon_for(before)
    if lexicon is None:
        return
    for name in touched:
        document = after.get(name)
        if document is None or (isinstance(document, Scenario) and document.ruleset != before.scenario.ruleset):
            continue
        things = _things_among(before, after)
        if next(word_faults(lexicon, _uses(document), _nowhere, things), None) is None:
            continue
        old = before.documents.get(name) or before.document(type(document), name[1])
        held = {_essence(use) for use in _uses(old)} if old is not None else set()
        for use in _uses(document):
            if _essence(use) in held:
                continue
            for fault in word_faults(lexicon, (use,), _nowhere, things):
                raise CannotEdit(with_hint(_named(fault.message, use, before.scenario.ruleset), fault.hint))


def value_title(name: str, game: str) -> str:
    """What a value that play begins with is called."""
    words, key = catalogue(game), f"value.{name}.title"
    return words.text(Message(key)) if key in words else word(name, game)


def _named(said: Message, use: WordUse, game: str) -> Message:
    """A refusal with the name that stands beside the field, where a value is not typed with its id."""
    if use.kind is not WordKind.VALUE or "expected" not in said.args:
        return said
    title = value_title(use.text, game)
    return Message(said.key, {**said.args, "name": title[:1].upper() + title[1:]})


def _essence(use: WordUse) -> tuple[object, ...]:
    return use.kind, use.text, use.of, repr(use.value)


def _uses(document: Document) -> Iterator[WordUse]:
    match document:
        case Scenario():
            yield from in_scenario(document)
        case Counters():
            for counter in document.types:
                yield from in_type(counter, ())
        case OrderOfBattle():
            for formation in document.formations:
                yield from in_formation(formation, ())
            for unit in document.units:
                yield from in_unit(unit, ())
        case Cards():
            for card in document.cards:
                yield from in_card(card, ())


def _things(design: Design) -> dict[str, Callable[[str], bool]]:
    return {
        "unit": lambda name: name in design.units,
        "card": lambda name: name in design.cards,
        "place": design.has_place,
    }


def _things_among(before: Design, after: Mapping[Name, Document]) -> dict[str, Callable[[str], bool]]:
    """What there is, and what there will be: a unit may be named in the change that brings it."""
    coming = {unit.id for each in after.values() if isinstance(each, OrderOfBattle) for unit in each.units}
    return {**_things(before), "unit": lambda name: name in coming or name in before.units}


def _nowhere(_: Path) -> Where:
    """A cell is named by its row and its column."""
    return NOWHERE_IN_TEXT
