"""What the window tells about its file above the map: what is kept, what may not be written, what failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.banner import BannerTone
from app.files.open_file import Kept
from engine.core.messages import Message
from engine.narration.language import catalogue

if TYPE_CHECKING:
    from app.window import MainWindow


class Announcing(QObject):
    """Speaks through the banner of a window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def tell_kept(self, kept: Kept) -> None:
        """What became of the file that was open before."""
        if kept is Kept.UNNAMED:
            self._window.banner.say(
                BannerTone.INFO,
                self.tr("The map you had open has no name yet. It is kept; File, Recover Unnamed Work finds it."),
                button=self.tr("Show..."),
                act=self._window.menus.file.ask_recover,
            )

    def say_word(self) -> None:
        """What there is to know about the open file, if anything."""
        files = self._window.files
        if files.word is None:
            self._window.banner.hide()
            return
        can_name = files.project is not None and files.project.is_read_only
        self._window.banner.say(
            BannerTone.WARNING,
            catalogue().text(files.word),
            button=self.tr("Save As..."),
            act=self._window.menus.file.ask_save_as if can_name else None,
        )

    def tell_lost(self, said: Message) -> None:
        """The file is not there any more: the work goes on without a name, and should be given one."""
        self._window.banner.say(
            BannerTone.WARNING,
            catalogue().text(said),
            button=self.tr("Save As..."),
            act=self._window.menus.file.ask_save_as,
        )

    def tell_failure(self, said: Message) -> None:
        """A change that did not reach the disk."""
        words = self.tr("The change was not kept, and the map is as it was before: {0}")
        self._window.banner.say(BannerTone.ERROR, words.format(catalogue().text(said)))
