"""Handing a map or a scenario on: as a picture, as pages to print and play, or as a zip that somebody can open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.files.file_actions import FileActions
from app.files.map_opening import OpenedScenario
from app.files.open_file import SUFFIX as FILE_SUFFIX
from app.files.render import image_of, png_bytes
from editor.documents.scan_images import ScanImages
from editor.documents.workbench import Workbench
from editor.export.dialog import ExportDialog
from editor.export.kit.dialog import KitDialog
from editor.export.kit.kit import Kit
from editor.export.scans import laid_scans
from editor.save_path import ask_save_path, with_ending
from engine.definitions.game_record import GameRecord
from engine.definitions.palette import Palette
from engine.definitions.project import Project
from engine.narration.language import catalogue, wording_of
from engine.rulesets.assembly import brief_for, pick_scenario
from engine.storage.parcels import SUFFIX, pack, unpack

_PICTURE = 1600
"""Pixels across the picture of the map that lies in a zip."""


class Sharing(QObject):
    """What goes out of the program, and what comes back."""

    def __init__(
        self, frame: QWidget, actions: FileActions, bench: Workbench, scan_images: ScanImages, settings: QSettings
    ) -> None:
        super().__init__(frame)
        self._frame, self._actions, self._files = frame, actions, actions.files
        self._bench, self._scan_images, self._settings = bench, scan_images, settings

    # Pictures and printing

    def ask_export(self) -> ExportDialog | None:
        """Ask how the map is to be drawn, and into which file."""
        opened, works = self._files.opened, self._bench.document is not None
        if opened is None:
            return None
        dialog = ExportDialog(
            opened.plan,
            self._bench.palette if works else opened.palette,
            catalogue(opened.palette.id),
            self._settings,
            counters=opened.counters,
            scans=laid_scans(opened.plan, self._scan_images) if works else (),
            folder=Path(self._actions.folder()),
            parent=self._frame,
        )
        dialog.exported.connect(lambda path: self._actions.said.emit(self.tr("Written: {0}").format(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_kit(self) -> KitDialog | None:
        """Ask what is to be printed of the scenario on the screen."""
        kit = self._kit()
        if kit is None:
            return None
        dialog = KitDialog(kit, catalogue(), self._settings, Path(self._actions.folder()), self._frame)
        dialog.exported.connect(lambda folder: self._actions.said.emit(self.tr("Written into {0}").format(folder)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _kit(self) -> Kit | None:
        opened, works = self._files.opened, self._bench.document is not None
        if opened is None:
            return None
        palette = self._bench.palette if works else opened.palette
        scans = tuple(laid_scans(opened.plan, self._scan_images)) if works else ()
        project = self._files.project.contents.to_project() if self._files.project is not None else opened.read()
        if opened.choice not in project.scenarios:
            return Kit(opened.plan.id, opened.plan.title or opened.plan.id, opened.plan, palette, scans=scans)
        found: list[Kit] = []
        self._actions.tried(lambda: found.append(_kit_of(project, opened, palette)), opened.choice)
        return found[0] if found else None

    # Sending

    def ask_pack(self) -> None:
        """Ask for the name of a zip, and write everything of the open file into it."""
        usual = Path(self._actions.folder()) / f"{Path(self._files.name or 'scenario').stem}{SUFFIX}"
        kinds = self.tr("Zip archives (*.zip)")
        path = ask_save_path(self._frame, self.tr("Share as a Zip"), usual, kinds, SUFFIX)
        if path is not None:
            self.pack_into(path, games=self._wants_games())

    def _wants_games(self) -> bool:
        """Ask whether the games of the file go along; who gets one can work out every die to come."""
        project = self._files.project
        if project is None or not any(kind == GameRecord.KIND for kind, _ in project.contents.documents):
            return False
        words = self.tr(
            "Send the saved games too? Whoever gets them can read what is hidden in them and every die to come."
        )
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        title, no = self.tr("Share as a Zip"), QMessageBox.StandardButton.No
        return QMessageBox.question(self._frame, title, words, buttons, no) == QMessageBox.StandardButton.Yes

    def pack_into(self, parcel: Path, *, games: bool = False) -> bool:
        """Write the open file, and a picture of its map, into a zip; its games only where they are asked for."""
        project, opened = self._files.project, self._files.opened
        if project is None or opened is None:
            return False
        pictures = {f"{opened.plan.id}.png": png_bytes(image_of(opened, _PICTURE))}
        if not self._actions.tried(lambda: pack(project.store, parcel, pictures, games=games), str(parcel)):
            return False
        self._actions.said.emit(self.tr("Packed into {0}").format(parcel))
        return True

    def ask_unpack(self) -> None:
        """Ask for a zip that was shared, and open what is in it as a file of its own."""
        kinds = self.tr("Zip archives (*.zip)")
        path, _ = QFileDialog.getOpenFileName(self._frame, self.tr("Open a Shared Zip"), self._actions.folder(), kinds)
        if path:
            self.unpack(Path(path))

    def unpack(self, parcel: Path) -> bool:
        """Unpack a zip into a new file beside it, and open that."""
        name = parcel.name[: -len(SUFFIX)] if parcel.name.lower().endswith(SUFFIX) else parcel.name
        target = _free(with_ending(parcel.with_name(name or parcel.name), FILE_SUFFIX))
        if not self._actions.tried(lambda: unpack(parcel, target), str(parcel)):
            return False
        return self._actions.open(target)


def _kit_of(project: Project, opened: OpenedScenario, palette: Palette) -> Kit:
    picked = pick_scenario(project, opened.choice)
    brief = wording_of(picked.document.ruleset).brief(brief_for(project, picked))
    return Kit.of(brief, opened.plan, palette, catalogue(brief.scenario.ruleset))


def _free(path: Path) -> Path:
    """The path, or the next that nothing has."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found
