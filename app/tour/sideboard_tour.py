"""Scenes of the tour from what stands beside a game: cards, piles, browser, notes, statistics, the end-phase check."""

from __future__ import annotations

from collections.abc import Iterator

from app.play.games.game_setup import NewGame
from app.play.games.map_notes import COLOURS
from app.window import MainWindow
from engine.core.actions import Done, StepTo
from engine.core.dice import throw
from engine.core.records import Action
from engine.rulesets.library import bundled_scenarios

_STEPS = 150
_SEED = 4
_NOTES = (("kharkov", "Tanks gather here"), ("rostov", "Oil lies behind it"), ("kiev", "Close the ring"))


def sideboard_scenes(window: MainWindow) -> Iterator[str]:
    """Bring the window into each scene and give its name; a scenario that is not bundled has none."""
    examples = bundled_scenarios()
    board = window.play.sideboard
    asked = board.check.is_on
    board.check.set_on(False)
    if "summer-1941" in examples and _begin(window, "summer-1941"):
        _play(window, _STEPS)
        for look in ("", "-dark"):
            window.show_dark(bool(look))
            yield from (f"{name}{look}" for name in _beside(window))
        window.show_dark(False)
    if "typhoon" in examples and _begin(window, "typhoon"):
        yield from _ending(window)
    board.check.set_on(asked)


def _beside(window: MainWindow) -> Iterator[str]:
    board, desk = window.play.sideboard, window.play.desk
    window.play.show_panel("hand")
    desk.scene.hand.begin_choosing()
    yield "play-hand"
    window.play.show_panel("piles")
    yield "play-piles"
    window.play.show_panel("cards")
    board.browser.search.setText("panzer")
    yield "play-card-browser"
    board.browser.search.clear()
    window.play.show_panel("hand")
    window.play.show_panel("statistics")
    board.statistics.finish()
    yield "play-statistics"
    _put_notes(window)
    window.play.show_panel("notes")
    yield "play-notes"


def _put_notes(window: MainWindow) -> None:
    """Some notes, where the map has their places."""
    table, notes = window.play.table, window.play.sideboard.notes
    if table is None or notes.book.notes:
        return
    for (key, text), colour in zip(_NOTES, COLOURS, strict=False):
        if table.board.find(key) is not None:
            notes.book.add(key, text, colour)
    notes.refresh()
    window.canvas.set_zoom(0.7)
    window.canvas.look_at(_NOTES[0][0])


def _ending(window: MainWindow) -> Iterator[str]:
    """The first movement, ended although nobody has moved."""
    table = window.play.table
    while table is not None and not table.menu.of_kind(StepTo):
        window.play.desk.submit(table.menu.default or next(iter(table.menu)))
    window.canvas.set_zoom(0.9)
    window.play.desk.keys.next_unit()
    window.play.desk.let_go()
    window.play.sideboard.check.set_on(True)
    window.play.desk.submit(Done())
    yield "play-end-check"
    window.play.sideboard.check.set_on(False)


def _begin(window: MainWindow, scenario: str) -> bool:
    window.open(scenario)
    if not window.play.begin(NewGame(scenario, seed=7)):
        return False
    window.enter_play()
    return True


def _play(window: MainWindow, steps: int) -> None:
    """A war of some decisions, up to a card that is to be played."""
    table = window.play.table
    assert table is not None
    for step in range(2 * steps):
        if table.is_over or (step >= steps and "play-card" in table.menu.kinds()):
            return
        busy = [action for action in table.menu if action.kind != "done"]
        choices: list[Action] = busy if busy and step % 3 else list(table.menu)
        window.play.desk.submit(choices[throw(_SEED, step, len(choices)) - 1])
