"""The file being worked on: opening, naming, saving, going back, and finding what a crash left behind.

The open file is the working copy: every change is in it as it lands. Saving names the present state so that one can
come back to it. A new map lives in the recovery folder until it is named, and so does a copy of an example, whose own
text is never written to.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from editor.documents.file_history import FileHistory
from editor.documents.long_work import has_large_map, has_large_text, opened_store, with_file
from editor.documents.map_document import MapDocument
from editor.model.edits import Part
from editor.model.touched import Touched
from engine.core.messages import Catalogue, Message, message
from engine.core.progress import to_the_end
from engine.definitions.model import Document
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.narration.language import named
from engine.rulesets.assembly import palette_of
from engine.rulesets.registry import find_game
from engine.storage.coding.document_codec import Name
from engine.storage.contents import Contents, diff
from engine.storage.errors import FileError
from engine.storage.exchange import scans_beside
from engine.storage.history import Version
from engine.storage.recovery import Recoverable, create_unnamed, discard, give_name, list_recoverable
from engine.storage.store import Store


class ProjectFile(QObject):
    """One `.redoubt` file, named or not yet, and the map of it that is on the canvas."""

    state_changed = Signal()
    """The name, or whether everything is saved, is another."""
    map_changed = Signal()
    """Another map is being worked on, or the same one went back to a version."""
    lost = Signal(object)
    """A `Message`: what became of the file under our hands. The work goes on in the recovery folder, without a name."""
    map_renamed = Signal(str, str)
    """The id that a map had, and the one it has now."""
    map_wanted = Signal(str)
    """The id of a map that is not shown, and on which something was just undone or redone."""

    def __init__(self, store: Store, recovery: Path, words: Catalogue) -> None:
        super().__init__()
        self._store = store
        self._recovery = recovery
        self._words = words
        self._document: MapDocument | None = None
        self._documents: dict[str, MapDocument] = {}
        """Every map that was worked on, as the entries of the history know it."""
        self._is_saved = store.is_saved
        self._watch()
        self._begin_history()
        maps = self.maps
        if maps:
            self.show_map(maps[0])

    @classmethod
    def open(cls, path: Path, recovery: Path, words: Catalogue) -> ProjectFile:
        """Open a file for work, or to look at where it may not be written; raises FileError."""
        return cls(opened_store(path), recovery, words)

    @classmethod
    def new(cls, plan: MapPlan, recovery: Path, words: Catalogue) -> ProjectFile:
        """A new file with one map, on the disk from its first moment but without a name."""
        return cls(create_unnamed(recovery, Contents({plan.id: plan})), recovery, words)

    @classmethod
    def copy_of(cls, project: Project, recovery: Path, words: Catalogue, folder: Path | None = None) -> ProjectFile:
        """A working copy of documents of text with the scans of their folder; raises DefinitionError or FileError."""

        def copied() -> Store:
            contents = Contents.of_project(project)
            scans = list(scans_beside(contents, folder)) if folder is not None else []
            return create_unnamed(recovery, contents, scans)

        said = QCoreApplication.translate("LongWork", "Making a copy to work on...")
        store = with_file(recovery, copied, said, is_long=has_large_text(project))
        return cls(store, recovery, words)

    def set_words(self, words: Catalogue) -> None:
        """Say what is done from now on in other words; what stands in the history was said in the old ones."""
        self._words = words
        self._history.set_words(words)
        self._renew_palettes()

    @staticmethod
    def left_behind(recovery: Path) -> list[Recoverable]:
        """What a crash left in the recovery folder, latest first."""
        return list_recoverable(recovery)

    @property
    def store(self) -> Store:
        return self._store

    @property
    def path(self) -> Path:
        return self._store.path

    @property
    def is_named(self) -> bool:
        """Whether it has a place of its own; otherwise it lies in the recovery folder."""
        return self._store.path.parent != self._recovery

    @property
    def is_read_only(self) -> bool:
        return self._store.is_read_only

    @property
    def is_saved(self) -> bool:
        """Whether the present state can be come back to."""
        return self._is_saved

    @property
    def contents(self) -> Contents:
        return self._store.contents

    @property
    def maps(self) -> tuple[str, ...]:
        return tuple(sorted(self.contents.maps))

    @property
    def document(self) -> MapDocument | None:
        """The map that is being worked on."""
        return self._document

    def show_map(self, map_id: str) -> MapDocument:
        """Work on another map of the file."""
        plan = self.contents.maps[map_id]
        known = self._documents.get(map_id)
        if known is None:
            palette = self._palette(plan)
            known = self._documents[map_id] = MapDocument(self._store, plan, palette, self._words, self._history)
            known.changed.connect(self._map_touched)
        self._document = known
        self._history.shown_map = map_id
        self.map_changed.emit()
        return known

    def add_map(self, plan: MapPlan, taken: Collection[str] = ()) -> MapPlan:
        """Put another map into the file, in one commit; where its id is `taken` it gets the next that is free."""
        name, number = plan.id, 1
        while name in self.contents.maps or name in taken:
            number += 1
            name = f"{plan.id}-{number}"
        added = replace(plan, id=name)
        label = message("file.map-added", title=added.title or added.id)
        self._store.commit(diff(Contents(), Contents({name: added})), self._words.text(label))
        self.contents.maps[name] = added
        self._has_changed()
        return added

    def put(self, *documents: Document, label: str) -> None:
        """Put documents other than maps into the file, in the place of those with their names; raises FileError."""
        held = self.contents.documents
        after = {(document.KIND, document.id): document for document in documents}
        old = Contents(documents={key: held[key] for key in after if key in held})
        self._store.commit(diff(old, Contents(documents=after)), label)
        held.update(after)
        self._has_changed()

    def take_out(self, *names: Name, label: str) -> None:
        """Take documents other than maps out of the file, by kind and id; raises FileError."""
        held = self.contents.documents
        self._store.commit(diff(Contents(documents={name: held[name] for name in names}), Contents()), label)
        for name in names:
            del held[name]
        self._has_changed()

    def save(self, name: str) -> Version:
        """Give the present state a name to come back to."""
        version = self._store.save(name)
        self._set_saved(True)
        return version

    def save_as(self, path: Path) -> None:
        """Go on in another file, where all can still be undone; an unnamed one moves there, a named one stays as it is.

        Raises FileError; where only the state could not be given a name any more, the work goes on there all the same.
        """
        if path.resolve() == self.path.resolve():
            self.save(self._words.text(message("file.version-saved")))
            return
        was_read_only = self.is_read_only
        if self.is_named:
            self._store.save_as(path)
        else:
            give_name(self._store, path)
        self._is_saved = False
        if was_read_only and self._document is not None:
            self._begin_history()
            self.show_map(self._document.plan.id)
        self.state_changed.emit()
        self.save(self._words.text(message("file.version-saved")))

    def versions(self) -> list[Version]:
        return self._store.versions()

    def revert(self, version: Version) -> None:
        """Go back to a version; going back is in the history too, but the undo stack begins anew."""
        with_file(
            self.path,
            lambda: self._go_back(version),
            QCoreApplication.translate("LongWork", "Going back to {0}...").format(version.name),
            is_long=has_large_map(self.contents),
        )
        current = self._document.plan.id if self._document is not None else None
        self._set_saved(True)
        self._begin_history()
        if current in self.contents.maps:
            self.show_map(current)
        elif self.maps:
            self.show_map(self.maps[0])

    def _go_back(self, version: Version) -> None:
        self._store.revert(version)
        with to_the_end():
            self._store.contents = self._store.read()

    def close(self) -> None:
        """Let go of the file. Whatever is unnamed stays in the recovery folder."""
        if self._document is not None:
            self._document.cancel_stroke()
        self._store.close()

    def throw_away(self) -> None:
        """Close an unnamed file and delete it, because the person said so."""
        path, is_named = self.path, self.is_named
        self.close()
        if is_named:
            raise FileError(message("file.has-a-name", file=str(path)), path)
        discard(path)

    def make_sure(self) -> None:
        """Go on in the recovery folder where the file is not there any more; raises FileError where that fails too."""
        self._store.make_sure()

    def _watch(self) -> None:
        """Work that loses its file goes on in the recovery folder."""
        self._store.refuge = self._recovery
        self._store.when_lost = self._was_lost

    def _was_lost(self, said: Message) -> None:
        self._is_saved = False
        self.lost.emit(said)
        self.state_changed.emit()

    def _begin_history(self) -> None:
        """Only what is done from now on can be undone: the rest was done to maps that are gone."""
        self._documents.clear()
        self._history = FileHistory(self._store, self._words)
        self._history.written.connect(self._has_changed)
        self._history.map_wanted.connect(self.map_wanted)
        self._history.map_renamed.connect(self._map_renamed)

    def _map_renamed(self, old: str, new: str) -> None:
        if old in self._documents:
            self._documents[new] = self._documents.pop(old)
        self.map_renamed.emit(old, new)

    def _map_touched(self, touched: Touched) -> None:
        """A map may be painted with the kinds of another game from now on, or again with those of its old one."""
        if Part.MAP in touched.whole:
            self._renew_palettes()

    def _renew_palettes(self) -> None:
        for document in self._documents.values():
            document.palette = self._palette(document.plan)

    def _palette(self, plan: MapPlan) -> Palette:
        own = self.contents.documents.get(("palette", plan.palette))
        if isinstance(own, Palette):
            return own
        entry = find_game(plan.palette)
        return named(palette_of(entry), entry.id) if entry is not None else Palette(id=plan.palette or "none")

    def _has_changed(self) -> None:
        self._set_saved(False)

    def _set_saved(self, saved: bool) -> None:
        if saved != self._is_saved:
            self._is_saved = saved
            self.state_changed.emit()
