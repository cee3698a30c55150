"""What computer players ask of White October."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.state import evolve
from engine.players.greedy import GreedyPlayer
from engine.players.player import Budget
from engine.rulesets.white_october.appraisal import prospect
from engine.rulesets.white_october.combat.declaration import AttackByNight
from engine.rulesets.white_october.names import WHITE
from tests.engine.rulesets.white_october.fights import CENTRE, SW, combat
from tests.helpers.positions import Scene

STRONG = {"inf": SW, "inf-2": SW, "rifle": CENTRE}


def at_box(box: int, **more: object) -> Scene:
    return combat(STRONG, values={"fatigue": box, **more})


def weariness(scene: Scene, turn: int = 1) -> Fraction:
    (term,) = prospect(scene.game, evolve(scene.state, turn=turn), AttackByNight()).terms
    return Fraction(term.value)


@pytest.mark.parametrize(("box", "likelier"), [(3, 0), (4, Fraction(1, 3)), (5, Fraction(1, 3)), (7, 0)])
def test_a_night_attack_is_likely_to_cost_a_turn_of_rest_by_the_box_the_army_comes_to(
    box: int, likelier: Fraction
) -> None:
    assert weariness(at_box(box)) == likelier


def test_it_costs_nothing_in_the_last_turn_or_after_another_of_the_same_night() -> None:
    scene = at_box(4)
    assert weariness(scene, scene.game.materials.last_turn) == 0
    assert weariness(at_box(5, **{"night-attack": True})) == 0


@pytest.mark.parametrize(("box", "by_night"), [(0, True), (4, False)])
def test_nobody_attacks_by_night_who_would_have_to_rest_for_it(box: int, by_night: bool) -> None:
    scene = at_box(box).play(f"declare-attack {CENTRE}")
    game, state, player, done = scene.game, scene.state, GreedyPlayer(1), set[str]()
    while state.frames[-1].kind == "attack":
        action = player.choose(game, game.view(state, WHITE), game.menu(state), Budget()).action
        done.add(action.kind)
        state = game.apply(state, action).state
    assert "resolve" in done
    assert ("attack-by-night" in done) is by_night
