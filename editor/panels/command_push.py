"""How panels change the map: one command, one entry of the history, and a word when it is refused."""

from __future__ import annotations

from collections.abc import Callable

from editor.documents.workbench import Workbench
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.locks import check_change


def push(bench: Workbench, make: Callable[[], Change]) -> bool:
    """Carry out a command; what it refuses, or a locked layer does, is said in the status line."""
    document = bench.document
    if document is None:
        return False
    try:
        change = make()
        check_change(bench, change)
        return document.push(change)
    except CannotEdit as bad:
        bench.refuse(bad)
        return False
