"""What a scenario says of itself: its title, its description, its notes, its turns."""

from __future__ import annotations

from collections.abc import Collection

from editor.commands.design.scenarios import MOST_TURNS
from editor.commands.design.titles import rename_scenario
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_text
from editor.refusal import CannotEdit
from engine.core.messages import message


def set_title(design: Design, title: str, *, taken: Collection[str] = ()) -> DocumentsChange:
    """Another title, and with it the id where that was made from the old one; `taken` are the ids of other maps."""
    return rename_scenario(design.documents, design.id, title, taken=(design.plan.id, *taken))


def set_description(design: Design, text: str) -> DocumentsChange:
    """Another description, in Markdown."""
    sketch = DesignSketch(design)
    sketch.set(description=checked_text(text))
    return sketch.change(message("design.do.set-description"))


def set_notes(design: Design, text: str) -> DocumentsChange:
    """Other designer's notes, in Markdown."""
    sketch = DesignSketch(design)
    sketch.set(notes=checked_text(text))
    return sketch.change(message("design.do.set-notes"))


def set_turns(design: Design, first: int, last: int) -> DocumentsChange:
    """The turns that are played."""
    if not 0 <= first <= last <= MOST_TURNS:
        raise CannotEdit(message("design.cannot.turns", first=first, last=last))
    sketch = DesignSketch(design)
    sketch.set(first_turn=first, last_turn=last)
    return sketch.change(message("design.do.set-turns"))
