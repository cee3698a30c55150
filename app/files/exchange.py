"""Maps and scenarios of other programs, brought in and written out from the window.

Reading is done off the window's thread and can be given up. What came in, what was left out and why are shown before
anything is written; then the person says where the new file is to lie.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QListWidget,
    QProgressDialog,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.starter_kinds import add_starter_kinds
from app.files.file_actions import FileActions
from app.files.map_opening import OpenedScenario
from app.files.open_file import SUFFIX
from app.files.tile_colours import colour_of
from app.files.tiled_writing import tiles_beside, write_tiled
from app.files.vassal_writing import write_module
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.exchange_import import import_exchange
from editor.digitise.exchange.geojson_writing import geojson_of
from editor.digitise.exchange.hex_table import hex_table
from editor.digitise.exchange.vassal_import import Imported
from editor.documents.background import Background, Ticket
from editor.documents.long_work import has_large_map, with_file
from editor.documents.scan_pixels import png_of
from editor.export.files import written_whole
from editor.save_path import ask_save_path, is_there, may_replace
from engine.core.messages import Message
from engine.narration.language import catalogue
from engine.storage.store import Store

OUT_ENDINGS: Final = (".vmod", ".tmx", ".tmj", ".geojson", ".csv")
_TILED: Final = (".tmx", ".tmj")


class ExchangeDialog(QDialog):
    """What a file brings, and what of it is left out and why."""

    def __init__(self, title: str, found: Sequence[Message], left_out: Sequence[Message], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(560, 380)
        words = catalogue()
        layout = QVBoxLayout(self)
        self.found = _listed(layout, self.tr("Taken"), [words.text(line) for line in found])
        self.left_out = _listed(layout, self.tr("Left out, and why"), [words.text(line) for line in left_out])
        self.buttons = QDialogButtonBox()
        layout.addWidget(self.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)


def _listed(layout: QVBoxLayout, title: str, lines: list[str]) -> QListWidget:
    """A heading and its lines; neither is shown where there is nothing to say."""
    heading, view = QLabel(title), QListWidget()
    heading.setTextFormat(Qt.TextFormat.PlainText)
    heading.setBuddy(view)
    view.setWordWrap(True)
    view.addItems(lines)
    for widget in (heading, view):
        layout.addWidget(widget)
        widget.setVisible(bool(lines))
    return view


class Exchange(QObject):
    """What goes to VASSAL, Tiled, maps of the globe and tables, and what comes from them."""

    def __init__(self, frame: QWidget, actions: FileActions, background: Background) -> None:
        super().__init__(frame)
        self._frame, self._actions, self._background = frame, actions, background

    def ask_import(self) -> None:
        """Ask for a file of another program."""
        kinds = self.tr("Modules of VASSAL, maps of Tiled (*.vmod *.vmdx *.vext *.mod *.tmx *.tmj);;All files (*)")
        title = self.tr("Import from Another Program")
        path, _ = QFileDialog.getOpenFileName(self._frame, title, self._actions.folder(), kinds)
        if path:
            self.read(Path(path))

    def read(self, path: Path) -> QProgressDialog:
        """Read a file off the window's thread, and show what it brings."""
        waiting = QProgressDialog(self.tr("Reading {0}").format(path.name), self.tr("Cancel"), 0, 0, self._frame)
        waiting.setWindowTitle(self.tr("Import from Another Program"))
        waiting.setMinimumDuration(400)

        def work(ticket: Ticket) -> Imported:
            turn = _checking(ticket, png_of)
            return import_exchange(path, prepare=add_starter_kinds, as_png=turn, colour=colour_of)

        def finish(found: Imported) -> None:
            waiting.close()
            self.show_found(path, found)

        def fail(said: Message) -> None:
            waiting.close()
            self._actions.refuse(catalogue().text(said))

        ticket = self._background.run(work, finish, fail, about=path.name)
        waiting.canceled.connect(ticket.cancel)
        waiting.canceled.connect(waiting.deleteLater)  # which closing it says too
        return waiting

    def show_found(self, path: Path, found: Imported) -> ExchangeDialog:
        """Show what came in; going on asks where it is to lie."""
        dialog = ExchangeDialog(self.tr("Import {0}").format(path.name), found.lines, found.left_out, self._frame)
        keep = dialog.buttons.addButton(self.tr("&Save and Open..."), QDialogButtonBox.ButtonRole.AcceptRole)
        keep.setToolTip(self.tr("Keep it as a file of your own, and go on in it"))
        keep.setEnabled(bool(found.contents.maps))
        dialog.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        dialog.accepted.connect(lambda: self._ask_where(path, found))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _ask_where(self, path: Path, found: Imported) -> None:
        usual = path.with_suffix(SUFFIX)
        title, kinds = self.tr("Save As"), self.tr("Redoubt files (*.redoubt)")
        target = ask_save_path(self._frame, title, usual, kinds, SUFFIX)
        if target is not None:
            self.keep(found, target)

    def keep(self, found: Imported, target: Path) -> bool:
        """Write what came in as a file, and open it."""

        def write() -> None:
            Store.create(target, found.contents, found.pictures, name="Imported").close()

        def act() -> None:
            is_long = bool(found.pictures) or has_large_map(found.contents)
            with_file(target, write, self.tr("Writing {0}...").format(target.name), is_long=is_long)

        return self._actions.tried(act, str(target)) and self._actions.open(target)

    def ask_export(self) -> None:
        """Ask for a name, whose ending says for which program it is."""
        opened = self._actions.files.opened
        if opened is None:
            return
        kinds = ";;".join(
            (
                self.tr("Module of VASSAL (*.vmod)"),
                self.tr("Map of Tiled (*.tmx *.tmj)"),
                self.tr("GeoJSON, for maps on the globe (*.geojson)"),
                self.tr("Table of hexes (*.csv)"),
            )
        )
        usual = Path(self._actions.folder()) / f"{opened.plan.id}{OUT_ENDINGS[0]}"
        title = self.tr("Export for Another Program")
        path = ask_save_path(self._frame, title, usual, kinds, *OUT_ENDINGS)
        if path is not None and self._may_lay_tiles(title, path):
            self.write(path)

    def _may_lay_tiles(self, title: str, path: Path) -> bool:
        """Tiles lie beside a map of Tiled as a picture; one that lies there without the map is somebody's own."""
        is_tiled = path.suffix.lower() in _TILED
        return not is_tiled or is_there(path) or may_replace(self._frame, title, tiles_beside(path))

    def write(self, path: Path) -> ExchangeDialog | None:
        """Write the map that is shown; what could not go along is shown."""
        opened = self._actions.files.opened
        if opened is None:
            return None
        left_out: list[Message] = []

        def act() -> None:
            left_out.extend(_write(opened, path))

        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            is_done = self._actions.tried(act, str(path))
        except ExchangeError as bad:
            self._actions.refuse(catalogue().text(bad.message))
            return None
        finally:
            QApplication.restoreOverrideCursor()
        if not is_done:
            return None
        self._actions.said.emit(self.tr("Written: {0}").format(path))
        if not left_out:
            return None
        dialog = ExchangeDialog(self.tr("Written: {0}").format(path.name), (), left_out, self._frame)
        dialog.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog


def _write(opened: OpenedScenario, path: Path) -> list[Message]:
    ending = path.suffix.lower()
    if ending == ".vmod":
        return write_module(opened, path)
    if ending in _TILED:
        return write_tiled(opened, path)
    text = geojson_of(opened.plan) if ending == ".geojson" else hex_table(opened.plan)
    with written_whole(path) as file:
        file.write(text.encode())
    return []


def _checking(ticket: Ticket, turn: Callable[[bytes], bytes | None]) -> Callable[[bytes], bytes | None]:
    """The same, given up between two pictures when the person has had enough."""

    def checked(data: bytes) -> bytes | None:
        ticket.check()
        return turn(data)

    return checked
