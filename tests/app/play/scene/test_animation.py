"""Moves and dice are seen to happen, and never stand in the way of the next click."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
from PySide6.QtCore import QPoint, QPointF
from pytestqt.qtbot import QtBot

from app.play.games.game_setup import NewGame
from app.play.scene.animation import Motion
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.facets import DieThrow, UnitMove
from engine.core.ids import NOWHERE, Location, UnitId
from engine.core.records import Event
from engine.core.unit_events import UnitEliminated
from engine.narration.event_motion import throws_of, ways_of
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play
from tests.editor.canvas import mouse


@dataclass(frozen=True, slots=True)
class Marched(Event):
    kind: ClassVar[str] = "marched"
    unit: UnitId
    path: tuple[Location, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.path),)


@dataclass(frozen=True, slots=True)
class Went(Event):
    kind: ClassVar[str] = "went"
    units: tuple[UnitId, ...]
    origin: Location
    to: Location
    dice: tuple[DieThrow, ...] = ()

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(UnitMove(unit, (self.origin, self.to)) for unit in self.units)

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return self.dice


def test_ways_and_dice_are_read_off_events_of_any_game() -> None:
    one, two, three = Location(1), Location(2), Location(3)
    a, b = UnitId("a"), UnitId("b")
    four, six = DieThrow(4, purpose="attack"), DieThrow(6)
    events = [Went((a, b), one, two, (four,)), Marched(a, (two, three)), Went((), one, two, (six,))]
    assert ways_of(events) == [UnitMove(a, (one, two, three)), UnitMove(b, (one, two))]
    assert throws_of(events) == [four, six]
    assert ways_of([Marched(a, (one,)), Marched(a, (NOWHERE, one)), UnitEliminated(a, one, two)]) == []


@pytest.fixture
def player(window: MainWindow) -> Iterator[Player]:
    play(Player(window), actions=0)
    player = Player(window)
    while not player.table.menu.of_kind(StepTo):
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    window.menus.play.time.animate.setChecked(True)
    yield player
    window.play.motion.finish()


def motion(player: Player) -> Motion:
    return player.window.play.motion


def a_step(player: Player) -> StepTo:
    return player.table.menu.of_kind(StepTo)[0]


def test_a_counter_slides_to_where_it_already_is(player: Player, qtbot: QtBot) -> None:
    step = a_step(player)
    player.desk.submit(step)
    moving = motion(player)
    assert moving.moving == {step.unit}
    canvas = player.window.canvas
    assert canvas.counters.location_of(step.unit) == player.table.board.key(step.to), "the game is ahead of the picture"
    qtbot.waitUntil(lambda: not moving.is_moving)
    assert canvas.lifted == frozenset()


def test_a_walk_of_several_steps_is_one_way(player: Player) -> None:
    step = a_step(player)
    player.desk.submit(step)
    further = [each for each in player.table.menu.of_unit(step.unit) if isinstance(each, StepTo)]
    assert further
    player.desk.submit(further[0])
    assert motion(player).moving == {step.unit}
    slide = motion(player)._slides[step.unit]
    assert len(slide.points) == 3
    assert slide.at(slide.lasts()) == slide.points[-1]
    assert isinstance(slide.at(0), QPointF)


def test_a_click_lets_everything_arrive_and_does_what_it_does(player: Player) -> None:
    step = a_step(player)
    player.desk.submit(step)
    assert motion(player).is_moving
    player.desk.let_go()
    at = player.place(step.to)
    mouse.click(player.viewport, at)
    assert not motion(player).is_moving
    assert player.desk.unit, "the click chose a unit"


def test_a_counter_that_was_dragged_is_there_already(player: Player) -> None:
    state = player.table.session.state
    step = next(each for each in player.table.menu.of_kind(StepTo) if len(state.at(state.unit(each.unit).at)) == 1)
    player.drag_unit(step.unit, step.to)
    assert player.where(step.unit) == step.to
    assert motion(player).moving == frozenset()


def test_dice_tumble_to_what_was_thrown_and_go_at_a_click(player: Player, qtbot: QtBot) -> None:
    dice = motion(player).dice
    dice.throw([DieThrow(6, purpose="attack"), DieThrow(9)], 8.0)
    assert dice.isVisible()
    assert dice.is_tumbling
    assert len(dice.faces()) == 2
    qtbot.waitUntil(lambda: not dice.is_tumbling)
    assert dice.faces() == [6, 9]
    mouse.click(player.viewport, QPoint(3, 3))
    assert not dice.isVisible()


def test_a_throw_of_the_game_is_shown(player: Player) -> None:
    motion(player)
    for _ in range(400):
        table = player.table
        if table.is_over:
            break
        wanted = [action for action in table.menu if action.kind not in ("done", "step-to", "call-off")]
        player.desk.submit(wanted[-1] if wanted else table.menu.default or next(iter(table.menu)))
        throws = throws_of(table.session.log[-1].events)
        if throws:
            assert motion(player).dice.isVisible()
            assert motion(player).dice.throws == tuple(throws[:6])
            return
    raise AssertionError("no die was thrown in the whole game")


def test_it_is_off_with_one_key_and_stays_off(player: Player) -> None:
    player.desk.submit(a_step(player))
    player.key("Ctrl+Shift+F7")
    assert not motion(player).is_moving
    player.desk.submit(a_step(player))
    assert not motion(player).is_moving
    assert player.window.settings.value("animate", True, type=bool) is False


def test_looking_back_does_not_slide_but_playing_on_does(player: Player) -> None:
    player.desk.submit(a_step(player))
    motion(player).finish()
    player.key("Ctrl+Left")
    assert not motion(player).is_moving
    player.key("Ctrl+Right")
    assert motion(player).is_moving


def test_a_computer_waits_until_its_move_was_seen_and_can_be_held_and_stepped(window: MainWindow, qtbot: QtBot) -> None:
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5, players={"red": "random", "blue": "random"}))
    window.enter_play()
    player, time = Player(window), window.menus.play.time
    player.key("Ctrl+F7")
    assert time.hold.isChecked()
    assert "held" in player.refusal
    stands = player.table.length
    qtbot.wait(60)
    assert player.table.length == stands
    player.key("Shift+F7")
    assert player.table.length == stands + 1
    qtbot.wait(60)
    assert player.table.length == stands + 1
    window.play.replay.set_speed(8.0)
    time.animate.setChecked(True)
    player.key("Ctrl+F7")
    qtbot.waitUntil(lambda: player.table.length >= stands + 4)
    player.key("Ctrl+Left")
    assert player.table.is_past
    stands = player.table.length
    qtbot.wait(120)
    assert player.table.length == stands, "who looks back is not overtaken"
    player.key("Ctrl+End")
    qtbot.waitUntil(lambda: player.table.length > stands)
    time.animate.setChecked(False)
