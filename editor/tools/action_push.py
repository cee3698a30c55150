"""How actions without the mouse are carried out: as one entry of the history, or with a word why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.locks import check_change
from engine.core.messages import Message
from engine.definitions.plan import MapPlan

Make: TypeAlias = Callable[[MapPlan], Change]
"""Makes a change for the map as it is when it is called."""


def one_entry(bench: Workbench, label: Message, makes: Sequence[Make]) -> bool:
    """Do changes one after the other as one entry, each made for the map with those before it; all or none."""

    def act(document: MapDocument) -> bool:
        if len(makes) == 1:
            change = replace(makes[0](document.plan), label=label)
            check_change(bench, change)
            return document.push(change)
        stroke = document.begin_stroke(label)
        try:
            for make in makes:
                change = make(document.plan)
                check_change(bench, change)
                stroke.extend(change)
        except CannotEdit:
            stroke.cancel()
            raise
        return stroke.finish()

    return said(bench, act)


def said(bench: Workbench, act: Callable[[MapDocument], bool]) -> bool:
    """Do something with the open map; what it refuses is said in the status line."""
    if bench.document is None:
        return False
    try:
        return act(bench.document)
    except CannotEdit as bad:
        bench.refuse(bad)
        return False
