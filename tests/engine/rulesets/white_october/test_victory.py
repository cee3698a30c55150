"""How a game is counted: objectives of its scenario, read on the levels of the charts."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.scenes import here, october


@pytest.mark.rule("white-october:victory")
def test_objectives_count_for_whoever_holds_them() -> None:
    mine, theirs, nobody = here(3, 3), here(8, 3), here(5, 5)
    scene = october(
        {"inf": here(2, 2), "rifle": here(9, 6)},
        phase="movement",
        side="white",
        objectives=[{"at": mine, "value": 7}, {"at": theirs, "value": 2}, {"at": nobody, "value": 9}],
        control={"white": [mine], "red": [theirs]},
    )
    answer = scene.ask("score")
    assert answer.score.value == 5
    assert (answer.winner, answer.level) == (None, "draw")


@pytest.mark.rule("white-october:victory")
def test_the_game_ends_with_its_last_turn() -> None:
    scene = october(
        {"inf": here(2, 2), "rifle": here(9, 6)}, phase="later-movement", side="red", turn=3, last_turn=3
    ).play("done")
    assert scene.state.outcome is not None
    assert scene.state.outcome.winner == "red"


@pytest.mark.rule("white-october:victory")
@pytest.mark.parametrize(
    ("score", "winner", "level"),
    [
        (12, "white", "decisive"),
        (6, "white", "marginal"),
        (3, None, "draw"),
        (2, "red", "marginal"),
        (0, "red", "decisive"),
        (-5, "red", "decisive"),
    ],
)
def test_every_level_can_be_reached(score: int, winner: str | None, level: str) -> None:
    held = here(3, 3)
    scene = october(
        {"inf": here(2, 2), "rifle": here(9, 6)},
        phase="movement",
        side="white",
        objectives=[{"at": held, "value": abs(score)}],
        control={"white" if score > 0 else "red": [held]},
    )
    answer = scene.ask("score")
    assert (answer.score.value, answer.winner, answer.level) == (score, winner, level)
