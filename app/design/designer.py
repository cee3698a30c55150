"""The designer as a page of the window: it follows the scenario that is open, shows its counters as they are designed,
and opens another when a scenario is made, deleted or undone.

The documents are the file's and the panels the editor's; this is what brings them onto the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.files.open_file import Files
from app.modes import Mode, ModeSwitch
from editor.canvas.counters.counter_pictures import bands_of, set_up_pictures
from editor.commands.design.scenarios import scenarios_on
from editor.commands.design.titles import renamed_to
from editor.documents.design_bench import DesignBench
from editor.documents.map_document import MapDocument
from editor.documents.setup_view import SetupView
from editor.documents.workbench import Workbench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from editor.tools.setup_hand import SetupHand
from engine.core.messages import message
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.language import wording_of

_SEEN = (Aspect.SETUP, Aspect.UNITS, Aspect.TYPES, Aspect.FORMATIONS, Aspect.PALETTE, Aspect.HEAD)

_REST = 400
"""Milliseconds without a key after which what was typed into the notes is shown elsewhere."""


class Designer(QObject):
    """What the window needs to be designed in; `open_choice` shows another scenario or map of the open file."""

    edited = Signal()
    """A document of the file is another than it was."""

    def __init__(
        self, bench: Workbench, files: Files, modes: ModeSwitch, open_choice: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bench, self._canvas = bench, bench.canvas
        self._files, self._modes, self._open_choice = files, modes, open_choice
        self.desk = DesignBench(bench)
        self.setup = SetupView(self.desk)
        self.hand = SetupHand(self.desk, self.setup.holding, self.setup.signs)
        self.desk.set_usual_hand(self.hand)
        self._canvas.drop_target = self.hand
        self._heard: MapDocument | None = None
        self._wanted: str | None = None
        """The scenario or map to be opened when the present change is over."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_REST)
        self._later.timeout.connect(self._soon.start)
        self.desk.selection_changed.connect(self._show_selection)

    @property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of the map on the canvas, by id."""
        document = self._bench.document
        return scenarios_on(document.documents.all, document.plan.id) if document is not None else {}

    # Following what is open

    def follow(self) -> None:
        """Something was opened: design the scenario on the screen, or none."""
        document, opened = self._bench.document, self._files.opened
        if self._heard is not None:
            self._heard.documents.changed.disconnect(self._documents_changed)
        self._heard = document
        if document is not None:
            document.documents.changed.connect(self._documents_changed)
        choice = opened.choice if opened is not None else ""
        self.desk.set_scenario(self.scenarios.get(choice))
        if self.desk.scenario is not None:
            self.desk.scenario.changed.connect(self._scenario_changed)
            self.desk.scenario.places_changed.connect(self._soon.start)

    def _documents_changed(self, change: DocumentsChange) -> None:
        self.edited.emit()
        here = self._files.opened.choice if self._files.opened is not None else ""
        if renamed_to(change, here) is not None:
            self._soon.start()
            return
        edits = {name[1]: edit for name, edit in change.edits.items() if name[0] == "scenario"}
        made = [name for name, edit in edits.items() if edit.before is None and name in self.scenarios]
        if made:
            self._open_later(made[0])
        elif here in edits and edits[here].after is None:
            document = self._bench.document
            left = [name for name in self.scenarios if name != here]
            self._open_later(left[0] if left else document.plan.id if document is not None else "")

    def _open_later(self, choice: str) -> None:
        """Open a scenario or map once the command, or its undoing, is done with."""
        self._wanted = choice
        self._soon.start()

    def _scenario_changed(self, touched: DesignTouched) -> None:
        if touched.has(*_SEEN):
            self._soon.start()
        elif touched.has(Aspect.WORDS):
            self._later.start()

    def _show(self) -> None:
        """Let the screen say what the documents say now."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self._open_choice(wanted)
            return
        self.renew()

    def renew(self) -> None:
        """What is open, as it is now: its title, and its counters where they are set up."""
        files, design = self._files, self.desk.design
        opened, project = files.opened, files.project
        if design is None or opened is None or project is None:
            return
        counters = set_up_pictures(
            design.scenario.setup,
            design.units,
            design.types,
            design.places,
            design.palette,
            bands=bands_of(design.formations),
        )
        said = wording_of(design.scenario.ruleset).scenario(design.scenario)
        title = said.title or design.id
        choices = _choices(opened.choices or {}, opened.choice, design.id, title)
        renewed = replace(
            opened,
            title=title,
            choice=design.id,
            counters=counters,
            description=said.description,
            choices=choices,
            project=Project(project.contents.documents.values()),
        )
        files.renew(renewed)
        if self._modes.mode is not Mode.PLAY:
            self._canvas.counters.set_counters(counters)
            self._show_selection()

    def _show_selection(self) -> None:
        """Put the halo on the chosen units that are on the map."""
        if self.desk.is_active:
            canvas = self._canvas
            units = [unit for unit in self.desk.selected_units if canvas.counters.location_of(unit) is not None]
            at = canvas.counters.location_of(units[0]) if units else None
            canvas.select(at or "", units)

    # Being on the screen

    def set_shown(self, shown: bool) -> None:
        """Take the mouse on the map, or give it back; what is chosen in the scenario is not chosen in the game."""
        was_shown = self.desk.is_active
        self.desk.set_active(shown)
        if shown:
            self._show_selection()
        elif was_shown:
            self._canvas.select("")

    def choose_place(self, key: str) -> None:
        """A place was clicked: choose the units that are set up there."""
        self.desk.point_out(key)
        if self.desk.brush is None:
            self.desk.select_units(picture.unit for picture in reversed(self._canvas.counters.stack(key)))

    # Making and taking away

    def push(self, change: DocumentsChange) -> bool:
        """Carry out a change of documents as one entry of the history; raises CannotEdit."""
        document = self._bench.document
        if document is None:
            raise CannotEdit(message("design.cannot.no-map"))
        return document.documents.push(change)


def _choices(before: Mapping[str, str], here: str, now: str, title: str) -> dict[str, str]:
    """What can be opened, with the scenario on the screen where it was, under the id and the title it has now."""
    found = {now if name == here else name: title if name == here else said for name, said in before.items()}
    return {**found, now: title}
