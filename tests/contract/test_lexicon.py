"""Every game publishes its lexicon: each word has a sentence, and whatever the game itself writes down is in it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest

from engine.core.dice import throw
from engine.core.game import Game
from engine.core.state import State
from engine.core.words.lexicon import Lexicon, WordKind
from engine.definitions.issues import Where
from engine.definitions.word_checks import word_faults
from engine.definitions.word_uses import WordUse, each_of, in_card, in_type, named
from engine.rulesets.assembly import charts_of, lexicon_of, palette_of
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.names_page import LANGUAGES, pages
from engine.rulesets.registry import registered
from engine.rulesets.stock import stock_of
from engine.rulesets.words import catalogue
from tests.contract.subjects import subject

GAMES = tuple(registered())
STEPS = 250


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def lexicon(game: str) -> Lexicon:
    return lexicon_of(registered()[game])


def test_every_word_has_a_sentence(game: str) -> None:
    words = catalogue(game)
    assert lexicon(game).entries
    assert [each.text for each in lexicon(game).entries if each.sentence.key not in words] == []


@pytest.mark.parametrize("called", [name for name in GAMES if not name.startswith("toy-")])
def test_what_play_begins_with_is_called_by_french_words(called: str) -> None:
    words = set(catalogue(called, "fr"))
    values = [each.text for each in lexicon(called).entries if each.kind is WordKind.VALUE and "<" not in each.text]
    assert not [name for name in values if not {f"value.{name}.title", f"word.{name}"} & words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_optional_rule_has_a_name_and_says_what_it_does(game: str, language: str) -> None:
    words = set(catalogue(game, language))
    options = registered()[game].ruleset.options
    if not game.startswith("toy-"):
        assert not {f"option.{name}.{part}" for name in options for part in ("title", "about")} - words


def test_no_word_is_listed_twice(game: str) -> None:
    entries = [(each.kind, each.text, of) for each in lexicon(game).entries for of in each.of or ("",)]
    assert sorted({each for each in entries if entries.count(each) > 1}) == []


@pytest.mark.parametrize("kind", WordKind)
def test_every_kind_has_words_for_one_that_is_unknown(kind: WordKind) -> None:
    for language in LANGUAGES:
        words = catalogue(None, language)
        assert {f"issue.unknown-{kind}", f"names.kind.{kind}"} <= set(words)


def test_the_sides_the_pools_the_boxes_and_the_markers_are_those_of_the_game(game: str) -> None:
    entry, found = registered()[game], lexicon(game)
    assert found.texts(WordKind.SIDE) == tuple(entry.ruleset.sides)
    assert set(entry.ruleset.boxes) <= set(found.texts(WordKind.BOX))
    assert {swatch.id for swatch in palette_of(entry).markers} <= set(found.texts(WordKind.MARKER))
    for name in bundled_scenarios(game):
        whole = subject(game, name).game
        assert whole.ruleset.id == game
        assert set(found.texts(WordKind.POOL)) == set(entry.ruleset.pools(whole)), name


def test_the_charts_use_no_other_words(game: str) -> None:
    charts, found = charts_of(registered()[game]), lexicon(game)
    strange = [
        (name, cell)
        for name, table in charts.tables.items()
        for row in table.cells
        for cell in row
        if found.unknown(WordKind.RESULT, cell, name) is not None
    ]
    for track in charts.tracks.values():
        for entry in track.entries:
            for kind, text in ((WordKind.WEATHER, entry.weather), (WordKind.SEASON, entry.season)):
                strange += [(kind, text)] if text is not None and found.unknown(kind, text) else []
    assert strange == []


def test_the_counters_and_cards_that_come_with_a_game_use_no_other_words(game: str) -> None:
    for loaded in stock_of(registered()[game]):
        for counter in getattr(loaded.document, "types", ()):
            assert list(word_faults(lexicon(game), in_type(counter, ()), loaded.where)) == []
        for card in getattr(loaded.document, "cards", ()):
            assert list(word_faults(lexicon(game), in_card(card, ()), loaded.where)) == []


def written(state: State) -> Iterator[WordUse]:
    """What a state holds of words."""
    for unit in state.every_unit():
        yield from each_of(WordKind.MARK, sorted(unit.marks), ("units", unit.id))
        yield from named(WordKind.UNIT_VALUE, dict(unit.values), ("units", unit.id))
    yield from named(WordKind.VALUE, dict(state.values), ("values",))
    for laid in (*state.markers.values(), *state.side_markers.values()):
        yield from each_of(WordKind.MARKER, laid, ("markers",))
    yield from each_of(WordKind.POOL, state.pools, ("pools",))


def some_play(whole: Game) -> Iterator[State]:
    """States of a game in which every choice is drawn."""
    state = whole.new(seed=7).state
    for number in range(STEPS):
        actions = tuple(whole.menu(state)) if state.outcome is None else ()
        if not actions:
            return
        state = whole.apply(state, actions[throw(7, number, len(actions)) - 1]).state
        yield state


@pytest.mark.parametrize("scenario", bundled_scenarios())
def test_whatever_a_game_writes_down_in_play_is_in_its_lexicon(scenario: str) -> None:
    whole = subject(bundled_scenarios()[scenario].scenario.ruleset, scenario).game
    found, seen = lexicon(whole.ruleset.id), set[tuple[str, str, object]]()
    for state in some_play(whole):
        fresh = [use for use in written(state) if (use.kind, use.text, use.value) not in seen]
        seen |= {(use.kind, use.text, use.value) for use in fresh}
        wrong = list(word_faults(found, fresh, lambda path: Where(path=path)))
        assert not wrong, [str(each.message) for each in wrong]
    assert seen


def test_the_pages_of_names_are_up_to_date() -> None:
    """`python -m engine.rulesets.names_page` writes them anew."""
    manual = files("resources") / "manual"
    stale = [name for name, text in pages().items() if (manual / name).read_text(encoding="utf-8") != text]
    assert stale == []
