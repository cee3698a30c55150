"""Asking what is to be printed of a scenario, showing the first sheet of it, and writing the files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from editor.export.kit.kit import Kit, paint_first, write_kit
from editor.export.kit.kit_options import (
    LARGEST_COUNTER,
    SMALLEST_COUNTER,
    WIDEST_GAP,
    WIDEST_MARGIN,
    Flip,
    KitOptions,
    KitPart,
    Notes,
)
from editor.export.options import ExportOptions, Paper
from editor.export.subject import ready_to_draw
from editor.export.trouble import CannotExport
from editor.export.writing import WritingDialog
from editor.remembered import remembered
from editor.save_path import is_there, typed_path
from engine.core.messages import Catalogue
from engine.narration.language import counted

_PREVIEW: Final = QSize(420, 560)


class KitDialog(WritingDialog):
    """Prints one scenario."""

    exported = Signal(str)
    """The folder that was written to."""

    def __init__(
        self, kit: Kit, words: Catalogue, settings: QSettings, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, "", parent)
        self.setWindowTitle(self.tr("Print and Play"))
        self.go.setText(self.tr("&Write"))
        self._kit, self._settings = kit, settings
        self._make_fields(folder)
        self._lay_out()
        self._recall()
        self._connect()
        self._follow()

    # The fields

    def _make_fields(self, folder: Path) -> None:
        titles = {
            KitPart.MAP: self.tr("&Map, on sheets to be glued together"),
            KitPart.SET_UP: self.tr("Set-&up sheet: order of battle, arrivals, victory"),
            KitPart.COUNTERS: self.tr("Cou&nters, fronts and backs"),
            KitPart.CHARTS: self.tr("C&harts"),
            KitPart.CARDS: self.tr("Ca&rds"),
        }
        self.parts = {part: QCheckBox(titles[part]) for part in KitPart}
        for part, box in self.parts.items():
            box.setEnabled(self._kit.has(part))
            box.setToolTip(self.tr("Write a PDF of this part") if self._kit.has(part) else self.tr("It has none"))
        self.paper = QComboBox()
        for paper in Paper:
            self.paper.addItem(str(paper), paper)
        self.margin = _millimetres(0.0, WIDEST_MARGIN)
        self.counter = _millimetres(SMALLEST_COUNTER, LARGEST_COUNTER)
        self.gap = _millimetres(0.0, WIDEST_GAP)
        self.flip = QComboBox()
        self.flip.addItem(self.tr("over the long edge"), Flip.LONG)
        self.flip.addItem(self.tr("over the short edge"), Flip.SHORT)
        self.backs = QCheckBox(self.tr("Print the &backs"))
        self.notes = QComboBox()
        self.notes.addItem(self.tr("on the back"), Notes.BACK)
        self.notes.addItem(self.tr("on the front"), Notes.FRONT)
        self.notes.addItem(self.tr("nowhere"), Notes.NONE)
        self.markers = QCheckBox(self.tr("Mar&kers among the counters"))
        self.fit_map = QCheckBox(self.tr("Map on the &fewest sheets"))
        self.folder = QLineEdit(str(folder))
        self.browse = QPushButton(self.tr("Ch&oose..."))
        self.browse.setAutoDefault(False)
        self.pages = QTabBar()
        self.preview = QLabel()
        self.preview.setFixedSize(_PREVIEW)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.particulars = QLabel()
        self.particulars.setWordWrap(True)

    def _lay_out(self) -> None:
        form = QFormLayout()
        for label, field, tip in (
            (self.tr("&Paper"), self.paper, self.tr("The sheets the printer takes")),
            (self.tr("Mar&gin"), self.margin, self.tr("What the printer cannot reach, on every side of a sheet")),
            (self.tr("Coun&ter"), self.counter, self.tr("How long the side of a counter is")),
            (self.tr("G&ap"), self.gap, self.tr("Between two counters; with none, one cut parts them")),
            (self.tr("&Set-up place"), self.notes, self.tr("Where a counter says its hex, or the turn it comes")),
            (self.tr("&Turned"), self.flip, self.tr("How the paper is turned between the fronts and the backs")),
        ):
            field.setToolTip(tip)
            form.addRow(label, field)
        self.backs.setToolTip(self.tr("A page of backs behind each page of fronts"))
        self.markers.setToolTip(self.tr("A few of each marker that the game lays on its map"))
        self.fit_map.setToolTip(self.tr("As large as the fewest sheets allow on which the counters fit its hexes"))
        for box in (self.backs, self.markers, self.fit_map):
            form.addRow(box)
        left = QVBoxLayout()
        for box in self.parts.values():
            left.addWidget(box)
        left.addSpacing(8)
        left.addLayout(form)
        left.addStretch(1)
        left.addWidget(self.particulars)
        right = QVBoxLayout()
        right.addWidget(self.pages)
        right.addWidget(self.preview, 1)
        top = QHBoxLayout()
        top.addLayout(left, 1)
        top.addLayout(right)
        beside = QLabel(self.tr("Fol&der"))
        beside.setBuddy(self.folder)
        self.folder.setToolTip(self.tr("Where the files are written"))
        self.browse.setToolTip(self.tr("Choose where the files are written"))
        where = QHBoxLayout()
        where.addWidget(beside)
        where.addWidget(self.folder, 1)
        where.addWidget(self.browse)
        whole = QVBoxLayout(self)
        whole.addLayout(top, 1)
        whole.addLayout(where)
        for widget in (self.trouble, self.progress, self.buttons):
            whole.addWidget(widget)
        titles = {
            KitPart.SET_UP: self.tr("Set-up"),
            KitPart.COUNTERS: self.tr("Counters"),
            KitPart.CHARTS: self.tr("Charts"),
            KitPart.CARDS: self.tr("Cards"),
        }
        for part, title in titles.items():
            if self._kit.has(part):
                self.pages.setTabData(self.pages.addTab(title), part)

    def _connect(self) -> None:
        for box in (*self.parts.values(), self.backs, self.markers, self.fit_map):
            box.toggled.connect(self._follow)
        for combo in (self.paper, self.flip, self.notes):
            combo.currentIndexChanged.connect(self._follow)
        for spin in (self.margin, self.counter, self.gap):
            spin.valueChanged.connect(self._follow)
        self.pages.currentChanged.connect(self._follow)
        self.browse.clicked.connect(self._choose_folder)
        self.go.clicked.connect(self.run)

    # What is chosen

    @property
    def options(self) -> KitOptions:
        return KitOptions(
            parts=frozenset(part for part, box in self.parts.items() if box.isChecked()),
            paper=Paper(self.paper.currentData()),
            margin_mm=self.margin.value(),
            counter_mm=self.counter.value(),
            gap_mm=self.gap.value(),
            flip=Flip(self.flip.currentData()),
            backs=self.backs.isChecked(),
            notes=Notes(self.notes.currentData()),
            markers=self.markers.isChecked(),
            fit_map=self.fit_map.isChecked(),
        )

    def _recall(self) -> None:
        options = KitOptions.from_data(remembered(self._settings, "kit/options"))
        for part, box in self.parts.items():
            box.setChecked(part in options.parts and self._kit.has(part))
        self.paper.setCurrentIndex(self.paper.findData(options.paper))
        self.flip.setCurrentIndex(self.flip.findData(options.flip))
        self.margin.setValue(options.margin_mm)
        self.counter.setValue(options.counter_mm)
        self.gap.setValue(options.gap_mm)
        self.backs.setChecked(options.backs)
        self.notes.setCurrentIndex(self.notes.findData(options.notes))
        self.markers.setChecked(options.markers)
        self.fit_map.setChecked(options.fit_map)

    def _remember(self) -> None:
        absent = frozenset(part for part in KitPart if not self._kit.has(part))
        kept = replace(self.options, parts=self.options.parts | absent)
        self._settings.setValue("kit/options", json.dumps(kept.to_data()))

    def _follow(self) -> None:
        """A field is another: what would be printed is shown."""
        options = self.options
        part = self.pages.tabData(self.pages.currentIndex()) if self.pages.count() else None
        try:
            count = self._show_page(KitPart(part), options) if part is not None else 0
            self.say("")
        except CannotExport as bad:
            self.preview.clear()
            self.say(self._words.text(bad.message))
            self.go.setEnabled(False)
            return
        self.go.setEnabled(any(self._kit.has(each) for each in options.parts))
        self.particulars.setText(self.tr("{0} {0:page|pages}. Print at 100 %.").format(counted(count)) if count else "")

    def _show_page(self, part: KitPart, options: KitOptions) -> int:
        ratio = self.devicePixelRatioF()
        page = options.page
        scale = min(_PREVIEW.width() / page.width, _PREVIEW.height() / page.height) * ratio
        image = QImage(round(page.width * scale), round(page.height * scale), QImage.Format.Format_RGB32)
        image.fill(QColor("#ffffff"))
        painter = QPainter(image)
        try:
            ready_to_draw(painter)
            painter.scale(scale, scale)
            count = paint_first(self._kit, part, options, painter)
        finally:
            painter.end()
        image.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(image))
        return count

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Write the Kit into"), self.folder.text())
        if path:
            self.folder.setText(path)

    # Doing it

    def run(self) -> None:
        """Write the files; the dialog closes when it is done and stays open when it was stopped or cannot be."""
        typed = self.folder.text().strip()
        folder = typed_path(typed)
        if not (typed and is_there(folder) and folder.is_dir()):
            self.say(self.tr("There is no folder {0}.").format(typed))
            return
        there = [part for part in self.options.parts if is_there(folder / f"{self._kit.name}-{part.value}.pdf")]
        if there and not self._may_replace(len(there)):
            return
        on_map = ExportOptions.from_data(remembered(self._settings, "export/options"))
        self.write(
            lambda: write_kit(self._kit, folder, self.options, on_map, self.go_on),
            self.tr("Stopped. What was finished before is in the folder."),
            lambda: self._keep(folder),
        )

    def resting(self) -> tuple[QWidget, ...]:
        parts = (box for part, box in self.parts.items() if self._kit.has(part))
        sizes = (self.paper, self.margin, self.counter, self.gap, self.notes, self.flip)
        ticks = (self.backs, self.markers, self.fit_map)
        return *parts, *sizes, *ticks, self.pages, self.folder, self.browse

    def _keep(self, folder: Path) -> None:
        self._remember()
        self.exported.emit(str(folder))

    def _may_replace(self, count: int) -> bool:
        text = self.tr("{0} of these {0:file is|files are} there already. Replace {0:it|them}?").format(counted(count))
        return QMessageBox.question(self, self.windowTitle(), text) is QMessageBox.StandardButton.Yes


def _millimetres(low: float, high: float) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(low, high)
    spin.setDecimals(1)
    spin.setSingleStep(0.5)
    spin.setSuffix(" mm")
    return spin
