"""The Scenario menu: the designer's page, and scenarios begun, copied, taken in, shown and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox

from app.design.compare_dialog import CompareDialog
from app.design.history_dialog import ScenarioHistoryDialog
from app.design.scenario_dialogs import BundledDialog, CopyScenarioDialog, NewScenarioDialog
from app.design.scenarios_dialog import ScenariosDialog
from app.menus.entries import entry
from app.modes import Mode
from editor.commands.design.scenarios import adopt_scenario, copy_scenario, delete_scenario, new_scenario
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.rulesets.library import find_bundled
from engine.storage.history import Version

if TYPE_CHECKING:
    from app.window import MainWindow


class DesignMenu(QObject):
    """What is done to scenarios as a whole."""

    def __init__(self, window: MainWindow, menu: QMenu) -> None:
        super().__init__(window)
        self._window = window
        page = self.tr("Design the scenario on this map: units, setup, schedule, charts and victory")
        self.page = entry(
            menu, self.tr("&Design Scenario"), "F7", page, self._set_page, checked=False, picture="counter"
        )
        menu.addSeparator()
        new = self.tr("Begin a scenario on the map that is open")
        self.new = entry(menu, self.tr("&New Scenario on This Map..."), "Ctrl+Alt+W", new, self.ask_new)
        copy = self.tr("Make another scenario out of this one, with armies of its own")
        self.copy = entry(menu, self.tr("&Copy Scenario..."), "Ctrl+Alt+D", copy, self.ask_copy)
        bundled = self.tr("Take one of the bundled scenarios as the start of one of your own")
        self.bundled = entry(
            menu, self.tr("Start from a &Bundled Scenario..."), "Ctrl+Alt+B", bundled, self.ask_bundled
        )
        following = self.tr("Show the next scenario on this map; after the last comes the first")
        self.following = entry(menu, self.tr("Ne&xt Scenario"), "Ctrl+Shift+PgDown", following, self.show_next)
        every = self.tr("The scenarios of this map in a list: show, order, rename, copy, compare and delete them")
        self.every = entry(menu, self.tr("Scenarios of This &Map..."), "Ctrl+Alt+L", every, self.ask_every)
        compare = self.tr("See what differs from another scenario, a bundled one, or a saved state of this one")
        self.compare = entry(menu, self.tr("Com&pare Scenarios..."), "Ctrl+Alt+Q", compare, self.ask_compare)
        history = self.tr("Every change of this scenario that the file remembers, and the way back to a saved state")
        self.history = entry(menu, self.tr("&History of This Scenario..."), "Ctrl+Alt+Y", history, self.ask_history)
        menu.addSeparator()
        delete = self.tr("Take this scenario out of the file; undo brings it back")
        self.delete = entry(menu, self.tr("D&elete Scenario..."), "Ctrl+Alt+Backspace", delete, self.ask_delete)
        menu.addSeparator()

    @property
    def actions(self) -> tuple[QAction, ...]:
        asking = (self.every, self.compare, self.history)
        return (self.page, self.new, self.copy, self.bundled, self.following, *asking, self.delete)

    def _set_page(self, on: bool) -> None:
        window = self._window
        if on is not (window.mode is Mode.DESIGN):
            window.set_mode(Mode.DESIGN if on else Mode.EDIT)
        self.refresh()

    # Asking

    def ask_new(self) -> NewScenarioDialog | None:
        """Ask what the scenario is to be; what is only looked at becomes a working copy first."""
        window = self._window
        window.set_mode(Mode.DESIGN)
        document = window.bench.document
        if document is None:
            return None
        plan = document.plan
        dialog = NewScenarioDialog(plan.title or plan.id, plan.palette, window)
        dialog.when_accepted(
            lambda: window.designer.push(
                new_scenario(
                    document.documents.all,
                    title=dialog.title.text(),
                    ruleset=dialog.ruleset,
                    map_id=plan.id,
                    first_turn=dialog.first.value(),
                    last_turn=dialog.last.value(),
                    taken=document.documents.map_ids,
                )
            )
        )
        dialog.open()
        return dialog

    def ask_copy(self) -> CopyScenarioDialog | None:
        """Ask what the copy is to be called."""
        window = self._window
        window.set_mode(Mode.DESIGN)
        document, scenario = window.bench.document, window.designer.desk.scenario
        if document is None or scenario is None:
            return None
        dialog = CopyScenarioDialog(scenario.scenario, window)
        documents = document.documents
        dialog.when_accepted(
            lambda: window.designer.push(
                copy_scenario(documents.all, scenario.id, title=dialog.title.text(), taken=documents.map_ids)
            )
        )
        dialog.open()
        return dialog

    def ask_bundled(self) -> BundledDialog:
        """Ask which bundled scenario to begin with."""
        window = self._window
        dialog = BundledDialog(can_add=window.files.can_edit, parent=window)
        dialog.when_accepted(lambda: self.adopt(dialog.name) if dialog.is_here else self.start_from(dialog.name))
        dialog.open()
        return dialog

    def start_from(self, name: str) -> None:
        """Open a working copy of a bundled scenario in the designer."""
        if self._window.open(name):
            self._window.set_mode(Mode.DESIGN)

    def adopt(self, name: str) -> None:
        """Put a bundled scenario and its map into the open file."""
        window = self._window
        project = find_bundled(name).load()
        maps = [document for document in project.documents() if isinstance(document, MapModel)]
        plan, _ = plan_of(maps[0])
        if not window.add_map(plan) or window.bench.document is None:
            return
        document = window.bench.document
        documents, map_id = document.documents, document.plan.id
        window.designer.push(adopt_scenario(documents.all, project.documents(), map_id=map_id, taken=documents.map_ids))
        window.set_mode(Mode.DESIGN)

    def ask_every(self) -> ScenariosDialog:
        """List the scenarios of the map; what is only looked at becomes a working copy first."""
        self._window.set_mode(Mode.DESIGN)
        dialog = ScenariosDialog(self._window)
        dialog.open()
        return dialog

    def ask_compare(self, version: Version | None = None) -> CompareDialog | None:
        """Compare the scenario in work with another, or with itself as it was."""
        self._window.set_mode(Mode.DESIGN)
        if self._window.designer.desk.scenario is None:
            return None
        dialog = CompareDialog(self._window, version)
        dialog.show()
        return dialog

    def ask_history(self) -> ScenarioHistoryDialog | None:
        """Show what became of the scenario in work."""
        self._window.set_mode(Mode.DESIGN)
        if self._window.designer.desk.scenario is None:
            return None
        dialog = ScenarioHistoryDialog(self._window)
        dialog.open()
        return dialog

    def ask_delete(self) -> QMessageBox | None:
        """Ask whether the scenario is really to go."""
        window = self._window
        scenario = window.designer.desk.scenario
        if scenario is None:
            return None
        words = self.tr("Delete the scenario {0} with its armies and its saved games?")
        box = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Delete Scenario"),
            words.format(scenario.scenario.title or scenario.id),
            QMessageBox.StandardButton.Cancel,
            window,
        )
        box.setInformativeText(self.tr("What other scenarios of this file use is kept. Undo brings it all back."))
        go = box.addButton(self.tr("&Delete"), QMessageBox.ButtonRole.AcceptRole)
        go.clicked.connect(lambda _=False: self.delete_now())
        box.open()
        return box

    def delete_now(self) -> None:
        """Take the scenario in work out of the file."""
        scenario = self._window.designer.desk.scenario
        if scenario is not None:
            self._window.designer.push(delete_scenario(scenario.map.documents.all, scenario.id))

    def show_next(self) -> None:
        """Design the next scenario of the map."""
        names, scenario = list(self._window.designer.scenarios), self._window.designer.desk.scenario
        if names:
            here = names.index(scenario.id) + 1 if scenario is not None and scenario.id in names else 0
            self._window.open_choice(names[here % len(names)])

    def refresh(self) -> None:
        """Grey what cannot act."""
        window = self._window
        is_open = window.opened is not None
        works = window.bench.document is not None
        has = window.designer.desk.scenario is not None
        self.page.setEnabled(is_open)
        self.page.setChecked(window.mode is Mode.DESIGN)
        self.new.setEnabled(is_open)
        self.copy.setEnabled(is_open and (has or not works))
        self.delete.setEnabled(has and works)
        self.every.setEnabled(is_open and (works or window.mode is not Mode.DESIGN))
        for action in (self.compare, self.history):
            action.setEnabled(is_open and (has or not works))
        self.following.setEnabled(len(window.designer.scenarios) > 1)
