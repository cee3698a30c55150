"""A line runs a march before the enemy, in front of what is held, and one who covers is enough."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import Location
from engine.players.position.front import TWICE, Front
from engine.players.position.terrain import land_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


@pytest.fixture(scope="module")
def campaign() -> Game:
    return assemble(find_bundled("barbarossa").load())


def at(game: Game, key: str) -> Location:
    return game.board.at(key)


def test_a_line_is_wanted_between_the_enemy_and_what_is_held(campaign: Game) -> None:
    front = Front(land_of(campaign), {at(campaign, "4117"): 4.0}, [at(campaign, "4110")], [])
    before, nearer, behind_the_enemy, far_behind = (
        front.need[at(campaign, key)] for key in ("4113", "4111", "4107", "4124")
    )
    assert before > nearer > 0
    assert behind_the_enemy == far_behind == front.need[at(campaign, "4110")] == 0


def test_nothing_is_wanted_where_nothing_is_held(campaign: Game) -> None:
    front = Front(land_of(campaign), {}, [at(campaign, "4110")], [])
    assert front.worth(at(campaign, "4113"), None) == 0


def test_whoever_comes_where_another_covers_adds_little(campaign: Game) -> None:
    land, place = land_of(campaign), at(campaign, "4113")
    held, enemies = {at(campaign, "4117"): 4.0}, [at(campaign, "4110")]
    alone = Front(land, held, enemies, []).worth(place, None)
    beside_another = Front(land, held, enemies, [place])
    assert beside_another.worth(place, None) == pytest.approx(TWICE * alone)
    assert beside_another.worth(place, place) == pytest.approx(alone)
    beside_another.shift(place, at(campaign, "2633"))
    assert beside_another.worth(place, None) == pytest.approx(alone)
