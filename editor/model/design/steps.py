"""Several commands as one: each starts from what the one before has left, and the history has one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from editor.model.design.design import Design
from editor.model.documents_change import DocumentsChange, folded
from engine.core.messages import Message

Step: TypeAlias = Callable[[Design], DocumentsChange]


def in_turn(design: Design, steps: Iterable[Step], label: Message) -> DocumentsChange:
    """Commands carried out on paper one after the other, as one change."""
    changes: list[DocumentsChange] = []
    for step in steps:
        change = step(design)
        changes.append(change)
        design = design.with_documents(change.applied(design.documents))
    return folded(label, changes)
