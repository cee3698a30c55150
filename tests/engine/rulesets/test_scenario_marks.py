"""The introductions tell their players how many points decide, in both languages, and it is what the engine counts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from engine.core.terms import total
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.brief import Brief
from engine.rulesets.red_star_rising.victory import level_of as level_of_typhoon
from engine.rulesets.white_october.victory import level_of as level_of_heights
from engine.rulesets.white_october.victory import score_range
from engine.rulesets.wording import wording

NO_MARK = -1000
"""What the lowest level has in the place of a mark."""


def told(brief: Brief, language: str) -> set[int]:
    """Every number in what the players are told."""
    words = wording(brief.scenario.ruleset, language).scenario(brief.scenario).description
    return {int(number) for number in re.findall(r"-?\b\d+\b", words)}


def marks(brief: Brief) -> set[int]:
    """The points at which a result changes; the lowest level needs none."""
    levels = brief.charts.parameters.get("victory_levels")
    if levels is None:
        found = brief.charts.parameter("scenario_mark")
        assert isinstance(found, int)
        return {found}
    assert isinstance(levels.value, Mapping)
    return {int(least) for least in levels.value.values() if int(least) not in (0, NO_MARK)}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scenario", ["typhoon", "pulkovo-heights", "kharkov-1943", "summer-1941", "france-1940"])
def test_players_are_told_the_points_that_decide(scenario: str, language: str) -> None:
    brief = bundled_brief(scenario)
    assert marks(brief) <= told(brief, language)


@pytest.mark.rule("red-star-rising:18.0.1", "red-star-rising:18.0.2")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (135, "axis-decisive"),
        (134, "axis-marginal"),
        (122, "axis-marginal"),
        (121, "soviet-marginal"),
        (108, "soviet-marginal"),
        (107, "soviet-decisive"),
    ],
)
def test_the_levels_of_typhoon(points: int, level: str) -> None:
    assert level_of_typhoon(game_of(bundled_brief("typhoon")).materials, points) == level


@pytest.mark.rule("white-october:victory")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (21, "white-decisive"),
        (20, "white-marginal"),
        (19, "white-marginal"),
        (18, "draw"),
        (17, "red-marginal"),
        (11, "red-marginal"),
        (10, "red-decisive"),
    ],
)
def test_the_levels_of_the_heights(points: int, level: str) -> None:
    assert level_of_heights(game_of(bundled_brief("pulkovo-heights")).materials, points) == level


def test_the_points_that_there_are_to_begin_with_and_in_all() -> None:
    typhoon, heights = (game_of(bundled_brief(name)) for name in ("typhoon", "pulkovo-heights"))
    start = typhoon.new(1).state
    assert int(total(typhoon.ruleset.score(typhoon, start))) == 114
    assert score_range(heights, heights.new(1).state) == (0, 21)
