"""The order of battle: sides, formations and units as a tree, moved by dragging or by keys, named in place."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QMenu, QTreeWidgetItem, QWidget

from editor.commands.design.forces import move_forces, remove_formations
from editor.commands.design.formations import add_formation, edit_formation
from editor.commands.design.units import copy_units, remove_units, set_fields
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.cell_words import place_title, unit_title
from editor.model.design.design import Design
from editor.model.design.forces import Branch, forces_of
from editor.model.design.sides import side_title
from editor.model.design.units.unit_fields import Field
from editor.panels.button_menu import pop_up
from editor.panels.colour_button import colour_chip
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.units.counter_icons import CounterIcons
from editor.panels.design.units.force_tree import FORMATION, SIDE, UNIT, ForceTree, Move, id_of, kind_of, sift
from editor.panels.design.units.formation_dialog import FormationDialog
from editor.panels.design.units.series_dialog import SeriesDialog
from editor.panels.panel import column_of, key_action, tool_button

_CHIP = QSize(16, 10)


class ForcesPanel(DesignPanel):
    """Who belongs to whom."""

    name = "forces"
    shows = frozenset({Aspect.UNITS, Aspect.TYPES, Aspect.FORMATIONS, Aspect.SETUP, Aspect.SCHEDULE, Aspect.PALETTE})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.tree = ForceTree(self._units_of)
        self.filter = QLineEdit()
        self._shape: list[tuple[str, str]] = []
        self._follows = False
        self._is_sifted = False
        self._lay_out()
        self._build_actions()
        self.tree.moved.connect(self.move_things)
        self.tree.renamed.connect(self._rename)
        self.tree.itemSelectionChanged.connect(self._tell_selection)
        self.tree.itemDoubleClicked.connect(lambda item, _: self.describe(item))
        desk.ids_shown.connect(lambda _: self._show(None))
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Order of Battle")

    @property
    def about(self) -> str:
        return self.tr("Sides, formations and units as a tree; drag them to where they belong")

    def _lay_out(self) -> None:
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        row = QHBoxLayout()
        group, units = self.tr("Add a formation below the chosen one"), self.tr("Add a unit or a numbered series")
        gone = self.tr("Remove what is chosen; the units of a formation stay")
        row.addWidget(tool_button("layers", self.tr("Add formation"), group, self.add_group, shortcut="Shift+Ins"))
        row.addWidget(tool_button("add", self.tr("Add units"), units, self.ask_series, shortcut="Ins"))
        row.addWidget(tool_button("delete", self.tr("Remove"), gone, self.remove, shortcut="Del"))
        row.addStretch()
        up, down = self.tr("Move up"), self.tr("Move down")
        row.addWidget(tool_button("raise", up, up, lambda: self.tree.move_by(-1), shortcut="Alt+Up"))
        row.addWidget(tool_button("lower", down, down, lambda: self.tree.move_by(1), shortcut="Alt+Down"))
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setToolTip(self.tr("Show only formations and units with these words"))
        self.filter.textChanged.connect(self._sift)
        column = column_of(self.body)
        column.addLayout(row)
        column.addWidget(self.filter)
        column.addWidget(self.tree, 1)

    def _build_actions(self) -> None:
        for text, keys, act in (
            (self.tr("Add formation"), "Shift+Ins", self.add_group),
            (self.tr("Add units..."), "Ins", self.ask_series),
            (self.tr("Properties..."), "Alt+Return", self._describe_current),
            (self.tr("Double the units"), "Ctrl+Shift+D", self.double),
            (self.tr("Remove"), "Del", self.remove),
            (self.tr("Move up"), "Alt+Up", lambda: self.tree.move_by(-1)),
            (self.tr("Move down"), "Alt+Down", lambda: self.tree.move_by(1)),
            (self.tr("Move out of the formation"), "Alt+Left", self.tree.move_out),
            (self.tr("Move into the formation above"), "Alt+Right", self.tree.move_in),
        ):
            key_action(self.tree, text, keys, act)

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addActions(self.tree.actions())
        pop_up(menu, self.tree.viewport().mapToGlobal(at))

    # Showing

    def scenario_opened(self) -> None:
        self._shape = []
        self._show(None)

    def theme_changed(self) -> None:
        self._show(None)

    def scenario_changed(self, touched: DesignTouched) -> None:
        wide = touched.has(Aspect.TYPES, Aspect.FORMATIONS, Aspect.SCHEDULE, Aspect.PALETTE)
        self._show(None if wide else touched.units)

    def _show(self, changed: frozenset[str] | None) -> None:
        """Show the forces. Where nothing changed its place, only what the changed units say is written anew."""
        design = self.design
        if design is None:
            return
        forces = forces_of(design)
        shape = list(_shape_of(forces))
        icons = CounterIcons(self.desk, design)
        self.tree.blockSignals(True)
        if shape != self._shape:
            self._build(design, forces)
            self._shape, changed = shape, None
        for name in design.units if changed is None else changed & design.units.keys():
            self._write_unit(design, icons, name)
        if changed is None:
            for branch in forces:
                self._write_branch(design, branch)
        self.tree.blockSignals(False)
        self._sift()
        self.selection_changed()

    def _build(self, design: Design, forces: list[Branch]) -> None:
        closed = {key for key, item in self.tree.items.items() if item.childCount() and not item.isExpanded()}
        bar = self.tree.verticalScrollBar().value()
        groups = {id_of(item) for item in self.tree.selectedItems() if kind_of(item) == FORMATION}
        self.tree.clear()
        self.tree.items.clear()
        for branch in forces:
            self._add(design, branch, None)
        for key, item in self.tree.items.items():
            if item.childCount():
                item.setExpanded(key not in closed)
            if key[0] == FORMATION and key[1] in groups:
                item.setSelected(True)
        self.tree.verticalScrollBar().setValue(bar)

    def _add(self, design: Design, branch: Branch, under: QTreeWidgetItem | None) -> None:
        if branch.is_side:
            item = self.tree.add(SIDE, branch.id, self._side_title(design, branch.id), under)
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
        else:
            item = self.tree.add(FORMATION, branch.id, design.called(design.formations[branch.id].name), under)
        for below in branch.branches:
            self._add(design, below, item)
        for unit in branch.units:
            self.tree.add(UNIT, unit, "", item)

    def _side_title(self, design: Design, side: str) -> str:
        return side_title(design, side) if side else self.tr("No side")

    def _write_unit(self, design: Design, icons: CounterIcons, unit: str) -> None:
        item, entry = self.tree.items.get((UNIT, unit)), design.units[unit]
        if item is None:
            return
        kind = design.types.get(entry.type)
        named = unit_title(design, unit)
        item.setText(0, named)
        item.setIcon(0, icons.of_unit(unit))
        placed, turn = design.placements.get(unit), design.arrivals.get(unit)
        item.setText(
            1,
            place_title(design, placed.at)
            if placed is not None
            else self.tr("turn {0}").format(turn)
            if turn is not None
            else "",
        )
        tip = f"{named} ({design.called(kind.name)})" if kind is not None else named
        item.setToolTip(0, self._with_id(tip, unit))

    def _with_id(self, words: str, id: str) -> str:
        return f"{words}\n{id}" if self.desk.shows_ids else words

    def _write_branch(self, design: Design, branch: Branch) -> None:
        item = self.tree.items.get((SIDE if branch.is_side else FORMATION, branch.id))
        if item is None:
            return
        count = sum(1 for _ in branch.every_unit())
        item.setText(1, str(count) if count else "")
        if not branch.is_side:
            formation = design.formations[branch.id]
            called = design.called(formation.name)
            item.setText(0, called)
            item.setToolTip(0, self._with_id(called, formation.id))
            has = formation.band is not None
            item.setIcon(0, QIcon(colour_chip(formation.band or "", _CHIP, self.palette())) if has else QIcon())
        for below in branch.branches:
            self._write_branch(design, below)

    def _sift(self) -> None:
        """Hide what has not the words of the filter; a formation that has them is shown with all its units."""
        words = self.filter.text().strip().casefold()
        if words or self._is_sifted:
            self._is_sifted = bool(words)
            for number in range(self.tree.topLevelItemCount()):
                sift(self.tree.topLevelItem(number), words)

    # Choosing

    def _units_of(self, formation: str) -> list[str]:
        """The units in a formation and below it."""
        design = self.design
        return [] if design is None else list(_branch(forces_of(design), formation).every_unit())

    def _tell_selection(self) -> None:
        if self._follows:
            return
        below = [unit for formation in self.tree.chosen(FORMATION) for unit in self._units_of(formation)]
        self._follows = True
        self.desk.select_units((*self.tree.chosen(UNIT), *below))
        self._follows = False

    def selection_changed(self) -> None:
        if self._follows:
            return
        chosen = set(self.desk.selected_units)
        groups = {unit for formation in self.tree.chosen(FORMATION) for unit in self._units_of(formation)}
        if groups and chosen == groups:
            return
        self._follows = True
        self.tree.clearSelection()
        for unit in self.desk.selected_units:
            item = self.tree.items.get((UNIT, unit))
            if item is not None:
                item.setSelected(True)
        first = next((self.tree.items.get((UNIT, unit)) for unit in self.desk.selected_units), None)
        if first is not None:
            self.tree.scrollToItem(first, QAbstractItemView.ScrollHint.EnsureVisible)
        self._follows = False

    # Changing

    def move_things(self, move: Move) -> None:
        """Carry out a move of units and formations as one entry of the history."""
        expanded = self.tree.items.get((FORMATION, move.into or ""))
        if expanded is not None:
            expanded.setExpanded(True)
        self.push_design(
            lambda design: move_forces(
                design, move.units, move.formations, move.into, before=move.before, side=move.side
            )
        )

    def _rename(self, kind: str, id: str, name: str) -> None:
        design = self.design
        if design is None:
            return
        if kind == UNIT:
            self.push_design(lambda now: set_fields(now, {id: {Field.NAME: name}}))
        elif kind == FORMATION:
            held, known = design.formations[id], set(design.formations)
            self.push_design(lambda now: edit_formation(now, id, name=name, side=held.side, band=held.band))
            self._show(None)
            made = next((each for each in self.design.formations if each not in known), id) if self.design else id
            item = self.tree.items.get((FORMATION, made))
            if item is not None:
                self.tree.setCurrentItem(item)
            return
        self._show(None)

    def add_group(self) -> None:
        """Add a formation below the chosen one, or to the chosen side, and let it be named."""
        design = self.design
        if design is None:
            return
        item = self.tree.currentItem()
        while item is not None and kind_of(item) == UNIT:
            item = item.parent()
        into = id_of(item) if item is not None and kind_of(item) == FORMATION else None
        side = id_of(item) if item is not None and kind_of(item) == SIDE else design.scenario.sides[0]
        known = set(design.formations)
        name = self.tr("New formation")
        if self.push_design(lambda now: add_formation(now, name, parent=into, side=side or None)):
            made = next((each for each in self.design.formations if each not in known), "") if self.design else ""
            item = self.tree.items.get((FORMATION, made))
            if item is not None:
                self.tree.setCurrentItem(item)
                self.tree.editItem(item, 0)

    def remove(self) -> None:
        """Take the chosen formations away, or else the chosen units."""
        groups, units = self.tree.chosen(FORMATION), self.tree.chosen(UNIT)
        if groups:
            self.push_design(lambda design: remove_formations(design, groups))
        elif units:
            self.push_design(lambda design: remove_units(design, units))

    def double(self) -> None:
        """Add a copy of each chosen unit."""
        units = self.tree.chosen(UNIT)
        if units:
            self.push_design(lambda design: copy_units(design, units))

    def ask_series(self) -> SeriesDialog | None:
        """Ask for a unit or a series of them, like the one that is chosen."""
        if self.design is None:
            return None
        dialog = SeriesDialog(self.desk, self)
        into = self.tree.currentItem()
        if into is not None and kind_of(into) == FORMATION:
            dialog.begin_in(id_of(into))
        elif into is not None and kind_of(into) == SIDE:
            dialog.begin_for(id_of(into))
        dialog.open()
        return dialog

    def _describe_current(self) -> None:
        item = self.tree.currentItem()
        if item is not None:
            self.describe(item)

    def describe(self, item: QTreeWidgetItem) -> FormationDialog | None:
        """Ask for the name, the side and the stripe of a formation; a unit is renamed in its place."""
        if kind_of(item) == UNIT:
            self.tree.editItem(item, 0)
        if kind_of(item) != FORMATION:
            return None
        dialog = FormationDialog(self.desk, id_of(item), self)
        dialog.open()
        return dialog


def _shape_of(forces: list[Branch]) -> Iterator[tuple[str, str]]:
    """Who stands where, as far as items follow from it."""
    for branch in forces:
        yield "(", branch.id
        yield from _shape_of(branch.branches)
        yield from ((UNIT, unit) for unit in branch.units)
        yield ")", branch.id


def _branch(forces: list[Branch], formation: str) -> Branch:
    for branch in forces:
        if branch.id == formation and not branch.is_side:
            return branch
        found = _branch(branch.branches, formation)
        if found.id:
            return found
    return Branch("")
