"""War in Europe with 2,000 units in the real window: from a decision to the menu that follows it, drawn.

Two hundred decisions are taken, some of every phase of a turn, and everything that a decision makes the window do is
counted: the rules, the file, the log, the panels and the map. Printed are milliseconds of work, as they were and as a
quiet machine would take them; asserted is the slowest in twenty, by the yardstick.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import application
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.menu import Menu
from engine.core.records import Action
from engine.definitions.folders import save_folder
from engine.definitions.oob import OrderOfBattle
from engine.definitions.project import Project
from engine.rulesets.library import find_bundled
from tests.app.play.hands import Player
from tests.bench.editor_measures import Took, took
from tests.bench.settling import settle
from tests.bench.test_bench_europe import UNITS, crowded

pytestmark = pytest.mark.bench

DECISIONS = 200
OF_A_PHASE = 16
"""After so many decisions a phase is ended, so that all of a turn come up."""
MOST = 150
YARD = 2.1


def crowded_project() -> Project:
    """The scenario of all nine sheets with its armies filled up to 2,000 units, each beside one of its sort."""
    project = find_bundled("overlord").load()
    scenario = project.scenarios["overlord"]
    (armies,) = (each for each in project.documents() if isinstance(each, OrderOfBattle))
    game, state = crowded()
    of_sort = {unit.type: unit for unit in armies.units}
    model = scenario.setup[0]
    copies = [unit for unit in state.every_unit() if unit.id.startswith("copy-")]
    units = [of_sort[unit.type].model_copy(update={"id": unit.id, "name": unit.id[5:]}) for unit in copies]
    places = [model.model_copy(update={"unit": unit.id, "at": game.board.label(unit.at)}) for unit in copies]
    others = [each for each in project.documents() if each is not armies and each is not scenario]
    return Project(
        [
            *others,
            armies.model_copy(update={"units": (*armies.units, *units)}),
            scenario.model_copy(update={"setup": (*scenario.setup, *places)}),
        ]
    )


@pytest.fixture
def player(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Player]:
    """The first decision of a game of two, at a zoom at which counters can be read."""
    application()
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("play/check-ends", False)
    window = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    save_folder(crowded_project(), tmp_path / "crowded")
    assert window.open(tmp_path / "crowded")
    assert window.play.begin(NewGame("overlord", seed=7))
    window.enter_play()
    window.play.motion.switch(False)
    player = Player(window)
    window.canvas.set_zoom(0.8)
    window.canvas.look_at(player.table.board.key(player.label("C1804")))
    window.canvas.finish()
    settle()
    yield player
    window.files.close()


def decision(menu: Menu, chance: Random, before: int) -> Action:
    """One of the menu, of any kind alike; the default where a phase has had its share."""
    if before >= OF_A_PHASE and menu.default is not None:
        return menu.default
    kinds = sorted(kind for kind in menu.kinds() if kind not in ("done", "call-off")) or sorted(menu.kinds())
    kind = chance.choice(kinds)
    return chance.choice([each for each in menu if each.kind == kind][:400])


def test_from_a_decision_to_the_menu_drawn(player: Player) -> None:
    table, desk, chance = player.table, player.desk, Random(5)
    assert len(table.view.units) >= UNITS
    times: list[Took] = []
    by_phase: dict[str, list[float]] = defaultdict(list)
    had: dict[tuple[int, str], int] = defaultdict(int)
    while len(times) < DECISIONS and not table.is_over:
        state = table.session.state
        phase = f"{table.menu.side} {table.menu.prompt.key.rpartition('.')[2]}"
        action = decision(table.menu, chance, had[state.turn, phase])
        had[state.turn, phase] += 1

        def act(action: Action = action) -> None:
            assert desk.submit(action)
            QApplication.processEvents()

        times.append(took(act))
        by_phase[f"{phase} {action.kind}"].append(times[-1].work)
    work, yards = [each.work for each in times], [each.yards for each in times]
    for name, found in sorted(by_phase.items(), key=lambda each: -max(each[1])):
        print(f"\n{name:48} {len(found):4} times, {median(found):6.1f} ms, at most {max(found):6.1f}", end="")
    slow, quiet = quantiles(work, n=20)[-1], (median(yards) * YARD, quantiles(yards, n=20)[-1] * YARD)
    print(f"\n{len(times)} decisions, {len(table.view.units)} units: median {median(work):.1f} ms, p95 {slow:.1f} ms")
    print(f"on a quiet machine: median {quiet[0]:.1f} ms, p95 {quiet[1]:.1f} ms, {MOST} ms allowed")
    assert len(times) == DECISIONS
    assert quiet[1] <= MOST
