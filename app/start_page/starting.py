"""What the start page asks of the window, done: files opened, games begun, maps made, scans laid under a new grid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.dialogs.scan_sizing import ScanSizing
from app.modes import Mode
from editor.documents.background import Background
from editor.panels.scans.scans_panel import SUFFIXES, ScansPanel

if TYPE_CHECKING:
    from app.window import MainWindow


class Starting(QObject):
    """Joins the start page to its window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.scan_reading = Background("scan of a new map", parent=self)
        page, file = window.start_page, window.menus.file
        page.go_on_wanted.connect(window.open)
        page.back_wanted.connect(window.come_back)
        page.look_wanted.connect(self.look)
        page.play_wanted.connect(self.play)
        page.learn_wanted.connect(window.coach.begin)
        page.new_map_wanted.connect(file.ask_new)
        page.scan_wanted.connect(self.ask_scan)
        page.geography_wanted.connect(file.ask_geography)
        page.zip_wanted.connect(file.sharing.ask_unpack)
        page.open_wanted.connect(file.ask_open)
        page.recover_wanted.connect(file.ask_recover)
        page.stale.connect(self.show_page)

    def close_down(self) -> None:
        """Nothing is read any more."""
        self.scan_reading.close()

    def show_page(self) -> None:
        """Lay the page out for what there is now, and have its pictures drawn."""
        window, page = self._window, self._window.start_page
        opened = window.opened
        window.settings.sync()  # another window may have left a file since
        page.fill(
            window.file_actions.recent.paths(),
            open_now=opened.title if opened is not None else "",
            lesson=self._lesson_words(),
        )
        page.draw(by_night=window.look.is_by_night)
        page.take_focus()

    def _lesson_words(self) -> str:
        """Where the lesson was left; nothing where it was not begun."""
        number, count = self._window.coach.remembered()
        return self.tr("You are at step {0} of {1}: go on from there.").format(number, count) if number > 1 else ""

    def look(self, name: str) -> None:
        """Open an example and only look at it."""
        if self._window.open(name):
            self._window.set_mode(Mode.VIEW)

    def play(self, name: str) -> None:
        """Open an example and ask who plays it."""
        if self._window.open(name):
            self._window.play.new_game.ask()

    def ask_scan(self) -> None:
        """Ask for a picture of a map, then for the grid over it, which it proposes, and lay the one under the other."""
        window = self._window
        kinds = self.tr("Scans ({0});;All files (*)").format(" ".join(f"*.{suffix}" for suffix in SUFFIXES))
        paths, _ = QFileDialog.getOpenFileNames(window, self.tr("Digitise a Scan"), window.file_actions.folder(), kinds)
        if paths:
            self._begin_scan([Path(path) for path in paths])

    def scan(self, pictures: Sequence[Path]) -> None:
        """Lay pictures under the grid of the open map, which is edited then; without one, ask for the grid first."""
        window = self._window
        if window.opened is None:
            self._begin_scan(pictures)
            return
        window.set_mode(Mode.EDIT)
        if window.mode is Mode.EDIT:
            self._lay(pictures)

    def _begin_scan(self, pictures: Sequence[Path]) -> None:
        dialog = self._window.menus.file.ask_new()
        dialog.name_after(pictures[0].stem)
        ScanSizing(dialog, pictures[0], self.scan_reading)
        dialog.accepted.connect(lambda: self._lay(pictures))

    def _lay(self, pictures: Sequence[Path]) -> None:
        scans = self._window.docks.panels["scans"]
        assert isinstance(scans, ScansPanel)
        self._window.docks.show_panel("scans")
        for picture in pictures:
            scans.add_file(picture)
