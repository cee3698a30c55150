"""Calibration: a scan to click on at the left, its points, its fit and its check at the right.

Nothing touches the map until Apply, which is one entry of the history. The panel can stand in a dock or, better because
it is large, in a window of its own.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.scans.calibration_marks import GridShown, PointMark, PointState
from editor.canvas.scans.proposal_item import ProposalItem
from editor.canvas.scans.scan_view import PER_UNIT, TO_VIEW, ScanView
from editor.digitise.clicks import CalibrationError, Click
from editor.digitise.fitting import Shape
from editor.digitise.grid.found_grid import FoundSheet
from editor.digitise.grid.grid_proposal import GridProposal
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_images import ScanImages
from editor.documents.workbench import EditLayer, Workbench
from editor.model.touched import Touched
from editor.panels.command_push import push
from editor.panels.icons import icon
from editor.panels.panel import Panel, note
from editor.panels.scans.calibration_check import CheckPage
from editor.panels.scans.calibration_desk import CalibrationDesk
from editor.panels.scans.calibration_hints import CalibrationHints
from editor.panels.scans.calibration_label import LabelField
from editor.panels.scans.calibration_points import PointsPage
from editor.panels.scans.calibration_snap import GridSnap
from editor.panels.scans.calibration_stage import ClickMode, ScanStage
from editor.panels.scans.calibration_tool import CalibrationTool
from editor.panels.scans.proposed_grid import drawn
from engine.core.messages import Message
from engine.definitions.plan import Point, ScanPlan

_CLOSE_UP = 1.0
"""The zoom at which a question is looked at, at least."""
SHAPES = (None, Shape.SIMILARITY, Shape.AFFINE, Shape.PROJECTIVE)
"""What can be asked for, in the order of the list; Qt would hand back an enum as plain text."""
_APPLY, _CHECK = "Ctrl+Return", "F8"
_PROPOSAL_Z = 19


class CalibrationPanel(Panel):
    """Calibrates one scan of the open map."""

    name = "calibration"

    applied = Signal(str)
    """The scan of this id lies as fitted now."""
    finished = Signal()
    """There is nothing more to do here."""

    def __init__(self, bench: Workbench, images: ScanImages, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.images = images
        self.desk = CalibrationDesk(self)
        self.stage = ScanStage(self.words)
        self.tool = CalibrationTool(self.view, self.desk)
        self.view.event_target = self.tool
        self.label_field = LabelField(self.view)
        self.points = PointsPage(self.desk, self.words)
        self.check = CheckPage(self.desk, self.words)
        self.mode = ClickMode.NUMBERS
        self._renaming: int | None = None
        self.snap = GridSnap(self.desk, images, self)
        self._hints = CalibrationHints(self.desk, self.snap)
        self._found: FoundSheet | None = None
        """A grid that was found and waits for one number."""
        self._proposal = ProposalItem(_PROPOSAL_Z)
        self.view.scene().addItem(self._proposal)
        self._build()
        self._connect()
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Calibration")

    @property
    def about(self) -> str:
        return self.tr("Lay a scan under the grid by the numbers printed on it")

    @property
    def view(self) -> ScanView:
        """The scan that is clicked on."""
        return self.stage.view

    # How it is built

    def _build(self) -> None:
        self.pages = QTabWidget()
        self.pages.addTab(self.points, icon("calibrate"), self.tr("&Points"))
        self.pages.addTab(self.check, icon("help"), self.tr("&Check"))
        right = QWidget()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addLayout(self._choices())
        beside.addWidget(self.pages, 1)
        beside.addLayout(self._buttons())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.stage)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 1)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([800, 360])
        whole = QVBoxLayout(self.body)
        whole.setContentsMargins(8, 8, 8, 8)
        whole.addWidget(splitter)

    def _choices(self) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        self.sheets = QComboBox()
        self.sheets.setToolTip(self.tr("The sheet of the map that the scan shows"))
        self.sheets.activated.connect(self._choose_sheet)
        self.shapes = QComboBox()
        self.shapes.setToolTip(self.tr("What the fit may do to the grid; automatic takes the stiffest that will do"))
        self.shapes.addItems(
            [
                self.tr("Automatic"),
                self.tr("Similarity: turn, move, scale"),
                self.tr("Affine: also stretch and shear"),
                self.tr("Projective: also perspective"),
            ]
        )
        self.shapes.activated.connect(self._choose_shape)
        form.addRow(self.tr("&Sheet:"), self.sheets)
        form.addRow(self.tr("Fi&t:"), self.shapes)
        return form

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.pending = note()
        row.addWidget(self.pending, 1)
        self.apply_button = QPushButton(self.tr("&Apply"))
        self.apply_button.setAutoDefault(False)
        self.apply_button.clicked.connect(lambda _=False: self.apply())
        self.close_button = QPushButton(self.tr("C&lose"))
        self.close_button.setAutoDefault(False)
        self.close_button.setToolTip(self.tr("Leave the scan as it lies"))
        self.close_button.clicked.connect(lambda _=False: self.finished.emit())
        row.addWidget(self.apply_button)
        row.addWidget(self.close_button)
        return row

    def _connect(self) -> None:
        self.tool.edit = self.ask_again
        self.tool.add = self._clicked
        self.tool.cancel = self._cancel
        self.view.clicked.connect(self._clicked)
        self.stage.mode_chosen.connect(self.set_mode)
        self.stage.ready.connect(self._measured)
        self.label_field.entered.connect(self._named)
        self.label_field.dropped.connect(self._dropped)
        self.points.rename_wanted.connect(self.ask_again)
        self.points.model.modelReset.connect(self._points_gone)
        self.points.look_wanted.connect(self._look_at)
        self.points.refused.connect(lambda said: self._say(self.words(said)))
        self.stage.snap_wanted.connect(self._snap)
        self.snap.changed.connect(self._refresh)
        self.snap.refused.connect(lambda said: self._say(self.words(said)))
        self.snap.ended.connect(self._snapped)
        self.desk.changed.connect(self._refresh)
        self.desk.chosen_changed.connect(self._refresh)
        self.check.look_wanted.connect(self._look_at_question)
        self.pages.currentChanged.connect(lambda _: self._refresh())
        self.bench.layers_changed.connect(self._show_buttons)
        for keys, act in ((_APPLY, self.apply), (_CHECK, self.begin_check)):
            shortcut = QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def words(self, said: Message) -> str:
        """What the engine says, in words."""
        return str(said) if self.document is None else self.document.text_of(said)

    # What is calibrated

    def calibrate(self, id: str, found: FoundSheet | None = None) -> bool:
        """Take up a scan of the open map; False when there is none of that id, or no sheet to lay it under.

        Of a grid that was found, the number typed at the first click says which hex is which.
        """
        plan = None if self.document is None else self.document.plan
        scan = None if plan is None else plan.scans.get(id)
        if plan is None or scan is None or not plan.sheets:
            return False
        self.stage.watch(self.images.image(scan))
        self._fill_sheets(ScanFacts.of(scan).sheet)
        self._open(scan)
        self._wait_for_number(found)
        self.set_mode(ClickMode.NUMBERS)
        self.shapes.setCurrentIndex(0)
        self.pages.setCurrentIndex(0)
        self.show_body()
        self.view.setFocus()
        return True

    def _wait_for_number(self, found: FoundSheet | None) -> None:
        self._found = found
        self._proposal.show_grid(None if found is None else drawn(found, TO_VIEW))

    @property
    def scan(self) -> ScanPlan | None:
        """The scan that is being calibrated."""
        return self.desk.scan

    def _open(self, scan: ScanPlan) -> None:
        sheet, image = self.sheets.currentData(), self.stage.image
        if self.document is not None and image is not None and sheet is not None:
            lattice = self.bench.canvas.picture.sheet(sheet).lattice
            self.desk.open(scan, image.size, self.document.plan.sheets[sheet], lattice)

    def _measured(self) -> None:
        scan, image = self.desk.scan, self.stage.image
        if scan is not None and image is not None and image.size != self.desk.size:
            self._open(scan)

    def _fill_sheets(self, chosen: str) -> None:
        self.sheets.clear()
        for sheet in () if self.document is None else self.document.plan.sheets:
            self.sheets.addItem(sheet, sheet)
        self.sheets.setCurrentIndex(max(self.sheets.findData(chosen), 0))
        self.sheets.setEnabled(self.sheets.count() > 1)

    def _choose_sheet(self) -> None:
        sheet = self.sheets.currentData()
        if self.document is not None and sheet in self.document.plan.sheets:
            self.desk.set_sheet(self.document.plan.sheets[sheet], self.bench.canvas.picture.sheet(sheet).lattice)

    def _choose_shape(self) -> None:
        self.desk.set_shape(SHAPES[self.shapes.currentIndex()])

    def document_opened(self) -> None:
        self._close()

    def map_changed(self, touched: Touched) -> None:
        scan, document = self.desk.scan, self.document
        if scan is None or document is None:
            return
        if scan.id not in document.plan.scans or not document.plan.sheets:
            self._close()
            self.finished.emit()
            return
        if scan.id in touched.scans:
            self.desk.scan = document.plan.scans[scan.id]
            if self.images.image(self.desk.scan) is not self.stage.image:
                self.calibrate(scan.id)
        if touched.ground:
            self._fill_sheets(self.sheets.currentData() or "")
            self._choose_sheet()
        self._show_buttons()

    def _close(self) -> None:
        self.label_field.put_away()
        self._wait_for_number(None)
        self.stage.watch(None)
        self.desk.close()
        self.show_nothing(
            "calibrate",
            self.tr("No scan is being calibrated. Choose one among the scans of the map and press Calibrate."),
        )

    # Clicks

    def set_mode(self, mode: ClickMode) -> None:
        """What the next click says."""
        self.mode = mode
        self.tool.takes_points = mode is not ClickMode.CORNERS
        self.stage.modes[mode].setChecked(True)
        self.label_field.put_away()
        self._renaming = None
        self.desk.drop_neighbours()
        self.snap.drop()
        self._refresh()

    def _clicked(self, pixel: Point) -> None:
        if not self.tool.is_on or self.desk.numbering is None:
            return
        self._renaming = None
        if self.mode is ClickMode.NUMBERS:
            self.desk.choose(None)
            self.label_field.ask(pixel, hint=self._hint_at(pixel))
            return
        if self.mode is ClickMode.CORNERS:
            if self.stage.image is not None:
                self.snap.add(pixel, self.stage.image)
            return
        try:
            self.desk.add_neighbour(pixel)
        except CalibrationError as bad:
            self._say(self.words(bad.message))
            return
        if self.desk.adjacent is not None:
            self.label_field.ask(self.desk.neighbours[0], hint=self.tr("number of the first"))

    def _hint_at(self, pixel: Point) -> str:
        predicted = self.desk.predicted(pixel)
        if predicted:
            return self.tr("{0}?").format(predicted)
        numbering = self.desk.numbering
        first = "" if numbering is None else numbering.label(numbering.extent.first)
        return self.tr("such as {0}").format(first) if first else ""

    def ask_again(self, number: int) -> None:
        """Ask for another number for a point."""
        click = self.desk.clicks[number]
        self._renaming = number
        self.label_field.ask(click.pixel, text=click.label)

    def _named(self, label: str) -> None:
        try:
            if self._renaming is not None:
                self.desk.relabel(self._renaming, label)
            elif self.desk.adjacent is not None:
                self.desk.name_neighbours(label)
                self.mode = ClickMode.NUMBERS
                self.stage.modes[ClickMode.NUMBERS].setChecked(True)
            elif self._found is not None:
                self._anchor(self._found, label)
            else:
                self.desk.add(self.label_field.pixel, label)
                self.desk.choose(None)
        except CalibrationError as bad:
            self.label_field.refuse(self.words(bad.message))
            return
        self._renaming = None
        self.label_field.put_away()
        self._refresh()

    def _anchor(self, found: FoundSheet, label: str) -> None:
        """The found grid is known now: its hexes are clicks like any others."""
        assert self.desk.numbering is not None
        pixel = self.label_field.pixel
        proposal = GridProposal(found, self.desk.numbering).by_number(pixel, label)
        if proposal is None:
            self.desk.numbering.control_point(Click(pixel, label))
            return
        self.desk.take_over(proposal.clicks())
        self._wait_for_number(None)

    def _snap(self) -> None:
        if self.stage.image is not None:
            self.snap.snap(self.stage.image)

    def _snapped(self, is_good: bool) -> None:
        self.set_mode(ClickMode.NUMBERS)
        if not is_good:
            self._say(self.tr("No printed lines answer there: the grid stays as it was clicked."))

    def _points_gone(self) -> None:
        """A point was removed: the one that is asked about may be it, or has another number now."""
        if self._renaming is not None:
            self._renaming = None
            self.label_field.put_away()

    def _dropped(self) -> None:
        self._renaming = None
        self.desk.drop_neighbours()

    def _cancel(self) -> bool:
        if not self.label_field.isHidden():
            self.label_field.put_away()
            self._dropped()
            return True
        if self.desk.neighbours:
            self.desk.drop_neighbours()
            return True
        return False

    # The check

    def begin_check(self) -> None:
        """Ask what is printed in hexes that nobody clicked."""
        self.label_field.put_away()
        self.pages.setCurrentWidget(self.check)
        self.check.begin_check()

    def _look_at_question(self) -> None:
        question = self.desk.question
        if question is not None:
            self.view.look_at_pixel(question.pixel, zoom=_CLOSE_UP)

    def _look_at(self, pixel: Point) -> None:
        self.view.look_at_pixel(pixel, zoom=_CLOSE_UP)
        self.view.setFocus()

    # What is shown

    def _refresh(self) -> None:
        question = self.desk.question if self.pages.currentWidget() is self.check else None
        self.tool.is_on = question is None
        marks = self.view.marks
        marks.asked = None if question is None else question.cell
        marks.has_labels = question is None
        marks.show_grid(self._grid())
        marks.show_points(self._marks())
        verdict = self.desk.verdict
        picture = "help" if verdict is None else "all-well" if verdict.is_confirmed else "warning"
        self.pages.setTabIcon(self.pages.indexOf(self.check), icon(picture))
        self._say(self._hints.text(self.mode, asks=question is not None, is_found=self._found is not None))
        self._show_buttons()

    def _grid(self) -> GridShown | None:
        desk = self.desk
        if desk.numbering is None or desk.fit is None:
            return None
        return GridShown(desk.numbering, desk.fit.to_pixel.then(TO_VIEW))

    def _marks(self) -> list[PointMark]:
        desk, suspect = self.desk, self.desk.suspect
        marks = []
        for number, click in enumerate(desk.clicks):
            state = PointState.SUSPECT if number == suspect else PointState.PLAIN
            if number == desk.chosen:
                state = PointState.CHOSEN
            fitted = None
            if desk.fit is not None and number < len(desk.fit.points):
                fitted = _in_view(desk.fit.to_pixel.point(*desk.fit.points[number].plane))
            marks.append(PointMark(_in_view(click.pixel), click.label, state, fitted))
        for number, pixel in enumerate((*desk.neighbours, *self.snap.corners), 1):
            marks.append(PointMark(_in_view(pixel), str(number), PointState.CHOSEN))
        return marks

    def _say(self, text: str) -> None:
        self.stage.hint.setText(text)

    def _show_buttons(self) -> None:
        why = self._why_not()
        keys = QKeySequence(_APPLY).toString(QKeySequence.SequenceFormat.NativeText)
        tip = self.tr("Lay the scan as fitted: one entry of the history ({0})").format(keys)
        self.apply_button.setEnabled(not why)
        self.stage.snap.setEnabled(self.desk.fit is not None and self.snap.progress is None)
        self.apply_button.setToolTip(why or tip)
        self.pending.setText(self._pending(why))

    def _why_not(self) -> str:
        """Why the fit cannot be applied; empty when it can."""
        scan = self.desk.scan
        if self.document is None or scan is None:
            return self.tr("No scan is being calibrated.")
        if self.document.is_read_only:
            return self.tr("The file may not be written.")
        if self.bench.is_locked(EditLayer.SCANS) or ScanFacts.of(scan).locked:
            return self.tr("The scan is locked.")
        return "" if self.desk.can_apply else self.tr("There is no fit yet.")

    def _pending(self, why: str) -> str:
        if why:
            return why if self.desk.can_apply else ""
        if self.desk.is_restaggered:
            return self.tr("Applying staggers the sheet the other way.")
        if self.desk.is_renumbered:
            return self.tr("Applying renumbers the sheet as well.")
        if self.desk.verdict is not None and self.desk.verdict.differing:
            return self.tr("The check found a fault.")
        return self.tr("Checked.") if self.desk.is_confirmed else self.tr("Not checked yet.")

    # The map

    def apply(self) -> bool:
        """Lay the scan as fitted."""
        document, scan = self.document, self.desk.scan
        if document is None or scan is None or self._why_not():
            return False
        if not push(self.bench, lambda: self.desk.change(document.plan)):
            return False
        self.desk.is_changed = False
        self._say(self.tr("The scan lies under the grid now. Undo takes it back."))
        self.applied.emit(scan.id)
        return True


def _in_view(pixel: Point) -> Point:
    return pixel[0] / PER_UNIT, pixel[1] / PER_UNIT
