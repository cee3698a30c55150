"""What the window tells about its file above the map: what is kept, what may not be written, what failed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.banner import Banner, BannerTone
from app.files.open_file import Files, Kept
from engine.core.messages import Message
from engine.narration.language import catalogue

_GIVEN_UP = "file.given-up"
"""What is said of a change that somebody stopped while it was written."""


class Announcing(QObject):
    """Speaks through the banner; `save_as` and `recover` ask for what it offers."""

    def __init__(
        self,
        banner: Banner,
        files: Files,
        *,
        save_as: Callable[[], object],
        recover: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._banner, self._files = banner, files
        self._save_as, self._recover = save_as, recover

    def tell_kept(self, kept: Kept) -> None:
        """What became of the file that was open before."""
        if kept is Kept.UNNAMED:
            self._banner.say(
                BannerTone.INFO,
                self.tr("The map you had open has no name yet. It is kept; File, Recover Unnamed Work finds it."),
                button=self.tr("Show..."),
                act=self._recover,
            )

    def say_word(self) -> None:
        """What there is to know about the open file, if anything."""
        files = self._files
        if files.word is None:
            self._banner.hide()
            return
        can_name = files.project is not None and files.project.is_read_only
        self._banner.say(
            BannerTone.WARNING,
            catalogue().text(files.word),
            button=self.tr("Save As..."),
            act=self._save_as if can_name else None,
        )

    def tell_lost(self, said: Message) -> None:
        """The file is not there any more: the work goes on without a name, and should be given one."""
        self._banner.say(
            BannerTone.WARNING,
            catalogue().text(said),
            button=self.tr("Save As..."),
            act=self._save_as,
        )

    def tell_failure(self, said: Message) -> None:
        """A change that did not reach the disk, or that whoever made it thought better of."""
        if said.key == _GIVEN_UP:
            self._banner.say(BannerTone.INFO, self.tr("Given up: the map is as it was before."))
            return
        words = self.tr("The change was not kept, and the map is as it was before: {0}")
        self._banner.say(BannerTone.ERROR, words.format(catalogue().text(said)))
