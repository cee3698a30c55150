"""What is done with files, from the menus, the designer, a game or the start: opened, begun, named, gone back to.

`Files` does it; here what goes wrong is said in one line and what is open stays, and the window follows.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.application import NAME
from app.cli.exits import failure_lines
from app.files.open_file import Files, Kept
from app.files.recent_files import RecentFiles
from app.modes import Mode, ModeSwitch
from editor.save_path import remember_folder
from engine.core.messages import message
from engine.definitions.issues import DefinitionError
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.narration.language import catalogue
from engine.rulesets.library import bundled_scenarios
from engine.storage.errors import FileError
from engine.storage.history import Version


class OpenedSwitch(ModeSwitch, Protocol):
    """Whoever can show what was opened."""

    def enter_opened(self, *, resume: bool) -> None:
        """Show what was just opened, in the game it was left in if wanted and there is one."""


class FileActions(QObject):
    """Acts on the open file; `is_elsewhere` brings a window forward that has a file open already, if there is one."""

    opened = Signal()
    """Something else is shown now than before."""
    trying = Signal()
    """Something is about to be done: what somebody is still writing belongs to the file."""
    kept = Signal(object)
    """What became of the file that was open before, a `Kept`."""
    said = Signal(str)
    """What was done, in words."""
    remembered = Signal()
    """There is one more recent file."""

    def __init__(
        self,
        frame: QWidget,
        files: Files,
        recent: RecentFiles,
        modes: OpenedSwitch,
        is_elsewhere: Callable[[Path, str | None], bool],
    ) -> None:
        super().__init__(frame)
        self._frame, self._modes = frame, modes
        self._is_elsewhere = is_elsewhere
        self.files, self.recent = files, recent
        self.ways: dict[str, Callable[[Path], object]] = {}
        """Who takes a file that is none of ours, by the ending of its name; True from one who has opened it."""

    def open(self, target: str | Path, choice: str | None = None) -> bool:
        """Open something; when it cannot be, say why in one line and keep what is open.

        A name is that of a bundled scenario, whatever lies in the folder that the program was started from.
        """
        bundled = bundled_scenarios().get(str(target))
        if bundled is not None:
            target = str(bundled.folder)
        way = self.ways.get(Path(target).suffix.lower())
        if way is not None and Path(target).is_file():
            return way(Path(target)) is True
        if self._is_elsewhere(Path(target), choice):
            return True
        before = self.files.project
        kept = Kept.CLOSED

        def act() -> None:
            nonlocal kept
            kept = self.files.open(target, choice)

        if not self.tried(act, str(target)):
            return False
        if self.files.project is not before or before is None:
            self.opened.emit()
            self._modes.enter_opened(resume=choice is None)
        self.kept.emit(kept)
        if bundled is None and Path(target).exists():
            self._remember(str(Path(target).resolve()))
        return True

    def open_choice(self, choice: str) -> None:
        """Show another scenario or map of the open file."""
        self.tried(lambda: self.files.choose(choice), choice)

    def new_map(self, plan: MapPlan) -> bool:
        """Begin a map that has no name yet."""
        kept = Kept.CLOSED

        def act() -> None:
            nonlocal kept
            kept = self.files.new(plan)

        if not self.tried(act, plan.title):
            return False
        self._modes.set_mode(Mode.EDIT)
        self.kept.emit(kept)
        return True

    def open_documents(self, documents: Project, choice: str) -> bool:
        """Open a working copy, without a name, of documents that came along with something."""
        kept = Kept.CLOSED

        def act() -> None:
            nonlocal kept
            kept = self.files.open_documents(documents, choice)

        if not self.tried(act, choice):
            return False
        self.opened.emit()
        self._modes.enter_opened(resume=False)
        self.kept.emit(kept)
        return True

    def add_map(self, plan: MapPlan) -> bool:
        """Begin another map in the open file."""
        if not self.tried(lambda: self.files.add_map(plan), plan.title):
            return False
        self._modes.set_mode(Mode.EDIT)
        return True

    def save_as(self, path: Path) -> bool:
        """Go on under a name."""
        if not self.tried(lambda: self.files.save_as(path), str(path)):
            return False
        self._remember(str(path.resolve()))
        if self._modes.mode is Mode.VIEW:
            self._modes.set_mode(Mode.EDIT)
        self.said.emit(self.tr("Saved as {0}").format(path))
        return True

    def save_version(self, name: str) -> bool:
        """Give the present state a name to come back to."""
        if not self.tried(lambda: self.files.save(name), name):
            return False
        is_unnamed = name == catalogue().text(message("file.version-saved"))
        self.said.emit(name if is_unnamed else self.tr("Saved: {0}").format(name))
        return True

    def revert(self, version: Version) -> bool:
        """Go back to a version."""
        if not self.tried(lambda: self.files.revert(version), version.name):
            return False
        self.said.emit(self.tr("The map is as it was in: {0}").format(version.name))
        return True

    def tried(self, act: Callable[[], object], about: str) -> bool:
        """Do something with files; what goes wrong is said in one line, and the answer is False."""
        self.trying.emit()
        try:
            act()
        except DefinitionError as bad:
            return self.refuse(failure_lines(bad.issues))
        except FileError as bad:
            return self.refuse(catalogue().text(bad.message))
        except OSError as bad:
            return self.refuse(f"{about}: {bad.strerror or bad}")
        return True

    def refuse(self, line: str) -> bool:
        """Say why something cannot be done."""
        QMessageBox.critical(self._frame, NAME, line)
        return False

    def folder(self) -> str:
        """Where a file dialog begins."""
        return self.recent.folder()

    def _remember(self, path: str) -> None:
        if Path(path).parent != self.files.recovery.resolve():
            self.recent.add(path)
            remember_folder(Path(path).parent)
            self.remembered.emit()
