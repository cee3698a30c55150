"""Reinforcements and withdrawals on a timeline: dragged in from the order of battle, from turn to turn, or by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QWidget

from editor.commands.design.schedule import (
    move_entries,
    remove_entries,
    schedule_units,
    set_entry_kinds,
    set_entry_places,
    set_entry_turns,
    set_entry_values,
)
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.cell_words import unit_title
from editor.model.design.timeline import Grouping, Item, Timeline
from editor.model.design.value_words import values_of
from editor.panels.button_menu import pop_up
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.entry_form import EntryForm
from editor.panels.design.setup.place_picker import PlacePicker
from editor.panels.design.timeline_painting import COUNTER
from editor.panels.design.timeline_view import TimelineView
from editor.panels.design.units.counter_icons import CounterIcons
from editor.panels.hint import Hint
from editor.panels.panel import column_of, tool_button
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.scenario import ScheduleKind
from engine.narration.language import catalogue, counted
from engine.narration.language import title as heading

_BESIDE = 216
_ABOUT = "schedule.about"
"""Where a game says in words what comes by its own rules, whatever a schedule says."""


class TimelinePanel(DesignPanel):
    """What comes and goes, by turn."""

    name = "timeline"
    shows = frozenset(
        {
            *(Aspect.SCHEDULE, Aspect.SETUP, Aspect.UNITS, Aspect.TYPES, Aspect.FORMATIONS, Aspect.PALETTE),
            *(Aspect.HEAD, Aspect.CHARTS),
        }
    )

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.view = TimelineView()
        self.form = EntryForm(self._words, lambda: self.design)
        self.form.setFixedWidth(_BESIDE)
        self.grouping = QComboBox()
        self.grouping.addItem(self.tr("A lane for each side"), Grouping.SIDE)
        self.grouping.addItem(self.tr("A lane for each formation"), Grouping.FORMATION)
        self.grouping.setAccessibleName(self.tr("Lanes"))
        self.grouping.setToolTip(self.tr("What stands in one row"))
        self.grouping.currentIndexChanged.connect(self._show)
        self.remark = Hint()
        self.picker: PlacePicker | None = None
        self._lay_out()
        view, form = self.view, self.form
        view.tell = self._tell_item
        view.chosen.connect(self._chosen)
        view.move_wanted.connect(self.move_chosen)
        view.drop_wanted.connect(self._drop)
        view.add_wanted.connect(self.add)
        view.withdraw_wanted.connect(self.withdraw)
        view.remove_wanted.connect(self.remove)
        view.edit_wanted.connect(self._edit)
        form.turn_set.connect(self._set_turn)
        form.kind_set.connect(self._set_kind)
        form.place_set.connect(self._set_place)
        form.values_set.connect(self._set_values)
        form.pick_wanted.connect(self.pick)
        self.follow_scenarios()

    def _lay_out(self) -> None:
        add = self.tr("Let the chosen units arrive on the turn that is chosen here")
        leave = self.tr("Let the chosen units be withdrawn on the turn that is chosen here")
        drop = self.tr("Take the chosen entries off the schedule")
        row = QHBoxLayout()
        row.addWidget(self.grouping)
        row.addWidget(self.remark, 1)
        row.addWidget(tool_button("import", self.tr("Arrive"), add, self.add, shortcut="Ins"))
        row.addWidget(tool_button("export", self.tr("Withdraw"), leave, self.withdraw, shortcut="Shift+Ins"))
        row.addWidget(tool_button("delete", self.tr("Remove"), drop, self.remove, shortcut="Del"))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        below = QHBoxLayout()
        below.addWidget(self.view, 1)
        below.addWidget(self.form)
        column = column_of(self.body)
        column.addLayout(row)
        column.addLayout(below, 1)

    @property
    def title(self) -> str:
        return self.tr("Timeline")

    @property
    def about(self) -> str:
        return self.tr("Reinforcements and withdrawals by turn, with the places where they enter")

    def sizeHint(self) -> QSize:
        return QSize(720, 240)

    # What is shown

    def scenario_opened(self) -> None:
        self._leave_picking()
        self.view.selected, self.view.cell = (), (0, 0)
        self._show()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._show()

    def places_changed(self) -> None:
        self._show()

    def theme_changed(self) -> None:
        self.form.theme_changed()
        self.view.viewport().update()

    def _show(self) -> None:
        design = self.design
        if design is None:
            return
        timeline = Timeline(design, self.grouping.currentData())
        self.view.titles = {side: heading(side, design.scenario.ruleset) for side in design.scenario.sides}
        self.view.titles[""] = self.tr("No side")
        self.view.show_timeline(timeline, CounterIcons(self.desk, design, COUNTER))
        self._remark_on(timeline)
        self._show_form()

    def _remark_on(self, timeline: Timeline) -> None:
        design = self.design
        wrong = sum(bool(item.problems) for item in timeline.items)
        lines = []
        if wrong:
            lines.append(self.tr("{0} {0:entry needs|entries need} a look.").format(counted(wrong)))
        own = catalogue(design.scenario.ruleset) if design is not None else catalogue()
        if _ABOUT in own:
            lines.append(own.text(Message(_ABOUT)))
        elif not timeline.items:
            lines.append(self.tr("Drag units here from the order of battle, or choose some and press Insert."))
        self.remark.say(" ".join(lines))

    def _show_form(self) -> None:
        self.form.show_items(self.items, self._name_of)

    def _name_of(self, unit: str) -> str:
        """A unit by its name and its sort; one that nobody knows by what the schedule calls it."""
        design = self.design
        entry = design.units.get(unit) if design is not None else None
        if design is None or entry is None:
            return unit
        kind = design.type_of(unit)
        return (
            f"{design.called(entry.name)} ({design.called(kind.name)})"
            if entry.name and kind is not None
            else unit_title(design, unit)
        )

    def _tell_item(self, item: Item) -> str:
        entry = item.entry
        goes = entry.kind is ScheduleKind.WITHDRAWAL
        words = self.tr("{0} is withdrawn on turn {1}") if goes else self.tr("{0} arrives on turn {1}")
        lines = [words.format(self._name_of(entry.unit), entry.turn)]
        if entry.at is not None:
            lines.append(self.tr("Place: {0}").format(entry.at))
        return "\n".join((*lines, *(self._words(problem) for problem in item.problems)))

    def _words(self, said: Message) -> str:
        scenario = self.scenario
        return scenario.map.text_of(said) if scenario is not None else str(said)

    @property
    def items(self) -> Sequence[Item]:
        """The chosen entries."""
        every = self.view.timeline.items if self.view.timeline is not None else ()
        return [every[index] for index in self.view.selected if index < len(every)]

    def _chosen(self) -> None:
        self._show_form()
        units = [item.entry.unit for item in self.items]
        if units:
            self.desk.select_units(units)

    # What is changed

    def add(self, units: Sequence[str] = (), turn: int | None = None) -> None:
        """Let units arrive: those given, or those that are chosen in the tree and in the table."""
        self._schedule(units, turn, ScheduleKind.ARRIVAL)

    def withdraw(self) -> None:
        """Let the chosen units go on the turn that has the keyboard."""
        self._schedule((), None, ScheduleKind.WITHDRAWAL)

    def _schedule(self, units: Sequence[str], turn: int | None, kind: ScheduleKind) -> None:
        wanted = tuple(units) or self.desk.selected_units
        when = self.view.turn if turn is None else turn
        if self.push_design(lambda now: schedule_units(now, wanted, when, kind=kind)):
            self.view.follow(
                [item.index for item in self._all() if item.entry.unit in wanted and item.entry.kind is kind]
            )

    def _all(self) -> Sequence[Item]:
        return self.view.timeline.items if self.view.timeline is not None else ()

    def move_chosen(self, by: int) -> None:
        """So many turns later."""
        entries = self.view.selected
        if entries and self.push_design(lambda now: move_entries(now, entries, by)):
            self.view.follow(entries)

    def _drop(self, entries: Sequence[int], turn: int) -> None:
        by = turn - self._all()[entries[0]].entry.turn
        if by and self.push_design(lambda now: move_entries(now, entries, by)):
            self.view.follow(entries)

    def remove(self) -> None:
        """Take the chosen entries off the schedule."""
        entries = self.view.selected
        if entries:
            self.view.selected = ()
            self.push_design(lambda now: remove_entries(now, entries))

    def _edit(self) -> None:
        """Enter goes to the place of what is chosen; where nothing stands it adds the chosen units."""
        if self.view.selected:
            self.form.place.setFocus()
            self.form.place.selectAll()
        else:
            self.add()

    def _set_turn(self, turn: int) -> None:
        entries = self.view.selected
        if self.push_design(lambda now: set_entry_turns(now, entries, turn), merges="schedule-turn"):
            self.view.follow(entries)

    def _set_kind(self, kind: ScheduleKind) -> None:
        entries = self.view.selected
        self.push_design(lambda now: set_entry_kinds(now, entries, kind))

    def _set_place(self, place: str) -> None:
        entries = self.view.selected
        self.push_design(lambda now: set_entry_places(now, entries, place))
        self._show_form()

    def _set_values(self, text: str) -> None:
        entries = self.view.selected
        try:
            values = values_of(text)
        except CannotEdit as bad:
            self.desk.report(bad.message)
        else:
            self.push_design(lambda now: set_entry_values(now, entries, values))
        self._show_form()

    # A place of the map

    def pick(self) -> None:
        """Let the next click on the map say where; asked again, let it be."""
        if self.picker is not None:
            self._leave_picking()
        elif self.view.selected:
            self.picker = PlacePicker(self.desk, self._picked)
            self.desk.report(message("design.schedule.pick"))
        self.form.pick.setChecked(self.picker is not None)

    def _leave_picking(self) -> None:
        if self.picker is not None:
            self.picker.let_go()

    def _picked(self, place: str | None) -> None:
        self.picker = None
        self.form.pick.setChecked(False)
        if place is not None:
            self._set_place(place)
            self.view.setFocus()

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        here = bool(self.view.selected)
        for text, act, works in (
            (self.tr("&Arrive on This Turn"), self.add, bool(self.desk.selected_units)),
            (self.tr("&Withdraw on This Turn"), self.withdraw, bool(self.desk.selected_units)),
            (self.tr("A Turn &Earlier"), lambda: self.move_chosen(-1), here),
            (self.tr("A Turn &Later"), lambda: self.move_chosen(1), here),
            (self.tr("Entry &Place..."), self._edit, here),
            (self.tr("&Remove"), self.remove, here),
        ):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, act=act: act())
            action.setEnabled(works)
        pop_up(menu, self.view.viewport().mapToGlobal(at))
