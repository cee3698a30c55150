"""Charts are read in words: no heading and no entry is an id, in any game, and French has a word for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

import pytest

from engine.core.words.plurals import ENGLISH
from engine.definitions.charts.chart_pages import ChartPage, ChartPart, chart_pages
from engine.narration.language import FRENCH
from engine.rulesets.assembly import charts_of
from engine.rulesets.registry import find_game, registered
from engine.rulesets.words import catalogue

GAMES = tuple(name for name in registered() if not name.startswith("toy"))


def pages(game: str, language: str) -> tuple[ChartPage, ...]:
    entry = find_game(game)
    assert entry is not None
    charts = charts_of(entry)
    return chart_pages(charts, charts, catalogue(game, language))


def written(game: str) -> Iterator[str]:
    """The words that the charts are written with, other than numbers and odds."""
    entry = find_game(game)
    assert entry is not None
    charts = charts_of(entry)
    for table in charts.tables.values():
        yield from (text for text in (*table.columns, *table.rows, *chain(*table.cells)) if text[0].isalpha())
    for _, rows in charts.terrain.parts():
        yield from rows
    for name, parameter in charts.parameters.items():
        yield from (name, *(parameter.value if isinstance(parameter.value, Mapping) else ()))


def headings(page: ChartPage) -> Iterator[str]:
    yield from page.columns
    if page.part is not ChartPart.TRACKS:
        yield from page.rows
    if page.part is ChartPart.TABLES:
        yield from (cell.shown for row in page.cells for cell in row)


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
@pytest.mark.parametrize("game", GAMES)
def test_no_chart_shows_an_id(game: str, language: str) -> None:
    ids = {text for text in written(game) if "-" in text or "_" in text}
    shown = {part for page in pages(game, language) for text in headings(page) for part in text.split(": ")}
    assert sorted(shown & ids) == []


@pytest.mark.parametrize("game", GAMES)
def test_french_charts_have_no_english_headings(game: str) -> None:
    """A heading that is the same in both languages is a number, a code, a name, or a word that both have."""
    both = {"Commonwealth", "France", "Luxembourg", "Portugal", "Vichy", "Narva", "Gatchina", "Vologda", "Leningrad"}
    both |= {"date", "points", "production", "fort", "village", "front", "barricade", "mines", "rounds", "propaganda"}
    both |= {"attrition", "Rumours", "intact", "Axis", "Odessa", "Murmansk", "Arkhangelsk", "Helsinki", "Baku"}
    said = [[text for page in pages(game, language) for text in headings(page)] for language in (ENGLISH, FRENCH)]
    same = {english for english, french in zip(*said, strict=True) if english == french}
    words = {text for text in same if re.fullmatch(r"[A-Za-z]{4,}(?:[ :].*)?", text)}
    assert sorted(words - both) == []
