"""The enemy strikes where it has most of it, and nobody of it strikes twice."""

from __future__ import annotations

import pytest

from engine.core.ids import Location
from engine.players.position.appetite import Blow, brings, chosen, going_rate

RICH, POOR, FAR = Location(0), Location(1), Location(2)
DEFENCE = (2.0, 2.0, 2.0)


def blow(force: float, *places: Location) -> Blow:
    return Blow(force, frozenset(places))


def test_who_can_strike_two_places_strikes_the_richer() -> None:
    rate = going_rate([blow(6.0, RICH, POOR)], {RICH: 8.0, POOR: 2.0}, DEFENCE)
    assert rate == brings(8.0, 2.0) == 4.0
    assert chosen(8.0, 2.0, rate, 1.0) == pytest.approx(0.5)
    assert chosen(2.0, 2.0, rate, 1.0) == pytest.approx(0.2)
    assert chosen(2.0, 2.0, rate, 2.0) < chosen(2.0, 2.0, rate, 1.0)


def test_with_enough_for_both_the_poorer_sets_the_rate() -> None:
    blows = [blow(6.0, RICH, POOR), blow(6.0, RICH, POOR)]
    assert going_rate(blows, {RICH: 8.0, POOR: 2.0}, DEFENCE) == brings(2.0, 2.0)


def test_who_has_nothing_else_to_strike_spares_the_others_the_way() -> None:
    blows = [blow(6.0, RICH, POOR), blow(6.0, RICH)]
    assert going_rate(blows, {RICH: 8.0, POOR: 2.0}, DEFENCE) == brings(2.0, 2.0)


def test_whoever_is_too_weak_strikes_nobody_and_is_free_for_another() -> None:
    blows = [blow(2.5, RICH, POOR)]
    assert going_rate(blows, {RICH: 8.0}, DEFENCE) == 0.0
    assert going_rate(blows, {RICH: 8.0, POOR: 2.0}, (2.0, 1.0, 2.0)) == brings(2.0, 1.0)
    assert going_rate([], {RICH: 8.0}, DEFENCE) == 0.0
    assert chosen(8.0, 2.0, 0.0, 1.0) == 1.0


def test_a_place_out_of_reach_is_struck_by_nobody() -> None:
    assert going_rate([blow(6.0, POOR)], {FAR: 9.0, POOR: 2.0}, DEFENCE) == brings(2.0, 2.0)
