"""War in Europe at its full size: nine sheets joined and 2,000 units on them.

Printed are milliseconds of work as a quiet machine would take them, and yardsticks; asserted is the work in yardsticks,
as the targets are those of such a machine: 100 ms for a whole movement menu, as much for the supply of every unit, 2 s
until the map is there, 33 ms a frame while it is moved, 3 s until a game of five thousand actions is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from immutables import Map
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import application
from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit, forget_facts
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.war_in_europe.names import SIDES, enemy_of
from engine.rulesets.war_in_europe.stacking import counted
from engine.rulesets.war_in_europe.standing import standing
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.session.session import Session
from tests.bench.yardstick import Yardstick

pytestmark = pytest.mark.bench

YARD = 2.1
"""Milliseconds of a yardstick on a quiet machine of the kind we use."""
UNITS = 2_000
MENU, SUPPLY, OPEN, FRAME, LONG_GAME = 100, 100, 2_000, 33, 3_000
ACTIONS = 5_000
FRAMES = 60
TO_A_HEX = 3
LAST_STEPS = 200
"""Of a long game so many actions, those after its checkpoint among them, are of its movement."""


@cache
def crowded() -> tuple[Game, State]:
    """The scenario of all nine sheets in its first movement, with its armies filled up to 2,000 units."""
    game = assemble(find_bundled("overlord").load())
    session = Session.new(game, 7)
    while "step-to" not in session.menu.kinds():
        assert session.menu.default is not None
        session.submit(session.menu.default)
    draft = Draft(session.state)
    draft.add_units(_copies(game, session.state, UNITS - len(session.state.units)))
    return game, draft.state


def _copies(game: Game, state: State, most: int) -> Iterator[Unit]:
    """Copies of the units on the map, three to a hex, in the land nearest to them that the enemy does not hold."""
    land, number = game.materials.ground.land(), 0
    held = {side: standing(game, state, side).present for side in SIDES}
    layer = {unit.at: unit for unit in state.every_unit() if game.materials.is_on_map(unit)}
    seen = set(layer)
    while layer:
        further: dict[Location, Unit] = {}
        for at, unit in layer.items():
            for _ in range(TO_A_HEX - len(counted(game.materials, state.at(at)))):
                if number == most:
                    return
                number += 1
                yield replace(unit, id=UnitId(f"copy-{number}"), at=at, marks=frozenset(), values=Map())
            for to, _ in game.board.links[at]:
                place = Location(to)
                if land[to] and place not in seen and place not in held[enemy_of(unit.side)]:
                    seen.add(place)
                    further[place] = unit
        layer = further


def measured(what: str, run: Callable[[], object], most: float, times: int = 5) -> None:
    """The median of a few runs takes no longer than a quiet machine may."""
    yard, found = Yardstick(), []
    for _ in range(times):
        begin = process_time()
        run()
        found.append(1e3 * (process_time() - begin) / yard.median(10))
    middle = sorted(found)[times // 2]
    print(f"\n{what:<42} {middle * YARD:8.1f} ms on a quiet machine ({middle:.1f} yardsticks), {most} ms allowed")
    assert middle <= most / YARD


def test_a_whole_movement_menu_of_two_thousand_units() -> None:
    game, state = crowded()
    assert len(state.units) == UNITS

    def menu() -> int:
        forget_facts(state)
        return sum(1 for _ in game.menu(state))

    measured("a whole movement menu", menu, MENU)


def test_the_supply_of_two_thousand_units() -> None:
    game, state = crowded()

    def supply() -> int:
        forget_facts(state)
        for number in range(30):
            game.materials.lines.get(("forgotten", number), lambda: None)
        return sum(is_supplied(game, state, unit) for unit in state.every_unit())

    measured("the supply of every unit", supply, SUPPLY)


def shown_window(qtbot: QtBot, folder: Path) -> MainWindow:
    application()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, folder / "recovery")
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    return window


def play_at_length(session: Session) -> None:
    """Air points are assigned and taken back for as long as it takes, and then units march."""
    while session.length < ACTIONS - LAST_STEPS:
        session.submit(next(each for each in session.menu if each.kind == "assign-air"))
    while session.length < ACTIONS:
        step = next((each for each in session.menu if each.kind == "step-to"), session.menu.default)
        session.submit(step if step is not None else next(iter(session.menu)))


def test_a_game_of_five_thousand_actions_is_taken_up_from_its_file(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "long.redoubt"
    window = shown_window(qtbot, tmp_path)
    assert window.open("overlord")
    assert window.play.begin(NewGame("overlord", seed=7))
    window.set_mode(Mode.PLAY)
    table = window.play.table
    assert table is not None
    play_at_length(table.session)
    assert window.play.keeping.keep()
    assert window.save_as(path)
    window.files.close()
    again = shown_window(qtbot, tmp_path)

    def opened() -> None:
        assert again.open(str(path))
        QApplication.processEvents()

    measured("five thousand actions until they are there", opened, LONG_GAME, times=1)
    taken = again.play.table
    assert taken is not None
    assert (taken.session.length, again.play.is_on) == (ACTIONS, True)
    assert taken.session.recalled_from >= ACTIONS - LAST_STEPS
    again.files.close()


def test_the_map_of_nine_sheets_opens_and_is_moved(qtbot: QtBot, tmp_path: Path) -> None:
    window = shown_window(qtbot, tmp_path)

    def opened() -> None:
        assert window.open("overlord")
        QApplication.processEvents()

    measured("nine sheets until they are there", opened, OPEN, times=1)
    window.canvas.set_zoom(0.5)
    window.canvas.finish()
    steps = iter(range(FRAMES))

    def frame() -> None:
        number = next(steps)
        window.canvas.move_by(23 if number % 3 else -31, 17 if number % 5 else -40)
        QApplication.processEvents()

    measured("a frame while the map is moved", frame, FRAME, times=FRAMES)
    window.files.close()
