"""What there is to paint with: terrain, hexsides, lines, features, regions, connections and boxes, as swatches.

A tab for each; a search looks through all of them. A click, Enter or a number takes a kind up as ink. The tab follows
the tool in hand and the eyedropper. The designer's own kinds stand among the ruleset's and can be changed.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QStyle,
    QStyleOptionTab,
    QStylePainter,
    QTabBar,
    QWidget,
)

from editor.canvas.paint_guard import guarded_event
from editor.commands.swatches import delete_swatch, put_swatch
from editor.documents.workbench import Ink, InkGroup, Workbench
from editor.model.touched import Touched
from editor.panels.icons import icon
from editor.panels.palette.kinds_model import GROUPS, KIND, NUMBERED, Kind, KindsModel, found_kinds, kinds_of
from editor.panels.palette.kinds_view import KindsView
from editor.panels.palette.regions_section import RegionsSection
from editor.panels.palette.swatch_dialog import SwatchDialog
from editor.panels.palette.swatch_pictures import SwatchPictures
from editor.panels.panel import EmptyState, Panel, column_of, heading, key_action, tool_button
from editor.tools.toolbox import ToolController
from engine.storage.store import Store

_TABS = (
    InkGroup.TERRAIN,
    InkGroup.SIDES,
    InkGroup.PATHS,
    InkGroup.FEATURES,
    InkGroup.REGIONS,
    InkGroup.CONNECTIONS,
    InkGroup.BOXES,
)
_ICONS = {
    InkGroup.TERRAIN: "terrain",
    InkGroup.SIDES: "hexside",
    InkGroup.PATHS: "rail",
    InkGroup.FEATURES: "feature",
    InkGroup.REGIONS: "region",
    InkGroup.CONNECTIONS: "connect",
    InkGroup.BOXES: "box",
}
_NARROWEST = 26
"""Pixels of a tab; where there is more room the tabs share it."""
_TILED = (InkGroup.TERRAIN, InkGroup.FEATURES, InkGroup.BOXES)


class PalettePanel(Panel):
    """Swatches to choose the ink from."""

    name = "palette"
    picked = Signal(object)
    """An `Ink` that someone took up here."""

    def __init__(
        self, bench: Workbench, controller: ToolController | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(bench, parent)
        self._controller = controller
        self.search = QLineEdit()
        self.tabs = _Tabs()
        self.heading = heading("")
        self.model = KindsModel(self)
        self.view = KindsView()
        self.delegate = self.view.delegate
        self.regions = RegionsSection(bench)
        self._found_nothing = EmptyState("search", self.tr("Nothing is called so."))
        self._sections = QStackedWidget()
        self._build()
        self._lay_out()
        self._make_actions()
        bench.ink_changed.connect(self._follow_ink)
        bench.palette_changed.connect(self._renew)
        bench.canvas.renewed.connect(self._restyle)
        if controller is not None:
            bench.tool_changed.connect(self._follow_tool)
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Palette")

    @property
    def about(self) -> str:
        return self.tr("The terrain, lines and features there are to paint with")

    def _build(self) -> None:
        self.search.setPlaceholderText(self.tr("Search the palette"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search the palette"))
        self.search.setToolTip(self.tr("Find a kind by its name, in all sections"))
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.tabs.setExpanding(True)
        self.tabs.setDrawBase(False)
        self.tabs.setIconSize(QSize(18, 18))
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setAccessibleName(self.tr("Sections of the palette"))
        for number, group in enumerate(_TABS):
            self.tabs.addTab(icon(_ICONS[group]), "")
            self.tabs.setTabToolTip(number, self._title_of(group))
            self.tabs.setAccessibleTabName(number, self._title_of(group))
        self.tabs.currentChanged.connect(self._fill)
        self.view.setModel(self.model)
        self.view.setAccessibleName(self.tr("Kinds"))
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._show_buttons())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.regions.chosen.connect(self.take)

    def _lay_out(self) -> None:
        self._sections.addWidget(self.view)
        self._sections.addWidget(self.regions)
        self._sections.addWidget(self._found_nothing)
        add = tool_button("add", self.tr("New kind"), self.tr("Add a kind of your own"), self.add, shortcut="Ins")
        edit = tool_button(
            "edit", self.tr("Change kind"), self.tr("Change how this kind looks"), self.edit, shortcut="F2"
        )
        self._delete = tool_button("delete", self.tr("Delete kind"), "", self.delete, shortcut="Del")
        self._edit = edit
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for button in (add, edit, self._delete):
            row.addWidget(button)
        row.addStretch()
        column = column_of(self.body)
        column.addWidget(self.search)
        column.addWidget(self.tabs)
        column.addWidget(self.heading)
        column.addWidget(self._sections, 1)
        column.addWidget(self._buttons)

    def _make_actions(self) -> None:
        key_action(self.view, self.tr("New kind"), "Ins", self.add)
        key_action(self.view, self.tr("Change kind"), "F2", self.edit)
        key_action(self.view, self.tr("Delete kind"), "Del", self.delete)
        self.number_actions: list[QAction] = []
        """Keys 1 to 9, which work wherever no text is being written."""
        for number in range(1, NUMBERED + 1):
            action = QAction(self.tr("Take Kind {0}").format(number), self)
            action.setShortcut(QKeySequence(str(number)))
            action.setStatusTip(self.tr("Take up kind {0} of the palette's open section").format(number))
            action.triggered.connect(lambda _=False, wanted=number: self.take_number(wanted))
            self.addAction(action)
            self.number_actions.append(action)

    # What is shown

    @property
    def group(self) -> InkGroup:
        """The section that is open."""
        return _TABS[max(0, self.tabs.currentIndex())]

    def show_group(self, group: InkGroup) -> None:
        """Open a section."""
        self.tabs.setCurrentIndex(_TABS.index(group))

    def document_opened(self) -> None:
        if self.document is None:
            self.show_nothing("palette", self.tr("Open or make a map to see what it can be painted with."))
            return
        self.show_body()
        self._renew()

    def map_changed(self, touched: Touched) -> None:
        if touched.regions and self._sections.currentWidget() is self.regions:
            self.regions.refresh(self.search.text())

    def theme_changed(self) -> None:
        self.regions.theme_changed()
        self.view.viewport().update()

    def _renew(self) -> None:
        """Other kinds: the swatches are drawn anew."""
        if self.document is not None:
            self._restyle()
            self._fill()

    def _restyle(self) -> None:
        looks = self.bench.canvas.picture.looks
        known = self.delegate.pictures
        if known is None or known.looks is not looks:
            self.delegate.pictures = SwatchPictures(looks)
            self.view.viewport().update()

    def _fill(self) -> None:
        if self.document is None:
            return
        wanted = self.search.text().strip()
        if self.group is InkGroup.REGIONS and not wanted:
            self.regions.refresh()
            self._open(self.regions, self._title_of(self.group))
            return
        groups = GROUPS if wanted else (self.group,)
        palette, plan, base = self.bench.palette, self.document.plan, self.document.palette
        kinds = [kind for group in groups for kind in kinds_of(base, palette, plan, group)]
        if wanted:
            found = found_kinds(kinds, wanted)
            kinds = [replace(kind, number=0, detail=self._title_of(kind.group)) for kind in found]
        self.view.set_tiled(not wanted and self.group in _TILED)
        self.model.show_kinds(kinds)
        if wanted:
            self._open(self.view if kinds else self._found_nothing, self.tr("{0} found").format(len(kinds)))
        else:
            self._open(self.view, self._title_of(self.group))
        self._show_ink()

    def _open(self, section: QWidget, title: str) -> None:
        self._sections.setCurrentWidget(section)
        self.heading.setText(title)
        self._buttons.setVisible(section is self.view and not self.search.text().strip())
        self._show_buttons()

    def _title_of(self, group: InkGroup) -> str:
        return {
            InkGroup.TERRAIN: self.tr("Terrain"),
            InkGroup.SIDES: self.tr("Hexsides"),
            InkGroup.PATHS: self.tr("Rails and Roads"),
            InkGroup.FEATURES: self.tr("Features"),
            InkGroup.REGIONS: self.tr("Regions"),
            InkGroup.CONNECTIONS: self.tr("Connections"),
            InkGroup.BOXES: self.tr("Boxes"),
        }[group]

    # What is taken up

    def take(self, ink: Ink) -> None:
        """Paint with this from now on, with a tool that can lay it."""
        self.bench.set_ink(ink)
        controller = self._controller
        if controller is not None:
            tool = controller.tool
            if tool is None or tool.ink_group is not ink.group:
                fitting = next((each for each in controller.tools.values() if each.ink_group is ink.group), None)
                if fitting is not None:
                    self.bench.set_tool(fitting.name)
        self.picked.emit(ink)

    def take_number(self, number: int) -> None:
        """Take up the kind with this number in the open section."""
        kind = next((kind for kind in self.model.kinds if kind.number == number), None)
        if kind is not None and self._sections.currentWidget() is self.view:
            self.take(Ink(kind.group, kind.id))

    def _clicked(self, index: QModelIndex) -> None:
        kind: Kind = index.data(KIND)
        self.take(Ink(kind.group, kind.id))

    def _follow_ink(self) -> None:
        """An ink taken up elsewhere, as by the eyedropper, opens its section."""
        ink = self.bench.ink
        if ink is not None and ink.group is not self.group and not self.search.text().strip():
            self.show_group(ink.group)
        else:
            self._show_ink()

    def _show_ink(self) -> None:
        """Mark the ink of the open section."""
        ink = self.bench.ink if self.search.text().strip() else self.bench.ink_of(self.group)
        row = self.model.row_of(ink.group, ink.id) if ink is not None else None
        if row is None:
            self.view.clearSelection()
        else:
            self.view.setCurrentIndex(self.model.index(row))
        self._show_buttons()
        self._show_hand()

    def _show_hand(self) -> None:
        """A kind looks taken up where the tool in hand would lay it: a section that is only looked at has none."""
        tool = self._controller.tool if self._controller is not None else None
        ink = self.bench.ink if self.search.text().strip() else self.bench.ink_of(self.group)
        self.view.delegate.is_in_hand = tool is None or (ink is not None and tool.ink_group is ink.group)
        self.view.viewport().update()

    def _follow_tool(self, name: str) -> None:
        tool = self._controller.tools.get(name) if self._controller is not None else None
        if tool is not None and tool.ink_group is not None and not self.search.text():
            self.show_group(tool.ink_group)
        self._show_hand()

    # Kinds of one's own

    @property
    def kind(self) -> Kind | None:
        """The kind that is marked."""
        index = self.view.currentIndex()
        found = index.data(KIND) if index.isValid() else None
        return found if isinstance(found, Kind) else None

    def _show_buttons(self) -> None:
        kind = self.kind
        self._edit.setEnabled(kind is not None)
        self._delete.setEnabled(kind is not None and kind.is_own)
        if kind is not None and kind.is_own and kind.is_ruleset:
            self._delete.setToolTip(self.tr("Go back to the ruleset's look (Del)"))
        else:
            self._delete.setToolTip(self.tr("Delete this kind of your own; what was painted with it stays (Del)"))

    def add(self) -> None:
        """Ask for a kind of one's own and add it."""
        if self.document is None or self.group is InkGroup.REGIONS:
            return
        taken = [swatch.id for swatch in getattr(self.bench.palette, self.group.value)]
        style = self.bench.canvas.style_shown
        self._ask(SwatchDialog(self.group, style, taken=taken, store=self._store, parent=self))

    def edit(self) -> None:
        """Ask for another look of the marked kind."""
        kind = self.kind
        if self.document is not None and kind is not None:
            style = self.bench.canvas.style_shown
            self._ask(SwatchDialog(kind.group, style, swatch=kind.swatch, store=self._store, parent=self))

    def _store(self) -> Store | None:
        return self.document.store if self.document is not None else None

    def _ask(self, dialog: SwatchDialog) -> None:
        document = self.document
        dialog.finished.connect(dialog.deleteLater)
        if dialog.exec() == QDialog.DialogCode.Accepted and document is not None:
            swatch = dialog.swatch()
            if self.push(lambda: put_swatch(document.plan, dialog.group.value, swatch)):
                self.take(Ink(dialog.group, swatch.id))

    def delete(self) -> None:
        """Take the designer's kind away; a kind of the ruleset gets its look back."""
        document, kind = self.document, self.kind
        if document is not None and kind is not None and kind.is_own:
            self.push(lambda: delete_swatch(document.plan, kind.group.value, kind.id))

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down from the search field goes to what it found, Esc empties it."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress:
            key = event.key()  # type: ignore[attr-defined]
            is_listed = self.model.kinds and self._sections.currentWidget() is self.view
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and is_listed:
                if not self.view.currentIndex().isValid():
                    self.view.setCurrentIndex(self.model.index(0))
                if key == Qt.Key.Key_Down:
                    self.view.setFocus()
                else:
                    self._clicked(self.view.currentIndex())
                return True
            if key == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)


class _Tabs(QTabBar):
    """Tabs of icons alone, as narrow as a dock may be."""

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(_NARROWEST, super().minimumTabSizeHint(index).height())

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(_NARROWEST, super().tabSizeHint(index).height())

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        """Tabs with their icons in the middle; the style would keep room for words beside them."""
        painter = QStylePainter(self)
        numbers = [number for number in range(self.count()) if number != self.currentIndex()]
        for number in (*numbers, self.currentIndex()):
            option = QStyleOptionTab()
            self.initStyleOption(option, number)
            option.icon = QIcon()
            painter.drawControl(QStyle.ControlElement.CE_TabBarTab, option)
            square = QRect(QPoint(0, 0), self.iconSize())
            square.moveCenter(self.tabRect(number).center())
            self.tabIcon(number).paint(painter, square)
