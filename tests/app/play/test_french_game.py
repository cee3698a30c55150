"""Both games in French: whatever is asked, offered, told and reckoned, with no id of the rules left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import players_of
from app.play.games.players import SeatingDialog, seating_words
from app.play.table import OTHER_PERSON, PERSON, GameTable
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak, wording_of
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.registry import find_game
from engine.session.session import Session, UndoPolicy

_ENGLISH = re.compile(
    r"\b(the|of|and|is|are|was|with|from|to|by|for|unit|units|hex|hexes|space|spaces|army|step|steps|turn|moves|"
    r"attacks|loses|plays|throws|supply|retreats|advances|arrives|cards|round|not|no|all)\b"
)
_BOTH = {"hex", "round", "supply", "all"}
"""Words of the list that French wargamers write too, or that stand in names of events."""
_ID = re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+\b")
_HYPHENED = re.compile(r"(?:demi|est|là|ci|y|en|les|la|le|elle|il|t|vous|moi|dessus|dessous|pions?|unités?|hex|bail)$")

_UNSET = re.compile(r"\w[:;!?](?=\s|$)")
"""A sign that French sets off from the word before it, and that stands against it."""


@pytest.fixture(autouse=True)
def in_french() -> Iterator[None]:
    speak(FRENCH)
    yield
    speak(ENGLISH)


def table_of(scenario: str, seed: int) -> GameTable:
    brief = bundled_brief(scenario)
    session = Session.new(game_of(brief, {}), seed, UndoPolicy.TO_BARRIER)
    return GameTable(brief, session, players_of(brief, {}))


def said_in(table: GameTable, steps: int, seed: int) -> Iterator[str]:
    """All that a person would read in a game of random decisions."""
    chance = Random(seed)
    for _ in range(steps):
        if table.is_over:
            break
        menu = table.menu
        yield table.say(menu.prompt)
        offered = list(islice(menu, 40))
        yield from (table.words.text(action) for action in offered[:10])
        yield from (table.words.group(action.kind) for action in offered[:10])
        table.submit(chance.choice(offered))
    yield from (line.text for line in table.log())
    yield from {line.phase for line in table.log()}
    yield from (table.say(term.label) for term in table.score())


def ids_of(table: GameTable) -> set[str]:
    board = table.board
    places = {board.key(place) for place in range(len(board.kinds))}  # type: ignore[arg-type]
    kinds = {action.kind for action in table.game.ruleset.vocabulary.actions}
    return {*table.authored.units, *table.authored.cards, *table.authored.types, *kinds, *places} - {""}


@pytest.mark.parametrize("scenario", ["typhoon", "summer-1941", "pulkovo-heights", "kharkov-1943", "france-1940"])
def test_a_game_says_nothing_in_english_and_names_no_ids(scenario: str) -> None:
    table = table_of(scenario, seed=5)
    authored = wording_of(table.game.ruleset.id)
    names = {*authored.names.values(), *authored.kept, *(card.name for card in table.brief.cards.values())}
    labels = {table.board.label(place) for place in range(len(table.board.kinds))}  # type: ignore[arg-type]
    ids = ids_of(table)
    wrong = set()
    for text in said_in(table, 150, seed=5):
        plain = text
        for name in sorted((*names, *labels), key=len, reverse=True):
            plain = plain.replace(name, "")
        found = {each[0] for each in _ENGLISH.finditer(plain)} - _BOTH
        left = {each for each in _ID.findall(plain) if each in ids and not _HYPHENED.search(each)}
        found |= set(_UNSET.findall(plain))
        if found or left:
            wrong.add(f"{text}   ({', '.join(sorted(found | left))})")
    assert not wrong, "\n".join(["", *sorted(wrong)])


@pytest.mark.parametrize("game", ["red-star-rising", "barbarossa-to-berlin"])
def test_every_kind_of_action_has_a_french_heading(game: str) -> None:
    entry = find_game(game)
    assert entry is not None
    table = table_of("typhoon" if game == "red-star-rising" else "summer-1941", seed=1)
    words = table.catalogue
    lacking = [
        action.kind
        for action in entry.ruleset.vocabulary.actions
        if f"action-kind.{action.kind}" not in words and f"word.{action.kind}" not in words
    ]
    assert not lacking


def test_sides_are_called_in_french_wherever_players_are_chosen(qapp: QApplication) -> None:
    players = {"axis": PERSON, "allied": OTHER_PERSON}
    assert seating_words(players, "barbarossa-to-berlin").startswith("Axe\u00a0: ")
    dialog = SeatingDialog(players, {}, "barbarossa-to-berlin")
    dialog.deleteLater()
    labels = [dialog.form.labelForField(field).text() for field in dialog.fields.values()]  # type: ignore[attr-defined]
    assert labels == ["Axe", "Alliés"]
