"""A click on an empty hex decides nothing where units are asked for: what else could be done there is offered."""

from __future__ import annotations

import pytest

from app.play.scene.game_scene import MOST_ASIDE
from app.window import MainWindow
from engine.core.actions import Done
from engine.narration.menu_choices import obvious, open_places
from tests.app.play.hands import Player
from tests.app.play.test_whole_turns import begin
from tests.editor.canvas import mouse


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Somebody who is to move the Axis units at Kharkov, and could begin a fort nearly anywhere."""
    player = begin(window, "kharkov-1943", 3)
    table = player.table
    while not (table.menu.side == "axis" and table.menu.prompt.key == "prompt.u43.movement"):
        table.submit(obvious(table.menu) or Done())
    player.desk.refresh()
    return player


def test_a_fort_is_not_begun_by_a_stray_click(player: Player) -> None:
    table, before = player.table, player.table.length
    at = player.label("3812")
    assert at in open_places(table.menu)
    mouse.click(player.viewport, player.place(at))
    assert table.length == before
    menu = player.desk.asking.menu
    assert menu is not None
    assert [entry.text() for entry in menu.actions()] == ["&1  Build a fort in 3812"]
    menu.actions()[0].trigger()
    menu.close()
    assert table.length == before + 1


def test_with_a_unit_in_hand_a_click_is_about_that_unit(player: Player) -> None:
    table = player.table
    unit = sorted(player.desk.scene.glow.units)[0]
    player.desk.choose_unit(unit)
    before = table.length
    far = next(at for at in open_places(table.menu) if at not in player.desk.scene.reach and not table.view.at(at))
    player.desk.mouse.click(table.board.key(far), "")
    assert table.length == before
    assert player.refusal, "why it does not get there is said"


def test_many_places_for_a_thing_aside_are_a_button_and_leave_the_map_as_it_is(player: Player) -> None:
    scene = player.desk.scene
    assert len(open_places(player.table.menu)) > MOST_ASIDE
    assert scene.tints.tints == {}
    words = [button.accessibleName() for button in scene.prompt.buttons]
    assert any(each.startswith("Build a fort: ") for each in words), words
