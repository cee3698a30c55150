"""Attacks that are declared first and fought later are seen on the map meanwhile, and their dice are read right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt

from app.window import MainWindow
from tests.app.play.hands import Player
from tests.app.play.test_whole_turns import begin
from tests.app.walk import page, steps


@pytest.fixture
def player(window: MainWindow, settings: QSettings) -> Player:
    settings.setValue("play/forced", False)
    return begin(window, "pulkovo-heights", 3)


def lesson_until(player: Player, words: str) -> None:
    """Play as the page that teaches the game says, and stop after a decision."""
    for remarks in steps(page("first-white-october")).values():
        for verb, (name, *arguments) in remarks:
            if (verb, name) != ("do", "decide"):
                continue
            player.follow(f"{arguments[0]} {arguments[1]}")
            if arguments[1] == words:
                return
    raise AssertionError(f"nobody decides {words}")


def test_what_is_declared_is_drawn_until_it_is_carried_out(player: Player) -> None:
    signs = player.desk.scene.signs

    def key(label: str) -> str:
        return player.table.board.key(player.label(label))

    lesson_until(player, "Let 5 Art (Artillery) bombard 21/V")
    bombarded = (key("20/U"), key("21/V"))
    assert signs.announced == (bombarded,)
    player.follow("white Attack 20/W")
    assert signs.announced == (bombarded,), "also while an attack is put together"
    player.follow("white Let 6 Talab (Infantry 3) attack too")
    player.follow("white Go ahead")
    assert set(signs.announced) == {bombarded, (key("20/V"), key("20/W"))}
    player.follow("white Done")
    player.follow("white Bombard 21/V with 5 Art (Artillery): combat units")
    assert bombarded not in signs.announced
    player.window.play.leave()
    assert signs.announced == ()


def test_a_group_is_worth_the_sum_of_what_can_be_added_up(player: Player) -> None:
    lesson_until(player, "Begin with movement")
    player.desk.party.choose(("w-2-hq", "w-2-2"))
    said = player.refusal
    assert "Attack" in said
    assert "Strength" in said
    assert "Morale" not in said, "nobody adds up morale"
    assert "Quality" not in said


def test_dice_that_are_added_up_are_read_at_their_sum(player: Player) -> None:
    lesson_until(player, "Let 6 Art (Red artillery) support")
    player.follow("red Done")
    resolved = next(event for event in player.table.session.log[-1].events if event.kind == "attack-resolved")
    one, two = resolved.throws
    why = player.desk.scene.why
    assert f"dice {one.face} + {two.face}, White {one.result}, Red {two.result}" in why.title.text()
    for view, throw in zip(why.odds.shown(), (one, two), strict=True):
        chart = view.chart.model()
        lit = [
            chart.index(down, across).data()
            for down in range(chart.rowCount())
            for across in range(chart.columnCount())
            if chart.index(down, across).data(Qt.ItemDataRole.FontRole).bold()
        ]
        assert lit == [throw.result], "each side reads the same sum in a column of its own"
        assert view.bars.lit == throw.result
