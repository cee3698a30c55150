"""Weights are tuned by the measure of a match, and what is printed is what `players.yaml` reads."""

from __future__ import annotations

from math import log

import pytest

from engine.players.match import End
from tests.engine.session.play import ford
from tests.helpers.tune import Tuning, Yardstick


def test_an_end_is_measured_by_how_many_of_the_greedy_ones_it_is_better_than() -> None:
    yardstick = Yardstick((End(0, 0, 1.0, 0), End(0, 0, 3.0, 0), End(1, 0, 0.0, 0), End(0, 0, 2.0, 0)))
    worst, middle, best = (yardstick.measure(end) for end in (End(-1, 0, 9.0, 0), End(0, 0, 2.0, 0), End(1, 0, 9.0, 0)))
    assert middle == pytest.approx(0.375, abs=0.11)
    assert worst < middle < best
    assert best > 1.0


def test_bent_weights_are_told_as_they_are_written() -> None:
    game = ford()
    tuning = Tuning(game, game.ruleset.sides[0], references=0)
    bent = [log(2.0)] + [0.0] * (len(tuning.names) - 1)
    assert tuning.tuned(bent) == {**tuning.tuned([0.0] * len(bent)), "score": 4.0}
