"""The Scenario menu: the designer's page, and scenarios begun, copied, taken in, shown and deleted."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from app.design.compare_dialog import CompareDialog
from app.design.designer import Designer
from app.design.history_dialog import ScenarioHistoryDialog
from app.design.scenario_dialogs import BundledDialog, CopyScenarioDialog, NewScenarioDialog
from app.design.scenarios_dialog import ScenariosDialog
from app.files.file_actions import FileActions
from app.menus.entries import entry
from app.modes import Mode, ModeSwitch
from editor.commands.design.scenarios import adopt_scenario, copy_scenario, delete_scenario, new_scenario
from editor.documents.workbench import Workbench
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.narration.language import scenario_title
from engine.rulesets.library import find_bundled
from engine.storage.history import Version

_IDS = "design/ids"


class DesignMenu(QObject):
    """What is done to scenarios as a whole."""

    def __init__(
        self,
        menu: QMenu,
        frame: QWidget,
        designer: Designer,
        bench: Workbench,
        actions: FileActions,
        *,
        modes: ModeSwitch,
        settings: QSettings,
    ) -> None:
        super().__init__(menu)
        self._settings = settings
        self._frame, self._designer, self._bench = frame, designer, bench
        self._actions, self._files, self._modes = actions, actions.files, modes
        page = self.tr("Design the scenario on this map: units, setup, schedule, charts and victory")
        self.page = entry(
            menu, self.tr("&Design Scenario"), "F7", page, self._set_page, checked=False, picture="counter"
        )
        menu.addSeparator()
        new = self.tr("Begin a scenario on the map that is open")
        self.new = entry(menu, self.tr("&New Scenario on This Map..."), "Ctrl+Alt+W", new, self.ask_new)
        copy = self.tr("Make another scenario out of this one, with armies of its own")
        self.copy = entry(menu, self.tr("&Copy Scenario..."), "Ctrl+Alt+Shift+C", copy, self.ask_copy)
        bundled = self.tr("Take one of the bundled scenarios as the start of one of your own")
        self.bundled = entry(
            menu, self.tr("Start from a &Bundled Scenario..."), "Ctrl+Alt+B", bundled, self.ask_bundled
        )
        following = self.tr("Show the next scenario on this map; after the last comes the first")
        self.following = entry(menu, self.tr("Ne&xt Scenario"), "Ctrl+Shift+PgDown", following, self.show_next)
        every = self.tr("The scenarios of this map in a list: show, order, rename, copy, compare and delete them")
        self.every = entry(menu, self.tr("Scenarios of This &Map..."), "Ctrl+Alt+Shift+L", every, self.ask_every)
        compare = self.tr("See what differs from another scenario, a bundled one, or a saved state of this one")
        self.compare = entry(menu, self.tr("Com&pare Scenarios..."), "Ctrl+Alt+Q", compare, self.ask_compare)
        history = self.tr("Every change of this scenario that the file remembers, and the way back to a saved state")
        self.history = entry(menu, self.tr("&History of This Scenario..."), "Ctrl+Alt+Y", history, self.ask_history)
        menu.addSeparator()
        ids = self.tr("Show what files call units, counter types and formations by, beside their names")
        shown = settings.value(_IDS, False, type=bool) is True
        self.ids = entry(menu, self.tr("Show &Ids"), "Ctrl+Alt+Shift+I", ids, self._show_ids, checked=shown)
        designer.desk.show_ids(shown)
        delete = self.tr("Take this scenario out of the file; undo brings it back")
        self.delete = entry(menu, self.tr("D&elete Scenario..."), "Ctrl+Shift+Backspace", delete, self.ask_delete)
        menu.addSeparator()

    @property
    def actions(self) -> tuple[QAction, ...]:
        asking = (self.every, self.compare, self.history)
        return (self.page, self.new, self.copy, self.bundled, self.following, *asking, self.delete)

    def _show_ids(self, on: bool) -> None:
        self._settings.setValue(_IDS, on)
        self._designer.desk.show_ids(on)

    def _set_page(self, on: bool) -> None:
        if on is not (self._modes.mode is Mode.DESIGN):
            self._modes.set_mode(Mode.DESIGN if on else Mode.EDIT)
        self.refresh()

    # Asking

    def ask_new(self) -> NewScenarioDialog | None:
        """Ask what the scenario is to be; what is only looked at becomes a working copy first.

        Who gives the question up over the map that is edited is there again.
        """
        came_from = self._modes.mode
        self._modes.set_mode(Mode.DESIGN)
        document = self._bench.document
        if document is None:
            return None
        plan = document.plan
        dialog = NewScenarioDialog(plan.title or plan.id, plan.palette, self._frame)
        dialog.when_accepted(
            lambda: self._designer.push(
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
        if came_from is Mode.EDIT:
            dialog.rejected.connect(lambda: self._modes.set_mode(Mode.EDIT))
        dialog.open()
        return dialog

    def ask_copy(self) -> CopyScenarioDialog | None:
        """Ask what the copy is to be called."""
        self._modes.set_mode(Mode.DESIGN)
        document, scenario = self._bench.document, self._designer.desk.scenario
        if document is None or scenario is None:
            return None
        dialog = CopyScenarioDialog(scenario.scenario, self._frame)
        documents = document.documents
        dialog.when_accepted(
            lambda: self._designer.push(
                copy_scenario(documents.all, scenario.id, title=dialog.title.text(), taken=documents.map_ids)
            )
        )
        dialog.open()
        return dialog

    def ask_bundled(self) -> BundledDialog:
        """Ask which bundled scenario to begin with."""
        dialog = BundledDialog(can_add=self._files.can_edit, parent=self._frame)
        dialog.when_accepted(lambda: self.adopt(dialog.name) if dialog.is_here else self.start_from(dialog.name))
        dialog.open()
        return dialog

    def start_from(self, name: str) -> None:
        """Open a working copy of a bundled scenario in the designer."""
        if self._actions.open(name):
            self._modes.set_mode(Mode.DESIGN)

    def adopt(self, name: str) -> None:
        """Put a bundled scenario and its map into the open file."""
        project = find_bundled(name).load()
        maps = [document for document in project.documents() if isinstance(document, MapModel)]
        plan, _ = plan_of(maps[0])
        if not self._actions.add_map(plan) or self._bench.document is None:
            return
        document = self._bench.document
        documents, map_id = document.documents, document.plan.id
        self._designer.push(adopt_scenario(documents.all, project.documents(), map_id=map_id, taken=documents.map_ids))
        self._modes.set_mode(Mode.DESIGN)

    def ask_every(self) -> ScenariosDialog:
        """List the scenarios of the map; what is only looked at becomes a working copy first."""
        self._modes.set_mode(Mode.DESIGN)
        dialog = ScenariosDialog(
            self._designer,
            open_choice=self._actions.open_choice,
            copy=self.ask_copy,
            compare=self.ask_compare,
            parent=self._frame,
        )
        dialog.open()
        return dialog

    def ask_compare(self, version: Version | None = None) -> CompareDialog | None:
        """Compare the scenario in work with another, or with itself as it was."""
        self._modes.set_mode(Mode.DESIGN)
        if self._designer.desk.scenario is None:
            return None
        dialog = CompareDialog(self._designer, self._files, version, self._frame)
        dialog.show()
        return dialog

    def ask_history(self) -> ScenarioHistoryDialog | None:
        """Show what became of the scenario in work."""
        self._modes.set_mode(Mode.DESIGN)
        scenario = self._designer.desk.scenario
        if scenario is None:
            return None
        dialog = ScenarioHistoryDialog(scenario, self.ask_compare, self._frame)
        dialog.open()
        return dialog

    def ask_delete(self) -> QMessageBox | None:
        """Ask whether the scenario is really to go."""
        scenario = self._designer.desk.scenario
        if scenario is None:
            return None
        words = self.tr("Delete the scenario {0} with its armies and its saved games?")
        box = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Delete Scenario"),
            words.format(scenario_title(scenario.scenario)),
            QMessageBox.StandardButton.Cancel,
            self._frame,
        )
        box.setInformativeText(self.tr("What other scenarios of this file use is kept. Undo brings it all back."))
        go = box.addButton(self.tr("&Delete"), QMessageBox.ButtonRole.AcceptRole)
        go.clicked.connect(lambda _=False: self.delete_now())
        box.finished.connect(box.deleteLater)
        box.open()
        return box

    def delete_now(self) -> None:
        """Take the scenario in work out of the file."""
        scenario = self._designer.desk.scenario
        if scenario is not None:
            self._designer.push(delete_scenario(scenario.map.documents.all, scenario.id))

    def show_next(self) -> None:
        """Design the next scenario of the map."""
        names, scenario = list(self._designer.scenarios), self._designer.desk.scenario
        if names:
            here = names.index(scenario.id) + 1 if scenario is not None and scenario.id in names else 0
            self._actions.open_choice(names[here % len(names)])

    def refresh(self) -> None:
        """Grey what cannot act."""
        is_open = self._files.opened is not None
        works = self._bench.document is not None
        has = self._designer.desk.scenario is not None
        self.page.setEnabled(is_open)
        self.page.setChecked(self._modes.mode is Mode.DESIGN)
        self.new.setEnabled(is_open)
        self.copy.setEnabled(is_open and (has or not works))
        self.delete.setEnabled(has and works)
        self.every.setEnabled(is_open and (works or self._modes.mode is not Mode.DESIGN))
        for action in (self.compare, self.history):
            action.setEnabled(is_open and (has or not works))
        self.following.setEnabled(len(self._designer.scenarios) > 1)
