"""The line on the map into which a name is typed, and what becomes of what was typed.

Whatever is put down is named where it stands, without a way to a panel: the line takes the keyboard, so that no
letter reaches a tool, and Enter or the next press of the mouse gives it back. What was just put down and is named at
once is one entry of the history, and a space has the id of the name it was given.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.commands.places import edit_feature
from editor.commands.spaces import edit_box, edit_space
from editor.commands.texts import edit_text
from editor.documents.map_document import MapDocument
from editor.documents.workbench import Picked, Remake, Workbench
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.action_push import said
from editor.tools.locks import check_change
from editor.tools.places.place_names import name_path
from editor.tools.selection.selection_outline import text_path
from engine.core.messages import message
from engine.definitions.plan import MapPlan

_NAMED = (Part.FEATURE, Part.SPACE, Part.BOX, Part.TEXT)
_NARROWEST, _WIDEST = 140, 420
_BESIDE = 10
"""How far the line stands from what it names, in pixels."""


class NameField(QLineEdit):
    """One line over the map; every key that is pressed in it stays in it."""

    accepted = Signal()
    dropped = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Name on the map"))
        self.setPlaceholderText(self.tr("Name, then Enter"))
        self.textChanged.connect(lambda _: self.fit())
        self.hide()

    def fit(self) -> None:
        """Be as wide as what is written in it."""
        letters = QFontMetrics(self.font()).horizontalAdvance(self.text() or self.placeholderText())
        self.resize(min(max(letters + 28, _NARROWEST), _WIDEST), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Claim all that is typed before a shortcut of the window can; keys with Ctrl or Alt stay the window's."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            chords = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
            is_function = Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
            if not event.modifiers() & chords and not is_function:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class Naming(QObject):
    """Lets what is picked be named on the map."""

    def __init__(self, bench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._of: Picked | None = None
        self._remake: Remake | None = None
        self._index = 0
        """Where the history stood when the line was opened."""
        self.field = NameField(bench.canvas.viewport())
        self.field.accepted.connect(self.finish)
        self.field.dropped.connect(self.drop)
        self.field.left.connect(self.finish)
        self.field.textChanged.connect(lambda _: self._place())
        bench.name_wanted.connect(self.begin)
        bench.canvas.moved.connect(self._place)

    @property
    def is_open(self) -> bool:
        """Whether a name is being typed."""
        return self._of is not None

    def begin(self, remake: Remake | None = None) -> None:
        """Open the line for what is picked; `remake` makes the thing just put down once more, with a name."""
        self.finish()
        document, picked = self._bench.document, self._bench.picked
        name = None if document is None or picked is None else name_of(document.plan, picked)
        if document is None or name is None:
            self._bench.refuse(CannotEdit(message("tool.cannot.nothing-to-name")))
            return
        self._of, self._remake, self._index = picked, remake, document.undo_stack.index()
        self.field.setText(name)
        self.field.selectAll()
        self.field.fit()
        self._place()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> bool:
        """Let what is typed be the name; False when nothing was being typed or it is the name already."""
        picked, remake, typed = self._of, self._remake, self.field.text().strip()
        self._close()
        document = self._bench.document
        if picked is None or document is None or name_of(document.plan, picked) in (None, typed):
            return False
        is_fresh = remake is not None and document.undo_stack.index() == self._index
        if is_fresh and remake is not None and typed:
            return said(self._bench, lambda document: self._put_again(document, picked.part, remake, typed))
        return said(self._bench, lambda document: self._rename(document, picked, typed))

    def drop(self) -> None:
        """Leave the name as it was."""
        self._close()

    def _close(self) -> None:
        if self._of is None:
            return
        self._of = self._remake = None
        if self.field.hasFocus():
            self._bench.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.hide()

    def _rename(self, document: MapDocument, picked: Picked, typed: str) -> bool:
        change = renamed(document.plan, picked, typed)
        check_change(self._bench, change)
        return document.push(change)

    def _put_again(self, document: MapDocument, part: Part, remake: Remake, typed: str) -> bool:
        """Put down with its name what was put down without, in the place of that entry of the history."""
        document.undo_stack.undo()
        try:
            change = remake(document.plan, typed)
            check_change(self._bench, change)
        except CannotEdit:
            document.undo_stack.redo()
            raise
        if not document.push(change):
            return False
        self._bench.pick(next((Picked(part, key) for of, key in change.records if of is part), None))  # type: ignore[arg-type]
        return True

    def _place(self) -> None:
        """Stand below what is named, inside the view."""
        canvas = self._bench.canvas
        if self._of is None or self._bench.document is None:
            return
        left, bottom = _below(self._bench, self._of)
        at = canvas.viewportTransform().map(QPointF(left, bottom)).toPoint() + QPoint(0, _BESIDE)
        room, own = canvas.viewport().size(), self.field.size()
        x = min(max(at.x() - own.width() // 2, 2), max(2, room.width() - own.width() - 2))
        y = min(max(at.y(), 2), max(2, room.height() - own.height() - 2))
        self.field.move(x, y)


def name_of(plan: MapPlan, picked: Picked) -> str | None:
    """What something is called on the map; None where it cannot be called anything."""
    key = str(picked.key)
    if picked.part not in _NAMED:
        return None
    if picked.part is Part.FEATURE:
        return plan.features[key].name if key in plan.features else None
    if picked.part is Part.SPACE:
        return plan.spaces[key].name if key in plan.spaces else None
    if picked.part is Part.BOX:
        return plan.boxes[key].title if key in plan.boxes else None
    return plan.texts[key].text if key in plan.texts else None


def renamed(plan: MapPlan, picked: Picked, name: str) -> Change:
    """Another name for something."""
    key = str(picked.key)
    match picked.part:
        case Part.FEATURE:
            return edit_feature(plan, key, name=name)
        case Part.SPACE:
            return edit_space(plan, key, name=name)
        case Part.BOX:
            return edit_box(plan, key, title=name)
        case _:
            return edit_text(plan, key, text=name)


def name_it(bench: Workbench) -> bool:
    """Name what is picked, or else the one thing selected or under the pointer; False when there is none."""
    document = bench.document
    if document is None:
        return False
    if bench.picked is None or name_of(document.plan, bench.picked) is None:
        found = _thing_at(document, _pointed_out(bench))
        if found is None:
            bench.refuse(CannotEdit(message("tool.cannot.nothing-to-name")))
            return False
        bench.pick(found)
    bench.ask_name()
    return True


def _pointed_out(bench: Workbench) -> str:
    """The one place that is selected, or else the one under the pointer."""
    selection = bench.selection
    if len(selection.places) == 1 and not selection.cells:
        return next(iter(selection.places))
    keys = list(selection.cells.place_keys()) if len(selection.cells) == 1 else []
    return keys[0] if keys else bench.canvas.under_pointer


def _thing_at(document: MapDocument, place: str) -> Picked | None:
    """What can be named at a place: the place itself, or the first of what stands there that has a name."""
    if place in document.plan.spaces:
        return Picked(Part.SPACE, place)
    if place in document.plan.boxes:
        return Picked(Part.BOX, place)
    standing = sorted(document.contents.features_at(place), key=lambda name: not document.plan.features[name].name)
    return Picked(Part.FEATURE, standing[0]) if standing else None


def _below(bench: Workbench, picked: Picked) -> tuple[float, float]:
    """The point of the map plane under the middle of what is named."""
    plan, key = bench.canvas.plan, str(picked.key)
    if picked.part is Part.TEXT:
        shape = text_path(bench, plan.texts[key]) if key in plan.texts else None
    else:
        at = plan.features[key].at if picked.part is Part.FEATURE and key in plan.features else key
        shape = bench.canvas.picture.outline(at)
        if picked.part is not Part.BOX and shape is not None:
            shape = shape.united(name_path(bench, picked))
    if shape is None:
        return 0.0, 0.0
    box = shape.boundingRect()
    return box.center().x(), box.bottom()
