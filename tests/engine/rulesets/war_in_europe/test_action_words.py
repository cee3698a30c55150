"""What is chosen is told in words: of two choices that differ, the words do too."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.core.records import Action
from engine.rulesets.assembly import bundled_brief
from engine.rulesets.registry import find_game
from engine.rulesets.war_in_europe.names import COUNTRIES, FAMILIES, SEAS, SIDES, Arm
from engine.rulesets.words import catalogue
from tests.engine.rulesets.war_in_europe.scenes import europe

ENTRY = find_game("war-in-europe")
assert ENTRY is not None
ACTIONS = ENTRY.ruleset.vocabulary.actions


TWO_WAYS = [(action, each.name) for action in ACTIONS for each in fields(action) if each.type == "bool"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("action", "name"), TWO_WAYS, ids=lambda each: getattr(each, "kind", each))
def test_a_sentence_says_which_of_two_ways_is_meant(action: type[Action], name: str, language: str) -> None:
    words = catalogue("war-in-europe", language)
    no, yes = (words.template(f"action-word.{name}.{value}") for value in (False, True))
    assert f"{{{name}}}" in (words.template(f"action.{action.kind}") or "")
    assert no is not None
    assert no != yes


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("family", ["ready", "lift", "amphibious", "stock", "strikes", "supports"])
def test_points_that_come_or_are_chosen_are_called_by_words(family: str, language: str) -> None:
    words = catalogue("war-in-europe", language)
    names = (*FAMILIES[family], *(f"lift-{arm}" for arm in Arm if family == "lift"))
    assert not [name for name in names if f"word.{name}" not in words]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_seas_and_countries_are_called_by_words(language: str) -> None:
    """Charts and refusals name them: those that rules know, and those of the map of nine sheets."""
    own = set(catalogue("war-in-europe", language))
    drawn = {region.id for region in bundled_brief("overlord").board.regions.values() if region.kind != "weather-zone"}
    ships = {f"{side}-naval-{sea}" for side in SIDES for sea in SEAS[1:]}
    assert not [name for name in sorted(drawn | ships | {*COUNTRIES, *SEAS}) if f"word.{name}" not in own]


def test_the_log_says_where_a_voyage_and_a_train_end() -> None:
    """Ships go from the west to the east, a train along the coast."""
    shores = "/".join(["..~~..", "..~~..", "..~~.."])
    ports = {"0202": "major", "0502": "major"}
    held = {"allied": [*ports, "0201", "0203"]}
    rails = [("0201", "0202", "0203")]
    at_sea = europe(
        {"us": "0202"}, shores, phase="naval-movement", side="allied", allied="0202", ports=ports, held=held
    ).play("sail-to us 0502")
    assert "ashore in 0502" in at_sea.told("unit-sailed")[0].text
    by_train = europe(
        {"us": "0201"}, shores, phase="rail-movement", side="allied", allied="0202", rails=rails, held=held
    )
    ride = next(each for each in by_train.choices("ride-train") if " 0203 " in each)
    assert "by train to 0203" in by_train.play(ride).told("train-ridden")[0].text
