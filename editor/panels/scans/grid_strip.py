"""The strip under the list of scans in which the program says where it sees the grid of the chosen one.

It looks beside the window, draws what it found over the scan and says how sure it is. One click lays the scan; where
the print alone does not say which hex is which, one number is asked for. Nothing is done to the map before that.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from editor.canvas.scans.proposal_item import ProposalItem
from editor.digitise.clicks import CalibrationError, Numbering
from editor.digitise.grid.found_grid import FoundGrid, FoundSheet
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.number_reading import ReadNumbers, anchored
from editor.digitise.transforms import Transform
from editor.documents.grid_search import GridSearch
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_layer import OVER_Z, ScanLayer
from editor.geometry.lattice import Lattice
from editor.panels.command_push import push
from editor.panels.panel import tool_button
from editor.panels.scans.calibration_desk import CalibrationDesk
from editor.panels.scans.proposed_grid import drawn
from engine.core.boards.hexes import Orientation
from engine.core.messages import Message
from engine.definitions.plan import ScanPlan, SheetPlan

_VERY_CLEAR, _CLEAR = 2.0, 1.3


class GridStrip(QWidget):
    """Finds, shows, and lays."""

    number_wanted = Signal(str, object)
    """The grid of the scan of this id is known, and one number is needed: a `FoundSheet` goes along."""
    by_hand_wanted = Signal()
    """No grid was found in the chosen scan, and it is to be given by hand."""

    def __init__(self, layer: ScanLayer, words: Callable[[Message], str]) -> None:
        super().__init__()
        self._layer = layer
        self._words = words
        self._scan: ScanPlan | None = None
        self._number = 0
        self._refused: set[str] = set()
        self._known: tuple[tuple[FoundSheet, tuple[object, ...]], GridProposal] | None = None
        """What was asked for last, and the proposal: it is wanted again and again."""
        self.search = GridSearch(layer.images, self)
        self.item = ProposalItem(OVER_Z + 1)
        layer.bench.canvas.scene().addItem(self.item)
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setFormat(self.tr("Looking for the grid: %p %"))
        self.stop = tool_button("clear", self.tr("Cancel"), self.tr("Stop looking for the grid"), self.search.cancel)
        self.lay_button = QPushButton(self.tr("&Lay the Scan"))
        self.lay_button.setToolTip(
            self.tr("Lay the scan so that its hexes lie on those of the map; undo takes it back")
        )
        self.lay_button.clicked.connect(lambda _=False: self.lay())
        self.number_button = QPushButton(self.tr("&One Number..."))
        self.number_button.setToolTip(self.tr("Click one hex of the scan and type what is printed in it"))
        self.number_button.clicked.connect(lambda _=False: self._ask_number())
        self.other_button = QPushButton(self.tr("Ot&her Sheet"))
        self.other_button.setToolTip(self.tr("The scan shows several sheets: propose the next of them"))
        self.other_button.clicked.connect(lambda _=False: self._next_sheet())
        self.no_button = QPushButton(self.tr("&No"))
        self.no_button.setToolTip(self.tr("Forget this proposal; Calibrate gives the grid by hand"))
        self.no_button.clicked.connect(lambda _=False: self.refuse())
        self.by_hand_button = QPushButton(self.tr("&By Hand..."))
        self.by_hand_button.setToolTip(self.tr("Give the grid by hexes that you click on the scan"))
        self.by_hand_button.clicked.connect(lambda _=False: self.by_hand_wanted.emit())
        self.close_button = QPushButton(self.tr("&Close"))
        self.close_button.setToolTip(self.tr("Read: do not say it again"))
        self.close_button.clicked.connect(lambda _=False: self.refuse())
        self._lay_out()
        self.search.changed.connect(self.refresh)
        layer.bench.document_changed.connect(self._forget)
        self.refresh()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._busy = QWidget()
        row = QHBoxLayout(self._busy)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        column.addWidget(self._busy)
        column.addWidget(self.said)
        self._answers = QWidget()
        self._grid = QGridLayout(self._answers)
        self._grid.setContentsMargins(0, 0, 0, 0)
        proposed = (self.lay_button, self.number_button, self.other_button, self.no_button)
        self._buttons = (*proposed, self.by_hand_button, self.close_button)
        for button in self._buttons:
            button.setAutoDefault(False)
        self._arrange()
        column.addWidget(self._answers)

    def _arrange(self) -> None:
        """The answers that can be given now, two in a row, without gaps for the others, which stand behind them.

        A widget that is added once more leaves its old cell by itself; taken out before, it would never be freed.
        """
        for number, button in enumerate(sorted(self._buttons, key=QPushButton.isHidden)):
            self._grid.addWidget(button, number // 2, number % 2)

    # What is looked at

    def watch(self, scan: ScanPlan | None) -> None:
        """The chosen scan is another, or lies elsewhere."""
        if scan is None or self._scan is None or scan.id != self._scan.id:
            self._number = 0
        self._scan = scan
        self.refresh()

    def look(self, scan: ScanPlan) -> None:
        """Look for the grid of a scan."""
        self._refused.discard(scan.id)
        self._scan, self._number = scan, 0
        if self.search.found(scan) is None:
            self.search.look(scan, [Numbering.of(plan, self._lattice(plan)) for plan in self._sheets()])
        self.refresh()

    def refuse(self) -> None:
        """The person says no."""
        if self._scan is not None:
            self._refused.add(self._scan.id)
        self.refresh()

    def _forget(self) -> None:
        self.search.forget()
        self._refused.clear()
        self.watch(None)

    @property
    def found(self) -> FoundGrid | None:
        """What was found in the chosen scan and not refused."""
        scan = self._scan
        if scan is None or scan.id in self._refused or ScanFacts.of(scan).rms is not None:
            return None
        return self.search.found(scan)

    @property
    def sheet(self) -> FoundSheet | None:
        """The sheet of it that is proposed."""
        found = self.found
        return found.sheets[self._number % len(found.sheets)] if found is not None and found.sheets else None

    @property
    def proposal(self) -> GridProposal | None:
        """The same as the sheet of the map that it fits best, or the first."""
        found, plans = self.sheet, self._sheets()
        if found is None or not plans:
            return None
        numberings = [Numbering.of(plan, self._lattice(plan)) for plan in plans]
        asked = (found, tuple((each, self._numbers(each)) for each in numberings))
        if self._known is None or self._known[0][0] is not found or self._known[0][1] != asked[1]:
            proposals = [anchored(GridProposal.of(found, each), read) for each, read in asked[1]]
            self._known = asked, next((each for each in proposals if each.is_anchored), proposals[0])
        return self._known[1]

    def _numbers(self, numbering: Numbering) -> ReadNumbers | None:
        """What the printed numbers say about a sheet of the map."""
        found, scan = self.found, self._scan
        if found is None or scan is None or not found.sheets:
            return None
        return self.search.numbers(scan, self._number % len(found.sheets), numbering)

    def _sheets(self) -> list[SheetPlan]:
        document = self._layer.bench.document
        return [] if document is None else list(document.plan.sheets.values())

    # What is shown

    def refresh(self) -> None:
        """Say and draw what there is to say and draw."""
        scan = self._scan
        looks = scan is not None and self.search.is_looking_at(scan)
        self._busy.setVisible(looks)
        self.bar.setValue(round(100 * self.search.progress))
        found, sheet = self.found, self.sheet
        problem = self.search.problem if scan is not None and not looks and found is None else None
        text = "" if problem is None else self._words(problem)
        if found is not None:
            text = self._words(found.refusal) if sheet is None else self._text(found, sheet)
        shown = None if sheet is None or scan is None else drawn(sheet, Transform(scan.placement))
        if shown is not None and len(shown.arrows):
            text += " " + self.tr("Arrows show how the paper is bent, eight times as long as it is off.")
        self.said.setText(text)
        self.said.setVisible(bool(text))
        proposal = self.proposal
        self._answers.setVisible(found is not None)
        self.lay_button.setVisible(proposal is not None and proposal.is_anchored)
        self.number_button.setVisible(proposal is not None)
        self.other_button.setVisible(found is not None and len(found.sheets) > 1)
        self.no_button.setVisible(sheet is not None)
        self.by_hand_button.setVisible(sheet is None and bool(self._sheets()))
        self.close_button.setVisible(sheet is None)
        self._arrange()
        self.item.show_grid(shown)

    def _text(self, found: FoundGrid, sheet: FoundSheet) -> str:
        sure = (
            self.tr("very clear")
            if sheet.score >= _VERY_CLEAR
            else self.tr("clear")
            if sheet.score >= _CLEAR
            else self.tr("faint, look closely")
        )
        tops = self.tr("flat tops") if sheet.orientation is Orientation.FLAT else self.tr("pointy tops")
        parts = [
            self.tr("A grid of {0} hexes, {1}, {2} pixels from one to the next, turned by {3}°: {4} ({5}).").format(
                len(sheet.centres), tops, f"{sheet.pitch:.1f}", f"{sheet.rotation:.1f}", sure, f"{sheet.score:.2f}"
            )
        ]
        if len(found.sheets) > 1:
            parts.append(self.tr("Sheet {0} of {1}.").format(self._number % len(found.sheets) + 1, len(found.sheets)))
        if found.has_rivals:
            parts.append(self.tr("There may be another sheet that could not be followed: look at the whole scan."))
        proposal = self.proposal
        if proposal is not None and not proposal.is_anchored:
            parts.append(self.tr("Which hex is which, one number will tell."))
        elif proposal is not None and (read := self._numbers(proposal.numbering)) is not None:
            parts.append(
                self.tr("The printed numbers agree: {0} of {1} were read.").format(len(read.right), read.asked)
            )
        elif proposal is None:
            parts.append(self.tr("The map has no hexes to lay it under."))
        if proposal is not None and proposal.has_more_than_the_sheet:
            parts.append(self.tr("That is more than the map has: Map > Resize makes it larger."))
        return " ".join(parts)

    # What is done

    def lay(self) -> bool:
        """Lay the scan as proposed: one entry of the history."""
        proposal, scan, document = self.proposal, self._scan, self._layer.bench.document
        if proposal is None or not proposal.is_anchored or scan is None or document is None:
            return False
        size = self._layer.images.image(scan).size
        desk = CalibrationDesk()
        plan = next(plan for plan in self._sheets() if Numbering.of(plan, self._lattice(plan)) == proposal.numbering)
        desk.open(scan, size, plan, self._lattice(plan))
        try:
            desk.take_over(proposal.clicks())
        except CalibrationError as bad:
            self.said.setText(self._words(bad.message))
            return False
        read = self._numbers(proposal.numbering)
        if read is not None and read.move == proposal.move:
            cells = (proposal.cell((one, other)) for one, other in proposal.cells.tolist())
            printed = {cell for cell in cells if cell is not None}
            desk.confirm(lambda held: proposal.counted_at(held.pixel) in read.right, printed)
        return desk.can_apply and push(self._layer.bench, lambda: desk.change(document.plan))

    def _lattice(self, plan: SheetPlan) -> Lattice:
        return self._layer.bench.canvas.picture.sheet(plan.id).lattice

    def _ask_number(self) -> None:
        if self._scan is not None and self.sheet is not None:
            self.number_wanted.emit(self._scan.id, self.sheet)

    def _next_sheet(self) -> None:
        self._number += 1
        self.refresh()
