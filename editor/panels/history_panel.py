"""What was done: the steps that can be undone, and the journal and named versions of the file.

The first list is this session's and is walked by a click. The second is the file's own memory: every change that ever
landed, newest first, with the versions that were saved. Going back to a version is one more change, so nothing is lost
by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QDate, QDateTime, QLocale, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QMessageBox,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QUndoView,
    QVBoxLayout,
    QWidget,
)

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.panels.icons import icon
from editor.panels.panel import GAP, Panel, column_of, key_action, note
from engine.core.messages import message
from engine.narration.language import catalogue, counted
from engine.storage.errors import FileError
from engine.storage.history import Entry, Version

_VERSION: Final = Qt.ItemDataRole.UserRole
_PAGE: Final = 100
_PAUSE: Final = 250
_ROW: Final = 24


class HistoryPanel(Panel):
    """Steps and versions. `revert` goes back to a version, asked already; without one the panel does it by itself."""

    name = "history"
    reverted = Signal(object)
    """The `Version` that the file was taken back to."""

    def __init__(
        self, bench: Workbench, revert: Callable[[Version], bool] | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(bench, parent)
        self._revert = revert or self._go_back
        self._stack_of: MapDocument | None = None
        self._limit = _PAGE
        self.menu: QMenu | None = None
        """The menu that a right click opened last."""
        self.steps = QUndoView()
        self.steps.setEmptyLabel(self.tr("As opened"))
        self.steps.setSpacing(2)
        self.steps.setAccessibleName(self.tr("Steps"))
        self.steps.setToolTip(self.tr("Click a step to go back or forward to it"))
        self.journal = QTreeWidget()
        self.revert_button = QPushButton(icon("revert"), self.tr("Revert to Version..."))
        self.more = QPushButton(self.tr("Earlier"))
        self._remark = note()
        self.tabs = QTabWidget()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE)
        self._soon.timeout.connect(self._fill)
        self._lay_out()
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("History")

    @property
    def about(self) -> str:
        return self.tr("What was done, and the versions of the file")

    def _lay_out(self) -> None:
        self.journal.setColumnCount(2)
        self.journal.setHeaderLabels([self.tr("Change"), self.tr("When")])
        self.journal.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.journal.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.journal.header().setStretchLastSection(False)
        self.journal.setRootIsDecorated(False)
        self.journal.setUniformRowHeights(True)
        self.journal.setIconSize(QSize(16, 16))
        self.journal.setAccessibleName(self.tr("Journal and versions of the file"))
        self.journal.itemSelectionChanged.connect(self._show_buttons)
        self.journal.itemActivated.connect(lambda _item, _column: self.ask_revert())
        self.revert_button.setToolTip(self.tr("Take the whole file back to the chosen version"))
        self.revert_button.clicked.connect(lambda _=False: self.ask_revert())
        self.more.setToolTip(self.tr("List earlier changes"))
        self.more.clicked.connect(lambda _=False: self._list_more())
        of_file = QWidget()
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch()
        row.addWidget(self.revert_button)
        inside = QVBoxLayout(of_file)
        inside.setContentsMargins(0, GAP, 0, 0)
        inside.addWidget(self.journal, 1)
        inside.addWidget(self._remark)
        inside.addLayout(row)
        of_steps = QWidget()
        around = QVBoxLayout(of_steps)
        around.setContentsMargins(0, GAP, 0, 0)
        around.addWidget(self.steps)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(of_steps, self.tr("Steps"))
        self.tabs.addTab(of_file, self.tr("File"))
        self.tabs.currentChanged.connect(self._fill)
        column_of(self.body).addWidget(self.tabs)
        key_action(self.journal, self.tr("Revert to version"), "Ctrl+Return", self.ask_revert)
        for view, show in ((self.steps, self._show_steps_menu), (self.journal, self._show_file_menu)):
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(show)

    def _show_steps_menu(self, at: QPoint) -> None:
        """What can be done with a step: go to it, or one step either way."""
        document, row = self.document, self.steps.indexAt(at).row()
        if document is None:
            return
        stack, menu = document.undo_stack, QMenu(self)
        go = menu.addAction(self.tr("Go to This Step"))
        go.setEnabled(row >= 0 and row != stack.index())
        go.triggered.connect(lambda _=False: stack.setIndex(row))
        menu.addSeparator()
        for words, act, can in (
            (self.tr("Undo"), stack.undo, stack.canUndo()),
            (self.tr("Redo"), stack.redo, stack.canRedo()),
        ):
            entry = menu.addAction(words)
            entry.setEnabled(can)
            entry.triggered.connect(lambda _=False, act=act: act())
        self._pop_up(menu, self.steps.viewport().mapToGlobal(at))

    def _show_file_menu(self, at: QPoint) -> None:
        """What can be done with a version, and with the list."""
        item = self.journal.itemAt(at)
        if item is not None and item.data(0, _VERSION) is not None:
            self.journal.setCurrentItem(item)
        menu = QMenu(self)
        back = menu.addAction(self.tr("Revert to Version..."))
        back.setEnabled(self.revert_button.isEnabled() and item is not None and item.data(0, _VERSION) is not None)
        back.triggered.connect(lambda _=False: self.ask_revert())
        earlier = menu.addAction(self.tr("Earlier"))
        earlier.setEnabled(self.more.isEnabled())
        earlier.triggered.connect(lambda _=False: self._list_more())
        self._pop_up(menu, self.journal.viewport().mapToGlobal(at))

    def _pop_up(self, menu: QMenu, at: QPoint) -> None:
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = menu
        menu.popup(at)

    def document_opened(self) -> None:
        if self._stack_of is not None:
            self._stack_of.undo_stack.indexChanged.disconnect(self._step)
        self._stack_of = document = self.document
        self._limit = _PAGE
        if document is None:
            self.steps.setStack(None)  # type: ignore[arg-type]  # Qt takes none to show nothing
            self.show_nothing("history", self.tr("Open or make a map to see what was done to it."))
            return
        self.show_body()
        self.steps.setStack(document.undo_stack)
        document.undo_stack.indexChanged.connect(self._step)
        self._fill()

    def refresh(self) -> None:
        """Look at the file again, as after a version was saved."""
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """While nobody looked, a game may have been played or a version saved."""
        super().showEvent(event)
        self._fill()

    def _step(self, _index: int) -> None:
        if not self._soon.isActive():
            self._soon.start()

    # The file

    def _fill(self) -> None:
        document = self.document
        if document is None or self.tabs.currentIndex() != 1:
            return
        chosen = self.version
        entries = document.store.history(limit=self._limit)
        versions = document.store.versions()
        self.journal.clear()
        items: list[QTreeWidgetItem] = []
        waiting = list(versions)
        for entry in entries:
            while waiting and waiting[-1].journal >= entry.id:
                items.append(self._version_item(waiting.pop()))
            items.append(self._entry_item(entry))
        items += [self._version_item(version) for version in reversed(waiting)]
        self.journal.addTopLevelItems(items)
        for item in items:
            if chosen is not None and item.data(0, _VERSION) == chosen:
                self.journal.setCurrentItem(item)
        self.more.setEnabled(len(entries) == self._limit)
        named, changed = self.tr("The present state has a name."), self.tr("Changed since the last version.")
        self._remark.setText(named if document.store.is_saved else changed)
        self._show_buttons()

    def _version_item(self, version: Version) -> QTreeWidgetItem:
        item = QTreeWidgetItem([version.name or self.tr("Version {0}").format(version.id), _when(version.at)])
        item.setIcon(0, icon("version"))
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        item.setData(0, _VERSION, version)
        item.setSizeHint(0, QSize(0, _ROW))
        item.setToolTip(0, self.tr("A saved version: {0}").format(version.name))
        return item

    def _entry_item(self, entry: Entry) -> QTreeWidgetItem:
        item = QTreeWidgetItem([entry.label, _when(entry.at)])
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsSelectable)
        item.setSizeHint(0, QSize(0, _ROW))
        item.setToolTip(0, self.tr("{0} ({1} {1:row|rows} of the file)").format(entry.label, counted(entry.changes)))
        return item

    def _list_more(self) -> None:
        self._limit += _PAGE
        self._fill()

    @property
    def version(self) -> Version | None:
        """The version that is chosen in the list."""
        items = self.journal.selectedItems()
        found = items[0].data(0, _VERSION) if items else None
        return found if isinstance(found, Version) else None

    def choose(self, version: Version) -> None:
        """Mark a version in the list."""
        for number in range(self.journal.topLevelItemCount()):
            item = self.journal.topLevelItem(number)
            if item is not None and item.data(0, _VERSION) == version:
                self.journal.setCurrentItem(item)

    def _show_buttons(self) -> None:
        document = self.document
        can = document is not None and not document.is_read_only and self.version is not None
        self.revert_button.setEnabled(can)

    # Going back

    def ask_revert(self) -> None:
        """Ask, and go back to the chosen version."""
        version, document = self.version, self.document
        if version is None or document is None or document.is_read_only:
            return
        question = self.tr(
            "Take the whole file back to “{0}” of {1}?\n\n"
            "What was done since is taken back in one step, which stays in the journal; the list of steps begins anew."
        ).format(version.name, _when(version.at))
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel
        answer = QMessageBox.question(
            self, self.tr("Revert to Version"), question, buttons, QMessageBox.StandardButton.Cancel
        )
        if answer == QMessageBox.StandardButton.Yes and self._revert(version):
            self.reverted.emit(version)
            self._fill()

    def _go_back(self, version: Version) -> bool:
        """Take the file back and work on the map as it was then, with a history of its own."""
        document = self.document
        if document is None:
            return False
        document.cancel_stroke()
        try:
            document.store.revert(version, self.tr("Revert to {0}").format(version.name))
            plan = document.store.read().maps.get(document.plan.id)
        except FileError as bad:
            self.bench.report(bad.message)
            return False
        if plan is None:
            self.bench.report(message("panel.not-in-version", map=document.plan.id, version=version.name))
            return False
        renewed = MapDocument(document.store, plan, document.palette, catalogue())
        self.bench.set_document(renewed)
        self.bench.canvas.set_map(plan, self.bench.palette)
        return True


def _when(at: str) -> str:
    """A time as the program keeps it, in the words and the zone of the person: the hour today, else the day."""
    moment = QDateTime.fromString(at, Qt.DateFormat.ISODate).toLocalTime()
    if not moment.isValid():
        return at
    if moment.date() == QDate.currentDate():
        return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    return QLocale().toString(moment.date(), QLocale.FormatType.ShortFormat)
