"""What goes wrong in the program itself: it is never silent.

An exception in a slot or on a thread ends nothing in Qt; without this nobody would see more than that something did not
happen. It is written with all its particulars into a file that can be sent to whoever mends the program, and told in
the window.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox

from app.banner import Banner, BannerTone
from engine.definitions.drafts import state_folder

_MOST: Final = 1_000_000
"""Bytes of the file; then it begins anew, and the old one is kept once."""


class ToldError(Exception):
    """What went wrong, in words that are told as they are; its cause is what is written down."""


class UnseenErrors(QObject):
    """Catches what nobody caught, as long as it is installed."""

    _raised = Signal(str, str)
    """A line about it and all of it; sent from whatever thread it happened on."""

    def __init__(self, banner: Callable[[], Banner]) -> None:
        super().__init__()
        self._banner = banner
        self._before = sys.excepthook, threading.excepthook
        self._raised.connect(self._tell)

    @property
    def log(self) -> Path:
        """Where everything is written down."""
        return state_folder() / "errors.log"

    def install(self) -> None:
        """Catch from now on."""
        self._before = sys.excepthook, threading.excepthook
        sys.excepthook = self._caught
        threading.excepthook = self._caught_on_thread

    def remove(self) -> None:
        """Let others catch again."""
        sys.excepthook, threading.excepthook = self._before

    def _caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._before[0](kind, error, trace)
        if issubclass(kind, Exception):
            whole = "".join(traceback.format_exception(kind, error, trace))
            self._write(whole)
            self._raised.emit(str(error) if isinstance(error, ToldError) else self._said(error), whole)

    def _caught_on_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._caught(args.exc_type, args.exc_value, args.exc_traceback)

    def _write(self, whole: str) -> None:
        try:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            if self.log.exists() and self.log.stat().st_size > _MOST:
                self.log.replace(self.log.with_suffix(".old.log"))
            with self.log.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{whole}\n")
        except OSError:
            return

    def _said(self, error: BaseException) -> str:
        words = self.tr("Something went wrong in the program itself, and what you last did may not have happened: {0}")
        return words.format(f"{type(error).__name__}: {error}"[:300])

    def _tell(self, line: str, whole: str) -> None:
        self._banner().say(
            BannerTone.ERROR,
            line,
            button=self.tr("Details..."),
            act=lambda: self.show_details(line, whole),
        )

    def show_details(self, line: str, whole: str) -> QMessageBox:
        """Everything there is to know, to be copied."""
        box = QMessageBox(self._banner().window())
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(line)
        box.setInformativeText(self.tr("Written down in {0}").format(self.log))
        box.setDetailedText(whole)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()
        return box
