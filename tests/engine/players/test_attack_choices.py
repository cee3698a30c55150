"""Which attack is begun: with all who could take part, and by whoever is thorough with all that could help."""

from __future__ import annotations

import pytest

from engine.core.ids import Side
from engine.mechanics.attack_declaration import DeclareAttack
from engine.players.attack_choices import AttackChoices
from engine.players.attack_outlook import AttackOutlook, outlook
from engine.players.greedy import GreedyPlayer
from engine.players.memory import Memory
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.position.survey import Survey
from tests.engine.rulesets.ukraine_43.scenes import S, beside, front
from tests.engine.rulesets.war_in_europe.scenes import europe
from tests.engine.rulesets.white_october.fights import CENTRE, SE, SW, combat
from tests.helpers.positions import Scene

TARGET = "0504"


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


def test_an_attack_that_can_only_be_called_off_is_not_begun_again(nobody_commands: Scene) -> None:
    stuck = nobody_commands.play(
        f"declare-attack {CENTRE}", "add-attacker inf", "add-attacker inf-2", "attack-by-night"
    )
    player, game = GreedyPlayer(1), stuck.game
    assert player.choose(game, game.view(stuck.state, Side("white")), stuck.menu, Budget()).action.kind == "call-off"
    assert player.memory.called_off == {game.board.at(CENTRE)}


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
