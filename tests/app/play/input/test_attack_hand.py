"""An attack as a whole: with all who can, one of them out again, and resolved to its end."""

from __future__ import annotations

import pytest

from app.play.input.attack_hand import joiners, remedies
from app.play.scene import game_scene
from app.window import MainWindow
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.mechanics.attack_declaration import DeclareAttack, Resolve
from engine.narration.explanations import attack_in_hand
from engine.players.player import Budget
from engine.players.registry import PLAYERS
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    until(player, "axis    Move XIII")
    player.follow("axis    Done\naxis    Done")
    player.desk.submit(DeclareAttack(player.label("4826")))
    return player


def button(player: Player, words: str) -> None:
    next(each for each in player.desk.scene.prompt.buttons if each.accessibleName() == words).click()


def attackers(player: Player) -> tuple[str, ...]:
    attack = attack_in_hand(player.table)
    assert attack is not None
    return attack[0]


def test_one_button_lets_everybody_join_and_one_undo_takes_that_back(player: Player) -> None:
    able = {action.unit for action in joiners(player.table)}
    assert len(able) > 1
    button(player, "Attack with all")
    assert set(attackers(player)) == able
    assert not joiners(player.table)
    player.key("Ctrl+Z")
    assert not attackers(player)


def test_what_keeps_an_attack_from_being_fought_is_said(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not player.refusal, "nobody was named yet"
    player.key("Return")
    assert "case 7" in player.refusal, "Enter tells why there is no button for it"
    refusal = Refusal("7.3.1", message("refusal.rsr.nobody-attacks"))
    monkeypatch.setattr(game_scene, "unfit_attack", lambda menu: refusal)
    button(player, "Attack with all")
    assert "case 7.3.1" in player.refusal, "those who were named learn it at once"


def test_what_an_attack_lacks_has_a_button(window: MainWindow) -> None:
    """Units of several hexes need a headquarters that commands them, which is no attacker."""
    player = begin(window, "pulkovo-heights", 1)
    table, greedy = player.table, PLAYERS["greedy"](1)
    white = player.label("21/V")
    while table.menu.side != "white" or DeclareAttack(white) not in table.menu:
        view = table.game.view(table.session.state, table.menu.side)
        table.submit(greedy.choose(table.game, view, table.menu, Budget()).action)
    player.desk.submit(DeclareAttack(white))
    assert not remedies(table), "nobody attacks yet"
    button(player, "Attack with all")
    assert "case 5.2" in player.refusal
    assert Resolve() not in table.menu
    button(player, "Let Vetrenko command the attack")
    assert Resolve() in table.menu
    assert not remedies(table), "it is fit"


def test_a_second_click_takes_an_attacker_out_and_leaves_the_others(player: Player) -> None:
    button(player, "Attack with all")
    first, *others = attackers(player)
    assert player.desk.attack.take_out(first)
    assert set(attackers(player)) == set(others)
    assert [action.unit for action in joiners(player.table)] == [first]
    assert not player.desk.attack.take_out(first), "it is in no attack"
    player.desk.submit(joiners(player.table)[0])
    at = player.where(first)
    alone = [unit.id for unit in player.table.view.at(at)] == [first]
    player.desk.mouse.act_or_choose(player.table.board.key(at), first)
    assert first not in attackers(player) or not alone


def test_who_was_in_an_attack_before_is_taken_out_of_this_one(player: Player) -> None:
    joining = joiners(player.table)[0]
    player.desk.submit(joining)
    (off,) = (action for action in player.table.menu if action.kind == "call-off")
    for action in (off, DeclareAttack(player.label("4826")), joining):
        assert player.desk.submit(action)
    assert player.desk.attack.take_out(joining.unit)
    assert joining.unit not in attackers(player)


def test_a_click_on_a_moment_that_is_past_takes_nobody_out_of_the_attack(player: Player) -> None:
    button(player, "Attack with all")
    length, table = player.table.length, player.table
    player.window.play.replay.move(-1)
    assert table.is_past
    earlier = attackers(player)[0]
    player.desk.mouse.act_or_choose(table.board.key(player.where(earlier)), earlier)
    assert table.length == length, "what is only looked back at decides nothing"
    assert table.is_past


def test_a_fight_is_resolved_up_to_what_must_be_chosen(player: Player) -> None:
    button(player, "Attack with all")
    before = player.table.session.state.throws
    button(player, "Resolve to the end")
    assert player.table.session.state.throws > before, "the dice were thrown"
    names = [each.accessibleName() for each in player.desk.scene.prompt.buttons]
    assert "Attack with all" not in names
