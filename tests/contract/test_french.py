"""French is complete: whatever the program says in English it says in French, and French says nothing else.

A failing test lists what is missing or no longer said, with the place; add the lines to the file it names.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.language import interface_words
from app.reference.manual_pages import pages
from engine.core.messages import placeholders
from engine.definitions import strict_yaml
from engine.definitions.maps.map_model import MapModel
from engine.rulesets.assembly import bundled_brief, charts_of, palette_of
from engine.rulesets.brief import Brief
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import GameEntry, find_game
from engine.rulesets.rules_index import rules_index
from engine.rulesets.stock import stock_of
from engine.rulesets.wording import Wording, names_in, wording
from engine.rulesets.words import catalogue
from tests.helpers.spoken_literals import ROOMS, ROOT, literals, mute_calls

FRENCH = "fr"
GAMES = tuple(sorted(path.name for path in (ROOT / "resources" / "rulesets").iterdir() if path.is_dir()))
_BARE = re.compile(r"[^\s\u00a0\u202f][;!?»](?:\s|$)|«[^\u00a0\u202f]|[^\s\u00a0\u202f]:\s")
"""A sign that French sets off, set close."""


def lines(missing: Mapping[str, str] | list[str]) -> str:
    told = [f"{text!r}  ({where})" for text, where in missing.items()] if isinstance(missing, Mapping) else missing
    return "\n".join(["", *told])


# The interface


def test_every_text_of_the_interface_can_be_read_off_the_code() -> None:
    assert not mute_calls()


def test_every_text_of_the_interface_has_a_french_one() -> None:
    known = interface_words(FRENCH)
    missing = {text: where for text, where in literals().items() if text not in known}
    assert not missing, lines(missing)


def test_no_french_text_of_the_interface_is_left_over() -> None:
    of_qt = strict_yaml.load((ROOT / "resources" / "interface" / FRENCH / "qt.yaml").read_bytes(), "qt.yaml").data
    assert isinstance(of_qt, dict)
    spare = sorted(interface_words(FRENCH).keys() - literals().keys() - of_qt.keys())
    assert not spare, lines(spare)


def test_a_text_has_its_french_in_one_file() -> None:
    """Of two the last would count, and a mend of the other would do nothing."""
    folder, seen, twice = ROOT / "resources" / "interface" / FRENCH, dict[str, str](), dict[str, str]()
    for path in sorted(folder.glob("*.yaml")):
        read = strict_yaml.load(path.read_bytes(), path.name).data
        assert isinstance(read, dict), path.name
        twice |= {text: f"{seen[text]} and {path.name}" for text in read if text in seen}
        seen |= dict.fromkeys(read, path.name)
    assert not twice, lines(twice)


def test_french_texts_have_the_same_places_to_fill() -> None:
    wrong = {text: said for text, said in interface_words(FRENCH).items() if fields(text) != fields(said)}
    assert not wrong, lines(wrong)


def test_a_french_text_with_a_letter_to_press_has_it_where_the_english_has() -> None:
    wrong = {
        text: said
        for text, said in interface_words(FRENCH).items()
        if bool(re.search(r"&\S", text)) != bool(re.search(r"&\S", said))
    }
    assert not wrong, lines(wrong)


def fields(template: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    except ValueError:
        return set()


# What the engine says


def own_templates(game: str | None, language: str) -> dict[str, str]:
    """The templates of a language itself, without what it falls back on; words for ids are a list of their own."""
    words = catalogue(game, language)
    return {key: words.template(key) or "" for key in words if not key.startswith("word.")}


@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_message_has_a_french_template_and_none_is_left_over(game: str | None) -> None:
    english, french = own_templates(game, "en"), own_templates(game, FRENCH)
    assert not english.keys() - french.keys(), lines(sorted(english.keys() - french.keys()))
    assert not french.keys() - english.keys(), lines(sorted(french.keys() - english.keys()))


@pytest.mark.parametrize("game", [None, *GAMES])
def test_a_french_template_asks_for_nothing_that_it_is_not_given(game: str | None) -> None:
    english, french = own_templates(game, "en"), own_templates(game, FRENCH)
    wrong = {key: said for key, said in french.items() if placeholders(said) != placeholders(english.get(key, ""))}
    assert not wrong, lines(wrong)


# What authored data calls things


def entry_of(game: str) -> GameEntry:
    found = find_game(game)
    assert found is not None
    return found


def french(game: str) -> Wording:
    return wording(game, FRENCH)


def briefs_of(game: str) -> list[Brief]:
    """The bundled scenarios of a game."""
    return [brief for brief in map(bundled_brief, bundled_scenarios()) if brief.scenario.ruleset == game]


ENGLISH = re.compile(
    r"\b(beach|cape|channel|defences?|eastern|fort|forest|great|gulf|heights|islands?|kalmyk|lakes?|line|lower|mountains?"
    r"|northern|palace|pass|railway|rivers?|roads?|seas?|southern|straits?|syria|libya|upper|western)\b",
    re.IGNORECASE,
)
"""Words that no name on a map has in French."""


def map_names(plan: MapModel) -> Iterator[str]:
    """What is written on a map at its places and along its rivers."""
    yield from (feature.name for feature in plan.features if feature.name)
    yield from (space.name for space in plan.spaces if space.name)
    yield from (str(side.attributes["name"]) for side in plan.sides if "name" in side.attributes)


def names_of(game: str) -> Iterator[str]:
    """The names of a game's kinds, counters and charts, and of what its scenarios bring; places keep theirs.

    Not those that are made of English words: a line to Vologda, the Baltic Sea, and what is lettered over a country.
    """
    entry = entry_of(game)
    yield from names_in(palette_of(entry))
    yield from names_in(charts_of(entry))
    yield from entry.ruleset.boxes.values()
    yield rules_index(entry).title or ""
    for loaded in stock_of(entry):
        if loaded.document.KIND == "counters":
            yield from names_in(loaded.document)
    for found in bundled_scenarios().values():
        if found.scenario.ruleset == game:
            plan = found.load().maps[found.scenario.map]
            yield plan.title
            yield from (name for name in map_names(plan) if ENGLISH.search(name))
            yield from (text.text for text in plan.texts)
    for brief in briefs_of(game):
        yield from (region.title for region in brief.board.regions.values() if region.title)
        for formation in brief.formations.values():
            yield from names_in(formation)
        for unit in brief.units.values():
            yield from names_in(unit)


@pytest.mark.parametrize("game", GAMES)
def test_everything_a_game_names_has_a_french_name(game: str) -> None:
    known, names = french(game), set(names_of(game))
    missing = sorted(names - known.names.keys() - known.kept)
    assert not missing, lines(missing)
    spare = sorted((known.names.keys() | known.kept) - names)
    assert not spare, lines(spare)


@pytest.mark.parametrize("game", GAMES)
def test_no_name_on_a_french_map_is_made_of_english_words(game: str) -> None:
    called = french(game).name
    maps = (
        found.load().maps[found.scenario.map]
        for found in bundled_scenarios().values()
        if found.scenario.ruleset == game
    )
    written = {called(name) for plan in maps for name in (*map_names(plan), *(text.text for text in plan.texts))}
    english = sorted(name for name in written if ENGLISH.search(name))
    assert not english, lines(english)


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_has_a_french_title_and_description_and_its_notes_if_there_are_any(game: str) -> None:
    known, authored = french(game).scenarios, {brief.scenario.id: brief.scenario for brief in briefs_of(game)}
    assert known.keys() == authored.keys()
    for name, said in known.items():
        assert {"title", "description", "teaches"} | ({"notes"} if authored[name].notes else set()) == set(said)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_with_words_on_it_has_french_ones(game: str) -> None:
    cards = {
        card.id: card
        for loaded in stock_of(entry_of(game))
        if loaded.document.KIND == "cards"
        for card in loaded.document.cards  # type: ignore[attr-defined]
    }
    wordy = {name for name, card in cards.items() if card.text or list(names_in(card))}
    known = french(game).cards
    assert not wordy - known.keys(), lines(sorted(wordy - known.keys()))
    assert not known.keys() - cards.keys(), lines(sorted(known.keys() - cards.keys()))
    assert not [name for name in wordy if cards[name].text and not known[name].get("text")]


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_a_french_summary_and_french_exceptions(game: str) -> None:
    cases, known = rules_index(entry_of(game)).cases, french(game).cases
    assert not cases.keys() - known.keys(), lines(sorted(cases.keys() - known.keys()))
    assert not known.keys() - cases.keys(), lines(sorted(known.keys() - cases.keys()))
    for number, case in cases.items():
        said = known[number]
        assert said.get("summary"), number
        assert set(said.get("exceptions", {})) == set(case.exceptions), number
        assert bool(said.get("reason")) == bool(case.reason), number


# The manual


def test_every_page_of_the_manual_is_there_in_french() -> None:
    folder = ROOT / "resources" / "manual"
    assert {path.name for path in (folder / FRENCH).glob("*.md")} == {path.name for path in folder.glob("*.md")}


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "resources" / "manual").glob("*.md")))
def test_a_french_page_has_the_headings_steps_and_examples_of_the_english_one(page: str) -> None:
    english = (ROOT / "resources" / "manual" / page).read_text(encoding="utf-8")
    other = ROOT / "resources" / "manual" / FRENCH / page
    said = other.read_text(encoding="utf-8") if other.is_file() else ""
    for pattern in (r"^#+ ", r"^\d+\. ", r"<!--.*?-->", r"^\|", r"^```\w*\n.*?^```$", r"\n\n"):
        assert re.findall(pattern, said, re.M | re.S) == re.findall(pattern, english, re.M | re.S), pattern


def test_the_manual_is_read_in_the_language_that_is_spoken() -> None:
    english, said = pages("en"), pages(FRENCH)
    assert [page.known_as for page in english] == [page.known_as for page in said]
    assert not [page.title for page in said if page.title == page.known_as]


# How it is set


def test_french_signs_are_set_off() -> None:
    """No sign that French sets off stands close to its word, and no plain space lets it fall onto the next line."""
    said = dict(interface_words(FRENCH))
    for game in (None, *GAMES):
        said |= own_templates(game, FRENCH)
        if game is not None:
            said |= french(game).names
            said |= {name: " ".join(card.values()) for name, card in french(game).cards.items()}
            said |= {number: str(case["summary"]) for number, case in french(game).cases.items()}
    wrong = {key: text for key, text in said.items() if _BARE.search(re.sub(r"\{[^}]*\}", "x", text))}
    wrong |= {key: text for key, text in said.items() if re.search(r" [;:!?»]|« ", text)}
    assert not wrong, lines(wrong)


def test_french_signs_of_the_manual_are_set_off() -> None:
    """Its words are wrapped on the screen, so that a plain space may drop a sign onto the next line."""
    wrong = []
    for path in sorted((ROOT / "resources" / "manual" / FRENCH).glob("*.md")):
        said = re.sub(r"<!--.*?-->|```.*?```|`[^`]*`", "x", path.read_text(encoding="utf-8"), flags=re.S)
        wrong += [f"{path.name}: {found}" for found in re.findall(r"\S+ [;:!?»](?=\s)|« \S+|\u202f.*", said)]
    assert not wrong, lines(wrong)


def test_nobody_asks_for_words_in_english_alone() -> None:
    """What the screen says comes from the language that was chosen, never from the engine's usual one."""
    careless = []
    for room in (*ROOMS, "engine/narration"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if path == ROOT / "engine" / "narration" / "language.py":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom):
                    taken = {f"{node.module}.{each.name}" for each in node.names}
                    if taken & {"engine.rulesets.words.catalogue", "engine.core.words.plurals.Counted"}:
                        careless.append(str(Path(path).relative_to(ROOT)))
    assert not careless, "take these from engine.narration.language: " + ", ".join(careless)


@pytest.mark.parametrize("game", GAMES)
def test_what_heads_a_row_of_factors_has_no_article(game: str) -> None:
    words = catalogue(game, FRENCH)
    heads = {key: words.template(f"word.{key}") or "" for key in ("attack", "combat", "defence", "movement", "supply")}
    assert not {key: text for key, text in heads.items() if text.startswith(("le ", "la ", "l'"))}


@pytest.mark.parametrize("room", ["translations", "rulesets", "interface", "manual"])
def test_several_hex_are_written_as_one_is(room: str) -> None:
    texts = (
        path for path in (ROOT / "resources" / room).rglob("*") if path.suffix in (".yaml", ".md") and "fr" in str(path)
    )
    assert not [str(path) for path in texts if re.search(r"\b[Hh]exs\b", path.read_text("utf-8"))]
