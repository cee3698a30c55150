"""What a scenario says of itself: its title, its description, its notes, its turns."""

from __future__ import annotations

from editor.commands.design.scenarios import MOST_TURNS
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_line, checked_text
from editor.refusal import CannotEdit
from engine.core.messages import message


def set_title(design: Design, title: str) -> DocumentsChange:
    """Another title; its id stays, because saved games name it."""
    name = checked_line(title.strip())
    if not name:
        raise CannotEdit(message("design.cannot.no-title"))
    sketch = DesignSketch(design)
    sketch.set(title=name)
    return sketch.change(message("design.do.set-title"))


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
