"""A scenario made with a real pointer and real keys, from nothing to a game in which everybody is supplied.

Usage: python -m tests.app.real_scenario <folder>. The hand is that of `real_map`, and counts what it does: a key or a
chord, a click, a drag, a text typed into one field. The test beside this starts it; it is no test itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QScrollArea, QWidget

from app.modes import Mode
from editor.checks.setup_check import SetupCheck
from editor.export.kit.dialog import KitDialog
from editor.model.design.design import Design
from editor.model.design.units.unit_fields import Field
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.playable_panel import PlayablePanel
from editor.panels.design.units.force_tree import SIDE
from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.design.victory_panel import VictoryPanel
from engine.narration.victory_words import victory_sentences
from tests.app.play.hands import Player
from tests.app.real_map import Desk, Hand, shown_windows
from tests.app.real_walk import carry_out, opened
from tests.helpers.screen import Screen

TITLE = "Velikiye Luki"
_MOST_PHASES = 40
TOWN = "0806"
SERIES = (
    # formation, type, name, how many, where each begins; (turn, place) for those who come later
    ("axis", "LIX Corps", (
        ("supply depot", "Depot {n}", ("0306", "0606")),
        ("infantry corps (german)", "{roman} Corps", ("0604", "0605", "0706", "0607", "0608", (2, "0106"))),
        ("armoured corps", "{n}. Panzer", ("0505", (3, "0106"))),
    )),
    ("soviet", "3rd Shock Army", (
        ("front headquarters", "Front {n}", ("1206", "1406")),
        ("infantry corps (soviet)", "{n}. Corps",
         ("0806", "0805", "0804", "0807", "0808", "0905", "0906", "0907", "1005", (2, "1606"))),
        ("mechanised corps", "{n}. Mech", ("1006", (3, "1606"))),
    )),
)  # fmt: skip
RESULTS = ("A3", "A3", "A3", "A2", "A2", "A2")


class DesigningHand(Hand):
    """Works on the screen and counts."""

    inputs = 0

    @property
    def player(self) -> Player:
        return Player(self.window)

    def key(self, chord: str) -> None:
        self.inputs += 1
        super().key(chord)

    def click(self, at: tuple[int, int]) -> None:
        self.inputs += 1
        super().click(at)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.inputs += 1
        super().drag(start, end)

    def type(self, text: str) -> None:
        self.inputs += 1
        self.screen.type(text)
        self.settle()

    # What there is to see

    def panel(self, kind: type[Any]) -> Any:
        return self.window.docks.panels[kind.name]

    @property
    def design(self) -> Design:
        found = self.window.designer.desk.design
        assert found is not None
        return found

    def middle(self, widget: QWidget) -> tuple[int, int]:
        """The middle of a widget; one turn of the wheel brings what is below the edge of its panel."""

        def reveal() -> bool:
            above, hidden = widget.parentWidget(), False
            while above is not None:
                if isinstance(above, QScrollArea):
                    before = widget.mapToGlobal(QPoint())
                    above.ensureWidgetVisible(widget)
                    hidden = hidden or widget.mapToGlobal(QPoint()) != before
                above = above.parentWidget()
            return hidden

        self.inputs += int(self.desk.ask(reveal))
        return self.at(lambda: widget.rect().center(), widget)

    def cell(self, view: QAbstractItemView, find: Any) -> tuple[int, int]:
        """The middle of a cell, which is scrolled to."""

        def look() -> QPoint:
            index: QModelIndex = find()
            view.scrollTo(index)
            QApplication.processEvents()
            return view.visualRect(index).center()

        return self.at(look, view.viewport())

    # The walk

    def walk(self) -> dict[str, Any]:
        self.focus(self.window)
        self.new_map()
        self.ground()
        self.places()
        self.new_scenario()
        self.armies()
        self.set_up()
        self.victory()
        self.chart()
        self.playable()
        self.printed()
        self.played()
        return self.desk.ask(self.report)

    def new_map(self) -> None:
        self.key("Control_L+n")
        self.dialog("New Map")
        self.type(TITLE)
        self.key("Tab")
        self.type("r")
        self.key("Alt_L+z")
        self.type("16")
        self.key("Tab")
        self.type("12")
        self.picture("01-new-map")
        self.key("Return")
        self.focus(self.window)

    def ground(self) -> None:
        self.key("b")
        self.pick("Forest")
        self.drag(self.hex("0503"), self.hex("0903"))
        self.key("t")
        self.pick("Railway")
        self.click(self.hex("0106"))
        self.click(self.hex("1606"))
        self.key("Return")
        self.picture("02-ground")

    def places(self) -> None:
        self.key("c")
        self.pick("Minor city")
        self.click(self.hex(TOWN))
        self.type(TITLE)
        self.key("Return")
        self.pick("Permanent supply source")
        for label, side in (("0106", "Axis"), ("1606", "Soviet")):
            self.click(self.hex(label))
            self.key("Return")
            self.click(self.at(lambda: self.owner().rect().center(), self.owner_now()))
            self.key(side[0].lower())
            self.key("Return")
        self.picture("03-places")

    def owner(self) -> QComboBox:
        """The field of the inspector that says whose a source is."""
        found = self.window.docks.panels["inspector"].findChild(QComboBox, "attribute.side")
        assert isinstance(found, QComboBox)
        return found

    def owner_now(self) -> QComboBox:
        found = self.desk.ask(self.owner)
        assert isinstance(found, QComboBox)
        return found

    def new_scenario(self) -> None:
        self.key("Control_L+Alt_L+w")
        self.dialog("New Scenario on This Map")
        self.type(TITLE)
        self.key("Return")
        self.focus(self.window)
        self.picture("05-designer")

    def armies(self) -> None:
        for side, name, series in SERIES:
            forces = self.panel(ForcesPanel)
            self.click(self.cell(forces.tree, lambda side=side, forces=forces: forces.tree.indexFromItem(
                forces.tree.items[SIDE, side])))  # fmt: skip
            self.key("Shift_L+Insert")
            self.type(name)
            self.key("Return")
            for kind, pattern, places in series:
                self.key("Insert")
                self.dialog("Add Units")
                self.type(pattern)
                self.key("Alt_L+t")
                self.type(kind)
                self.key("Tab")
                self.key("Alt_L+u")
                self.type(str(len(places)))
                if pattern.startswith("{roman}"):
                    self.picture("06-series")
                self.key("Return")
                self.focus(self.window)
        self.picture("07-armies")

    def set_up(self) -> None:
        """Write places and turns into the table, row by row."""
        table = self.panel(UnitTablePanel)
        columns = table.model.columns
        where = [place for _, _, series in SERIES for _, _, places in series for place in places]

        def index(row: int, column: str) -> Any:
            return lambda: table.model.index(row, columns.index(column))

        self.click(self.cell(table.table, index(0, Field.PLACE)))
        for row, place in enumerate(where):
            self.type(place if isinstance(place, str) else place[1])
            self.key("Return")
            if row + 1 < len(where):
                self.key("Down")
        for row, place in enumerate(where):
            if not isinstance(place, str):
                self.click(self.cell(table.table, index(row, Field.TURN)))
                self.type(str(place[0]))
                self.key("Return")
        self.picture("08-set-up")

    def victory(self) -> None:
        self.key("Control_L+Alt_L+v")
        panel = self.panel(VictoryPanel)
        goals = panel.objectives
        self.click(self.middle(goals.paint))
        self.click(self.hex(TOWN))
        self.click(self.middle(goals.paint))
        self.middle(panel.tabs.tabBar())
        self.click(self.at(lambda: panel.tabs.tabBar().tabRect(1).center(), panel.tabs.tabBar()))
        page = panel.conditions
        self.click(self.middle(page.add_button))
        self.click(self.middle(page.side))
        self.key("Down")
        self.key("Return")
        self.click(self.middle(page.words))
        self.type("The town is held")
        self.key("Return")
        self.picture("09-victory")

    def chart(self) -> None:
        self.key("Control_L+Alt_L+7")
        panel = self.panel(ChartsPanel)
        self.click(self.cell(panel.grid, lambda: panel.model.index(0, 0)))
        for result in RESULTS:
            self.type(result)
            self.key("Return")
            self.key("Down")
        self.picture("10-chart")

    def playable(self) -> None:
        self.key("Control_L+Alt_L+9")
        panel = self.panel(PlayablePanel)
        self.until(lambda: not panel.is_checking, "the verdict")
        self.picture("11-playable")

    def printed(self) -> None:
        (self.folder / "kit").mkdir()
        self.key("Control_L+p")
        dialog = self.dialog("Print and Play")
        assert isinstance(dialog, KitDialog)
        self.picture("12-print")
        self.key("Alt_L+d")
        self.key("Control_L+a")
        self.type(str(self.folder / "kit"))
        self.key("Alt_L+w")
        self.until(lambda: not any(isinstance(each, KitDialog) for each in shown_windows()), "the kit")
        assert list((self.folder / "kit").glob("*set-up*.pdf")), "it closes when everything is written"
        self.picture("13-printed")
        self.focus(self.window)
        self.key("F5")
        self.picture("14-play")

    def played(self) -> None:
        """End every phase of the first turn, to the reinforcements of the second; none of it counts any more."""
        made = self.inputs
        for _ in range(_MOST_PHASES):
            if "waiting" in self.desk.ask(self.player.desk.scene.prompt.prompt.text):
                break
            self.rest()
            self.key("Return")
        self.inputs = made
        self.picture("15-second-turn")

    def report(self) -> dict[str, Any]:
        design, scenario = self.design, self.design.scenario
        laid = SetupCheck().laid_out(design)
        assert laid is not None
        game, state = laid
        hungry = [
            unit.id
            for unit in state.every_unit()
            if game.ruleset.questions["supply"](game, state, {"unit": unit.id}).state != "supplied"  # type: ignore[attr-defined]
        ]
        panel = self.panel(PlayablePanel)
        sheet = next(iter(self.walker.plan.sheets.values()))
        return {
            "inputs": self.inputs,
            "size": sheet.size,
            "units": len(design.units),
            "placed": len(scenario.setup),
            "arrivals": sorted((entry.turn, entry.at or "") for entry in scenario.schedule),
            "victory": list(victory_sentences(scenario, lambda label: label)),
            "column": [design.charts.tables["combat"].cells[row][0] for row in range(6)],
            "hungry": hungry,
            "faults": len(self.window.designer.desk.faults),
            "findings": [f"{each.issue.severity}: {each.issue.message}" for each in panel.findings],
            "verdict": panel.verdict.text(),
            "plays": self.window.mode is Mode.PLAY,
            "turn": self.player.table.session.state.turn,
            "asked": self.player.desk.scene.prompt.prompt.text(),
            "window": (self.window.width(), self.window.height()),
            "kit": sorted(each.name for each in (self.folder / "kit").glob("*.pdf")),
        }


def main(folder: Path) -> None:
    hand = DesigningHand(Desk(opened(folder)), Screen(os.environ["DISPLAY"]), folder)
    carry_out(hand.walk, hand.picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
