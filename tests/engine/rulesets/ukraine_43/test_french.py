"""What the window shows of Ukraine '43 by its id has a French word."""

from __future__ import annotations

import pytest

from engine.rulesets.ukraine_43.lexicon import FACTORS, SEASONS
from engine.rulesets.ukraine_43.names import BOXES, DOINGS, MARKERS, SIDES, STATES, Weather
from engine.rulesets.words import catalogue
from tests.engine.rulesets.ukraine_43.scenes import GAME


@pytest.mark.parametrize("kind", [SIDES, STATES, DOINGS, MARKERS, BOXES, FACTORS, tuple(Weather)])
def test_every_id_that_is_shown_has_a_word(kind: tuple[str, ...]) -> None:
    known = catalogue(GAME, "fr")
    assert [each for each in kind if f"word.{each}" not in known] == []


def test_the_months_of_the_weather_are_said_as_the_dates_have_them() -> None:
    known = catalogue(GAME, "fr")
    assert [known.template(f"track.{each}") for each in SEASONS][:2] == ["août", "septembre"]
