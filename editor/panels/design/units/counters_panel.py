"""The counter types of the scenario: what the ruleset lends and what is the designer's own, with both faces drawn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSplitter,
    QWidget,
)

from editor.commands.design.types import add_type, edit_type, remove_type
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.pools import Pools
from editor.model.design.units.unit_names import type_title
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.units.counter_icons import CounterIcons
from editor.panels.design.units.type_form import TypeForm
from editor.panels.panel import column_of, key_action, tool_button
from engine.narration.language import counted, title

_ID = Qt.ItemDataRole.UserRole
_OVER = QColor("#c0392b")
_SIDE = 30


class CountersPanel(DesignPanel):
    """A list of types and the form of the one that is chosen."""

    name = "counter-types"
    shows = frozenset({Aspect.TYPES, Aspect.UNITS, Aspect.SETUP, Aspect.SCHEDULE, Aspect.HEAD, Aspect.PALETTE})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.filter = QLineEdit()
        self.types = QListWidget()
        self.form = TypeForm(desk)
        self._is_filling = False
        self._lay_out()
        self.types.currentItemChanged.connect(lambda *_: self._show_type())
        self.filter.textChanged.connect(lambda _: self._fill())
        self.form.edited.connect(self._edit)
        self.form.refused.connect(desk.report)
        key_action(self.types, self.tr("New type"), "Ins", self.add)
        key_action(self.types, self.tr("Another like this"), "Ctrl+Shift+D", self.double)
        key_action(self.types, self.tr("Remove type"), "Del", self.remove)
        self.types.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        desk.type_wanted.connect(self.choose)
        desk.ids_shown.connect(lambda _: self._fill())
        self.follow_scenarios()

    @property
    def title(self) -> str:
        return self.tr("Counters")

    @property
    def about(self) -> str:
        return self.tr("The counter types: their faces, factors, colours and how many there are")

    def _lay_out(self) -> None:
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.setToolTip(self.tr("Show only types with these words"))
        self.types.setIconSize(QSize(_SIDE + 6, _SIDE + 6))
        self.types.setUniformItemSizes(True)
        self.types.setAccessibleName(self.tr("Counter types"))
        row = QHBoxLayout()
        row.addWidget(self.filter, 1)
        new, like = self.tr("A new type of counter"), self.tr("Another type like the chosen one")
        row.addWidget(tool_button("add", self.tr("New type"), new, self.add, shortcut="Ins"))
        row.addWidget(tool_button("copy", self.tr("Another like this"), like, self.double, shortcut="Ctrl+Shift+D"))
        gone = self.tr("Take away a type that no unit is of")
        row.addWidget(tool_button("delete", self.tr("Remove type"), gone, self.remove, shortcut="Del"))
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.form)
        both = QSplitter(Qt.Orientation.Vertical)
        both.addWidget(self.types)
        both.addWidget(scroll)
        both.setStretchFactor(0, 1)
        both.setStretchFactor(1, 3)
        both.setSizes([180, 460])
        both.setChildrenCollapsible(False)
        column = column_of(self.body)
        column.addLayout(row)
        column.addWidget(both, 1)

    # Showing

    @property
    def chosen(self) -> str:
        """The type in the form."""
        row = self.types.currentRow()
        return str(self.types.item(row).data(_ID)) if row >= 0 else ""

    def choose(self, kind: str) -> None:
        """Show a type in the form."""
        rows = range(self.types.count())
        row = next((number for number in rows if self.types.item(number).data(_ID) == kind), None)
        if row is not None:
            self.types.setCurrentRow(row)

    def scenario_opened(self) -> None:
        self._fill()

    def theme_changed(self) -> None:
        self._fill()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._fill()

    def selection_changed(self) -> None:
        """A unit was chosen elsewhere: show its counter."""
        design, units = self.design, self.desk.selected_units
        if design is not None and len(units) == 1 and units[0] in design.units:
            self.choose(design.units[units[0]].type)

    def _fill(self) -> None:
        design = self.design
        if design is None:
            return
        kept, words = self.chosen, self.filter.text().strip().casefold()
        uses, icons = Pools(design).uses, CounterIcons(self.desk, design, _SIDE)
        self._is_filling = True
        self.types.clear()
        for kind in design.types.values():
            if (
                words
                and words
                not in f"{kind.name} {design.called(kind.name)} {kind.id} {kind.side} {kind.nation}".casefold()
            ):
                continue
            use = uses[kind.id]
            count = str(use.units) if use.limit is None else self.tr("{0} of {1}").format(use.used, use.limit)
            item = QListWidgetItem(icons.of_type(kind), f"{type_title(design, kind.id)}  ·  {count}")
            item.setData(_ID, kind.id)
            whose = title(kind.nation or kind.side or "", design.scenario.ruleset)
            called = design.called(kind.name)
            named = f"{called} ({kind.id})" if self.desk.shows_ids else called
            item.setToolTip(f"{named}\n{whose}\n" + self._use_words(use.units, use.used, use.limit))
            if use.is_over:
                item.setForeground(_OVER)
            self.types.addItem(item)
        self._is_filling = False
        self.choose(kept)
        if self.types.currentRow() < 0:
            self.types.setCurrentRow(0)
        self._show_type()

    def _use_words(self, units: int, used: int, limit: int | None) -> str:
        if limit is None:
            return self.tr("{0} {0:unit|units}, {1} of them in play").format(counted(units), used)
        return self.tr("{0} {0:unit|units}, {1} of them in play, {2} {2:counter|counters}").format(
            counted(units), used, counted(limit)
        )

    def _show_type(self) -> None:
        design = self.design
        if design is None or self._is_filling:
            return
        kind = design.types.get(self.chosen)
        self.form.setEnabled(kind is not None)
        if kind is not None:
            self.form.show_type(design, kind)

    # Changing

    def _edit(self, field: str, value: object) -> None:
        kind, known = self.chosen, set(self.design.types) if self.design is not None else set()
        if not kind:
            return
        if not self.push_design(lambda design: edit_type(design, kind, **{field: value})):
            self._show_type()
        elif self.design is not None and kind not in self.design.types:
            self.choose(next((each for each in self.design.types if each not in known), ""))

    def add(self) -> None:
        """A new type, blank but for the factors the others have."""
        self._added(None)

    def double(self) -> None:
        """Another type like the one that is chosen."""
        if self.chosen:
            self._added(self.chosen)

    def _added(self, like: str | None) -> None:
        design = self.design
        if design is None:
            return
        known = set(design.types)
        name = design.types[like].name if like is not None else self.tr("New type")
        side = design.scenario.sides[0]
        if self.push_design(lambda now: add_type(now, name, side=side, like=like)) and self.design is not None:
            self.filter.clear()
            self.choose(next(kind for kind in self.design.types if kind not in known))
            self.form.words.setFocus()
            self.form.words.selectAll()

    def remove(self) -> None:
        """Take the chosen type away."""
        kind = self.chosen
        if kind:
            self.push_design(lambda design: remove_type(design, kind))
