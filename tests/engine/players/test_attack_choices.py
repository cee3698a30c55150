"""Which attack is begun: with all who could take part, and by whoever is thorough with all that could help."""

from __future__ import annotations

import pytest

from engine.core.ids import Side
from engine.mechanics.attack_declaration import DeclareAttack
from engine.players.attack_choices import WORTHWHILE, AttackChoices
from engine.players.attack_outlook import AttackOutlook, outlook
from engine.players.decisions import Decider
from engine.players.greedy import GreedyPlayer
from engine.players.memory import Memory
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from engine.rulesets.ukraine_43.assaults import PlaceAssault
from tests.engine.rulesets.ukraine_43.scenes import NE, S, beside, front
from tests.engine.rulesets.war_in_europe.scenes import europe
from tests.engine.rulesets.white_october.fights import CENTRE, SE, SW, combat
from tests.helpers.positions import Scene

TARGET = "0504"
REAR = [(column, row) for column in (7, 8, 9, 10, 11, 12) for row in (5, 6, 7, 8, 9)]
"""Columns and rows of hexes that are far from it."""


@pytest.fixture(scope="module")
def guns_at_hand() -> Scene:
    """A rifle corps beside a German division, with a division of guns and a headquarters that gives command."""
    near = beside(TARGET, S)
    return front(
        {"inf": TARGET, "gds": near, "art": near, "fronthq": beside(near, S)},
        soviet=[beside(near, S, S)],
        axis=["0501"],
        phase="combat",
        side="soviet",
    )


def begun(scene: Scene, *, is_thorough: bool) -> float:
    situation = Situation(scene.game, scene.state, Side("soviet"), Survey())
    choices = AttackChoices(situation, scene.menu, Memory(), Budget(), is_thorough=is_thorough)
    (found,) = choices.begun(scene.menu.of_kind(DeclareAttack))
    return found.value


def test_guns_count_for_whoever_puts_an_attack_together_on_trial(guns_at_hand: Scene) -> None:
    assert begun(guns_at_hand, is_thorough=True) > begun(guns_at_hand, is_thorough=False)


@pytest.fixture(scope="module")
def nobody_commands() -> Scene:
    """Two regiments beside a Red one, who may not attack together without a headquarters."""
    return combat({"inf": SW, "inf-2": SE, "rifle": CENTRE})


def test_an_attack_that_would_be_forbidden_with_all_who_make_it_better_is_not_begun(nobody_commands: Scene) -> None:
    scene = nobody_commands
    situation = Situation(scene.game, scene.state, Side("white"), Survey())
    choices = AttackChoices(situation, scene.menu, Memory(), Budget(), is_thorough=True)
    assert list(choices.begun(scene.menu.of_kind(DeclareAttack))) == []


def test_where_all_together_may_not_attack_those_of_one_place_are_thought_of() -> None:
    """Two regiments strong enough alone, and another in a second hex whom no headquarters leads with them."""
    scene = combat({"inf4": SW, "inf4-2": SW, "inf": SE, "redweak": CENTRE})
    situation = Situation(scene.game, scene.state, Side("white"), Survey())
    choices = AttackChoices(situation, scene.menu, Memory(), Budget())
    (begin,) = scene.menu.of_kind(DeclareAttack)
    assert choices.outlook_if(begin) is None
    (found,) = choices.begun([begin])
    alone = choices.outlook({"units": ["inf4", "inf4-2"], "target": CENTRE})
    assert alone is not None
    assert found.value == pytest.approx(alone.value)
    assert found.value > WORTHWHILE


def test_an_attack_that_can_only_be_called_off_is_not_begun_again(nobody_commands: Scene) -> None:
    stuck = nobody_commands.play(
        f"declare-attack {CENTRE}", "add-attacker inf", "add-attacker inf-2", "attack-by-night"
    )
    player, game = GreedyPlayer(1), stuck.game
    assert player.choose(game, game.view(stuck.state, Side("white")), stuck.menu, Budget()).action.kind == "call-off"
    assert player.memory.called_off == {game.board.at(CENTRE)}


@pytest.fixture(scope="module")
def none_strong_enough_alone() -> Scene:
    """Two SS divisions in a hex, with six corps beside it: one corps alone would not even throw a die."""
    here, there = beside(TARGET, S), beside(TARGET, NE)
    return front(
        {
            **{f"ss-{number}": TARGET for number in (1, 2)},
            **{f"rifle-{number}": here for number in (1, 2, 3)},
            **{f"rifle-{number}": there for number in (4, 5, 6)},
            "fronthq": beside(here, S),
        },
        soviet=[beside(here, S, S)],
        axis=["0501"],
        phase="combat",
        side="soviet",
    )


def test_a_stack_that_nobody_is_strong_enough_for_alone_is_thought_of_with_all(none_strong_enough_alone: Scene) -> None:
    scene = none_strong_enough_alone
    assert all(_attack(scene, TARGET, f"rifle-{number}") is None for number in range(1, 7))
    situation = Situation(scene.game, scene.state, Side("soviet"), Survey())
    choices = AttackChoices(situation, scene.menu, Memory(), Budget(), is_thorough=True)
    (found,) = choices.begun(scene.menu.of_kind(DeclareAttack))
    assert found.action == DeclareAttack(scene.game.board.at(TARGET))


def _attack(scene: Scene, target: str, *units: str) -> AttackOutlook | None:
    situation = Situation(scene.game, scene.state, scene.unit(units[0]).side, Survey())
    return outlook(situation, {"units": list(units), "target": target}, what_if=True)


def test_an_attack_so_weak_that_nothing_is_thrown_is_none(guns_at_hand: Scene) -> None:
    weak = front({"ss": TARGET, "ss-2": TARGET, "div": beside(TARGET, S)}, phase="combat", side="soviet")
    assert _attack(weak, TARGET, "div") is None
    assert _attack(guns_at_hand, TARGET, "gds") is not None


def test_attackers_lose_no_more_in_an_exchange_than_the_defender_is_worth() -> None:
    """The range of an exchange goes up to all attackers; a strong attack on a weak unit is worth making even so."""
    scene = europe(
        {"pz": "0404", "inf": "0404", "inf-2": "0405", "rus": "0504"},
        axis="0101",
        allied="1201",
        phase="combat",
        side="axis",
    )
    found = _attack(scene, "0504", "pz", "inf", "inf-2")
    assert found is not None
    assert found.own < 2
    assert found.value > 0


def test_of_many_who_could_prepare_an_attack_those_are_thought_of_who_stand_beside_the_enemy() -> None:
    """Thirty corps in the rear could take an assault marker too; the two that it is worth something to are found."""
    rear = {f"rifle-{number}": f"{column:02}{row:02}" for number, (column, row) in enumerate(REAR, 1)}
    near = {"rifle-50": beside(TARGET, S), "rifle-51": beside(TARGET, S)}
    scene = front(
        {"sec": TARGET, **rear, **near, "fronthq": beside(TARGET, S, S)},
        soviet=["0909"],
        axis=["0501"],
        phase="exploitation",
        side="soviet",
    )
    situation = Situation(scene.game, scene.state, Side("soviet"), Survey())
    decider = Decider(situation, scene.menu, Memory(), Budget())
    best = max(decider.weighed(), key=lambda each: each.value)
    assert isinstance(best.action, PlaceAssault)
    assert best.action.unit in near
    assert best.value > WORTHWHILE
