"""What is open: something to look at, and, once it is edited, the file it is edited in.

A `.redoubt` file is opened for work at once. Text and examples are only looked at; the first wish to edit them makes a
working copy without a name in the recovery folder. What another program has open, or nobody may write, is looked at
too, and `word` says why. A copy that nobody changed is not kept; everything else without a name is.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal

from app.cli.targets import is_project_file
from app.files.map_opening import OpenedScenario, opened_contents, opened_project
from app.files.opened_pictures import OpenedPictures, folder_of
from app.files.text_opening import opened_beside, read_beside
from app.spare_memory import give_back_memory
from editor.canvas.art.own_pictures import PICTURES
from editor.documents.long_work import is_large
from editor.documents.map_document import MapDocument
from editor.documents.project_file import ProjectFile
from engine.core.messages import Message, message
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.language import catalogue, wording_of
from engine.storage.errors import FileError
from engine.storage.history import Version
from engine.storage.inspection import copy_file

SUFFIX = ".redoubt"
_IN_USE = "file.locked"
_LEFT_IN_DESIGN = "left-in-design"


class Kept(StrEnum):
    """What became of the file that was open before."""

    CLOSED = "closed"
    UNNAMED = "unnamed"
    DISCARDED = "discarded"


def recovery_folder() -> Path:
    """Where work without a name lies on this machine."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(place) / "recovery"


class Files(QObject):
    """One thing open at a time."""

    opened_changed = Signal()
    """Something else is shown, or another map of the same file."""
    state_changed = Signal()
    """The name, or whether everything is saved, is another."""
    lost = Signal(object)
    """A `Message`: what became of the file under our hands. The work goes on in the recovery folder, without a name."""

    def __init__(self, recovery: Path) -> None:
        super().__init__()
        self.recovery = recovery
        self.project: ProjectFile | None = None
        self.opened: OpenedScenario | None = None
        self.word: Message | None = None
        """Why what is open cannot be changed, or what else should be known about it."""
        self._choices: dict[str, str] = {}
        """What was shown last of each map of the file: itself, or one of its scenarios."""
        self._looked_at = OpenedPictures("")

    @property
    def document(self) -> MapDocument | None:
        """The map that can be worked on."""
        return self.project.document if self.project is not None else None

    @property
    def can_edit(self) -> bool:
        """Whether a change would be kept."""
        return self.project is not None and not self.project.is_read_only

    @property
    def is_saved(self) -> bool:
        return self.project is None or self.project.is_saved

    @property
    def maps(self) -> dict[str, str]:
        """The maps of the open file by id, with their titles."""
        if self.project is None:
            return {}
        contents = self.project.contents
        scenarios = [each for each in contents.documents.values() if isinstance(each, Scenario)]
        titles = {each.map: wording_of(each.ruleset).scenario(each).title for each in reversed(scenarios)}
        return {name: contents.maps[name].title or titles.get(name) or name for name in self.project.maps}

    @property
    def name(self) -> str:
        """What the file is called; empty while it has no name."""
        if self.project is not None:
            return self.project.path.stem if self.project.is_named else ""
        return self.opened.source if self.opened is not None else ""

    @property
    def has_unnamed_work(self) -> bool:
        """Whether closing leaves something in the recovery folder."""
        return self.project is not None and not self.project.is_named and not _is_idle_copy(self.project)

    @property
    def was_left_in_design(self) -> bool:
        """Whether the open file was left at its scenario, and not at its map."""
        return self.project is not None and self.project.store.notes().get(_LEFT_IN_DESIGN) is True

    def note_page(self, *, in_design: bool) -> None:
        """Remember in the file whether it is left at its scenario; a file that cannot be written forgets it."""
        if self.project is None or self.project.is_read_only or self.was_left_in_design is in_design:
            return
        with suppress(FileError):
            self.project.store.note(_LEFT_IN_DESIGN, in_design or None)

    def has_open(self, path: Path) -> bool:
        """Whether a file is the one being worked on, by whatever name it is called."""
        project = self.project
        return project is not None and path.is_file() and project.path.is_file() and path.samefile(project.path)

    def picture(self, sha256: str) -> bytes | None:
        """A picture that words, counters or terrain show, from the file or the folder that is open."""
        try:
            if self.project is not None:
                return self.project.store.scan(sha256).data
        except FileError:
            return None
        return self._looked_at.picture(sha256)

    # Opening

    def open(self, target: str | Path, choice: str | None = None) -> Kept:
        """Open something; raises DefinitionError, FileError or OSError, and then what was open stays open."""
        path = Path(target)
        if not path.is_file() or not is_project_file(path):
            opened = opened_beside(target, choice)
            return self._replace(None, opened, None)
        if self.has_open(path):
            if choice is not None:
                self.choose(choice)
            return Kept.CLOSED
        try:
            project = ProjectFile.open(path, self.recovery, catalogue())
        except FileError as bad:
            if bad.message.key != _IN_USE:
                raise
            return self._replace(None, opened_beside(path, choice), message("window.in-use", file=path.name))
        try:
            opened = opened_contents(project.contents, str(path), choice)
        except BaseException:
            project.close()
            raise
        return self._replace(project, opened, _word_about(project))

    def new(self, plan: MapPlan) -> Kept:
        """Begin a new map; it is on the disk at once, without a name."""
        project = ProjectFile.new(plan, self.recovery, catalogue())
        return self._replace(project, opened_contents(project.contents, str(project.path)), None)

    def open_documents(self, documents: Project, choice: str) -> Kept:
        """Work on documents that lie nowhere by themselves, as those a saved game carries; raises DefinitionError."""
        project = ProjectFile.copy_of(documents, self.recovery, catalogue())
        return self._replace(project, opened_contents(project.contents, str(project.path), choice), None)

    def start_editing(self) -> bool:
        """Make what is only looked at something to work on; False when it already is, or cannot be."""
        if self.project is not None or self.opened is None or self.word is not None:
            return False
        source, choice = self.opened.source, self.opened.choice
        project = ProjectFile.copy_of(read_beside(source), self.recovery, catalogue(), folder_of(source))
        self._replace(project, opened_contents(project.contents, source, choice), None)
        return True

    def choose(self, choice: str | None) -> None:
        """Show another scenario or map of what is open; raises DefinitionError or FileError."""
        if self.opened is None:
            return
        if self.project is None:
            self._replace(None, opened_beside(self.opened.source, choice), self.word)
            return
        self._show(opened_contents(self.project.contents, str(self.project.path), choice))

    def add_map(self, plan: MapPlan) -> None:
        """Put another map into the open file and show it; it gets an id that nothing else in the file has."""
        project = self.project
        if project is None:
            return
        scenarios = {name for kind, name in project.contents.documents if kind == "scenario"}
        added = project.add_map(plan, scenarios)
        self.choose(added.id)

    def next_map(self) -> None:
        """Show the map after the present one; after the last comes the first."""
        names, document = list(self.maps), self.document
        if document is not None and len(names) > 1:
            self.choose(names[(names.index(document.plan.id) + 1) % len(names)])

    def renew(self, opened: OpenedScenario) -> None:
        """What is open says something else now, as after a change of its setup; nothing else was opened."""
        self.opened = opened

    def take_over(self, other: Files) -> None:
        """Go on with what another has open, which then has nothing; the file is not closed in between."""
        project, opened, word = other.project, other.opened, other.word
        if project is not None:
            other._let_go(project)
            project.set_words(catalogue())
        other.project, other.word = None, None
        other._show(None)
        if opened is None:
            return
        again = (
            opened_contents(project.contents, opened.source, opened.choice)
            if project is not None
            else opened_project(opened.read(), opened.source, opened.choice)
        )
        self._replace(project, again, word)

    # Keeping

    def save(self, name: str) -> None:
        """Name the present state."""
        if self.project is not None:
            self.project.save(name)

    def save_as(self, path: Path) -> None:
        """Go on under another name; something that is only looked at becomes a file of its own."""
        if self.project is None and self.opened is not None and self.word is not None:
            self._copy_what_is_in_use(Path(self.opened.source), path)
            return
        if self.project is None:
            self.start_editing()
        if self.project is not None:
            try:
                self.project.save_as(path)
            finally:
                self._lies_elsewhere()
            self.word = None
            self.state_changed.emit()

    def _copy_what_is_in_use(self, source: Path, path: Path) -> None:
        """A file that another program has open stays with it; the work goes on in a copy, history and all."""
        choice = self.opened.choice if self.opened is not None else None
        copy_file(source, path)
        self.open(path, choice)
        if self.project is not None:
            self.project.save(catalogue().text(message("file.version-saved")))

    def _lies_elsewhere(self) -> None:
        """What is open is the same as before, in another file."""
        if self.project is not None and self.opened is not None:
            self.renew(replace(self.opened, source=str(self.project.path)))

    def _was_lost(self, said: Message) -> None:
        self.word = said
        self.lost.emit(said)

    def revert(self, version: Version) -> None:
        """Go back to a version of the file."""
        if self.project is not None:
            self.project.revert(version)

    def close(self) -> Kept:
        """Let go of everything."""
        return self._replace(None, None, None)

    def _replace(self, project: ProjectFile | None, opened: OpenedScenario | None, word: Message | None) -> Kept:
        before, kept = self.project, Kept.CLOSED
        was_large = self.opened is not None and is_large(self.opened.plan)
        if before is not None:
            self._let_go(before)
        self.project, self.word = project, word
        self._looked_at = OpenedPictures(opened.source if opened is not None else "")
        PICTURES.find_in(self.picture)
        self._choices.clear()
        if project is not None:
            project.map_changed.connect(self._map_changed)
            project.map_wanted.connect(self._show_undone)
            project.map_renamed.connect(self._map_renamed)
            project.state_changed.connect(self.state_changed)
            project.lost.connect(self._was_lost)
        self._show(opened)
        if before is not None:
            kept = _left(before)
        if was_large:
            QTimer.singleShot(0, give_back_memory)
        return kept

    def _let_go(self, project: ProjectFile) -> None:
        """Follow a file no longer."""
        project.map_changed.disconnect(self._map_changed)
        project.map_wanted.disconnect(self._show_undone)
        project.map_renamed.disconnect(self._map_renamed)
        project.state_changed.disconnect(self.state_changed)
        project.lost.disconnect(self._was_lost)

    def _show(self, opened: OpenedScenario | None) -> None:
        self.opened = opened
        project = self.project
        if project is not None and opened is not None:
            current = project.document
            if current is None or current.plan is not opened.plan:
                project.map_changed.disconnect(self._map_changed)
                project.show_map(opened.plan.id)
                project.map_changed.connect(self._map_changed)
            self._choices[opened.plan.id] = opened.choice
        self.opened_changed.emit()
        self.state_changed.emit()

    def _show_undone(self, map_id: str) -> None:
        """Something was undone or redone on another map: show it, with the scenario last shown on it."""
        if self.project is None:
            return
        last = self._choices.get(map_id, map_id)
        found = self.project.contents.documents.get(("scenario", last))
        self.choose(last if isinstance(found, Scenario) and found.map == map_id else map_id)

    def _map_renamed(self, old: str, new: str) -> None:
        """A map is called by another id: what is open is the same, under its new name."""
        if self.project is None or self.opened is None:
            return
        scenarios = {name for kind, name in self.project.contents.documents if kind == "scenario"}
        if old in self._choices:
            last = self._choices.pop(old)
            self._choices[new] = new if last == old and last not in scenarios else last
        choice = self.opened.choice
        moved = new if choice == old and choice not in scenarios else choice
        self.renew(opened_contents(self.project.contents, str(self.project.path), moved))

    def _map_changed(self) -> None:
        """The file went back to a version, or may be written now: the same map, but another document."""
        if self.project is None or self.opened is None or self.project.document is None:
            return
        choice = self.opened.choice or self.project.document.plan.id
        self.opened = opened_contents(self.project.contents, str(self.project.path), choice)
        if self.opened.plan is not self.project.document.plan:
            self._show(self.opened)
            return
        self.opened_changed.emit()
        self.state_changed.emit()


def _word_about(project: ProjectFile) -> Message | None:
    if project.is_read_only:
        return message("window.read-only", file=project.path.name)
    if project.store.warnings:
        return project.store.warnings[0]
    backup = project.store.backup
    return message("window.brought-up", backup=backup.name) if backup is not None else None


def _left(project: ProjectFile) -> Kept:
    """Close a file that is no longer shown; a copy of an example that nobody changed is no work and is not kept."""
    if project.is_named:
        project.close()
        return Kept.CLOSED
    if _is_idle_copy(project):
        project.throw_away()
        return Kept.DISCARDED
    project.close()
    return Kept.UNNAMED


def _is_idle_copy(project: ProjectFile) -> bool:
    """Whether an unnamed file is a copy of an example to which nothing was done."""
    is_plain_copy = any(key[0] == "scenario" for key in project.contents.documents)
    is_noted = bool(project.store.notes().keys() - {_LEFT_IN_DESIGN})
    return is_plain_copy and not project.store.history(limit=1) and not is_noted
