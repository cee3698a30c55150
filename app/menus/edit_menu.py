"""The Edit menu: undo and redo by their names, the clipboard, and what is done to a selection."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from app.menus.entries import entry, explain
from app.modes import Mode, ModeSwitch
from app.play.play_mode import PlayMode
from editor.commands.layout import Align, Along
from editor.documents.workbench import Workbench
from editor.model.fragment import Mirror
from editor.panels.icons import icon
from editor.tools.places import place_actions
from editor.tools.places.name_field import name_it
from editor.tools.places.place_names import offset_of, reset_name
from editor.tools.selection import selection_actions

_LONGEST = 60


class EditMenu(QObject):
    """What changes the map without a tool."""

    def __init__(
        self,
        menu: QMenu,
        frame: QWidget,
        bench: Workbench,
        undo_group: QUndoGroup,
        play: PlayMode,
        *,
        modes: ModeSwitch,
    ) -> None:
        super().__init__(menu)
        self._frame, self._bench, self._undo_group = frame, bench, undo_group
        self._play, self._modes = play, modes
        self._anytime: list[QAction] = []
        self._with_selection: list[QAction] = []
        self._with_places: list[QAction] = []
        self._build_history(menu)
        menu.addSeparator()
        self._build_clipboard(menu)
        menu.addSeparator()
        self._build_selection(menu)
        menu.addSeparator()
        self._build_turning(menu)
        self._build_arranging(menu.addMenu(self.tr("Arran&ge Spaces")))
        for signal in (bench.selection_changed, bench.picked_changed, bench.clipboard_changed, bench.document_changed):
            signal.connect(self.refresh)

    def _build_history(self, menu: QMenu) -> None:
        group = self._undo_group
        self.undo = QAction(self.tr("&Undo"), self._frame)
        self.redo = QAction(self.tr("&Redo"), self._frame)
        self.undo.triggered.connect(lambda _=False: self._go_back())
        self.redo.triggered.connect(lambda _=False: self._go_forward())
        explain(self.undo, "Ctrl+Z", self.tr("Take back the last change, or the last decision of a game"))
        explain(self.redo, "Ctrl+Shift+Z", self.tr("Do again what was taken back"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        for signal in (group.canUndoChanged, group.canRedoChanged, group.undoTextChanged, group.redoTextChanged):
            signal.connect(lambda _: self.follow_history())
        self.follow_history()
        for action, picture in ((self.undo, "undo"), (self.redo, "redo")):
            action.setIcon(icon(picture))
            action.setIconVisibleInMenu(False)
            menu.addAction(action)

    def _go_back(self) -> None:
        if self._play.is_on:
            self._play.desk.undo()
        else:
            self._undo_group.undo()

    def _go_forward(self) -> None:
        if self._play.is_on:
            self._play.desk.redo()
        else:
            self._undo_group.redo()

    def follow_history(self) -> None:
        """Name what undo and redo would do to the map; a game may always ask, and is told what stands in the way."""
        group, table = self._undo_group, self._play.table
        plays = self._play.is_on and table is not None
        if plays and table is not None:
            words = (table.undo_words(), table.redo_words())
            reason = table.undo_refusal()
            self.undo.setEnabled(table.session.length > 0)
            self.redo.setEnabled(table.session.can_redo and not table.is_past)
        else:
            words, reason = (group.undoText(), group.redoText()), ""
            self.undo.setEnabled(group.canUndo())
            self.redo.setEnabled(group.canRedo())
        self.undo.setText(f"{self.tr('&Undo')} {_for_menu(words[0])}".rstrip())
        self.redo.setText(f"{self.tr('&Redo')} {_for_menu(words[1])}".rstrip())
        self.undo.setStatusTip(reason or self.tr("Take back the last change, or the last decision of a game"))

    def _build_clipboard(self, menu: QMenu) -> None:
        keys, bench = QKeySequence.StandardKey, self._bench
        cut = self.tr("Keep what is selected for pasting; hexes are left bare, spaces go")
        copy = self.tr("Keep what is selected for pasting, with all that lies on it")
        paste = self.tr("Take what was copied in hand; a click lays it down")
        double = self.tr("Take the selected hexes in hand once more, or double the selected spaces")
        delete = self.tr("Take away what is picked or selected")
        stamp = self.tr("Keep what is selected under a name, to be used again in this file")
        self.cut = entry(menu, self.tr("Cu&t"), keys.Cut, cut, lambda: selection_actions.cut(bench), picture="cut")
        self.copy = entry(
            menu, self.tr("&Copy"), keys.Copy, copy, lambda: selection_actions.copy(bench), picture="copy"
        )
        self.paste = entry(
            menu, self.tr("Pa&ste"), keys.Paste, paste, lambda: selection_actions.paste_in_hand(bench), picture="paste"
        )
        self.duplicate = entry(
            menu, self.tr("Du&plicate"), "Ctrl+D", double, lambda: selection_actions.duplicate(bench)
        )
        self.delete = entry(
            menu, self.tr("&Delete"), "Del", delete, lambda: selection_actions.delete(bench), picture="delete"
        )
        rename = self.tr("Type the name of what is picked or under the pointer, on the map")
        self.rename = entry(menu, self.tr("Rename on t&he Map"), "F2", rename, lambda: name_it(bench), picture="rename")
        self.rename.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._bench.canvas.addAction(self.rename)
        self._anytime.append(self.rename)
        self.keep = entry(menu, self.tr("&Keep as Stamp..."), "Ctrl+Shift+K", stamp, self.ask_stamp, picture="stamp")
        self._with_selection += [self.cut, self.copy, self.duplicate]

    def _build_selection(self, menu: QMenu) -> None:
        bench = self._bench
        everything = self.tr("Select every hex, space and box")
        nothing = self.tr("Select nothing")
        others = self.tr("Select what is not selected")
        fill = self.tr("Give the selected hexes the terrain in hand")
        self.select_all = entry(
            menu,
            self.tr("Select &All"),
            "Ctrl+A",
            everything,
            lambda: selection_actions.select_all(bench),
            picture="select-all",
        )
        self.select_none = entry(
            menu,
            self.tr("Select &None"),
            "Ctrl+Shift+A",
            nothing,
            lambda: selection_actions.select_nothing(bench),
            picture="select-none",
        )
        self.invert = entry(
            menu,
            self.tr("&Invert Selection"),
            "Ctrl+I",
            others,
            lambda: selection_actions.invert_selection(bench),
            picture="select-invert",
        )
        self.fill = entry(
            menu, self.tr("&Fill Selection"), "Ctrl+F", fill, lambda: selection_actions.fill(bench), picture="fill"
        )
        self._anytime += [self.select_all, self.invert]
        self._with_selection += [self.fill, self.select_none]

    def _build_turning(self, menu: QMenu) -> None:
        bench = self._bench
        right = self.tr("Turn what is selected, or in hand, by 60 degrees to the right")
        left = self.tr("Turn what is selected, or in hand, by 60 degrees to the left")
        across = self.tr("Turn over what is selected, or in hand, from left to right")
        down = self.tr("Turn over what is selected, or in hand, from top to bottom")
        self.turns = [
            entry(menu, self.tr("R&otate Right"), "Ctrl+R", right, lambda: selection_actions.rotate(bench, 1)),
            entry(menu, self.tr("Rotate &Left"), "Ctrl+Shift+R", left, lambda: selection_actions.rotate(bench, -1)),
            entry(menu, self.tr("&Mirror"), "Ctrl+M", across, lambda: selection_actions.mirror(bench)),
            entry(
                menu,
                self.tr("Mirror Upsid&e Down"),
                "Ctrl+Shift+M",
                down,
                lambda: selection_actions.mirror(bench, Mirror.TOP_BOTTOM),
            ),
        ]

    def _build_arranging(self, menu: QMenu) -> None:
        menu.setToolTipsVisible(True)
        bench = self._bench
        for how, text, keys, about in (
            (Align.LEFT, self.tr("Align &Left"), "Ctrl+Shift+Left", self.tr("Bring the left edges into line")),
            (Align.RIGHT, self.tr("Align &Right"), "Ctrl+Shift+Right", self.tr("Bring the right edges into line")),
            (Align.TOP, self.tr("Align &Top"), "Ctrl+Shift+Up", self.tr("Bring the upper edges into line")),
            (Align.BOTTOM, self.tr("Align &Bottom"), "Ctrl+Shift+Down", self.tr("Bring the lower edges into line")),
        ):
            act = lambda how=how: place_actions.align_places(bench, how)  # noqa: E731 - one a line of the table
            self._with_places.append(entry(menu, text, keys, about, act, picture=f"align-{how}"))
        across = self.tr("Leave the same room between the selected spaces and boxes from left to right")
        down = self.tr("Leave the same room between the selected spaces and boxes from top to bottom")
        for along, text, keys, about in (
            (Along.ACROSS, self.tr("Spread &Across"), "Ctrl+Alt+PgUp", across),
            (Along.DOWN, self.tr("Spread &Down"), "Ctrl+Alt+PgDown", down),
        ):
            spread = lambda along=along: place_actions.distribute_places(bench, along)  # noqa: E731
            self._with_places.append(entry(menu, text, keys, about, spread, picture=f"distribute-{along}"))
        snap = self.tr("Put the selected spaces and boxes on the points of a grid")
        grid = entry(menu, self.tr("&Snap to Grid"), "Ctrl+Alt+G", snap, lambda: place_actions.snap_places(bench))
        self._with_places.append(grid)
        usual = self.tr("Put the name of what is picked back to where it usually stands")
        self.reset_name = entry(
            menu, self.tr("&Name to Its Usual Place"), "Ctrl+Alt+Home", usual, lambda: reset_name(bench)
        )

    def ask_stamp(self) -> QInputDialog:
        """Ask for the name of a stamp."""
        dialog = QInputDialog(self._frame)
        dialog.setWindowTitle(self.tr("Keep as Stamp"))
        dialog.setLabelText(self.tr("What is the stamp to be called?"))
        dialog.setInputMode(QInputDialog.InputMode.TextInput)
        dialog.textValueSelected.connect(lambda name: selection_actions.keep_stamp(self._bench, name))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def refresh(self) -> None:
        """Grey what cannot act on what is selected."""
        self.follow_history()
        bench = self._bench
        edits = self._modes.mode is Mode.EDIT and bench.document is not None
        selection = bench.selection
        holds = bench.clipboard is not None
        for action in self._anytime:
            action.setEnabled(edits)
        for action in self._with_selection:
            action.setEnabled(edits and bool(selection))
        for action in self._with_places:
            action.setEnabled(edits and bool(selection.places))
        for action in self.turns:
            action.setEnabled(edits and (bool(selection) or (holds and bench.tool == selection_actions.STAMP_TOOL)))
        self.paste.setEnabled(edits and holds)
        self.delete.setEnabled(edits and (bool(selection) or bench.picked is not None))
        self.reset_name.setEnabled(edits and (bool(selection.places) or _has_name(bench)))
        self.keep.setEnabled(edits and (bool(selection) or holds))


def _has_name(bench: Workbench) -> bool:
    """Whether the name of something is picked."""
    return bench.document is not None and offset_of(bench.document.plan, bench.picked) is not None


def _for_menu(words: str) -> str:
    """Words that nobody wrote for a menu: not too long, and no letter of them is a key."""
    short = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}..."
    return short.replace("&", "&&")
