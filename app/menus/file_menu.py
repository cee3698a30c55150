"""The File menu: what is opened, kept under a name, gone back to, found again and written out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu, QMessageBox, QWidget

from app.dialogs.new_map import NewMapDialog
from app.files.exchange import Exchange
from app.files.file_actions import FileActions
from app.files.open_file import SUFFIX
from app.files.recovery import RecoveryDialog
from app.files.sharing import Sharing
from app.files.versions import VersionsDialog
from app.geography.geo_dialog import GeoDialog
from app.geography.geo_frame_page import Target
from app.menus.entries import entry
from app.modes import Mode, ModeSwitch
from editor.digitise.geography.geo_change import change_of
from editor.digitise.geography.geo_import import GeoChanges
from editor.documents.background import Background
from editor.documents.workbench import Workbench
from editor.refusal import CannotEdit
from editor.save_path import ask_save_path
from editor.tools.locks import check_change
from editor.tools.places.space_tool import SpaceTool
from engine.core.messages import message
from engine.definitions.folders import save_folder, would_replace
from engine.definitions.plan import MapPlan
from engine.narration.language import catalogue, counted, wording_of
from engine.rulesets.library import bundled_scenarios


class FileMenu(QObject):
    """Everything that has to do with files."""

    def __init__(
        self,
        menu: QMenu,
        frame: QWidget,
        actions: FileActions,
        sharing: Sharing,
        *,
        bench: Workbench,
        background: Background,
        modes: ModeSwitch,
        start: Callable[[], None],
    ) -> None:
        super().__init__(menu)
        self._frame, self._actions, self._files, self._modes = frame, actions, actions.files, modes
        self._bench, self._background = bench, background
        self.sharing = sharing
        self.exchange = Exchange(frame, actions, background)
        self._build_open(menu, start)
        menu.addSeparator()
        self._build_keep(menu)
        menu.addSeparator()
        self._build_import(menu)
        self._build_out(menu)
        menu.addSeparator()
        entry(menu, self.tr("&Quit"), "Ctrl+Q", self.tr("Leave the program; everything is kept"), frame.close)

    def _build_open(self, menu: QMenu, start: Callable[[], None]) -> None:
        keys = QKeySequence.StandardKey
        new_help = self.tr("Begin a new map of hexes or spaces")
        self.new = entry(menu, self.tr("&New Map..."), keys.New, new_help, self.ask_new, picture="new")
        here_help = self.tr("Begin another map in the file that is open")
        self.new_here = entry(menu, self.tr("New Map in T&his File..."), "Ctrl+Alt+M", here_help, self.ask_new_here)
        open_help = self.tr("Open a project, a scenario or a map")
        start_help = self.tr("Show the page the program begins with: go on, learn, play, make")
        self.start = entry(menu, self.tr("Start Pa&ge"), "Alt+Home", start_help, start)
        self.open = entry(menu, self.tr("&Open..."), keys.Open, open_help, self.ask_open, picture="open")
        folder_help = self.tr("Open the folder of a scenario")
        entry(menu, self.tr("Open &Folder..."), "Ctrl+Shift+O", folder_help, self.ask_open_folder)
        self.examples = self._submenu(menu, self.tr("O&pen Example"), self._fill_examples)
        self.recent = self._submenu(menu, self.tr("Recent Fi&les"), self._fill_recent)
        self.scenarios = self._submenu(menu, self.tr("S&cenario"), self._fill_scenarios)
        self.maps = self._submenu(menu, self.tr("&Map of This File"), self._fill_maps)
        next_help = self.tr("Show the next map of the file that is open; after the last comes the first")
        self.next_map = entry(menu, self.tr("Ne&xt Map of This File"), "Ctrl+PgDown", next_help, self.show_next_map)
        recover_help = self.tr("Find work that has no name yet, or that a crash left behind")
        entry(menu, self.tr("Recover &Unnamed Work..."), "Ctrl+Alt+O", recover_help, self.ask_recover)

    def _build_import(self, menu: QMenu) -> None:
        geo_help = self.tr("Make a map, or finish this one, from files of land, lakes, rivers and cities")
        entry(menu, self.tr("&Import Geography..."), "Ctrl+Shift+G", geo_help, self.ask_geography, picture="globe")
        other_help = self.tr("Make a file from a module of VASSAL or a map of Tiled")
        entry(menu, self.tr("Import from Another Program..."), "Ctrl+Alt+Shift+G", other_help, self.exchange.ask_import)
        zip_help = self.tr("Open what somebody shared as a zip, as a file of your own")
        entry(menu, self.tr("Open Shared &Zip..."), "Ctrl+Alt+Shift+O", zip_help, self.sharing.ask_unpack)

    def _build_keep(self, menu: QMenu) -> None:
        keys = QKeySequence.StandardKey
        save_help = self.tr("Mark the present state, to be able to come back to it")
        self.save = entry(menu, self.tr("&Save"), keys.Save, save_help, self.ask_save, picture="save")
        as_help = self.tr("Go on in a file of another name")
        self.save_as = entry(menu, self.tr("Save &As..."), "Ctrl+Shift+S", as_help, self.ask_save_as)
        version_help = self.tr("Mark the present state under a name of its own")
        self.save_version = entry(
            menu,
            self.tr("Save Named &Version..."),
            "Ctrl+Alt+S",
            version_help,
            self.ask_save_version,
            picture="version",
        )
        revert_help = self.tr("Go back to a state that was saved")
        self.revert = entry(
            menu, self.tr("Reve&rt to Version..."), "Ctrl+Alt+R", revert_help, self.ask_revert, picture="revert"
        )

    def _build_out(self, menu: QMenu) -> None:
        export_help = self.tr("Write the map as a picture, a drawing or pages for printing")
        self.export_picture = entry(
            menu, self.tr("&Export..."), "Ctrl+E", export_help, self.sharing.ask_export, picture="export"
        )
        other_help = self.tr("Write the map for VASSAL, Tiled, a map of the globe or a table")
        self.export_other = entry(
            menu,
            self.tr("Export for Another Program..."),
            "Ctrl+Alt+Shift+E",
            other_help,
            self.exchange.ask_export,
        )
        text_help = self.tr("Write everything in this file as text into a folder")
        self.export_text = entry(menu, self.tr("Export &Text..."), "Ctrl+Shift+E", text_help, self.ask_export_text)
        kit_help = self.tr("Print the map, the counters, the charts and the cards to play on a table")
        self.kit = entry(menu, self.tr("Print an&d Play..."), "Ctrl+P", kit_help, self.sharing.ask_kit, picture="print")
        share_help = self.tr("Write everything in this file, text and pictures, into one zip to send to somebody")
        self.share = entry(menu, self.tr("Pac&k as Zip..."), "Ctrl+Alt+E", share_help, self.sharing.ask_pack)

    def _submenu(self, menu: QMenu, title: str, fill: Callable[[], None]) -> QMenu:
        sub = menu.addMenu(title)
        sub.setToolTipsVisible(True)
        sub.aboutToShow.connect(fill)
        return sub

    # Opening

    def ask_new(self) -> NewMapDialog:
        """Ask what the new map is to be."""
        dialog = NewMapDialog(self._frame, style=self._bench.canvas.style_shown)
        dialog.accepted.connect(lambda: self._begin(self._actions.new_map, dialog.plan()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_new_here(self) -> NewMapDialog | None:
        """Ask what another map of the open file is to be; what is only looked at becomes a working copy first."""
        self._modes.set_mode(Mode.EDIT)
        if not self._files.can_edit:
            return None
        dialog = NewMapDialog(self._frame, style=self._bench.canvas.style_shown)
        dialog.setWindowTitle(self.tr("New Map in This File"))
        dialog.accepted.connect(lambda: self._begin(self._actions.add_map, dialog.plan()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _begin(self, begin: Callable[[MapPlan], bool], plan: MapPlan) -> None:
        """Begin a map; of one without hexes the first that is put down is a space."""
        if begin(plan) and not plan.sheets:
            self._bench.set_tool(SpaceTool.name)

    def show_next_map(self) -> None:
        """Go to another map of the open file."""
        self._actions.tried(self._files.next_map, self._files.name)

    def ask_geography(self) -> GeoDialog:
        """Ask for files and a part of the globe, and make a map of them or lay them onto the one that is open."""
        dialog = GeoDialog(self._background, self._bench, can_add=self._files.can_edit, parent=self._frame)
        dialog.accepted.connect(lambda: self._import(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _import(self, dialog: GeoDialog) -> None:
        found = dialog.found
        if found is None:
            return
        if dialog.target is Target.ONTO:
            self._modes.set_mode(Mode.EDIT)
            self._lay(found.changes)
        elif dialog.target is Target.NEW_HERE:
            self._actions.add_map(found.result())
        else:
            self._actions.new_map(found.result())

    def _lay(self, changes: GeoChanges) -> None:
        """Lay an import that was worked out for the open map onto it, as one entry of its history."""
        document = self._bench.document
        if document is None:
            return
        try:
            change = change_of(document.plan, changes, message("window.do.import-geography"))
            check_change(self._bench, change)
        except CannotEdit as bad:
            self._actions.refuse(catalogue().text(bad.message))
        else:
            document.push(change)

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        kinds = self.tr("Maps and projects (*.redoubt *.yaml);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._frame, self.tr("Open"), self._actions.folder(), kinds)
        if path:
            self._actions.open(path)

    def ask_open_folder(self) -> None:
        """Ask for the folder of a scenario and open it."""
        path = QFileDialog.getExistingDirectory(self._frame, self.tr("Open Folder"), self._actions.folder())
        if path:
            self._actions.open(path)

    def ask_recover(self) -> RecoveryDialog:
        """List what has no name."""
        dialog = RecoveryDialog(self._files.recovery, self._frame)
        dialog.chosen.connect(self._actions.open)
        dialog.open()
        return dialog

    # Keeping

    def ask_save(self) -> None:
        """Save; where there is no name yet, ask for one."""
        project = self._files.project
        if project is not None and not self._actions.tried(project.make_sure, self._files.name):
            return
        if project is None or not project.is_named or project.is_read_only:
            self.ask_save_as()
        else:
            self._actions.save_version(catalogue().text(message("file.version-saved")))

    def ask_save_as(self) -> bool:
        """Ask for a name and go on there; whether it came to that."""
        opened = self._files.opened
        if opened is None:
            return False
        suggested = Path(self._actions.folder()) / f"{opened.plan.id}{SUFFIX}"
        kinds = self.tr("Redoubt files (*.redoubt)")
        path = ask_save_path(self._frame, self.tr("Save As"), suggested, kinds, SUFFIX)
        return path is not None and self._actions.save_as(path)

    def ask_save_version(self) -> QInputDialog:
        """Ask for the name of a version."""
        dialog = QInputDialog(self._frame)
        dialog.setWindowTitle(self.tr("Save Named Version"))
        dialog.setLabelText(self.tr("What is this state to be called?"))
        dialog.setInputMode(QInputDialog.InputMode.TextInput)
        dialog.textValueSelected.connect(self._save_named)
        dialog.finished.connect(dialog.deleteLater)
        dialog.resize(420, dialog.sizeHint().height())
        dialog.open()
        return dialog

    def _save_named(self, name: str) -> None:
        self._actions.save_version(name.strip() or catalogue().text(message("file.version-saved")))

    def ask_revert(self) -> VersionsDialog:
        """Ask which version to go back to."""
        project = self._files.project
        dialog = VersionsDialog(project.versions() if project is not None else [], self._frame)
        dialog.chosen.connect(self._actions.revert)
        dialog.open()
        return dialog

    # Writing out

    def ask_export_text(self) -> None:
        """Ask for a folder and write the text there."""
        title = self.tr("Export Text into a Folder")
        path = QFileDialog.getExistingDirectory(self._frame, title, self._actions.folder())
        if path and self._may_replace_texts(Path(path), title):
            self.export_text_into(Path(path))

    def _may_replace_texts(self, folder: Path, title: str) -> bool:
        """Whether no text in the folder says something else, or the person says that it may be replaced."""
        project = self._files.project
        found: list[Path] = []
        if project is not None:
            self._actions.tried(lambda: found.extend(would_replace(project.contents.to_project(), folder)), str(folder))
        if not found:
            return True
        said = self.tr("{0} {0:file|files} in {1} {0:says|say} something else. Replace {0:it|them}?")
        words = said.format(counted(len(found)), folder.name)
        return QMessageBox.question(self._frame, title, words) is QMessageBox.StandardButton.Yes

    def export_text_into(self, folder: Path) -> bool:
        """Write every document of the open file as text."""
        project = self._files.project
        if project is None:
            return False
        if not self._actions.tried(lambda: save_folder(project.contents.to_project(), folder), str(folder)):
            return False
        self._actions.said.emit(self.tr("Written as text into {0}").format(folder))
        return True

    # Lists and what can act

    def refresh(self) -> None:
        """Fill the lists."""
        self._fill_examples()
        self._fill_recent()
        self._fill_scenarios()
        self._fill_maps()
        self.follow_file(is_open=self._files.opened is not None)

    def follow_file(self, *, is_open: bool) -> None:
        """Grey what cannot act on the open file."""
        files = self._files
        self.save.setEnabled(is_open)
        self.save_as.setEnabled(is_open)
        self.save_version.setEnabled(files.can_edit)
        self.revert.setEnabled(files.can_edit)
        self.export_picture.setEnabled(is_open)
        self.export_other.setEnabled(is_open)
        self.new_here.setEnabled(is_open and (files.can_edit or (files.project is None and files.word is None)))
        self.next_map.setEnabled(len(files.maps) > 1)
        self.export_text.setEnabled(files.project is not None)
        self.kit.setEnabled(is_open)
        self.share.setEnabled(files.project is not None)

    def _fill_examples(self) -> None:
        self.examples.clear()
        for name, found in bundled_scenarios().items():
            said = wording_of(found.scenario.ruleset).scenario(found.scenario)
            title = said.title or name
            _choice(self.examples, title, said.description or title, name, self._actions.open)
        self.examples.setEnabled(not self.examples.isEmpty())

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in self._actions.recent.paths():
            _choice(self.recent, Path(path).name, path, path, self._actions.open)
        self.recent.setEnabled(not self.recent.isEmpty())

    def _fill_scenarios(self) -> None:
        self.scenarios.clear()
        opened = self._files.opened
        choices = (opened.choices or {}) if opened is not None else {}
        for name, title in choices.items():
            action = _choice(self.scenarios, title, title, name, self._actions.open_choice)
            action.setCheckable(True)
            action.setChecked(opened is not None and name == opened.choice)
        self.scenarios.setEnabled(len(choices) > 1)

    def _fill_maps(self) -> None:
        self.maps.clear()
        maps, document = self._files.maps, self._files.document
        for name, title in maps.items():
            action = _choice(self.maps, title, title, name, self._actions.open_choice)
            action.setCheckable(True)
            action.setChecked(document is not None and name == document.plan.id)
        self.maps.setEnabled(len(maps) > 1)


def _choice(menu: QMenu, text: str, about: str, value: str, act: Callable[[str], object]) -> QAction:
    """An entry of a list that is filled anew each time it opens."""
    action = menu.addAction(text.replace("&", "&&"))
    action.setToolTip(about)
    action.setStatusTip(about)
    action.triggered.connect(lambda _=False: act(value))
    return action
