"""Geography asked for in a dialog: files, a part of the globe, rules; and a look at what would come of it first.

The work is done on another thread, so that a large part of the globe can be waited for, or given up.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.geography.geo_fields import CityPage, GroundPage, RiverPage
from app.geography.geo_frame_page import FramePage, Target
from app.geography.geo_picture_page import PicturePage
from app.geography.geo_request import GeoRequest, kinds_of_new
from editor.canvas.canvas import MapCanvas
from editor.digitise.geography.geo_import import GeoImport, GeoOptions
from editor.digitise.geography.geo_report import summary_of
from editor.documents.background import Background, Ticket
from editor.documents.workbench import Workbench
from engine.core.messages import Message
from engine.definitions.issues import DefinitionError
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import catalogue, counted

_MOST_ISSUES = 12
_STEPS = 1000


class Looked:
    """What a look found: an import and the map that it makes, or why there is none."""

    def __init__(self, request: GeoRequest, ticket: Ticket) -> None:
        self.found: GeoImport | None = None
        self.plan: MapPlan | None = None
        self.bad: DefinitionError | None = None
        try:
            self.found = request.work_out(ticket.tell)
            self.plan = self.found.result()
        except DefinitionError as bad:
            self.bad = bad


class GeoDialog(QDialog):
    """Works the import out when asked to look, and makes it when told."""

    looked = Signal()
    """A look has come to an end, well or not."""

    def __init__(
        self, work: Background, bench: Workbench, *, can_add: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import Geography"))
        self.resize(980, 640)
        self._work = work
        self._bench = bench
        self._ticket: Ticket | None = None
        self._accepts = False
        self.found: GeoImport | None = None
        self.plan: MapPlan | None = None
        """The map as it would be."""
        self.frame = FramePage(bench.document.plan if bench.document is not None else None, can_add=can_add)
        self.ground, self.river, self.city = GroundPage(), RiverPage(), CityPage()
        self.picture = PicturePage()
        self.preview = MapCanvas(MapPlan("none", "", ""), Palette.model_construct(id="none"))
        self.preview.setMinimumSize(360, 280)
        nothing = QLabel(self.tr("Choose files and press Look to see the map here."))
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        nothing.setFrameShape(QFrame.Shape.StyledPanel)
        self._views = QStackedWidget()
        self._views.addWidget(nothing)
        self._views.addWidget(self.preview)
        self.summary = QPlainTextEdit()
        self.summary.setReadOnly(True)
        self.summary.setMaximumHeight(150)
        self.summary.setAccessibleName(self.tr("What would be on the map"))
        self.summary.setPlaceholderText(self.tr("Look first: what would be on the map is told here."))
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.note = QLabel()
        self._lay_out()
        for page in (self.frame, self.ground, self.river, self.city, self.picture):
            page.changed.connect(self._outdated)
        self.frame.target.currentIndexChanged.connect(self._show_kinds)
        self.frame.game.currentIndexChanged.connect(self._show_kinds)
        self._show_kinds()
        self._set_running(False)
        self.frame.land.setFocus()

    def _lay_out(self) -> None:
        pages = QTabWidget()
        for page, title in (
            (self.frame, self.tr("Files and Place")),
            (self.ground, self.tr("Land and Water")),
            (self.river, self.tr("Rivers")),
            (self.city, self.tr("Cities")),
            (self.picture, self.tr("Picture")),
        ):
            pages.addTab(page, title)
        pages.setMinimumWidth(430)
        self.pages = pages
        right = QVBoxLayout()
        right.addWidget(self._views, 1)
        right.addWidget(self.summary)
        both = QHBoxLayout()
        both.addWidget(pages)
        both.addLayout(right, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel_button = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.look_button = self.buttons.addButton(self.tr("&Look"), QDialogButtonBox.ButtonRole.ActionRole)
        self.make_button = self.buttons.addButton(self.tr("Make the &Map"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.look_button.setToolTip(self.tr("Work it out and show what would be on the map"))
        self.look_button.clicked.connect(self.look)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.note)
        foot.addWidget(self.progress, 1)
        foot.addWidget(self.buttons, 1)
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addLayout(foot)

    # What is asked for

    @property
    def target(self) -> Target:
        """What becomes of it."""
        return self.frame.chosen

    def request(self) -> GeoRequest:
        """What is asked for; raises ValueError where a field cannot be read."""
        frame = self.frame
        options = GeoOptions(
            land=self.ground.land.currentData() or "clear",
            lake=self.ground.lake.currentData() or "lake",
            sea=self.ground.sea.currentData() or "sea",
            coast=self.ground.coast.currentData() or "",
            river_kinds=self.river.kinds(),
            thresholds=self.ground.thresholds(),
            rivers=self.river.rules(),
            cities=self.city.rules(),
        )
        title = frame.title_field.text().strip() or self.tr("New map")
        return GeoRequest(
            frame.files,
            title,
            frame.hex_km.value(),
            frame.grid,
            box=frame.box,
            projection=frame.projection_wanted,
            palette=frame.game.currentData(),
            options=options,
            onto=frame.onto(),
            picture=self.picture.asked(),
        )

    def _palette(self) -> Palette:
        """The kinds of the map that is made, or laid onto."""
        if self.target is Target.ONTO:
            return self._bench.palette
        return kinds_of_new(self.frame.game.currentData())

    def _show_kinds(self) -> None:
        palette = self._palette()
        for page in (self.ground, self.river, self.city, self.picture):
            page.show_kinds(palette)
        is_onto = self.target is Target.ONTO
        self.make_button.setText(self.tr("Lay It on the &Map") if is_onto else self.tr("Make the &Map"))
        self._outdated()
        document = self._bench.document
        if is_onto and document is not None:
            self._show_map(document.plan)
        else:
            self._views.setCurrentIndex(0)

    def _outdated(self) -> None:
        """Another field: what was worked out is not what is asked for now."""
        self.found = self.plan = None

    # Looking

    def look(self) -> None:
        """Work it out, and tell and show what would be on the map."""
        self._outdated()
        problem = self.frame.problem() or self.picture.problem()
        if problem:
            self._give_up(problem)
            return
        try:
            request = self.request()
        except ValueError:
            self._give_up(self.tr("A drowned valley is a latitude and a longitude, such as 58.2, 38.4."))
            return
        self._set_running(True)
        self._ticket = self._work.run(
            lambda ticket: Looked(request, ticket), self._show_looked, self._show_trouble, tell=self._show_progress
        )

    def _give_up(self, words: str) -> None:
        self._accepts = False
        self.summary.setPlainText(words)
        self.looked.emit()

    def _show_progress(self, done: float) -> None:
        self.progress.setValue(round(done * _STEPS))

    def _show_trouble(self, said: Message) -> None:
        self._set_running(False)
        self._give_up(catalogue().text(said))

    def _show_looked(self, result: Looked) -> None:
        self._set_running(False)
        words = catalogue()
        if result.found is None or result.plan is None:
            issues = result.bad.issues if result.bad is not None else ()
            self._give_up("\n".join(words.text(issue.message) for issue in issues[:_MOST_ISSUES]))
            return
        self.found, self.plan = result.found, result.plan
        told = summary_of(result.found)
        size = result.plan.sheets[result.found.changes.sheet].size
        columns = self.tr("{0} {0:column|columns} by {1} {1:row|rows}").format(*map(counted, size))
        lines = [columns, *(words.text(line) for line in told.lines)]
        lines += [words.text(issue.message) for issue in told.issues[:_MOST_ISSUES]]
        if len(told.issues) > _MOST_ISSUES:
            lines.append(self.tr("and {0} more").format(len(told.issues) - _MOST_ISSUES))
        self.summary.setPlainText("\n".join(lines))
        self._show_map(result.plan)
        self.looked.emit()
        if self._accepts:
            super().accept()

    def _show_map(self, plan: MapPlan) -> None:
        self.preview.set_map(plan, self._palette())
        self._views.setCurrentWidget(self.preview)
        self.preview.fit()

    def _set_running(self, running: bool) -> None:
        if not running:
            self._ticket = None
        for widget in (self.pages, self.look_button, self.make_button):
            widget.setEnabled(not running)
        self.progress.setValue(0)
        self.progress.setVisible(running)
        self.note.setVisible(running)
        self.note.setText(self.tr("Working it out") if running else "")
        self.cancel_button.setText(self.tr("Stop") if running else self.tr("Cancel"))

    @property
    def is_running(self) -> bool:
        return self._ticket is not None

    def accept(self) -> None:
        """Make what was looked at, or look first and then make it."""
        if self.found is not None:
            super().accept()
        elif not self.is_running:
            self._accepts = True
            self.look()

    def reject(self) -> None:
        """Stop what is being worked out; or close."""
        self._accepts = False
        if self._ticket is not None:
            self._ticket.cancel()
            self._set_running(False)
            self.summary.setPlainText(self.tr("Stopped."))
            return
        super().reject()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.preview.set_style_shown(self._bench.canvas.style_shown)
