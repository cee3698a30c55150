"""After a throw the odds stay, with the die, the cell it fell on and the result, and then what followed in words."""

from __future__ import annotations

import pytest

from app.window import MainWindow
from engine.core.records import Event
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    return player


def throw_of(events: tuple[Event, ...]) -> tuple[int, str, str]:
    found = [throw for event in events for throw in event.throws]
    return found[0].face, found[0].column, found[0].result


def test_the_result_of_a_throw_is_seen_until_another_fight(player: Player) -> None:
    until(player, "axis    Throw the die")
    why = player.desk.why
    player.key("Return")
    face, column, result = throw_of(player.table.session.log[-1].events)
    assert f"die {face}: {result}" in why.title.text()
    assert not why.odds.isHidden()
    assert f"die {face}: {result}" in why.odds.summary.text()
    light = why.odds.shown()[0].chart.model().light  # type: ignore[attr-defined]
    assert light.columns == {column}
    assert len(light.rows) == 1, "the row of the die alone is lit"
    before = len(why.rows())
    player.follow("soviet  Let 19A (Infantry army) lose a step\nsoviet  Fall back with all")
    player.follow("soviet  Retreat 19A (Infantry army) to 4827")
    assert f"die {face}: {result}" in why.title.text(), "it stays while losses and retreats are decided"
    assert len(why.rows()) > before, "and tells what followed"
    player.follow("axis    Done")
    declared = next(action for action in player.table.menu if action.kind == "declare-attack")
    player.desk.submit(declared)
    assert f"die {face}: {result}" not in why.title.text(), "another fight takes its place"


def test_the_log_stands_beside_the_map_and_the_header_tells_the_weather(player: Player) -> None:
    docks = player.window.play.docks
    assert docks["log"].isVisible()
    assert not docks["log"].visibleRegion().isEmpty(), "no other tab lies on it"
    assert not docks["why"].visibleRegion().isEmpty()
    assert "clear" in player.desk.prompt.turn.text().lower()
