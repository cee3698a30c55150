"""A change of documents other than maps: which documents, what each was, what each is now.

Documents are values, so a change is no more than pairs of them: it is undone by swapping the two, and two changes made
one after the other are one. A change is made for one state of its documents. Where somebody else has changed them
since, as when two maps of a file share an order of battle, `rebased` carries over what does not touch what they did,
item by item, and refuses the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from editor.model.document_merge import merged
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.model import Document

Name: TypeAlias = tuple[str, str]
"""The kind and the id of a document."""
Documents: TypeAlias = Mapping[Name, Document]


class DocumentEdit(NamedTuple):
    """One document changed; `before` is None when it is new, `after` when it is gone."""

    before: Document | None
    after: Document | None

    def inverted(self) -> DocumentEdit:
        """The edit that takes this one back."""
        return DocumentEdit(self.after, self.before)


@dataclass(frozen=True, slots=True)
class DocumentsChange:
    """Edits of documents with a name; `label` is what the undo history says."""

    label: Message
    edits: Mapping[Name, DocumentEdit] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.edits

    def __bool__(self) -> bool:
        return bool(self.edits)

    def __iter__(self) -> Iterator[Name]:
        return iter(self.edits)

    def inverted(self) -> DocumentsChange:
        """The change that takes this one back."""
        return DocumentsChange(self.label, {name: edit.inverted() for name, edit in self.edits.items()})

    def then(self, other: DocumentsChange) -> DocumentsChange:
        """Both, one after the other, as one change with the name of the first."""
        return folded(self.label, (self, other))

    def applied(self, documents: Documents) -> dict[Name, Document]:
        """The documents with this change in them; raises `CannotEdit` if it does not fit."""
        result = dict(documents)
        for name, edit in rebased(self, documents).edits.items():
            if edit.after is None:
                result.pop(name, None)
            else:
                result[name] = edit.after
        return result


def change_of(label: Message, before: Documents, after: Documents, names: Iterable[Name]) -> DocumentsChange:
    """The change from one state of some documents to another; what is the same in both is left out."""
    pairs = {name: DocumentEdit(before.get(name), after.get(name)) for name in names}
    return DocumentsChange(label, {name: edit for name, edit in pairs.items() if not _is_same(edit)})


def folded(label: Message, changes: Iterable[DocumentsChange]) -> DocumentsChange:
    """Changes made one after the other as one: of each document the first before and the last after."""
    edits: dict[Name, DocumentEdit] = {}
    for change in changes:
        for name, edit in change.edits.items():
            earlier = edits.get(name)
            edits[name] = edit if earlier is None else DocumentEdit(earlier.before, edit.after)
    return DocumentsChange(label, {name: edit for name, edit in edits.items() if not _is_same(edit)})


def rebased(change: DocumentsChange, documents: Documents) -> DocumentsChange:
    """The same change for the documents as they are now; raises `CannotEdit` where somebody changed the same thing."""
    edits = {name: _rebased(name, edit, documents.get(name)) for name, edit in change.edits.items()}
    return DocumentsChange(change.label, {name: edit for name, edit in edits.items() if not _is_same(edit)})


def _rebased(name: Name, edit: DocumentEdit, current: Document | None) -> DocumentEdit:
    if current is edit.before or current == edit.before:
        return DocumentEdit(current, edit.after)
    if current is None or edit.before is None or edit.after is None:
        raise CannotEdit(message("design.cannot.changed-since", kind=name[0], id=name[1]))
    found = merged(edit.before, edit.after, current)
    if found is None:
        raise CannotEdit(message("design.cannot.changed-since", kind=name[0], id=name[1]))
    return DocumentEdit(current, found)


def _is_same(edit: DocumentEdit) -> bool:
    return edit.before is edit.after or edit.before == edit.after
