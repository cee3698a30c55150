"""The map under the brush: it owns the plan, changes it through the history of the file, and says what changed.

Tools push changes; nobody else touches the plan. A change is in the file as soon as it is in the history: if the file
refuses it, the map goes back to what it was and `failed` says why, so that the screen shows what is on the disk.
A stroke is shown while it is drawn and becomes one entry when the button is let go; Esc takes it back.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Signal

from editor.commands.swatches import extended_palette, kind_name
from editor.documents.file_documents import FileDocuments
from editor.documents.file_history import FileHistory
from editor.documents.followers import Followers, Name, may_rename, scenarios_of
from editor.documents.history_entry import EntryStack, HistoryEntry
from editor.documents.long_work import MANY, is_large, with_file
from editor.documents.rows import change_deltas, ground_deltas, is_of_the_ground
from editor.model.change import Change, folded
from editor.model.contents import MapContents
from editor.model.documents_change import change_of
from editor.model.touched import Touched
from editor.refusal import CannotEdit
from engine.core.messages import Catalogue, Message, message
from engine.core.progress import part_of_work
from engine.definitions.game_record import GameRecord
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Scenario
from engine.storage.coding.document_codec import document_differences
from engine.storage.collector import collector_at_rest
from engine.storage.errors import FileError
from engine.storage.store import Store

_ROWS_MADE = 0.2
"""The share of the work that is done when the rows of a change are made."""
_KINDS = frozenset({"kind", "terrain", "old", "new"})
"""What messages call kinds of the palette by."""


class MapDocument(QObject):
    """One map of an open file."""

    changed = Signal(object)
    """A `Touched`: what to repaint and look at again."""
    failed = Signal(object)
    """A `Message`: the file refused a change, and the map is as it was before it."""

    def __init__(
        self, store: Store, plan: MapPlan, palette: Palette, words: Catalogue, history: FileHistory | None = None
    ) -> None:
        """A map of a file whose other maps have the same `history`; without one it begins its own."""
        super().__init__()
        self.store = store
        self.plan = plan
        self.palette = palette
        self.contents = MapContents(plan)
        self.history = history if history is not None else FileHistory(store, words)
        self.history.changing.connect(self.cancel_stroke)
        self.failed.connect(self.history.map_failed)
        self._stroke: Stroke | None = None

    @property
    def undo_stack(self) -> EntryStack:
        """The undo stack of the file, which all its maps and documents share."""
        return self.history.undo_stack

    @property
    def documents(self) -> FileDocuments:
        """The documents of the file that are not maps."""
        return self.history.documents

    @property
    def is_read_only(self) -> bool:
        return self.store.is_read_only

    def push(self, change: Change) -> bool:
        """Carry a change out and write it; False when it changes nothing or the file refuses."""
        if change.is_empty:
            return False
        self._check_writable()
        command = _ChangeCommand(self, change, is_applied=False)
        self.undo_stack.push(command)
        return not command.was_refused

    def begin_stroke(self, label: Message) -> Stroke:
        """Start something that is shown while it is drawn; an unfinished stroke is taken back first."""
        self._check_writable()
        if self._stroke is not None:
            self._stroke.cancel()
        self._stroke = Stroke(self, label)
        return self._stroke

    @property
    def stroke(self) -> Stroke | None:
        """The stroke being drawn, if there is one."""
        return self._stroke

    def cancel_stroke(self) -> bool:
        """Take back the stroke being drawn; False when there is none."""
        if self._stroke is None:
            return False
        self._stroke.cancel()
        return True

    def show(self, change: Change) -> None:
        """Apply a change to the map on the screen only; strokes do this."""
        change.apply(self.plan)
        self.tell(change.touched())

    def tell(self, touched: Touched) -> None:
        """Let everyone know."""
        self.contents.follow(touched)
        self.changed.emit(touched)

    def carry_out(
        self, change: Change, *, is_applied: bool, followers: Followers | None = None, is_undo: bool = False
    ) -> bool:
        """Write and apply, with the scenarios that name places of the map; on refusal everything is as it was.

        It is written first: a large change takes its time, and whoever looks at the map meanwhile finds it whole.
        """
        documents = self.store.contents.documents
        before = after = self.plan
        is_ground = is_of_the_ground(change)
        if not is_applied:
            change.check(self.plan)
        if is_ground or (may_rename(change) and scenarios_of(documents, self.plan.id)):
            before, after = self._before_and_after(change, is_applied=is_applied)
        old_id, new_id = before.id, after.id
        is_moved = old_id != new_id
        scenarios = scenarios_of(documents, old_id) if is_moved or may_rename(change) else {}
        followed: dict[Name, Scenario] = {}
        words = self.text_of(change.label)

        def write() -> None:
            with collector_at_rest():
                with part_of_work(0.0, _ROWS_MADE):
                    deltas = ground_deltas(before, after) if is_ground else change_deltas(after, change)
                if scenarios:
                    followed.update((followers or Followers()).follow(scenarios, before, after, is_undo=is_undo))
                if is_moved:
                    followed.update(
                        (name, followed.get(name, each).replace(map=new_id)) for name, each in scenarios.items()
                    )
                for name, scenario in followed.items():
                    deltas += document_differences(documents[name], scenario)
                with part_of_work(_ROWS_MADE, 1.0):
                    self.store.commit(deltas, words)

        said = QCoreApplication.translate("LongWork", "{0}: writing it into the file...").format(words)
        try:
            with_file(self.store.path, write, said, is_long=len(change) >= MANY or (is_ground and is_large(self.plan)))
        except FileError as bad:
            if is_applied:
                change.revert(self.plan)
                self.tell(change.touched())
            self.failed.emit(bad.message)
            return False
        if not is_applied:
            change.apply(self.plan)
        moved = change_of(change.label, documents, {**documents, **followed}, followed)
        documents.update(followed)
        if is_moved:
            self._move(old_id, new_id)
        self.tell(change.touched())
        if moved:
            self.documents.tell(moved)
        self.history.written.emit()
        return True

    def ids_taken(self) -> frozenset[str] | None:
        """The ids that things of the file have; None where games were played, which name what they were played on."""
        contents = self.store.contents
        if any(isinstance(each, GameRecord) for each in contents.documents.values()):
            return None
        return frozenset({*contents.maps, *(name for _, name in contents.documents)})

    def _move(self, old: str, new: str) -> None:
        """The file calls the map by another id now."""
        maps = self.store.contents.maps
        maps[new] = maps.pop(old)
        self.history.map_moved(old, new)

    def stroke_ended(self) -> None:
        self._stroke = None

    def push_applied(self, change: Change) -> bool:
        """Make a stroke that is already on the screen an entry of the history."""
        command = _ChangeCommand(self, change, is_applied=True)
        self.undo_stack.push(command)
        return not command.was_refused

    def text_of(self, label: Message) -> str:
        """What is said of the map, with its kinds by their names."""
        kinds = {name: value for name, value in label.args.items() if name in _KINDS and isinstance(value, str)}
        if kinds:
            palette = extended_palette(self.palette, self.plan)
            named = {name: kind_name(palette, value) for name, value in kinds.items()}
            label = Message(label.key, {**label.args, **named})
        return self.history.text_of(label)

    def _before_and_after(self, change: Change, *, is_applied: bool) -> tuple[MapPlan, MapPlan]:
        """The map without a change and with it; the one that it is not on the screen is a copy."""
        other = self.plan.copy()
        if is_applied:
            change.revert(other)
            return other, self.plan
        change.apply(other)
        return self.plan, other

    def _check_writable(self) -> None:
        if self.is_read_only:
            raise CannotEdit(message("edit.read-only", file=str(self.store.path)))


class Stroke:
    """Changes drawn one after the other that will be one entry of the history."""

    def __init__(self, document: MapDocument, label: Message) -> None:
        self._document = document
        self._label = label
        self._parts: list[Change] = []
        self._is_open = True

    @property
    def is_open(self) -> bool:
        """Whether it can still be drawn on; a stroke that others took back cannot."""
        return self._is_open

    def extend(self, change: Change) -> None:
        """Draw some more."""
        if self._is_open and not change.is_empty:
            self._document.show(change)
            self._parts.append(change)

    def restart(self, change: Change) -> None:
        """Show another change instead of what was drawn so far, as a line does that follows the mouse."""
        self._take_back()
        self.extend(change)

    def finish(self) -> bool:
        """Let it stand; False when nothing was drawn or the file refuses."""
        if not self._is_open:
            return False
        self._close()
        whole = folded(self._label, self._parts)
        return not whole.is_empty and self._document.push_applied(whole)

    def cancel(self) -> None:
        """Take it all back."""
        if self._is_open:
            self._take_back()
            self._close()

    def _take_back(self) -> None:
        for part in reversed(self._parts):
            self._document.show(part.inverted())
        self._parts.clear()

    def _close(self) -> None:
        self._is_open = False
        self._document.stroke_ended()


class _ChangeCommand(HistoryEntry):
    """A change in the history."""

    def __init__(self, document: MapDocument, change: Change, *, is_applied: bool) -> None:
        super().__init__(document.undo_stack, document.text_of(change.label))
        self._document = document
        self._change = change
        self._is_applied = is_applied
        self._followers = Followers()

    def carry_out(self) -> bool:
        self._document.history.begin_entry(self._document.plan.id)
        done = self._document.carry_out(self._change, is_applied=self._is_applied, followers=self._followers)
        self._is_applied = False
        return done

    def take_back(self) -> bool:
        self._document.history.begin_entry(self._document.plan.id)
        back = self._change.inverted()
        return self._document.carry_out(back, is_applied=False, followers=self._followers, is_undo=True)
