"""What a step of a game makes the window do, with the units of the largest scenario and with six times as many.

Asserted is work that can be counted, so that a busy machine fails nobody: a step lays the piles at its places, makes
the rows that are new, and fills no panel that nobody sees, however many units there are. Printed are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import application
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.ids import UnitId
from engine.definitions.folders import save_folder
from engine.definitions.oob import OrderOfBattle
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.rulesets.library import find_bundled
from tests.app.play.hands import Player
from tests.bench.editor_measures import Took, took
from tests.bench.settling import settle

pytestmark = pytest.mark.bench

STEPS = 40
FEW, MANY = 324, 1_944
MOST_PILES = 3
"""Where a unit came from, where it is now, and a place whose stack another thing of the step changed."""
MOST_ROWS = 12
"""Lines of the log and rows of the panels that are seen."""


def crowded(units: int) -> Project:
    """Barbarossa with as many units: those that are set up stand there several times."""
    project = find_bundled("barbarossa").load()
    (armies,) = (each for each in project.documents() if isinstance(each, OrderOfBattle))
    known = {unit.id: unit for unit in armies.units}
    scenario = project.scenarios["barbarossa"]
    placed = [each for each in scenario.setup if each.unit in known]
    more = [
        (known[each.unit].model_copy(update={"id": f"{each.unit}-{number}"}), each)
        for number, each in enumerate(islice(cycle(placed), units - len(armies.units)), start=1)
    ]
    again = [each.model_copy(update={"unit": unit.id}) for unit, each in more]
    changed: dict[str, OrderOfBattle | Scenario] = {
        armies.id: armies.model_copy(update={"units": (*armies.units, *(unit for unit, _ in more))}),
        scenario.id: scenario.model_copy(update={"setup": (*scenario.setup, *again)}),
    }
    others = [each for each in project.documents() if not isinstance(each, OrderOfBattle | Scenario)]
    return Project([*others, *changed.values()])


@pytest.fixture
def player(request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Player]:
    """A game with so many units, at the movement of the Axis, at a zoom at which counters can be read."""
    application()
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("play/check-ends", False)
    window = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    save_folder(crowded(request.param), tmp_path / "crowded")
    assert window.open(tmp_path / "crowded")
    assert window.play.begin(NewGame("barbarossa", seed=7))
    window.enter_play()
    window.play.motion.switch(False)
    player = Player(window)
    while "step-to" not in player.table.menu.kinds():
        window.play.desk.take_default()
    window.canvas.set_zoom(0.8)
    window.canvas.finish()
    settle()
    yield player
    window.files.close()


@pytest.mark.parametrize("player", [FEW, MANY], indirect=True)
def test_a_step_does_the_work_of_what_it_touched(player: Player) -> None:
    table, desk, counters = player.table, player.desk, player.window.canvas.counters
    bounds = player.window.canvas.picture.bounds
    assert player.window.play.docks["actions"].visibleRegion().isEmpty(), "the log is in front of it"
    movers = sorted({action.unit for action in table.menu.of_kind(StepTo)})
    times: list[Took] = []
    piles, rows, unseen = [], [], []
    for unit in movers:
        step = next((each for each in table.menu.of_unit(UnitId(unit)) if isinstance(each, StepTo)), None)
        if step is None or len(times) == STEPS:
            continue
        counters.piles_in(bounds)
        before = (
            counters.times_laid,
            desk.scene.log.rows_made + desk.scene.why.table.rows_made,
            desk.scene.actions.rows_made,
        )

        def act(step: StepTo = step) -> None:
            assert desk.submit(step)
            QApplication.processEvents()

        times.append(took(act))
        counters.piles_in(bounds)
        piles.append(counters.times_laid - before[0])
        rows.append(desk.scene.log.rows_made + desk.scene.why.table.rows_made - before[1])
        unseen.append(desk.scene.actions.rows_made - before[2])
    clock, work = median(each.wall for each in times), median(each.work for each in times)
    print(f"\n{len(table.view.units)} units: {clock:.1f} ms a step ({work:.1f} worked), with the rules and the file")
    print(f"piles laid {max(piles)}, rows made {max(rows)} at most; rows nobody sees {sum(unseen)}")
    assert len(times) == STEPS
    assert max(piles) <= MOST_PILES
    assert median(rows) <= MOST_ROWS
    assert not any(unseen)
