"""The scans of the map: pictures laid under its grid to be traced, in their order, each more or less transparent.

New pictures come from files and are kept inside the map's own file, once each. Where a scan lies is found in a
calibration, which this panel only asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QSlider,
    QStackedWidget,
    QTableView,
    QWidget,
)

from editor.commands.scans import delete_scan, edit_scan
from editor.digitise.scans import MOST_PIXELS
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_intake import Candidate, Wish
from editor.documents.scan_layer import ScanLayer
from editor.documents.workbench import EditLayer, Workbench
from editor.model.change import Change, folded
from editor.model.touched import Touched
from editor.open_path import ask_open_path, ask_open_paths
from editor.panels.button_menu import offer_buttons
from editor.panels.command_push import push
from editor.panels.panel import EmptyState, Panel, column_of, key_deed, note, tool_button
from editor.panels.scans.grid_strip import GridStrip
from editor.panels.scans.pdf_page_dialog import PdfPageDialog
from editor.panels.scans.scan_adder import ScanAdder, size_words
from editor.panels.scans.scans_table import ScanColumn, ScansTable, SmallIcons
from editor.panels.scans.sight_bar import SightBar
from engine.core.messages import Message, message
from engine.definitions.plan import ScanPlan
from engine.storage.blobs import MOST_BYTES

SUFFIXES: Final = ("png", "jpg", "jpeg", "tif", "tiff", "pdf")
_PAUSE: Final = 350
"""Milliseconds after which an opacity set by keys is written down."""


class ScansPanel(Panel):
    """Adds, removes, orders, fades, hides and locks scans."""

    name = "scans"

    calibrate_wanted = Signal(str)
    """The scan of this id is to be calibrated."""
    number_wanted = Signal(str, object)
    """The same, and its grid is known: a `FoundSheet` that one number anchors."""

    def __init__(self, bench: Workbench, layer: ScanLayer, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.layer = layer
        self.adder = ScanAdder(layer, self.ask_page)
        self.model = ScansTable(layer, self.words)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self._write_opacity)
        self._faded = ""
        """The scan whose opacity was tried last; another may be chosen before that is written down."""
        self._build()
        self._connect()
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Scans")

    @property
    def about(self) -> str:
        return self.tr("Pictures laid under the grid to be traced")

    # How it is built

    def _build(self) -> None:
        column = column_of(self.body)
        column.addLayout(self._buttons())
        self.strip = GridStrip(self.layer, self.words)
        column.addWidget(self.strip)
        self.table = self._table()
        offer_buttons(self.table, self.deeds)
        taken = self.tr(
            "No scan yet. Add a picture of the printed map: PNG, JPEG, TIFF or a page of a PDF, "
            "up to {0} megapixels and {1} MB."
        )
        self._empty = EmptyState("scan", taken.format(MOST_PIXELS // 1_000_000, MOST_BYTES >> 20))
        self._empty.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self._empty)
        column.addWidget(self.pages, 1)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setPageStep(10)
        self.slider.setToolTip(self.tr("How strongly the chosen scan covers the ground"))
        self.slider.setAccessibleName(self.tr("Opacity"))
        self.percent = QLabel()
        self.percent.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 %"))
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.fading = QWidget()
        fade = QHBoxLayout(self.fading)
        fade.setContentsMargins(0, 0, 0, 0)
        label = QLabel(self.tr("&Opacity"))
        label.setBuddy(self.slider)
        for widget in (label, self.slider, self.percent):
            fade.addWidget(widget)
        column.addWidget(self.fading)
        self.facts = note()
        column.addWidget(self.facts)
        self.sight_bar = SightBar(self.layer.tracing, self.loupe, self)
        column.addWidget(self.sight_bar)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.problem)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.stop = tool_button("clear", self.tr("Cancel"), self.tr("Do not add this file"), self.adder.cancel)
        self.busy = QWidget()
        row = QHBoxLayout(self.busy)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        column.addWidget(self.busy)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(1)
        tr = self.tr
        self.add = tool_button(
            "add", tr("Add Scan..."), tr("Lay a picture under the grid"), self.ask_add, shortcut="Ins"
        )
        self.replace = tool_button(
            "picture-replace", tr("Replace..."), tr("Take another picture for the chosen scan"), self.ask_replace
        )
        self.remove = tool_button(
            "delete", tr("Remove"), tr("Remove the chosen scan"), self.remove_chosen, shortcut="Del"
        )
        self.up = tool_button(
            "raise",
            tr("Raise"),
            tr("Lay the chosen scan over the next one"),
            lambda: self.arrange(-1),
            shortcut="Alt+Up",
        )
        self.down = tool_button(
            "lower",
            tr("Lower"),
            tr("Lay the chosen scan below the next one"),
            lambda: self.arrange(1),
            shortcut="Alt+Down",
        )
        self.calibrate = tool_button(
            "calibrate",
            tr("Calibrate..."),
            tr("Lay the chosen scan by its printed numbers"),
            self.ask_calibrate,
            shortcut="Return",
        )
        self.grid_button = tool_button(
            "grid", tr("Find Grid"), tr("Look for the printed grid of the chosen scan"), self.find_grid, shortcut="G"
        )
        self.seek = tool_button("go-to", tr("Show"), tr("Bring the chosen scan into view"), self.look_at_chosen)
        self.loupe = tool_button("loupe", tr("Loupe"), tr("Show the pixels under the pointer; or hold Z"), lambda: None)
        self.loupe.setCheckable(True)
        self.loupe.toggled.connect(self.layer.loupe.keep_open)
        self._calibrate_tip = self.calibrate.toolTip()
        self._hexless_tip = tr("A scan is calibrated by its hexes, and this map has none")
        self.deeds = (
            self.add,
            self.calibrate,
            self.grid_button,
            self.replace,
            self.remove,
            self.up,
            self.down,
            self.seek,
        )
        for button in self.deeds:
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        table.setShowGrid(False)
        table.setIconSize(QSize(40, 40))
        table.setAccessibleName(self.tr("Scans"))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(46)
        table.setTabKeyNavigation(False)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(26)
        small = SmallIcons(table)
        for column in (ScanColumn.VISIBLE, ScanColumn.LOCKED):
            table.setItemDelegateForColumn(column, small)
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, 28)
        header.setSectionResizeMode(ScanColumn.TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(ScanColumn.STATE, QHeaderView.ResizeMode.ResizeToContents)
        return table

    def _connect(self) -> None:
        self.layer.changed.connect(self.refresh)
        self.layer.loupe.toggled.connect(self.loupe.setChecked)
        self.adder.changed.connect(self._show_busy)
        self.adder.added.connect(self._added)
        self.adder.refused.connect(self.refuse)
        self.strip.number_wanted.connect(self.number_wanted)
        self.strip.by_hand_wanted.connect(self.ask_calibrate)
        self.adder.remarked.connect(self.refuse)
        self.model.renamed.connect(self._rename)
        self.bench.layers_changed.connect(self.refresh)
        self.table.clicked.connect(self._cell_clicked)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_chosen())
        self.slider.valueChanged.connect(self._fade)
        self.slider.sliderReleased.connect(self._write_opacity)
        for keys, act in (
            ("Ins", self.ask_add),
            ("Del", self.remove_chosen),
            ("Alt+Up", lambda: self.arrange(-1)),
            ("Alt+Down", lambda: self.arrange(1)),
            ("Return", self.ask_calibrate),
            ("G", self.find_grid),
            ("Space", self.toggle_visible),
            ("Ctrl+L", self.toggle_locked),
        ):
            key_deed(self.table, keys, act)
        key_deed(self._empty, "Ins", self.ask_add)

    def words(self, said: Message) -> str:
        """What the engine says, in words."""
        return str(said) if self.document is None else self.document.text_of(said)

    # What is shown

    def document_opened(self) -> None:
        self.adder.cancel()
        self.problem.clear()
        self.refresh()

    def map_changed(self, touched: Touched) -> None:
        if touched.scans:
            self.refresh()

    def refresh(self) -> None:
        """Show the scans as they are now."""
        chosen = self.chosen
        self.model.refresh()
        if self.document is None:
            self.show_nothing("scan", self.tr("Open a map to lay a scan under it."))
            return
        self.show_body()
        shown = self.table if self.model.scans else self._empty
        self.pages.setCurrentWidget(shown)
        self.setFocusProxy(shown)
        self.fading.setVisible(bool(self.model.scans))
        if chosen is not None:
            self.choose(chosen.id)
        elif self.model.scans:
            self.choose(self.model.scans[0].id)
        self._show_chosen()
        self._show_busy()

    @property
    def chosen(self) -> ScanPlan | None:
        """The scan that the buttons act on."""
        row = self.table.currentIndex().row()
        return self.model.scans[row] if 0 <= row < len(self.model.scans) else None

    def choose(self, id: str) -> None:
        """Let the buttons act on this scan."""
        row = self.model.row_of(id)
        if row is not None and row != self.table.currentIndex().row():
            rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().setCurrentIndex(self.model.index(row, ScanColumn.TITLE), rows)

    def refuse(self, said: Message) -> None:
        """Say why something was not done, here and in the status line."""
        self.problem.setText(self.words(said))
        self.problem.show()
        self.bench.report(said)

    def _show_chosen(self) -> None:
        scan = self.chosen
        free = scan is not None and not self._is_locked(scan)
        row = -1 if scan is None else self.model.row_of(scan.id) or 0
        for button in (self.replace, self.remove):
            button.setEnabled(free)
        has_hexes = self.document is not None and bool(self.document.plan.sheets)
        self.calibrate.setEnabled(free and has_hexes)
        self.grid_button.setEnabled(free and has_hexes)
        self.strip.watch(scan if free and has_hexes else None)
        self.calibrate.setToolTip(self._calibrate_tip if has_hexes else self._hexless_tip)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self.model.scans) - 1)
        self.seek.setEnabled(scan is not None)
        self.slider.setEnabled(scan is not None)
        self.percent.setText("" if scan is None else f"{round(100 * self.layer.opacity(scan))} %")
        if scan is not None and not self.slider.isSliderDown():
            self.slider.blockSignals(True)
            self.slider.setValue(round(100 * self.layer.opacity(scan)))
            self.slider.blockSignals(False)
        self.facts.setText("" if scan is None else self._facts(scan))
        self.facts.setVisible(scan is not None)
        self.problem.setVisible(bool(self.problem.text()))

    def _facts(self, scan: ScanPlan) -> str:
        parts = [size_words(ScanFacts.of(scan).size)]
        item = self.layer.item(scan.id)
        problem = None if item is None else self.layer.images.image(scan).problem
        if problem is not None:
            parts.append(self.words(problem))
        elif ScanFacts.of(scan).rms is None and self.calibrate.isEnabled():
            parts.append(self.tr("It lies over the whole map until it is calibrated."))
        return "\n".join(part for part in parts if part)

    def _is_locked(self, scan: ScanPlan) -> bool:
        return ScanFacts.of(scan).locked or self.bench.is_locked(EditLayer.SCANS)

    def _show_busy(self) -> None:
        path = self.adder.path
        self.busy.setVisible(path is not None)
        self.add.setEnabled(self.document is not None)
        if path is not None:
            self.bar.setValue(round(100 * self.adder.progress))
            self.bar.setFormat(f"{path.name}  %p %")

    # Adding

    def ask_add(self) -> None:
        """Ask for files and lay them under the grid."""
        kinds = self.tr("Scans ({0});;All files (*)").format(" ".join(f"*.{suffix}" for suffix in SUFFIXES))
        for path in ask_open_paths(self, self.tr("Add Scan"), kinds):
            self.add_file(path)

    def add_file(self, path: Path) -> None:
        """Lay a file under the grid, once it is read."""
        self.problem.clear()
        self.adder.add(path)

    def ask_replace(self) -> None:
        """Ask for a file that takes the place of the chosen scan's picture."""
        scan = self.chosen
        if scan is None:
            return
        kinds = self.tr("Scans ({0})").format(" ".join(f"*.{suffix}" for suffix in SUFFIXES))
        path = ask_open_path(self, self.tr("Replace {0}").format(scan.title or scan.id), kinds)
        if path is not None:
            self.replace_with(path)

    def replace_with(self, path: Path) -> None:
        """Let the chosen scan show another file."""
        scan = self.chosen
        if scan is not None and not self._is_locked(scan):
            self.problem.clear()
            self.adder.add(path, replaces=scan.id)

    def ask_page(self, candidate: Candidate) -> Wish | None:
        """Ask which page of a PDF is meant; None when none is."""
        dialog = PdfPageDialog(candidate, self.words, self)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        return dialog.wish() if accepted else None

    def _added(self, id: str) -> None:
        self.refresh()
        self.choose(id)
        if self.chosen is not None and ScanFacts.of(self.chosen).rms is None:
            self.find_grid()

    def find_grid(self) -> None:
        """Look for the grid of the chosen scan, beside the window."""
        scan = self.chosen
        if scan is not None and self.grid_button.isEnabled():
            self.strip.look(scan)

    # Changing

    def remove_chosen(self) -> None:
        """Take the chosen scan from under the map; undo brings it back."""
        scan, document = self.chosen, self.document
        if scan is not None and document is not None and not self._is_locked(scan):
            push(self.bench, lambda: delete_scan(document.plan, scan.id))

    def arrange(self, by: int) -> None:
        """Move the chosen scan up or down among the others."""
        scan, document = self.chosen, self.document
        if scan is None or document is None:
            return
        names = [other.id for other in self.model.scans]
        row = names.index(scan.id)
        if 0 <= row + by < len(names):
            names.insert(row + by, names.pop(row))
            plan = document.plan
            changes = [
                edit_scan(
                    plan,
                    name,
                    attributes=replace(ScanFacts.of(plan.scans[name]), order=order).written(plan.scans[name]),
                )
                for order, name in enumerate(reversed(names))
            ]
            self._push(message("scan.do.arrange"), changes)
            self.choose(scan.id)

    def _push(self, label: Message, changes: Sequence[Change]) -> bool:
        return push(self.bench, lambda: folded(label, changes))

    def toggle_visible(self) -> None:
        """Hide the chosen scan, or show it."""
        scan, document = self.chosen, self.document
        if scan is None or document is None:
            return
        on = not self.layer.is_visible(scan)
        if document.is_read_only:
            self.layer.show_visible(scan.id, on)
            return
        facts = replace(ScanFacts.of(scan), visible=on)
        title = scan.title or scan.id
        label = message("scan.do.show", title=title) if on else message("scan.do.hide", title=title)
        self._push(label, [edit_scan(document.plan, scan.id, attributes=facts.written(scan))])

    def toggle_locked(self) -> None:
        """Lock the chosen scan, or unlock it."""
        scan, document = self.chosen, self.document
        if scan is None or document is None:
            return
        facts = ScanFacts.of(scan)
        title = scan.title or scan.id
        label = message("scan.do.unlock", title=title) if facts.locked else message("scan.do.lock", title=title)
        changed = replace(facts, locked=not facts.locked)
        self._push(label, [edit_scan(document.plan, scan.id, attributes=changed.written(scan))])

    def _rename(self, id: str, title: str) -> None:
        document = self.document
        if document is not None and title and title != document.plan.scans[id].title:
            push(self.bench, lambda: edit_scan(document.plan, id, title=title))

    def _cell_clicked(self, index: QModelIndex) -> None:
        if index.column() == ScanColumn.VISIBLE:
            self.toggle_visible()
        elif index.column() == ScanColumn.LOCKED:
            self.toggle_locked()

    def _fade(self, percent: int) -> None:
        scan = self.chosen
        if scan is not None:
            self._faded = scan.id
            self.layer.show_opacity(scan.id, percent / 100)
            self.percent.setText(f"{percent} %")
            if not self.slider.isSliderDown():
                self._later.start()

    def _write_opacity(self) -> None:
        """What was tried with the slider becomes what the map remembers."""
        self._later.stop()
        document = self.document
        scan = document.plan.scans.get(self._faded) if document is not None else None
        if scan is None or document is None or document.is_read_only:
            return
        opacity = self.layer.opacity(scan)
        facts = ScanFacts.of(scan)
        self.layer.show_opacity(scan.id, None)
        if opacity != facts.opacity:
            label = message("scan.do.fade", title=scan.title or scan.id)
            changed = replace(facts, opacity=opacity).written(scan)
            self._push(label, [edit_scan(document.plan, scan.id, attributes=changed)])

    def ask_calibrate(self) -> None:
        """Ask for the chosen scan to be calibrated."""
        scan = self.chosen
        if scan is not None and self.calibrate.isEnabled():
            self.calibrate_wanted.emit(scan.id)

    def look_at_chosen(self) -> None:
        """Bring the chosen scan into view."""
        if self.chosen is not None:
            self.layer.look_at(self.chosen)
