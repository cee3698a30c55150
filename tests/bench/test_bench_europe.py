"""War in Europe at its full size: nine sheets joined and 2,000 units on them.

Printed are milliseconds of work and yardsticks; asserted is the work in yardsticks, as the targets are those of a quiet
machine: 100 ms for a whole movement menu, as much for the supply of every unit, 2 s until the map is there, 33 ms a
frame while it is moved, 3 s until a saved game of 5,000 actions stands where it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from time import process_time

import pytest
from immutables import Map
from PySide6.QtWidgets import QApplication

from app.application import application
from editor.canvas.canvas import MapCanvas
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit, forget_facts
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.war_in_europe.stacking import crowds
from engine.rulesets.war_in_europe.standing import standing
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.session.session import Session
from tests.bench.yardstick import Yardstick

pytestmark = pytest.mark.bench

YARD = 2.1
"""Milliseconds of a yardstick on a quiet machine of the kind we use."""
UNITS = 2_000
MENU, SUPPLY, OPEN, FRAME = 100, 100, 2_000, 33
SAVED, OPENED = 5_000, 3_000


@cache
def crowded() -> tuple[Game, State]:
    """The scenario of all nine sheets in the first movement, with its armies filled up to 2,000 units."""
    game = assemble(find_bundled("overlord").load())
    session = Session.new(game, 7)
    while "step-to" not in session.menu.kinds():
        assert session.menu.default is not None
        session.submit(session.menu.default)
    draft = Draft(session.state)
    draft.add_units(_copies(game, session.state, UNITS - len(session.state.units)))
    return game, draft.state


def _copies(game: Game, state: State, most: int) -> Iterator[Unit]:
    """Copies of the units on the map, three to a hex, in the hexes of their side that are nearest to them."""
    patterns = [unit for unit in state.every_unit() if game.materials.is_on_map(unit)]
    held = {at: number for side in game.ruleset.sides for at, (number, _) in crowds(game, state, side).items()}
    land = game.materials.ground.land()
    taken = {side: standing(game, state, side).present for side in game.ruleset.sides}
    layer = {unit.at: unit for unit in patterns}
    seen, number = set(layer), 0
    while layer:
        further: dict[Location, Unit] = {}
        for at, unit in layer.items():
            for _ in range(3 - held.get(at, 0)):
                if number >= most:
                    return
                number += 1
                yield replace(unit, id=UnitId(f"copy-{number}"), at=at, marks=frozenset(), values=Map())
            for to, _ in game.board.links[at]:
                place = Location(to)
                enemy = place in taken[_other(game, unit.side)]
                if land[to] and place not in seen and not enemy:
                    seen.add(place)
                    further[place] = unit
        layer = further


def _other(game: Game, side: Side) -> Side:
    return next(each for each in game.ruleset.sides if each != side)


def measured(what: str, run: Callable[[], object], most: float) -> None:
    """Work as long as most allows on a quiet machine, by the median of a few runs."""
    yard, times = Yardstick(), []
    for _ in range(5):
        begin = process_time()
        run()
        times.append(1e3 * (process_time() - begin) / yard.median(10))
    found = sorted(times)[2]
    print(f"  {what:<40} {found * YARD:8.1f} ms of a quiet machine, {found:8.1f} yardsticks; {most} ms allowed")
    assert found <= most / YARD


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
        game.materials.lines.forget()
        return sum(is_supplied(game, state, unit) for unit in state.every_unit())

    measured("the supply of every unit", supply, SUPPLY)


def test_the_map_of_nine_sheets_opens_and_is_moved() -> None:
    application()
    project = find_bundled("overlord")

    def opened() -> MapCanvas:
        loaded = project.load()
        canvas = MapCanvas()
        canvas.resize(1280, 800)
        canvas.show_plan(loaded.plan)
        canvas.finish()
        return canvas

    measured("nine sheets from the file to the picture", opened, OPEN)
    canvas = opened()
    canvas.set_zoom(0.6)
    for number in range(40):
        begin = process_time()
        canvas.scroll(37, 23 if number % 2 else -11)
        QApplication.processEvents()
        took = 1e3 * (process_time() - begin)
        assert took
