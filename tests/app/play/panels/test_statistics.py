"""The numbers of a game agree with what its states say, and the plots show them."""

from __future__ import annotations

import csv
import errno
import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from app.play.games.game_setup import NewGame, begin
from app.play.table import GameTable
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Side
from engine.core.state import State, Unit
from engine.core.terms import total
from engine.narration.statistics import Statistics
from engine.rulesets.library import find_bundled
from engine.session.session import UndoPolicy
from tests.app.play.hands import Player
from tests.helpers.toys.cabinet.records import ShotsFired


def played(scenario: str, seed: int, steps: int) -> GameTable:
    """A game of so many decisions that follow from a number."""
    table = begin(find_bundled(scenario).load(), NewGame(scenario, seed=seed))
    chance = Random(seed)
    for _ in range(steps):
        if not table.is_over:
            busy = [action for action in table.menu if action.kind != "done"] or list(table.menu)
            table.submit(chance.choice(busy if chance.random() < 0.7 else list(table.menu)))
    return table


@pytest.fixture(scope="module")
def war() -> GameTable:
    """A whole game of the Ford, with losses on both sides."""
    return played("ford", 5, 400)


def strength(table: GameTable, unit: Unit | None) -> int:
    """How many steps a unit has on the map."""
    if unit is None or table.board.kinds[unit.at] is PlaceKind.BOX:
        return 0
    return len(table.brief.types[unit.type].steps) - unit.step


def lost_between(table: GameTable, before: State, after: State, side: str) -> int:
    """What is missing on the map, but for decoys, which are nothing that could be lost."""
    gone = [unit for unit in before.every_unit() if unit.side == side and not unit.values.get("decoy")]
    return sum(strength(table, unit) - min(strength(table, unit), strength(table, after.units.get(unit.id)))
               for unit in gone)  # fmt: skip


def test_losses_are_what_is_missing_on_the_map(war: GameTable) -> None:
    statistics = Statistics(war)
    assert statistics.read()
    states = [war.session.start.state, *(each.state for each in war.session.log)]
    for side in war.game.ruleset.sides:
        lost: Counter[int] = Counter()
        for before, after in pairwise(states):
            lost[after.turn] += lost_between(war, before, after, side)
        turns = statistics.turns()
        assert statistics.lost_by_turn(side) == [lost[turn] for turn in turns]
        assert sum(lost.values()) > 0, "the game cost this side something"
        box = war.board.at("eliminated")
        there = sum(unit.side == side for unit in states[-1].at(box))
        assert sum(statistics.lost_by_turn(side, units=True)) == there


def test_control_and_score_follow_the_states(war: GameTable) -> None:
    statistics = Statistics(war)
    statistics.read()
    red = statistics.held("red")
    for step, value in zip(red.steps, red.values, strict=True):
        assert value == list(war.session.state_after(step).control.values()).count(Side("red"))
    assert red.steps[0] == 0
    assert red.steps[-1] == len(war.session.log)
    assert list(red.times) == sorted(red.times)
    assert all(int(time) == war.session.state_after(step).turn for time, step in zip(red.times, red.steps, strict=True))
    assert statistics.score().values[-1] == total(war.score())


def test_places_count_as_held_before_anybody_took_them() -> None:
    table = begin(find_bundled("typhoon").load(), NewGame("typhoon", seed=5))
    statistics = Statistics(table)
    statistics.read()
    held = statistics.readings[0].held
    assert held["soviet"] > held["axis"] > 0
    assert held["axis"] >= len(table.session.state.control)


def test_dice_belong_to_who_threw_them(war: GameTable) -> None:
    statistics = Statistics(war)
    statistics.read()
    dice: dict[str, list[int]] = {"red": [], "blue": []}
    before = war.session.start.state
    for each in war.session.log:
        for event in each.events:
            if event.kind == "attack-resolved":
                dice[before.unit(event.attackers[0]).side].append(event.die)  # type: ignore[attr-defined]
        before = each.state
    for side, thrown in dice.items():
        assert statistics.faces(side) == Counter(thrown), "the weather's die is nobody's"
        assert statistics.mean(side) == pytest.approx(sum(thrown) / len(thrown))


def test_each_step_is_read_once_also_after_undo() -> None:
    table = begin(find_bundled("ford").load(), NewGame("ford", seed=2, policy=UndoPolicy.UNLOCKED))
    while not table.menu.of_kind(StepTo):
        table.submit(table.menu.default or next(iter(table.menu)))
    statistics = Statistics(table)
    statistics.read()
    table.submit(table.menu.of_kind(StepTo)[0])
    statistics.read()
    kept = list(statistics.readings)
    table.session.undo()
    statistics.read()
    assert list(statistics.readings) == kept[:-1]
    assert statistics.readings[0] is kept[0]


def test_a_long_game_is_read_in_portions(war: GameTable) -> None:
    statistics = Statistics(war)
    assert not statistics.read(0.0)
    assert len(statistics.readings) == 1
    portions = 1
    while not statistics.read(0.0):
        portions += 1
    assert len(statistics.readings) == len(war.session.log) + 1 == portions + 1


def test_the_table_has_a_row_for_each_step_and_ends_with_the_sums(war: GameTable) -> None:
    statistics = Statistics(war)
    statistics.read()
    rows = list(csv.DictReader(statistics.as_csv().splitlines()))
    assert len(rows) == len(war.session.log) + 1
    last = rows[-1]
    for side in ("red", "blue"):
        assert int(last[f"{side}_steps_lost"]) == sum(statistics.lost_by_turn(side))
        assert int(last[f"{side}_dice"]) == statistics.faces(Side(side)).total()


def test_the_panel_plots_reads_and_jumps(window: MainWindow, tmp_path: Path) -> None:
    player = Player(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5))
    window.enter_play()
    chance = Random(5)
    while player.table.session.state.turn < 2:
        player.desk.submit(chance.choice(list(player.table.menu)))
    player.key("Alt+Shift+G")
    panel = window.play.sideboard.statistics
    panel.finish()
    assert panel.plot is not None
    said = {}
    for number in range(panel.sorts.count()):
        panel.sorts.setCurrentIndex(number)
        said[panel.sort] = [words for _, _, words in panel.plot.points]
        names = [label.text for _, label in panel.plot.legend.items]
        assert names, "the plot has a legend"
    assert said["steps"][0].startswith("Turn 1: Red ")
    assert any("Red" in words and "Blue" in words for words in said["held"])
    panel.sorts.setCurrentIndex(0)
    QApplication.processEvents()
    box = panel.plot.item.getViewBox()
    at = box.mapViewToScene(box.viewRect().center())
    panel.plot._moved(at)
    assert panel.values.text() in said["steps"]
    wanted: list[int] = []
    panel.step_wanted.connect(wanted.append)
    panel.plot._clicked(at)
    assert wanted
    assert player.desk.scene.log.list.currentItem() is not None, "the log shows that moment"
    window.play.show_panel("statistics")
    panel.save_csv(tmp_path / "numbers.csv")
    panel.save_png(tmp_path / "plot.png")
    assert (tmp_path / "numbers.csv").read_text(encoding="utf-8").startswith("step,turn,score,red_steps_lost")
    assert (tmp_path / "plot.png").stat().st_size > 1000
    panel.save_csv(tmp_path / "nowhere" / "numbers.csv")
    assert "Not saved" in panel.values.text()
    before = [(tmp_path / name).read_bytes() for name in ("numbers.csv", "plot.png")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space")))
        for save, name in ((panel.save_csv, "numbers.csv"), (panel.save_png, "plot.png")):
            save(tmp_path / name)
            assert "the disk is full" in panel.values.text()
    assert [(tmp_path / name).read_bytes() for name in ("numbers.csv", "plot.png")] == before, "nothing was cut"


def test_each_die_of_a_battle_is_of_the_side_that_threw_it() -> None:
    war = played("cabinet-war", 3, 120)
    statistics = Statistics(war)
    statistics.read()
    shots = [
        (before.at(event.origin)[0].side, before.at(event.target)[0].side, event)
        for before, step in zip(
            [war.session.start.state, *(each.state for each in war.session.log)], war.session.log, strict=False
        )
        for event in step.events
        if isinstance(event, ShotsFired)
    ]
    assert shots
    for side in war.game.ruleset.sides:
        attacks = Counter(event.attack_die for attacker, _, event in shots if attacker == side)
        defences = Counter(event.defence_die for _, defender, event in shots if defender == side)
        assert statistics.faces(side) == attacks + defences
