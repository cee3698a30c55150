"""What the header says of the weather: the track's words, what was thrown for the turn, and nothing twice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.messages import Catalogue
from engine.definitions.charts.tracks import TrackEntry
from engine.narration.turn_track import weather_now


def seen(box: dict[str, Any], thrown: str | None = None) -> Any:
    """A game of one turn, as much of it as the header reads."""
    track = SimpleNamespace(entries=(TrackEntry.model_construct(**{"turn": 1, "title": None, **box}),))
    return SimpleNamespace(
        brief=SimpleNamespace(charts=SimpleNamespace(tracks={"turns": track})),
        view=SimpleNamespace(turn=1),
        game=SimpleNamespace(ruleset=SimpleNamespace(weather_now=lambda game, state: thrown)),
        names=SimpleNamespace(word=str),
        catalogue=Catalogue({}),
    )


@pytest.mark.parametrize(
    ("date", "season", "weather", "said"),
    [
        ("June 1941", "summer", None, "summer"),
        ("Summer 1941", "summer", None, ""),
        ("1-5 August 1943", "august", None, ""),
        ("September 1941", "autumn", "mud", "mud, autumn"),
        (None, None, "snow", "snow"),
    ],
)
def test_a_season_that_the_date_says_is_not_said_again(
    date: str | None, season: str | None, weather: str | None, said: str
) -> None:
    assert weather_now(seen({"date": date, "season": season, "weather": weather})) == said


def test_weather_that_was_thrown_is_told() -> None:
    assert weather_now(seen({"date": "1-5 August 1943", "season": "august", "weather": None}, "rain")) == "rain"


def test_a_season_in_words_of_its_own_is_not_said_again_either() -> None:
    table = seen({"date": "1-5 août 1943", "season": "august", "weather": None}, "clair")
    table.catalogue = Catalogue({"track.august": "août"})
    assert weather_now(table) == "clair"
