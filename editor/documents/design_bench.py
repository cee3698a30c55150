"""The drawing board of the designer: the scenario in work, the units that are chosen, and what the mouse is for.

Panels of the designer, the canvas and the window meet here. A unit chosen in the tree is chosen in the table and on the
map. The map itself stays on the `Workbench`, which this stands beside. It changes nothing; that is the document's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from editor.canvas.canvas import MapCanvas
from editor.canvas.view import EventTarget
from editor.checks.setup_check import PlaceFault
from editor.documents.design_brush import DesignBrush
from editor.documents.scenario_document import ScenarioDocument
from editor.documents.workbench import Workbench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.design import Design
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import Message
from engine.definitions.scenario import Scenario


class DesignBench(QObject):
    """One for a window. `scenario` is None while no scenario is open for work."""

    scenario_changed = Signal()
    """Another scenario is being designed, or none."""
    selection_changed = Signal()
    """Other units are chosen."""
    place_changed = Signal()
    """Another place is pointed out."""
    brush_changed = Signal()
    """Strokes on the map lay something else, or nothing."""
    faults_changed = Signal()
    """The rules find something else wrong with where units begin, or nothing."""
    panel_wanted = Signal(str)
    """A panel is to be brought to the front."""
    type_wanted = Signal(str)
    """A counter type is to be shown."""
    ids_shown = Signal(bool)
    """The ids of things are to be seen in the panels, or not any more."""
    active_changed = Signal(bool)
    """The designer is on the screen, or is not any more."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.bench = bench
        self._scenario: ScenarioDocument | None = None
        self._units: tuple[str, ...] = ()
        self._known: frozenset[str] = frozenset()
        """The units there were after the last change, so that one with another id is known again."""
        self._place = ""
        self._brush: DesignBrush | None = None
        self._faults: tuple[PlaceFault, ...] = ()
        self._hand: EventTarget | None = None
        self._usual_hand: EventTarget | None = None
        self._is_active = False
        self._shows_ids = False

    @property
    def shows_ids(self) -> bool:
        """Whether panels show what files call units, types and formations by; people rarely want to know."""
        return self._shows_ids

    def show_ids(self, on: bool) -> None:
        """Show ids, or no longer."""
        if on is not self._shows_ids:
            self._shows_ids = on
            self.ids_shown.emit(on)

    @property
    def canvas(self) -> MapCanvas:
        return self.bench.canvas

    # The scenario in work

    @property
    def scenario(self) -> ScenarioDocument | None:
        return self._scenario

    @property
    def design(self) -> Design | None:
        """The scenario with everything it names, as it is now."""
        return self._scenario.design if self._scenario is not None else None

    def set_scenario(self, scenario: Scenario | None) -> None:
        """Design another scenario of the map on the bench."""
        if self._scenario is not None:
            self._scenario.changed.disconnect(self._drop_what_is_gone)
            self._scenario.gone.disconnect(self._leave_scenario)
            self._scenario.map.documents.failed.disconnect(self.bench.reported)
            self._scenario.let_go()
        document = self.bench.document
        made = ScenarioDocument(document, scenario) if document is not None and scenario is not None else None
        self._scenario = made
        self._units = ()
        self._known = frozenset(made.design.units) if made is not None else frozenset()
        self._place = ""
        self._brush = None
        if made is not None:
            made.changed.connect(self._drop_what_is_gone)
            made.gone.connect(self._leave_scenario)
            made.map.documents.failed.connect(self.bench.reported)
        self.scenario_changed.emit()
        self.selection_changed.emit()
        self.place_changed.emit()
        self.brush_changed.emit()

    def _leave_scenario(self) -> None:
        """The scenario was deleted, or its making undone; whoever opened it opens another."""
        self.set_scenario(None)

    def push(self, make: Callable[[Design], DocumentsChange], *, merges: str = "") -> bool:
        """Carry out a command as one entry of the history; what it refuses is said in the status line."""
        if self._scenario is None:
            return False
        try:
            return self._scenario.push(make, merges=merges)
        except CannotEdit as bad:
            self.report(bad.message)
            return False

    def report(self, said: Message) -> None:
        """Say something in the status line."""
        self.bench.report(said)

    # The units that are chosen

    @property
    def selected_units(self) -> tuple[str, ...]:
        """The ids of the units that are chosen, in the order in which they were."""
        return self._units

    def select_units(self, units: Iterable[str]) -> None:
        """Choose units; the table, the tree and the map show the same ones."""
        chosen = tuple(dict.fromkeys(units))
        if chosen != self._units:
            self._units = chosen
            self.selection_changed.emit()

    def _drop_what_is_gone(self, touched: DesignTouched) -> None:
        design = self.design
        if design is not None and touched.has(Aspect.UNITS):
            gone = [unit for unit in self._units if unit not in design.units]
            come = [unit for unit in design.units if unit in touched.units and unit not in self._known]
            renamed = dict(zip(gone, come, strict=True)) if len(gone) == len(come) else {}
            self.select_units(each for unit in self._units if (each := renamed.get(unit, unit)) in design.units)
            self._known = frozenset(design.units)

    # The place that is pointed out

    @property
    def place(self) -> str:
        """The key of the place where a key of the keyboard acts; empty when none is pointed out."""
        return self._place

    def point_out(self, key: str) -> None:
        """Point out a place: by a click, by the arrows, or by its name."""
        if key != self._place:
            self._place = key
            self.place_changed.emit()

    # What the rules say of the setup

    @property
    def faults(self) -> tuple[PlaceFault, ...]:
        """Where units begin as the rules would not let them stand."""
        return self._faults

    def set_faults(self, faults: tuple[PlaceFault, ...]) -> None:
        """Keep what was found, as whoever asks the rules does."""
        if faults != self._faults:
            self._faults = faults
            self.faults_changed.emit()

    # What strokes lay on the map

    @property
    def brush(self) -> DesignBrush | None:
        """What a stroke lays on the map; None where the mouse moves units."""
        return self._brush

    def set_brush(self, brush: DesignBrush | None) -> None:
        """Let strokes lay something else, or let the mouse move units again."""
        if brush != self._brush:
            self._brush = brush
            self.brush_changed.emit()

    # The mouse on the map

    @property
    def is_active(self) -> bool:
        """Whether the designer is on the screen, so that the mouse on the map is its own."""
        return self._is_active

    def set_active(self, active: bool) -> None:
        """Take the canvas in hand, as the window does when the designer is shown, or let go of it."""
        if active is self._is_active:
            return
        self._is_active = active
        if active:
            self.canvas.event_target = self.hand
        elif self.canvas.event_target is self.hand:
            self.canvas.event_target = None
        self.active_changed.emit(active)

    @property
    def hand(self) -> EventTarget | None:
        """Whose the mouse on the map is: somebody who took it, or else the hand that sets up."""
        return self._hand or self._usual_hand

    def take(self, hand: EventTarget | None) -> None:
        """Let gestures on the map mean something else while the designer is shown; None gives the mouse back."""
        self._hand = hand
        if self._is_active:
            self.canvas.event_target = self.hand

    def set_usual_hand(self, hand: EventTarget) -> None:
        """The hand that has the mouse while nobody else has taken it."""
        self._usual_hand = hand
        if self._is_active:
            self.canvas.event_target = self.hand
